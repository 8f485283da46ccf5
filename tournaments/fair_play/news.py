"""Notices of new signals: at most one a day for a league, or for a tournament without one.

Only people who may see a signal are notified, and the number in their notice counts only those. Staff see all signals on their page, and are
notified where nobody else may see any.
"""

from collections import Counter
from datetime import timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import Q, QuerySet
from django.urls import reverse

from spades_site.accounts.models import User
from spades_site.common.clock import now
from spades_site.notices.services import mark_handled, send_notice
from tournaments.events.core.permissions import organizers_of
from tournaments.events.models import Tournament
from tournaments.fair_play.models import Signal
from tournaments.leagues.models import League, Membership

KIND: Final = "signals"
PAUSE: Final = timedelta(days=1)
"""The least time between two notices about the same league or tournament."""


def tell_organizers() -> None:
    """Notify organizers of the open signals of which they weren't yet. Idempotent and safe to call concurrently."""
    rows = _untold(Signal.objects.all()).select_related("tournament__league", "league")
    for place in dict.fromkeys(_place_of(row) for row in rows.order_by("pk")):
        _tell(place)


def handled(row: Signal) -> None:
    """Mark the notices about a league or tournament as read if none of its signals is open any more."""
    place = _place_of(row)
    rows = _signals_of(place)
    if not rows.filter(closed_at=None).exists():
        mark_handled([user.pk for user in _readers(rows)], KIND, page_of(place))


def page_of(place: League | Tournament) -> str:
    """Return the address of the list of a league's or tournament's signals."""
    name = "league" if isinstance(place, League) else "of"
    return f"{reverse('fair_play')}?{name}={place.slug}"


@transaction.atomic
def _tell(place: League | Tournament) -> None:
    rows = _signals_of(place)
    # Of two tasks at once the second waits here.
    fresh = [row.pk for row in _untold(rows).select_for_update(of=("self",)).order_by("pk")]
    if not fresh or rows.filter(told_at__gt=now() - PAUSE).exists():
        return
    untold = Signal.objects.filter(pk__in=fresh)
    readers = _readers(untold)

    def params(user: User) -> dict[str, Any]:
        many = "one" if readers[user] == 1 else "many"
        return {"place": place.name, "count": readers[user], "signals": many}

    send_notice(readers, KIND, f"signal:{fresh[0]}", page_of(place), params)
    untold.update(told_at=now())


def _untold(rows: QuerySet[Signal]) -> QuerySet[Signal]:
    return rows.filter(told_at=None, closed_at=None)


def _place_of(row: Signal) -> League | Tournament:
    """Return the league that a signal concerns, or the tournament where there is no league."""
    cup = row.tournament
    place = row.league or (cup and cup.league) or cup
    assert place is not None
    return place


def _signals_of(place: League | Tournament) -> QuerySet[Signal]:
    if isinstance(place, League):
        return Signal.objects.filter(Q(league=place) | Q(tournament__league=place))
    return Signal.objects.filter(tournament=place)


def _readers(rows: QuerySet[Signal]) -> Counter[User]:
    """Return who is notified of some signals, and of how many: organizers, or where none may see a signal, staff."""
    found: Counter[User] = Counter()
    for row in rows.select_related("tournament", "league").prefetch_related("people"):
        about = {one.user_id for one in row.people.all()}
        readers = [user for user in _organizers_of(row) if user.pk not in about]
        if not readers:
            staff = User.objects.filter(is_staff=True, is_active=True)
            readers = list(staff.exclude(pk__in=about))
        found.update(readers)
    return found


def _organizers_of(row: Signal) -> list[User]:
    if row.tournament is not None:
        return organizers_of(row.tournament)
    run = Membership.objects.filter(league=row.league, role__in=Membership.RUNS)
    return list(User.objects.filter(pk__in=run.values("user")))
