"""Turns: whose it is, until when, and when the server itself must act next."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from django.conf import settings

from games.engine import State
from games.tables.models import Seat, Table
from games.tables.timing.clocks import CORRESPONDENCE, REVEALING, compares_bots, expires_at
from games.tables.timing.outages import COMING_BACK, back_by

READY_GRACE = timedelta(seconds=30)
"""How long a full casual table waits for players who are missing."""
OPEN_TABLE_LIFE = timedelta(minutes=30)
"""After this, an open casual table that never filled is closed."""
OPEN_CORRESPONDENCE_LIFE = timedelta(days=7)
"""The same for a table with days per turn."""
LONGEST_WAIT = timedelta(minutes=1)
"""How long a bot that must search waits at most before it looks for its card again."""
TRICK_PAUSE = 2.0
"""A bot that leads to a new trick waits this many times as long, so that people can see the last trick."""


def schedule_turn(table: Table, seats: Sequence[Seat], state: State | None, at: datetime) -> None:
    """Set the turn's version, its deadline and `wake_at` for the table's current state."""
    if table.is_over:
        table.deadline = table.wake_at = table.paused_at = None
    elif table.paused_at is not None:
        table.wake_at = None
    elif state is None and table.status == Table.Status.PLAYING:
        # Salts are expected until the deadline. Where deals are shared, it is theirs, and the sweep handles it.
        table.turn_key, table.wake_at = REVEALING, table.deadline
    elif state is None or table.status == Table.Status.OPEN:
        table.deadline = None
        table.wake_at = _start_due(table, seats)
    else:
        _settle_game(table, seats, state, at)


def _start_due(table: Table, seats: Sequence[Seat]) -> datetime:
    if table.kind == Table.Kind.MATCH:
        return table.created_at + timedelta(seconds=table.start_seconds)
    if any(seat.is_free for seat in seats) or table.filled_at is None:
        slow = table.turn_seconds >= CORRESPONDENCE
        end = table.created_at + (OPEN_CORRESPONDENCE_LIFE if slow else OPEN_TABLE_LIFE)
        return end if table.bots_at is None else min(end, table.bots_at)
    return table.filled_at + READY_GRACE


def _settle_game(table: Table, seats: Sequence[Seat], state: State, at: datetime) -> None:
    _time_the_turn(table, seats, state, at)
    limit = table.last_hand_after
    if limit is not None and table.wake_at is not None and limit_ahead(table, state):
        table.wake_at = min(table.wake_at, max(limit, at))


def limit_ahead(table: Table, state: State) -> bool:
    """Return whether the time after which a hand is the last could still shorten the game."""
    most = state.rules.max_hands
    return table.last_hand_after is not None and (most is None or most > max(1, state.latest))


def _time_the_turn(table: Table, seats: Sequence[Seat], state: State, at: datetime) -> None:
    turn = turn_key(state)
    begins = turn != table.turn_key
    # People who come or go don't restart a pause, and don't delay the next hand or a bot.
    due = None if begins else table.wake_at
    if state.phase == "deal":
        table.turn_key, table.deadline = turn, None
        pause = 0.0 if state.hand_no == 0 else settings.HAND_PAUSE_SECONDS
        table.wake_at = due or at + timedelta(seconds=pause)
        return
    waiting = [seats[seat] for seat in state.to_act]
    if begins:
        table.turn_key, table.turn_version = turn, table.version
        whole = timedelta(seconds=table.turn_seconds)
        # Longer turns leave time to come back anyway, and outside web processes the question costs a statement.
        table.deadline = at + whole if whole >= COMING_BACK else max(at + whole, back_by(at))
    if any(seat.by_bot for seat in waiting):
        acts = at + timedelta(seconds=_bots_pause(state))
        if compares_bots(table) and table.deadline is not None:
            # While its card isn't found, it looks less and less often.
            waited = at - table.deadline + timedelta(seconds=table.turn_seconds)
            acts = max(acts, at + min(waited / 2, LONGEST_WAIT))
        table.wake_at = acts if due is None or due <= at else min(acts, due)
    else:
        moments = [expires_at(table, seat) for seat in waiting]
        table.wake_at = min(moment for moment in moments if moment is not None)


def _bots_pause(state: State) -> float:
    """Return how many seconds a bot takes for its turn."""
    leads = state.phase == "play" and not state.trick and state.last_trick is not None
    pause: float = settings.BOT_SECONDS
    return pause * TRICK_PAUSE if leads else pause


def turn_key(state: State) -> str:
    """Return a text that differs between turns and stays the same within one (looking at the cards doesn't end a
    turn).
    """
    bids = sum(bid is not None for bid in state.bids)
    played = sum(state.won) * len(state.bids) + len(state.trick)
    return f"{state.hand_no}.{state.phase}.{len(state.stock)}.{bids}.{played}"


_keep_timer: Callable[[datetime, int], object] | None = None


def keep_timers(keep: Callable[[datetime, int], object]) -> None:
    """Register `keep(moment, table_id)`, called for every scheduled wake-up."""
    global _keep_timer
    _keep_timer = keep


def wake_later(moment: datetime, table_id: int) -> None:
    """Have this process wake the table on time, if it runs timers."""
    if settings.TABLE_TIMERS and _keep_timer is not None:
        _keep_timer(moment, table_id)
