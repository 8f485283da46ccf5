"""The platform's clock. Domain code asks here and nowhere else, so that a schedule can be tried out."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings


def now() -> datetime:
    """Return the present moment in UTC, aware; ahead by CLOCK_SHIFT_FILE's seconds where that is set."""
    moment = datetime.now(UTC)
    if settings.CLOCK_SHIFT_FILE:
        moment += _shift(Path(settings.CLOCK_SHIFT_FILE))
    return moment


def machine_time() -> datetime:
    """Return the machine's own time in UTC: for measuring how long the house stood still, whatever its clock is set to."""
    return datetime.now(UTC)


def _shift(file: Path) -> timedelta:
    try:
        return timedelta(seconds=float(file.read_text().strip() or 0))
    except FileNotFoundError:
        return timedelta()
