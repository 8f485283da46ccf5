"""Who may see a table, and everything made of it: its game, replay, record, pictures, and rating changes.

| visibility | its address opens it for | lists name it to |
|---|---|---|
| open | everybody | everybody |
| link | everybody who knows the address | its players |
| league | whoever may see the league | the league's members |
| event | whoever may see the event, such as a tournament | the same |

Its players always see it, whatever they belong to today. For everybody else the table doesn't exist: every page, feed
and socket answers as for an unknown one. The leagues and the events say who may see them (`hooks.tell_audience`), at the
moment somebody asks: a league that becomes private takes its old games along.
"""

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.tables import hooks
from games.tables.models import Seat, Table
from spades_site.accounts.models import Viewer

KEPT = (str(Table.Visibility.LEAGUE), str(Table.Visibility.EVENT))
"""Whose tables aren't for everybody who knows the address."""


def visible_to(viewer: Viewer | None) -> QuerySet[Table]:
    """Return the tables that the viewer (None: a visitor) may see who knows their addresses."""
    seen = ~Q(visibility__in=KEPT) | _played_by(viewer)
    for visibility in KEPT:
        seen |= Q(visibility=visibility) & hooks.audience(visibility, viewer)
    return Table.objects.filter(seen)


def listed_to(viewer: Viewer | None) -> QuerySet[Table]:
    """Return the tables that a list, a profile or a feed may name to the viewer (None: a visitor)."""
    event = str(Table.Visibility.EVENT)
    shown = in_lobby_of(viewer) | _played_by(viewer)
    return Table.objects.filter(shown | Q(visibility=event) & hooks.audience(event, viewer))


def in_lobby_of(viewer: Viewer | None) -> Q:
    """Return the condition for the tables that the viewer's lobby lists: everybody's, and those of their leagues."""
    shown = Q(visibility=Table.Visibility.OPEN)
    circles = hooks.circles_of(viewer)
    if circles:
        shown |= Q(visibility=Table.Visibility.LEAGUE, ref__in=circles)
    return shown


def is_kept(table: Table) -> bool:
    """Return whether the table isn't for everybody who knows its address."""
    return table.visibility in KEPT


def _played_by(viewer: Viewer | None) -> Q:
    if viewer is None or not viewer.is_authenticated:
        return Q()
    return Q(Exists(Seat.objects.filter(table=OuterRef("pk"), user_id=viewer.pk)))
