"""Pairing in an arena: never worse than any other pairing, by brute force and by the matching of the whole field."""

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import pytest

from tournaments.formats.arena import PATIENCE, Waiting, pair

Pairs = list[tuple[Waiting, Waiting]]


def worth(pairs: Iterable[tuple[Waiting, Waiting]]) -> tuple[int, int, int, int]:
    """Return what a pairing is compared by, more is better: long waits, rematches, pairs, differences of score."""
    found = list(pairs)
    return (
        sum(a.is_long + b.is_long for a, b in found),
        -sum(a.met(b) for a, b in found),
        len(found),
        -sum(abs(a.score - b.score) for a, b in found),
    )


def everything(left: Sequence[Waiting]) -> Iterator[Pairs]:
    """Yield every pairing of these entries that is allowed, whole or not."""
    if not left:
        yield []
        return
    first, *others = left
    yield from everything(others)
    for place, other in enumerate(others):
        if first.may_meet(other):
            for rest in everything([*others[:place], *others[place + 1 :]]):
                yield [(first, other), *rest]


def a_field(dice: random.Random, size: int, scores: int) -> list[Waiting]:
    return [
        Waiting(
            key,
            dice.choice((0, 10, PATIENCE, 90)) if dice.random() < 0.5 else 5,
            2 * dice.randrange(scores),
            dice.choice([None, *range(size)]),
        )
        for key in range(size)
    ]


def paired(field: Sequence[Waiting], seed: str) -> Pairs:
    return [(field[a], field[b]) for a, b in pair(field, seed)]


@pytest.mark.parametrize("size", range(2, 9))
def test_no_pairing_of_a_small_field_is_better(size: int) -> None:
    dice = random.Random(size)
    for number in range(60 if size < 8 else 15):
        field = a_field(dice, size, scores=1 + number % 5)
        best = max(worth(pairs) for pairs in everything(field))
        assert worth(paired(field, str(number))) == best, field


def test_two_who_have_just_met_wait_for_somebody_else_for_a_minute() -> None:
    a, b = Waiting(1, 59, 2, last=2), Waiting(2, 59, 0, last=1)
    assert pair([a, b], "x") == []
    assert pair([a, b, Waiting(3, 0, 8)], "x") in ([(1, 3)], [(3, 1)])
    assert len(pair([Waiting(1, 60, 2, last=2), b], "x")) == 1


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
                "tournaments.formats.arena._rematches",
                lambda order: Counter({one.key: 30 for one in order}),
            )
            assert worth(paired(field, "s")) == found
