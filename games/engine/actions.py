"""Actions: whole numbers internally, texts in the game record.

| action | number |
|---|---|
| `play QS` | the card, 0 … 57 |
| `bid 4`, `nil` | BID + 4, BID |
| `blind 5`, `blind nil` | BLIND + 5, BLIND |
| `blind side 6`, `nil 5` | BLIND_SIDE + 6, NIL_WITH + 5 |
| `look`, `keep`, `refuse`, `throw in` | LOOK, KEEP, REFUSE, THROW_IN |
| `pass 2C 7D` | PASS + the set of the cards |

Cards have the numbers that the rules give them (`RuleSet.names`, `RuleSet.codes`): by default those without raised deuces.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from games.engine.cards import CODES, NAMES, NUMBERS, cards_of, no_card, parse_card, printable
from games.engine.errors import BadAction
from games.engine.sentences import message

BID: Final = 64
BLIND: Final = 96
LOOK: Final = 128
KEEP: Final = 129
REFUSE: Final = 130
THROW_IN: Final = 131
BLIND_SIDE: Final = 160
NIL_WITH: Final = 192
PASS: Final = 1 << NUMBERS
MOST_PASSED: Final = 3
HIGHEST_BID: Final = 26
SILENT: Final = 31
"""BID + SILENT stands, where bids are numbers, for a player who bids nothing themself (`scoring.NO_BID`)."""

_TEXTS: Final[dict[int, str]] = {
    BID: "nil",
    **{BID + value: f"bid {value}" for value in range(1, HIGHEST_BID + 1)},
    BLIND: "blind nil",
    **{BLIND + value: f"blind {value}" for value in range(1, HIGHEST_BID + 1)},
    **{BLIND_SIDE + value: f"blind side {value}" for value in range(1, HIGHEST_BID + 1)},
    **{NIL_WITH + value: f"nil {value}" for value in range(1, HIGHEST_BID + 1)},
    LOOK: "look",
    KEEP: "keep",
    REFUSE: "refuse",
    THROW_IN: "throw in",
}
_CODES: Final = {text: code for code, text in _TEXTS.items()}


def action_text(code: int, names: Sequence[str] = NAMES) -> str:
    """Return an action as the game record writes it, without the seat."""
    if code < BID:
        return "play " + names[code]
    if code >= PASS:
        return "pass " + " ".join(names[card] for card in cards_of(code - PASS))
    return _TEXTS[code]


def parse_action(text: str, codes: Mapping[str, int] = CODES) -> int:
    """Return the action that `text` names, without a seat. Raises BadAction or BadCard."""
    code = None
    if isinstance(text, str):
        code = codes.get(text[5:]) if text.startswith("play ") else _CODES.get(text)
    return _parse_slowly(text, codes) if code is None else code


def _parse_slowly(text: str, codes: Mapping[str, int]) -> int:
    if not isinstance(text, str):
        raise BadAction(
            message(
                "An action is a text like “bid 3” or “play QS”, not %(text)s.", text=printable(text)
            )
        )
    verb, _, rest = text.partition(" ")
    if verb == "pass" and rest:
        names = rest.split(" ")
        if len(names) > MOST_PASSED:
            raise BadAction(message("Pass at most %(most)s cards.", most=MOST_PASSED), rule="3.13")
        mask = 0
        for name in names:
            bit = 1 << parse_card(name, codes)
            if mask & bit:
                raise BadAction(
                    message("%(card)s is passed twice. Name each card once.", card=name),
                    rule="3.13",
                )
            mask |= bit
        return PASS + mask
    if verb == "play":
        raise no_card(rest)
    if verb in ("bid", "blind", "nil"):
        raise BadAction(
            message(
                "“%(text)s” isn’t a bid. Write “bid 3”, “nil”, “blind 5” or “blind nil”.",
                text=printable(text),
            ),
            rule="3.2",
        )
    raise BadAction(
        message(
            "“%(text)s” isn’t an action. Known actions: bid, nil, blind, look, throw in, keep, "
            "refuse, pass and play.",
            text=printable(text),
        )
    )
