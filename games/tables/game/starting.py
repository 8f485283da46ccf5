"""The start of a game: freeze seats and hashes, let the browsers reveal their salts, then deal the first hand.

docs/fairness.md, section 1, is the specification. Without expected salts, the first hand is dealt at once. Tables that
share their deals are frozen and dealt together (`shared_deals.py`).

A casual game starts only when all players are ready, and waits for at most `READY_GRACE`; then players who aren't ready
lose their seats. Players whose page has never loaded are ready once it does, because only then has their browser committed
to a salt. Players who were at the table but are away when the last seat is taken must confirm; with an hour or more per
turn, they needn't. A match starts at its time, even with absent players.
"""

from django.db import transaction

from games.tables.game.dealing import deal_first
from games.tables.game.locked_table import LockedTable
from games.tables.game.shared_deals import close_shared_deals
from games.tables.models import Action, Seat, Table
from games.tables.pictures.turn_notices import no_longer_asked, notify_full
from games.tables.timing.clocks import CORRESPONDENCE, is_awaited, reveal_time


def begin(locked: LockedTable) -> None:
    """Start the game of a full table: freeze its hashes and wait for the salts, or deal if there are none."""
    table = locked.table
    table.status, table.started_at = Table.Status.PLAYING, locked.at
    table.rated = table.rated and not any(seat.bot or seat.program for seat in locked.seats)
    for seat in locked.seats:
        seat.bank_left, seat.swap_to = table.bank_seconds, None
        locked.touch(seat)
    locked.note(Action.Kind.TABLE, "start", by=Action.By.SERVER)
    if table.deals_id is None:
        table.deadline = locked.at + reveal_time(table)
    deal_when_revealed(locked)


def deal_when_revealed(locked: LockedTable) -> None:
    """Deal the first hand if no more salts are expected; shared deals are dealt after the commit."""
    table = locked.table
    if table.deals is not None and not table.deals.is_dealt:
        start_after_commit(table.deals.pk)
    elif not any(map(is_awaited, locked.seats)) or table.deals is not None:
        deal_first(locked)


def start_after_commit(deals_id: int) -> None:
    """Freeze or deal shared deals after the commit; if this process dies, the sweep does it."""
    transaction.on_commit(lambda: close_shared_deals(deals_id), robust=True)


def ask_the_absent(locked: LockedTable) -> None:
    """Mark the players who must arrive or confirm, now that the table is full."""
    table = locked.table
    if table.kind != Table.Kind.CASUAL:
        return
    may_be_away = table.turn_seconds >= CORRESPONDENCE
    for seat in locked.seats:
        is_here = seat.arrived_at is not None and (seat.online or may_be_away)
        if seat.user_id and not is_here:
            seat.ready = False
            locked.touch(seat)
            if seat.arrived_at is not None:
                notify_full(table, seat, locked.seats)


def ask_nobody(locked: LockedTable) -> None:
    """Clear those marks, because a seat is free again."""
    no_longer_asked(locked.table, locked.seats)
    for seat in locked.seats:
        if not seat.ready:
            seat.ready = True
            locked.touch(seat)


def unready(locked: LockedTable) -> list[Seat]:
    """Return the seats of players who must still arrive or confirm."""
    return [seat for seat in locked.seats if not seat.ready]
