"""Compiled value of a game: the chance to win it after a hand, by totals, bags and sets, from a table of whole numbers.

Everything is whole numbers, so that every machine finds the same.
"""

from typing import Any, Final, NamedTuple

import numpy as np
from numba import njit

from games.bots.search_rules import contract_left
from games.engine.batch_kernel import NEVER, Terms, score

STEP: Final = 64
"""Places between two rows of a table are counted in such parts."""
BITS: Final = 24
SURE: Final = 1 << BITS
"""The chance of a game that is won."""
HALF: Final = SURE >> 1


class Stakes(NamedTuple):
    """What a game stood at before the hand, and its rules and table, as numbers. A single hand that counts by its points is
    not `on`.
    """

    on: bool
    terms: Terms
    target: int
    loss_limit: int
    spread: int
    set_limit: int
    in_a_row: int
    nil_is_set: bool
    left: int
    """How many hands may follow; NEVER if there is no last one."""
    horizon: int
    """How many hands the table supposes to follow, if it counts hands."""
    dealer: int
    """The side that deals the next hand."""
    totals: Any
    bags: Any
    sets: Any
    running: Any
    by_hands: bool
    """Whether the table counts hands and the lead, not what the sides lack of the target."""
    unit: int
    """How many points the rules count for ten of the table."""
    table: Any
    """(sets or hands, own bags, other's bags, own distance, other's distance): 65,535 times the chance of the side that deals next."""
    sets_known: int
    """How many numbers of sets the table tells apart."""
    bag_places: Any
    places: Any
    """By bags carried, and by distance or lead, where in the table to look, in parts of a row."""


def _look_up(table: Any, row: int, a: int, b: int, x: int, y: int) -> Any:
    """Return the chance between the table's rows: each place is a row's number and a part of the way to the next."""
    total = np.int64(0)
    for corner in range(16):
        weight = np.int64(1)
        ia, ib, ix, iy = a // STEP, b // STEP, x // STEP, y // STEP
        part = a % STEP
        if corner & 1:
            weight *= part
            ia += 1
        else:
            weight *= STEP - part
        part = b % STEP
        if corner & 2:
            weight *= part
            ib += 1
        else:
            weight *= STEP - part
        part = x % STEP
        if corner & 4:
            weight *= part
            ix += 1
        else:
            weight *= STEP - part
        part = y % STEP
        if corner & 8:
            weight *= part
            iy += 1
        else:
            weight *= STEP - part
        if weight:
            total += weight * np.int64(table[row, ia, ib, ix, iy])
    # Sixteen bits by the table, 24 by the weights: a value of 65,535 is a chance of 1.
    return (total + (total >> 16)) >> (40 - BITS)


