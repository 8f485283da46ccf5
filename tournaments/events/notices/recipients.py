"""Recipients of a tournament's notices."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.contrib.auth import get_user_model
from django.db.models import Q, QuerySet

from tournaments.events.core.state import OPEN, UNDER_WAY
from tournaments.events.models import (
    Entry,
    EntryPlayer,
    Match,
    Round,
    SideEntry,
    Single,
    Tournament,
)
from tournaments.leagues.hooks import Entered


def players_of(entry: Entry) -> list[Any]:
    """Return the people of an entry."""
    return [place.user for place in entry.players.select_related("user")]


def people_of(entry: Entry) -> list[Any]:
    """Return the people of an entry; of a team also its captain and vice-captain, who may be non-playing."""
    leaders = [user for user in (entry.captain, entry.vice_captain) if user is not None]
    return list(dict.fromkeys([*players_of(entry), *leaders]))


def zones_of(entry: Entry) -> list[str]:
    """Return the time zones (IANA names) of the people of an entry."""
    return sorted({user.time_zone for user in people_of(entry)})


def partners_of(single: Single) -> Sequence[Any]:
    """Return the partner assigned to a single player; empty before that."""
    if single.entry is None:
        return []
    return [user for user in players_of(single.entry) if user.pk != single.user_id]


def everybody_in(tournament: Tournament) -> Iterable[Any]:
    """Return everybody with a place in a tournament, alone or in an entry."""
    entered = _people_of(tournament.entries.filter(status__in=Entry.LIVE))
    alone = tournament.singles.filter(status__in=Single.LIVE).values("user")
    return get_user_model().objects.filter(entered | Q(pk__in=alone)).order_by("pk")


def entered_by(league_id: int, user_id: int) -> list[Entered]:
    """Return the league's tournaments that the user has entered and that aren't over, the earliest start first."""
    entered = EntryPlayer.objects.filter(
        user=user_id, active=True, entry__status__in=(*Entry.LIVE, Entry.Status.WAITING)
    )
    alone = Single.objects.filter(user=user_id, status__in=(*Single.LIVE, Single.Status.QUEUED))
    found = Tournament.objects.filter(
        Q(pk__in=entered.values("tournament")) | Q(pk__in=alone.values("tournament")),
        league=league_id,
        status__in=OPEN | UNDER_WAY,
    )
    return [
        Entered(one.name, one.get_absolute_url(), one.status in UNDER_WAY)
        for one in found.order_by("starts_at", "pk")
    ]


def players_of_round(round_: Round, *, at_its_start: bool = False) -> Iterable[Any]:
    """Return everybody who plays in a round and has not withdrawn; with `at_its_start`, only those whose match begins
    with it.
    """
    places = SideEntry.objects.filter(round=round_)
    if at_its_start:
        places = places.exclude(side__match__starts_at__gt=round_.starts_at)
    entries = Entry.objects.filter(match_places__in=places)
    people = _people_of(entries.exclude(status=Entry.Status.WITHDRAWN))
    return get_user_model().objects.filter(people).order_by("pk")


def players_of_match(match: Match) -> Iterable[Any]:
    """Return everybody who plays in a match and has not withdrawn."""
    entries = Entry.objects.filter(match_places__side__match=match)
    people = _people_of(entries.exclude(status=Entry.Status.WITHDRAWN))
    people |= Q(pk__in=match.substitutions.values("into"))
    return get_user_model().objects.filter(people).order_by("pk")


def _people_of(entries: QuerySet[Entry]) -> Q:
    """Return the condition for the users who play for these entries, and for the captains of teams."""
    places = EntryPlayer.objects.filter(entry__in=entries.values("pk"), active=True)
    captains = Q(pk__in=entries.values("captain")) | Q(pk__in=entries.values("vice_captain"))
    return Q(pk__in=places.values("user")) | captains
