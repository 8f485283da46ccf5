"""Crests, and the colours of the leagues' pages: few, checked, legible in light and dark."""

import re
from itertools import pairwise

import pytest

from spades_site.common.errors import Refused
from tests.program import ROOT
from tournaments.leagues import crests
from tournaments.leagues.crests import Crest, checked, crest_of

TOKENS = (ROOT / "static/css/tokens.css").read_text()
STYLES = (ROOT / "static/css/tournaments/leagues.css").read_text()
PAIR = r"light-dark\((#\w{6}), (#\w{6})\)"


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, as WCAG 2.2 defines it."""

    def luminance(colour: str) -> float:
        parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
        line = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
        return 0.2126 * line[0] + 0.7152 * line[1] + 0.0722 * line[2]

    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def token(name: str, css: str) -> tuple[str, str]:
    """Return a colour in light and dark."""
    found = re.search(rf"--{name}: {PAIR}", css)
    assert found is not None
    return found[1], found[2]


def styles_of(accent: str) -> str:
    """Return the style sheet in which an accent's colours are."""
    if accent == "green":
        return TOKENS
    found = re.search(rf'\[data-accent="{accent}"\] \{{(.*?)\}}', STYLES, re.DOTALL)
    assert found is not None
    return found[1]


@pytest.mark.parametrize("accent", crests.ACCENTS)
def test_an_accent_is_legible_in_light_and_dark(accent: str) -> None:
    css = styles_of(accent)
    for mode in (0, 1):
        colour, strong = token("accent", css)[mode], token("accent-strong", css)[mode]
        for ground in ("surface", "raised", "sunk"):
            assert contrast(colour, token(ground, TOKENS)[mode]) >= 4.5
        soft, ink = token("accent-soft", css)[mode], token("accent-ink", css)[mode]
        assert contrast(colour, soft) >= 4.5
        assert min(contrast(ink, colour), contrast(ink, strong)) >= 4.5
        assert contrast(token("ink", TOKENS)[mode], soft) >= 7


def test_there_is_no_accent_without_a_name_or_use() -> None:
    assert set(re.findall(r'data-accent="(\w+)"', STYLES)) == set(crests.ACCENTS) - {"green"}
    assert set(crests.ACCENTS) <= crests.COLOURS.keys() == crests.COLOUR_WORDS.keys()
    assert crests.SHAPES.keys() == crests.SHAPE_WORDS.keys()
    assert crests.CHARGES.keys() == crests.CHARGE_WORDS.keys()


def test_a_crest_is_stored_as_text_and_follows_from_the_name_at_first() -> None:
    crest = Crest("shield", "spade", "plum", "white")
    assert crest_of(str(checked(crest)), "x") == crest
    usual = [crest_of("", name) for name in ("Owls", "Aces", "Owls")]
    assert (usual[0], usual[0] != usual[1]) == (usual[2], True)
    longest = [max(map(len, keys)) for keys in (crests.SHAPES, crests.CHARGES, crests.COLOURS)]
    assert sum(longest) + longest[2] + 3 <= crests.LONGEST
    assert all(checked(one) == one for one, _next in pairwise(usual))


@pytest.mark.parametrize(
    ("crest", "code"),
    [
        (Crest("blob", "spade", "plum", "white"), "crest_unknown"),
        (Crest("shield", "M0 0", "plum", "white"), "crest_unknown"),
        (Crest("shield", "spade", "#fff", "white"), "crest_unknown"),
        (Crest("shield", "spade", "white", "white"), "crest_colours"),
    ],
)
def test_invalid_crests_are_refused(crest: Crest, code: str) -> None:
    with pytest.raises(Refused) as refusal:
        checked(crest)
    assert refusal.value.code == code
