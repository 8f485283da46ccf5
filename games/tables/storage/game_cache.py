"""A cache of the games that this process wrote last, so that the next move needn't reload them.

The database remains the source of truth. A cached game is valid only if the table's row still has the stamp with which it
was cached: either the row is read under its lock and compared, or the statement that writes a move is conditional on the
stamp (`change_from_memory`). A move by another process changes the stamp, and so does the recovery from an outage.
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


STAMP = (
    *("version", "turn_version", "turn_key", "deadline", "wake_at"),
    *("status", "paused_at", "last_hand_after", "turn_seconds"),
)
"""The columns of a table's row that identify its cached state.

A change of any other column that a move reads or a picture shows, of the table or a seat, must increment the version.
"""


class Game(NamedTuple):
    """A table's row with at least its rules and snapshot, its seats' rows, and the game. Read-only.

    `last_seen` of the seats is written without changing the table, and may be outdated here.
    """

    table: Values
    state: State | None
    seats: Sequence[Values]


def stamp_of(table: Table) -> Stamp:
    """Return the table's stamp, which changes with every change of its game."""
    return tuple(getattr(table, name) for name in STAMP)


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

    def keep_read(self, table_id: int, stamp: Stamp, game: Game) -> None:
        """Cache a game that was read without a lock, unless that version or a later one is cached.

        Its seats and snapshot may be newer than its row, which was read first. Then the stamp is outdated, so the game is
        never used.
        """
        with self._lock:
            kept = self._kept.get(table_id)
        if kept is None or kept[1].table["version"] < game.table["version"]:
            self.keep(table_id, stamp, game)

    def drop_older(self, table_id: int, version: int) -> None:
        """Remove a game older than `version`, so that no move based on it fails."""
        with self._lock:
            kept = self._kept.get(table_id)
            if kept is not None and kept[1].table["version"] < version:
                del self._kept[table_id]

    def drop(self, table_id: int) -> None:
        """Remove a game that is over."""
        with self._lock:
            self._kept.pop(table_id, None)

    def game(self, table_id: int, stamp: Stamp) -> Game | None:
        """Return the cached game for a row with this stamp, or None if it must be loaded."""
        with self._lock:
            kept = self._kept.get(table_id)
        return kept[1] if kept is not None and kept[0] == stamp else None

    def latest(self, table_id: int) -> Game | None:
        """Return the game as this process wrote it last; it may be outdated."""
        with self._lock:
            kept = self._kept.get(table_id)
        return None if kept is None else kept[1]
