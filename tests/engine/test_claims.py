"""A certain claim wins every trick, whatever the others hold and play: tried exhaustively on small packs."""

import random

import pytest

from games.engine import State
from games.engine.actions import BID, parse_action
from games.engine.claims import certain, claim_lead
from tests.engine.test_brute_force import bidding, deals


def wins_all(state: State, seat: int) -> bool:
    """Return whether the seat, leading as it claimed to, wins every trick against every play of the others."""
    if state.phase != "play":
        return True
    if state.turn == seat and not state.trick:
        after = state.copy()
        after.act(parse_action(claim_lead(state, seat)))
        return wins_all(after, seat)
    if not state.trick:
        return False
    for code in state.legal_codes():
        after = state.copy()
        after.act(code)
        if not wins_all(after, seat):
            return False
    return True


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("lead", ["after_break", "only_when_void", "anytime"])
def test_a_certain_claim_wins_every_trick(players: int, lead: str) -> None:
    rng = random.Random(f"{players} {lead}")
    certain_ones = 0
    for case in range(120):
        hands = deals(players, {2: 6, 3: 5, 4: 4}[players], case % 5 == 0, rng, False)
        state = bidding(hands, rng.randrange(players), spade_lead=lead)
        while state.phase == "bid":
            state.act(BID + 1)
        while state.phase == "play":
            if certain(state, state.turn):
                certain_ones += 1
                assert wins_all(state, state.turn)
                # Whatever the others hold of what the seat hasn't seen.
                assert wins_all(dealt_anew(state, rng), state.turn)
            state.act(rng.choice(state.legal_codes()))
    assert certain_ones > 20


def dealt_anew(state: State, rng: random.Random) -> State:
    """Return the state with the other seats' cards reshuffled among them."""
    others = [seat for seat in range(state.rules.players) if seat != state.turn]
    pool = [card for seat in others for card in state.hand_cards(seat)]
    rng.shuffle(pool)
    hands = list(state.hands)
    for seat in others:
        mine, pool = pool[: len(state.hand_cards(seat))], pool[len(state.hand_cards(seat)) :]
        hands[seat] = sum(1 << card for card in mine)
    new = state.copy()
    new.hands = hands
    return new
