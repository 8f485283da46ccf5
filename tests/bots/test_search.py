"""The search for a card: the rollouts keep to the engine's rules and scores, and the answer to what the seat knows."""

import random
import sys
import threading
import time
from collections.abc import Iterator
from math import exp
from typing import Any

import numpy as np
import pytest

from games.bots import search
from games.bots import search_kernel as kernel
from games.bots.bidding import LUCK, YIELDS, reckon
from games.bots.cards import KING
from games.bots.cards import cards as cards_named
from games.bots.search import Position, position_of
from games.bots.value import stakes_of
from games.engine import PRESETS, RuleSet, State, apply, deal, new_game, pack_for, preset, view_for
from games.engine.actions import BID, action_text
from games.engine.cards import SUIT_MASKS, by_suit, names_of
from tests.bots.games import at_random, shuffled

HOUSE_RULES: dict[str, RuleSet] = {
    "passing": preset("playingcards_io", nil_pass=2, blind_nil_pass=2),
    "two of clubs leads, spades when void": preset(
        "cardgames_io", opening_lead="two_of_clubs", spade_lead="only_when_void"
    ),
    "spades at any time": preset("cardgames_io", spade_lead="anytime", boston_bonus=50),
    "failed nils help": preset("cardgames_io", failed_nil="help_partner", ten_for_200=True),
    "blind numbers": preset("bicycle_3", blind_bid=20, blind_bid_deficit=0, nil=50),
    "revokes": preset("bicycle_4", revoke="penalised", nil=100, bag_limit=5, set_points=-10),
    "bags cost at once": preset("cardgames_io", bag_limit=None, overtrick_points=-2),
}


def positions(rules: RuleSet, seed: int, hands: int) -> Iterator[tuple[State, Position]]:
    """Play hands at random with any legal bids, and return some of the moments when a card is due."""
    rng = random.Random(seed)
    for _ in range(hands):
        state = new_hand(rules, rng)
        while state.phase not in ("deal", "over"):
            for seat in state.to_act:
                view = view_for(state, seat)
                if state.phase == "play" and rng.random() < 0.15:
                    yield state, position_of(view, rules)
                action = (
                    at_random(view, rules, rng) if rng.random() < 0.5 else rng.choice(view["legal"])
                )
                state = apply(state, seat, action)


def new_hand(rules: RuleSet, rng: random.Random) -> State:
    pack = pack_for(rules)
    if rules.first_dealer == "random":
        state = new_game(rules, first_dealer=rng.randrange(rules.players))
    else:
        plain = [card for card in shuffled(pack, rng) if card < 52]
        state = new_game(rules, draw_for_deal=plain[: rules.players])
    return deal(state, shuffled(pack, rng))


ALL_RULES = {**PRESETS, **HOUSE_RULES}


@pytest.mark.sweep(11)
@pytest.mark.parametrize("name", ALL_RULES)
def test_rollouts_are_legal_and_score_as_in_the_engine(name: str) -> None:
    rules = ALL_RULES[name]
    worlds = 4
    seen = 0
    for state, position in positions(rules, 1, 5):
        values, columns, tape = search._play_out(position, worlds, seen, taped=worlds)
        seen += 1
        for card, column in zip(position.legal, columns, strict=True):
            for row in range(worlds):
                plays, choices, hands, won = tape[row, column].tolist()
                hands = hands[: rules.players]
                check_world(state, position, hands)
                if plays[0] != card:
                    continue  # An equal of this card was played in its place.
                after = state.copy()
                after.suits = [by_suit(hand) for hand in hands]
                for place in range(sum(hand.bit_count() for hand in hands)):
                    if rules.revoke == "prevented" or not after.trick:
                        assert place == 0 or choices[place] == len(after.legal)
                    after.act(plays[place])
                assert list(after.hand_results[-1].tricks) == won[: rules.players]
                if rules.revoke == "prevented":
                    assert values[row, column] == pytest.approx(worth(after, position))
    assert seen > 15


