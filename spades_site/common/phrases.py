"""Predefined chat phrases: sent and stored by code, and shown to everybody in their own language."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

PHRASES: Final[Mapping[str, "StrOrPromise"]] = {
    "hello": _("Hello"),
    "good_luck": _("Good luck"),
    "nice_hand": _("Nice hand"),
    "well_played": _("Well played"),
    "thanks": _("Thanks"),
    "one_moment": _("Sorry, one moment"),
    "sorry": _("Sorry"),
    "good_game": _("Good game"),
}
"""The phrases in display order. None says anything about cards, so partners may use them all."""
