"""The platform's clock. All domain code reads the time here, so that a schedule can be tested with a shifted
clock.
"""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings


def now() -> datetime:
    """Return the current time in UTC, aware, shifted by the seconds in CLOCK_SHIFT_FILE if that is set."""
    moment = datetime.now(UTC)
    if settings.CLOCK_SHIFT_FILE:
        moment += _shift(Path(settings.CLOCK_SHIFT_FILE))
    return moment


def machine_time() -> datetime:
    """Return the machine's own time in UTC, to measure outages however the platform's clock is shifted."""
    return datetime.now(UTC)


def _shift(file: Path) -> timedelta:
    try:
        return timedelta(seconds=float(file.read_text().strip() or 0))
    except FileNotFoundError:
        return timedelta()
