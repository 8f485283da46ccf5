"""A team match for its page: who plays at which table, and each deal at both tables."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from spades_site.accounts.models import Viewer
from spades_site.common.clock import now
from tournaments.events.entries import nominations
from tournaments.events.models import Match, MatchTable, Result
from tournaments.events.queries.match_lines import SideView
from tournaments.events.queries.selectors import MatchView, Player
from tournaments.events.scoring.team_scores import difference_of, is_whole, margin_of
from tournaments.formats.victory_points import victory_points


@dataclass(frozen=True)
class Pair:
    """A team's pair at a table; `players` are empty while the viewer may not see them.

    Each comes with the change of their rating, "before" and "after", if it is known.
    """

    side: SideView
    players: Sequence[tuple[Player, dict[str, int] | None]]


@dataclass(frozen=True)
class Board:
    """One of the two tables: its pairs, the tables at which its games are played, and both sides' points there."""

    number: int
    pairs: list[Pair]
    tables: list[MatchTable]
    totals: Sequence[int]


@dataclass(frozen=True)
class Deal:
    """One deal by its number from 1: both sides' points at table 1 and table 2, by how much the first was better, and how
    much of that `counts`.
    """

    number: int
    points: Sequence[int]
    difference: int
    counts: int


@dataclass(frozen=True)
class TeamSheet:
    """A team match. `names_until` is the deadline of its line-ups, if it is ahead.

    Once it is over, `deals` are in their order, `margin` is by how much the first side is ahead with every deal within
    `cap`, and `victory` has both sides' victory points.
    """

    boards: list[Board]
    names_until: datetime | None
    deals: list[Deal]
    margin: int = 0
    cap: int | None = None
    victory: Sequence[Decimal] = ()
    whole: int = 0
    """The number of hands whose points an organizer entered together for each table; 0 where there are deals."""


def sheet_of(
    view: MatchView, viewer: Viewer, changes: Mapping[int, dict[str, int]]
) -> TeamSheet | None:
    """Return what the page of a team match shows; None for other matches and byes. `changes` are those of the
    players' ratings, by their keys.
    """
    match, result = view.line.match, view.line.result
    if not view.tournament.is_team or view.line.is_bye:
        return None
    deadline = nominations.deadline_of(match)
    ahead = deadline if not nominations.is_closed(match, now()) else None
    played = result is not None and result.kind == Result.Kind.PLAYED
    by_hand = result.by_hand if result is not None and played else []
    boards = [
        Board(
            number,
            _pairs(view, viewer, number, changes),
            [at for at in view.line.games if at.crossed == (number > 1)],
            [sum(row[2 * number - 2 + side] for row in by_hand) for side in (0, 1)],
        )
        for number in (1, 2)
        if view.line.games or by_hand or match.status == Match.Status.DRAWN
    ]
    if not by_hand:
        return TeamSheet(boards, ahead, [])
    assert result is not None
    whole, scoring = is_whole(by_hand, result.hands), view.tournament.scoring
    margin = margin_of(view.tournament, by_hand, result.hands)
    return TeamSheet(
        boards,
        ahead,
        [
            Deal(number, points, difference_of(points), margin_of(view.tournament, [points], 1))
            for number, points in enumerate([] if whole else by_hand, start=1)
        ],
        margin,
        None if whole else scoring.get("deal_cap"),
        victory_points(margin, result.hands if whole else len(by_hand), scoring["spread"]),
        result.hands if whole else 0,
    )


def _pairs(
    view: MatchView, viewer: Viewer, number: int, changes: Mapping[int, dict[str, int]]
) -> list[Pair]:
    match = view.line.match
    tables = {at.pk for at in view.line.games if at.crossed == (number > 1)}
    if not tables and match.status == Match.Status.DONE:
        return []
    if not tables:
        return [Pair(side, _named(match, side, viewer, number)) for side in view.line.sides]
    return [
        Pair(
            side,
            [
                (one, changes.get(one.user.pk))
                for one in people
                if any(row.table_id in tables for row in one.rows)
            ],
        )
        for side, people in zip(view.line.sides, view.players, strict=True)
    ]


def _named(
    match: Match, side: SideView, viewer: Viewer, number: int
) -> list[tuple[Player, dict[str, int] | None]]:
    """Return a team's pair before the table opens, if the viewer may see it."""
    (entry,) = side.entries
    if match.status != Match.Status.DRAWN or not nominations.may_see(match, entry, viewer):
        return []
    pairs = nominations.pairs_of(match, entry)
    return [] if pairs is None else [(Player(user), None) for user in pairs[number - 1]]
