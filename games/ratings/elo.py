"""PURE Elo in integer arithmetic, so that the same results give exactly the same ratings.

Ratings are counted in thousandths of a point ("millis"), scores and expectations in millionths.

Sources: A. Elo, *The Rating of Chessplayers* (1978); FIDE Handbook B.02, *Rating Regulations* (2024), 8.3: the
logistic expectation with differences over 400 counted as 400, and the development coefficient K. Ours: a side's
rating is the mean of its members', several sides count as one comparison for each pair of them, which share K, games
between the same people count less and less, and nobody gains by leaving or by somebody else's leaving.
"""

from collections.abc import Iterable, Iterator, Sequence
from decimal import Context, Decimal
from enum import IntEnum
from functools import cache, lru_cache
from typing import NamedTuple

POINT = 1000
"""Millis in a point."""
WHOLE = 1_000_000
"""A comparison won, in millionths; a draw is half of it."""
START = 1500 * POINT
FLOOR = 100 * POINT
CLAMP = 400
"""The largest difference that counts, in points."""
NEW_UNTIL = 30
"""The number of rated games below which K is high."""
PROVISIONAL_UNTIL = 10
"""The number of rated games below which a rating is shown with a question mark."""
K_NEW, K_USUAL, K_HIGH = 40, 20, 10
HIGH_FROM = 2400 * POINT
SEVERAL = 5
"""The number of different opponents from which on a player is known. Leaderboards leave out everybody else, and a game against
somebody else is divided by it.
"""
MOST_DIVIDED = 1_000_000
"""The largest divisor: such a game moves nobody."""


class Part(IntEnum):
    """How far a player took part in a game."""

    PLAYED = 0
    LEFT = 1
    """They left after choosing at least half of their own cards."""
    LEFT_EARLY = 2


def part(*, left: bool, early: bool) -> Part:
    """Return a player's part: whether they left, and whether a bot chose more than half of their cards."""
    if not left:
        return Part.PLAYED
    return Part.LEFT_EARLY if early else Part.LEFT


class Form(NamedTuple):
    """A player's rating (millis) and rated games before a game."""

    rating: int = START
    games: int = 0


class Change(NamedTuple):
    """What one game did to one player: ratings in millis, `expected` and `score` in millionths.

    With several sides `expected` and `score` are sums over the comparisons, between 0 and (sides - 1) x 1,000,000.
    """

    before: int
    after: int
    games_before: int
    expected: int
    score: int


class Game(NamedTuple):
    """One line of the log: the players of each side, the sides' places (0 the best, equal for a draw).

    `parts` and `divisors` have each player's, in the order of `sides`; empty: everybody played, and the game counts in full.
    """

    sides: Sequence[Sequence[int]]
    places: Sequence[int]
    void: bool = False
    parts: Sequence[Sequence[int]] = ()
    divisors: Sequence[Sequence[int]] = ()


Bare = tuple[int, int]
"""The fields of a `Form` as a bare tuple, which is much faster to create in a long log."""
Numbers = tuple[int, int, int, int, int]
"""The fields of a `Change`, likewise."""


@cache
def expected(difference: int) -> int:
    """Return the expected score, in millionths, of a side rated `difference` points above the other.

    1 / (1 + 10^(-d/400)), d limited to ±400; the expectations of two sides add up to exactly 1.
    """
    bounded = max(-CLAMP, min(CLAMP, difference))
    if bounded < 0:
        return WHOLE - expected(-bounded)
    context = Context(prec=28)
    odds = context.power(Decimal(10), Decimal(-bounded) / CLAMP)
    return int((WHOLE / (1 + odds)).to_integral_value())


def k_factor(form: Bare) -> int:
    """Return the maximum points that one game can move a player: 40 until 30 rated games, then 20, and 10 from 2400
    up.
    """
    rating, games = form
    if games < NEW_UNTIL:
        return K_NEW
    return K_HIGH if rating >= HIGH_FROM else K_USUAL


def is_provisional(games: int) -> bool:
    """Return whether a rating after `games` rated games is shown with a question mark."""
    return games < PROVISIONAL_UNTIL


