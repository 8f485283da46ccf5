"""The start of rounds: right after the previous one, at fixed times, or as windows in which to agree on a time.

Rounds are counted over the whole tournament: round 1 is its start. Intervals of whole days are local time in the
organizer's zone, so that Friday at eight stays Friday at eight when the clocks change.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo, available_timezones

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournaments.events.models import Tournament
from tournaments.events.models.settings import Timing
from tournaments.events.setup.proposal_fields import Note, Proposal

DAY = 24 * 60
SHORTEST, LONGEST = 5, 31 * DAY
"""Bounds of `round_every_minutes`."""
MOST_TIMES = 64


class Skipped(ValueError):
    """A local time that doesn't exist because the clocks skip it. `typed` is naive."""

    def __init__(self, typed: datetime) -> None:
        super().__init__(str(typed))
        self.typed = typed


@dataclass(frozen=True)
class Timetable:
    """The times of rounds before the tournament exists; with windows if `windows`."""

    starts_at: datetime
    times: Sequence[datetime]
    every: int | None
    zone: str
    windows: bool

    def begin_of(self, number: int) -> datetime | None:
        """Return when round `number` begins, or None."""
        return _time_of(self.starts_at, self.times, self.every, self.zone, number)

    def end_of(self, rounds: int) -> datetime | None:
        """Return when the window of the last of `rounds` closes; None without windows."""
        return self.begin_of(rounds + 1) if self.windows else None


def listed(tournament: Tournament) -> list[datetime]:
    """Return the stored times of round 2 and those after it."""
    return [datetime.fromisoformat(text) for text in tournament.round_times]


def due_after(tournament: Tournament, ended: datetime) -> datetime:
    """Return when the round after one that ended at `ended` begins.

    With a timetable that is the next round's own time, or after the pause if that has passed.
    """
    soonest = ended + timedelta(seconds=tournament.pause_between_rounds)
    if tournament.timing == Timing.FLOW:
        return soonest
    begun = tournament.rounds.filter(starts_at__isnull=False).count()
    planned = time_of(tournament, begun + 1)
    return soonest if planned is None else max(soonest, planned)


def first_status(tournament: Tournament) -> str:
    """Return the status of a newly drawn round, which depends on whether the organizer confirms draws."""
    return "drafted" if tournament.confirm_draws else "confirmed"


def time_of(tournament: Tournament, number: int) -> datetime | None:
    """Return when round `number` of the whole tournament begins by its timetable, or None.

    Pauses postpone windows, which keep their length; fixed times don't change.
    """
    planned = _time_of(
        tournament.starts_at,
        listed(tournament),
        tournament.round_every_minutes,
        tournament.round_zone,
        number,
    )
    if planned is None or number == 1 or tournament.timing != Timing.WINDOWS:
        return planned
    return planned + paused_in_all(tournament)


def window_opens(tournament: Tournament, number: int) -> datetime | None:
    """Return when the window of round `number` opens; None without windows.

    If all rounds are drawn at once, each window opens at its time even if earlier rounds aren't over.
    """
    return time_of(tournament, number) if tournament.timing == Timing.WINDOWS else None


def window_end(tournament: Tournament, number: int, opens: datetime) -> datetime | None:
    """Return when the window of round `number`, opened at `opens`, closes; None without windows."""
    if tournament.timing != Timing.WINDOWS:
        return None
    end = time_of(tournament, number + 1)
    if end is None or end <= opens:
        every = tournament.round_every_minutes or DAY
        end = opens + timedelta(minutes=every)
    return end


def pauses_of(tournament: Tournament) -> list[tuple[datetime, datetime]]:
    """Return the finished pauses, in order."""
    return [
        (datetime.fromisoformat(since), datetime.fromisoformat(until))
        for since, until in tournament.pauses
    ]


def paused_in_all(tournament: Tournament) -> timedelta:
    """Return the total length of the finished pauses."""
    return sum((until - since for since, until in pauses_of(tournament)), timedelta(0))


def put_off(tournament: Tournament, begins: datetime, length: timedelta, at: datetime) -> datetime:
    """Return the end of a period of `length` from `begins` on, extended by the pauses until `at`."""
    until = begins + length
    spans = pauses_of(tournament)
    if tournament.paused_at is not None:
        spans.append((tournament.paused_at, max(at, tournament.paused_at)))
    for since, ended in spans:
        if since < until and ended > begins:
            until += ended - max(since, begins)
    return until


