"""Being there for the start: whoever was away when the last seat was taken says so, or gives the seat up.

Sitting down says it by itself, and so does being there. With days for a turn nobody is expected before the table, and
a match starts at its time whoever is there.
"""

from games.tables.game.locked_table import Ledger
from games.tables.models import Seat, Table
from games.tables.timing.clocks import CORRESPONDENCE


def ask_the_absent(ledger: Ledger) -> None:
    """Ask those who were at a table that is now full, and have gone, whether they will play."""
    table = ledger.table
    if table.kind != Table.Kind.CASUAL or table.turn_seconds >= CORRESPONDENCE:
        return
    for seat in ledger.seats:
        # Who never was here has just sat down: the page is still on its way.
        if seat.user_id and seat.arrived_at is not None and not seat.online:
            seat.ready = False
            ledger.touch(seat)


def ask_nobody(ledger: Ledger) -> None:
    """Take the questions back: a seat is free again."""
    for seat in ledger.seats:
        if not seat.ready:
            seat.ready = True
            ledger.touch(seat)


def unready(ledger: Ledger) -> list[Seat]:
    """Return the seats whose players must still say that they play."""
    return [seat for seat in ledger.seats if not seat.ready]
