"""Claims: whether the leader wins every remaining trick, whatever the others hold and play.

Only what the seat itself can know is used: its own hand, the cards played, and in the draw its own discards. All
other cards count as if one opponent held them, and a partner counts as an opponent.
"""

from typing import Final

from games.engine.actions import action_text
from games.engine.cards import SPADES, SUIT_MASKS, cards_of
from games.engine.state import PLAY, State

SIDE_SUITS: Final = tuple(mask for suit, mask in enumerate(SUIT_MASKS) if suit != SPADES)


def certain(state: State, seat: int) -> bool:
    """Return whether `seat` is to lead and wins every remaining trick by leading as `claim_lead` says.

    Never true where a revoke is possible (docs/rules.md 4.9), because then nobody has to follow suit.
    """
    if state.phase != PLAY or state.turn != seat or state.trick or not any(state.won):
        return False
    if state.rules.revoke != "prevented":
        return False
    own, unseen = state.hands[seat], _unseen(state, seat)
    trumps, trumps_out = own & SUIT_MASKS[SPADES], unseen & SUIT_MASKS[SPADES]
    if trumps_out and trumps != own:
        # The opponents' trumps must be drawn before anything else is led.
        may_lead_trumps = any(trumps >> card & 1 for card in state.legal)
        if not may_lead_trumps or trumps.bit_count() < trumps_out.bit_count():
            return False
    return _runs(trumps, trumps_out) and all(
        _runs(own & mask, unseen & mask) for mask in SIDE_SUITS
    )


def claim_lead(state: State, seat: int) -> str:
    """Return the next lead of a claim that is `certain`: trumps first where they may be led, highest first."""
    legal = [card for card in cards_of(state.hands[seat]) if card in state.legal]
    return action_text(legal[-1], state.rules.names)


def _runs(own: int, unseen: int) -> bool:
    """Return whether cards of one suit, led from the top, all win even if one opponent holds every unseen card of
    it.

    Each earlier lead has drawn one of the unseen cards; a card higher than all of them wins in any case.
    """
    highest, count = unseen.bit_length(), unseen.bit_count()
    return all(card >= highest or count <= led for led, card in enumerate(reversed(cards_of(own))))


def _unseen(state: State, seat: int) -> int:
    """Return the cards that `seat` hasn't seen: not in its hand, not played, not among its own discards."""
    dealt = held = 0
    for hand in state.dealt:
        dealt |= hand
    for hand in state.hands:
        held |= hand
    played = dealt & ~held
    return state.rules.pack_mask & ~(played | state.hands[seat] | state.discards[seat])
