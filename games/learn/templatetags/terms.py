"""Hints on the terms of the game: {% load terms %} {% term "bag" %} {% term "bag" "bags" %}  {% with_terms text %}."""

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games.learn.terms import MARK, TERMS

register = template.Library()


@register.simple_tag(takes_context=True)
def term(context: template.Context, key: str, word: str = "") -> SafeString:
    """Draw a term as a button that opens its meaning; `word` is its form in the sentence."""
    request = context.get("request")
    count = getattr(request, "terms_drawn", 0) + 1
    if request is not None:
        request.terms_drawn = count
    shown = TERMS[key]
    return format_html(
        '<button type="button" class="term" popovertarget="{id}">{word}</button>'
        '<span class="term-means" popover="auto" id="{id}">{meaning}</span>',
        id=f"term-{key}-{count}",
        word=word or shown.word,
        meaning=shown.meaning,
    )


@register.simple_tag(takes_context=True)
def with_terms(context: template.Context, text: str) -> SafeString:
    """Draw a text with its terms, written as [tricks](trick)."""
    parts = MARK.split(text)
    pieces = [
        (term(context, parts[at + 2], parts[at + 1]), *_apart(parts[at + 3]))
        for at in range(0, len(parts) - 1, 3)
    ]
    kept = '<span class="term-end">{}{}</span>{}'
    return format_html("{}{}", parts[0], format_html_join("", kept, pieces))


def _apart(text: str) -> tuple[str, str]:
    """Split a text into its leading punctuation, which must not be wrapped apart from the term, and the rest."""
    rest = text.lstrip(".,;:?!)’”")
    return text[: len(text) - len(rest)], rest
