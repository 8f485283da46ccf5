"""Which matches are played away from the site: in a room, or because somebody without an account plays in them.

In a team, people without an account play where its line-up names them, or where it has fewer than four players with one.
"""

from collections.abc import Iterable

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce

from spades_site.accounts.models import User
from tournaments.events.models import EntryPlayer, Nomination, SideEntry, Where
from tournaments.events.plan.choices import EntryKind

FOUR = 4
"""The players of a team's line-up."""


def places_by_hand() -> QuerySet[SideEntry]:
    """Return the places in matches of tournaments in a room, and of entries for which somebody without an account plays:
    such matches open no table.
    """
    accounts = EntryPlayer.objects.filter(
        entry=OuterRef("entry"), active=True, user__by_name=False
    ).order_by()
    number = accounts.values("entry").annotate(number=Count("pk")).values("number")
    lined_up = Nomination.objects.filter(
        match=OuterRef("side__match"), entry=OuterRef("entry"), user__by_name=True
    )
    named = EntryPlayer.objects.filter(entry=OuterRef("entry"), active=True, user__by_name=True)
    return (
        SideEntry.objects.filter(Q(round__tournament__where=Where.ROOM) | Q(Exists(named)))
        .annotate(accounts=Coalesce(Subquery(number), Value(0)))
        .filter(
            ~Q(round__tournament__entry_kind=EntryKind.TEAM)
            | Q(accounts__lt=FOUR)
            | Exists(lined_up)
        )
    )


def are_enough(people: Iterable[User]) -> bool:
    """Return whether a team's players with an account are a line-up without the others."""
    return sum(not one.by_name for one in people) >= FOUR


def accounts_first(people: Iterable[User]) -> list[User]:
    """Return a team's players in their order, those without an account last, or not at all if the others are enough."""
    roster = list(people)
    named = [] if are_enough(roster) else [one for one in roster if one.by_name]
    return [one for one in roster if not one.by_name] + named
