"""Cards exchanged before play: passing to the partner, and the two-player draw."""

from typing import Final

from games.bots.cards import SPADES, SUITS, Card, of_suit
from games.bots.view import BotView

WORTH_KEEPING: Final = 11


def pass_cards(seen: BotView) -> str:
    """Return the cards to pass to the partner: a nil bidder's most dangerous ones, otherwise the least that covers
    a nil.
    """
    bid = seen.view["bids"][seen.seat]
    worth = _danger if bid and bid["nil"] else _little_use

    def value(text: str) -> float:
        return sum(worth(seen.hand, each) for each in map(seen.deck.__getitem__, text.split()[1:]))

    return str(max(seen.view["legal"], key=value))


def _danger(hand: tuple[Card, ...], held: Card) -> float:
    """Return how much a nil bidder wants to get rid of a card."""
    if held.suit == SPADES:
        return 10 + held.rank * 2
    low = sum(other.rank < 7 for other in of_suit(hand, held.suit))
    return held.rank - 3 * low


def _little_use(hand: tuple[Card, ...], held: Card) -> float:
    """Return how well a card suits a partner who bid nil: low, not a spade, best from a suit that becomes short."""
    if held.suit == SPADES:
        return -20 - held.rank
    return -held.rank * 2 - len(of_suit(hand, held.suit))


def keep_or_refuse(seen: BotView) -> str:
    """Return "keep" or "refuse" for the card drawn: keep spades and honours, refuse the rest in hope of a better
    one.
    """
    drawn = seen.view["drawn_card"]
    if drawn is None:
        return str(seen.view["legal"][0])
    held = seen.deck[drawn]
    suits = {suit: len(of_suit(seen.hand, suit)) for suit in SUITS}
    good = held.suit == SPADES or held.rank > WORTH_KEEPING + (suits[held.suit] > 4)
    wanted = "keep" if good else "refuse"
    return wanted if wanted in seen.view["legal"] else str(seen.view["legal"][0])
