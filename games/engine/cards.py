"""Cards as whole numbers, and sets of cards as bit masks.

A card is 0 … 53: clubs 0 … 12 from the deuce up, diamonds 13 … 25, hearts 26 … 38, spades 39 … 51, the little joker 52
and the big joker 53. Spades are the top block and the jokers continue it, so one comparison of numbers ranks all trumps.
Where deuces are raised above the ace of spades, they come between it and the jokers: up to four more numbers, and their
ordinary ones are nobody's. So the number of a card depends on the rules (`RuleSet.codes`), its suit and rank only on the
number. A set of cards is an int with the cards' bits set.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Final

from games.engine.errors import BadCard
from games.engine.sentences import message

RANKS: Final = "23456789TJQKA"
SUITS: Final = "CDHS"
CLUBS, DIAMONDS, HEARTS, SPADES = range(4)
FIRST_SPADE: Final = 39
TWO_OF_CLUBS: Final = 0

NAMES: Final[tuple[str, ...]] = (
    *(rank + suit for suit in SUITS for rank in RANKS),
    "LJ",
    "BJ",
)
"""The names of the cards by their numbers, where no deuce is raised."""
CODES: Final[Mapping[str, int]] = {name: card for card, name in enumerate(NAMES)}
JOKERS: Final = frozenset(NAMES[-2:])
DEUCES: Final = ("2C", "2D", "2H", "2S")
NUMBERS: Final = len(NAMES) + len(DEUCES)
"""Every card's number is below this, whatever deuces are raised."""
SUIT_OF: Final[tuple[int, ...]] = tuple(min(card // 13, SPADES) for card in range(NUMBERS))
BIT: Final[tuple[int, ...]] = tuple(1 << card for card in range(NUMBERS))
SPADES_MASK: Final = ((1 << NUMBERS - FIRST_SPADE) - 1) << FIRST_SPADE
SUIT_MASKS: Final[tuple[int, ...]] = (0x1FFF, 0x1FFF << 13, 0x1FFF << 26, SPADES_MASK)
MASK_OF_SUIT_OF: Final[tuple[int, ...]] = tuple(SUIT_MASKS[suit] for suit in SUIT_OF)


@cache
def names_with(high_deuces: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names of the cards by their numbers where these deuces are raised, named from the highest down."""
    return (*NAMES[:-2], *reversed(high_deuces), *NAMES[-2:])


@cache
def codes_with(high_deuces: tuple[str, ...]) -> Mapping[str, int]:
    """Return the numbers of the cards by their names where these deuces are raised, named from the highest down."""
    # A raised deuce has two places, and the later one is its own.
    return {name: card for card, name in enumerate(names_with(high_deuces))}


def parse_card(text: str, codes: Mapping[str, int] = CODES) -> int:
    """Return the card that `text` names ("AS", "TD", "2C", "LJ", "BJ"). Raises BadCard."""
    card = codes.get(text)
    if card is None:
        raise no_card(text)
    return card


def no_card(text: object) -> BadCard:
    """Return the error for a text that names no card."""
    return BadCard(
        message(
            "“%(text)s” isn’t a card. Write rank and suit, like AS, TD or 2C; jokers are BJ and LJ.",
            text=printable(text),
        )
    )


def card_name(card: int) -> str:
    """Return the two characters that name a card in records, where no deuce is raised."""
    return NAMES[card]


def mask_of(cards: Iterable[int]) -> int:
    """Return the set of these cards."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def _by_mask(first: int, width: int) -> tuple[tuple[int, ...], ...]:
    """Return, for each set within a block of `width` cards from `first` on, its cards in ascending order."""
    table: list[tuple[int, ...]] = [()]
    for offset in range(width):
        card = (first + offset,)
        table.extend([cards + card for cards in table])
    return tuple(table)


# One lookup per suit turns a mask into cards: legal actions are computed at every turn of every simulated hand.
CLUBS_OF: Final = _by_mask(0, 13)
DIAMONDS_OF: Final = _by_mask(13, 13)
HEARTS_OF: Final = _by_mask(26, 13)
_WIDTH: Final = len(NAMES) - FIRST_SPADE
TABLED: Final = 1 << _WIDTH
"""Sets of spades below this are in `SPADES_OF`: those of all packs without raised deuces."""
SPADES_OF: Final = _by_mask(FIRST_SPADE, _WIDTH)
_RAISED: Final = _by_mask(len(NAMES), len(DEUCES))


def spades_of(mask: int) -> tuple[int, ...]:
    """Return the cards of a set of spades, given as `by_suit` makes it, in ascending order."""
    if mask < TABLED:
        return SPADES_OF[mask]
    return SPADES_OF[mask % TABLED] + _RAISED[mask >> _WIDTH]


CARDS_OF_SUIT: Final = (CLUBS_OF, DIAMONDS_OF, HEARTS_OF, SPADES_OF)

BIT_IN_SUIT: Final[tuple[int, ...]] = tuple(
    1 << card - 13 * SUIT_OF[card] for card in range(NUMBERS)
)
"""For each card, its bit in a set of its own suit, as `by_suit` makes them."""


def by_suit(mask: int) -> list[int]:
    """Split a set of cards into four by suit, clubs to spades, each with its suit's lowest card as bit 0."""
    return [mask & 0x1FFF, mask >> 13 & 0x1FFF, mask >> 26 & 0x1FFF, mask >> 39]


def whole(suits: Sequence[int]) -> int:
    """Return the set of cards that `by_suit` split."""
    clubs, diamonds, hearts, spades = suits
    return clubs | diamonds << 13 | hearts << 26 | spades << 39


def cards_of(mask: int) -> tuple[int, ...]:
    """Return the cards of a set, in ascending order."""
    return (
        CLUBS_OF[mask & 0x1FFF]
        + DIAMONDS_OF[mask >> 13 & 0x1FFF]
        + HEARTS_OF[mask >> 26 & 0x1FFF]
        + spades_of(mask >> 39)
    )


def names_of(mask: int, names: Sequence[str] = NAMES) -> list[str]:
    """Return the names of a set's cards in hand order: spades first, each suit from the top."""
    order = (
        *reversed(spades_of(mask >> 39)),
        *reversed(HEARTS_OF[mask >> 26 & 0x1FFF]),
        *reversed(CLUBS_OF[mask & 0x1FFF]),
        *reversed(DIAMONDS_OF[mask >> 13 & 0x1FFF]),
    )
    return [names[card] for card in order]


def printable(text: object, limit: int = 40) -> str:
    """Return untrusted text as one short line that is safe to show in error messages."""
    if not isinstance(text, (str, int, float, type(None))):
        # A nested value may be too deep to print.
        return "a list" if isinstance(text, (list, tuple)) else "an object"
    line = "".join(c if c.isprintable() else "·" for c in str(text)[: limit + 1])
    return line if len(line) <= limit else line[:limit] + "…"