def check_world(state: State, position: Position, hands: list[int]) -> None:
    """A world gives every seat as many cards as it holds, of the suits that it can hold, and leaves out no known one."""
    seat = position.seat
    real = state.hands
    assert hands[seat] == real[seat]
    assert [hand.bit_count() for hand in hands] == [hand.bit_count() for hand in real]
    allowed = state.rules.pack_mask & ~state.discards[seat]
    for _, cards, _ in state.tricks:
        for card in cards:
            allowed &= ~(1 << card)
    for card in state.trick:
        allowed &= ~(1 << card)
    for other, hand in enumerate(hands):
        assert hand & ~allowed == 0, "in nobody else's hand, nor played, nor discarded"
        allowed &= ~hand
        if state.rules.revoke == "prevented":
            for suit in range(4):
                assert not (position.voids[other] >> suit & 1 and hand & SUIT_MASKS[suit])
        if state.passes[seat] and other == (seat + 2) % 4:
            assert hand & state.passes[seat] == real[other] & state.passes[seat]


def worth(state: State, position: Position) -> float:
    rules = state.rules
    result = state.hand_results[-1]
    share = 0 if rules.bag_limit is None else rules.bag_penalty / rules.bag_limit
    values = [
        sum(line.points for line in side.lines if line.code != "bag_penalty") - share * side.bags
        for side in result.sides
    ]
    own = values.pop(rules.side_of[position.seat])
    return own - sum(values) / len(values)


def test_a_revoke_costs_the_contract() -> None:
    rules = preset("cardgames_io", revoke="penalised")
    for state, position in positions(rules, 3, 5):
        values, columns, tape = search._play_out(position, 12, 5, taped=12)
        for card, column in zip(position.legal, columns, strict=True):
            for row in range(12):
                plays, _, hands, _ = tape[row, column].tolist()
                if plays[0] != card:
                    continue
                after = state.copy()
                after.suits = [by_suit(hand) for hand in hands[:4]]
                after.revokes = revokes_in(state, hands)
                for place in range(sum(hand.bit_count() for hand in hands)):
                    after.act(plays[place])
                assert values[row, column] == pytest.approx(worth(after, position))


def revokes_in(state: State, hands: list[int]) -> Any:
    """The revokes of the tricks played, had the seats held these cards."""
    dealt = hands[:4]
    for leader, cards, _ in state.tricks:
        for index, card in enumerate(cards):
            dealt[(leader + index) % 4] |= 1 << card
    for index, card in enumerate(state.trick):
        dealt[(state.leader + index) % 4] |= 1 << card
    again = new_game(state.rules, first_dealer=state.first_dealer)
    again.set_hands(tuple(dealt))
    for index in range(4):
        bid = state.bids[(again.dealer + 1 + index) % 4]
        assert bid is not None
        again.act(64 + bid.value)
    for _, cards, _ in state.tricks:
        for card in cards:
            again.act(card)
    return again.revokes


def test_every_legal_card_gets_its_mean_and_errors() -> None:
    position = next(p for _, p in positions(PRESETS["cardgames_io"], 5, 1) if len(p.legal) > 3)
    found = search.search(position, 200, 9)
    legal = [action_text(card)[5:] for card in position.legal]
    assert (found.worlds, list(found.mean)) == (200, legal)
    assert found.mean[found.best] == max(found.mean.values())
    assert found.error[found.best] == 0
    assert found.near(found.best)
    values, columns, _ = search._play_out(position, 200, 9)
    for card, column in zip(legal, columns, strict=True):
        assert found.mean[card] == pytest.approx(np.mean(values[:, column]))
        assert found.variance[card] == pytest.approx(np.var(values[:, column], ddof=1) / 200)


def test_the_same_seed_gives_the_same_answer() -> None:
    for _, position in positions(PRESETS["bicycle_5"], 2, 1):
        assert search.search(position, 50, 7) == search.search(position, 50, 7)
    assert search.search(position, 50, 7).mean != search.search(position, 50, 8).mean


@pytest.mark.parametrize("key", ["cardgames_io", "rubl_two_player", "bicycle_3_jokers"])
def test_hidden_cards_dealt_otherwise_leave_the_answer_unchanged(key: str) -> None:
    rng = random.Random(4)
    rules = PRESETS[key]
    for state, position in positions(rules, 6, 1):
        other = state.copy()
        seats = [seat for seat in range(rules.players) if seat != position.seat]
        hands = state.hands
        pool = shuffled(
            [card for seat in seats for card in range(54) if hands[seat] >> card & 1], rng
        )
        for seat in seats:
            mine, pool = pool[: hands[seat].bit_count()], pool[hands[seat].bit_count() :]
            hands[seat] = sum(1 << card for card in mine)
        other.hands = hands
        again = position_of(view_for(other, position.seat), rules)
        assert again == position
        assert search.search(again, 20, 3) == search.search(position, 20, 3)


