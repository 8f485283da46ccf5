"""Time limits of matches: the time after which the current hand is the last.

That hand's number then becomes the maximum number of hands in the table's rules (`max_hands`), so that the engine
itself ends the game with it, and the record can be verified like any other.
"""

from games import engine
from games.tables.game.locked_table import LockedTable
from games.tables.models import Action, Table
from games.tables.timing.turns import limit_ahead


def apply_time_limit(locked: LockedTable) -> bool:
    """If the time has come, make the current hand, or the one just scored, the last; returns whether it did.

    Before the first hand is dealt, that one becomes the last.
    """
    table = locked.table
    if table.status != Table.Status.PLAYING or table.last_hand_after is None:
        return False
    if locked.at < table.last_hand_after or not limit_ahead(table, locked.game):
        return False
    locked.state = engine.with_last_hand(locked.game)
    table.rules = locked.game.rules.to_dict()
    locked.note(Action.Kind.TABLE, "last_hand", by=Action.By.CLOCK)
    locked.set_news("last_hand")
    return True
