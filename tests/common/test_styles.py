"""The style sheets name sides as people read, so that a page turns round with its language."""

import re
from pathlib import Path

STYLES = Path(__file__).resolve().parents[2] / "static" / "css"
# A side named left or right, and the shorthands whose second and fourth of four values are one.
PHYSICAL = re.compile(
    r"(?<![\w-])(?:"
    r"(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)(?:-\w+)?\s*:"
    r"|border-(?:top|bottom)-(?:left|right)-radius\s*:"
    r"|(?:left|right)\s*:"
    r"|(?:text-align|float|clear)\s*:\s*(?:left|right)\b"
    r")"
)
FOUR = re.compile(r"(?<![\w-])(?:margin|padding|inset|border-radius)\s*:\s*([^;{}]+);")
ALLOWED = {
    "table/seats.css": "the seats go round the felt clockwise, whichever way people read",
    "table/cards.css": "a trick's cards lie before their players, who sit clockwise",
    "table/hand.css": "what stands above the hand is placed by its middle",
    "table/lying.css": "on a phone held sideways the plates stand left of what is to be decided, as the seats do",
    "table/sheets.css": "a sheet over the felt is placed by its middle, and leaves the left opponent in sight",
}


def values(text: str) -> list[str]:
    """Return the values of a shorthand; what stands in brackets is one."""
    flat = re.sub(r"\([^()]*\)", "", re.sub(r"\([^()]*\)", "", text.replace("!important", "")))
    return flat.split("/")[0].split()


def sides_by_hand(css: str) -> list[str]:
    """Return the declarations that name a side as it stands on the screen."""
    bare = re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)
    found = [match[0] for match in PHYSICAL.finditer(bare)]
    for match in FOUR.finditer(bare):
        four = values(match[1])
        corners = match[0].startswith("border-radius")
        same = four[0] == four[1] and four[2] == four[3] if corners and len(four) == 4 else False
        if len(four) == 4 and four[1] != four[3] and not same:
            found.append(match[0])
    return found


def test_no_style_names_left_or_right_without_a_reason() -> None:
    found = {
        str(path.relative_to(STYLES)): sides
        for path in sorted(STYLES.rglob("*.css"))
        if (sides := sides_by_hand(path.read_text(encoding="utf-8")))
    }
    assert {name: sides for name, sides in found.items() if name not in ALLOWED} == {}
    assert sorted(found) == sorted(ALLOWED), "a reason that is needed no more"


def test_what_counts_as_naming_a_side() -> None:
    css = """a { margin-left: 1px; left: 0; text-align: right; float: left; inset: 0 1px 0 auto; }
    b { margin-inline-start: 1px; inset: 0 auto; padding: 1px 2px 3px; border-radius: 4px 4px 0 0; }
    c { margin: 0 calc(1px + 2px) 0 calc(1px + 2px); inset-inline-end: 0; text-align: start; }
    /* right: 0 */ d { border-top-left-radius: 2px; --left: 3px; padding: 1px 2px 3px 4px; }"""
    assert sides_by_hand(css) == [
        "margin-left:",
        "left:",
        "text-align: right",
        "float: left",
        "border-top-left-radius:",
        "inset: 0 1px 0 auto;",
        "padding: 1px 2px 3px 4px;",
    ]
