"""Who sits where at the tables of a rotation: partners stay opposite each other; the table may be turned and
mirrored.

Everybody should sit in one direction (the first and third seat) as often as in the other, which the comparison of
shared deals needs; deal first equally often, give or take one; then sit in each seat about equally often, and not
always play after the same opponent.

Directions come first: tables are turned by one seat, by threshold accepting (G. Dueck and T. Scheuer 1990), until
everybody is balanced to within one. That isn't always possible: each turn changes four balances by two, so the
numbers can contradict each other, and a few players then stay at two (or at three, with too few rounds to choose).
First deals are exchanged along chains of partners, and can be balanced to within one where directions are: each
side deals first half as often as it sits there, and a flow of halves can be rounded to integers. Where they
aren't, chains through opponents do it. The rest is improved by turning and mirroring one table after the other.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from tournaments.formats.rotation.quality import OPPONENTS, Table

Way = tuple[int, ...]
WAYS: tuple[Way, ...] = ((0, 1, 2, 3), (2, 1, 0, 3), (0, 3, 2, 1), (2, 3, 0, 1))
"""The four ways to seat two given partnerships that keep their directions."""
PASSES = 8
SEAT, FIRST = 2, 1000
"""The weights of a repeated seat (relative to a repeated left neighbour) and of a repeated first deal, which
dominates.
"""
TURNS, TURNS_A_TABLE = 20_000, 500
_WORD = (1 << 64) - 1

Rounds = list[list[Table]]
Spot = tuple[int, int]
"""A table's position: the index of the round, and its own."""


class Seating:
    """Counts of seats and left neighbours; fewer repeats cost less."""

    def __init__(self, history: Iterable[Table] = ()) -> None:
        self.seats: Counter[tuple[int, int]] = Counter()
        self.left: Counter[tuple[int, int]] = Counter()
        for table in history:
            self.note(table, 1)

    def note(self, table: Sequence[int], by: int) -> None:
        """Count a table (`by` 1), or undo that (-1)."""
        for seat, who in enumerate(table):
            self.seats[who, seat] += by
        for a, b in OPPONENTS:
            self.left[table[a], table[b]] += by

    def cost(self, table: Sequence[int]) -> int:
        """Return what this seating of a table would add to the sum of squares."""
        seats = sum(self.seats[who, seat] for seat, who in enumerate(table))
        left = sum(self.left[table[a], table[b]] for a, b in OPPONENTS)
        return SEAT * seats + FIRST * self.seats[table[0], 0] + left

    def direction(self, who: int) -> int:
        """Return how many more times somebody sat in the first direction than in the other."""
        ahead, across = (0, 2), (1, 3)
        return sum(self.seats[who, seat] for seat in ahead) - sum(
            self.seats[who, seat] for seat in across
        )


def seat(rounds: Rounds, history: Iterable[Table] = ()) -> None:
    """Turn and mirror the tables of `rounds`, in place, while that makes the seats more even (`history` is
    unchanged).
    """
    seating = Seating(history)
    _face(rounds, seating)
    for tables in rounds:
        for table in tables:
            seating.note(table, 1)
    _turn_while_it_helps(rounds, seating)
    for mates in (2,), (1, 2, 3):
        while _pass_a_first_deal_on(rounds, seating, mates):
            pass
    _turn_while_it_helps(rounds, seating)


def _face(rounds: Rounds, seating: Seating) -> None:
    """Turn tables by one seat until everybody's directions are balanced to within one, or for a few thousand
    tries.

    `seating` holds what was played before, without these rounds.
    """
    spots = [(number, place) for number, row in enumerate(rounds) for place in range(len(row))]
    tables = [rounds[number][place] for number, place in spots]
    field = {who for table in tables for who in table}
    balance = {who: seating.direction(who) for who in field}
    ways = [1] * len(tables)
    for a, b, c, d in tables:
        for who, by in ((a, 1), (b, -1), (c, 1), (d, -1)):
            balance[who] += by
    least = sum(value % 2 for value in balance.values())
    cost = sum(value * value for value in balance.values())
    best, best_ways = cost, ways[:]
    state = 1
    turns = min(TURNS, TURNS_A_TABLE * len(tables))
    for turn in range(turns):
        if best == least:
            break
        state = (state * 6364136223846793005 + 1442695040888963407) & _WORD
        pick = (state >> 33) % len(tables)
        a, b, c, d = tables[pick]
        way = ways[pick]
        more = 16 + 4 * way * (balance[b] + balance[d] - balance[a] - balance[c])
        # Slightly worse steps are accepted now and then, less and less often.
        dear = state >> 20 & (7 if 2 * turn < turns else 63)
        if more > 8 or (more > 0 and dear):
            continue
        ways[pick] = -way
        for who, by in ((a, -2), (b, 2), (c, -2), (d, 2)):
            balance[who] += by * way
        cost += more
        if cost < best:
            best, best_ways = cost, ways[:]
    for (number, place), (a, b, c, d), way in zip(spots, tables, best_ways, strict=True):
        rounds[number][place] = (a, b, c, d) if way > 0 else (b, c, d, a)


def _turn_while_it_helps(rounds: Rounds, seating: Seating) -> None:
    for _ in range(PASSES):
        turned = [
            _better(tables, place, seating) for tables in rounds for place in range(len(tables))
        ]
        if not any(turned):
            return


def _pass_a_first_deal_on(rounds: Rounds, seating: Seating, seats: Sequence[int]) -> bool:
    """Let somebody deal first once less and somebody with at least two fewer once more, if possible.

    First deals pass to players in `seats` of the same table. The chain may run through others, whose number
    doesn't change: each gives up a first deal at one table and gets one at another.
    """
    own: dict[int, list[Spot]] = {who: [] for row in rounds for table in row for who in table}
    for number, row in enumerate(rounds):
        for place, table in enumerate(row):
            own[table[0]].append((number, place))
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
                    rounds[number][place] = _dealing(table, who, seating)
                    seating.note(rounds[number][place], 1)
                    who = before
                return True
            for number, place in own[who]:
                table = rounds[number][place]
                for other in sorted(table[seat] for seat in seats):
                    if other != giver and other not in came:
                        came[other] = (who, (number, place))
                        reached.append(other)
    return False


def _dealing(table: Table, who: int, seating: Seating) -> Table:
    """Return a table, which isn't counted, in the better of the two seatings in which `who` deals first."""
    a, b, c, d = (table[(table.index(who) + seat) % 4] for seat in range(4))
    return min(((a, b, c, d), (a, d, c, b)), key=seating.cost)


def _better(tables: list[Table], place: int, seating: Seating) -> bool:
    """Turn or mirror a table if that is better; return whether it is."""
    table = tables[place]
    seating.note(table, -1)
    ways = [(table[way[0]], table[way[1]], table[way[2]], table[way[3]]) for way in WAYS]
    best = min(ways, key=seating.cost)
    helps = seating.cost(best) < seating.cost(table)
    tables[place] = best if helps else table
    seating.note(tables[place], 1)
    return helps
