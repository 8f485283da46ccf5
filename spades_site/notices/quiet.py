"""Quiet hours, in a person's own zone."""

from datetime import UTC, datetime, time, timedelta, tzinfo


def end_of_quiet(
    at: datetime, zone: tzinfo, quiet_from: time | None, quiet_to: time | None
) -> datetime:
    """Return `at` if it lies outside the quiet hours, else the moment at which they end.

    The hours may run past midnight. Equal times, or one missing, mean no quiet hours. An end that a clock change skips is
    the moment of the change.
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
    """The moment of a time by the clock; of one that a clock change skips, that of the change."""
    moment = local.astimezone(UTC)
    if moment.astimezone(local.tzinfo).replace(tzinfo=None) == local.replace(tzinfo=None):
        return moment
    # `fold` counts with the clock after the change, and so lies before it.
    earlier = local.replace(fold=1).astimezone(UTC)
    while (
        earlier.astimezone(local.tzinfo).utcoffset() != moment.astimezone(local.tzinfo).utcoffset()
    ):
        earlier += timedelta(minutes=1)
    return earlier
