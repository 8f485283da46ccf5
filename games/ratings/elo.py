"""PURE Elo in integer arithmetic, so that the same results give exactly the same ratings.

Ratings are counted in thousandths of a point ("millis"), scores and expectations in millionths.

Sources: A. Elo, *The Rating of Chessplayers* (1978); FIDE Handbook B.02, *Rating Regulations* (2024), 8.3: the
logistic expectation with differences over 400 counted as 400, and the development coefficient K. Ours: a side's
rating is the mean of its members', and several sides count as one comparison for each pair of them, which share K.
"""

from collections.abc import Iterable, Iterator, Sequence
from decimal import Context, Decimal
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
    """One line of the log: the players of each side, the sides' places (0 the best, equal for a draw)."""

    sides: Sequence[Sequence[int]]
    places: Sequence[int]
    void: bool = False


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


def rate(sides: Sequence[Sequence[Form]], places: Sequence[int]) -> list[list[Change]]:
    """Return the change for every member of every side.

    `places` has each side's place, 0 the best; equal places are draws. Each side is compared with each other one: a
    better place scores 1, an equal one 1/2. A member's rating moves by K / (sides - 1) times what the side scored
    above its expectation, rounded to the nearest milli (halves away from zero), and never below the floor of 100.

    Raises ValueError for fewer than two sides, an empty side, or places that don't fit.
    """
    return [[Change(*numbers) for numbers in side] for side in _rated(sides, places)]


def replay(
    games: Iterable[Game], forms: dict[int, Bare] | None = None
) -> Iterator[list[list[Numbers]]]:
    """Rate `games` in order and yield for each what `rate` returns, as bare numbers.

    `forms` has players' forms before the first game (missing players are new) and is updated in place: at the end
    it has them after the last game. A void game changes nothing: it yields each player's rating unchanged.
    """
    forms = {} if forms is None else forms
    new: Bare = (START, 0)
    for players, places, void in games:
        changes = _rated([[forms.get(one, new) for one in side] for side in players], places)
        if void:
            changes = [[(n[0], n[0], *n[2:]) for n in side] for side in changes]
        else:
            for people, side in zip(players, changes, strict=True):
                for one, (_before, after, games_before, _expected, _score) in zip(
                    people, side, strict=True
                ):
                    forms[one] = (after, games_before + 1)
        yield changes


def _rated(sides: Sequence[Sequence[Bare]], places: Sequence[int]) -> list[list[Numbers]]:
    if len(sides) < 2 or not all(sides) or len(places) != len(sides):
        raise ValueError("a rated game needs at least two sides of players and a place for each")
    totals = [sum([rating for rating, _games in side]) for side in sides]
    if len(sides) > 2:
        return [
            _moved(side, *_against_all(mine, totals, sides, places), len(sides) - 1)
            for mine, side in enumerate(sides)
        ]
    one, other = sides
    hoped = expected(_difference(totals[0], len(one), totals[1], len(other)))
    scored = _score(places[0], places[1])
    return [_moved(one, hoped, scored, 1), _moved(other, WHOLE - hoped, WHOLE - scored, 1)]


def _against_all(
    mine: int, totals: Sequence[int], sides: Sequence[Sequence[Bare]], places: Sequence[int]
) -> tuple[int, int]:
    """Return a side's expected and actual score against all others together."""
    hoped = scored = 0
    for theirs, other in enumerate(sides):
        if theirs != mine:
            difference = _difference(totals[mine], len(sides[mine]), totals[theirs], len(other))
            hoped += expected(difference)
            scored += _score(places[mine], places[theirs])
    return hoped, scored


def _moved(side: Sequence[Bare], hoped: int, scored: int, others: int) -> list[Numbers]:
    gain, unit = scored - hoped, others * (WHOLE // POINT)
    moved = []
    for form in side:
        before, games = form
        after = before + _gained(k_factor(form), gain, unit)
        moved.append((before, after if after > FLOOR else FLOOR, games, hoped, scored))
    return moved


def _difference(total: int, members: int, other_total: int, other_members: int) -> int:
    """Return the difference of two means in whole points."""
    return _nearest(total * other_members - other_total * members, members * other_members * POINT)


def _score(place: int, other: int) -> int:
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
