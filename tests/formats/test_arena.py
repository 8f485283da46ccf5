"""Pairing in an arena: never worse than any other pairing, by brute force and by the matching of the whole field; and seating
single players, who change partners.
"""

import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, permutations

import pytest

from tournaments.formats.arena import PATIENCE, Waiting, pair, seat

Pairs = list[tuple[Waiting, Waiting]]


def worth(pairs: Iterable[tuple[Waiting, Waiting]]) -> tuple[int, int, int, int]:
    """Return what a pairing is compared by, more is better: long waits, rematches, pairs, differences of score."""
    found = list(pairs)
    return (
        sum(a.is_long + b.is_long for a, b in found),
        -sum(met(a, b) for a, b in found),
        len(found),
        -sum(abs(a.score - b.score) for a, b in found),
    )


def met(a: Waiting, b: Waiting) -> bool:
    """Return whether a match of the two would be an immediate rematch."""
    return b.key in a.opponents or a.key in b.opponents


def everything(left: Sequence[Waiting]) -> Iterator[Pairs]:
    """Yield every pairing of these entries that is allowed, whole or not."""
    if not left:
        yield []
        return
    first, *others = left
    yield from everything(others)
    for place, other in enumerate(others):
        if first.is_long or other.is_long or not met(first, other):
            for rest in everything([*others[:place], *others[place + 1 :]]):
                yield [(first, other), *rest]


def a_field(dice: random.Random, size: int, scores: int) -> list[Waiting]:
    return [
        Waiting(
            key,
            dice.choice((0, 10, PATIENCE, 90)) if dice.random() < 0.5 else 5,
            2 * dice.randrange(scores),
            frozenset(dice.sample(range(size), dice.randrange(2))) - {key},
        )
        for key in range(size)
    ]


def paired(field: Sequence[Waiting], seed: str) -> Pairs:
    return [(field[a], field[b]) for (a,), (b,) in pair(field, seed)]


@pytest.mark.parametrize("size", range(2, 9))
def test_no_pairing_of_a_small_field_is_better(size: int) -> None:
    dice = random.Random(size)
    for number in range(60 if size < 8 else 15):
        field = a_field(dice, size, scores=1 + number % 5)
        best = max(worth(pairs) for pairs in everything(field))
        assert worth(paired(field, str(number))) == best, field


def test_two_who_have_just_met_wait_for_somebody_else_for_a_minute() -> None:
    a, b = Waiting(1, 59, 2, frozenset({2})), Waiting(2, 59, 0, frozenset({1}))
    assert pair([a, b], "x") == []
    assert pair([a, b, Waiting(3, 0, 8)], "x") in ([((1,), (3,))], [((3,), (1,))])
    assert len(pair([Waiting(1, 60, 2, frozenset({2})), b], "x")) == 1


def test_the_same_field_gives_the_same_pairs_and_lots_choose_among_equal_ones() -> None:
    field = [Waiting(key, 0, 0) for key in range(6)]
    drawn = {seed: pair(field, seed) for seed in "abcdefgh"}
    assert drawn == {seed: pair(field[::-1], seed) for seed in "abcdefgh"}
    assert len({frozenset(map(frozenset, pairs)) for pairs in drawn.values()}) > 1


def test_joining_each_to_the_nearest_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    dice = random.Random(7)
    for number in range(8):
        field = a_field(dice, 90 - number % 2, scores=(1, 4, 12, 40)[number % 4])
        found = worth(paired(field, "s"))
        with monkeypatch.context() as patched:
            patched.setattr(
                "tournaments.formats.arena._near", lambda size, met: combinations(range(size), 2)
            )
            assert worth(paired(field, "s")) == found


def player(key: int, waited: float, score: int = 0, last: str = "") -> Waiting:
    """Return a single player; `last` is their last table, partners first: "12 34"."""
    sides = [[int(each) for each in side] for side in last.split()]
    own = next((side for side in sides if key in side), [key])
    opponents = frozenset(each for side in sides if key not in side for each in side)
    return Waiting(key, waited, score, opponents, next((each for each in own if each != key), None))


def tables(field: Sequence[Waiting]) -> list[list[list[int]]]:
    """Return who is seated with whom, in order."""
    return [sorted(sorted(side) for side in sides) for sides in seat(field, "x")]


def test_a_table_that_just_ended_is_seated_anew_after_a_minute_with_other_partners() -> None:
    last = "13 24"
    assert tables([player(key, 59, last=last) for key in (1, 2, 3, 4)]) == []
    (again,) = tables([player(key, 60, last=last) for key in (1, 2, 3, 4)])
    assert again in ([[1, 2], [3, 4]], [[1, 4], [2, 3]])


def test_partners_of_before_can_be_opponents_at_once_and_opponents_cannot() -> None:
    """5 and 6 have waited; of the table that just ended two who were partners join them, on different sides."""
    fresh = [player(key, 0, score, "13 24") for key, score in ((1, 2), (2, 0), (3, 2), (4, 0))]
    (table,) = tables([*fresh, player(5, 40, 2), player(6, 40, 2)])
    assert table in ([[1, 5], [3, 6]], [[1, 6], [3, 5]])
    assert tables([*fresh[:2], player(5, 40, 2), player(6, 40, 2)]) == [[[1, 2], [5, 6]]]


def test_players_of_like_scores_meet_at_tables_of_a_large_field() -> None:
    scores = [6, 6, 6, 6, 4, 4, 4, 4, 2, 2, 2, 2, 0, 0, 0, 0, 0]
    field = [Waiting(key, 0, score) for key, score in enumerate(scores)]
    seated = seat(field, "x")
    assert [{scores[key] for side in sides for key in side} for sides in seated] == [
        {6}, {4}, {2}, {0},
    ]  # fmt: skip
    assert len({key for sides in seated for side in sides for key in side}) == 16
    long = [Waiting(key, 90 * (key == 16), score) for key, score in enumerate(scores)]
    assert 16 in {key for sides in seat(long, "x") for side in sides for key in side}


def test_no_table_of_few_is_better() -> None:
    """Against all ways to seat four of up to seven, judged anew."""
    dice = random.Random(5)
    for _number in range(60):
        size = dice.randrange(4, 8)
        field = [
            Waiting(
                key, dice.choice((0, 20, 60, 90)), 2 * dice.randrange(3),
                frozenset(dice.sample(range(size), 2)) - {key}, dice.choice([None, *range(size)]),
            )
            for key in range(size)
        ]  # fmt: skip
        found = [[field[key] for side in sides for key in side] for sides in seat(field, "s")]
        values = [worth_of_table(*four) for four in permutations(field, 4)]
        best = max((value for value in values if value), default=None)
        assert [worth_of_table(*four) for four in found] == [best] * (best is not None), field


def worth_of_table(a: Waiting, b: Waiting, c: Waiting, d: Waiting) -> tuple[int, ...] | None:
    """Return the worth of a table of a and b against c and d; None if it may not be filled yet."""
    partners = [(x, y) for x, y in ((a, b), (c, d)) if x.partner == y.key or y.partner == x.key]
    opponents = sum(met(x, y) for x in (a, b) for y in (c, d))
    long = sum(one.is_long for one in (a, b, c, d))
    if any(not (x.is_long or y.is_long) for x, y in partners) or (opponents and not long):
        return None
    apart = abs(a.score - b.score) + abs(c.score - d.score)
    return long, -len(partners), -opponents, -apart - abs(a.score + b.score - c.score - d.score)
