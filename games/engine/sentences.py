"""Translatable sentences: English texts that remember their template and values.

The engine and the other framework-free packages know no translations. They produce English texts by `message` and
`counted`; the code that shows them looks up `template` in the reader's language and fills in the same values.
`script/translate` finds the templates by the names of these two functions.
"""

import re
from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any, Self

_WHOLE = re.compile(r"(%\(\w+\))d")


def format_number(value: object, *, signed: bool = False) -> str:
    """Format a number for people, with a true minus sign (U+2212), and a plus if `signed`; return the text of
    anything else.
    """
    if not isinstance(value, int | float | Decimal) or isinstance(value, bool):
        return str(value)
    text = f"{value:+}" if signed and value else str(value)
    return text.replace("-", "−")


def format_score(points: Iterable[object]) -> str:
    """Return what each side scored, e.g. "122 : −128"; a dash between them would look like a minus."""
    return " : ".join(map(format_number, points))


def fill_template(template: str, values: Mapping[str, str]) -> str:
    """Return a text with its `%(name)s` and `%(name)d` filled in from `values`, which are already texts."""
    return _WHOLE.sub(r"\1s", template) % values


class Sentence(str):
    """The text of `template` (or `plural`, by `number`) with `values` filled in; a value may itself be a Sentence."""

    template: str
    plural: str
    number: int
    values: Mapping[str, Any]

    @classmethod
    def of(cls, template: str, plural: str, number: int, values: Mapping[str, Any]) -> Self:
        """Return the English text together with its template and values."""
        text = template if not plural or number == 1 else plural
        shown = {name: format_number(value) for name, value in values.items()}
        sentence = cls(fill_template(text, shown) if values else text)
        sentence.template, sentence.plural = template, plural
        sentence.number, sentence.values = number, values
        return sentence

    def to_dict(self) -> dict[str, Any]:
        """Return the template and values, for JSON; `restored` turns them back into a sentence."""
        values = {
            name: value.to_dict()
            if isinstance(value, Sentence)
            else value
            if isinstance(value, int)
            else format_number(value)
            for name, value in self.values.items()
        }
        return {"message": [self.template, self.plural, self.number], "values": values}


def message(template: str, **values: object) -> Sentence:
    """Return a text with its `%(name)s` filled in from `values`; without values, a % is a literal one."""
    return Sentence.of(template, "", 1, values)


def counted(singular: str, plural: str, number: int, **values: object) -> Sentence:
    """Return the text that fits `number`, which is filled in as `%(n)s`."""
    return Sentence.of(singular, plural, number, {"n": number, **values})


def restored(stored: Any) -> Any:
    """Return the Sentence that `to_dict` stored; return anything else unchanged."""
    if not (isinstance(stored, dict) and "message" in stored):
        return stored
    template, plural, number = stored["message"]
    values = {name: restored(value) for name, value in stored["values"].items()}
    return Sentence.of(template, plural, number, values)
