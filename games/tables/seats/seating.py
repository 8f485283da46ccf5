"""Seats: taking, swapping and leaving them, and filling them with bots."""

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from games.engine.sentences import message
from games.tables.access.eligibility import require_eligible, why_uninvited
from games.tables.access.mutes import refuse_blocked
from games.tables.game.bots import bot_name
from games.tables.game.early_end import end_if_agreed
from games.tables.game.locked_table import LockedTable, lock_table
from games.tables.game.opening import (
    assign_seat,
    close,
    mark_filled,
    open_table,
    refuse_too_many,
    require_open,
    start_if_ready,
)
from games.tables.game.salts import commit
from games.tables.game.starting import deal_when_revealed, unready
from games.tables.game.terms import TableTerms
from games.tables.levels import check_level
from games.tables.models import Action, Seat, Table
from games.tables.pictures.picture import may_take_over
from games.tables.pictures.turn_notices import no_longer_asked
from games.tables.storage import compiled_queries
from spades_site.accounts.closing import keep_open
from spades_site.accounts.models import User
from spades_site.common.errors import Refused, refuse


@transaction.atomic
def take_seat(
    *, table_id: int, user: User, seat: int | None = None, salt_hash: str | None = None
) -> Table:
    """Seat the user, on the first free seat unless one is named. Idempotent.

    A user already seated at an open table moves to that seat. In an unrated casual game in play, the user takes over a
    bot's seat from the next hand on, because nobody may see a hand that wasn't dealt to them; only a player who left that
    seat within the same hand continues at once. `salt_hash` is the browser's commitment; without it the seat waits for
    the browser. Raises Refused "not_open", "no_such_seat", "seat_taken",
    "table_full", "already_seated", "account_closed", "too_many_tables", "members_only", "league_only", "blocked",
    "rating_range", "people_only", "no_bots", "bot_uninvited".
    """
    keep_open(user)
    with lock_table(table_id) as locked:
        mine = locked.seat_of(user)
        if mine is None:
            _sit(locked, user, seat, salt_hash)
        elif seat is None or seat == mine.index:
            return locked.table
        else:
            _move(locked, mine, seat, user)
        locked.save()
        return locked.table


def swap_seats(*, table_id: int, user: User, seat: int) -> Table:
    """Ask the person on `seat` to swap seats; the swap happens when they ask for the user's seat in turn.

    Bots always agree, a free seat is taken at once, and naming one's own seat withdraws the request. Raises
    Refused "not_open", "not_seated", "no_such_seat".
    """
    with lock_table(table_id) as locked:
        require_open(locked)
        mine = locked.own_seat(user)
        other = _seat(locked, seat)
        if other.is_free:
            _move(locked, mine, seat, user)
        elif other.bot or other.swap_to == mine.index:
            _exchange(locked, mine, other)
            locked.note(Action.Kind.TABLE, "swap", by=Action.By.PLAYER, seat=seat, user=user)
        else:
            mine.swap_to = None if other is mine else seat
            locked.touch(mine)
        locked.save()
        return locked.table


_seat_of: compiled_queries.Select[Seat] = compiled_queries.Select(
    lambda: Seat.objects.filter(table_id=0).filter(user_id=0).order_by()
)


def arrive(*, table_id: int, user: User, salt_hash: str = "") -> None:
    """Record that a seated player's browser has opened the table, and its salt's hash; the last one before the start counts.

    Starts the game of a full table once every player is ready. Takes no lock if there is nothing to record, because signs
    of life record when the player was last seen.
    """
    known = _seat_of.row(table_id, user.pk)
    if known is None:
        return
    if known.online and known.arrived_at and salt_hash in ("", known.salt_hash):
        return
    with lock_table(table_id) as locked:
        seat = locked.seat_of(user)
        if seat is None:
            return
        news = not seat.online or (seat.arrived_at is None)
        committed = commit(locked, seat, salt_hash)
        if not news and not committed:
            seat.last_seen = locked.at
            seat.save(update_fields=["last_seen"])
            return
        _arrive(seat, locked)
        locked.touch(seat)
        if locked.table.status == Table.Status.OPEN:
            start_if_ready(locked)
        locked.save()


def leave_seat(*, table_id: int, user: User) -> Table:
    """Leave the table: before the start the seat becomes free, in a casual game in play a bot takes it.

    In a rated game the seat stays the user's: a bot stands in, and the result counts. A match's seat can't be left.
    Idempotent, so that a lost answer can be retried. Raises Refused "not_seated", "match_seat", "table_over".
    """
    with lock_table(table_id) as locked:
        if locked.seat_of(user) is None and _has_left(locked, user):
            return locked.table
        seat = locked.own_seat(user)
        table = locked.table
        if table.kind == Table.Kind.MATCH:
            raise Refused(
                "match_seat",
                _("A seat in a match can’t be given up. A bot plays for you while you’re away."),
            )
        _require_not_over(locked)
        left = LEFT_UNPLAYED if seat.next_hand else "leave"
        if table.status == Table.Status.OPEN:
            clear(locked, seat)
        elif table.rated:
            seat.stand_in, seat.wants_end, seat.salt_waived = True, False, not seat.salt
        else:
            _give_to_bot(locked, seat)
        locked.touch(seat)
        locked.note(Action.Kind.TABLE, left, by=Action.By.PLAYER, seat=seat.index, user=user)
        if table.status == Table.Status.OPEN:
            mark_filled(locked)
        if not any(other.user_id for other in locked.seats):
            close(locked, message("Everybody left."))
        end_if_agreed(locked, by=Action.By.SERVER)
        if table.status == Table.Status.PLAYING and locked.state is None:
            deal_when_revealed(locked)
        locked.save()
        return table


