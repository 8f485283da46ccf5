"""A table under its lock: read completely, changed, and written back with a new version and rows of the log.

Every domain function of this app works through `lock_table` and `LockedTable.save`, so that the order is always the
same: lock the table's row, decide, append to the log, save the snapshot, commit, publish. On Postgres a plain move goes
through `change_table`, which decides by the game in memory and commits with one conditional statement.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from django.db import DEFAULT_DB_ALIAS, IntegrityError, connection, connections, transaction
from django.utils.translation import gettext as _

from games import engine
from games.engine import RuleSet, State
from games.tables.game import thinking
from games.tables.models import Action, Seat, Table
from games.tables.pictures import broadcast
from games.tables.pictures.picture import picture_of
from games.tables.pictures.turn_notices import notify_turn
from games.tables.storage import compiled_queries
from games.tables.storage.game_cache import STAMP, Game, Recall, stamp_of
from games.tables.timing import turns
from games.tables.timing.clocks import CORRESPONDENCE
from spades_site.accounts.models import User, Viewer
from spades_site.common.clock import now
from spades_site.common.errors import Refused

type Word = Action.Kind | Action.By
"""One of Action.Kind or Action.By."""


class LockedTable:
    """A locked table, its seats in order and its game; `state` is None before the start."""

    def __init__(self, table: Table, seats: list[Seat], state: State | None = None) -> None:
        self.table = table
        self.seats = seats
        self.at = now()
        self._stored = state
        self._state: State | None = None
        self._rows: list[Action] = []
        self._changed_seats: set[int] = set()
        self._before = ("", frozenset[int]()) if table.version == 0 else self._who_plays()

    @property
    def rules(self) -> RuleSet:
        """Return the table's frozen rule set."""
        return RuleSet.from_dict(self.table.rules)

    @property
    def state(self) -> State | None:
        """Return the current state of the game."""
        if self._state is None and self.table.state is not None:
            if self._stored is None:
                self._stored = engine.restore({**self.table.state, "rules": self.table.rules})
            self._state = self._stored
        return self._state

    @state.setter
    def state(self, state: State) -> None:
        """Set a later state of the game; `save` writes it."""
        self._state = state

    @property
    def game(self) -> State:
        """Return the game, which must have begun."""
        state = self.state
        if state is None:
            raise RuntimeError(f"{self.table} has not begun")
        return state

    def seat_of(self, user: Viewer | None) -> Seat | None:
        """Return the user's seat, or None."""
        if user is None:
            return None
        return next((seat for seat in self.seats if seat.user_id == user.pk), None)

    def own_seat(self, user: User) -> Seat:
        """Return the user's seat. Raises Refused "not_seated"."""
        seat = self.seat_of(user)
        if seat is None:
            raise Refused("not_seated", _("You don’t sit at this table."))
        return seat

    def vacate(self, *seats: Seat) -> None:
        """Clear the users of seats in the database at once, so that they can be assigned to other seats."""
        Seat.objects.filter(pk__in=[seat.pk for seat in seats]).update(user=None)
        for seat in seats:
            compiled_queries.wrote(seat, user_id=None)

    def set_news(self, what: str, **about: Any) -> None:
        """Add an event to the table's pictures: `what` is a `news` kind of docs/protocol.md, `about` its other fields.

        It gets the table's current version, and stays until the next event.
        """
        self.table.news = {"what": what, **about, "v": self.table.version}

    def note(
        self,
        kind: Word,
        text: str,
        *,
        by: Word,
        seat: int | None = None,
        user: Viewer | None = None,
        action_id: str = "",
    ) -> None:
        """Append a row to the log; the table's version increases with it."""
        self.table.version += 1
        self._rows.append(
            compiled_queries.new(
                Action,
                table_id=self.table.pk,
                version=self.table.version,
                kind=kind,
                hand_no=0 if self._state is None else self._state.hand_no,
                seat=seat,
                text=text,
                by=by,
                user_id=None if user is None else user.pk,
                action_id=action_id,
                at=self.at,
            )
        )

    def touch(self, seat: Seat) -> None:
        """Mark a seat as changed, so that it is written."""
        self._changed_seats.add(seat.index)

    def save(self) -> None:
        """Write everything, schedule the next wake-up, and publish after the commit."""
        self._update_columns()
        compiled_queries.insert(self._rows)
        for seat in self._changed():
            compiled_queries.write_changes(seat)
        compiled_queries.write_changes(self.table)
        if self.table.is_over:
            thinking.forget(self.table)
        transaction.on_commit(self._publication(picture_of(self.table, self.seats, self.state)))
        self._rows, self._changed_seats = [], set()

    def save_if_unchanged(self) -> bool:
        """Do what `save` does in one statement, outside a transaction, for a cached game.

        Writes nothing and returns False if the table has changed since. Raises NeedsLock, also before writing, if
        more must be read or written than the table, its seats and its log.
        """
        with without_database():
            self._update_columns()
            picture = picture_of(self.table, self.seats, self.state)
        done = compiled_queries.write_if_unchanged(self.table, STAMP, self._changed(), self._rows)
        if done:
            self._publication(picture)()
        return done

    def _update_columns(self) -> None:
        """Update the columns that depend on the game (version, snapshot, turn), and notify players of a new turn."""
        if not self._rows:
            self.table.version += 1
        if self._state is not self._stored and self._state is not None:
            # Without the rules: the table stores them, frozen.
            self.table.state = engine.position(self._state)
            self._stored = self._state
        turn_before = self.table.turn_key
        turns.schedule_turn(self.table, self.seats, self.state, self.at)
        begun = self.table.turn_key != turn_before
        notify_turn(self.table, self.seats, self.state, has_begun=begun)

    def _who_plays(self) -> tuple[str, frozenset[int]]:
        return self.table.status, frozenset(seat.user_id for seat in self.seats if seat.user_id)

    def _affected_people(self) -> frozenset[int]:
        """Return the people whose seat or game this change began or ended."""
        before, self._before = self._before, self._who_plays()
        status, people = self._before
        return before[1] | people if status != before[0] else before[1] ^ people

    def _changed(self) -> list[Seat]:
        return [seat for seat in self.seats if seat.index in self._changed_seats]

    def _publication(self, picture: dict[str, Any]) -> Callable[[], None]:
        """Return the function to call after the commit."""
        public_id, wake_at, pk = self.table.public_id, self.table.wake_at, self.table.pk
        stamp, over = stamp_of(self.table), self.table.is_over
        seats = [compiled_queries.values_of(seat) for seat in self.seats]
        game = Game(compiled_queries.values_of(self.table), self.state, seats)
        affected = self._affected_people()
        job = thinking.question(self.table, self.seats, self.state)

        def publish() -> None:
            if over:
                _recall.drop(pk)
            else:
                _recall.keep(pk, stamp, game)
            broadcast.publish(public_id, picture)
            broadcast.publish_events(affected)
            if wake_at is not None:
                turns.wake_later(wake_at, pk)
            thinking.send(job)

        return publish


