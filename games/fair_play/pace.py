"""Whether a player takes nearly the same time for every card, and whether the time goes with what they hold.

Only cards that follow to a trick are compared, and only with others of the same player at the same table. So a slow hand, a slow connection or a slow
evening makes no difference, and neither does the pause in which everybody looks at a trick. Two questions are asked:

* Are the times nearly all the same, and do choices take no longer than cards that are the only legal one? A program's delay is like that.
  Either alone is so for some people, too.
* Does the time for a card that is the only legal one go with what else the player holds? There is nothing to think about then, so a
  long or a short pause may be a sign for the partner.

A share is always that of the pairs of two times, one of each group, in which the second is the longer (ties count half): 50 % means no
difference. It is compared with those of other people, and with a fixed bound.
"""

from collections.abc import Sequence
from itertools import accumulate
from math import erfc, log, sqrt
from statistics import median
from typing import Final, NamedTuple

from games.engine import State
from games.engine.cards import BIT, SPADES_MASK, SUIT_MASKS
from games.fair_play.partner_hand import PER_PAIR, PER_SEASON

QUICK: Final = 1.0
"""Seconds; shorter times are all alike: cards chosen ahead are played at once."""
MOST_QUICK: Final = 0.2
"""The largest share of such times with which regular times are told: what is left of more would be too much alike."""
LONGEST: Final = 60.0
"""Seconds; longer times are left out: somebody was called away."""
EDGES: Final = (QUICK, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0, 20.0)
"""Seconds at which the classes of a histogram begin, after the first."""
HOLDINGS: Final = ("top_spade", "long_spades", "top_side")
"""What the time for a forced card is compared with: the highest spade left, spades as a third of the hand, the highest card left of another suit."""
LEAST: Final = 60
"""The least number of a person's forced cards about which anything is said."""
PEOPLE: Final = 20
"""The least number of people with so many whose times are known, or nothing is said about anybody."""
ALIKE: Final = 0.57
"""Choices take longer in less than this share of pairs, if times are said to be regular."""
REGULAR: Final = 0.2
"""And half of the times are nearer than this to the median of the table, as a difference of logarithms."""
TOLD: Final = 0.15
"""The share differs from a half by more than this, if times are said to go with the holding."""
SPREADS: Final = 3.0
"""And it is further from the median of all people than so many (robust) standard deviations."""


class Time(NamedTuple):
    """How long somebody took to follow to a trick."""

    seconds: float
    choice: bool
    """Whether more than one card was legal."""
    holding: tuple[bool, ...]
    """What the rest of the hand had, of `HOLDINGS`."""


class Compared(NamedTuple):
    """Two groups of times at one table: their sizes, and in how many pairs the second is longer."""

    first: int
    second: int
    longer: float


class AtTable(NamedTuple):
    """A person's times at one table."""

    choice: Compared
    """Forced cards, and choices."""
    holding: tuple[Compared, ...]
    """Of `HOLDINGS`, forced cards without and with it."""
    quick: int
    """How many of all times are shorter than `QUICK`."""
    spread: float
    """The median distance of the others' logarithms from their median."""
    classes: tuple[tuple[int, ...], ...]
    """Histograms of forced cards and of choices, then of forced cards without and with each of `HOLDINGS`."""

    @property
    def forced(self) -> int:
        """Return how many cards were the only legal one."""
        return self.choice.first

    @property
    def slow(self) -> int:
        """Return how many times are not shorter than `QUICK`."""
        return self.choice.first + self.choice.second - self.quick


class Look(NamedTuple):
    """What is improbable about somebody's times at the first `tables` of a year's tables."""

    tables: int
    share: float
    probability: float


def holding(state: State, seat: int, card: int) -> tuple[bool, ...]:
    """Return what a seat holds besides a card, of `HOLDINGS`."""
    left = sum(state.hands)
    rest = state.hands[seat] & ~BIT[card]
    spades = (rest & SPADES_MASK).bit_count()
    return (
        _has_top(rest, left & SPADES_MASK),
        spades * 3 >= rest.bit_count(),
        any(_has_top(rest, left & SUIT_MASKS[suit]) for suit in range(3)),
    )


def _has_top(rest: int, suit: int) -> bool:
    return suit > 0 and bool(rest >> (suit.bit_length() - 1) & 1)


def compared(first: Sequence[float], second: Sequence[float]) -> Compared:
    """Return how two groups of times compare."""
    a, b = ([max(one, QUICK) for one in group] for group in (first, second))
    longer = sum((y > x) + (y == x) / 2 for x in a for y in b)
    return Compared(len(a), len(b), longer)


def share_of(rows: Sequence[Compared]) -> float:
    """Return the share of pairs in which the second time is longer; a half without pairs."""
    pairs = sum(row.first * row.second for row in rows)
    return sum(row.longer for row in rows) / pairs if pairs else 0.5


