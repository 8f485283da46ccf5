"""A clock that stands still, for tests that compare what is read at two moments."""

from datetime import UTC, datetime
from typing import Any

import pytest

from spades_site.common import clock

AT = datetime(2026, 3, 1, 12, tzinfo=UTC)


class FrozenTime(datetime):
    """A datetime whose present doesn't pass."""

    @classmethod
    def now(cls, tz: Any = None) -> "FrozenTime":
        """Return the one moment."""
        return cls.fromtimestamp(AT.timestamp(), UTC)


def stop_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make it the moment `AT` on the platform's clock until the test ends."""
    monkeypatch.setattr(clock, "datetime", FrozenTime)
