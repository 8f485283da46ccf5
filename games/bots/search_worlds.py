"""Compiled dealing of hidden cards: every deal that fits what a seat knows is equally likely.

The hidden cards fall into classes: the suits that the same holders may hold. Each class is split among its holders
with the probability of that split among all complete deals, which a table of the number of ways to deal the rest
gives; within a class any order of the cards is as likely as any other. So a deal never fails, however tight the
constraints are, and no deal is rejected.
"""

from math import factorial
from typing import Any, Final, NamedTuple

import numpy as np
from numba import njit

from games.engine.batch_kernel import HALF, NONE, ONE, below, mixed, trailing_zeros
from games.engine.cards import SUIT_MASKS

HOLDERS: Final = 4
"""At most four others hold hidden cards: four seats, or one seat and its discards in the draw for two."""
SUITS: Final = np.array(SUIT_MASKS, dtype=np.uint64)
CARDS: Final = 54
"""A pack has no more, whatever numbers its cards have."""
TINY: Final = 2.0**-32
INVERSE: Final = np.array([1 / factorial(number) for number in range(CARDS + 1)])
"""By number of cards, 1 over the number of their orders."""


class Plan(NamedTuple):
    """How to deal the hidden cards: the classes' cards one after the other, those that anyone may hold last."""

    need: Any
    """(holders,): how many cards each holder gets."""
    cards: Any
    """The hidden cards, by class; shuffled within a class by each deal."""
    starts: Any
    """Where each class begins in `cards`, and where the last one ends."""
    keys: Any
    """The holders of each class, as bits."""
    classes: int
    """How many classes not everybody may hold."""
    shares: Any
    """(class, cards): the weight of giving the last holder so many cards of the class, without their order."""
    ways: Any
    """(class, dealt): the relative number of ways to deal this class and all later ones, given how many cards the
    first three holders have already; the fourth has the rest.
    """


def _plan(hidden: Any, need: Any, voids: Any, kept: Any, odds: float) -> Any:
    """Return the plan for cards dealt to holders of whom `voids` says, as bits, which suits they can't hold.

    Voids that no deal can fit are ignored. In the draw for two, the last holder chose which cards to keep: a card of
    the set `kept` is with that holder rather than in the pile with `odds` times the odds of another card.
    """
    plan = arrange(hidden, need, voids, kept, odds)
    if plan.classes and plan.ways[0, 0] == 0.0:
        return arrange(hidden, need, np.zeros_like(voids), kept, odds)
    return plan


def _arrange(hidden: Any, need: Any, voids: Any, kept: Any, odds: float) -> Plan:
    """Return the plan; its first number of ways is 0 if no deal fits."""
    cards = np.empty(CARDS, dtype=np.uint8)
    starts = np.zeros(8, dtype=np.int64)
    keys = np.zeros(6, dtype=np.int64)
    shares = np.empty((6, CARDS + 1))
    shares[:] = INVERSE
    everybody = 0
    for holder in range(HOLDERS):
        if need[holder]:
            everybody |= 1 << holder
    by_suit = np.zeros(4, dtype=np.int64)
    for suit in range(4):
        for holder in range(HOLDERS):
            if need[holder] and not voids[holder] >> suit & 1:
                by_suit[suit] |= 1 << holder
    classes = 0
    place = 0
    done = 0
    for suit in range(6):
        # The last two rounds collect what everybody may hold: the cards of `kept`, then the others.
        key = everybody if suit >= 4 else by_suit[suit]
        if suit < 4 and (done >> suit & 1 or key == everybody or not hidden & SUITS[suit]):
            continue
        for other in range(4):
            if by_suit[other] == key:
                done |= 1 << other
                left = hidden & SUITS[other]
                if suit >= 4:
                    left &= kept if suit == 4 else ~kept
                while left:
                    cards[place] = trailing_zeros(left)
                    left &= left - ONE
                    place += 1
        if suit < 4 or (suit == 4 and place > starts[classes]):
            keys[classes] = key
            if suit == 4:
                for number in range(CARDS + 1):
                    shares[classes, number] *= odds**number
            classes += 1
            starts[classes] = place
    starts[classes + 1] = place
    wide = 1
    if classes:
        wide = (need[0] + 1) * (need[1] + 1) * (need[2] + 1)
    ways = np.zeros((classes + 1, wide))
    if classes:
        count_ways(need, starts, keys, classes, shares, ways)
    return Plan(need, cards, starts, keys, classes, shares, ways)


