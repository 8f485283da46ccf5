"""Who of a ladder is here now, as the viewer may know: friends who are online, and players at tables open to the viewer."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import OuterRef, Q, Subquery

from games.tables.access.audience import visible_to
from games.tables.models import Seat, Table
from spades_site.accounts.friends import HERE_FOR, friends_among
from spades_site.accounts.models import User, Viewer
from spades_site.common.clock import now
from tournaments.ladders.models import Ladder, LadderPlayer

MOST_SHOWN = 50
SHOWN = (Table.Visibility.OPEN, Table.Visibility.EVENT)
"""The tables listed for everybody who may open them."""


@dataclass(frozen=True)
class Present:
    """A person who is here, and the table at which they are, if the viewer may open it."""

    user: User
    table: Table | None


def who_is_here(ladder: Ladder, viewer: Viewer) -> Sequence[Present]:
    """Return who of a ladder is here apart from the viewer. One query, and another if any of them is at a table."""
    seats = Seat.objects.filter(
        user=OuterRef("user"),
        online=True,
        table__status__in=(Table.Status.OPEN, Table.Status.PLAYING),
    )
    newest = Subquery(seats.order_by("-table_id").values("table_id")[:1])
    friends = Q(pk__in=())
    if viewer.is_authenticated and not viewer.is_guest:
        friends = Q(user__last_seen__gte=now() - HERE_FOR, user__in=friends_among(viewer))
    there = LadderPlayer.objects.filter(ladder=ladder, active=True).exclude(user=viewer.pk or 0)
    found = there.annotate(at_table=newest, friend=friends).filter(
        Q(at_table__isnull=False) | Q(friend=True)
    )
    people = list(found.select_related("user").order_by("pk")[:MOST_SHOWN])
    keys = [one.at_table for one in people if one.at_table]
    shown = visible_to(viewer).filter(visibility__in=SHOWN)
    tables = shown.in_bulk(keys) if keys else {}
    return [
        Present(one.user, tables.get(one.at_table))
        for one in people
        if one.friend or one.at_table in tables
    ]
