"""Cards that change hands before the play: passing to the partner, and the draw of two players."""

from typing import Final

from games.bots.cards import SPADES, SUITS, Card, card, cards, of_suit
from games.bots.seen import Seen

WORTH_KEEPING: Final = 11


def pass_cards(seen: Seen) -> str:
    """Return which cards go to the partner: a nil bidder's most dangerous ones, else the least that covers a nil."""
    bid = seen.view["bids"][seen.seat]
    worth = _danger if bid and bid["nil"] else _little_use

    def value(text: str) -> float:
        return sum(worth(seen.hand, each) for each in cards(text.split()[1:]))

    return str(max(seen.view["legal"], key=value))


def _danger(hand: tuple[Card, ...], held: Card) -> float:
    """How much a nil bidder wants to be rid of a card."""
    if held.suit == SPADES:
        return 10 + held.rank * 2
    low = sum(other.rank < 7 for other in of_suit(hand, held.suit))
    return held.rank - 3 * low


def _little_use(hand: tuple[Card, ...], held: Card) -> float:
    """How well a card suits a partner who bid nil: low, no spade, best from a suit that becomes short."""
    if held.suit == SPADES:
        return -20 - held.rank
    return -held.rank * 2 - len(of_suit(hand, held.suit))


def keep_or_refuse(seen: Seen) -> str:
    """Return "keep" or "refuse" for the card that was drawn: spades and honours stay, the next may be better else."""
    drawn = seen.view["drawn_card"]
    if drawn is None:
        return str(seen.view["legal"][0])
    held = card(drawn)
    suits = {suit: len(of_suit(seen.hand, suit)) for suit in SUITS}
    good = held.suit == SPADES or held.rank > WORTH_KEEPING + (suits[held.suit] > 4)
    wanted = "keep" if good else "refuse"
    return wanted if wanted in seen.view["legal"] else str(seen.view["legal"][0])