def say_ready(*, table_id: int, user: User) -> Table:
    """Confirm that a player who was away is ready; the game starts when all are. Idempotent.

    Raises Refused "not_seated", "too_late" (the game has begun or is over).
    """
    with lock_table(table_id) as locked:
        seat = locked.own_seat(user)
        if locked.table.status != Table.Status.OPEN:
            raise Refused("too_late", _("The game has begun without waiting for that."))
        if not seat.ready:
            no_longer_asked(locked.table, [seat])
            seat.ready = True
            locked.touch(seat)
            locked.note(Action.Kind.TABLE, "ready", by=Action.By.PLAYER, seat=seat.index, user=user)
            start_if_ready(locked)
            locked.save()
        return locked.table


def free_the_absent(locked: LockedTable) -> None:
    """Free the seats of players who neither arrived nor confirmed in time; close the table if nobody is left."""
    no_longer_asked(locked.table, unready(locked))
    for seat in unready(locked):
        locked.note(Action.Kind.TABLE, "not_ready", by=Action.By.CLOCK, seat=seat.index)
        locked.set_news("not_ready", seat=seat.index, name=seat.name)
        clear(locked, seat)
        locked.touch(seat)
    mark_filled(locked)
    if not any(seat.user_id for seat in locked.seats):
        close(locked, message("Everybody left."))


def add_bot(*, table_id: int, by: User, seat: int, level: int | None = None) -> Table:
    """Put a bot on a free seat, for somebody seated at the table; without a `level`, one of the table's level.

    Raises Refused.
    """
    with lock_table(table_id) as locked:
        _require_bots(locked, by, level)
        _seat_bot(locked, _free_seat(locked, seat), by, level)
        start_if_ready(locked)
        locked.save()
        return locked.table


@transaction.atomic
def open_with_bots(terms: TableTerms, people: Sequence[User], here: User) -> Table:
    """Open a table for one person, in seat 0, or for two partners, in seats 0 and 2, with bots of its level in the others.

    `here` has come already; the game begins when all have. Raises Refused as `open_table`.
    """
    made = open_table(terms, seats=[people[0], None, *people[1:]])
    with lock_table(made.pk) as locked:
        seat = locked.own_seat(here)
        _arrive(seat, locked)
        locked.touch(seat)
        for other in locked.seats:
            if other.is_free:
                _seat_bot(locked, other, None, None)
        start_if_ready(locked)
        locked.save()
        return locked.table


def fill_with_bots(*, table_id: int, by: User | None = None, level: int | None = None) -> Table:
    """Put bots on all free seats, of the table's level unless `level` is given. Raises Refused.

    The game starts when every player is ready.
    """
    with lock_table(table_id) as locked:
        _require_bots(locked, by, level)
        fill_up(locked, by, level)
        locked.save()
        return locked.table


def fill_up(locked: LockedTable, by: User | None = None, level: int | None = None) -> None:
    """Put bots on a locked table's free seats, and begin if every player is ready."""
    for seat in locked.seats:
        if seat.is_free:
            _seat_bot(locked, seat, by, level)
    start_if_ready(locked)


LEFT_UNPLAYED = "leave_unplayed"
"""The log's text for leaving a seat without having held a card of the current hand."""
LEFT = ("leave", LEFT_UNPLAYED)
"""The log's texts for leaving a seat."""

_PERSON: dict[str, Any] = {
    "user": None,
    "name": "",
    "bot": False,
    "level": None,
    "stand_in": False,
    "next_hand": False,
    "salt_hash": "",
    "salt": "",
    "salt_waived": False,
    "rating": None,
    "provisional": False,
    "program": False,
    "country": "",
    "avatar": "",
    "ready": True,
    "missed": 0,
    "online": False,
    "arrived_at": None,
    "last_seen": None,
}
"""The fields of an empty seat that describe its occupant."""


def _sit(locked: LockedTable, user: User, index: int | None, salt_hash: str | None) -> None:
    table = locked.table
    chosen: Seat
    if may_take_over(table, locked.seats):
        left = _seat_left_in_this_hand(locked, user)
        chosen = _bots_seat(locked, index, left)
        chosen.bot, chosen.level = False, None
        if left != chosen.index and locked.game.phase != "deal":
            chosen.stand_in = chosen.next_hand = True
    else:
        require_open(locked)
        chosen = _free_seat(locked, index)
    require_eligible(table, user, locked.rules)
    refuse(why_uninvited(table, user))
    refuse_blocked(user, table.created_by)
    refuse_too_many(user)
    assign_seat(chosen, user, locked.rules)
    if salt_hash is not None:
        commit(locked, chosen, salt_hash)
        _arrive(chosen, locked)
    locked.touch(chosen)
    locked.note(Action.Kind.TABLE, "sit", by=Action.By.PLAYER, seat=chosen.index, user=user)
    if table.status == Table.Status.OPEN:
        start_if_ready(locked)