@pytest.mark.parametrize(
    "rules",
    [
        PRESETS["cardgames_io"],
        PRESETS["bicycle_3_jokers"],
        PRESETS["rubl_two_player"],
        preset("cardgames_io", jokers=True, high_deuces=("2D", "2S"), removed=("2H", "2C")),
        preset("bicycle_3_jokers", high_deuces=("2D", "2H", "2C", "2S")),
    ],
)
def test_a_deal_is_the_likelier_the_better_it_fits_the_bids(rules: RuleSet) -> None:
    terms, reckoned = search.hand_terms(rules), search.reckoned_of(rules)
    for state, position in positions(rules, 8, 2):
        hands = state.hands
        found = kernel.likelihood(
            terms,
            search.known_of(position),
            reckoned,
            np.array([*hands, 0, 0, 0][: kernel.SEATS], dtype=np.uint64),
        )
        expected = 1.0
        for seat, bid in enumerate(position.bids):
            if seat == position.seat:
                continue
            dealt = cards_named(names_of(state.dealt[seat], rules.names), rules.high_deuces)
            worth = reckon(dealt, rules.players, above=rules.above_ace)
            share = YIELDS[rules.above_ace]
            tricks = LUCK[rules.players] + share * (worth.spades + worth.high + worth.ruffs)
            value = bid - BID
            off = tricks - value - 0.4 if value else max(0, tricks - 1)
            off = max(0, off) if value == rules.min_bid else off
            expected *= exp(-0.5 * (off / kernel.SPREAD) ** 2)
            if not value and any(each.suit == "S" and each.rank >= KING for each in dealt):
                expected *= 0.1
        assert found == pytest.approx(expected + 1e-9)


def test_only_a_seat_that_must_play_can_search() -> None:
    rules = PRESETS["cardgames_io"]
    rng = random.Random(1)
    state = new_hand(rules, rng)
    refused(state, state.turn, "Play hasn't begun: a search needs all bids and passes.")
    while state.phase == "bid":
        state = apply(state, state.turn, "bid 3")
    waiting = (state.turn + 1) % 4
    refused(state, waiting, "It isn't this seat's turn: there is no card to search for.")
    position = position_of(view_for(state, state.turn), rules)
    with pytest.raises(ValueError, match=r"^A search needs at least two worlds\.$"):
        search.search(position, 1, 0)
    while state.phase == "play":
        state = apply(state, state.turn, at_random(view_for(state, state.turn), state.rules, rng))
    refused(state, 0, "This hand is over: there is no card to search for.")


def refused(state: State, seat: int, sentence: str) -> None:
    with pytest.raises(ValueError) as refusal:
        position_of(view_for(state, seat), state.rules)
    assert str(refusal.value) == sentence


def test_other_threads_run_during_a_search() -> None:
    _, position = next(positions(PRESETS["cardgames_io"], 5, 1))
    values = np.empty((20_000, 1))
    known, terms = search.known_of(position), search.hand_terms(position.rules)
    reckoned = search.reckoned_of(position.rules)
    stakes = stakes_of(position.rules, None)
    card = np.array(position.legal[:1], dtype=np.uint8)
    tape = np.zeros((0, 1, 4, 64), dtype=np.uint64)
    steps, progress, over = [0], [], threading.Event()

    def searching() -> None:
        # With so long a switch interval, this thread keeps the lock unless the search releases it.
        for seed in range(50):
            before = steps[0]
            kernel.search(
                terms, known, reckoned, stakes, card, len(values), np.uint64(seed), values, tape
            )
            progress.append(steps[0] - before)
            if progress[-1]:
                break
        over.set()

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1000)
    try:
        thread = threading.Thread(target=searching)
        thread.start()
        while not over.is_set():
            steps[0] += 1
            time.sleep(0)
        thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert progress[-1] > 0
