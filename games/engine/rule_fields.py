"""What a field of a rule set declares: the values it takes, its place among the others, and its words for people.

`RuleSet` declares each field once. The forms, the terms of a table and the refusals of impossible values follow from that.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final

from games.engine.cards import parse_card, printable
from games.engine.errors import BadCard
from games.engine.programme import word_of
from games.engine.sentences import Sentence, message

END: Final = message("End of the game")
PACK: Final = message("Players and cards")
BIDS: Final = message("Bids")
PLAY: Final = message("Passing and play")
SCORE: Final = message("Score")
GROUPS: Final = (PACK, BIDS, PLAY, SCORE, END)
"""The groups of fields, in the order of a hand."""
N: Final = "%(n)s"
"""The key of `RuleField.said` for every value without words of its own."""


@dataclass(frozen=True, kw_only=True)
class RuleField:
    """A field: `group` is one of GROUPS."""

    group: Sentence
    label: Sentence
    help: Sentence | None = None
    later: bool = False
    """Whether `spades-record/1` began without it: a whole rule set may leave it out, and then has the default, which
    changes nothing.
    """
    said: Mapping[Any, Sentence] = field(default_factory=dict)
    """By value, the words of the sentence for a rule set (`rule_sentence`); those under `N` have the value in them."""

    def fault(self, name: str, value: Any) -> Sentence | None:
        """Return why the field called `name` can't have a value, or None if it can."""
        raise NotImplementedError

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of its values."""
        raise NotImplementedError


@dataclass(frozen=True, kw_only=True)
class Choice(RuleField):
    """One of a few words, each with its words for people."""

    words: Mapping[str, Sentence]

    def fault(self, name: str, value: Any) -> Sentence | None:
        """Refuse any other word."""
        if isinstance(value, str) and value in self.words:
            return None
        return message(
            "%(name)s can’t be “%(value)s”. Choose one of: %(choices)s.",
            name=FieldName(name),
            value=printable(value),
            choices=", ".join(self.words),
        )

    def schema(self) -> dict[str, Any]:
        """List the words."""
        return {"enum": list(self.words)}


@dataclass(frozen=True, kw_only=True)
class Flag(RuleField):
    """True or false."""

    def fault(self, name: str, value: Any) -> Sentence | None:
        """Refuse numbers that only look true or false, too."""
        if isinstance(value, bool):
            return None
        return message("%(name)s must be true or false.", name=FieldName(name))

    def schema(self) -> dict[str, Any]:
        """Return that of a truth value."""
        return {"type": "boolean"}


@dataclass(frozen=True, kw_only=True)
class Number(RuleField):
    """A whole number from `least` to `most`. `nullable`: or null, which means off, or without a limit."""

    least: int
    most: int
    nullable: bool = False
    offered: tuple[int, int] | None = None
    """The bounds in forms, where they are narrower."""

    def fault(self, name: str, value: Any) -> Sentence | None:
        """Refuse what isn't a whole number, and numbers out of bounds."""
        if value is None and self.nullable:
            return None
        if type(value) is int and self.least <= value <= self.most:
            return None
        values = {"name": FieldName(name), "least": self.least, "most": self.most}
        if self.nullable:
            return message(
                "%(name)s must be a whole number from %(least)s to %(most)s, or null.", **values
            )
        return message("%(name)s must be a whole number from %(least)s to %(most)s.", **values)

    def schema(self) -> dict[str, Any]:
        """Return the bounds, and whether it may be null."""
        kind = ["integer", "null"] if self.nullable else "integer"
        return {"type": kind, "minimum": self.least, "maximum": self.most}


@dataclass(frozen=True, kw_only=True)
class Texts(RuleField):
    """A list of texts, which people write on one line."""

    separator: ClassVar[str] = ", "

    def schema(self) -> dict[str, Any]:
        """Return that of a list of texts."""
        return {"type": "array", "items": {"type": "string"}}

    def split(self, line: str) -> tuple[str, ...]:
        """Return the texts of a line as rule sets spell them, whatever the spaces and minus signs."""
        texts = line.replace("−", "-").replace("+", "").split(",")
        return tuple(text for text in (" ".join(each.split()) for each in texts) if text)


