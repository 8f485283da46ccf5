"""PURE Elo, in whole numbers throughout, so that the same results give the same ratings to the last digit.

Ratings are counted in thousandths of a point ("millis"), scores and expectations in millionths.

Sources: A. Elo, *The Rating of Chessplayers* (1978); FIDE Handbook B.02, *Rating Regulations* (2024), 8.3: the
logistic expectation with differences over 400 counted as 400, and the development coefficient K. Ours: a side's rating
is the mean of its members', and several sides count as one comparison for each pair of them, with K shared out.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Context, Decimal
from functools import cache
from typing import NamedTuple

POINT = 1000
"""Millis in a point."""
WHOLE = 1_000_000
"""A comparison won, in millionths; a draw is half of it."""
START = 1500 * POINT
FLOOR = 100 * POINT
CLAMP = 400
"""Differences count up to here, in points."""
NEW_UNTIL = 30
"""Rated games until which K is high."""
PROVISIONAL_UNTIL = 10
"""Rated games until which a rating is shown with a question mark."""
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
    """One line of the log: its key, the players of each side, the sides' places (0 the best, equal for a draw)."""

    key: int
    sides: Sequence[Sequence[int]]
    places: Sequence[int]
    void: bool = False


class Replayed(NamedTuple):
    """A game and its changes, side by side in the game's order."""

    game: Game
    changes: list[list[Change]]


@cache
def expected(difference: int) -> int:
    """Return the expected score, in millionths, of a side rated `difference` points above the other.

    1 / (1 + 10^(-d/400)), d held within ±400; what two sides expect of each other adds up to a whole exactly.
    """
    bounded = max(-CLAMP, min(CLAMP, difference))
    if bounded < 0:
        return WHOLE - expected(-bounded)
    context = Context(prec=28)
    odds = context.power(Decimal(10), Decimal(-bounded) / CLAMP)
    return int((WHOLE / (1 + odds)).to_integral_value())


def k_factor(form: Form) -> int:
    """Return the points that one game can move a player: 40 until 30 rated games, then 20, and 10 from 2400 up."""
    if form.games < NEW_UNTIL:
        return K_NEW
    return K_HIGH if form.rating >= HIGH_FROM else K_USUAL


def is_provisional(games: int) -> bool:
    """Return whether a rating after so many games is shown with a question mark."""
    return games < PROVISIONAL_UNTIL


def shown(rating: int) -> int:
    """Return millis as the whole points that people read, a half up."""
    return (rating + POINT // 2) // POINT


def rate(sides: Sequence[Sequence[Form]], places: Sequence[int]) -> list[list[Change]]:
    """Return what a game does to every member of every side.

    `places` has each side's place, 0 the best; equal places are draws. Each side is compared with each other one:
    a better place scores 1, an equal one 1/2. A member's rating moves by K / (sides - 1) times what the side scored
    above its expectation, rounded to the nearest milli (halves away from zero), and never under the floor of 100.

    Raises ValueError for fewer than two sides, an empty side, or places that don't fit.
    """
    if len(sides) < 2 or not all(sides) or len(places) != len(sides):
        raise ValueError("a rated game needs at least two sides of players and a place for each")
    totals = [sum(form.rating for form in side) for side in sides]
    others = len(sides) - 1
    changes = []
    for mine, side in enumerate(sides):
        hoped = scored = 0
        for theirs, other in enumerate(sides):
            if theirs != mine:
                hoped += expected(_difference(totals[mine], len(side), totals[theirs], len(other)))
                scored += _score(places[mine], places[theirs])
        changes.append([_change(form, hoped, scored, others) for form in side])
    return changes


def replay(games: Iterable[Game], start: Mapping[int, Form] | None = None) -> Iterator[Replayed]:
    """Rate `games` in their order and yield each with its changes; `start` has players' forms, by default new ones.

    A void game moves nobody: it yields what each player had, before and after.
    """
    forms = dict(start or {})
    for game in games:
        sides = [[forms.get(player) or Form() for player in side] for side in game.sides]
        changes = rate(sides, game.places)
        if game.void:
            changes = [
                [change._replace(after=change.before) for change in side] for side in changes
            ]
        else:
            for players, side in zip(game.sides, changes, strict=True):
                for player, change in zip(players, side, strict=True):
                    forms[player] = Form(change.after, change.games_before + 1)
        yield Replayed(game, changes)


def _difference(total: int, members: int, other_total: int, other_members: int) -> int:
    """The difference of two means in whole points."""
    return _nearest(total * other_members - other_total * members, members * other_members * POINT)


def _score(place: int, other: int) -> int:
    if place == other:
        return WHOLE // 2
    return WHOLE if place < other else 0


def _change(form: Form, hoped: int, scored: int, others: int) -> Change:
    moved = _nearest(k_factor(form) * (scored - hoped), others * (WHOLE // POINT))
    after = max(FLOOR, form.rating + moved)
    return Change(form.rating, after, form.games, hoped, scored)


def _nearest(numerator: int, denominator: int) -> int:
    """The nearest whole number to a fraction, halves away from zero: what one side gains the other loses."""
    size = (2 * abs(numerator) + denominator) // (2 * denominator)
    return size if numerator >= 0 else -size
