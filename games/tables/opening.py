"""Opening tables, taking and leaving seats, and the start of the game."""

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from games import fairness
from games.engine import InconsistentRules, RuleSet
from games.tables import dealing, hooks
from games.tables.bots import bot_name
from games.tables.ledger import Ledger, locked
from games.tables.models import Action, Seat, Table, TableSecret
from spades_site.common import outbox
from spades_site.common.clock import now
from spades_site.common.errors import Refused

TURN_SECONDS = (5, 600)
MOST_TABLES = 5
"""How many open or running casual tables one person may sit at."""


def open_table(
    *,
    rules: RuleSet | dict[str, Any],
    created_by: Any = None,
    kind: str = "casual",
    title: str = "",
    ref: str = "",
    match_url: str = "",
    turn_seconds: int = 30,
    start_seconds: int = 60,
    visibility: str = "open",
    bots_allowed: bool = True,
    rated: bool = False,
    seats: Sequence[Any] | None = None,
) -> Table:
    """Open a table: commit to its secret, freeze its rules, put up its seats, and seat `seats` (users or None).

    A match starts as soon as all its players were seen, at the latest `start_seconds` after it was opened. Raises
    Refused "impossible_rules", "bad_clock", "too_many_tables".
    """
    try:
        rule_set = rules if isinstance(rules, RuleSet) else RuleSet.from_dict(rules)
    except InconsistentRules as mistake:
        raise Refused("impossible_rules", mistake.sentence) from mistake
    if not TURN_SECONDS[0] <= turn_seconds <= TURN_SECONDS[1]:
        raise Refused(
            "bad_clock",
            _("A turn lasts from %(least)d to %(most)d seconds. Choose a time between.")
            % {"least": TURN_SECONDS[0], "most": TURN_SECONDS[1]},
        )
    master, commitment = dealing.new_secret()
    with transaction.atomic():
        if kind == Table.Kind.CASUAL and created_by is not None:
            _refuse_too_many(created_by)
        table = Table.objects.create(
            kind=kind,
            title=title,
            created_by=created_by,
            ref=ref,
            match_url=match_url,
            preset=rule_set.preset,
            rules=rule_set.to_dict(),
            rated=rated,
            visibility=visibility,
            bots_allowed=bots_allowed,
            turn_seconds=turn_seconds,
            start_seconds=start_seconds,
            commitment=commitment,
            created_at=now(),
        )
        TableSecret.objects.create(table=table, master=master)
        rows = [Seat(table=table, index=index) for index in range(rule_set.players)]
        for seat, user in zip(rows, seats or (), strict=False):
            if user is not None:
                _put(seat, user, rule_set)
        Seat.objects.bulk_create(rows)
        ledger = Ledger(table, rows)
        _mark_filled(ledger)
        ledger.save()
    return table


def take_seat(
    *, table_id: int, user: Any, seat: int | None = None, salt: str | None = None
) -> Table:
    """Seat the user, on the first free seat where none is named. Sitting there already changes nothing.

    `salt` is the player's part in the shuffles; without it the seat waits for the player's browser to give one. Raises
    Refused "not_open", "no_such_seat", "seat_taken", "table_full", "already_seated", "bad_salt", "too_many_tables".
    """
    with locked(table_id) as ledger:
        mine = ledger.seat_of(user)
        if mine is not None:
            if seat is None or seat == mine.index:
                return ledger.table
            raise Refused(
                "already_seated", _("You sit at this table already. Leave your seat first.")
            )
        _require_open(ledger)
        _refuse_too_many(user)
        chosen = _free_seat(ledger, seat)
        _put(chosen, user, ledger.rules)
        if salt is not None:
            _arrive(chosen, salt, ledger)
        ledger.touch(chosen)
        ledger.note(Action.Kind.TABLE, "sit", by=Action.By.PLAYER, seat=chosen.index, user=user)
        _start_if_ready(ledger)
        ledger.save()
        return ledger.table


