"""Translating the English sentences of the framework-free packages."""

from typing import Any

from django.utils.translation import gettext, ngettext

from games.engine.said import Sentence, filled_in, restored, shown


def told(text: object) -> str:
    """Return a Sentence, or its stored form, in the active language; format a number for people; return other text
    unchanged.
    """
    sentence = restored(text)
    if not isinstance(sentence, Sentence):
        return shown(sentence)
    if sentence.plural:
        words = ngettext(sentence.template, sentence.plural, sentence.number)
    else:
        words = gettext(sentence.template)
    if not sentence.values:
        return words
    return filled_in(words, {name: told(value) for name, value in sentence.values.items()})


def stored(text: object) -> Any:
    """Return a sentence in a form for a JSON field, which `told` can show in any language."""
    return text.to_dict() if isinstance(text, Sentence) else text
