"""A preview of a tournament while its form is being filled in."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.engine import RuleSet
from spades_site.common.translation import translate
from tournaments.events.plan.stages import StagePlan, unplayable
from tournaments.events.setup.lengths import games_in_turn, length_of_stage, length_of_stages
from tournaments.events.setup.proposal import MOST_HANDS
from tournaments.events.setup.settings import bounds
from tournaments.events.setup.timetable import Timetable
from tournaments.formats.kinds import Format
from tournaments.formats.registry import ROUND_ROBIN
from tournaments.formats.shape import FormatError
from tournaments.organizer.pace import UNMEASURED, Pace

MOST_SHOWN = 12
"""Maximum rounds whose times the preview shows."""
LONG = timedelta(hours=6)


@dataclass(frozen=True)
class Size:
    """The tournament with one number of entries."""

    entries: int
    rounds: int
    matches: int
    tables: int
    """The number played at the same time."""
    lasts: timedelta | None
    """The approximate duration; None where matches have no fixed length."""
    hints: tuple[str, ...] = ()
    """Warnings about this number of rounds, as sentences."""
    ends_at: datetime | None = None
    """When the last window closes, or about when the last round ends; None without a timetable."""

    @property
    def about(self) -> timedelta | None:
        """Return the duration in whole minutes; more precision would be misleading."""
        return self.lasts and timedelta(minutes=round(self.lasts / timedelta(minutes=1)))


@dataclass(frozen=True)
class RoundTime:
    """When a round begins; `about` if that depends on the duration of earlier rounds."""

    number: int
    at: datetime
    about: bool


@dataclass(frozen=True)
class Preview:
    """The preview, as far as the form is filled in."""

    starts_at: datetime | None
    check_in_at: datetime | None
    """None: no check-in, or no start yet."""
    sizes: list[Size]
    pace: Pace = UNMEASURED
    rounds: tuple[RoundTime, ...] = ()
    """The first rounds with all places filled; empty if their times are unknown."""
    odd: tuple[str, ...] = ()
    """Settings that the organizer may not have intended, as sentences."""

    @property
    def largest(self) -> Size | None:
        """Return the plan with all places filled, if it can be played."""
        return self.sizes[-1] if self.sizes and self.sizes[-1].rounds else None

    @property
    def ends_at(self) -> datetime | None:
        """Return about when it ends with all places filled; None if that is unknown."""
        size = self.largest
        if size is None:
            return None
        if size.ends_at is None and size.lasts is not None and self.starts_at is not None:
            return self.starts_at + size.lasts
        return size.ends_at

    @property
    def warnings(self) -> int:
        """Return how many hints there are."""
        return len(self.odd) + sum(len(size.hints) for size in self.sizes)


def preview(
    *,
    starts_at: datetime | None,
    check_in_minutes: int | None,
    pause_between_rounds: int | None,
    match_hands: int | None,
    min_entries: int | None,
    max_entries: int | None,
    plans: Sequence[StagePlan] = (StagePlan(ROUND_ROBIN.code),),
    best_of: int = 1,
    match_minutes: int | None = None,
    timetable: Timetable | None = None,
    pace: Pace | None = None,
    is_team: bool = False,
) -> Preview:
    """Return the preview for the minimum and maximum entries; missing or invalid values are left out.

    `plans` are the stages; `best_of` and `match_minutes` determine a match's length besides its hands. `timetable`
    says when rounds begin; None: when the previous one is over. `pace` is how long hands take. A team match is at
    two tables at once.
    """
    pace = pace or UNMEASURED
    first = plans[0].facts
    wanted = sorted({n for n in (min_entries, max_entries) if n and _within(n, first)})
    pause = timedelta(seconds=max(0, pause_between_rounds or 0))
    asks = starts_at is not None and check_in_minutes is not None and check_in_minutes > 0
    lasts = [_match_lasts(plan, match_hands, match_minutes, pace) for plan in plans]
    sizes = [
        _timed(_size(plans, entries, best_of, lasts, pause), timetable, pause) for entries in wanted
    ]
    uneven = any(plan.facts.is_continuous for plan in plans)
    if is_team:
        sizes = [replace(size, tables=2 * size.tables) for size in sizes]
    return Preview(
        starts_at=starts_at,
        check_in_at=starts_at - timedelta(minutes=check_in_minutes or 0)
        if asks and starts_at
        else None,
        sizes=sizes,
        pace=pace,
        rounds=_rounds(sizes[-1], starts_at, timetable, None if uneven else pause)
        if sizes and starts_at
        else (),
        odd=_odd(sizes[-1], first, starts_at, timetable) if sizes else (),
    )


def _rounds(
    size: Size, starts_at: datetime, timetable: Timetable | None, pause: timedelta | None
) -> tuple[RoundTime, ...]:
    """Return when the first rounds begin, as far as that is known. `pause` is that between rounds of the same length;
    None: they differ.
    """
    one = None
    if pause is not None and size.lasts is not None and size.rounds and timetable is None:
        one = (size.lasts - (size.rounds - 1) * pause) / size.rounds + pause
    found: list[RoundTime] = []
    for number in range(1, min(size.rounds, MOST_SHOWN) + 1):
        at = timetable.begin_of(number) if timetable else None
        if at is None and number == 1:
            at = starts_at
        if at is not None:
            found.append(RoundTime(number, at, about=False))
        elif one is not None:
            found.append(RoundTime(number, starts_at + (number - 1) * one, about=True))
        else:
            break
    return tuple(found)


def _odd(
    size: Size, format_: Format, starts_at: datetime | None, timetable: Timetable | None
) -> tuple[str, ...]:
    """Return warnings about settings that the organizer may not have intended."""
    found = []
    if size.rounds and size.entries % 2 and format_.odd_field_sits_out:
        found.append(
            _("With %(n)d entries one sits out in each round. An even number has no byes.")
            % {"n": size.entries}
        )
    if size.lasts is not None and timetable is None and starts_at is not None:
        begin, end = (timezone.localtime(at) for at in (starts_at, starts_at + size.lasts))
        if size.lasts > LONG:
            found.append(
                _(
                    "That is long for one evening. Fewer rounds or hands make it shorter, and so do"
                    " rounds at fixed times on several days."
                )
            )
        elif end.date() > begin.date():
            found.append(
                _("It would end after midnight, at about %(time)s.")
                % {"time": date_format(end, "H:i")}
            )
    if starts_at is not None and 1 <= timezone.localtime(starts_at).hour < 6:
        found.append(
            _("It starts at night, at %(time)s.")
            % {"time": date_format(timezone.localtime(starts_at), "H:i")}
        )
    return tuple(found)


def _within(entries: int, format_: Format) -> bool:
    least, most = bounds("max_entries")
    return max(least, format_.least) <= entries <= (format_.most or most)


@dataclass(frozen=True)
class _Lasts:
    """The approximate maximum duration of a game by its hands, and of a match by its time limit; None: unknown."""

    game: timedelta | None
    match: timedelta | None

    def together(self, games: int, rounds: int) -> timedelta | None:
        """Return how long this many games take in sequence, in this many rounds."""
        by_hands = None if self.game is None else games * self.game
        by_clock = None if self.match is None else rounds * self.match
        return min((each for each in (by_hands, by_clock) if each is not None), default=None)


def _match_lasts(plan: StagePlan, hands: int | None, minutes: int | None, pace: Pace) -> _Lasts:
    """Return how long a stage's matches take; `hands`, `minutes` and `pace` are the tournament's."""
    if plan.rules is not None:
        # The pace was measured under the tournament's rules.
        hands, pace = RuleSet.from_dict(plan.rules).max_hands, UNMEASURED
    if plan.match_hands is not None or plan.match_target is not None:
        hands = plan.match_hands
    minutes = minutes if plan.match_minutes is None else plan.match_minutes
    hands = hands or pace.hands
    by_hands = None
    if hands and 1 <= hands <= MOST_HANDS:
        by_hands = hands * pace.hand
    by_clock = timedelta(minutes=minutes) + pace.hand if minutes and minutes > 0 else None
    return _Lasts(by_hands, by_clock)


def _size(
    plans: Sequence[StagePlan],
    entries: int,
    best_of: int,
    matches: Sequence[_Lasts],
    pause: timedelta,
) -> Size:
    """Return the size; `matches` has the duration of a match by stage."""
    mistake, play = unplayable(plans, entries), list[timedelta | None]()
    try:
        length, left = length_of_stages(plans, entries), entries
        for plan, match in zip(plans, matches, strict=True):
            games = games_in_turn(plan, left, best_of)
            play.append(match.together(games, length_of_stage(plan, left).rounds))
            left = plan.onward(left)
    except FormatError as too_few:
        mistake = mistake or too_few
    if mistake is not None:
        return Size(entries, 0, 0, 0, None, (translate(mistake.sentence),))
    known = [each for each in play if each is not None]
    apart = timedelta(minutes=sum(plan.lasts_minutes for plan in plans))
    apart += (length.rounds - 1) * pause
    lasts = sum(known, apart) if len(known) == len(play) else None
    return Size(
        entries, length.rounds, length.matches, length.tables, lasts, _hints(plans[0], entries)
    )


def _timed(size: Size, timetable: Timetable | None, pause: timedelta) -> Size:
    """Return the size with its duration by the timetable. Rounds that overrun delay the next ones."""
    if timetable is None or not size.rounds:
        return size
    ends = timetable.end_of(size.rounds)
    if ends is not None:
        return replace(size, lasts=ends - timetable.starts_at, ends_at=ends)
    if size.lasts is None:
        return replace(size, ends_at=timetable.begin_of(size.rounds))
    one = (size.lasts - (size.rounds - 1) * pause) / size.rounds
    # After the last round with a time of its own, the rest follow each other.
    known = max(n for n in range(1, size.rounds + 1) if timetable.begin_of(n) is not None)
    begun = timetable.begin_of(known) or timetable.starts_at
    left = size.rounds - known
    lasts = max(size.lasts, begun - timetable.starts_at + (left + 1) * one + left * pause)
    return replace(size, lasts=lasts, ends_at=timetable.starts_at + lasts)


def _hints(plan: StagePlan, entries: int) -> tuple[str, ...]:
    return tuple(translate(hint) for hint in plan.facts.hints(plan, entries))
