"""Who sits where at the tables of a rotation: partners stay opposite each other, the table may be turned and mirrored.

A player should deal first about as often as everybody, sit in each seat about equally often, and not always play after
the same opponent.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from tournaments.formats.rotation_quality import OPPONENTS, Table

WAYS = tuple(
    tuple((turn + step * way) % 4 for step in range(4)) for turn in range(4) for way in (1, -1)
)
"""The eight ways to seat two given partnerships: four turns, each as it is and mirrored."""
PASSES = 8
SEAT = 2
"""What a repeated seat weighs against a repeated left neighbour; a repeated first deal weighs one more."""


class Seating:
    """Counts of seats and left neighbours; the fewer of them repeat, the less it costs."""

    def __init__(self, history: Iterable[Table] = ()) -> None:
        self.seats: Counter[tuple[int, int]] = Counter()
        self.left: Counter[tuple[int, int]] = Counter()
        for table in history:
            self.note(table, 1)

    def note(self, table: Sequence[int], by: int) -> None:
        """Count a table (`by` 1), or take it back (-1)."""
        for seat, who in enumerate(table):
            self.seats[who, seat] += by
        for a, b in OPPONENTS:
            self.left[table[a], table[b]] += by

    def cost(self, table: Sequence[int]) -> int:
        """Return what seating a table so would add to the sum of squares."""
        seats = sum(self.seats[who, seat] for seat, who in enumerate(table))
        left = sum(self.left[table[a], table[b]] for a, b in OPPONENTS)
        return SEAT * seats + self.seats[table[0], 0] + left


def seat(rounds: list[list[Table]], history: Iterable[Table] = ()) -> None:
    """Turn and mirror the tables of `rounds`, in place, while that evens out the seats (history stays as it was)."""
    seating = Seating(history)
    for tables in rounds:
        for table in tables:
            seating.note(table, 1)
    for _ in range(PASSES):
        turned = [
            _better(tables, place, seating) for tables in rounds for place in range(len(tables))
        ]
        if not any(turned):
            return


def _better(tables: list[Table], place: int, seating: Seating) -> bool:
    table = tables[place]
    seating.note(table, -1)
    best, least = table, seating.cost(table)
    for way in WAYS:
        turned = (table[way[0]], table[way[1]], table[way[2]], table[way[3]])
        cost = seating.cost(turned)
        if cost < least:
            best, least = turned, cost
    seating.note(best, 1)
    tables[place] = best
    return best != table
