"""What a season's page shows; each part takes a constant number of queries."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from django.db.models import Max, Prefetch, Q, QuerySet, Subquery

from spades_site.accounts.models import User, Viewer
from spades_site.common.clock import now
from tournaments.events.matches.offers import closes_of
from tournaments.events.models import (
    Match,
    Result,
    Round,
    Tournament,
    named,
    with_scores,
)
from tournaments.events.queries.match_lines import MatchLine
from tournaments.events.queries.selectors import visible_tournaments
from tournaments.leagues.models import Membership, Season, Team
from tournaments.leagues.permissions import role_in
from tournaments.seasons.core import BEFORE
from tournaments.seasons.entries.signing_up import may_sign_up
from tournaments.seasons.models import Division, SeasonEntry, SeasonPlayer
from tournaments.seasons.tables.divisions import DivisionTable, season_tables

AT_A_GLANCE = 6
"""How many rows of a table its league's page shows."""
NEXT_FIXTURES = 4


@dataclass(frozen=True)
class SeasonPage:
    """A season as one person sees it: their role in its league, their entry, and what waits for their answer."""

    season: Season
    role: str | None
    mine: SeasonEntry | None
    asked: list[SeasonEntry]
    can_sign_up: bool
    my_team: Team | None = None

    @property
    def is_organizer(self) -> bool:
        """Return whether the viewer runs the season."""
        return self.role in Membership.RUNS


@dataclass(frozen=True)
class DivisionRound:
    """One division's matches of a week."""

    division: Division
    lines: list[MatchLine]
    opens: datetime | None = None
    last: datetime | None = None
    """A moment of its last day."""


@dataclass(frozen=True)
class Week:
    """One round of a season, in all divisions."""

    number: int
    divisions: list[DivisionRound] = field(default_factory=list)


@dataclass(frozen=True)
class Glance:
    """A season on its league's page: the top of one division's table, with the viewer's own row, and the next fixtures."""

    season: Season
    table: DivisionTable
    divisions: int
    fixtures: list[Match]


def glance_at(seasons: Iterable[Season], user: Viewer) -> Glance | None:
    """Return the summary of a league's season under way: the viewer's own season and division, else the first of
    `seasons` and its highest division. None if no season with divisions is under way. At most nine queries.
    """
    under_way = [
        one for one in seasons if one.has_divisions and one.status == Season.Status.RUNNING
    ]
    if not under_way:
        return None
    places = SeasonPlayer.objects.filter(
        season__in=under_way, user_id=user.pk or 0, active=True, entry__status__in=SeasonEntry.LIVE
    )
    mine = {one.season_id: one.entry for one in places.select_related("entry")}
    season = next((one for one in under_way if one.pk in mine), under_way[0])
    tables = season_tables(season, mine.get(season.pk))
    if not tables:
        return None
    table = next((one for one in tables if any(row.mine for row in one.rows)), tables[0])
    top = [row for at, row in enumerate(table.rows) if at < AT_A_GLANCE or row.mine]
    fixtures = (
        Match.objects.filter(
            tournament__division__season=season,
            status=Match.Status.DRAWN,
            starts_at__isnull=False,
            sides__index=1,
        )
        .exclude(round__status=Round.Status.DRAFTED)
        .select_related("round", "tournament__division")
        .prefetch_related(*named())
        .order_by("starts_at", "tournament__division__level", "number")
    )
    return Glance(season, replace(table, rows=top), len(tables), list(fixtures[:NEXT_FIXTURES]))


