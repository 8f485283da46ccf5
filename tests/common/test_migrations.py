"""Released migrations never change: a site that has applied them would silently lack what was added."""

import hashlib

from tools.test import ROOT

RELEASED = ROOT / "tests/common/released_migrations.txt"
"""A line for each migration of the last release: the SHA-256 of the file, and its path. A release adds the new ones:
sha256sum */*/migrations/0*.py > tests/common/released_migrations.txt"""


def test_released_migrations_are_as_they_were() -> None:
    released = dict(reversed(line.split()) for line in RELEASED.read_text().splitlines())
    now = {path: hashlib.sha256((ROOT / path).read_bytes()).hexdigest() for path in released}
    assert now == released, "Change the models, and let makemigrations add a migration."
