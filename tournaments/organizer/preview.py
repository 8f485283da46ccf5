"""What a tournament will be, told while its form is being filled in."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from spades_site.common.telling import told
from tournaments.events.conditions import MOST_ENTRIES
from tournaments.events.lengths import Length, length_of
from tournaments.events.models import Format
from tournaments.events.proposal import LIMITS, MOST_HANDS
from tournaments.formats import swiss

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
    hints: tuple[str, ...] = ()
    """What to know about so many rounds, in sentences."""


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
    min_entries: int | None,
    max_entries: int | None,
    format_: str = str(Format.ROUND_ROBIN),
    double: bool = False,
    rounds: int | None = None,
    third_place: bool = False,
) -> Preview:
    """Return the plan for the fewest and the most entries; values missing or out of bounds tell nothing."""
    wanted = sorted({n for n in (min_entries, max_entries) if n and _within(n, format_)})
    hands = match_hands if match_hands and 1 <= match_hands <= MOST_HANDS else None
    asked = rounds if rounds and rounds > 0 else None
    pause = timedelta(seconds=max(0, pause_between_rounds or 0))
    asks = starts_at is not None and check_in_minutes is not None and check_in_minutes > 0
    return Preview(
        starts_at=starts_at,
        check_in_at=starts_at - timedelta(minutes=check_in_minutes or 0)
        if asks and starts_at
        else None,
        sizes=[
            _size(
                entries,
                length_of(
                    format_,
                    entries,
                    double=double,
                    swiss_rounds=asked,
                    third_place=third_place,
                ),
                hands,
                pause,
                _hints(format_, entries, asked),
            )
            for entries in wanted
        ],
    )


def _within(entries: int, format_: str) -> bool:
    least, most = LIMITS["max_entries"]
    return least <= entries <= MOST_ENTRIES.get(format_, most)


def _hints(format_: str, entries: int, rounds: int | None) -> tuple[str, ...]:
    if format_ != Format.SWISS or rounds is None:
        return ()
    return tuple(told(flag.sentence) for flag in swiss.planned(entries, rounds))


def _size(
    entries: int, length: Length, hands: int | None, pause: timedelta, hints: tuple[str, ...]
) -> Size:
    lasts = None
    if hands is not None:
        play = length.rounds * hands * timedelta(minutes=HAND_MINUTES)
        lasts = play + (length.rounds - 1) * pause
    return Size(entries, length.rounds, length.matches, length.tables, lasts, hints)
