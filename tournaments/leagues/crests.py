"""Crests of leagues and teams: a shape and a charge from a small set, in two colours, drawn as SVG paths."""

import hashlib
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from spades_site.common.errors import Refused

SHAPES = {
    "shield": "M6 5h36v19c0 10-8 16-18 20C14 40 6 34 6 24z",
    "roundel": "M24 4a20 20 0 1 0 0 40a20 20 0 1 0 0-40z",
    "lozenge": "M24 2 46 24 24 46 2 24z",
    "hexagon": "M13 5h22l11 19-11 19H13L2 24z",
    "banner": "M7 4h34v41L24 37 7 45z",
}
"""The outlines, on a field of 48 by 48."""
CHARGES = {
    "spade": "M24 11c4 5 9 8 9 13a5 5 0 0 1-8 4l2 7h-6l2-7a5 5 0 0 1-8-4c0-5 5-8 9-13z",
    "heart": "M24 35C15 28 13 23 13 19.5a5.5 5.5 0 0 1 11-1.5a5.5 5.5 0 0 1 11 1.5c0 3.5-2 8.5-11 15.5z",
    "diamond": "M24 11 33 23 24 35 15 23z",
    "club": "M24 11a5.5 5.5 0 0 1 4.6 8.5a5.5 5.5 0 1 1-3.2 8.9L27 35h-6l1.6-6.6a5.5 5.5 0 1 1-3.2-8.9A5.5 5.5 0 0 1 24 11z",
    "star": "M24 10l3.5 8.7 9.3.7-7.1 6 2.2 9.1-7.9-4.9-7.9 4.9 2.2-9.1-7.1-6 9.3-.7z",
    "chevron": "M13 28 24 17l11 11v7L24 24 13 35z",
    "bars": "M14 15h20v6H14zM14 26h20v6H14z",
}
"""The drawings on the field."""
COLOURS = {
    "green": "#1e6848",
    "teal": "#19636b",
    "blue": "#245c9b",
    "indigo": "#4a4ab5",
    "plum": "#863f8d",
    "rose": "#a22f5f",
    "red": "#ad2019",
    "amber": "#d9912b",
    "slate": "#55636b",
    "black": "#20251f",
    "white": "#fffdf9",
}
SHAPE_WORDS = {
    "shield": gettext_lazy("Shield"),
    "roundel": gettext_lazy("Circle"),
    "lozenge": gettext_lazy("Lozenge"),
    "hexagon": gettext_lazy("Hexagon"),
    "banner": gettext_lazy("Banner"),
}
CHARGE_WORDS = {
    "spade": gettext_lazy("Spade"),
    "heart": gettext_lazy("Heart"),
    "diamond": gettext_lazy("Diamond"),
    "club": gettext_lazy("Club"),
    "star": gettext_lazy("Star"),
    "chevron": gettext_lazy("Chevron"),
    "bars": gettext_lazy("Two bars"),
}
COLOUR_WORDS = {
    "green": gettext_lazy("Green"),
    "teal": gettext_lazy("Teal"),
    "blue": gettext_lazy("Blue"),
    "indigo": gettext_lazy("Indigo"),
    "plum": gettext_lazy("Plum"),
    "rose": gettext_lazy("Rose"),
    "red": gettext_lazy("Red"),
    "amber": gettext_lazy("Amber"),
    "slate": gettext_lazy("Slate"),
    "black": gettext_lazy("Black"),
    "white": gettext_lazy("White"),
}
ACCENTS = ("green", "teal", "blue", "indigo", "plum", "rose", "red", "amber", "slate")
"""The colours of a league's page (static/css/tournaments/leagues.css), each legible in light and dark."""
LONGEST = 40


@dataclass(frozen=True)
class Crest:
    """A crest: keys of SHAPES, CHARGES and COLOURS, the colours of the field and of the charge."""

    shape: str
    charge: str
    field: str
    ink: str

    def __str__(self) -> str:
        return ":".join((self.shape, self.charge, self.field, self.ink))


def crest_of(text: str, name: str) -> Crest:
    """Parse a stored crest; if `text` is empty, derive one from the name."""
    if text:
        return Crest(*text.split(":"))
    digest = hashlib.sha256(name.encode()).digest()
    return Crest(
        tuple(SHAPES)[digest[0] % len(SHAPES)],
        tuple(CHARGES)[digest[1] % len(CHARGES)],
        ACCENTS[digest[2] % len(ACCENTS)],
        "white",
    )


def checked(crest: Crest) -> Crest:
    """Return the crest if it is valid. Raises Refused: "crest_unknown", "crest_colours" (both are the same)."""
    if (
        crest.shape not in SHAPES
        or crest.charge not in CHARGES
        or not {crest.field, crest.ink} <= COLOURS.keys()
    ):
        raise Refused("crest_unknown", _("There is no such crest. Reload the page."))
    if crest.field == crest.ink:
        raise Refused("crest_colours", _("Choose two different colours."))
    return crest