def _pair(stakes: Stakes, totals: Any, bags: Any, lost: Any, one: int, other: int) -> Any:
    """Return the chance that `one`, which deals before `other`, wins between the two."""
    a, b = stakes.bag_places[bags[one]], stakes.bag_places[bags[other]]
    last = len(stakes.places) - 1
    if stakes.by_hands:
        lead = stakes.terms.sign * (totals[one] - totals[other]) * 10 // stakes.unit
        rows = len(stakes.table)
        left = stakes.horizon
        if left > rows:
            # A lead counts less, the more hands follow.
            lead = np.int64(lead * np.sqrt(rows / left))
            left = rows
        place = min(max(lead + last // 2, 0), last)
        return look_up(stakes.table, max(left, 1) - 1, a, b, stakes.places[place], 0)
    x = max((stakes.target - totals[one]) * 10 // stakes.unit, 0)
    y = max((stakes.target - totals[other]) * 10 // stakes.unit, 0)
    beyond = max(x, y) - last
    if beyond > 0:
        x, y = max(x - beyond, 0), max(y - beyond, 0)
    known = stakes.sets_known
    row = lost[one] * known + lost[other]
    return look_up(stakes.table, row, a, b, stakes.places[x], stakes.places[y])


def _chance(stakes: Stakes, totals: Any, bags: Any, sets: Any, running: Any, side: int) -> Any:
    """Return a side's chance to win the game that stands like this after a hand, of `SURE`."""
    terms = stakes.terms
    sides = terms.sides
    lost: Any = np.zeros(sides, dtype=np.int64)
    out = np.zeros(sides, dtype=np.int64)
    losers = 0
    most, least = totals[0], totals[0]
    for each in range(sides):
        most, least = max(most, totals[each]), min(least, totals[each])
        more: Any = NEVER
        if stakes.set_limit != NEVER:
            more = stakes.set_limit - sets[each]
        if stakes.in_a_row != NEVER:
            rest = stakes.in_a_row - running[each]
            more = rest if more == NEVER else min(more, rest)
        if more != NEVER or stakes.set_limit != NEVER or stakes.in_a_row != NEVER:
            if more <= 0:
                out[each] = 1
                losers += 1
            lost[each] = max(0, stakes.sets_known - max(more, 0))
            lost[each] = min(lost[each], stakes.sets_known - 1)
    if losers == sides:
        out[:] = 0
    best = second = np.int64(-(1 << 40))
    winner: Any = 0
    shared = 0
    for each in range(sides):
        key = terms.sign * totals[each] - (np.int64(1) << 30) * out[each]
        if key > best:
            best, second, winner, shared = key, best, each, 1
        elif key == best:
            second = key
            shared += 1
        elif key > second:
            second = key
    over = losers > 0 or stakes.left == 0
    if stakes.target != NEVER and most >= stakes.target:
        over = True
    if stakes.loss_limit != NEVER and least <= -stakes.loss_limit:
        over = True
    if stakes.spread != NEVER and best - second >= stakes.spread:
        over = True
    if over and shared == 1:
        return SURE if winner == side else 0
    if over:
        key = terms.sign * totals[side] - (np.int64(1) << 30) * out[side]
        if key < best:
            return 0
        # Level: the win is shared, or another hand decides.
        return SURE // shared
    if sides == 2:
        first = stakes.dealer
        value = pair(stakes, totals, bags, lost, first, 1 - first)
        return value if side == first else SURE - value
    # Of several, each side's share is the product of its chances against every other.
    own = every = 0.0
    for each in range(sides):
        product = 1.0
        for other in range(sides):
            if other != each:
                # The one that deals sooner comes first.
                if (each - stakes.dealer) % sides < (other - stakes.dealer) % sides:
                    value = pair(stakes, totals, bags, lost, each, other)
                else:
                    value = SURE - pair(stakes, totals, bags, lost, other, each)
                product *= value / SURE
        every += product
        if each == side:
            own = product
    return np.int64(own / every * SURE) if every > 0.0 else SURE // sides


def _is_set(stakes: Stakes, side: int, bids: Any, won: Any) -> Any:
    """Return whether a side was set in a hand (docs/rules.md 6.6)."""
    terms = stakes.terms
    contract: Any = 0
    for seat in range(side, terms.players, terms.sides):
        value = np.int64(bids[seat]) & 31
        if value == 0 and stakes.nil_is_set and won[seat]:
            return True
        if value and value != 31:
            contract += value
    return contract > 0 and contract_left(terms, side, bids, won) > 0


def _after(stakes: Stakes, bids: Any, won: Any, revoked: Any, side: int) -> Any:
    """Return a side's chance to win the game after a hand with these bids and tricks."""
    sides = stakes.terms.sides
    totals = np.empty(sides, dtype=np.int64)
    bags = np.empty(sides, dtype=np.int64)
    sets = np.empty(sides, dtype=np.int64)
    running = np.empty(sides, dtype=np.int64)
    for each in range(sides):
        points, _new, carried = score(
            stakes.terms, each, bids, won, stakes.bags[each], revoked[each]
        )
        totals[each] = stakes.totals[each] + points
        bags[each] = carried
        now = is_set(stakes, each, bids, won)
        sets[each] = stakes.sets[each] + now
        running[each] = stakes.running[each] + 1 if now else 0
    return chance(stakes, totals, bags, sets, running, side)


def _after_each(stakes: Stakes, bids: Any, rows: Any, side: int, found: Any) -> None:
    """Fill in a side's chance after each row of tricks won, by seat, when nobody revoked."""
    revoked = np.zeros(stakes.terms.sides, dtype=np.bool_)
    for row in range(len(rows)):
        found[row] = after(stakes, bids, rows[row], revoked, side)


look_up: Any = njit(cache=True)(_look_up)
pair: Any = njit(cache=True)(_pair)
chance: Any = njit(cache=True)(_chance)
is_set: Any = njit(cache=True)(_is_set)
after: Any = njit(cache=True)(_after)
after_each: Any = njit(cache=True)(_after_each)
