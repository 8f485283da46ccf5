"""Wake-ups: the server's own actions at a table (bots' moves, expired turns, the next hand, late starts)."""

import logging
from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import partial
from math import ceil

from games.engine.sentences import message
from games.tables.game import thinking
from games.tables.game.bots import choice_for
from games.tables.game.dealing import deal_first, deal_next
from games.tables.game.early_end import end_if_agreed
from games.tables.game.locked_table import (
    LockedTable,
    NeedsLock,
    change_from_memory,
    lock_table,
    lock_table_if_due,
)
from games.tables.game.moves import apply_action, apply_time_limit, finish
from games.tables.game.opening import close
from games.tables.game.shared_deals import sweep_shared_deals
from games.tables.game.starting import begin, unready
from games.tables.models import Action, Seat, Table
from games.tables.seats.seating import fill_up, free_the_absent
from games.tables.timing import outages
from games.tables.timing.clocks import expires_at
from games.tables.timing.timers import Timers
from spades_site.accounts.models import User
from spades_site.common import outbox
from spades_site.common.clock import now

log = logging.getLogger("spades.tables")
STAND_IN = "stand_in"
"""The log's text when a bot takes over for a person."""
AWAY_AFTER = timedelta(seconds=60)
"""A player whose browser has been silent for this long counts as away."""


def wake_table(table_id: int, at: datetime | None = None) -> bool:
    """Do whatever is due at the table; returns whether anything was. Idempotent and safe to call early, late or concurrently."""
    moment = at or now()
    if change_from_memory(table_id, partial(_wake_if_due, moment)) is not None:
        return True
    with lock_table_if_due(table_id, moment) as locked:
        if locked is None:
            return False
        if locked.table.status == Table.Status.OPEN:
            _wake_open(locked)
        elif locked.table.status == Table.Status.PLAYING:
            _wake_playing(moment, locked)
        locked.save()
        return True


def taken_over(tables: Iterable[Table], user: User) -> int:
    """Return how often at these tables a bot had to play for a person whose time had run out."""
    rows = Action.objects.filter(table__in=tables, kind=Action.Kind.TABLE, text=STAND_IN, user=user)
    return rows.count()


def begin_match(table_id: int) -> bool:
    """Start a match's table that still waits, with bots for missing players; returns whether it was waiting."""
    with lock_table(table_id) as locked:
        waits = locked.table.status == Table.Status.OPEN and locked.table.kind == Table.Kind.MATCH
        if waits:
            _wake_open(locked)
            locked.save()
        return waits


def delay_match(table_id: int, until: datetime) -> bool:
    """Let a match's table wait for its players until `until`; returns whether it was waiting."""
    with lock_table(table_id) as locked:
        table = locked.table
        waits = table.status == Table.Status.OPEN and table.kind == Table.Kind.MATCH
        if waits:
            table.start_seconds = max(0, ceil((until - table.created_at).total_seconds()))
            locked.save()
        return waits


def wake_in_time(table_id: int) -> bool:
    """Wake a table. During an outage, do only what was due when people could last act."""
    return wake_table(table_id, None if outages.may_act_now() else outages.served_until())


timers = Timers(wake_in_time, outages.served_until)


SWEPT_AT_ONCE = 500
"""The number of tables, and of silent players, that a sweep handles: a long one would count as an outage (`outages.py`)."""


def sweep_tables(at: datetime | None = None) -> int:
    """Wake the tables that are due, including those that timers missed, longest overdue first; returns how many.

    A failure doesn't stop the sweep; the first error is raised at the end.
    """
    moment = at or now()
    sweep_shared_deals(moment)
    due = Table.objects.filter(wake_at__lte=moment).order_by("wake_at")
    woken, errors = 0, []
    for pk in list(due.values_list("pk", flat=True)[:SWEPT_AT_ONCE]):
        try:
            woken += wake_table(pk, moment)
        except Exception as error:
            log.error("table %s could not be woken; the next sweep will retry", pk)
            errors.append(error)
    if errors:
        raise errors[0]
    return woken


def _wake_if_due(moment: datetime, locked: LockedTable) -> None:
    """Do what is due at a cached table in play. Raises NeedsLock if nothing is due according to the cache."""
    if locked.table.wake_at is None or locked.table.wake_at > moment:
        raise NeedsLock
    _wake_playing(moment, locked)


def _wake_open(locked: LockedTable) -> None:
    if any(seat.is_free for seat in locked.seats):
        if locked.table.bots_at is not None and locked.table.bots_at <= locked.at:
            fill_up(locked)
            return
        close(locked, message("Nobody came to fill the table."))
        locked.note(Action.Kind.TABLE, "abandon", by=Action.By.SERVER)
        return
    if unready(locked):
        free_the_absent(locked)
        return
    for seat in locked.seats:
        if not seat.bot and seat.arrived_at is None:
            _stand_in(locked, seat)
    begin(locked)


def _wake_playing(moment: datetime, locked: LockedTable) -> None:
    if locked.state is None:
        # The time to reveal salts is over. Shared deals are dealt elsewhere.
        if locked.table.deals_id is None:
            deal_first(locked)
        return
    apply_time_limit(locked)
    state = locked.game
    if state.phase == "over":
        finish(locked)
        return
    if state.phase == "deal":
        deal_next(locked)
        return
    for index in state.to_act:
        seat = locked.seats[index]
        if seat.by_bot:
            choice = thinking.answer(locked.table, seat, state)
            if choice is None and thinking.must_search(locked.table, seat, state):
                # Saving sends the job again, and the next wake-up looks for its card.
                return
            choice = choice or choice_for(state, index, locked.table.deals_id)
            apply_action(locked, seat, choice, by=Action.By.BOT)
        elif _expired(locked, seat, moment):
            seat.bank_left = 0
            _stand_in(locked, seat, seat.user)
            if locked.table.kind == Table.Kind.MATCH:
                outbox.emit("seat.taken_over", {"table": locked.table.pk})
            if thinking.is_searched(locked.table, seat, state):
                # It is a bot's turn now: saving sends the job for its card, and the next wake-up plays it.
                end_if_agreed(locked, by=Action.By.SERVER)
                return
            choice = choice_for(state, index, locked.table.deals_id)
            apply_action(locked, seat, choice, by=Action.By.CLOCK)
            # The only player who hasn't agreed to end the game may be this one.
            if end_if_agreed(locked, by=Action.By.SERVER):
                return
        state = locked.game


def _expired(locked: LockedTable, seat: Seat, moment: datetime) -> bool:
    end = expires_at(locked.table, seat)
    return end is not None and end <= moment


def _stand_in(locked: LockedTable, seat: Seat, out_of_time: User | None = None) -> None:
    """Let a bot play for a person until they take the seat back. The log names whoever ran out of time."""
    seat.stand_in = True
    seat.missed += 1
    locked.touch(seat)
    locked.note(Action.Kind.TABLE, STAND_IN, by=Action.By.CLOCK, seat=seat.index, user=out_of_time)