def displayed_rating(rating: int) -> int:
    """Round millis to the whole points that people read, a half up."""
    return (rating + POINT // 2) // POINT


def divisor(
    sides: Iterable[tuple[int, int]], opponents: Iterable[tuple[int, int]], *, all_known: bool
) -> int:
    """Return by how much a player's change in a game is divided.

    `sides` has, for each other side, how many other games against the same people together ended less than a day, and less
    than a week, from this one; `opponents` has the same for each other person, whoever else played. What was met most decides.
    The first three games against a side count in full, and the first five against a person, but only a fifth if
    somebody on another side isn't known yet (`SEVERAL`).
    """
    counts = [(day - 1, week - 1) for day, week in sides]
    counts += [(day - 3, week - 3) for day, week in opponents]
    most = max(max(1, day) * max(1, week) ** 2 for day, week in counts)
    return min(most if all_known else SEVERAL * most, MOST_DIVIDED)


def rate(
    sides: Sequence[Sequence[Form]],
    places: Sequence[int],
    parts: Sequence[Sequence[int]] = (),
    divisors: Sequence[Sequence[int]] = (),
) -> list[list[Change]]:
    """Return the change for every member of every side.

    `places` has each side's place, 0 the best; equal places are draws. Each side is compared with each other one: a
    better place scores 1, an equal one 1/2. A member's rating moves by K / (sides - 1) times what the side scored
    above its expectation, divided by the member's divisor, rounded to the nearest milli (halves away from zero), and never
    below the floor of 100. Who left scores 0. Nobody gains from a comparison with a side of which somebody left early.

    Raises ValueError for fewer than two sides, an empty side, or places that don't fit.
    """
    rated = _rated(sides, places, parts, divisors)
    return [[Change(*numbers) for numbers in side] for side in rated]


def replay(
    games: Iterable[Game], forms: dict[int, Bare] | None = None
) -> Iterator[list[list[Numbers]]]:
    """Rate `games` in order and yield for each what `rate` returns, as bare numbers.

    `forms` has players' forms before the first game (missing players are new) and is updated in place: at the end
    it has them after the last game. A void game changes nothing: it yields each player's rating unchanged.
    """
    forms = {} if forms is None else forms
    new: Bare = (START, 0)
    for players, places, void, parts, divisors in games:
        before = [[forms.get(one, new) for one in side] for side in players]
        changes = _rated(before, places, parts, divisors)
        if void:
            changes = [[(n[0], n[0], *n[2:]) for n in side] for side in changes]
        else:
            for people, side in zip(players, changes, strict=True):
                for one, (_before, after, games_before, _expected, _score) in zip(
                    people, side, strict=True
                ):
                    forms[one] = (after, games_before + 1)
        yield changes


def _rated(
    sides: Sequence[Sequence[Bare]],
    places: Sequence[int],
    parts: Sequence[Sequence[int]],
    divisors: Sequence[Sequence[int]],
) -> list[list[Numbers]]:
    if len(sides) < 2 or not all(sides) or len(places) != len(sides):
        raise ValueError("a rated game needs at least two sides of players and a place for each")
    totals = [sum([rating for rating, _games in side]) for side in sides]
    early = [max(side) == Part.LEFT_EARLY for side in parts] or [False] * len(sides)
    rated = []
    for mine, side in enumerate(sides):
        hoped, scored = _against_all(mine, totals, sides, places, early)
        rated.append(
            [
                _moved(
                    form,
                    hoped,
                    0 if parts and parts[mine][n] else scored,
                    (len(sides) - 1) * (divisors[mine][n] if divisors else 1),
                )
                for n, form in enumerate(side)
            ]
        )
    return rated


def _against_all(
    mine: int,
    totals: Sequence[int],
    sides: Sequence[Sequence[Bare]],
    places: Sequence[int],
    early: Sequence[bool],
) -> tuple[int, int]:
    """Return a side's expected and actual score against all others together."""
    hoped = scored = 0
    for theirs, other in enumerate(sides):
        if theirs != mine:
            difference = _difference(totals[mine], len(sides[mine]), totals[theirs], len(other))
            hope, result = expected(difference), score(places[mine], places[theirs])
            hoped += hope
            scored += min(hope, result) if early[theirs] else result
    return hoped, scored


def _moved(form: Bare, hoped: int, scored: int, parts: int) -> Numbers:
    """Return a player's change, of which K is shared out in `parts`."""
    before, games = form
    after = before + _gained(k_factor(form), scored - hoped, parts * (WHOLE // POINT))
    return before, after if after > FLOOR else FLOOR, games, hoped, scored


def _difference(total: int, members: int, other_total: int, other_members: int) -> int:
    """Return the difference of two means in whole points."""
    return _nearest(total * other_members - other_total * members, members * other_members * POINT)


def score(place: int, other: int) -> int:
    """Return what a side scored against another one by their places, in millionths."""
    if place == other:
        return WHOLE // 2
    return WHOLE if place < other else 0


@lru_cache(maxsize=1 << 13)
def _gained(k: int, gain: int, unit: int) -> int:
    """Return the rating change for a gain over the expectation, cached: with two sides there are only a few
    thousand.
    """
    return _nearest(k * gain, unit)


def _nearest(numerator: int, denominator: int) -> int:
    """Round a fraction to the nearest whole number, halves away from zero, so that one side gains what the other
    loses.
    """
    size = (2 * abs(numerator) + denominator) // (2 * denominator)
    return size if numerator >= 0 else -size
