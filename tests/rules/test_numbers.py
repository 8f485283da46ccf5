"""Every numbered rule has a test, every test's number is a rule, and every rule cited in the code exists."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent


def numbered() -> list[str]:
    """Return the numbers of docs/rules.md in its order."""
    text = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    return re.findall(r"^- \*\*(\d+\.\d+)\*\* \S", text, re.MULTILINE)


def carried() -> set[str]:
    """Return the numbers that test functions carry in their names."""
    numbers = set()
    for file in HERE.glob("test_*.py"):
        for name in re.findall(r"^def (test_rule_\w+)", file.read_text("utf-8"), re.MULTILINE):
            numbers |= {f"{a}.{b}" for a, b in re.findall(r"(?<=_)(\d)_(\d+)(?=_|$)", name)}
    return numbers


def test_every_rule_has_a_test_and_every_test_a_rule() -> None:
    assert set(numbered()) == carried()


def test_the_numbers_run_without_gaps() -> None:
    seen: dict[str, int] = {}
    for number in numbered():
        part, _, place = number.partition(".")
        seen[part] = seen.get(part, 0) + 1
        assert int(place) == seen[part], number
    assert list(seen) == [str(part) for part in range(1, 8)]


def test_every_rule_up_to_the_records_cites_its_source() -> None:
    text = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    lines = re.findall(r"^- \*\*([1-6]\.\d+)\*\* (.*)$", text, re.MULTILINE)
    assert len(lines) > 50
    uncited = [number for number, line in lines if not re.search(r" \[[^\]]+\]$", line)]
    assert uncited == []


def test_what_the_engine_cites_is_there() -> None:
    known = set(numbered())
    cited = set()
    for file in (ROOT / "games" / "engine").glob("*.py"):
        text = file.read_text(encoding="utf-8")
        for found in re.findall(r'rule="([\d.]+)"|\((\d\.\d+(?:(?:, | to )\d\.\d+)*)\)', text):
            cited |= set(re.findall(r"\d\.\d+", " ".join(found)))
        for found in re.findall(r"docs/rules\.md (\d\.\d+(?:(?:, | to | and )\d\.\d+)*)", text):
            cited |= set(re.findall(r"\d\.\d+", found))
    assert len(cited) > 20
    assert cited <= known
