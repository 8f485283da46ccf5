"""A person's invitations and tables, for programs (docs/bots.md). Only the public parts of tables."""

from datetime import timedelta
from typing import Final

from games.tables.lobby.listing import invitations_to
from games.tables.models import Invitation, Seat, Table
from games.tables.pictures.shapes import MOST_SHOWN, InvitationView, ListedTable, Present
from games.tables.timing.clocks import INVITATION_LIFE
from spades_site.accounts.models import User
from spades_site.common.clock import now

OVER_FOR: Final = timedelta(hours=1)
"""How long a finished game stays listed."""
_FIELDS = (
    *("public_id", "status", "kind", "title", "preset", "rated"),
    *("turn_seconds", "bank_seconds", "finished_at"),
)


def present_of(user: User) -> Present:
    """Return the person's valid invitations, and their tables: waiting, in play, or recently over; the newest. Two queries."""
    over = (Table.Status.FINISHED, Table.Status.ABANDONED)
    seats = (
        Seat.objects.filter(user=user)
        .exclude(table__status__in=over, table__finished_at__lt=now() - OVER_FOR)
        .select_related("table")
        .only("index", *(f"table__{name}" for name in _FIELDS))
        .order_by("-table_id")[:MOST_SHOWN]
    )
    invitations = invitations_to(user).order_by("-at", "-pk")[:MOST_SHOWN]
    return {
        "you": user.get_username(),
        "invitations": [_invitation(one) for one in invitations],
        "tables": [{**_table(seat.table), "seat": seat.index} for seat in seats],
    }


def _invitation(one: Invitation) -> InvitationView:
    until = one.at + INVITATION_LIFE
    by = None if one.by is None else one.by.get_username()
    return {**_table(one.table), "by": by, "until": until.isoformat()}


def _table(table: Table) -> ListedTable:
    return {
        "table": table.public_id,
        "status": table.status,
        "kind": table.kind,
        "title": table.title,
        "preset": table.preset,
        "rated": table.rated,
        "turn_seconds": table.turn_seconds,
        "bank_seconds": table.bank_seconds,
    }
