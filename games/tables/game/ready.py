"""Confirmation before the start: players who were away when the table filled must confirm or lose their seat.

Sitting down counts as confirmation, and so does being present. With days per turn nobody is expected at the table
before their turn, and a match starts on time whoever is present.
"""

from games.tables.game.locked_table import Ledger
from games.tables.models import Seat, Table
from games.tables.timing.clocks import CORRESPONDENCE


def ask_the_absent(ledger: Ledger) -> None:
    """Ask players who have left a table that is now full to confirm."""
    table = ledger.table
    if table.kind != Table.Kind.CASUAL or table.turn_seconds >= CORRESPONDENCE:
        return
    for seat in ledger.seats:
        # Players who were never here have just sat down: their page is still loading.
        if seat.user_id and seat.arrived_at is not None and not seat.online:
            seat.ready = False
            ledger.touch(seat)


def ask_nobody(ledger: Ledger) -> None:
    """Cancel the questions, because a seat is free again."""
    for seat in ledger.seats:
        if not seat.ready:
            seat.ready = True
            ledger.touch(seat)


def unready(ledger: Ledger) -> list[Seat]:
    """Return the seats whose players have yet to confirm."""
    return [seat for seat in ledger.seats if not seat.ready]
