"""A cache of the games that this process wrote last, so that the next move needn't reload what it just wrote.

The database remains the source of truth: a table's row is always read under its lock, and a cached game is valid
only if the row still has the stamp with which it was cached. A move by another process changes the stamp, and so
does the recovery from an outage.
"""

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock
from typing import Any, NamedTuple

from games.engine import State
from games.tables.models import Table
from games.tables.storage.compiled_queries import Values

MOST = 1000
"""How many games are cached, at some ten kilobytes each."""

Stamp = tuple[Any, ...]


class Game(NamedTuple):
    """A table's rules and snapshot as stored in its row, its seats' rows, and the game. Read-only.

    `last_seen` of the seats is written without changing the table, and may be outdated here.
    """

    rules: dict[str, Any]
    snapshot: dict[str, Any] | None
    state: State | None
    seats: Sequence[Values]


def stamp_of(table: Table) -> Stamp:
    """Return what changes with every change of the table's game."""
    return table.version, table.turn_version, table.turn_key, table.deadline, table.wake_at


class Recall:
    """The latest games of one process."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._kept: OrderedDict[int, tuple[Stamp, Game]] = OrderedDict()
        self._lock = Lock()

    def keep(self, table_id: int, stamp: Stamp, game: Game) -> None:
        """Cache a game that was committed with this stamp."""
        with self._lock:
            self._kept[table_id] = stamp, game
            self._kept.move_to_end(table_id)
            if len(self._kept) > self._most:
                self._kept.popitem(last=False)

    def drop(self, table_id: int) -> None:
        """Remove a game that is over."""
        with self._lock:
            self._kept.pop(table_id, None)

    def game(self, table_id: int, stamp: Stamp) -> Game | None:
        """Return the cached game for a row with this stamp, or None if it must be loaded."""
        with self._lock:
            kept = self._kept.get(table_id)
        return kept[1] if kept is not None and kept[0] == stamp else None
