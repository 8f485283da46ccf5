"""The style sheets name sides as people read, so that a page turns round with its language; and all rules are in
layers.
"""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
STYLES = ROOT / "static" / "css"
FIRST = "tokens.css"
"""The sheet that declares the order of the layers."""
LINK = re.compile(r'<link rel="stylesheet" href="{% static "css/([^"]+)" %}">')
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
    "table/landscape.css": "on a phone held sideways the plates stand left of what is to be decided, as the seats do",
    "table/sheets.css": "a sheet over the felt is placed by its middle, and leaves the left opponent in sight",
}


def values(text: str) -> list[str]:
    """Return the values of a shorthand; brackets group one value."""
    flat = re.sub(r"\([^()]*\)", "", re.sub(r"\([^()]*\)", "", text))
    return flat.split("/")[0].split()


def sides_by_hand(css: str) -> list[str]:
    """Return the declarations that name a physical side of the screen."""
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


def outermost(css: str) -> list[str]:
    """Return the text outside all braces: preludes of blocks, and whole statements."""
    bare = re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)
    found, start, depth = [], 0, 0
    for match in re.finditer(r"[{};]", bare):
        if depth == 0:
            found.append(" ".join(bare[start : match.start()].split()))
        depth += {"{": 1, "}": -1, ";": 0}[match[0]]
        start = match.end()
    return [*found, *bare[start:].split()]


def test_every_rule_is_in_a_layer_and_one_sheet_declares_their_order() -> None:
    declaration, *blocks = outermost((STYLES / FIRST).read_text(encoding="utf-8"))
    layers = declaration.removeprefix("@layer ").split(", ")
    assert declaration.startswith("@layer ")
    assert len(layers) == len(set(layers)) > 1
    used = {FIRST: blocks} | {
        str(path.relative_to(STYLES)): outermost(path.read_text(encoding="utf-8"))
        for path in sorted(STYLES.rglob("*.css"))
        if path != STYLES / FIRST
    }
    allowed = {f"@layer {name}" for name in layers}
    assert {name: found for name, found in used.items() if not found or set(found) - allowed} == {}
    assert {block for found in used.values() for block in found} == allowed, "an empty layer"
    # Among important rules the earlier layer wins.
    assert [n for n in used if "!important" in (STYLES / n).read_text(encoding="utf-8")] == []


def test_pages_link_the_declaration_of_the_layers_first() -> None:
    shared = "components/frame/first_files.html"
    first = (ROOT / "templates" / shared).read_text(encoding="utf-8")
    pages = {
        str(path.relative_to(ROOT)): LINK.findall(
            text.replace(f'{{% include "{shared}" %}}', first)
        )
        for path in sorted((ROOT / "templates").rglob("*.html"))
        if "<!DOCTYPE" in (text := path.read_text(encoding="utf-8"))
    }
    linked = {name: links for name, links in pages.items() if links}
    assert {name: links[0] for name, links in linked.items()} == dict.fromkeys(linked, FIRST)
    assert "templates/base.html" in linked


def test_the_outermost_rules_of_a_sheet_are_found() -> None:
    css = """/* a { } */ @layer a, b;
    @layer a { b { color: red; } @media print { c { top: 0; } } }
    d > e { color: red } @media print { f { top: 0; } } stray"""
    assert outermost(css) == ["@layer a, b", "@layer a", "d > e", "@media print", "stray"]
