"""Translating the English sentences of the framework-free packages."""

from typing import Any

from django.utils.functional import lazy
from django.utils.translation import gettext, ngettext

from games.engine.sentences import Sentence, fill_template, format_number, restored


def translate(text: object) -> str:
    """Return a Sentence, or its stored form, in the active language; format a number for people; return other text
    unchanged.
    """
    sentence = restored(text)
    if not isinstance(sentence, Sentence):
        return format_number(sentence)
    if sentence.plural:
        words = ngettext(sentence.template, sentence.plural, sentence.number)
    else:
        words = gettext(sentence.template)
    if not sentence.values:
        return words
    return fill_template(words, {name: translate(value) for name, value in sentence.values.items()})


translate_lazy = lazy(translate, str)
"""As `translate`, in the language that is active when the text is used."""


def to_json(text: object) -> Any:
    """Return a sentence in a form for a JSON field, which `translate` shows in any language."""
    return text.to_dict() if isinstance(text, Sentence) else text
