"""docs/reliability.md defines every guarantee whose number a test carries, and names tests and modules that are there."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs/reliability.md").read_text()
MEASURED = {"L1", "R1"}
"""Held by a bench, and by tests named after the numbered rules."""


def carried() -> set[str]:
    """Return the numbers in the names of tests."""
    names = (path.read_text() for path in (ROOT / "tests").rglob("test_*.py"))
    return {one.upper() for text in names for one in re.findall(r"def test_([a-z]\d)_", text)}


def test_every_guarantee_that_a_test_names_is_defined_and_the_other_way_round() -> None:
    defined = re.findall(r"(?m)^\| ([A-Z]\d) \|", TEXT)
    assert len(defined) == len(set(defined))
    assert set(defined) == carried() | MEASURED


def test_the_files_that_it_names_are_there() -> None:
    named = set(re.findall(r"`((?:tests|games|spades_site|tournaments)/[\w/]+(?:\.py)?)`", TEXT))
    assert len(named) > 30
    assert {name for name in named if not (ROOT / name).exists()} == set()
