"""Telling people in their language what the packages without a framework said in English."""

from typing import Any

from django.utils.translation import gettext, ngettext

from games.engine.said import Sentence, filled_in, restored, shown


def told(text: Any) -> str:
    """Return a Sentence, or its stored form, in the active language; a number as people read it, any other text as it is."""
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


def stored(text: Any) -> Any:
    """Return a sentence for a JSON field from which `told` makes it again, in whichever language."""
    return text.to_dict() if isinstance(text, Sentence) else text
