"""The default time of a window's matches: a local time in the organizer's zone, some days after the window opens.

It is stored as local time and converted last, so that Thursday at eight stays Thursday at eight when the clocks change.
"""

from collections.abc import Callable
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo, available_timezones

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournaments.events.models import Match, Round
from tournaments.events.models.settings import Timing
from tournaments.events.setup.proposal_fields import Note, Proposal
from tournaments.events.setup.timetable import (
    DAY,
    LONGEST,
    MOST_TIMES,
    SHORTEST,
    Skipped,
    Timetable,
    window_end,
)


def match_time_in(round_: Round) -> datetime | None:
    """Return the default time of a round's matches; None without one, or while the window's time is unknown."""
    tournament, opens = round_.tournament, round_.starts_at
    if tournament.timing != Timing.WINDOWS or tournament.default_minutes is None or opens is None:
        return None
    closes = round_.closes_at or window_end(tournament, round_.number, opens)
    minutes = tournament.default_minutes
    found = _on_the_clock(opens, minutes, tournament.round_zone)
    while found < opens:
        # The window opened late, after this time of day.
        minutes += DAY
        found = _on_the_clock(opens, minutes, tournament.round_zone)
    return found if closes is None else min(found, closes)


def plan_times(round_: Round) -> None:
    """Set the matches of a round to the default time, except those with an agreed time."""
    starts_at = match_time_in(round_)
    if starts_at is not None:
        round_.matches.filter(status=Match.Status.DRAWN, agreed=False, sides__index=1).update(
            starts_at=starts_at
        )


def check(proposal: Proposal, note: Note, rounds: Callable[[], int]) -> None:
    """Report mistakes in a proposal's default time to `note` (field, sentence). `rounds()`: the maximum."""
    minutes = proposal.default_minutes
    if minutes is None:
        return
    if proposal.timing != Timing.WINDOWS:
        note("default_minutes", _("A default time is for windows. Choose them, or leave it empty."))
        return
    if not 0 <= minutes <= LONGEST + DAY:
        note("default_minutes", _("Choose a day within the window."))
        return
    every, zone = proposal.round_every_minutes, proposal.round_zone
    if zone not in available_timezones():
        note("default_minutes", _("Choose a time zone in your settings first."))
        return
    if every is None or every < SHORTEST or proposal.starts_at.tzinfo is None:
        return  # Other checks report this.
    times = Timetable(proposal.starts_at, proposal.round_times, every, zone, windows=True)
    sentence = _outside(times, minutes, min(rounds(), MOST_TIMES))
    if sentence:
        note("default_minutes", sentence)


def _outside(times: Timetable, minutes: int, rounds: int) -> str:
    """Return a sentence about the first round whose matches can't begin at the default time; "" if there is none."""
    for number in range(1, rounds + 1):
        opens, closes = times.begin_of(number), times.begin_of(number + 1)
        assert opens is not None
        assert closes is not None
        try:
            moment = _on_the_clock(opens, minutes, times.zone, forgiving=False)
        except Skipped as gap:
            return _(
                "The matches of round %(number)d would begin at %(time)s, a time that does not exist in %(zone)s:"
                " the clocks go forward then. Choose a time an hour earlier or later."
            ) % {
                "number": number,
                "time": date_format(gap.typed, "YEAR_THEN_TIME"),
                "zone": times.zone,
            }
        if not opens <= moment < closes:
            place = ZoneInfo(times.zone)
            return _(
                "In round %(number)d that is outside the window, which is open from %(opens)s to %(closes)s."
                " Choose a time between them."
            ) % {
                "number": number,
                "opens": date_format(opens.astimezone(place), "YEAR_THEN_TIME"),
                "closes": date_format(closes.astimezone(place), "YEAR_THEN_TIME"),
            }
    return ""


def _on_the_clock(opens: datetime, minutes: int, zone: str, *, forgiving: bool = True) -> datetime:
    """Return the moment `minutes` of local time after the midnight before `opens`.

    Raises Skipped for a time that doesn't exist, unless `forgiving`: then it is the hour after.
    """
    place = ZoneInfo(zone or "UTC")
    days, left = divmod(minutes, DAY)
    day = opens.astimezone(place).date() + timedelta(days=days)
    typed = datetime.combine(day, time(left // 60, left % 60))
    moment = typed.replace(tzinfo=place).astimezone(UTC)
    if not forgiving and moment.astimezone(place).replace(tzinfo=None) != typed:
        raise Skipped(typed)
    return moment
