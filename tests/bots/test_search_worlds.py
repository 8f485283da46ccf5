"""Dealing hidden cards: every deal that fits the voids comes as often, and no voids make it fail."""

from collections import Counter
from itertools import permutations
from math import sqrt

import numpy as np
import pytest

from games.bots.search_worlds import HOLDERS, deal_hidden, make_plan
from games.engine.cards import SUIT_OF, mask_of, parse_card

C, D, H, S = 1, 2, 4, 8


def deals(cards: list[int], need: list[int], voids: list[int]) -> set[tuple[int, ...]]:
    """Return every deal that fits, as the holders' sets."""
    found = set()
    owners = [holder for holder, count in enumerate(need) for _ in range(count)]
    for order in set(permutations(owners)):
        if all(
            not voids[holder] >> SUIT_OF[card] & 1
            for holder, card in zip(order, cards, strict=True)
        ):
            hands = [0] * HOLDERS
            for holder, card in zip(order, cards, strict=True):
                hands[holder] |= 1 << card
            found.add(tuple(hands))
    return found


@pytest.mark.parametrize(
    ("names", "need", "voids"),
    [
        ("2C 5C 2D 3D 2H AS", [0, 2, 2, 2], [0, 0, 0, 0]),
        ("2C 5C 2D 3D 2H AS KS", [0, 3, 2, 2], [0, C, 0, 0]),
        # Three holders, each void in another suit: no two classes of cards have the same holders.
        ("2C 5C 2D 3D 2H 9H AS", [0, 3, 2, 2], [0, C, D, H]),
        ("2C 2D 2H", [0, 1, 1, 1], [0, C, H, D]),
        ("2C 5C 2D 3D 2H AS KS", [1, 2, 2, 2], [C | D, 0, H, S]),
        ("2C 5C 2D 3D 2H AS KS QS", [2, 2, 2, 2], [C, D, H, S]),
        # The draw for two: the first holder is a pile.
        ("2C 5C 2D 3D 2H AS KS", [0, 0, 4, 3], [0, 0, 0, C | H]),
        # Only one deal fits.
        ("2C 2D 2H AS", [1, 1, 1, 1], [D | H | S, C | H | S, C | D | S, 0]),
    ],
)
def test_every_deal_that_fits_comes_as_often(names: str, need: list[int], voids: list[int]) -> None:
    cards = [parse_card(name) for name in names.split()]
    expected = deals(cards, need, voids)
    times = 150 * len(expected)
    counts = sample(cards, need, voids, times)
    assert set(counts) == expected
    assert sum((count - 150) ** 2 / 150 for count in counts.values()) < len(expected) + 5 * sqrt(
        2 * len(expected)
    )


def test_voids_that_no_deal_fits_are_ignored() -> None:
    cards = [parse_card(name) for name in ("2C", "2D", "2H")]
    counts = sample(cards, [0, 1, 1, 1], [0, C, C, C], 60)
    assert set(counts) == deals(cards, [0, 1, 1, 1], [0, 0, 0, 0])


def test_cards_worth_keeping_come_to_the_hand_rather_than_to_the_discards() -> None:
    cards = [parse_card(name) for name in ("2C", "3D", "9H", "TH", "AS", "KS")]
    need, kept = [0, 0, 3, 3], mask_of(cards[4:])
    counts = sample(cards, need, [0, 0, 0, C], 40_000, kept)
    weights = {
        deal: 6.0 ** (deal[3] & kept).bit_count() for deal in deals(cards, need, [0, 0, 0, C])
    }
    assert set(counts) == set(weights)
    for deal, weight in weights.items():
        expected = 40_000 * weight / sum(weights.values())
        assert abs(counts[deal] - expected) < 5 * sqrt(expected)


def sample(
    cards: list[int], need: list[int], voids: list[int], times: int, kept: int = 0
) -> Counter[tuple[int, ...]]:
    plan = make_plan(
        np.uint64(mask_of(cards)), np.array(need), np.array(voids), np.uint64(kept), 6.0
    )
    dice = np.array([12345], dtype=np.uint64)
    hands = np.empty(HOLDERS, dtype=np.uint64)
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(times):
        deal_hidden(dice, plan, hands)
        counts[tuple(hands.tolist())] += 1
    return counts
