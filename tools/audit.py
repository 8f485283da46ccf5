"""Known vulnerabilities of the locked packages, those of requirements/ and of package-lock.json, and of vendored scripts.

    .venv/bin/python -m tools.audit

Fails on any vulnerability that isn't listed in requirements/accepted.toml, or whose date there has passed. If the
package index doesn't answer, prints “not audited”, which isn't a failure; `script/test` repeats it at its end.
"""

import json
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
ACCEPTED = ROOT / "requirements" / "accepted.toml"
VENDORED = ROOT / "static" / "vendor"
SCRIPTS = {"htmx": "htmx.org"}
"""Vendored folders with code, and its npm name. The others contain drawings and typefaces."""
PIN = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;]+)", re.MULTILINE)
SECONDS = 120
"""Timeout for the index, in seconds."""


@dataclass(frozen=True)
class Finding:
    """A known vulnerability; `names` are all its identifiers."""

    package: str
    names: frozenset[str]
    repair: str


@dataclass(frozen=True)
class Answer:
    """The index's answer about one kind of packages: how many it knows, the names of unknown ones, and findings."""

    kind: str
    known: int
    unknown: tuple[str, ...]
    findings: tuple[Finding, ...]


def main() -> int:
    """Run the audit and print the results. Returns 1 if there is a vulnerability that isn't accepted."""
    accepted = tomllib.loads(ACCEPTED.read_text())
    lines, bad = judge([_ask_for_python(), _ask_for_npm()], accepted, datetime.now(UTC).date())
    print("\n".join(lines))
    return 1 if bad else 0


def judge(
    answers: Iterable[Answer], accepted: Mapping[str, Mapping[str, Any]], today: date
) -> tuple[list[str], bool]:
    """Return what to print, and whether a vulnerability isn't, or is no longer, accepted."""
    lines, bad = [], False
    for answer in answers:
        if not answer.known:
            lines.append(f"not audited: {answer.kind}: the index gave no answer")
            continue
        lines.append(f"{answer.kind}: {answer.known} audited")
        if answer.unknown:
            lines.append(f"not audited: {answer.kind}: {', '.join(answer.unknown)}")
        for finding in answer.findings:
            reason = _accepted(finding, accepted, today)
            bad = bad or reason is None
            name = f"{finding.package}: {', '.join(sorted(finding.names))}"
            lines.append(
                f"VULNERABLE {name}: {finding.repair}"
                if reason is None
                else f"accepted {name}: {reason}"
            )
    return lines, bad


def _accepted(
    finding: Finding, accepted: Mapping[str, Mapping[str, Any]], today: date
) -> str | None:
    """Return why a vulnerability is accepted today, or None."""
    for name in finding.names:
        entry = accepted.get(name)
        if entry and entry["package"] == finding.package and today <= entry["until"]:
            return f"{entry['reason']} (until {entry['until']})"
    return None


def pins(texts: Iterable[str]) -> dict[str, set[str]]:
    """Return every locked package of the given lock files with its versions."""
    found: dict[str, set[str]] = {}
    for text in texts:
        for name, version in PIN.findall(text):
            found.setdefault(name, set()).add(version)
    return found


def lists(locked: Mapping[str, set[str]]) -> list[list[str]]:
    """Return lists of requirements, each with any package at most once, as pip-audit requires."""
    most = max(map(len, locked.values()))
    return [
        [
            f"{name}=={sorted(versions)[number]}"
            for name, versions in sorted(locked.items())
            if number < len(versions)
        ]
        for number in range(most)
    ]


def read_python(report: str) -> Answer:
    """Read pip-audit's report; an empty one is no answer."""
    packages = json.loads(report)["dependencies"] if report.strip() else []
    findings = [
        Finding(
            package["name"],
            frozenset([one["id"], *one.get("aliases", ())]),
            "repaired in " + ", ".join(one["fix_versions"]) if one["fix_versions"] else "no repair",
        )
        for package in packages
        for one in package.get("vulns", ())
    ]
    unknown = tuple(package["name"] for package in packages if "skip_reason" in package)
    return Answer("Python packages", len(packages) - len(unknown), unknown, tuple(findings))


def read_npm(report: str) -> Answer:
    """Read the report of `npm audit`; an empty one, or one with an error, is no answer."""
    data = json.loads(report) if report.strip() else {}
    findings = {
        Finding(
            cause["name"],
            frozenset([cause["url"].rsplit("/", 1)[-1]]),
            f"in versions {cause['range']}",
        ): None
        for package in data.get("vulnerabilities", {}).values()
        for cause in package["via"]
        if isinstance(cause, dict)
    }
    known = data.get("metadata", {}).get("dependencies", {}).get("total", 0)
    return Answer("npm packages", known, (), tuple(findings))


def with_vendored(lock: dict[str, Any], folders: Iterable[str]) -> dict[str, Any]:
    """Return npm's lock with the vendored scripts, identified by their folders, as if they had been installed."""
    packages = dict(lock["packages"])
    mine = dict(packages[""])
    for folder in folders:
        short, _, version = folder.rpartition("-")
        if name := SCRIPTS.get(short):
            packages[f"node_modules/{name}"] = {"version": version}
            mine["dependencies"] = {**mine.get("dependencies", {}), name: version}
    return {**lock, "packages": {**packages, "": mine}}


def _ask_for_python() -> Answer:
    locked = pins(file.read_text() for file in sorted((ROOT / "requirements").glob("*.txt")))
    packages: list[Any] = []
    for pinned in sorted(lists(locked), key=len):
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
            file.write("\n".join(pinned))
            file.flush()
            args = (
                "--no-deps",
                "--disable-pip",
                "--progress-spinner",
                "off",
                "--aliases",
                "on",
                "-f",
                "json",
            )
            report = _output([str(BIN / "pip-audit"), *args, "--requirement", file.name], ROOT)
        if not read_python(report).known:
            # Ask about the short list first: if the index can't answer it, it can't answer the long one either.
            break
        packages += json.loads(report)["dependencies"]
    return read_python(json.dumps({"dependencies": packages}))


def _ask_for_npm() -> Answer:
    lock = json.loads((ROOT / "package-lock.json").read_text())
    lock = with_vendored(lock, sorted(one.name for one in VENDORED.iterdir()))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "package-lock.json").write_text(json.dumps(lock))
        (folder / "package.json").write_text(json.dumps({"private": True, **lock["packages"][""]}))
        args = ("audit", "--package-lock-only", "--json")
        return read_npm(_output([str(BIN / "npm"), *args], folder))


def _output(command: list[str], folder: Path) -> str:
    """Return what a command prints, or nothing if it fails without a report or takes too long."""
    try:
        done = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, timeout=SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return ""
    return done.stdout if done.stdout.lstrip().startswith("{") else ""


if __name__ == "__main__":
    raise SystemExit(main())
