"""Rematches: a new table with the same rules, to which the people of a finished casual table are invited.

Where bots may play, it goes on by itself: they take the seats of those who don't come.
"""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from games.tables.access.mutes import blocked_with
from games.tables.game.bots import level_of
from games.tables.game.locked_table import LockedTable, lock_table
from games.tables.game.opening import open_table
from games.tables.game.rated import is_long_enough
from games.tables.game.terms import TableTerms
from games.tables.levels import playable
from games.tables.models import Invitation, Table
from games.tables.pictures.picture import may_join_rematch
from games.tables.seats.invitations import notify_invited
from games.tables.seats.seating import add_bot, take_seat
from games.tables.timing.clocks import CORRESPONDENCE
from spades_site.accounts.closing import keep_open
from spades_site.accounts.models import User
from spades_site.common import limits
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.notices.services import mark_handled

WAIT_FOR_OTHERS = timedelta(seconds=60)
"""How long a rematch waits for people of the last game before bots take their seats."""
WAIT_FOR_NOBODY = timedelta(seconds=3)
"""How long it still waits once everybody who is at the finished table has come."""


@transaction.atomic
def rematch(*, table_id: int, user: User) -> Table:
    """Seat a player of a finished casual game at a new table with the same rules; the first player opens it.

    Bots keep their seats, and the other players are invited, even if their ratings have left the table's range. Returns the
    new table; a player already seated there stays. If the new table was closed, or its game ended without the user, opens
    another. Raises Refused "not_seated", "not_over", "match_seat", "rematch_begun", and as `take_seat` does.
    """
    keep_open(user)
    with lock_table(table_id) as locked:
        seat = locked.own_seat(user)
        if locked.table.kind != Table.Kind.CASUAL:
            raise Refused("match_seat", _("A match has no rematch. Its page says what comes next."))
        if not locked.table.is_over:
            raise Refused("not_over", _("This game isn’t over yet."))
        if not may_join_rematch(locked.table, seat):
            raise Refused(
                "rematch_begun",
                _("The next game has begun without you. Watch it, or open a table of your own."),
            )
        again = _next_table(locked, user)
        here = {other.user_id for other in locked.seats if other.online and other.user_id}
    if not again.seats.filter(user=user).exists():
        _sit_again(again, user, seat.index)
    return _begin_soon(again, user, here)


def _next_table(locked: LockedTable, user: User) -> Table:
    """Return the table of the user's next game."""
    known = locked.table.rematch
    if (
        known is not None
        and known.status != Table.Status.ABANDONED
        and (not known.is_over or known.seats.filter(user=user).exists())
    ):
        return known
    again = _open_again(locked, user)
    locked.save()
    return again


def _open_again(locked: LockedTable, user: User) -> Table:
    old = locked.table
    terms = TableTerms(
        rules=locked.rules,
        title=old.title,
        ref=old.ref,
        turn_seconds=old.turn_seconds,
        bank_seconds=old.bank_seconds,
        visibility=old.visibility,
        bots_allowed=old.bots_allowed,
        bots_level=playable(old.bots_level),
        bots_at=_bots_at(old),
        rated=old.rated and is_long_enough(locked.rules),
    )
    table = open_table(terms, created_by=user)
    # Set after opening, so that the previous players may sit down whatever their ratings.
    Table.objects.filter(pk=table.pk).update(min_rating=old.min_rating, max_rating=old.max_rating)
    Table.objects.filter(pk=old.pk).update(rematch=table)
    old.rematch = table
    take_seat(table_id=table.pk, user=user, seat=locked.own_seat(user).index)
    unwanted = blocked_with(user)
    for seat in locked.seats:
        if seat.bot and old.bots_allowed:
            add_bot(
                table_id=table.pk, by=user, seat=seat.index, level=playable(level_of(old, seat))
            )
        elif seat.user_id not in (None, user.pk) and seat.user_id not in unwanted:
            _invite_again(table, user, seat.user_id)
    return table


def _bots_at(old: Table) -> datetime | None:
    """Return when bots take a rematch's free seats: never if they may not, or if players have days for a turn."""
    if not old.bots_allowed or old.turn_seconds >= CORRESPONDENCE:
        return None
    return now() + WAIT_FOR_OTHERS


def _begin_soon(again: Table, user: User, here: set[int]) -> Table:
    """Let bots come at once if all people who are still at the finished table have come to the new one."""
    with lock_table(again.pk) as locked:
        soon, due = locked.at + WAIT_FOR_NOBODY, locked.table.bots_at
        come = {seat.user_id for seat in locked.seats}
        if due is not None and soon < due and here <= come and not locked.table.is_over:
            locked.table.bots_at = soon
            locked.touch(locked.own_seat(user))
            locked.save()
        return locked.table


def _invite_again(table: Table, by: User, user_id: int) -> None:
    """Invite somebody to the next game, unless the same player has invited them too often today."""
    if limits.allow("invitations_to_one", by.pk, user_id):
        asked = Invitation.objects.create(table=table, user_id=user_id, by=by, at=table.created_at)
        notify_invited(asked)


def _sit_again(table: Table, user: User, index: int) -> None:
    free = table.seats.filter(index=index, bot=False, name="").exists()
    take_seat(table_id=table.pk, user=user, seat=index if free else None)
    mark_handled({user.pk}, "table", table.get_absolute_url())
