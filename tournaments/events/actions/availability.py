"""The hours of a fixture's window in which each player can play. Others see only the hours in which all of both sides can.

The marks are deleted when the match is over, and they are in no log: they show people's habits.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from spades_site.accounts.models import User
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from tournaments.events.actions.time_offers import locked_for_player
from tournaments.events.matches.offers import closes_of, users_of
from tournaments.events.models import Availability, Match

HOUR = timedelta(hours=1)
MOST_DAYS = 14
"""How many days of a long window can be marked, from now or its opening on."""


def mark_hours(*, match_id: int, user: User, hours: Sequence[datetime]) -> None:
    """Store the hours (aware, the beginning of an hour of UTC) in which the user can play; they replace earlier ones.

    Hours that have begun are left out.

    Raises Refused: "unknown_match", "not_your_match", "no_window", "outside_window".
    """
    with transaction.atomic():
        _tournament, match, _entry = locked_for_player(match_id, user)
        at = now()
        possible = set(hours_of(match, at))
        wanted = {hour.astimezone(UTC) for hour in hours}
        if any(hour > at and hour not in possible for hour in wanted):
            raise Refused(
                "outside_window",
                _("One of these hours is outside the window. Reload the page and mark them again."),
            )
        kept = sorted(hour.isoformat() for hour in wanted & possible)
        if kept:
            Availability.objects.update_or_create(match=match, user=user, defaults={"hours": kept})
        else:
            Availability.objects.filter(match=match, user=user).delete()


def hours_of(match: Match, at: datetime) -> list[datetime]:
    """Return the hours of a match's window that are still to come, as beginnings of hours of UTC."""
    opens, closes = match.round.starts_at, closes_of(match)
    if opens is None or closes is None:
        return []
    begins = max(at, opens).astimezone(UTC)
    until = min(closes, begins + timedelta(days=MOST_DAYS))
    hour = begins.replace(minute=0, second=0, microsecond=0)
    if hour <= at or hour < opens:
        hour += HOUR
    found = []
    while hour < until:
        found.append(hour)
        hour += HOUR
    return found


def hours_marked(match: Match, user: User) -> set[datetime]:
    """Return the hours that the user has marked."""
    row = Availability.objects.filter(match=match, user=user).first()
    return set() if row is None else _moments(row)


def common_hours(match: Match, at: datetime) -> list[datetime]:
    """Return the hours to come in which all who would play can; none while one of them hasn't marked any."""
    rows = {row.user_id: _moments(row) for row in match.availability.all()}
    players = users_of(match, match.entries)
    if not players or any(user not in rows for user in players):
        return []
    common = set.intersection(*(rows[user] for user in players))
    return sorted(hour for hour in common if hour > at)


def _moments(row: Availability) -> set[datetime]:
    return {datetime.fromisoformat(text) for text in row.hours}
