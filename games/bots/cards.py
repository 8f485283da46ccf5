"""Cards as bots count them: a suit and a rank within it. Jokers are the highest spades."""

from collections.abc import Iterable
from functools import cache
from typing import Final, NamedTuple

from games.engine.cards import names_of

SPADES: Final = "S"
SUITS: Final = ("C", "D", "H", SPADES)
RANKS: Final = "23456789TJQKA"
ACE: Final = 14
KING: Final = 13
QUEEN: Final = 12
JOKERS: Final = {"LJ": 15, "BJ": 16}


class Card(NamedTuple):
    """A card: `rank` runs from 2 to 14 for the ace, 15 for the little and 16 for the big joker."""

    suit: str
    rank: int
    name: str


def card(name: str) -> Card:
    """Return the card of a name such as "TD" or "BJ"."""
    if name in JOKERS:
        return Card(SPADES, JOKERS[name], name)
    return Card(name[1], RANKS.index(name[0]) + 2, name)


def cards(names: Iterable[str]) -> tuple[Card, ...]:
    """Return the cards with these names, in the same order."""
    return tuple(card(name) for name in names)


@cache
def pack_of(mask: int) -> frozenset[Card]:
    """Return the cards of a pack, given as the engine's set of cards."""
    return frozenset(cards(names_of(mask)))


def of_suit(held: Iterable[Card], suit: str) -> list[Card]:
    """Return the cards of one suit, lowest first."""
    return sorted(each for each in held if each.suit == suit)


def beats(one: Card, other: Card) -> bool:
    """Return whether `one`, played later to the same trick, beats `other`, the card winning so far."""
    if one.suit == other.suit:
        return one.rank > other.rank
    return one.suit == SPADES