def error_of(rows: Sequence[Compared]) -> float:
    """Return the standard error of `share_of` if the groups don't differ; ties make it less."""
    pairs = sum(row.first * row.second for row in rows)
    total = sum(row.first * row.second * (row.first + row.second + 1) / 12 for row in rows)
    return sqrt(total) / pairs if pairs else 1.0


def histogram(seconds: Sequence[float]) -> tuple[int, ...]:
    """Return how many times are in each class of `EDGES`."""
    classes = [sum(one >= edge for edge in EDGES) for one in seconds]
    return tuple(classes.count(number) for number in range(len(EDGES) + 1))


def spread_of(tables: Sequence[AtTable]) -> float:
    """Return the mean of the tables' spreads, each weighted by its times; 0 without times."""
    weights = [one.slow for one in tables]
    total = sum(one.spread * weight for one, weight in zip(tables, weights, strict=True))
    return total / sum(weights) if sum(weights) else 0.0


def least_spread(others: Sequence[float]) -> float | None:
    """Return the spread below which times are unusually regular among all people's; None if too few are known."""
    if len(others) < PEOPLE:
        return None
    middle, spread = _spread(others)
    return min(REGULAR, middle - SPREADS * spread)


def most_told(others: Sequence[float]) -> float | None:
    """Return the distance from a half above which it is unusual how times go with a holding; None if too few are known."""
    if len(others) < PEOPLE:
        return None
    middle, spread = _spread([abs(one - 0.5) for one in others])
    return max(TOLD, middle + SPREADS * spread)


def at_table(times: Sequence[Time]) -> AtTable:
    """Return what somebody's times at a table come to."""
    forced = [one.seconds for one in times if not one.choice]
    groups = [forced, [one.seconds for one in times if one.choice]]
    for number in range(len(HOLDINGS)):
        for held in (False, True):
            same = [one for one in times if not one.choice and one.holding[number] is held]
            groups.append([one.seconds for one in same])
    pairs = [compared(*groups[at : at + 2]) for at in range(0, len(groups), 2)]
    slow = [log(one.seconds) for one in times if one.seconds >= QUICK]
    spread = median(abs(one - median(slow)) for one in slow) if slow else 0.0
    quick = len(times) - len(slow)
    return AtTable(pairs[0], tuple(pairs[1:]), quick, spread, tuple(map(histogram, groups)))


def regular(tables: Sequence[AtTable], bound: float, people: int) -> Look | None:
    """Return what says that a person's times are regular and don't depend on the choice; None if nothing does, or if many are `QUICK`.

    `people` is how many are looked at together. The probability is that of the choice alone.
    """
    found = None
    for number, allowed in _looks(tables, people):
        seen = tables[:number]
        rows = [one.choice for one in seen]
        probability = _tail((ALIKE - share_of(rows)) / error_of(rows))
        quick = sum(one.quick for one in seen)
        few = quick <= MOST_QUICK * (quick + sum(one.slow for one in seen))
        if probability < allowed and few and spread_of(seen) < bound:
            found = Look(number, share_of(rows), probability)
    return found


def telling(tables: Sequence[AtTable], which: int, bound: float, people: int) -> Look | None:
    """Return what says that a person's times for forced cards go with one of `HOLDINGS`; None if nothing does.

    Both directions and all holdings share the probability of an accident.
    """
    found = None
    for number, allowed in _looks(tables, people):
        rows = [one.holding[which] for one in tables[:number]]
        distance = abs(share_of(rows) - 0.5)
        probability = _tail((distance - bound) / error_of(rows)) * 2 * len(HOLDINGS)
        if probability < allowed:
            found = Look(number, share_of(rows), probability)
    return found


def _looks(tables: Sequence[AtTable], people: int) -> list[tuple[int, float]]:
    """Return after how many tables a person is looked at, each time the number of forced cards has doubled, and with which bound:
    each takes half of what is left.
    """
    bound = min(PER_PAIR, PER_SEASON / max(people, 1))
    size, found = LEAST, []
    for number, forced in enumerate(accumulate(one.forced for one in tables), 1):
        # Once a table, even if it doubles the number twice.
        if forced >= size:
            found.append((number, bound := bound / 2))
        while forced >= size:
            size *= 2
    return found


def _spread(values: Sequence[float]) -> tuple[float, float]:
    """Return the median, and a standard deviation that a few unusual people hardly change."""
    middle = median(values)
    return middle, 1.4826 * median(abs(one - middle) for one in values)


def _tail(distance: float) -> float:
    """Return how likely a normal variable is above so many standard deviations."""
    return erfc(distance / sqrt(2)) / 2
