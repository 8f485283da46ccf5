"""Sentences that can be told in other languages: English texts that remember what they were made of.

The engine and the other packages without a framework know no translations. They say everything in English by `said`
and `counted`; whoever shows it to people looks up `template` in their language and fills in the same values.
`script/translate` finds the templates by the names of these two functions.
"""

import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Self

_WHOLE = re.compile(r"(%\(\w+\))d")


def shown(value: object, *, signed: bool = False) -> str:
    """Return a number as people read it: with a true minus sign (U+2212), and `signed` with a plus; else the text of it."""
    if not isinstance(value, int | float | Decimal) or isinstance(value, bool):
        return str(value)
    text = f"{value:+}" if signed and value else str(value)
    return text.replace("-", "−")


def filled_in(template: str, values: Mapping[str, str]) -> str:
    """Return a text with `%(name)s` and `%(name)d` in it filled in by `values`, which are texts already."""
    return _WHOLE.sub(r"\1s", template) % values


class Sentence(str):
    """A text of `template` (or `plural`, by `number`) with `values` filled in; a value may be a Sentence itself."""

    template: str
    plural: str
    number: int
    values: Mapping[str, Any]

    @classmethod
    def of(cls, template: str, plural: str, number: int, values: Mapping[str, Any]) -> Self:
        """Return the English text, with what it was made of."""
        text = template if not plural or number == 1 else plural
        told = {name: shown(value) for name, value in values.items()}
        sentence = cls(filled_in(text, told) if values else text)
        sentence.template, sentence.plural = template, plural
        sentence.number, sentence.values = number, values
        return sentence

    def to_dict(self) -> dict[str, Any]:
        """Return what it was made of, for JSON; `restored` makes it a sentence again."""
        values = {
            name: value.to_dict()
            if isinstance(value, Sentence)
            else value
            if isinstance(value, int)
            else shown(value)
            for name, value in self.values.items()
        }
        return {"said": [self.template, self.plural, self.number], "values": values}


def said(template: str, **values: object) -> Sentence:
    """Return a text with `%(name)s` in it filled in by `values`; without values a % stands for itself."""
    return Sentence.of(template, "", 1, values)


def counted(singular: str, plural: str, number: int, **values: object) -> Sentence:
    """Return the text that fits `number`, which fills in `%(n)s`."""
    return Sentence.of(singular, plural, number, {"n": number, **values})


def restored(stored: Any) -> Any:
    """Return the Sentence of what `to_dict` gave; anything else as it is."""
    if not (isinstance(stored, dict) and "said" in stored):
        return stored
    template, plural, number = stored["said"]
    values = {name: restored(value) for name, value in stored["values"].items()}
    return Sentence.of(template, plural, number, values)
