"""What a tournament will be, told while its form is being filled in."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from tournaments.events.proposal import LIMITS, MOST_HANDS
from tournaments.formats import round_robin

HAND_MINUTES = 4
"""A guess to plan an evening by: four people take about this long over a hand."""


@dataclass(frozen=True)
class Size:
    """The tournament with one number of entries."""

    entries: int
    rounds: int
    matches: int
    tables: int
    """Played at the same time."""
    lasts: timedelta | None
    """About how long it takes; None where matches have no fixed length."""


@dataclass(frozen=True)
class Preview:
    """The plan as far as the form is filled in."""

    starts_at: datetime | None
    check_in_at: datetime | None
    """None: no check-in, or no start yet."""
    sizes: list[Size]


def preview(
    *,
    starts_at: datetime | None,
    check_in_minutes: int | None,
    pause_between_rounds: int | None,
    match_hands: int | None,
    double: bool,
    min_entries: int | None,
    max_entries: int | None,
) -> Preview:
    """Return the plan for the fewest and the most entries; values missing or out of bounds tell nothing."""
    wanted = sorted({n for n in (min_entries, max_entries) if n and _within(n)})
    hands = match_hands if match_hands and 1 <= match_hands <= MOST_HANDS else None
    pause = timedelta(seconds=max(0, pause_between_rounds or 0))
    asks = starts_at is not None and check_in_minutes is not None and check_in_minutes > 0
    return Preview(
        starts_at=starts_at,
        check_in_at=starts_at - timedelta(minutes=check_in_minutes or 0)
        if asks and starts_at
        else None,
        sizes=[_size(entries, double, hands, pause) for entries in wanted],
    )


def _within(entries: int) -> bool:
    least, most = LIMITS["max_entries"]
    return least <= entries <= most


def _size(entries: int, double: bool, hands: int | None, pause: timedelta) -> Size:
    rounds = round_robin.rounds_needed(entries, double)
    lasts = None
    if hands is not None:
        lasts = rounds * hands * timedelta(minutes=HAND_MINUTES) + (rounds - 1) * pause
    matches = entries * (entries - 1) // 2 * (2 if double else 1)
    return Size(entries, rounds, matches, entries // 2, lasts)
