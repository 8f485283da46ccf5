"""Cards as bots count them: a suit and a rank within it. Raised deuces and jokers are the highest spades."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final, NamedTuple

from games.engine.cards import SUIT_OF, cards_of, names_with
from games.engine.cards import SUITS as LETTERS

SPADES: Final = "S"
SUITS: Final = ("C", "D", "H", SPADES)
RANKS: Final = "23456789TJQKA"
ACE: Final = 14
KING: Final = 13
QUEEN: Final = 12


class Card(NamedTuple):
    """A card: `rank` runs from 2 to 14 for the ace; raised deuces, the little and the big joker follow."""

    suit: str
    rank: int
    name: str


@cache
def deck(high_deuces: tuple[str, ...] = ()) -> Mapping[str, Card]:
    """Return every card by its name, where these deuces are raised."""
    # A raised deuce has two numbers, and the later one is its own.
    return {
        name: Card(LETTERS[SUIT_OF[number]], number - 13 * SUIT_OF[number] + 2, name)
        for number, name in enumerate(names_with(high_deuces))
    }


def card(name: str, high_deuces: tuple[str, ...] = ()) -> Card:
    """Return the card of a name such as "TD" or "BJ"."""
    return deck(high_deuces)[name]


def cards(names: Iterable[str], high_deuces: tuple[str, ...] = ()) -> tuple[Card, ...]:
    """Return the cards with these names, in the same order."""
    known = deck(high_deuces)
    return tuple([known[name] for name in names])


@cache
def pack_of(mask: int, high_deuces: tuple[str, ...] = ()) -> frozenset[Card]:
    """Return the cards of a pack, given as the engine's set of cards."""
    names = names_with(high_deuces)
    return frozenset(cards([names[number] for number in cards_of(mask)], high_deuces))


def of_suit(held: Iterable[Card], suit: str) -> list[Card]:
    """Return the cards of one suit, lowest first."""
    return sorted(each for each in held if each.suit == suit)


def beats(one: Card, other: Card) -> bool:
    """Return whether `one`, played later to the same trick, beats `other`, the card winning so far."""
    if one.suit == other.suit:
        return one.rank > other.rank
    return one.suit == SPADES
