"""Cards: {% card "AS" %}  {{ "AS"|card_words }}  {% card_faces as faces %}. Every template knows them without `{% load %}`."""

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

register = template.Library()

SUITS = "SHDC"
RANKS = "23456789TJQKA"
CARD_NAMES = (*(rank + suit for suit in SUITS for rank in RANKS), "BJ", "LJ")


@register.filter
def card_words(name: str) -> str:
    """Return a card's name in words: "AS" → "ace of spades"."""
    whole = {"BJ": _("big joker"), "LJ": _("little joker")}
    if name in whole:
        return whole[name]
    ranks = {"A": _("ace"), "K": _("king"), "Q": _("queen"), "J": _("jack"), "T": "10"}
    suits = {"S": _("spades"), "H": _("hearts"), "D": _("diamonds"), "C": _("clubs")}
    rank = ranks.get(name[0], name[0])
    return pgettext("card", "%(rank)s of %(suit)s") % {"rank": rank, "suit": suits[name[1]]}


@register.simple_tag
def card(name: str) -> SafeString:
    """Draw a card's face; "back" is a card face down."""
    words = _("a card face down") if name == "back" else card_words(name)
    return format_html(
        '<img class="face" src="{}" alt="{}" width="120" height="168">',
        static(f"cards/{name}.svg"),
        words,
    )


@register.simple_tag
def card_faces() -> dict[str, str]:
    """Return the address of every face's picture, of "back" and of "compact" (all faces in one file)."""
    return {name: static(f"cards/{name}.svg") for name in (*CARD_NAMES, "back", "compact")}
