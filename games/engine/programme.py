"""A programme: the way of bidding hand by hand, repeated (docs/rules.md 3.19)."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from games.engine.cards import SPADES_MASK

if TYPE_CHECKING:
    from games.engine.rules import RuleSet
    from games.engine.scoring import Bid

FREE: Final = "free"
NEEDS_NIL: Final = ("suicide", "mirror", "whiz", "nil", "holder")
NEEDS_PARTNERS: Final = ("suicide", "copy")
_WORD: Final = re.compile(
    "(free|suicide|mirror|whiz|nil|copy)|(bid|total) ([1-9][0-9]?)|(holder) ([2-9TJQKA][CDHS]|BJ|LJ)"
)


class Word(NamedTuple):
    """A hand's way of bidding: `number` belongs to "bid" and "total", `card` to "holder"."""

    kind: str
    number: int = 0
    card: str = ""


def word_of(text: str) -> Word | None:
    """Return the word that a text spells, None if it spells none."""
    found = _WORD.fullmatch(text)
    if found is None:
        return None
    plain, kind, number, holder, card = found.groups()
    return Word(plain or kind or holder, int(number or 0), card or "")


def word_bids(
    rules: "RuleSet", word: Word, bids: Sequence["Bid | None"], seat: int, held: int
) -> tuple[int, ...]:
    """Return the values, 0 for nil, open to a seat that holds this set of cards, in a hand whose word isn't free."""
    free = (*range(1, rules.tricks + 1), *([] if rules.nil is None else [0]))
    others = [bids[other] for other in rules.side_seats[rules.side_of[seat]] if other != seat]
    partner = next((bid for bid in others if bid is not None), None)
    match word.kind:
        case "bid":
            return (word.number,)
        case "nil":
            return (0,)
        case "mirror" | "whiz":
            spades = (held & SPADES_MASK).bit_count()
            return (spades,) if word.kind == "mirror" or not spades else (spades, 0)
        case "suicide":
            return free if partner is None else tuple(v for v in free if (v == 0) != partner.nil)
        case "copy":
            return free if partner is None else (partner.value,)
        case "holder":
            return (0,) if held >> rules.codes[word.card] & 1 else free
        case _:
            said = [
                bid.value for other, bid in enumerate(bids) if other != seat and bid is not None
            ]
            if len(said) < rules.players - 1:
                return free
            return (min(free, key=lambda value: abs(word.number - sum(said) - value)),)
