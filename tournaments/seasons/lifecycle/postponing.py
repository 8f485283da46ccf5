"""Postponing a whole season: the weeks in which no match has begun move by some weeks, skipping breaks again.

This moves the divisions' weeks or, once these are over, the play-offs'.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from spades_site.accounts.models import User
from spades_site.common import audit
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.text import clean_reason
from tournaments.events.core.state import OVER, lock
from tournaments.events.matches.postponing import last_begun, move_rounds
from tournaments.events.models import Status, Tournament
from tournaments.events.setup.schedule import rounds_in_all
from tournaments.events.setup.timetable import time_of
from tournaments.leagues.models import Season
from tournaments.seasons import notify
from tournaments.seasons.core import lock_to_organize
from tournaments.seasons.lifecycle.planning import breaks_of
from tournaments.seasons.match_days import MatchDay, end_of_last, match_days, moment, opening
from tournaments.seasons.terms import terms_of

MOST_WEEKS = 26
WEEK = 7


@dataclass(frozen=True)
class MovedWeek:
    """A round of the season, and the day of its matches before and after."""

    number: int
    was: date
    becomes: date


@dataclass(frozen=True)
class Postponement:
    """The effect of postponing: the weeks that move, by number, and the new last day of the season."""

    weeks: list[MovedWeek]
    ends_on: date

    @property
    def to(self) -> date:
        """Return the new first match day, the argument of `postpone_season`."""
        return self.weeks[0].becomes


@dataclass(frozen=True)
class _Ahead:
    """The weeks in which no match has begun: tournaments, and the days of their rounds from `first` on."""

    tournaments: list[Tournament]
    first: int
    days: list[MatchDay]


def postponement(season: Season, weeks: int) -> Postponement | None:
    """Return the effect of postponing by `weeks` (1 to MOST_WEEKS); None if no week is left or it isn't possible now."""
    try:
        ahead = _ahead(season, _under_way(season))
    except Refused:
        return None
    days = _moved(season, ahead, weeks)
    if len(days) < len(ahead.days):
        return None
    moved = [
        MovedWeek(before.number + ahead.first - 1, before.played_on, after.played_on)
        for before, after in zip(ahead.days, days, strict=True)
    ]
    return Postponement(moved, _ends_on(season, days))


def postpone_season(*, season_id: int, by: User, to: date, reason: str) -> Season:
    """Postpone every week in which no match has begun, so that the next matches are on `to`, and notify the players.

    The weeks after it follow one by one, without the breaks. Agreed times move with their weeks, open offers lapse.
    Idempotent.

    Raises Refused: "unknown_season", "not_organizer", "season_not_running", "season_paused", "nothing_left",
    "reason_missing", "wrong_day", "in_break", "day_past".
    """
    reason = clean_reason(reason)
    with transaction.atomic():
        season = lock_to_organize(season_id, by)
        ahead = _ahead(season, [lock(key) for key in sorted(one.pk for one in _under_way(season))])
        was = ahead.days[0].played_on
        if to == was:
            return season
        if not reason:
            raise Refused(
                "reason_missing", _("Give a reason; everybody in the season will read it.")
            )
        days = _moved(season, ahead, _weeks_until(was, to))
        next_at = moment(to, terms_of(season).clock, season.zone, forgiving=True)
        _check_day(days, to, past=next_at <= now())
        openings = [opening(day.opens_on, season.zone) for day in days]
        for tournament in ahead.tournaments:
            left = max(_rounds(tournament) - ahead.first + 1, 0)
            if left:
                move_rounds(tournament, ahead.first, openings[:left], now())
        ended = season.ends_on.isoformat()
        season.ends_on = _ends_on(season, days)
        season.save(update_fields=["ends_on"])
        notify.postponed(season, next_at, reason=reason)
        audit.record(
            actor=by, verb="season.postponed", subject=season, reason=reason, to=to.isoformat(),
            before={"played_on": was.isoformat(), "ends_on": ended},
            after={"played_on": to.isoformat(), "ends_on": season.ends_on.isoformat()},
        )  # fmt: skip
    return season


def _under_way(season: Season) -> list[Tournament]:
    """Return the tournaments whose weeks move: the divisions' or, once all of these are over, the play-offs'."""
    divisions = season.divisions.select_related("tournament", "play_off")
    played = [one.tournament for one in divisions]
    found = [one for one in played if one is not None and one.status not in OVER]
    if found:
        return found
    return [
        one.play_off
        for one in divisions
        if one.play_off is not None and one.play_off.status not in OVER
    ]


def _ahead(season: Season, tournaments: Sequence[Tournament | None]) -> _Ahead:
    """Return the weeks that can move. Raises Refused."""
    if season.status != Season.Status.RUNNING or not season.has_divisions:
        raise Refused(
            "season_not_running",
            _("Only a league season under way can be postponed. A draft’s days can be changed."),
        )
    played = [one for one in tournaments if one is not None]
    if paused := [one.name for one in played if one.status == Status.PAUSED]:
        raise Refused(
            "season_paused", _("%(name)s is paused. Resume it first.") % {"name": paused[0]}
        )
    first = last_begun(played, now()) + 1
    left = max((_rounds(one) for one in played), default=0) - first + 1
    opens = [opens for one in played if _rounds(one) >= first and (opens := time_of(one, first))]
    if left < 1 or not opens:
        raise Refused(
            "nothing_left",
            _("No week is left to postpone: in the last one matches have begun."),
        )
    terms = terms_of(season)
    begins = max(opens).astimezone(ZoneInfo(season.zone)).date()
    # A pause may have moved the windows within the week.
    begins -= timedelta(days=(begins.weekday() - season.starts_on.weekday()) % WEEK)
    days = match_days(begins, left, terms.weekday, terms.week_length, breaks_of(season))
    return _Ahead(played, first, days)


def _rounds(tournament: Tournament) -> int:
    return rounds_in_all(tournament, 0)


def _weeks_until(was: date, to: date) -> int:
    weeks, left = divmod((to - was).days, WEEK)
    if left or not 1 <= weeks <= MOST_WEEKS:
        raise Refused(
            "wrong_day",
            _(
                "The next matches are on %(day)s. Choose a day that is whole weeks later, %(most)d weeks at most."
            )
            % {"day": date_format(was, "DATE_FORMAT"), "most": MOST_WEEKS},
        )
    return weeks


def _moved(season: Season, ahead: _Ahead, weeks: int) -> list[MatchDay]:
    terms = terms_of(season)
    begins = ahead.days[0].opens_on + timedelta(days=weeks * WEEK)
    return match_days(begins, len(ahead.days), terms.weekday, terms.week_length, breaks_of(season))


def _check_day(days: list[MatchDay], to: date, *, past: bool) -> None:
    if days[0].played_on != to:
        raise Refused(
            "in_break", _("That day is in a break of the season. Choose another number of weeks.")
        )
    if past:
        raise Refused("day_past", _("That day has passed. Postpone by more weeks."))


def _ends_on(season: Season, days: list[MatchDay]) -> date:
    return max(season.ends_on, end_of_last(days, terms_of(season).week_length))
