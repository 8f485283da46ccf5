"""Who sits where at the tables of a rotation: partners stay opposite each other, the table may be turned and mirrored.

Everybody should deal first equally often, give or take one; then sit in each seat about equally often, and not always
play after the same opponent. The first can always be had where all play equally often (each player's share of first
deals is a quarter of each own table, and a flow of quarters can be made whole), and is had by moving first deals along
chains of tables; the others come as far as turning and mirroring one table after the other leads.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from tournaments.formats.rotation_quality import OPPONENTS, Table

Way = tuple[int, ...]
WAYS: tuple[Way, ...] = tuple(
    tuple((turn + step * way) % 4 for step in range(4)) for turn in range(4) for way in (1, -1)
)
"""The eight ways to seat two given partnerships: four turns, each as it is and mirrored."""
PASSES = 8
SEAT, FIRST = 2, 1000
"""What a repeated seat weighs against a repeated left neighbour; a repeated first deal outweighs all others together."""


Rounds = list[list[Table]]
Spot = tuple[int, int]
"""A table's place: the round's index and its own."""


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
        return SEAT * seats + FIRST * self.seats[table[0], 0] + left


def seat(rounds: Rounds, history: Iterable[Table] = ()) -> None:
    """Turn and mirror the tables of `rounds`, in place, while that evens out the seats (history stays as it was)."""
    seating = Seating(history)
    for tables in rounds:
        for table in tables:
            seating.note(table, 1)
    _turn_while_it_helps(rounds, seating)
    while _pass_a_first_deal_on(rounds, seating):
        pass
    for _ in range(PASSES):
        _turn_while_it_helps(rounds, seating)
        if not _exchange_first_deals(rounds, seating):
            return


def _turn_while_it_helps(rounds: Rounds, seating: Seating) -> None:
    for _ in range(PASSES):
        turned = [
            _better(tables, place, seating) for tables in rounds for place in range(len(tables))
        ]
        if not any(turned):
            return


def _exchange_first_deals(rounds: Rounds, seating: Seating) -> bool:
    """Let two who meet at two tables exchange their first deals there, where that evens out the seats; say if any did."""
    own = _first_deals(rounds)
    helped = False
    for spot in [(number, place) for number, row in enumerate(rounds) for place in range(len(row))]:
        table = rounds[spot[0]][spot[1]]
        dealer = table[0]
        for mate in table[1:]:
            at = next((at for at in own[mate] if _exchange(rounds, (spot, at), seating)), None)
            if at is not None:
                own[dealer].remove(spot)
                own[mate].remove(at)
                own[dealer].append(at)
                own[mate].append(spot)
                helped = True
                break
    return helped


def _exchange(rounds: Rounds, spots: tuple[Spot, Spot], seating: Seating) -> bool:
    """Let the first dealers of two tables, if they sit at both, deal first at the other's if that is better; say if it is."""
    (number, place), (later, there) = spots
    one, two = rounds[number][place], rounds[later][there]
    if one[0] not in two:
        return False
    seating.note(one, -1)
    before = seating.cost(one)
    seating.note(two, -1)
    before += seating.cost(two)
    new_one, cost = _best(one, _dealing(one, two[0]), seating)
    seating.note(new_one, 1)
    new_two, more = _best(two, _dealing(two, one[0]), seating)
    helps = cost + more < before
    if not helps:
        seating.note(new_one, -1)
        seating.note(one, 1)
        new_one, new_two = one, two
    seating.note(new_two, 1)
    rounds[number][place], rounds[later][there] = new_one, new_two
    return helps


def _first_deals(rounds: Rounds) -> dict[int, list[Spot]]:
    """Where each player deals first; of everybody who sits anywhere."""
    own: dict[int, list[Spot]] = {who: [] for row in rounds for table in row for who in table}
    for number, row in enumerate(rounds):
        for place, table in enumerate(row):
            own[table[0]].append((number, place))
    return own


def _pass_a_first_deal_on(rounds: Rounds, seating: Seating) -> bool:
    """Let somebody deal first once less and somebody else, who has two or more fewer, once more, if that can be.

    Between the two may stand others, whose number stays: each hands a first deal on at one table and gets one at another.
    """
    own = _first_deals(rounds)
    dealt = {who: seating.seats[who, 0] for who in own}
    for giver in sorted(dealt, key=lambda who: (-dealt[who], who)):
        came: dict[int, tuple[int, Spot]] = {}
        reached = [giver]
        for who in reached:
            if dealt[who] <= dealt[giver] - 2:
                while who != giver:
                    before, (number, place) = came[who]
                    table = rounds[number][place]
                    seating.note(table, -1)
                    rounds[number][place], _ = _best(table, _dealing(table, who), seating)
                    seating.note(rounds[number][place], 1)
                    who = before
                return True
            for spot in own[who]:
                for other in sorted(rounds[spot[0]][spot[1]][1:]):
                    if other != giver and other not in came:
                        came[other] = (who, spot)
                        reached.append(other)
    return False


def _dealing(table: Table, who: int) -> list[Way]:
    """The two ways in which `who` deals first."""
    return [way for way in WAYS if table[way[0]] == who]


def _best(table: Table, ways: Iterable[Way], seating: Seating) -> tuple[Table, int]:
    """Return a table, which isn't counted, in the best of some ways, and what that costs."""
    turned = [(table[way[0]], table[way[1]], table[way[2]], table[way[3]]) for way in ways]
    best = min(turned, key=seating.cost)
    return best, seating.cost(best)


def _better(tables: list[Table], place: int, seating: Seating) -> bool:
    """Turn or mirror a table if it is better so; say whether it is."""
    table = tables[place]
    seating.note(table, -1)
    best, cost = _best(table, WAYS, seating)
    helps = cost < seating.cost(table)
    tables[place] = best if helps else table
    seating.note(tables[place], 1)
    return helps
