"""The games that this process wrote last, so that the next move needn't read and rebuild what it just wrote itself.

The database remains the truth: a table is always read under its lock, and what is kept of its game counts only as long as
the row's stamp is the one it was written with. Another process's move changes the stamp, and so does an outage made good.
"""

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock
from typing import Any, NamedTuple

from games.engine import State
from games.tables.models import Table
from games.tables.storage.compiled_queries import Values

MOST = 1000
"""How many tables' games are kept, some ten kilobytes each."""

Stamp = tuple[Any, ...]


class Game(NamedTuple):
    """A table's rules and the snapshot of its game, as its row has them, its seats' rows and the game. Nobody changes any.

    Of the seats, `last_seen` is written without the table's knowing, and so may be an older one here.
    """

    rules: dict[str, Any]
    snapshot: dict[str, Any] | None
    state: State | None
    seats: Sequence[Values]


def stamp_of(table: Table) -> Stamp:
    """Return what changes with every change of the table's game."""
    return table.version, table.turn_version, table.turn_key, table.deadline, table.wake_at


class Recall:
    """The newest games of one process."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._kept: OrderedDict[int, tuple[Stamp, Game]] = OrderedDict()
        self._lock = Lock()

    def keep(self, table_id: int, stamp: Stamp, game: Game) -> None:
        """Remember a game that was committed with this stamp."""
        with self._lock:
            self._kept[table_id] = stamp, game
            self._kept.move_to_end(table_id)
            if len(self._kept) > self._most:
                self._kept.popitem(last=False)

    def drop(self, table_id: int) -> None:
        """Forget a game that is over."""
        with self._lock:
            self._kept.pop(table_id, None)

    def game(self, table_id: int, stamp: Stamp) -> Game | None:
        """Return the game that belongs to the row with this stamp, or None where it must be read."""
        with self._lock:
            kept = self._kept.get(table_id)
        return kept[1] if kept is not None and kept[0] == stamp else None
