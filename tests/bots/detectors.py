"""Plain mistakes that a spectator would notice, found by what was played and without the bots' own code."""

from collections import Counter
from collections.abc import Sequence

from games.engine import State
from games.engine.cards import SPADES, SUIT_OF
from games.engine.state import PLAY

QUEEN, KING, ACE = 10, 11, 12


def mistakes(before: State, code: int) -> Counter[str]:
    """Return the mistakes in one play: an honour led into a known void, an unsupported king led, a partner's winning card
    ruffed. A card without an alternative is none, and neither is one of a nil or for the partner's.
    """
    if before.phase != PLAY or _about_nil(before):
        return Counter()
    wrongs = [partner_ruffed] if before.trick else [honour_into_void, unsupported_king]
    return Counter(
        wrong.__name__
        for wrong in wrongs
        if wrong(before, code) and not all(wrong(before, other) for other in before.legal)
    )


def honour_into_void(state: State, code: int) -> bool:
    """Return whether this would lead a queen or better of a suit of which an opponent with spades has shown out.

    Heads-up that makes the opponent spend a trump, and is a mistake only if a low card would do.
    """
    suit = SUIT_OF[code]
    trumps = any(
        suits[SPADES] and (seat, suit) in _voids(state) and (seat, SPADES) not in _voids(state)
        for seat, suits in enumerate(state.suits)
        if state.rules.side_of[seat] != state.rules.side_of[state.turn]
    )
    low = any(SUIT_OF[card] == suit and card % 13 < QUEEN for card in state.legal)
    heads_up = len(state.bids) == 2
    return suit != SPADES and code % 13 >= QUEEN and trumps and (low or not heads_up)


def unsupported_king(state: State, code: int) -> bool:
    """Return whether this would lead a king without its ace or queen while the ace is out.

    Heads-up that is none: the ace is in the other hand only one time in three.
    """
    if SUIT_OF[code] == SPADES or code % 13 != KING or len(state.bids) == 2:
        return False
    own = state.hand_cards(state.turn)
    gone = {card for _leader, cards, _winner in state.tricks for card in cards}
    gone |= {card for card in range(52) if state.discards[state.turn] >> card & 1}
    return code + 1 not in gone and code + 1 not in own and code - 1 not in own


def partner_ruffed(state: State, code: int) -> bool:
    """Return whether this would ruff the partner's card that no unplayed one of its suit beats, with no opponent to come
    who has shown out.
    """
    trick, led = state.trick, state.trick[0]
    if SUIT_OF[led] == SPADES or SUIT_OF[code] != SPADES:
        return False
    best = max(card for card in trick if SUIT_OF[card] in (SUIT_OF[led], SPADES))
    winner = (state.leader + trick.index(best)) % len(state.bids)
    partner = (
        winner != state.turn and state.rules.side_of[winner] == state.rules.side_of[state.turn]
    )
    if not partner or SUIT_OF[best] == SPADES:
        return False
    higher = range(best + 1, best + 1 + ACE - best % 13)
    out = [card for card in higher if any(hand >> card & 1 for hand in state.hands)]
    to_come = {
        (state.turn + step) % len(state.bids) for step in range(1, len(state.bids) - len(trick))
    }
    return not out and not any((seat, SUIT_OF[led]) in _voids(state) for seat in to_come)


def _about_nil(state: State) -> bool:
    """Return whether the seat at turn, or its partner, has a nil that is still alive."""
    side = state.rules.side_seats[state.rules.side_of[state.turn]]
    return any(
        bid is not None and bid.nil and not state.won[s] for s in side for bid in [state.bids[s]]
    )


def _voids(state: State) -> set[tuple[int, int]]:
    """Return the seats and suits that have shown out in this hand."""
    tricks: list[tuple[int, Sequence[int]]] = [(leader, cards) for leader, cards, _ in state.tricks]
    if state.trick:
        tricks.append((state.leader, state.trick))
    return {
        ((leader + index) % len(state.bids), SUIT_OF[cards[0]])
        for leader, cards in tricks
        for index, card in enumerate(cards)
        if SUIT_OF[card] != SUIT_OF[cards[0]]
    }
