"""Replace a player of a match during the game: another person gets the seat with its cards, time bank and score.

Only an arbiter's decision does this (`tournaments/events/entries/replacing.py`), so nobody can choose which hand to see.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.utils.translation import gettext as _

from games.tables.game.locked_table import LockedTable, lock_table
from games.tables.game.opening import assign_seat, start_if_ready
from games.tables.models import Action, PresenceLease, Seat, Table
from games.tables.seats.seating import clear
from spades_site.accounts.models import User
from spades_site.common.errors import Refused

REPLACED = "replaced"
"""The log's text for a replaced player of a match; "sit" follows for the new one."""


@dataclass(frozen=True)
class Replaced:
    """The result of a replacement: whether the replaced player had come, and the new player's first hand (None: all)."""

    came: bool
    hand: int | None


def replace_player(*, table_id: int, out: User, into: User) -> Replaced:
    """Give the seat of `out` at a match's table to `into`, at once; `out` becomes a spectator.

    Ratings count whoever had the seat at the first card. If it is the seat's turn, it gets a full turn. Raises Refused
    "table_over", "not_dealt", "not_at_table", "already_seated".
    """
    with lock_table(table_id) as locked:
        table, seat = locked.table, locked.seat_of(out)
        _check(locked, seat, into)
        assert seat is not None
        came, hand = seat.arrived_at is not None, _first_hand(locked)
        salt, salt_hash, bank = seat.salt, seat.salt_hash, seat.bank_left
        clear(locked, seat)
        assign_seat(seat, into, locked.rules)
        here = PresenceLease.objects.filter(table=table, user=into, until__gt=locked.at)
        if here.exists():
            seat.online, seat.last_seen, seat.arrived_at = True, locked.at, locked.at
        if table.status == Table.Status.PLAYING:
            # Salt and hash are part of the deals.
            seat.salt, seat.salt_hash, seat.bank_left = salt, salt_hash, bank
            seat.wants_end = False
            _whole_turn(locked, seat)
        locked.touch(seat)
        locked.note(Action.Kind.TABLE, REPLACED, by=Action.By.SERVER, seat=seat.index, user=out)
        locked.note(Action.Kind.TABLE, "sit", by=Action.By.SERVER, seat=seat.index, user=into)
        locked.set_news("replaced", seat=seat.index, name=seat.name, text=out.get_username())
        if table.status == Table.Status.OPEN:
            start_if_ready(locked)
        locked.save()
        return Replaced(came, hand)


def holders(table: Table, seats: Sequence[Seat]) -> list[str]:
    """Return the name for each seat; if its player was replaced during the game, the names of all its players in order."""
    names = [[seat.name] for seat in seats]
    if table.kind == Table.Kind.MATCH:
        gone = Action.objects.filter(table=table, kind=Action.Kind.TABLE, text=REPLACED)
        begun = gone.filter(at__gt=table.started_at) if table.started_at else gone.none()
        for row in begun.select_related("user").order_by("-version"):
            if row.seat is not None and row.user is not None:
                names[row.seat].insert(0, row.user.username)
    return ["/".join(dict.fromkeys(each)) for each in names]


def _check(locked: LockedTable, seat: Seat | None, into: User) -> None:
    if locked.table.is_over:
        raise Refused("table_over", _("The game is over."))
    if locked.table.status == Table.Status.PLAYING and locked.state is None:
        raise Refused("not_dealt", _("The cards are being dealt. Try again in a few seconds."))
    if seat is None:
        raise Refused(
            "not_at_table", _("That player doesn’t sit at this table any more. Look again.")
        )
    if locked.seat_of(into) is not None:
        raise Refused(
            "already_seated",
            _("%(name)s already sits at this table. Choose somebody else.")
            % {"name": into.get_username()},
        )


def _first_hand(locked: LockedTable) -> int | None:
    """Return the new player's first hand: the one in play, or the next; None before the game."""
    if locked.table.status == Table.Status.OPEN:
        return None
    return locked.game.hand_no + (locked.game.phase == "deal")


def _whole_turn(locked: LockedTable, seat: Seat) -> None:
    table = locked.table
    if table.deadline is not None and seat.index in locked.game.to_act:
        # While the game is paused, its time stands still at that moment.
        table.deadline = (table.paused_at or locked.at) + timedelta(seconds=table.turn_seconds)
