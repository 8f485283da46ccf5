"""The chat's predefined phrases."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

PHRASES: Final[Mapping[str, "StrOrPromise"]] = {
    "hello": gettext_lazy("Hello"),
    "good_luck": gettext_lazy("Good luck"),
    "nice_hand": gettext_lazy("Nice hand"),
    "well_played": gettext_lazy("Well played"),
    "thanks": gettext_lazy("Thanks"),
    "one_moment": gettext_lazy("Sorry, one moment"),
    "sorry": gettext_lazy("Sorry"),
    "good_game": gettext_lazy("Good game"),
}
"""The phrases in display order: sent and stored by code, and shown to everybody in their own language. None says
anything about cards, so partners may use them all.
"""

REACTIONS: Final[Mapping[str, "StrOrPromise"]] = {
    "star": gettext_lazy("Brilliant"),
    "heart": gettext_lazy("Lovely"),
    "smile": gettext_lazy("Nice"),
    "laugh": gettext_lazy("Ha ha"),
    "wow": gettext_lazy("Wow"),
    "oops": gettext_lazy("Oops"),
}
"""The reactions in display order, by the id of each in static/img/reactions.svg. They are phrases too, but may say
something about cards.
"""


def phrase_text(code: str) -> str:
    """Return a phrase or reaction in the reader's language; an unknown code as it is."""
    return str(PHRASES.get(code) or REACTIONS.get(code) or code)
