"""docs/security.md answers each requirement of the standard once, and names only what is there."""

import re
from collections import Counter
from pathlib import Path

from tests.program import ROOT

TEXT = (ROOT / "docs/security.md").read_text()
# OWASP ASVS 5.0.0, tag v5.0.0_release of its repository, 5.0/en (CC BY-SA 4.0): the numbers of requirements by level.
LEVELS = Path(__file__).with_name("asvs-5.0.0.txt")
ROW = re.compile(r"(?m)^\| (\d[\d., ]*) \| (met|partly|–) \| (.+) \|$")
NAMED = re.compile(r"`((?:[\w.-]+/)*[\w.-]+\.(?:py|cfg|yaml|txt|md)|[\w./-]+/Dockerfile)(::?\w+)?`")


def test_every_requirement_is_answered_once() -> None:
    wanted = re.findall(r"\d+\.\d+\.\d+", LEVELS.read_text())
    answered = [one for row in ROW.findall(TEXT) for one in row[0].split(", ")]
    assert (len(wanted), Counter(answered)) == (253, Counter(wanted))
    _head, *rows = TEXT.partition("## The standard, requirement")[2].split("\n| ")
    assert len(ROW.findall(TEXT)) == sum(row[0].isdigit() for row in rows)


def test_what_it_names_is_there() -> None:
    missing = []
    for path, name in NAMED.findall(TEXT):
        file = ROOT / path if (ROOT / path).exists() else ROOT / "tests" / path
        bare = name.strip(":")
        defined = rf"(?m)^(?:async )?(?:def|class) {bare}\b|^{bare}\b.* = "
        if not file.is_file() or (bare and not re.search(defined, file.read_text())):
            missing.append(path + name)
    assert (missing, len(NAMED.findall(TEXT)) > 100) == ([], True)