def arrive(*, table_id: int, user: Any, salt: str) -> None:
    """Note that a seated player's browser has come to the table, with its salt; before the start the last salt counts.

    Starts the game when everybody is there. Raises Refused "bad_salt".
    """
    with locked(table_id) as ledger:
        seat = ledger.seat_of(user)
        if seat is None:
            return
        news = not seat.online or (seat.arrived_at is None)
        fresh_salt = ledger.table.status == Table.Status.OPEN and salt != seat.salt
        if not news and not fresh_salt:
            seat.last_seen = ledger.at
            seat.save(update_fields=["last_seen"])
            return
        _arrive(seat, salt, ledger)
        ledger.touch(seat)
        if ledger.table.status == Table.Status.OPEN:
            _start_if_ready(ledger)
        ledger.save()


def leave_seat(*, table_id: int, user: Any) -> Table:
    """Give the user's seat up: before the start it's free again, in a running casual game a bot takes it over.

    A match's seat can't be left. Raises Refused "not_seated", "match_seat", "table_over".
    """
    with locked(table_id) as ledger:
        seat = _own_seat(ledger, user)
        table = ledger.table
        if table.kind == Table.Kind.MATCH:
            raise Refused(
                "match_seat",
                _("A match's seat can't be given up. A bot plays for you while you're away."),
            )
        _require_not_over(ledger)
        _clear(seat)
        if table.status == Table.Status.PLAYING:
            seat.bot, seat.name = True, bot_name(ledger.seats)
            table.rated = False
        ledger.touch(seat)
        ledger.note(Action.Kind.TABLE, "leave", by=Action.By.PLAYER, seat=seat.index, user=user)
        table.filled_at = None if table.status == Table.Status.OPEN else table.filled_at
        if not any(other.user_id for other in ledger.seats):
            close(ledger, _("Everybody left."))
        ledger.save()
        return table


def add_bot(*, table_id: int, by: Any, seat: int) -> Table:
    """Put a bot on a free seat; who sits at the table may. Raises Refused."""
    with locked(table_id) as ledger:
        _require_bots(ledger, by)
        _seat_bot(ledger, _free_seat(ledger, seat), by)
        _start_if_ready(ledger)
        ledger.save()
        return ledger.table


def fill_with_bots(*, table_id: int, by: Any = None) -> Table:
    """Put bots on all free seats; the game starts when every player is there. Raises Refused."""
    with locked(table_id) as ledger:
        _require_bots(ledger, by)
        for seat in ledger.seats:
            if seat.is_free:
                _seat_bot(ledger, seat, by)
        _start_if_ready(ledger)
        ledger.save()
        return ledger.table


def start_table(*, table_id: int, by: Any = None) -> Table:
    """Start a full table now, without waiting for browsers. Raises Refused "not_open", "not_full", "not_seated"."""
    with locked(table_id) as ledger:
        _require_open(ledger)
        if by is not None:
            _own_seat(ledger, by)
        if any(seat.is_free for seat in ledger.seats):
            raise Refused(
                "not_full", _("A seat is still free. Wait for a player or fill it with a bot.")
            )
        begin(ledger)
        ledger.save()
        return ledger.table


def abandon_table(*, table_id: int, reason: str, by: Any = None) -> Table:
    """End a table without a result; already over, it stays as it is. `by` is None for the platform itself."""
    with locked(table_id) as ledger:
        if not ledger.table.is_over:
            ledger.note(Action.Kind.TABLE, "abandon", by=Action.By.SERVER, user=by)
            close(ledger, reason)
            ledger.save()
        return ledger.table


# What these functions and the wake-up share


def begin(ledger: Ledger) -> None:
    """Start the game of a full table: the first dealer, and the first hand dealt."""
    table = ledger.table
    table.status, table.started_at = Table.Status.PLAYING, ledger.at
    ledger.state = dealing.begin(table, ledger.rules, ledger.seats)
    ledger.note(Action.Kind.TABLE, "start", by=Action.By.SERVER)
    deal_next(ledger)


def deal_next(ledger: Ledger) -> None:
    """Deal the next hand."""
    pack = dealing.next_pack(ledger.table, ledger.game, ledger.seats)
    ledger.game.deal(pack)
    ledger.note(Action.Kind.DEAL, dealing.deal_text(pack), by=Action.By.SERVER)


