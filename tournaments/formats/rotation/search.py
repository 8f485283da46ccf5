"""Seating a rotation by search, where no table is known for it.

Simulated annealing over the players of each round: two players of a round swap places, and the swap is kept if it
makes partners and opponents more even, or, less and less often, even if it doesn't. The cost of a sequence of
rounds is the sum over all pairs of players of 6·p² + 2·o² + (p+o)², where p is how often they partner and o how
often they oppose each other: a sum of squares is least when all counts are as equal as possible. All arithmetic is
in whole numbers, with randomness from the seed, so that every machine finds the same.
"""

from collections.abc import Sequence
from math import log

from tournaments.formats.shape import lot

PARTNER, OPPONENT, BOTH = 6, 2, 1
MOST_CHANGES = 1_000_000
"""The longest search, in swaps tried: one or two seconds."""
CHANGES_A_SEAT = 2_500

_WORD = (1 << 64) - 1
_STEPS = 64
# -ln of a probability, in 256 steps and in 64ths: how much worse a swap may be, in units of temperature.
_ALLOWANCE = tuple(round(-64 * log((step + 0.5) / 256)) for step in range(256))
HOT, WARM, _COLDEST = 2.5, 1.6, 0.8
"""Temperatures: to start from anything, to improve a good solution, to end with."""

Matrix = list[list[int]]
Row = list[int]
"""A round as a list: four seats per table, then the players who sit out."""


class Counts:
    """How often each pair of `n` players have been partners and opponents, and the cost of once more."""

    def __init__(self, n: int) -> None:
        both = PARTNER + BOTH, OPPONENT + BOTH
        self.partner_gain: Matrix = [[both[0]] * n for _ in range(n)]
        self.opponent_gain: Matrix = [[both[1]] * n for _ in range(n)]
        self.cost = 0

    def partner(self, a: int, b: int, by: int) -> None:
        """Record that two players are partners once more (`by` 1) or once less (-1)."""
        self._note(self.partner_gain, self.opponent_gain, PARTNER + BOTH, a, b, by)

    def oppose(self, a: int, b: int, by: int) -> None:
        """Record that two players are opponents once more (`by` 1) or once less (-1)."""
        self._note(self.opponent_gain, self.partner_gain, OPPONENT + BOTH, a, b, by)

    def table(self, seats: Sequence[int], by: int = 1) -> None:
        """Record a whole table."""
        a, b, c, d = seats
        self.partner(a, c, by)
        self.partner(b, d, by)
        for one, other in ((a, b), (b, c), (c, d), (d, a)):
            self.oppose(one, other, by)

    def _note(self, own: Matrix, other: Matrix, weight: int, a: int, b: int, by: int) -> None:
        self.cost += own[a][b] if by > 0 else 2 * weight - own[a][b]
        own[a][b] += 2 * weight * by
        own[b][a] += 2 * weight * by
        other[a][b] += 2 * BOTH * by
        other[b][a] += 2 * BOTH * by


def least_cost(n: int, tables: int) -> int:
    """Return a lower bound for the cost of `tables` tables among `n` players without a history."""
    pairs = n * (n - 1) // 2

    def even(total: int) -> int:
        each, more = divmod(total, pairs)
        return (pairs - more) * each**2 + more * (each + 1) ** 2

    return PARTNER * even(2 * tables) + OPPONENT * even(4 * tables) + BOTH * even(6 * tables)


