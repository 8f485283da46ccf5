"""Play-offs: a bracket of the best of a division's final table, one round a week as in the season."""

from datetime import date

from django.db import transaction
from django.utils.translation import gettext as _

from spades_site.accounts.models import User
from spades_site.common import audit
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from tournaments.events.actions.planning.prepared import start_prepared
from tournaments.events.core.state import OVER
from tournaments.events.models import Tournament
from tournaments.events.plan.stages import StagePlan
from tournaments.events.setup.lengths import length_of_stages
from tournaments.formats.registry import KNOCK_OUT
from tournaments.leagues.models import Season
from tournaments.leagues.permissions import require_account
from tournaments.seasons.core import lock_to_organize
from tournaments.seasons.lifecycle.planning import breaks_of
from tournaments.seasons.lifecycle.publishing import fields_of, players_of, prepared
from tournaments.seasons.match_days import end_of_last, match_days, opening
from tournaments.seasons.models import Division
from tournaments.seasons.tables.divisions import final_order
from tournaments.seasons.terms import terms_of


def start_play_offs(*, division_id: int, by: User, starts_on: date) -> Tournament:
    """Draw the play-offs of a division whose rounds are over: its best by the final table, seeded by their places.

    A round is played every week from `starts_on`; the season is extended to the last one if necessary. Idempotent:
    returns an existing bracket.

    Raises Refused: "unknown_season", "not_organizer", "play_offs_early", "no_play_offs", "play_offs_past", or
    NotValid.
    """
    with transaction.atomic():
        require_account(by)
        found = Division.objects.filter(pk=division_id).values_list("season_id", flat=True).first()
        season = lock_to_organize(found or 0, by)
        division = season.divisions.select_related("tournament", "play_off").get(pk=division_id)
        if division.play_off is not None:
            return division.play_off
        _check(season, division, starts_on)
        best = final_order(season)[division.pk][: division.play_offs]
        stage = StagePlan(KNOCK_OUT.code)
        terms = terms_of(season)
        rounds = length_of_stages((stage,), len(best)).rounds
        days = match_days(starts_on, rounds, terms.weekday, terms.week_length, breaks_of(season))
        season.ends_on = max(season.ends_on, end_of_last(days, terms.week_length))
        season.save(update_fields=["ends_on"])
        players = players_of(season)
        name = _("%(division)s, play-offs") % {"division": division.name}
        division.play_off, _entries = start_prepared(
            by=by,
            field=[prepared(one, players[one.pk]) for one in best],
            **fields_of(season, terms, name, days, len(best), stage),
        )
        division.save(update_fields=["play_off"])
        audit.record(
            actor=by, verb="season.play_offs_started", subject=season, division=division.pk
        )
    return division.play_off


def play_offs_due(season: Season) -> list[Division]:
    """Return the divisions whose rounds are over and whose play-offs haven't been drawn."""
    found = season.divisions.filter(play_offs__gte=2, play_off=None, tournament__status__in=OVER)
    return list(found)


def _check(season: Season, division: Division, starts_on: date) -> None:
    if division.play_offs < 2:
        raise Refused("no_play_offs", _("This division has no play-offs."))
    if division.tournament is None or division.tournament.status not in OVER:
        raise Refused(
            "play_offs_early",
            _("The division’s rounds aren’t over yet. Its final table decides who plays."),
        )
    if opening(starts_on, season.zone) <= now():
        raise Refused(
            "play_offs_past", _("That day has begun. Choose a later one for the first round.")
        )
