"""Whom a full casual table waits for: no game starts while a player is missing, and none waits for longer than half a minute.

A player whose page has never loaded is ready once it does: only then has their browser committed to a salt. A player who
was there, and is away when the last seat is taken, must confirm. Both lose the seat after `READY_GRACE`. With an hour or
more for a turn, players who have been there needn't be there again. A match starts at its time, whoever is there.
"""

from games.tables.game.locked_table import LockedTable
from games.tables.models import Seat, Table
from games.tables.timing.clocks import CORRESPONDENCE


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


def ask_nobody(locked: LockedTable) -> None:
    """Cancel the questions, because a seat is free again."""
    for seat in locked.seats:
        if not seat.ready:
            seat.ready = True
            locked.touch(seat)


def unready(locked: LockedTable) -> list[Seat]:
    """Return the seats of players who must still arrive or confirm."""
    return [seat for seat in locked.seats if not seat.ready]