def check(proposal: Proposal, note: Note, rounds: Callable[[], int]) -> None:
    """Report mistakes in a proposal's timetable to `note` (field, sentence)."""
    if proposal.timing == Timing.FLOW:
        return
    mistake = _mistake(proposal)
    if mistake is not None:
        note(*mistake)
        return
    if proposal.starts_at.tzinfo is None or not _rises(proposal, note):
        return
    times, every = proposal.round_times, proposal.round_every_minutes
    gap = _gap(proposal.starts_at, times, every, proposal.round_zone, rounds())
    if gap:
        note("round_every_minutes", gap)


def _mistake(proposal: Proposal) -> tuple[str, str] | None:
    """Return the mistake in the interval between rounds, with its field."""
    every, windows = proposal.round_every_minutes, proposal.timing == Timing.WINDOWS
    sentence = ""
    if every is None and not proposal.round_times:
        sentence = _("Enter the time between rounds, or list the times of the rounds.")
    elif every is not None and not SHORTEST <= every <= LONGEST:
        sentence = _("Choose from 5 minutes to 31 days.")
    elif every is None and windows:
        sentence = _("Enter how long each window lasts.")
    elif proposal.round_zone and proposal.round_zone not in available_timezones():
        sentence = _("There is no such time zone. Choose one in your settings.")
    return ("round_every_minutes", sentence) if sentence else None


def check_moved(
    tournament: Tournament, starts_at: datetime, rounds: Callable[[], int]
) -> list[str]:
    """Return why a tournament with its timetable can't start at `starts_at`; empty if it can. `rounds()`: the
    maximum.
    """
    if tournament.timing == Timing.FLOW:
        return []
    times = listed(tournament)
    if times and starts_at >= times[0]:
        return [_("The second round would begin before the first. Choose an earlier start.")]
    every, zone = tournament.round_every_minutes, tournament.round_zone
    gap = _gap(starts_at, times, every, zone, rounds())
    return [gap] if gap else []


def _gap(
    start: datetime, times: Sequence[datetime], every: int | None, zone: str, rounds: int
) -> str:
    """Return a sentence about a round at a time that the clocks skip; "" if there is none."""
    for number in range(2, min(rounds, MOST_TIMES) + 1):
        try:
            _time_of(start, times, every, zone, number, forgiving=False)
        except Skipped as gap:
            return _(
                "Round %(number)d would begin at %(time)s, a time that does not exist in %(zone)s:"
                " the clocks go forward then. Choose another start, or list the times."
            ) % {
                "number": number,
                "time": date_format(gap.typed, "YEAR_THEN_TIME"),
                "zone": zone,
            }
    return ""


def _rises(proposal: Proposal, note: Note) -> bool:
    times: Sequence[datetime] = proposal.round_times
    if len(times) > MOST_TIMES:
        note("round_times", _("List at most %(most)d times.") % {"most": MOST_TIMES})
    elif any(moment.tzinfo is None for moment in times):
        note("round_times", _("The times need a time zone."))
    elif any(later <= earlier for earlier, later in pairwise([proposal.starts_at, *times])):
        note(
            "round_times",
            _(
                "Each time must be later than the one before it, and the first later than the start."
            ),
        )
    else:
        return True
    return False


def _time_of(
    start: datetime,
    times: Sequence[datetime],
    every: int | None,
    zone: str,
    number: int,
    *,
    forgiving: bool = True,
) -> datetime | None:
    """Return a round's time. Raises Skipped for one that doesn't exist, unless `forgiving`: then it is the hour
    after.
    """
    if number == 1:
        return start
    if number - 2 < len(times):
        return times[number - 2]
    if every is None:
        return None
    last = times[-1] if times else start
    steps = number - 1 - len(times)
    if every % DAY or not zone:
        return last + steps * timedelta(minutes=every)
    place = ZoneInfo(zone)
    typed = last.astimezone(place).replace(tzinfo=None) + steps * timedelta(minutes=every)
    moment = typed.replace(tzinfo=place).astimezone(UTC)
    if not forgiving and moment.astimezone(place).replace(tzinfo=None) != typed:
        raise Skipped(typed)
    return moment
