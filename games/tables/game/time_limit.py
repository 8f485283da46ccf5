"""The moment after which the hand in play is the last, where a match's time is limited.

Then the number of that hand becomes the most hands of the table's rules (`max_hands`), so that the engine itself ends the
game with it, and the record says just that: it is verified like any other.
"""

from games import engine
from games.tables.game.locked_table import Ledger
from games.tables.models import Action, Table
from games.tables.timing.turns import limit_ahead


def agree(ledger: Ledger) -> bool:
    """Where the moment has come, let the hand in play, or the one just scored, be the last; returns whether it did.

    Before the first hand is dealt, that one is.
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
