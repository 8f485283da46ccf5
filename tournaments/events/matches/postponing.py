"""Moving rounds that haven't begun, of a tournament in windows, to later windows.

Works on rows of a tournament that the caller has locked.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from django.db.models import Max, Q

from tournaments.events.core.state import save
from tournaments.events.models import Availability, Match, Round, TimeOffer, Tournament
from tournaments.events.setup.match_times import plan_times
from tournaments.events.setup.timetable import listed, paused_in_all


def last_begun(tournaments: Sequence[Tournament], at: datetime) -> int:
    """Return the number of the last round that has begun in any of the tournaments at `at`, 0 if none. A round has
    begun once a match of two sides was played or decided, or its window has closed. Two queries.
    """
    matches = Match.objects.filter(tournament__in=tournaments, sides__index=1)
    played = (
        matches.exclude(status=Match.Status.DRAWN).aggregate(last=Max("round__number"))["last"] or 0
    )
    rounds = Round.objects.filter(tournament__in=tournaments)
    closed = rounds.filter(Q(closes_at__lte=at) | Q(status=Round.Status.DONE))
    return max(played, closed.aggregate(last=Max("number"))["last"] or 0)


def move_rounds(
    tournament: Tournament, first: int, openings: Sequence[datetime], at: datetime
) -> None:
    """Move the windows of round `first` and later ones, none of which has begun, to open at `openings`.

    Matches get the default time of the new window; agreed times keep their weekday and time of day. Open offers lapse,
    and marked hours are deleted.
    """
    _write_times(tournament, first, openings)
    by_number = dict(enumerate(openings, start=first))
    for round_ in tournament.rounds.filter(number__in=by_number, starts_at__isnull=False):
        assert round_.starts_at is not None
        opens = by_number[round_.number]
        days = _days_between(round_.starts_at, opens, tournament.round_zone)
        if round_.status == Round.Status.PLAYING:
            round_.status = Round.Status.CONFIRMED
        round_.starts_at, round_.closes_at, round_.tournament = opens, None, tournament
        round_.save(update_fields=["status", "starts_at", "closes_at"])
        plan_times(round_)
        for match in round_.matches.filter(status=Match.Status.DRAWN, agreed=True):
            _move(match, days, tournament.round_zone)
    moved = {"match__tournament": tournament, "match__round__number__in": by_number}
    TimeOffer.objects.filter(**moved, status=TimeOffer.Status.OPEN).update(
        status=TimeOffer.Status.LAPSED, answered_at=at
    )
    Availability.objects.filter(**moved).delete()
    save(tournament)


def _write_times(tournament: Tournament, first: int, openings: Sequence[datetime]) -> None:
    """Write the times of the timetable, which pauses extend."""
    kept = listed(tournament)[: max(first - 2, 0)]
    later = list(openings)
    if first == 1:
        tournament.starts_at = later.pop(0)
    paused = paused_in_all(tournament)
    tournament.round_times = [
        each.isoformat() for each in (*kept, *(opens - paused for opens in later))
    ]


def _days_between(before: datetime, after: datetime, zone: str) -> timedelta:
    place = ZoneInfo(zone or "UTC")
    return after.astimezone(place).date() - before.astimezone(place).date()


def _move(match: Match, days: timedelta, zone: str) -> None:
    """Move an agreed time in local time, so that eight o'clock stays eight o'clock across clock changes."""
    assert match.starts_at is not None
    local = match.starts_at.astimezone(ZoneInfo(zone or "UTC"))
    match.starts_at = (local + days).astimezone(UTC)
    match.save(update_fields=["starts_at"])
    agreed = match.time_offers.filter(status=TimeOffer.Status.ACCEPTED)
    agreed.update(starts_at=match.starts_at)
