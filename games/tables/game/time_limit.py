"""Time limits of matches: the time after which the current hand is the last.

That hand's number then becomes the maximum number of hands in the table's rules (`max_hands`), so that the engine
itself ends the game with it, and the record can be verified like any other.
"""

from games import engine
from games.tables.game.locked_table import Ledger
from games.tables.models import Action, Table
from games.tables.timing.turns import limit_ahead


def agree(ledger: Ledger) -> bool:
    """If the time has come, make the current hand, or the one just scored, the last; returns whether it did.

    Before the first hand is dealt, that one becomes the last.
    """
    table = ledger.table
    if table.status != Table.Status.PLAYING or table.last_hand_after is None:
        return False
    if ledger.at < table.last_hand_after or not limit_ahead(table, ledger.game):
        return False
    ledger.state = engine.with_last_hand(ledger.game)
    table.rules = ledger.game.rules.to_dict()
    ledger.note(Action.Kind.TABLE, "last_hand", by=Action.By.CLOCK)
    ledger.tell("last_hand")
    return True