@dataclass(frozen=True, kw_only=True)
class Cards(Texts):
    """Cards, each named once."""

    separator: ClassVar[str] = " "

    def split(self, line: str) -> tuple[str, ...]:
        """Return the names of a line, separated by spaces or commas."""
        return tuple(line.upper().replace(",", " ").split())

    def fault(self, name: str, value: Any) -> Sentence | None:
        """Refuse anything but a list of the names of different cards."""
        names = {"name": FieldName(name)}
        if not isinstance(value, (list, tuple)) or not all(isinstance(each, str) for each in value):
            return message('%(name)s must be a list of cards, like ["2C", "2D"].', **names)
        try:
            cards = [parse_card(each) for each in value]
        except BadCard as mistake:
            return message("%(name)s: %(mistake)s", mistake=mistake.sentence, **names)
        if len(set(cards)) < len(cards):
            return message("%(name)s names a card twice. Name each card once.", **names)
        return None


@dataclass(frozen=True, kw_only=True)
class Words(Texts):
    """Words of a programme, each for a hand."""

    def fault(self, name: str, value: Any) -> Sentence | None:
        """Refuse anything but a list of such words."""
        names = {"name": FieldName(name)}
        if not isinstance(value, (list, tuple)) or not all(isinstance(each, str) for each in value):
            return message('%(name)s must be a list of words, like ["free", "mirror"].', **names)
        if len(value) > LONGEST_PROGRAMME:
            return message(
                "%(name)s has at most %(most)s hands before it repeats.",
                most=LONGEST_PROGRAMME,
                **names,
            )
        for text in value:
            if word_of(text) is None:
                return message(
                    "%(name)s: “%(text)s” isn’t a way of bidding. Write free, suicide, mirror, whiz, nil, copy, bid 3, total 13 or "
                    "holder QS.",
                    text=printable(text),
                    **names,
                )
        return None


LONGEST_PROGRAMME: Final = 50


@dataclass(frozen=True, kw_only=True)
class Prices(Texts):
    """High contracts with a price of their own: each text has a contract, its points when made and when failed."""

    def fault(self, name: str, value: Any) -> Sentence | None:
        """Refuse anything but a list of such texts, in ascending order of the contracts."""
        names = {"name": FieldName(name)}
        if not isinstance(value, (list, tuple)) or not all(isinstance(each, str) for each in value):
            return message('%(name)s must be a list of prices, like ["10 200 -200"].', **names)
        for text in value:
            if not PRICE.fullmatch(text):
                return message(
                    "%(name)s: “%(text)s” isn’t a price. Write the contract (1 to 27), its points when made and when "
                    "failed (0 to 10,000 each), like 10 200 -200.",
                    text=printable(text),
                    **names,
                )
        contracts = [contract for contract, _made, _failed in prices_of(value)]
        if contracts != sorted(set(contracts)):
            return message("%(name)s: name each contract once, the lowest first.", **names)
        return None


PRICE: Final = re.compile(
    "([1-9]|1[0-9]|2[0-7]) (0|[1-9][0-9]{0,3}|10000) (0|-[1-9][0-9]{0,3}|-10000)"
)


def prices_of(texts: Sequence[str]) -> tuple[tuple[int, int, int], ...]:
    """Return each contract with a price of its own, its points when made, and those when failed."""
    return tuple((int(a), int(b), int(c)) for a, b, c in map(str.split, texts))


class FieldName(str):
    """The name of a field within a sentence: people who read no field names see its label."""


class FieldValue(str):
    """A word that a field takes, within a sentence: people see the word's own words."""

    field: FieldName

    @classmethod
    def of(cls, name: str, word: str) -> "FieldValue":
        """Return the word of the field called `name`."""
        value = cls(word)
        value.field = FieldName(name)
        return value


def declare(rule: RuleField, default: Any) -> Any:
    """Return the dataclass field that a rule set declares by `rule`; `default` is the value in `cardgames_io`."""
    return field(default=default, metadata={"rule": rule})
