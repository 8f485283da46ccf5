"""The batch simulator's randomness: reproducible by seed, fair, and uniform."""

from collections import Counter
from math import sqrt

import numpy as np

from games.engine import PRESETS
from games.engine.actions import BID, BLIND
from games.engine.batch import Batch, simulate

RULES = PRESETS["cardgames_io"]
ARRAYS = Batch.__dataclass_fields__


def same(one: Batch, other: Batch) -> bool:
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in ARRAYS)


def test_the_same_seed_brings_the_same_hands() -> None:
    assert same(simulate(RULES, 50, 7), simulate(RULES, 50, 7))
    assert not same(simulate(RULES, 50, 7), simulate(RULES, 50, 8))


def test_a_longer_batch_begins_with_the_shorter_one() -> None:
    longer, shorter = simulate(RULES, 80, 7), simulate(RULES, 30, 7)
    for name in ARRAYS:
        assert np.array_equal(getattr(longer, name)[:30], getattr(shorter, name)), name


def test_no_hand_comes_twice_nor_under_a_neighbouring_seed() -> None:
    deals = [
        tuple(deal) for seed in range(20) for deal in simulate(RULES, 500, seed).deals.tolist()
    ]
    assert len(set(deals)) == 20 * 500


def test_every_card_comes_to_every_seat_as_often() -> None:
    hands = 40_000
    deals = simulate(RULES, hands, 11).deals
    expected, deviation = hands / 4, sqrt(hands * 3 / 16)
    for card in range(52):
        counts = ((deals >> np.uint64(card)) & np.uint64(1)).sum(axis=0)
        assert abs(counts - expected).max() < 5 * deviation, card


def test_every_bid_is_made_as_often() -> None:
    hands = 20_000
    counts = Counter(simulate(RULES, hands, 12).bids.ravel().tolist())
    expected = 4 * hands / 14
    assert sorted(counts) == [BID + value for value in range(14)]
    assert max(abs(count - expected) for count in counts.values()) < 5 * sqrt(expected)


def test_looking_is_one_choice_among_the_blind_ones() -> None:
    hands = 20_000
    rules = PRESETS["playingcards_io"]
    counts = Counter(simulate(rules, hands, 13).bids.ravel().tolist())
    # 14 bids made after looking, "look" itself, and the blind nil: 16 ways, of which one leads back to the 14.
    blind, plain = 4 * hands / 16, 4 * hands * (1 + 1 / 14) / 16
    assert sorted(counts) == [*(BID + value for value in range(14)), BLIND]
    assert abs(counts[BLIND] - blind) < 5 * sqrt(blind)
    assert max(abs(counts[BID + value] - plain) for value in range(14)) < 5 * sqrt(plain)


def test_every_legal_card_is_played_as_often() -> None:
    hands = 60_000
    batch = simulate(RULES, hands, 14)
    # The opening lead is made from the leader's cards that are no spades.
    leaders = (batch.dealers + 1) % 4
    own = batch.deals[np.arange(hands), leaders] & np.uint64((1 << 39) - 1)
    below = own & ((np.uint64(1) << batch.plays[:, 0].astype(np.uint64)) - np.uint64(1))
    places = np.bitwise_count(below)
    for count in range(8, 12):
        rows = batch.choices[:, 0] == count
        expected = rows.sum() / count
        found = np.bincount(places[rows], minlength=count)
        assert len(found) == count
        assert abs(found - expected).max() < 5 * sqrt(expected), count