def close(ledger: Ledger, reason: str) -> None:
    """End the table without a result."""
    table = ledger.table
    table.status, table.finished_at = Table.Status.ABANDONED, ledger.at
    table.result = {"abandoned": reason}
    outbox.emit("table.finished", {"table": table.pk})


def _start_if_ready(ledger: Ledger) -> None:
    _mark_filled(ledger)
    if ledger.table.filled_at is None:
        return
    if all(seat.bot or seat.arrived_at for seat in ledger.seats):
        begin(ledger)


def _mark_filled(ledger: Ledger) -> None:
    full = not any(seat.is_free for seat in ledger.seats)
    if not full:
        ledger.table.filled_at = None
    elif ledger.table.filled_at is None:
        ledger.table.filled_at = ledger.at


def _put(seat: Seat, user: Any, rules: RuleSet) -> None:
    pool = (
        "partnership" if rules.sides == "partners" else "headsup" if rules.players == 2 else "solo"
    )
    seat.user, seat.name = user, user.get_username()
    seat.rating, seat.provisional = hooks.ratings_of([user.pk], pool).get(user.pk, (None, False))


def _clear(seat: Seat) -> None:
    seat.user, seat.name, seat.salt = None, "", ""
    seat.rating, seat.provisional, seat.stand_in = None, False, False
    seat.online, seat.arrived_at, seat.last_seen, seat.missed = False, None, None, 0


def _arrive(seat: Seat, salt: str, ledger: Ledger) -> None:
    if ledger.table.status == Table.Status.OPEN:
        try:
            seat.salt = fairness.check_salt(salt)
        except fairness.FairnessError as mistake:
            raise Refused("bad_salt", str(mistake)) from mistake
    seat.online, seat.last_seen = True, ledger.at
    seat.arrived_at = seat.arrived_at or ledger.at


def _seat_bot(ledger: Ledger, seat: Seat, by: Any) -> None:
    seat.bot, seat.name = True, bot_name(ledger.seats)
    ledger.table.rated = False
    ledger.touch(seat)
    ledger.note(Action.Kind.TABLE, "bot", by=Action.By.PLAYER, seat=seat.index, user=by)


def _free_seat(ledger: Ledger, index: int | None) -> Seat:
    if index is None:
        free = next((seat for seat in ledger.seats if seat.is_free), None)
        if free is None:
            raise Refused("table_full", _("All seats are taken. Choose another table."))
        return free
    if not 0 <= index < len(ledger.seats):
        raise Refused("no_such_seat", _("This table has no such seat."))
    if not ledger.seats[index].is_free:
        raise Refused("seat_taken", _("That seat is taken. Choose another."))
    return ledger.seats[index]


def _own_seat(ledger: Ledger, user: Any) -> Seat:
    seat = ledger.seat_of(user)
    if seat is None:
        raise Refused("not_seated", _("You don't sit at this table."))
    return seat


def _require_open(ledger: Ledger) -> None:
    if ledger.table.status != Table.Status.OPEN or ledger.table.kind != Table.Kind.CASUAL:
        raise Refused("not_open", _("This table isn't open any more. Choose another in the lobby."))


def _require_not_over(ledger: Ledger) -> None:
    if ledger.table.is_over:
        raise Refused("table_over", _("The game is over."))


def _require_bots(ledger: Ledger, by: Any) -> None:
    _require_open(ledger)
    if by is not None:
        _own_seat(ledger, by)
    if not ledger.table.bots_allowed:
        raise Refused("no_bots", _("This table was opened without bots. Wait for players."))


def _refuse_too_many(user: Any) -> None:
    seated = Seat.objects.filter(
        user_id=user.pk,
        table__kind=Table.Kind.CASUAL,
        table__status__in=(Table.Status.OPEN, Table.Status.PLAYING),
    ).count()
    if seated >= MOST_TABLES:
        raise Refused(
            "too_many_tables",
            _("You sit at %(count)d tables already. Leave one of them first.") % {"count": seated},
        )
