"""Avatars: a motif of a drawn set (static/img/avatars.svg) on one of the colours `.hue-…` of static/css.

A choice is stored as "owl.3", motif and colour. "" is the default: the initials, on a colour that follows from the name.
A member's own picture is stored as "picture." and the hash of its file, where the site takes pictures (AVATAR_UPLOADS).
"""

import re
from typing import NamedTuple

from django.conf import settings
from django.utils.translation import gettext_lazy as _

HUES = 12
LONGEST = 40
"""Characters of a stored choice."""
MOTIFS = {
    "spade": _("Spade"),
    "heart": _("Heart"),
    "diamond": _("Diamond"),
    "club": _("Club"),
    "ace": _("Ace"),
    "fan": _("Hand of cards"),
    "crown": _("Crown"),
    "rook": _("Tower"),
    "star": _("Star"),
    "moon": _("Moon"),
    "leaf": _("Leaf"),
    "cat": _("Cat"),
    "fox": _("Fox"),
    "owl": _("Owl"),
    "fish": _("Fish"),
}
"""The drawings, by the id of each in the file."""
COLOURS = (
    _("Brown"),
    _("Pine"),
    _("Indigo"),
    _("Plum"),
    _("Olive"),
    _("Rose"),
    _("Blue"),
    _("Ochre"),
    _("Slate"),
    _("Green"),
    _("Violet"),
    _("Rust"),
)
"""The names of the colours, in their order."""
_UPLOADED = "picture."
_DIGEST = re.compile("[0-9a-f]{32}")


class Avatar(NamedTuple):
    """A choice: a key of MOTIFS, and the number of a colour."""

    motif: str
    hue: int

    def __str__(self) -> str:
        return f"{self.motif}.{self.hue}"


def avatar_of(code: str) -> Avatar | None:
    """Return the choice that a stored code names; None for "" and anything unknown."""
    motif, _dot, hue = code.partition(".")
    if motif not in MOTIFS or not hue.isascii() or not hue.isdecimal() or int(hue) >= HUES:
        return None
    return Avatar(motif, int(hue))


def code_of_upload(digest: str) -> str:
    """Return the stored code of an uploaded picture."""
    return f"{_UPLOADED}{digest}"


def upload_of(code: str) -> str:
    """Return the hash of the uploaded picture that a code names; "" for other codes, and while uploads are off."""
    digest = code.removeprefix(_UPLOADED)
    known = settings.AVATAR_UPLOADS and digest != code and _DIGEST.fullmatch(digest)
    return digest if known else ""


def shown(code: str) -> str:
    """Return the code to show: "" (the initials) instead of an uploaded picture while uploads are off."""
    return "" if code.startswith(_UPLOADED) and not upload_of(code) else code
