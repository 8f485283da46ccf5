"""The start of a game: seats and hashes are frozen, the players' browsers reveal their salts, then the first hand is
dealt.

docs/fairness.md, section 1, is the specification. A table is dealt at once if no salt is expected. Tables that
share their deals are frozen and dealt together (`shared_deals.py`).

No casual game starts while a player is missing, and none waits for longer than half a minute. A player whose page has
never loaded is ready once it does: only then has their browser committed to a salt. A player who was there, and is
away when the last seat is taken, must confirm. Both lose the seat after `READY_GRACE`. With an hour or more for a
turn, players who have been there needn't return. A match starts at its time, even with absent players.
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
    for seat in locked.seats:
        seat.bank_left, seat.swap_to = table.bank_seconds, None
        locked.touch(seat)
    locked.note(Action.Kind.TABLE, "start", by=Action.By.SERVER)
    if table.deals_id is None:
        table.deadline = locked.at + reveal_time(table)
    deal_when_revealed(locked)


def deal_when_revealed(locked: LockedTable) -> None:
    """Deal the first hand if no more salts are expected; shared deals are settled after the commit."""
    table = locked.table
    if table.deals is not None and not table.deals.is_dealt:
        start_after_commit(table.deals.pk)
    elif not any(map(is_awaited, locked.seats)) or table.deals is not None:
        deal_first(locked)


def start_after_commit(deals_id: int) -> None:
    """Settle shared deals after the commit; the sweep does the same if this process dies."""
    transaction.on_commit(lambda: close_shared_deals(deals_id), robust=True)


def ask_the_absent(locked: LockedTable) -> None:
    """Mark the players who are missing at a table that is now full."""
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
    """Cancel the questions, because a seat is free again."""
    no_longer_asked(locked.table, locked.seats)
    for seat in locked.seats:
        if not seat.ready:
            seat.ready = True
            locked.touch(seat)


def unready(locked: LockedTable) -> list[Seat]:
    """Return the seats of players who must still arrive or confirm."""
    return [seat for seat in locked.seats if not seat.ready]
