"""Deciding when the players' votes end a casual game without a result."""

from games.engine.sentences import message
from games.tables.game.locked_table import LockedTable, Word
from games.tables.game.opening import close
from games.tables.models import Action, Seat, Table
from spades_site.accounts.models import User


def end_if_agreed(locked: LockedTable, *, by: Word, user: User | None = None) -> bool:
    """End the game if everybody with a vote agrees; returns whether they do.

    Called after each vote, and whenever somebody loses their vote: the others may all have agreed already.
    """
    table = locked.table
    if table.kind != Table.Kind.CASUAL or table.status != Table.Status.PLAYING:
        return False
    asked = [seat for seat in locked.seats if seat.user_id and _has_say(seat, table)]
    if not asked or not all(seat.wants_end for seat in asked):
        return False
    locked.note(Action.Kind.TABLE, "abandon", by=by, user=user)
    close(locked, message("The players agreed to stop."))
    return True


def _has_say(seat: Seat, table: Table) -> bool:
    """Return whether a seat's player has a vote: absent players don't, unless the game is rated."""
    return table.rated or not seat.stand_in
