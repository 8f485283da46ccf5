"""Test whether a player's times are suspiciously regular, or correlate with the cards they hold.

Leads don't count, and a time is compared only with others of the same player at the same table. So a slow hand, a slow
connection or the pause after a trick makes no difference. There are two tests:

* Regular: nearly all times are the same, and choices take no longer than forced cards (the only legal card). A
  program's delay looks like this. Some people show one of the two; nearly nobody shows both.
* Telling: the time for a forced card depends on what else the player holds. A forced card needs no thought, so a long or
  short pause may be a signal to the partner.

A share is the proportion of pairs (one time of each group) in which the second time is longer; ties count half, so 50 %
means no difference. It is compared with other people's shares and with a fixed bound.
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
"""Seconds; shorter times are treated as equal, because premoves are played at once."""
MOST_QUICK: Final = 0.2
"""The maximum share of such times in the test for regular times: with more, the remaining times would be too similar."""
LONGEST: Final = 60.0
"""Seconds; longer times are ignored: the player was called away."""
EDGES: Final = (QUICK, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0, 20.0)
"""Seconds at which the classes of a histogram begin, after the first."""
HOLDINGS: Final = ("top_spade", "long_spades", "top_side")
"""What the time for a forced card is compared with: the highest spade left, spades as a third of the hand, the highest card left of another suit."""
LEAST: Final = 60
"""A person's minimum number of forced cards for either test."""
PEOPLE: Final = 20
"""The minimum number of people with that many forced cards; with fewer, nobody is tested."""
ALIKE: Final = 0.57
"""Times are regular only if choices take longer in less than this share of pairs …"""
REGULAR: Final = 0.2
"""… and half of the times are within this distance of the table's median, as a difference of logarithms."""
TOLD: Final = 0.15
"""Times are telling only if the share differs from a half by more than this …"""
SPREADS: Final = 3.0
"""… and by more than this number of (robust) standard deviations from the median of all people."""


class Time(NamedTuple):
    """How long somebody took to follow to a trick."""

    seconds: float
    choice: bool
    """Whether more than one card was legal."""
    holding: tuple[bool, ...]
    """Which of `HOLDINGS` the rest of the hand had."""


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
    """For each of `HOLDINGS`: forced cards without and with it."""
    quick: int
    """The number of times shorter than `QUICK`."""
    spread: float
    """The median absolute deviation of the other times' logarithms."""
    classes: tuple[tuple[int, ...], ...]
    """Histograms of forced cards and of choices, then of forced cards without and with each of `HOLDINGS`."""

    @property
    def forced(self) -> int:
        """Return the number of forced cards."""
        return self.choice.first

    @property
    def slow(self) -> int:
        """Return the number of times that are at least `QUICK`."""
        return self.choice.first + self.choice.second - self.quick


class Look(NamedTuple):
    """An improbable result of a test of somebody's times, after the first `tables` tables of a year."""

    tables: int
    share: float
    probability: float


def holding(state: State, seat: int, card: int) -> tuple[bool, ...]:
    """Return which of `HOLDINGS` a seat has besides the card played."""
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
    """Compare two groups of times."""
    a, b = ([max(one, QUICK) for one in group] for group in (first, second))
    longer = sum((y > x) + (y == x) / 2 for x in a for y in b)
    return Compared(len(a), len(b), longer)


def share_of(rows: Sequence[Compared]) -> float:
    """Return the share of pairs in which the second time is longer; a half without pairs."""
    pairs = sum(row.first * row.second for row in rows)
    return sum(row.longer for row in rows) / pairs if pairs else 0.5


def error_of(rows: Sequence[Compared]) -> float:
    """Return the standard error of `share_of` if the groups don't differ. Ignores ties, which would reduce it."""
    pairs = sum(row.first * row.second for row in rows)
    total = sum(row.first * row.second * (row.first + row.second + 1) / 12 for row in rows)
    return sqrt(total) / pairs if pairs else 1.0


def histogram(seconds: Sequence[float]) -> tuple[int, ...]:
    """Return the number of times in each class of `EDGES`."""
    classes = [sum(one >= edge for edge in EDGES) for one in seconds]
    return tuple(classes.count(number) for number in range(len(EDGES) + 1))


def spread_of(tables: Sequence[AtTable]) -> float:
    """Return the mean spread of the tables, weighted by their numbers of times; 0 without times."""
    weights = [one.slow for one in tables]
    total = sum(one.spread * weight for one, weight in zip(tables, weights, strict=True))
    return total / sum(weights) if sum(weights) else 0.0


def least_spread(others: Sequence[float]) -> float | None:
    """Return the spread below which times are unusually regular; None if too few people's spreads are known."""
    if len(others) < PEOPLE:
        return None
    middle, spread = _spread(others)
    return min(REGULAR, middle - SPREADS * spread)


def most_told(others: Sequence[float]) -> float | None:
    """Return the distance from a half above which a share is unusual; None if too few people's shares are known."""
    if len(others) < PEOPLE:
        return None
    middle, spread = _spread([abs(one - 0.5) for one in others])
    return max(TOLD, middle + SPREADS * spread)


def at_table(times: Sequence[Time]) -> AtTable:
    """Summarize somebody's times at a table."""
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
    """Return the last test that found a person's times regular; None if none did.

    Tables with too many `QUICK` times don't count as regular. `people` is the number of people tested together. The
    probability covers the comparison of choices with forced cards, not the spread.
    """
    found = None
    for number, allowed in _looks(tables, people):
        tested = tables[:number]
        rows = [one.choice for one in tested]
        probability = _tail((ALIKE - share_of(rows)) / error_of(rows))
        quick = sum(one.quick for one in tested)
        few = quick <= MOST_QUICK * (quick + sum(one.slow for one in tested))
        if probability < allowed and few and spread_of(tested) < bound:
            found = Look(number, share_of(rows), probability)
    return found


def telling(tables: Sequence[AtTable], which: int, bound: float, people: int) -> Look | None:
    """Return the last test that found a person's times for forced cards to depend on a holding; None if none did.

    The probability is corrected for testing both directions and all holdings.
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
    """Return after how many tables a person is tested, and the maximum probability of a false alarm each time.

    A person is tested whenever their number of forced cards has doubled; each test uses half of the remaining
    probability.
    """
    bound = min(PER_PAIR, PER_SEASON / max(people, 1))
    size, found = LEAST, []
    for number, forced in enumerate(accumulate(one.forced for one in tables), 1):
        # At most once per table, even if the table doubles the number twice.
        if forced >= size:
            found.append((number, bound := bound / 2))
        while forced >= size:
            size *= 2
    return found


def _spread(values: Sequence[float]) -> tuple[float, float]:
    """Return the median, and a standard deviation that is robust against outliers."""
    middle = median(values)
    return middle, 1.4826 * median(abs(one - middle) for one in values)


def _tail(distance: float) -> float:
    """Return the probability that a normal variable exceeds its mean by `distance` standard deviations."""
    return erfc(distance / sqrt(2)) / 2