_seats: compiled_queries.Select[Seat] = compiled_queries.Select(
    lambda: Seat.objects.filter(table_id=0)
)
_table: compiled_queries.Select[Table] = compiled_queries.Select(
    lambda: Table.objects.select_for_update().defer("rules", "state").filter(pk=0)
)
_unlocked: compiled_queries.Select[Table] = compiled_queries.Select(
    lambda: Table.objects.defer("rules", "state").filter(pk=0)
)
_free_table: compiled_queries.Select[Table] = compiled_queries.Select(
    lambda: Table.objects.select_for_update(skip_locked=True).defer("rules", "state").filter(pk=0)
)
"""The same, if nobody else has it locked at this moment."""
_game: compiled_queries.Select[Table] = compiled_queries.Select(
    lambda: Table.objects.only("rules", "state").filter(pk=0)
)
_recall = Recall()


@contextmanager
def lock_table(table_id: int) -> Iterator[LockedTable]:
    """Lock a table in a transaction and yield it. Raises Refused "unknown_table"."""
    with transaction.atomic():
        table = _table.row(table_id)
        if table is None:
            raise unknown()
        yield _opened(table)


@contextmanager
def lock_table_if_due(table_id: int, moment: datetime) -> Iterator[LockedTable | None]:
    """Lock a table that is due to be woken, and yield it; yield None if it isn't due or is locked elsewhere."""
    skip = connection.features.has_select_for_update_skip_locked
    with transaction.atomic():
        table = (_free_table if skip else _table).row(table_id)
        due = table is not None and table.wake_at is not None and table.wake_at <= moment
        yield _opened(table) if table is not None and due else None


