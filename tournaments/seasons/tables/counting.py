"""Choosing the tournaments that count in a series: any of the league's within its days, even finished ones."""

from datetime import date
from typing import Any
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from spades_site.accounts.models import User
from spades_site.common import audit
from spades_site.common.errors import Refused
from tournaments.events.core.state import lock, save
from tournaments.events.entries.people import person_named
from tournaments.events.models import Status, Tournament
from tournaments.events.plan.choices import EntryKind
from tournaments.events.setup.proposal import NotValid
from tournaments.leagues.models import Season
from tournaments.seasons.core import lock_to_organize
from tournaments.seasons.models import SeriesEvening
from tournaments.seasons.tables.evenings import counts_for
from tournaments.seasons.terms import PAIRS, TEAMS, terms_of

TIMES = (1, 10)
"""By how much a tournament can multiply its points."""


def count_tournament(*, season_id: int, by: User, tournament_id: int) -> Tournament:
    """Count a tournament of the league in a series, even if it is over. Idempotent.

    Raises Refused: "unknown_season", "not_organizer", "no_series", "season_finished", "unknown_tournament",
    "other_league", "other_kind", "counts_elsewhere", "outside_season".
    """
    with transaction.atomic():
        season = _series(season_id, by)
        tournament = lock(tournament_id)
        if tournament.season_id == season.pk:
            return tournament
        _check(season, tournament)
        tournament.season = season
        save(tournament)
        audit.record(
            actor=by, verb="season.tournament_added", subject=season, tournament=tournament.pk
        )
    return tournament


def drop_tournament(*, season_id: int, by: User, tournament_id: int) -> Tournament:
    """Stop counting a tournament in the series. Idempotent.

    Raises Refused: "unknown_season", "not_organizer", "no_series", "season_finished", "unknown_tournament".
    """
    with transaction.atomic():
        season = _series(season_id, by)
        tournament = lock(tournament_id)
        if tournament.season_id == season.pk:
            tournament.season = None
            save(tournament)
            SeriesEvening.objects.filter(tournament=tournament).delete()
            audit.record(
                actor=by, verb="season.tournament_dropped", subject=season, tournament=tournament.pk
            )
    return tournament


def set_evening(
    *, season_id: int, by: User, tournament_id: int, times: int | None = None, host: str = ""
) -> Tournament:
    """Set by how much a tournament of a series multiplies the points by place (None: as before), and its host's user name
    (empty: as before). Idempotent.

    Raises Refused: "unknown_season", "not_organizer", "no_series", "season_finished", "unknown_tournament",
    "unknown_user", "user_guest", "user_bot", "user_not_member", or NotValid.
    """
    least, most = TIMES
    if times is not None and not least <= times <= most:
        sentence = _("Choose a number from %(least)d to %(most)d.")
        raise NotValid({"times": [sentence % {"least": least, "most": most}]})
    with transaction.atomic():
        season = _series(season_id, by)
        tournament = lock(tournament_id)
        if tournament.season_id != season.pk:
            raise Refused("unknown_tournament", _("This tournament doesn’t count in the series."))
        evening, _made = SeriesEvening.objects.get_or_create(tournament=tournament)
        before = _in_log(evening)
        evening.times = times or evening.times
        evening.host = person_named(tournament, host) if host.strip() else evening.host
        evening.save()
        if changes := audit.changes(before, _in_log(evening)):
            audit.record(
                actor=by,
                verb="season.evening_set",
                subject=season,
                tournament=tournament.pk,
                name=tournament.name,
                **changes,
            )
    return tournament


def _in_log(evening: SeriesEvening) -> dict[str, Any]:
    return {"times": evening.times, "host": evening.host and evening.host.username}


def could_count(season: Season) -> QuerySet[Tournament]:
    """Return the tournaments of the league that are in no season and fit the series, the newest first."""
    found = Tournament.objects.filter(league=season.league_id, season=None)
    kind = {PAIRS: EntryKind.PAIR, TEAMS: EntryKind.TEAM}.get(terms_of(season).ranked)
    if kind is not None:
        found = found.filter(entry_kind=kind)
    return found.exclude(status__in=(Status.DRAFT, Status.CANCELLED)).order_by("-starts_at", "-pk")


def no_series() -> Refused:
    """Return the refusal for a season with divisions."""
    return Refused("no_series", _("Only a series counts tournaments. This season has divisions."))


def _series(season_id: int, by: User) -> Season:
    season = lock_to_organize(season_id, by)
    if season.has_divisions:
        raise no_series()
    if season.status == Season.Status.FINISHED:
        raise _season_finished()
    return season


def _check(season: Season, tournament: Tournament) -> None:
    if tournament.league_id != season.league_id:
        raise Refused(
            "other_league",
            _("That tournament belongs to another league. Choose one of this league."),
        )
    if not counts_for(tournament, terms_of(season).ranked):
        raise _other_kind(season)
    if tournament.season_id is not None:
        raise Refused(
            "counts_elsewhere",
            _("That tournament already counts in another season. Take it out there first."),
        )
    day = tournament.starts_at.astimezone(ZoneInfo(season.zone)).date()
    if not season.starts_on <= day <= season.ends_on:
        raise Refused(
            "outside_season",
            _("That tournament was played outside the season’s days. Change the days first."),
        )


def why_not_counted(season: Season, is_pairs: bool, day: date) -> Refused | None:
    """Return why an event that isn't a tournament can't count in a season, by the day on which it is over; None if it can.

    The codes are "no_series", "season_finished", "other_kind", "outside_season".
    """
    if season.has_divisions:
        return no_series()
    if season.status == Season.Status.FINISHED:
        return _season_finished()
    ranked = terms_of(season).ranked
    if ranked == TEAMS or (ranked == PAIRS and not is_pairs):
        return _other_kind(season)
    if not season.starts_on <= day <= season.ends_on:
        return Refused(
            "outside_season",
            _("The event doesn’t end within the season’s days. Change the days first."),
        )
    return None


def _season_finished() -> Refused:
    return Refused("season_finished", _("The season is over, and its table is final."))


def _other_kind(season: Season) -> Refused:
    return Refused(
        "other_kind",
        _("The series ranks teams. Choose a tournament of teams.")
        if terms_of(season).ranked == TEAMS
        else _("The series ranks pairs. Choose a tournament whose entries are pairs."),
    )
