"""`certain` against the truth: whatever the others hold and play, a certain claimant wins everything."""

import random
from typing import Any

import pytest

from games import engine
from games.engine import State
from games.engine.cards import mask_of, parse_card
from games.engine.claims import certain, claim_lead
from tests.support.presets import EVERY_PRESET


def at_lead(hands: tuple[str, ...], *, broken: bool = True, **rules: Any) -> State:
    """Seat 0 is to lead with these cards left; whatever nobody holds was played."""
    state = engine.new_game(engine.preset("cardgames_io", **rules), first_dealer=3)
    state = engine.deal(state, range(52))
    for seat in range(4):
        state = engine.apply(state, seat, "bid 3")
    masks = [mask_of(map(parse_card, hand.split(" "))) for hand in hands]
    size = len(hands[0].split(" "))
    state.hands = masks
    state.won = [13 - size, 0, 0, 0]
    state.tricks_left, state.broken = size, broken
    state.turn = state.leader = 0
    state._set_leads()
    return state


@pytest.mark.parametrize(
    ("hands", "sure"),
    [
        # All that is left of spades.
        (("AS KS", "2H 3H", "2D 3D", "2C 3C"), True),
        # The queen may stand against the jack until the ace has drawn it.
        (("AS JS", "QS 3H", "2D 3D", "2C 3C"), True),
        (("AS JS", "QS KS", "2D 3D", "2C 3C"), False),
        (("JS TS", "QS 3H", "2D 3D", "2C 3C"), False),
        # A side ace after the last trump is drawn; two out can't be drawn by one.
        (("AS AH", "QS 3H", "2D 3D", "2C 3C"), True),
        (("AS AH", "QS 3H", "JS 3D", "2C 3C"), False),
        # High cards of a suit, with no trump left anywhere.
        (("AH KH AC", "QH JH 2H", "2D 3D 4D", "2C 3C 4C"), True),
        (("AH QH AC", "KH JH 2H", "2D 3D 4D", "2C 3C 4C"), False),
        # A long suit runs once the others' cards are drawn.
        (("AH KH 2H", "QH JH 5D", "2D 3D 4D", "2C 3C 4C"), True),
        (("AH KH 2H", "QH JH TH", "2D 3D 4D", "2C 3C 4C"), False),
        # The partner's higher card takes the trick too.
        (("KH QH", "2C 3C", "AH 3D", "2D 4D"), False),
    ],
)
def test_certain(hands: tuple[str, ...], sure: bool) -> None:
    assert certain(at_lead(hands), 0) is sure


def test_trumps_that_may_not_be_led_draw_nothing() -> None:
    hands = ("AS AH", "QS 3H", "2D 3D", "2C 3C")
    assert certain(at_lead(hands), 0)
    assert not certain(at_lead(hands, broken=False), 0)
    assert not certain(at_lead(hands, spade_lead="only_when_void"), 0)
    assert certain(at_lead(hands, broken=False, spade_lead="anytime"), 0)


def test_only_the_leader_claims_and_only_where_suits_are_followed() -> None:
    hands = ("AS KS", "2H 3H", "2D 3D", "2C 3C")
    state = at_lead(hands)
    assert [certain(state, seat) for seat in range(4)] == [True, False, False, False]
    assert not certain(at_lead(hands, revoke="penalised"), 0)
    assert not certain(engine.apply(state, 0, "play AS"), 1)


@pytest.mark.parametrize("key", EVERY_PRESET)
def test_a_certain_claim_always_holds(key: str) -> None:
    dice = random.Random(f"claims {key}")
    rules = engine.preset(key, max_hands=1, target=None, first_dealer="random")
    found = 0
    for _game in range(80):
        state = engine.new_game(rules, first_dealer=0)
        state = engine.deal(state, dice.sample(rules.pack, len(rules.pack)))
        while state.phase != "over":
            (seat, *_rest) = state.to_act
            if certain(state, seat):
                found += 1
                check(state, seat, dice)
                break
            state = engine.apply(state, seat, dice.choice(engine.legal_actions(state, seat)))
    assert found > 3


def check(state: State, claimant: int, dice: random.Random) -> None:
    """Play on with the others' cards dealt out anew and any legal answer; the claimant must win all."""
    left = state.tricks_left
    for _try in range(5):
        played = reshuffled(state, claimant, dice)
        before = played.won[claimant]
        while played.phase == "play":
            (seat,) = played.to_act
            action = (
                claim_lead(played, seat)
                if seat == claimant
                else dice.choice(engine.legal_actions(played, seat))
            )
            last, played = played, engine.apply(played, seat, action)
            assert seat == claimant or last.trick
        assert played.hand_results[-1].tricks[claimant] == before + left


def reshuffled(state: State, claimant: int, dice: random.Random) -> State:
    """Return the same moment with the cards that the claimant hasn't seen held otherwise."""
    new = state.copy()
    hands = new.hands
    others = [seat for seat in range(len(hands)) if seat != claimant]
    cards = [card for seat in others for card in engine.State.hand_cards(new, seat)]
    dice.shuffle(cards)
    size = new.tricks_left
    for place, seat in enumerate(others):
        hands[seat] = mask_of(cards[place * size : (place + 1) * size])
    new.hands = hands
    return new