def _opened(table: Table) -> LockedTable:
    game = _recall.game(table.pk, stamp_of(table))
    if game is None:
        found = _game.row(table.pk)
        assert found is not None
        seats = [compiled_queries.values_of(seat) for seat in _seats.rows(table.pk)]
        game = Game(compiled_queries.values_of(found), None, seats)
    compiled_queries.remember(table, rules=game.table["rules"], state=game.table["state"])
    return LockedTable(
        table, [compiled_queries.remembered(Seat, seat) for seat in game.seats], game.state
    )


def change_table(table_id: int, change: Callable[[LockedTable], None]) -> Table:
    """Change a table and save it: from the cache in one statement if possible, otherwise under its lock.

    `change` may be called twice, on different objects. Refusals always come from the call under the lock. Raises Refused
    "unknown_table".
    """
    held = change_from_memory(table_id, change)
    if held is not None:
        return held
    with lock_table(table_id) as locked:
        change(locked)
        locked.save()
        return locked.table


def change_from_memory(table_id: int, change: Callable[[LockedTable], None]) -> Table | None:
    """Change a table in one statement, without reading it first, if this process has cached its game (ADR 12).

    Otherwise writes nothing and returns None, as it does if the table has changed meanwhile, or if the change is refused
    (perhaps for an outdated reason) or is more than a plain move. The caller must then change the table under its lock.
    """
    link = connections[DEFAULT_DB_ALIAS]
    game = _recall.latest(table_id)
    if game is None or not _can_skip_lock(game, link):
        return None
    table = compiled_queries.remembered(Table, game.table)
    seats = [compiled_queries.remembered(Seat, seat) for seat in game.seats]
    held = LockedTable(table, seats, game.state)
    try:
        with without_database():
            change(held)
        return table if held.save_if_unchanged() else None
    except (NeedsLock, Refused, IntegrityError):
        return None


def _can_skip_lock(game: Game, link: Any) -> bool:
    """Return whether the game's moves can be plain: slow turns need notices, and shared deals need more rows."""
    values = game.table
    return (
        link.vendor == "postgresql"
        and not link.in_atomic_block
        and game.state is not None
        and values["status"] == Table.Status.PLAYING
        and values["deals_id"] is None
        and values["turn_seconds"] < CORRESPONDENCE
    )


class NeedsLock(Exception):
    """A change reads or writes more than the cached game."""


@contextmanager
def without_database() -> Iterator[None]:
    """Raise NeedsLock in place of any statement of this thread within the block."""
    with connections[DEFAULT_DB_ALIAS].execute_wrapper(_refuse):
        yield


def _refuse(*_given: Any) -> None:
    raise NeedsLock


def read_table(table_id: int) -> LockedTable | None:
    """Read a table without locking it, to show it; None if it is gone. Caches a game in play."""
    table = _unlocked.row(table_id)
    if table is None:
        return None
    stamp = stamp_of(table)
    read = _opened(table)
    if table.status == Table.Status.PLAYING and read.state is not None:
        seats = [compiled_queries.values_of(seat) for seat in read.seats]
        _recall.keep_read(
            table_id, stamp, Game(compiled_queries.values_of(table), read.state, seats)
        )
    return read


def has_moved_on(table_id: int, version: int) -> None:
    """Drop the cached game if it is older than the table's current version."""
    _recall.drop_older(table_id, version)


def unknown() -> Refused:
    """Return the refusal for a table that doesn't exist."""
    return Refused("unknown_table", _("There is no such table. Check the address."))
