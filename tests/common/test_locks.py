"""The lock of the tools for static/js: whatever is installed has the expected content, from whichever registry."""

import json
from pathlib import Path

LOCK = Path(__file__).resolve().parents[2] / "package-lock.json"


def test_every_locked_package_has_a_hash_and_none_an_address() -> None:
    packages = json.loads(LOCK.read_text())["packages"]
    del packages[""]  # The project itself.
    assert {name for name, package in packages.items() if "resolved" in package} == set()
    hashes = {name: package["integrity"].split("-")[0] for name, package in packages.items()}
    assert hashes == dict.fromkeys(packages, "sha512")
