"""Head-to-head ("direct encounter"): the matches that tied entrants played among themselves.

Source: FIDE C.07, article 6. The group's own table counts each pair's matches by their average (6.1.2); forfeits
count only where pairings are predetermined (6.1.1, 15.2). If all have met, that table ranks them, and the procedure
repeats for those who are still tied (6.2). If not, an entrant comes first if no result of the missing matches could
change that; then the next, and the procedure repeats for the rest (6.3).
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.standings.field import FORFEITS, Field, Kind


@dataclass(frozen=True, slots=True)
class Application:
    """One table among tied entrants: their points in it (hundredths) and the resulting places, 0 the best."""

    points: dict[int, Fraction]
    place: dict[int, int]
    complete: bool


def split(field: Field, group: Sequence[int]) -> tuple[list[list[int]], list[Application]]:
    """Return `group` in parts, best first, and every table that was computed, the first for the whole group."""
    tables: list[Application] = []
    return _apply(field, list(group), tables), tables


def _apply(field: Field, group: list[int], tables: list[Application]) -> list[list[int]]:
    table = _Table(field, group)
    parts = table.classes() if table.complete else table.certain_first()
    place = {key: index for index, part in enumerate(parts) for key in part}
    tables.append(Application(table.points, place, table.complete))
    if len(parts) == 1:
        return parts
    return [
        smaller
        for part in parts
        for smaller in (_apply(field, part, tables) if len(part) > 1 else [part])
    ]


class _Table:
    def __init__(self, field: Field, group: list[int]) -> None:
        self.group = group
        members = set(group)
        self.points: dict[int, Fraction] = {}
        self.missing: dict[int, int] = {}
        for key in group:
            met: defaultdict[int, list[int]] = defaultdict(list)
            for opponent, points in _encounters(field, key):
                if opponent in members:
                    met[opponent].append(points)
            self.points[key] = sum(
                (Fraction(sum(scored), len(scored)) for scored in met.values()), Fraction()
            )
            self.missing[key] = len(group) - 1 - len(met)
        self.complete = not any(self.missing.values())
        self.win, self.loss = field.most, field.worth[Kind.LOST]

    def classes(self) -> list[list[int]]:
        """Return the group by points; tied entrants stay together, in the given order."""
        found: defaultdict[Fraction, list[int]] = defaultdict(list)
        for key in self.group:
            found[self.points[key]].append(key)
        return [found[points] for points in sorted(found, reverse=True)]

    def certain_first(self) -> list[list[int]]:
        """Return those who would come first whatever the results of the missing matches, one by one, then the rest."""
        low = {key: self.points[key] + self.missing[key] * self.loss for key in self.group}
        high = {key: self.points[key] + self.missing[key] * self.win for key in self.group}
        rest = sorted(self.group, key=lambda key: low[key], reverse=True)
        certain = []
        while len(rest) > 1 and low[rest[0]] > max(high[key] for key in rest[1:]):
            certain.append([rest.pop(0)])
        return [*certain, [key for key in self.group if key in set(rest)]]


def _encounters(field: Field, key: int) -> Iterator[tuple[int, int]]:
    counts_forfeits = field.policy.predetermined
    for record in field.records[key]:
        if record.opponent is not None and (
            record.played or (counts_forfeits and record.kind in FORFEITS)
        ):
            yield record.opponent, record.points