def _move(locked: LockedTable, mine: Seat, index: int, user: User) -> None:
    if locked.table.status != Table.Status.OPEN or locked.table.kind != Table.Kind.CASUAL:
        raise Refused(
            "already_seated", _("You are already seated at this table. Leave your seat first.")
        )
    other = _free_seat(locked, index)
    _exchange(locked, mine, other)
    locked.note(Action.Kind.TABLE, "move", by=Action.By.PLAYER, seat=index, user=user)


def _exchange(locked: LockedTable, one: Seat, two: Seat) -> None:
    """Swap the occupants of two seats, and clear swap requests for them."""
    locked.vacate(one, two)
    for name in _PERSON:
        first, second = getattr(one, name), getattr(two, name)
        setattr(one, name, second)
        setattr(two, name, first)
    for seat in locked.seats:
        if seat in (one, two) or seat.swap_to in (one.index, two.index):
            seat.swap_to = None
            locked.touch(seat)


def clear(locked: LockedTable, seat: Seat) -> None:
    """Empty a seat, with everything that belongs to its person or bot."""
    for name, value in _PERSON.items():
        setattr(seat, name, value)
    for other in locked.seats:
        if other is seat or other.swap_to == seat.index:
            other.swap_to = None
            locked.touch(other)


def _give_to_bot(locked: LockedTable, seat: Seat) -> None:
    """Give a seat in a game in play to a bot. Salt and hash stay, because they are part of the deals."""
    salt, salt_hash = seat.salt, seat.salt_hash
    clear(locked, seat)
    seat.salt, seat.salt_hash, seat.wants_end = salt, salt_hash, False
    seat.bot, seat.name = True, bot_name(locked.seats)
    seat.level = locked.table.bots_level


def _arrive(seat: Seat, locked: LockedTable) -> None:
    seat.online, seat.last_seen = True, locked.at
    if seat.arrived_at is None:
        seat.arrived_at, seat.ready = locked.at, True


def _seat_bot(locked: LockedTable, seat: Seat, by: User | None, level: int | None) -> None:
    seat.bot, seat.name = True, bot_name(locked.seats)
    seat.level = locked.table.bots_level if level is None else level
    locked.touch(seat)
    who = Action.By.SERVER if by is None else Action.By.PLAYER
    locked.note(Action.Kind.TABLE, "bot", by=who, seat=seat.index, user=by)


def _free_seat(locked: LockedTable, index: int | None) -> Seat:
    if index is None:
        free = next((seat for seat in locked.seats if seat.is_free), None)
        if free is None:
            raise Refused("table_full", _("All seats are taken. Choose another table."))
        return free
    seat = _seat(locked, index)
    if not seat.is_free:
        raise Refused("seat_taken", _("That seat is taken. Choose another."))
    return seat


def _has_left(locked: LockedTable, user: User) -> bool:
    left = Action.objects.filter(table=locked.table, kind=Action.Kind.TABLE)
    return left.filter(text__in=LEFT, user=user).exists()


def _seat_left_in_this_hand(locked: LockedTable, user: User) -> int | None:
    """Return the seat that the user left within the current hand, after its deal, or None."""
    rows = Action.objects.filter(table=locked.table)
    dealt = rows.filter(kind=Action.Kind.DEAL).aggregate(last=Max("version"))["last"] or 0
    held = rows.filter(kind=Action.Kind.TABLE, text="leave", user=user, version__gt=dealt)
    return held.order_by("version").values_list("seat", flat=True).first()


def _bots_seat(locked: LockedTable, index: int | None, own: int | None) -> Seat:
    """Return the bot's seat to take over: the named one, or the user's `own` of this hand, or the first."""
    if index is None:
        bots = [seat for seat in locked.seats if seat.bot]
        return next((seat for seat in bots if seat.index == own), bots[0])
    seat = _seat(locked, index)
    if not seat.bot:
        raise Refused("seat_taken", _("A person plays in that seat. Choose a bot’s seat."))
    return seat


def _seat(locked: LockedTable, index: int) -> Seat:
    if not 0 <= index < len(locked.seats):
        raise Refused("no_such_seat", _("This table has no such seat."))
    return locked.seats[index]


def _require_not_over(locked: LockedTable) -> None:
    if locked.table.is_over:
        raise Refused("table_over", _("The game is over."))


def _require_bots(locked: LockedTable, by: User | None, level: int | None) -> None:
    require_open(locked)
    if level is not None:
        check_level(level)
    if by is not None:
        locked.own_seat(by)
    if not locked.table.bots_allowed:
        raise Refused("no_bots", _("This table was opened without bots. Wait for players."))
