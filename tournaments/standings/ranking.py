"""Ranks: points first, then the tie-breaks in the organizer's order, each applied to those still tied.

Source of the procedure: FIDE C.07, 4.2. Entrants tied in everything share a rank.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from games.engine.sentences import message
from tournaments.standings import encounter
from tournaments.standings.catalogue import HEAD_TO_HEAD, TIE_BREAKS
from tournaments.standings.field import Field, Kind
from tournaments.standings.model import Entrant, MatchResult, StandingsError, tidy
from tournaments.standings.policy import Policy
from tournaments.standings.reasons import Reason
from tournaments.standings.tie_breaks import VALUES


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the standings.

    `penalty` is what the organizer deducted; `points` don't include it, but include `brought`, the points from an
    earlier stage. `played`, `won`, `drawn` and `lost` count matches at a table, without forfeits and byes.
    `tie_breaks` gives the value of each tie-break in the policy's order, None where it has none (head-to-head where
    nobody was tied).
    """

    rank: int
    shared: bool
    key: int
    name: str
    played: int
    won: int
    drawn: int
    lost: int
    forfeits_won: int
    forfeits_lost: int
    byes: int
    points: Decimal
    penalty: Decimal
    brought: Decimal
    score_for: int
    score_against: int
    tie_breaks: Mapping[str, Decimal | None]


class Standings:
    """The rows from first to last, with the reasons for their order."""

    def __init__(self, field: Field, order: "_Order") -> None:
        self.rows: tuple[Row, ...] = tuple(_rows(field, order))
        self._field = field
        self._order = order
        self._index = {row.key: index for index, row in enumerate(self.rows)}

    def __getitem__(self, index: int) -> Row:
        return self.rows[index]

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def row(self, key: int) -> Row:
        """Return the row of an entrant. Raises StandingsError "unknown_entry"."""
        try:
            return self.rows[self._index[key]]
        except KeyError:
            raise StandingsError(
                "unknown_entry", message("Entry %(key)s isn’t in these standings.", key=key)
            ) from None

    def why_above(self, first: int, second: int) -> Reason:
        """Return what decided between two entrants, given in either order.

        Raises StandingsError: "unknown_entry", or "same_entry" when both are the same.
        """
        rows = sorted((self.row(first), self.row(second)), key=lambda row: self._index[row.key])
        if first == second:
            raise StandingsError(
                "same_entry", message("Both are the same entry. Choose two to compare.")
            )
        return self._order.reason(self._field, rows[0], rows[1])


def rank(
    entries: Sequence[Entrant],
    results: Sequence[MatchResult],
    policy: Policy,
    *,
    rounds: int | None = None,
) -> Standings:
    """Return the standings after `results`.

    `rounds` is the number of finished rounds, by default the highest that occurs: an entrant of a Swiss with no
    result in one of them was away, which tie-breaks count as a zero-point bye. The order of `entries` and `results`
    changes nothing, except that entrants who share a rank are listed in the order of `entries`.

    Raises StandingsError for results that contradict themselves or the field.
    """
    over = max((result.round for result in results), default=0) if rounds is None else rounds
    field = Field(entries, results, policy, over)
    return Standings(field, _Order(field))


