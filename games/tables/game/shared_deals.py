"""Deals shared by several tables: determined by all their salts, and hidden until every table has played them.

Until then only a table's own players see its game, because anybody else could reveal coming cards to the other tables.
Record, replay and secret are withheld as well.

Locks: the shared deals first, then their tables in the order of their keys. Code that holds a table's lock must
not take the deals' lock (see `start_after_commit`).
"""

from collections.abc import Sequence
from contextlib import ExitStack
from datetime import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from games import fairness
from games.tables.game import dealing
from games.tables.game.locked_table import LockedTable, lock_table
from games.tables.models import Seat, SharedDeals, SharedSalts, SharedSecret, Table
from games.tables.timing.clocks import AWAITED, is_awaited, reveal_time
from spades_site.common import outbox
from spades_site.common.clock import now

LIVE = (Table.Status.OPEN, Table.Status.PLAYING)


def make_shared_deals() -> SharedDeals:
    """Create shared deals with a committed master secret, for tables about to be opened. Must run in a transaction."""
    master, commitment = dealing.new_secret()
    deals = SharedDeals.objects.create(commitment=commitment, created_at=now())
    SharedSecret.objects.create(deals=deals, master=master)
    return deals


def close_shared_deals(deals_id: int, at: datetime | None = None, *, at_once: bool = False) -> bool:
    """Freeze the hashes once all tables have begun, and deal once all salts have arrived or time is up.

    `at_once` waits for neither, for simulated games. Returns whether anything was done. Idempotent and safe to call
    concurrently.
    """
    moment = at or now()
    with transaction.atomic(), ExitStack() as tables:
        deals = SharedDeals.objects.select_for_update().filter(pk=deals_id, dealt_at=None).first()
        if deals is None or not (at_once or _due(moment).filter(pk=deals_id).exists()):
            return False
        live = deals.tables.filter(status__in=LIVE).order_by("pk").values_list("pk", flat=True)
        all_locked = [tables.enter_context(lock_table(pk)) for pk in list(live)]
        if not deals.digest:
            _freeze(deals, all_locked, moment)
        awaited = any(is_awaited(seat) for locked in all_locked for seat in locked.seats)
        if at_once or not awaited or _is_over(deals, moment):
            _deal(deals, all_locked, moment)
        for locked in all_locked:
            locked.save()
    return True


def sweep_shared_deals(moment: datetime) -> None:
    """Freeze or deal all shared deals that are due, and deal at tables that were left out."""
    due = _due(moment).filter(opened_at=None)
    for deals_id in list(due.order_by("pk").values_list("pk", flat=True)):
        close_shared_deals(deals_id, moment)
    for table_id in list(_left_out().order_by("pk").values_list("pk", flat=True)):
        with lock_table(table_id) as locked:
            if locked.table.status == Table.Status.PLAYING and locked.state is None:
                dealing.deal_first(locked)
                locked.save()


def _left_out() -> QuerySet[Table]:
    """Return the tables that have begun but haven't got their group's deals."""
    return Table.objects.filter(
        status=Table.Status.PLAYING, state__isnull=True, deals__dealt_at__isnull=False
    )


def deal_with_salts(deals_id: int, salts: Sequence[str]) -> bool:
    """Fix deals before any table opens, with salts that weren't given at tables; returns whether they weren't fixed yet.

    Without any, the server alone determines them, and record and replay say so. Idempotent. Must run in a transaction.
    """
    deals = SharedDeals.objects.select_for_update().filter(pk=deals_id, dealt_at=None).first()
    if deals is None:
        return False
    hashes = [fairness.salt_hash(salt) for salt in salts]
    SharedSalts.objects.create(deals=deals, hashes=hashes, salts=list(salts))
    deals.digest, deals.dealt_at = fairness.list_digest(hashes), now()
    deals.save(update_fields=["digest", "dealt_at"])
    return True


def open_shared_deals(deals_id: int) -> bool:
    """Publish the games of the group's tables once all of them are over; returns whether anything changed.

    Must run in a transaction. Does nothing while a table of the group is in play.
    """
    deals = SharedDeals.objects.select_for_update().filter(pk=deals_id, opened_at=None).first()
    if deals is None or deals.tables.filter(status__in=LIVE).exists():
        return False
    deals.opened_at = now()
    deals.save(update_fields=["opened_at"])
    for table_id in deals.tables.order_by("pk").values_list("pk", flat=True):
        with lock_table(table_id) as locked:
            locked.save()  # Open pages get the picture with its links.
    outbox.emit("deals.opened", {"deals": deals_id})
    return True


def _due(moment: datetime) -> QuerySet[SharedDeals]:
    """Return the undealt deals that may be ready to be frozen or dealt."""
    tables = Table.objects.filter(deals=OuterRef("pk")).order_by()
    begun = Exists(tables.filter(status=Table.Status.PLAYING))
    waiting = Exists(tables.filter(status=Table.Status.OPEN))
    awaited = Exists(
        Seat.objects.filter(
            AWAITED,
            table__deals=OuterRef("pk"),
            table__status=Table.Status.PLAYING,
            table__salts_from__isnull=False,
        ).order_by()
    )
    return SharedDeals.objects.filter(
        Q(begun, ~Q(waiting), digest="") | ~Q(digest="") & (Q(reveal_by__lte=moment) | ~Q(awaited)),
        dealt_at=None,
    )


def _is_over(deals: SharedDeals, moment: datetime) -> bool:
    return deals.reveal_by is not None and deals.reveal_by <= moment


def _freeze(deals: SharedDeals, all_locked: Sequence[LockedTable], moment: datetime) -> None:
    """Freeze the hashes of all seats at once."""
    hashes: list[str] = []
    for locked in all_locked:
        locked.table.salts_from = len(hashes)
        Table.objects.filter(pk=locked.table.pk).update(salts_from=len(hashes))
        hashes += [seat.salt_hash for seat in locked.seats]
    SharedSalts.objects.create(deals=deals, hashes=hashes)
    deals.digest = fairness.list_digest(hashes)
    deals.reveal_by = moment + max(reveal_time(locked.table) for locked in all_locked)
    deals.save(update_fields=["digest", "reveal_by"])


def _deal(deals: SharedDeals, all_locked: Sequence[LockedTable], moment: datetime) -> None:
    """Finalize the salts that have arrived, and deal the first hand at every waiting table."""
    seats = Seat.objects.filter(table__deals=deals, table__salts_from__isnull=False)
    salts = list(seats.order_by("table__salts_from", "index").values_list("salt", flat=True))
    SharedSalts.objects.filter(deals=deals).update(salts=salts)
    deals.dealt_at = moment
    deals.save(update_fields=["dealt_at"])
    for locked in all_locked:
        if locked.table.status == Table.Status.PLAYING and locked.state is None:
            dealing.deal_first(locked)
