"""Record the device and network from which players connect to a match's table, as keyed hashes.

The hashes can only be compared, and only with others of the same quarter: the key changes every 90 days. Nothing is recorded
about spectators, bots, casual tables and practice.
"""

from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.utils.crypto import salted_hmac

from games.fair_play.models import Connection
from games.tables.models import Seat, Table
from spades_site.accounts.models import User
from spades_site.common.clock import now
from spades_site.common.server.address import UNKNOWN

KEPT: Final = timedelta(days=90)
PERIOD_DAYS: Final = 90
"""How long hashes can be compared with each other."""
AT_ONCE: Final = 500


def note(table_id: int, user: User, device: str, address: str) -> None:
    """Record that a player of a match is, or was until now, connected to its table. Does nothing for anybody else.

    `device` is the browser's cookie ("" without one). Idempotent and safe to call concurrently.
    """
    if not settings.FAIR_PLAY or user.is_bot:
        return
    seat = Seat.objects.filter(table=table_id, user=user, table__kind=Table.Kind.MATCH)
    opened = seat.values_list("table__created_at", flat=True).first()
    if opened is None:
        return
    moment = now()
    row = Connection(
        table_id=table_id,
        user=user,
        device=hashed("device", device, opened) if device else "",
        network="" if address == UNKNOWN else hashed("network", address, opened),
        first_at=moment,
        last_at=moment,
    )
    Connection.objects.bulk_create(
        [row],
        update_conflicts=True,
        unique_fields=["table", "user", "device", "network"],
        update_fields=["last_at"],
    )


def hashed(kind: str, value: str, at: datetime) -> str:
    """Return a keyed hash that can be compared with others of the same kind and quarter."""
    period = at.date().toordinal() // PERIOD_DAYS
    return salted_hmac(f"fair play {kind} {period}", value, algorithm="sha256").hexdigest()[:32]


def forget_old() -> int:
    """Delete connections that ended more than `KEPT` ago; returns how many.

    Idempotent and safe to call concurrently.
    """
    old = Connection.objects.filter(last_at__lt=now() - KEPT).order_by("pk")
    deleted = 0
    while keys := list(old.values_list("pk", flat=True)[:AT_ONCE]):
        deleted += Connection.objects.filter(pk__in=keys).delete()[0]
    return deleted