class _Order:
    """The groups from first to last, and for each entrant the part that each criterion assigned."""

    def __init__(self, field: Field) -> None:
        self.codes = field.policy.tie_breaks
        self.values: dict[str, dict[int, int | None]] = {}
        for code in self.codes:
            if code != HEAD_TO_HEAD:
                self.values[code] = VALUES[code](field)
        self.head_to_head: dict[int, Fraction] = {}
        self.tables: list[encounter.Application] = []
        self.path: dict[int, list[int]] = {key: [] for key in field.records}
        self.groups: list[list[int]] = []
        by_points = _classes(list(field.records), field.points, fewer=False)
        for part, group in enumerate(by_points):
            self._note(group, part)
            self._refine(field, group, 0)

    def _refine(self, field: Field, group: list[int], depth: int) -> None:
        if len(group) == 1 or depth == len(self.codes):
            self.groups.append(group)
            return
        for part, smaller in enumerate(self._parts(field, group, self.codes[depth])):
            self._note(smaller, part)
            self._refine(field, smaller, depth + 1)

    def _note(self, group: list[int], part: int) -> None:
        for key in group:
            self.path[key].append(part)

    def _parts(self, field: Field, group: list[int], code: str) -> list[list[int]]:
        if code != HEAD_TO_HEAD:
            return _classes(group, self.values[code], TIE_BREAKS[code].fewer)
        parts, tables = encounter.split(field, group)
        self.head_to_head.update(tables[0].points)
        self.tables += tables
        return parts

    def shown(self, code: str, key: int) -> Decimal | None:
        """Return the value of a tie-break as people read it."""
        if code == HEAD_TO_HEAD:
            found = self.head_to_head.get(key)
            return None if found is None else tidy(round(found), TIE_BREAKS[code].scale)
        value = self.values[code][key]
        return None if value is None else tidy(value, TIE_BREAKS[code].scale)

    def reason(self, field: Field, above: Row, below: Row) -> Reason:
        """Return what separated two rows, `above` being the higher one."""
        paths = zip(self.path[above.key], self.path[below.key], strict=False)
        depth = next((index for index, (a, b) in enumerate(paths) if a != b), None)
        names = (str(field.entrants[above.key]), str(field.entrants[below.key]))
        if depth is None:
            level = ("points", *self.codes)
            return Reason("shared", *names, points=above.points, level=level, rank=above.rank)
        if depth == 0:
            return Reason("points", *names, above.points, values=(above.points, below.points))
        code, level = self.codes[depth - 1], ("points", *self.codes[: depth - 1])
        if code == HEAD_TO_HEAD:
            return self._met(names, above, below, level)
        values = (self.shown(code, above.key), self.shown(code, below.key))
        return Reason(code, *names, points=above.points, values=values, level=level)

    def _met(
        self, names: tuple[str, str], above: Row, below: Row, level: tuple[str, ...]
    ) -> Reason:
        table = next(
            table
            for table in self.tables
            if above.key in table.place
            and below.key in table.place
            and table.place[above.key] != table.place[below.key]
        )
        values = (
            tidy(round(table.points[above.key]), 2),
            tidy(round(table.points[below.key]), 2),
        )
        return Reason(
            HEAD_TO_HEAD,
            *names,
            points=above.points,
            values=values,
            level=level,
            among=len(table.place),
            complete=table.complete,
        )


def _classes(
    group: list[int], values: Mapping[int, int | None] | Mapping[int, int], fewer: bool
) -> list[list[int]]:
    """Return `group` by value, best first; entrants without a value come last."""
    found: defaultdict[int | None, list[int]] = defaultdict(list)
    for key in group:
        found[values[key]].append(key)
    ranked = sorted((value for value in found if value is not None), reverse=not fewer)
    return [found[value] for value in ranked] + ([found[None]] if None in found else [])


def _rows(field: Field, order: _Order) -> Iterator[Row]:
    place = 1
    for group in order.groups:
        for key in group:
            yield _row(field, order, key, place, shared=len(group) > 1)
        place += len(group)


_NONE = dict.fromkeys(Kind, 0)


def _row(field: Field, order: _Order, key: int, place: int, shared: bool) -> Row:
    records = field.records[key]
    count = _NONE.copy()
    for record in records:
        count[record.kind] += 1
    return Row(
        rank=place,
        shared=shared,
        key=key,
        name=str(field.entrants[key]),
        played=count[Kind.WON] + count[Kind.DRAWN] + count[Kind.LOST],
        won=count[Kind.WON],
        drawn=count[Kind.DRAWN],
        lost=count[Kind.LOST],
        forfeits_won=count[Kind.FORFEIT_WON],
        forfeits_lost=count[Kind.FORFEIT_LOST],
        byes=count[Kind.BYE] + count[Kind.HALF_BYE] + count[Kind.ZERO_BYE],
        points=tidy(field.points[key], 2),
        penalty=tidy(field.penalties[key], 2),
        brought=tidy(field.brought[key], 2),
        score_for=sum(record.score_for for record in records),
        score_against=sum(record.score_against for record in records),
        tie_breaks={code: order.shown(code, key) for code in order.codes},
    )
