"""What the audit of locked packages (tools/audit.py) makes of the index's answers."""

import json
from datetime import date
from typing import Any

import pytest

from tools import audit

TODAY = date(2026, 11, 24)
BAD = {"id": "PYSEC-1", "fix_versions": ["2.1"], "aliases": ["CVE-1"], "description": "…"}
PYTHON = json.dumps(
    {
        "dependencies": [
            {"name": "one", "version": "1.0", "vulns": []},
            {"name": "two", "version": "2.0", "vulns": [BAD]},
            {"name": "three", "skip_reason": "not found"},
        ]
    }
)
NPM = json.dumps(
    {
        "vulnerabilities": {
            "deep": {"via": [{"name": "deep", "url": "https://example.org/GHSA-1", "range": "<3"}]},
            "above": {"via": ["deep"]},
        },
        "metadata": {"dependencies": {"total": 144}},
    }
)
FOUND = ["Python packages: 2 audited", "not audited: Python packages: three"]
VULNERABLE = "VULNERABLE two: CVE-1, PYSEC-1: repaired in 2.1"


@pytest.mark.parametrize(
    ("package", "until", "bad", "line"),
    [
        (
            "two",
            date(2026, 11, 24),
            False,
            "accepted two: CVE-1, PYSEC-1: unused (until 2026-11-24)",
        ),
        ("two", date(2026, 11, 23), True, VULNERABLE),
        ("one", date(2026, 11, 24), True, VULNERABLE),
    ],
)
def test_a_vulnerability_fails_unless_it_is_accepted_for_this_package_until_a_later_day(
    package: str, until: date, bad: bool, line: str
) -> None:
    accepted: dict[str, Any] = {"CVE-1": {"package": package, "reason": "unused", "until": until}}
    assert audit.judge([audit.read_python(PYTHON)], accepted, TODAY) == ([*FOUND, line], bad)


def test_npm_names_each_cause_once() -> None:
    assert audit.judge([audit.read_npm(NPM)], {}, TODAY) == (
        ["npm packages: 144 audited", "VULNERABLE deep: GHSA-1: in versions <3"],
        True,
    )


@pytest.mark.parametrize(
    "answer",
    [
        audit.read_python(""),
        audit.read_python('{"dependencies": [{"name": "a", "skip_reason": "not found"}]}'),
    ],
)
def test_no_answer_is_no_failure_and_is_told(answer: audit.Answer) -> None:
    lines = [
        f"not audited: {kind} packages: the index gave no answer" for kind in ("Python", "npm")
    ]
    npm = audit.read_npm('{"message": "405 Method Not Allowed", "error": {}}')
    assert audit.judge([answer, npm], {}, TODAY) == (lines, False)


def test_every_version_of_every_lock_file_and_the_vendored_scripts_are_asked_about() -> None:
    locks = ["a==1 \\\n    --hash=sha256:0\nb-c==2.0 ; python_version < '3'\n", "a==2\n"]
    locked = audit.pins(locks)
    assert locked == {"a": {"1", "2"}, "b-c": {"2.0"}}
    assert audit.lists(locked) == [["a==1", "b-c==2.0"], ["a==2"]]
    lock = {"lockfileVersion": 3, "packages": {"": {}, "node_modules/x": {"version": "1"}}}
    assert audit.with_vendored(lock, ["htmx-2.0.11", "fraunces-5.3.0", "README"])["packages"] == {
        "": {"dependencies": {"htmx.org": "2.0.11"}},
        "node_modules/x": {"version": "1"},
        "node_modules/htmx.org": {"version": "2.0.11"},
    }
    scripts = {one.parent.name for one in audit.VENDORED.glob("*/*.js")}
    assert all(one.rpartition("-")[0] in audit.SCRIPTS for one in scripts)
