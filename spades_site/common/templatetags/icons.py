"""The site's icons: outlines on a 24 × 24 grid, from Lucide (static/vendor/lucide-1.62.0)."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from xml.etree import ElementTree

from django.conf import settings

FOLDER = Path(settings.BASE_DIR, "static", "vendor", "lucide-1.62.0")
LUCIDE = {
    "alert": "triangle-alert",
    "bell": "bell",
    "bot": "bot",
    "calendar": "calendar",
    "cards": "playing-cards",
    "chart": "chart-column",
    "chat": "message-square-text",
    "chat-off": "message-square-off",
    "check": "check",
    "chevron-down": "chevron-down",
    "chevron-left": "chevron-left",
    "chevron-right": "chevron-right",
    "chevron-up": "chevron-up",
    "chevrons-left": "chevrons-left",
    "chevrons-right": "chevrons-right",
    "clock": "clock",
    "copy": "copy",
    "cross": "x",
    "download": "download",
    "edit": "pencil",
    "eye": "eye",
    "flag": "flag",
    "grip": "grip-vertical",
    "hand": "hand",
    "history": "history",
    "home": "house",
    "info": "info",
    "learn": "graduation-cap",
    "link": "link",
    "list": "list",
    "lock": "lock",
    "login": "log-in",
    "logout": "log-out",
    "moon": "moon",
    "more": "ellipsis",
    "offline": "wifi-off",
    "pause": "pause",
    "play": "play",
    "plus": "plus",
    "problem": "puzzle",
    "search": "search",
    "seat": "armchair",
    "send": "send",
    "settings": "settings-2",
    "shield": "shield",
    "sound-off": "volume-x",
    "sound-on": "volume-2",
    "sound-soft": "volume-1",
    "spade": "spade",
    "sun": "sun",
    "trophy": "trophy",
    "undo": "undo-2",
    "user": "user",
    "users": "users",
}
"""Our names of icons, by meaning, and Lucide's, by appearance."""
SOLID = frozenset({"spade"})
"""These are filled."""
POINTS = frozenset({"chevron-left", "chevron-right", "chevrons-left", "chevrons-right"})
"""These point forward or back, and are mirrored in right-to-left languages."""


def path_data(svg: str) -> str:
    """Return the shapes of a Lucide icon as the data of one path. Raises ValueError for an unsupported shape."""
    return " ".join(_shapes(svg))


def _shapes(svg: str) -> Iterator[str]:
    for shape in ElementTree.fromstring(svg):
        attributes = shape.attrib
        match shape.tag.rpartition("}")[2]:
            case "path":
                # Make the start absolute; otherwise it would be relative to the end of the previous path.
                yield ("M0 0" if attributes["d"].startswith("m") else "") + attributes["d"]
            case "circle":
                yield _circle(attributes)
            case "rect":
                yield _rectangle(attributes)
            case other:
                raise ValueError(f"an icon has a shape {other}")


def _circle(attributes: Mapping[str, str]) -> str:
    r = float(attributes["r"])
    half = f"a{r:g} {r:g} 0 1 0 "
    return (
        f"M{float(attributes['cx']) - r:g} {attributes['cy']}{half}{2 * r:g} 0{half}{-2 * r:g} 0Z"
    )


def _rectangle(attributes: Mapping[str, str]) -> str:
    """Return a rounded rectangle as path data, clockwise from the end of the upper left corner."""
    r, width, height = (float(attributes[name]) for name in ("rx", "width", "height"))
    across, down, corner = width - 2 * r, height - 2 * r, f"a{r:g} {r:g} 0 0 1 "
    return (
        f"M{float(attributes['x']) + r:g} {attributes['y']}h{across:g}{corner}{r:g} {r:g}v{down:g}{corner}{-r:g} {r:g}"
        f"h{-across:g}{corner}{-r:g} {-r:g}v{-down:g}{corner}{r:g} {-r:g}Z"
    )


ICONS = {name: path_data((FOLDER / f"{file}.svg").read_text()) for name, file in LUCIDE.items()}
"""The path data of each icon, by our name."""
