"""Quiet hours in a person's own time zone."""

from datetime import UTC, datetime, time, timedelta, tzinfo


def end_of_quiet(
    at: datetime, zone: tzinfo, quiet_from: time | None, quiet_to: time | None
) -> datetime:
    """Return `at` if it is outside the quiet hours, else the time at which they end.

    The hours may span midnight. Equal or missing times mean no quiet hours. An end that a clock change skips
    becomes the time of the change.
    """
    if quiet_from is None or quiet_to is None or quiet_from == quiet_to:
        return at
    local = at.astimezone(zone)
    hour = local.time()
    if quiet_from < quiet_to:
        quiet, tomorrow = quiet_from <= hour < quiet_to, False
    else:
        quiet, tomorrow = hour >= quiet_from or hour < quiet_to, hour >= quiet_from
    if not quiet:
        return at
    day = local.date() + timedelta(days=1 if tomorrow else 0)
    end = _moment_of(datetime.combine(day, quiet_to, tzinfo=zone)).astimezone(at.tzinfo)
    return max(end, at + timedelta(minutes=1))


def _moment_of(local: datetime) -> datetime:
    """Return the UTC time of a local time, or the time of the clock change if that skips it."""
    moment = local.astimezone(UTC)
    if moment.astimezone(local.tzinfo).replace(tzinfo=None) == local.replace(tzinfo=None):
        return moment
    # fold=1 uses the offset after the change, and so gives the earlier time.
    earlier = local.replace(fold=1).astimezone(UTC)
    while (
        earlier.astimezone(local.tzinfo).utcoffset() != moment.astimezone(local.tzinfo).utcoffset()
    ):
        earlier += timedelta(minutes=1)
    return earlier
