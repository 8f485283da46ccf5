"""Who may see a table and everything derived from it: its game, replay, record, pictures, and rating changes.

| visibility | may open its address | listed for |
|---|---|---|
| open | everybody | everybody |
| link | everybody who knows the address | its players |
| league | everybody who may see the league | the league's members |
| event | everybody who may see the event, such as a tournament | the same |

Its players always see it, regardless of membership. So do the site's staff while a report from it is open, as
spectators without hidden cards. For everybody else every page, feed and socket responds as if the table didn't exist.
Leagues and events decide at the time of the request (`hooks.audiences`): when a league becomes private, so do
its old games.
"""

from collections.abc import Collection

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.tables import hooks
from games.tables.models import Report, Seat, Table
from games.tables.storage import compiled_queries
from spades_site.accounts.models import Viewer

KEPT = (str(Table.Visibility.LEAGUE), str(Table.Visibility.EVENT))
"""The visibilities with a restricted audience, where knowing the address isn't enough."""


def visible_to(viewer: Viewer | None) -> QuerySet[Table]:
    """Return the tables that the viewer (None: a visitor) may see if they know the address."""
    seen = ~Q(visibility__in=KEPT) | _played_by(viewer)
    for visibility in KEPT:
        seen |= Q(visibility=visibility) & hooks.audience(visibility, viewer)
    if viewer is not None and viewer.is_staff:
        seen |= Q(Exists(Report.objects.filter(table=OuterRef("pk"), closed_at=None)))
    return Table.objects.filter(seen)


def find(viewer: Viewer | None, public_id: str) -> Table | None:
    """Return the table at an address, with its key and visibility; None if the viewer may not see it.

    Queries leagues and events only if the audience is restricted and the viewer isn't one of the players.
    """
    table = _at_address.row(public_id)
    if table is None or not is_kept(table) or seated([(table.pk, viewer)]):
        return table
    return visible_to(viewer).filter(pk=table.pk).only("pk", "visibility").first()


def seated(viewers: Collection[tuple[int, Viewer | None]]) -> set[tuple[int, int]]:
    """Return which of these viewers are players at their tables, as pairs of table's and user's key."""
    asked = {(table_id, viewer.pk) for table_id, viewer in viewers if viewer is not None}
    if not asked:
        return set()
    seats = Seat.objects.filter(
        table_id__in={table_id for table_id, _pk in asked}, user_id__in={pk for _table, pk in asked}
    )
    found = set(seats.order_by().values_list("table_id", "user_id"))
    return {pair for pair in asked if pair in found}


_at_address: compiled_queries.Select[Table] = compiled_queries.Select(
    lambda: Table.objects.only("pk", "visibility").filter(public_id=".").order_by()
)


def listed_to(viewer: Viewer | None) -> QuerySet[Table]:
    """Return the tables that a list, a profile or a feed may show to the viewer (None: a visitor)."""
    event = str(Table.Visibility.EVENT)
    shown = in_lobby_of(viewer) | _played_by(viewer)
    return Table.objects.filter(shown | Q(visibility=event) & hooks.audience(event, viewer))


def in_lobby_of(viewer: Viewer | None) -> Q:
    """Return the condition for the tables in the viewer's lobby: public ones, and those of their leagues."""
    shown = Q(visibility=Table.Visibility.OPEN)
    circles = hooks.circles_of(viewer)
    if circles:
        shown |= Q(visibility=Table.Visibility.LEAGUE, ref__in=circles)
    return shown


def public_deals() -> Q:
    """Return the condition that no other table still plays a table's deals. Until then only its players see its game."""
    return Q(deals=None) | Q(deals__opened_at__isnull=False)


def is_kept(table: Table) -> bool:
    """Return whether the table's audience is restricted, so that knowing the address isn't enough."""
    return table.visibility in KEPT


def _played_by(viewer: Viewer | None) -> Q:
    if viewer is None or not viewer.is_authenticated:
        return Q()
    return Q(Exists(Seat.objects.filter(table=OuterRef("pk"), user_id=viewer.pk)))
