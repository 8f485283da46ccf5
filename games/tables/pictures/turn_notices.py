"""Notices to players who are elsewhere: their turn begins at a table with slow turns, or their table is full."""

from collections.abc import Sequence

from django.contrib.auth import get_user_model

from games.engine import RuleSet, State
from games.engine.rule_sentence import rule_sentence
from games.tables.models import Seat, Table
from games.tables.timing.clocks import CORRESPONDENCE, expires_at, has_no_clock, is_awaited
from games.tables.timing.turns import READY_GRACE
from spades_site.notices.services import mark_handled, send_notice

KIND = "turn"
FULL = "full"


def notify_turn(
    table: Table, seats: Sequence[Seat], state: State | None, *, has_begun: bool
) -> None:
    """Notify absent players if their turn `has_begun` just now, and mark earlier notices as read.

    Called in the transaction of the change. Each turn is notified once, by its key; short turns aren't.
    """
    if table.turn_seconds < CORRESPONDENCE or table.started_at is None:
        return
    if table.is_over:
        waiting = []
    elif state is None:
        # The player need only come to the table: the page reveals its salt by itself.
        waiting = [seat for seat in seats if is_awaited(seat)]
    else:
        waiting = [seats[index] for index in state.to_act]
    key = f"turn:{table.pk}:{table.turn_key}"
    path = table.get_absolute_url()
    at_turn = {seat.user_id for seat in waiting if seat.user_id is not None and not seat.by_bot}
    others = {seat.user_id for seat in seats if seat.user_id is not None} - at_turn
    mark_handled(others, KIND, path)
    if has_begun:
        # A player who let the previous turn pass still has its notice.
        mark_handled(at_turn, KIND, path, but=key)
        for seat in waiting:
            if seat.user_id in at_turn and not seat.online:
                _tell(table, seat, seats, key, path)


def _tell(table: Table, seat: Seat, seats: Sequence[Seat], key: str, path: str) -> None:
    until = expires_at(table, seat)
    assert until is not None
    assert seat.user_id is not None
    send_notice(
        get_user_model().objects.filter(pk=seat.user_id),
        KIND,
        key,
        path,
        {
            "table": table.title or rule_sentence(RuleSet.from_dict(table.rules)),
            "others": ", ".join(other.name for other in seats if other is not seat),
            **({"turn_time": "open"} if has_no_clock(table) else {"until_at": until.isoformat()}),
        },
        until=until,
    )


def notify_full(table: Table, seat: Seat, seats: Sequence[Seat]) -> None:
    """Notify a player who has been at the table but is away now that it is full. Once each time it fills."""
    assert table.filled_at is not None
    assert seat.user_id is not None
    send_notice(
        get_user_model().objects.filter(pk=seat.user_id),
        FULL,
        f"full:{table.pk}:{int(table.filled_at.timestamp())}",
        table.get_absolute_url(),
        {
            "table": table.title or rule_sentence(RuleSet.from_dict(table.rules)),
            "others": ", ".join(other.name for other in seats if other is not seat),
        },
        until=table.filled_at + READY_GRACE,
    )


def no_longer_asked(table: Table, seats: Sequence[Seat]) -> None:
    """Mark the notices of a full table as read for the people in `seats`, because it has begun or isn't full any more."""
    people = {seat.user_id for seat in seats if seat.user_id is not None and not seat.ready}
    mark_handled(people, FULL, table.get_absolute_url())
