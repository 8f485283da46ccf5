"""docs/reliability.md defines every guarantee whose number a test carries, and names tests and modules that are there."""

import ast
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


def quick(text: str) -> list[str]:
    """Return the names of a file's tests that the short run has."""
    body = ast.parse(text).body
    marks = [
        ast.unparse(one.value)
        for one in body
        if isinstance(one, ast.Assign) and ast.unparse(one.targets[0]) == "pytestmark"
    ]
    if any(re.search(r"mark\.(long|slow)", mark) for mark in marks):
        return []
    return [
        one.name
        for one in body
        if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef) and one.name.startswith("test_")
        if not any(ast.unparse(mark) in LEFT_OUT for mark in one.decorator_list)
    ]


LEFT_OUT = ("pytest.mark.long", "pytest.mark.slow")


def test_the_short_run_has_a_test_of_every_guarantee() -> None:
    names = [
        name for path in (ROOT / "tests").rglob("test_*.py") for name in quick(path.read_text())
    ]
    tested = {
        number.upper() for name in names for number in re.findall(r"(?<=_)[a-z]\d(?=_)", name[:30])
    }
    assert carried() - tested == set()


def test_the_files_that_it_names_are_there() -> None:
    named = set(re.findall(r"`((?:tests|games|spades_site|tournaments)/[\w/]+(?:\.py)?)`", TEXT))
    assert len(named) > 30
    assert {name for name in named if not (ROOT / name).exists()} == set()