def _count_ways(need: Any, starts: Any, keys: Any, classes: int, shares: Any, ways: Any) -> None:
    """Fill in `Plan.ways`, from the last class to the first."""
    for row in range(classes, -1, -1):
        for a in range(need[0] + 1):
            for b in range(need[1] + 1):
                for c in range(need[2] + 1):
                    d = starts[row] - a - b - c
                    if d < 0 or d > need[3]:
                        continue
                    state = (a * (need[1] + 1) + b) * (need[2] + 1) + c
                    if row == classes:
                        ways[row, state] = (
                            INVERSE[need[0] - a]
                            * INVERSE[need[1] - b]
                            * INVERSE[need[2] - c]
                            * INVERSE[need[3] - d]
                        )
                        continue
                    size = starts[row + 1] - starts[row]
                    key = keys[row]
                    total = 0.0
                    for i in range(min(size, need[0] - a) + 1 if key & 1 else 1):
                        for j in range(min(size - i, need[1] - b) + 1 if key & 2 else 1):
                            for k in range(min(size - i - j, need[2] - c) + 1 if key & 4 else 1):
                                rest = size - i - j - k
                                if rest > need[3] - d or (rest and not key & 8):
                                    continue
                                after = ((a + i) * (need[1] + 1) + b + j) * (need[2] + 1) + c + k
                                total += (
                                    INVERSE[i]
                                    * INVERSE[j]
                                    * INVERSE[k]
                                    * shares[row, rest]
                                    * ways[row + 1, after]
                                )
                    ways[row, state] = total


def _split(dice: Any, plan: Plan, row: int, dealt: Any, share: Any) -> None:
    """Draw how many cards of a class each holder gets, given how many each has already."""
    need, key = plan.need, plan.keys[row]
    size = plan.starts[row + 1] - plan.starts[row]
    a, b, c, d = dealt[0], dealt[1], dealt[2], dealt[3]
    state = (a * (need[1] + 1) + b) * (need[2] + 1) + c
    dice[0] += np.uint64(0x9E3779B97F4A7C15)
    left = np.float64(mixed(dice[0]) >> HALF) * TINY * plan.ways[row, state]
    for i in range(min(size, need[0] - a) + 1 if key & 1 else 1):
        for j in range(min(size - i, need[1] - b) + 1 if key & 2 else 1):
            for k in range(min(size - i - j, need[2] - c) + 1 if key & 4 else 1):
                rest = size - i - j - k
                if rest > need[3] - d or (rest and not key & 8):
                    continue
                after = ((a + i) * (need[1] + 1) + b + j) * (need[2] + 1) + c + k
                ways = plan.ways[row + 1, after]
                if ways == 0.0:
                    continue
                share[0], share[1], share[2], share[3] = i, j, k, rest
                left -= ways * INVERSE[i] * INVERSE[j] * INVERSE[k] * plan.shares[row, rest]
                if left < 0.0:
                    return


def _deal_hidden(dice: Any, plan: Plan, hands: Any) -> None:
    """Deal the hidden cards: `hands` are the holders' sets."""
    dealt = np.zeros(HOLDERS, dtype=np.int64)
    share = np.empty(HOLDERS, dtype=np.int64)
    for holder in range(HOLDERS):
        hands[holder] = NONE
    for row in range(plan.classes + 1):
        if row < plan.classes:
            split(dice, plan, row, dealt, share)
        else:
            for holder in range(HOLDERS):
                share[holder] = plan.need[holder] - dealt[holder]
        end = plan.starts[row + 1]
        place = plan.starts[row]
        for holder in range(HOLDERS):
            dealt[holder] += share[holder]
            for _ in range(share[holder]):
                other = place + np.int64(below(dice, end - place))
                card = plan.cards[other]
                plan.cards[other] = plan.cards[place]
                plan.cards[place] = card
                hands[holder] |= ONE << np.uint64(card)
                place += 1


count_ways: Any = njit(cache=True)(_count_ways)
arrange: Any = njit(cache=True)(_arrange)
make_plan: Any = njit(cache=True)(_plan)
split: Any = njit(cache=True)(_split)
deal_hidden: Any = njit(cache=True)(_deal_hidden)
