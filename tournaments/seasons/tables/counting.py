"""Choosing the tournaments that count in a series: any of the league's within its days, even finished ones."""

from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from spades_site.accounts.models import User
from spades_site.common import audit
from spades_site.common.errors import Refused
from tournaments.events.core.state import lock, save
from tournaments.events.models import Status, Tournament
from tournaments.events.plan.choices import EntryKind
from tournaments.leagues.models import Season
from tournaments.seasons.core import lock_to_organize
from tournaments.seasons.tables.series import counts_for
from tournaments.seasons.terms import PAIRS, TEAMS, terms_of


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
            audit.record(
                actor=by, verb="season.tournament_dropped", subject=season, tournament=tournament.pk
            )
    return tournament


def could_count(season: Season) -> QuerySet[Tournament]:
    """Return the tournaments of the league that are in no season and fit the series, the newest first."""
    found = Tournament.objects.filter(league=season.league_id, season=None)
    kind = {PAIRS: EntryKind.PAIR, TEAMS: EntryKind.TEAM}.get(terms_of(season).ranked)
    if kind is not None:
        found = found.filter(entry_kind=kind)
    return found.exclude(status__in=(Status.DRAFT, Status.CANCELLED)).order_by("-starts_at", "-pk")


def _series(season_id: int, by: User) -> Season:
    season = lock_to_organize(season_id, by)
    if season.has_divisions:
        raise Refused(
            "no_series", _("Only a series counts tournaments. This season has divisions.")
        )
    if season.status == Season.Status.FINISHED:
        raise Refused("season_finished", _("The season is over, and its table is final."))
    return season


def _check(season: Season, tournament: Tournament) -> None:
    if tournament.league_id != season.league_id:
        raise Refused(
            "other_league",
            _("That tournament belongs to another league. Choose one of this league."),
        )
    ranked = terms_of(season).ranked
    if not counts_for(tournament, ranked):
        raise Refused(
            "other_kind",
            _("The series ranks teams. Choose a tournament of teams.")
            if ranked == TEAMS
            else _("The series ranks pairs. Choose a tournament whose entries are pairs."),
        )
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