def season_page(season: Season, user: Viewer) -> SeasonPage:
    """Return the season as the user sees it: in at most two queries once it is published, one of them for players;
    before that in at most five, with the players of the entries.
    """
    if not isinstance(user, User) or not user.is_authenticated:
        return SeasonPage(season, None, None, [], can_sign_up=False)
    before = season.status in BEFORE
    membership = Membership.objects.filter(league=season.league_id, user=user)
    places = list(
        SeasonPlayer.objects.filter(season=season, user=user, entry__status__in=SeasonEntry.LIVE)
        .select_related("entry__division", "entry__entry", "entry__team")
        .prefetch_related(*(["entry__players__user"] if before else ()))
        .annotate(role=Subquery(membership.values("role")))
    )
    role = places[0].role if places else role_in(season.league, user)
    mine = next((place.entry for place in places if place.active), None)
    asked = [place.entry for place in places if place.accepted_at is None]
    team = None
    if season.kind == Season.Kind.TEAMS and before:
        # The captain or vice-captain answers for the team.
        team = season.league.teams.filter(Q(captain=user) | Q(vice=user)).first()
        leads = Q(team__captain=user) | Q(team__vice=user)
        invited = season.entries.filter(leads, status=SeasonEntry.Status.INVITED)
        asked = list(invited.select_related("team").prefetch_related("players__user"))
    open_now = may_sign_up(season, now()) and role is not None
    return SeasonPage(season, role, mine, asked, open_now and mine is None, team)


def final_of(season: Season, viewer: Viewer) -> Tournament | None:
    """Return the final of a series, if the viewer may see it."""
    return visible_tournaments(viewer).filter(final_of__season=season).first()


def current_round(season: Season) -> int:
    """Return the number of the round that is in play, else of the last that is over, at least 1. One query."""
    rounds = Round.objects.filter(tournament__division__season=season)
    begun = rounds.exclude(status__in=(Round.Status.DRAFTED, Round.Status.CONFIRMED))
    return max(begun.aggregate(last=Max("number"))["last"] or 1, 1)


def weeks_of(season: Season, number: int | None) -> tuple[int, list[Week]]:
    """Return the number of rounds, and the matches of round `number` (or the nearest one) in all divisions; None: of
    all rounds. Nine queries.
    """
    divisions = list(season.divisions.select_related("tournament"))
    last = Round.objects.filter(tournament__division__season=season).aggregate(last=Max("number"))
    rounds = last["last"] or 0
    shown = range(1, rounds + 1)
    if number is not None:
        shown = range(nearest := min(max(number, 1), max(rounds, 1)), nearest + 1)
    current = Result.objects.filter(current=True).prefetch_related(*with_scores())
    found = (
        Match.objects.filter(tournament__division__season=season, round__number__in=shown)
        .select_related("round", "tournament")
        .prefetch_related(*named(), Prefetch("results", current, to_attr="current_result"))
        .order_by("number")
    )
    by_place: dict[tuple[int, int], list[Match]] = {}
    for match in found:
        by_place.setdefault((match.tournament_id, match.round.number), []).append(match)
    return rounds, [
        Week(
            week,
            [
                _division_round(one, by_place.get((one.tournament_id or 0, week), []))
                for one in divisions
            ],
        )
        for week in shown
    ]


def _division_round(division: Division, matches: Iterable[Match]) -> DivisionRound:
    lines = []
    opens = closes = None
    for match in matches:
        results: list[Result] = getattr(match, "current_result", [])
        for result in results:
            result.match = match
        lines.append(MatchLine(match, None, results[0] if results else None))
        opens, closes = match.round.starts_at, closes_of(match)
    # A window closes when the next one opens.
    last = closes - timedelta(minutes=1) if closes else None
    return DivisionRound(division, lines, opens, last)


def my_matches(season: Season, entry: SeasonEntry | None) -> QuerySet[Match]:
    """Return the entry's matches that aren't over, the next first, without their sides."""
    matches = Match.objects.filter(tournament__division__season=season)
    if entry is None or entry.entry_id is None:
        return matches.none()
    return (
        matches.filter(sides__places__entry=entry.entry_id)
        .filter(sides__index=1)
        .exclude(status=Match.Status.DONE)
        .select_related("round", "tournament")
        .order_by("round__number")
    )


def teams_outside(season: Season) -> QuerySet[Team]:
    """Return the league's teams that haven't entered the season, by name."""
    entered = season.entries.filter(status__in=SeasonEntry.LIVE, team__isnull=False)
    return season.league.teams.exclude(pk__in=entered.values("team")).order_by("name")


def members_waiting(season: Season) -> QuerySet[SeasonEntry]:
    """Return the live entries in the order of their sign-up, with their players."""
    found = season.entries.filter(status__in=SeasonEntry.LIVE).select_related("division", "team")
    return found.prefetch_related("players__user").order_by("created_at", "pk")
