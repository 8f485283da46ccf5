"""Setting the platform's clock, for simulations that play weeks in seconds."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from django.conf import settings


class Past:
    """The platform's clock, set back and advanced by hand."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def go_to(self, before_now: timedelta) -> None:
        """Set the clock to `before_now` before the real time; a negative one is after it."""
        self._file.write_text(str(-before_now.total_seconds()))

    def go_to_moment(self, moment: datetime) -> None:
        """Set the clock to a moment (aware)."""
        self.go_to(datetime.now(UTC) - moment)


@contextmanager
def past() -> Iterator[Past]:
    """Let the clock be set within the context; restore it afterwards."""
    kept = settings.CLOCK_SHIFT_FILE, settings.TABLE_TIMERS, settings.OUTBOX_PROMPT
    with TemporaryDirectory() as folder:
        file = Path(folder) / "shift"
        settings.CLOCK_SHIFT_FILE = str(file)
        # Everything happens here in sequence: no timers, no background delivery.
        settings.TABLE_TIMERS = settings.OUTBOX_PROMPT = False
        try:
            yield Past(file)
        finally:
            settings.CLOCK_SHIFT_FILE, settings.TABLE_TIMERS, settings.OUTBOX_PROMPT = kept