def improve(
    rows: list[Row], counts: Counts, seed: str, least: int, changes: int, hottest: float = HOT
) -> None:
    """Make `rows` more even, in place, with at most `changes` swaps; stop at a cost of `least`.

    The players who sit out don't change: only seats are swapped. `counts` must include the rows, and does so again
    afterwards; anything else it includes is history, which counts but doesn't change.
    """
    state = lot(seed, "rotation")
    count = len(rows)
    widths = [len(row) - len(row) % 4 for row in rows]
    best, best_rows = counts.cost, [row[:] for row in rows]
    for step in range(_STEPS if count and changes else 0):
        heat = round(hottest * (_COLDEST / hottest) ** (step / (_STEPS - 1)) * 1024)
        for _ in range(changes // _STEPS):
            state = (state * 6364136223846793005 + 1442695040888963407) & _WORD
            pick = state >> 24
            which = pick % count
            pick //= count
            width = widths[which]
            i = pick % width
            j = (pick // width) % width
            worst = heat * _ALLOWANCE[(state >> 16) & 255] >> 16
            _try(rows[which], i, j, counts, worst)
            if counts.cost < best:
                best, best_rows = counts.cost, [row[:] for row in rows]
                if best <= least:
                    return
    _back_to(best_rows, rows, counts)
    _descend(rows, counts)


def _try(row: Row, i: int, j: int, counts: Counts, worst: int) -> bool:
    """Swap seats `i` and `j` if that costs at most `worst` more; return whether they were swapped."""
    if i >> 2 == j >> 2:
        return (i ^ j) & 1 == 1 and _turn(row, i, j, counts, worst)
    partner, oppose = counts.partner_gain, counts.opponent_gain
    x, y = row[i], row[j]
    xp, xl, xr = row[i ^ 2], row[i ^ 1], row[i ^ 3]
    yp, yl, yr = row[j ^ 2], row[j ^ 1], row[j ^ 3]
    px, py, ox, oy = partner[x], partner[y], oppose[x], oppose[y]
    more = (
        (px[yp] + ox[yl] + ox[yr] + py[xp] + oy[xl] + oy[xr])
        - (px[xp] + ox[xl] + ox[xr] + py[yp] + oy[yl] + oy[yr])
        + 4 * (PARTNER + BOTH + 2 * (OPPONENT + BOTH))
    )
    if more > worst:
        return False
    for who, mate, left, right, by in ((x, xp, xl, xr, -1), (y, yp, yl, yr, -1)):
        _meet(counts, who, mate, left, right, by)
    for who, mate, left, right, by in ((x, yp, yl, yr, 1), (y, xp, xl, xr, 1)):
        _meet(counts, who, mate, left, right, by)
    row[i], row[j] = y, x
    return True


def _meet(counts: Counts, who: int, mate: int, left: int, right: int, by: int) -> None:
    counts.partner(who, mate, by)
    counts.oppose(who, left, by)
    counts.oppose(who, right, by)


def _turn(row: Row, i: int, j: int, counts: Counts, worst: int) -> bool:
    """Swap two opponents of one table, so that all four have another partner."""
    partner, oppose = counts.partner_gain, counts.opponent_gain
    x, y, xp, yp = row[i], row[j], row[i ^ 2], row[j ^ 2]
    parting = oppose[x][xp] - partner[x][xp] + oppose[y][yp] - partner[y][yp]
    joining = partner[x][yp] - oppose[x][yp] + partner[y][xp] - oppose[y][xp]
    if parting + joining + 4 * (PARTNER + OPPONENT) > worst:
        return False
    for a, b, by in ((x, xp, -1), (y, yp, -1), (x, yp, 1), (y, xp, 1)):
        counts.partner(a, b, by)
        counts.oppose(a, b, -by)
    row[i], row[j] = y, x
    return True


def _back_to(best: list[Row], rows: list[Row], counts: Counts) -> None:
    for old, new in zip(rows, best, strict=True):
        for first in range(0, len(old) - 3, 4):
            counts.table(old[first : first + 4], -1)
            counts.table(new[first : first + 4])
        old[:] = new


def _descend(rows: list[Row], counts: Counts) -> None:
    """Swap pairs while that helps."""
    helped = True
    while helped:
        helped = False
        for row in rows:
            width = len(row) - len(row) % 4
            for i in range(width):
                for j in range(i + 1, width):
                    helped = _try(row, i, j, counts, -1) or helped
