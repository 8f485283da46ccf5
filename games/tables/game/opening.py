"""Opening tables, and starting and ending their games."""

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from games.engine import RuleSet
from games.tables import hooks
from games.tables.access.eligibility import require_eligible
from games.tables.access.rating_range import pool_of
from games.tables.game import dealing
from games.tables.game.locked_table import LockedTable, lock_table
from games.tables.game.starting import ask_nobody, ask_the_absent, begin
from games.tables.game.terms import TableTerms
from games.tables.models import Action, Seat, Table, TableSecret
from spades_site.accounts.models import User
from spades_site.common import limits, outbox, switches
from spades_site.common.errors import Refused
from spades_site.common.translation import to_json

MOST_TABLES, MOST_TABLES_OF_A_BOT = 5, 10
"""The maximum number of open or running casual tables for a person, and for a bot account."""


def open_table(
    terms: TableTerms,
    *,
    created_by: User | None = None,
    seats: Sequence[User | None] | None = None,
) -> Table:
    """Open a table: commit to its secret, freeze its rules, create its seats, and seat `seats` (users or None).

    The user who opens a casual table must be eligible for it. Raises Refused as `TableTerms.check` and
    `require_eligible` do, and "too_many_tables", "limit".
    """
    terms.check()
    table = terms.table(created_by)
    if created_by is not None or terms.visibility == Table.Visibility.LEAGUE:
        require_eligible(table, created_by, terms.rules)
    _create(table, terms.rules, seats or ())
    return table


def abandon_table(
    *, table_id: int, reason: str, by: User | None = None, of: tuple[str, str] | None = None
) -> Table:
    """End a table without a result, unless it is over. `by` is None for the platform itself.

    `of` replaces the table's `ref` and the address of its page if its match no longer exists.
    """
    with lock_table(table_id) as locked:
        over = locked.table.is_over
        if of is not None:
            locked.table.ref, locked.table.match_url = of
        if not over:
            locked.note(Action.Kind.TABLE, "abandon", by=Action.By.SERVER, user=by)
            close(locked, reason)
        if not over or of is not None:
            locked.save()
        return locked.table


def _create(table: Table, rules: RuleSet, people: Sequence[User | None]) -> None:
    """Create a table's rows, its secret and its seats, and seat people (users or None) in order."""
    master, table.commitment = (
        dealing.new_secret() if table.deals is None else (b"", table.deals.commitment)
    )
    with transaction.atomic():
        if table.created_by is not None:
            if table.kind == Table.Kind.CASUAL:
                switches.require("tables")
                refuse_too_many(table.created_by)
            limits.count("bot_tables" if table.created_by.is_bot else "tables", table.created_by.pk)
        table.save(force_insert=True)
        if table.deals is None:
            TableSecret.objects.create(table=table, master=master)
        rows = [Seat(table=table, index=index) for index in range(rules.players)]
        for seat, user in zip(rows, people, strict=False):
            if user is not None:
                assign_seat(seat, user, rules)
        Seat.objects.bulk_create(rows)
        locked = LockedTable(table, rows)
        mark_filled(locked)
        locked.save()


# Shared by these functions and the wake-ups


def close(locked: LockedTable, reason: str) -> None:
    """End the table without a result."""
    table = locked.table
    table.status, table.finished_at = Table.Status.ABANDONED, locked.at
    table.result = {"abandoned": to_json(reason)}
    outbox.emit("table.finished", {"table": table.pk})


def start_if_ready(locked: LockedTable) -> None:
    """Begin the game of an open table if all seats are taken and all people are present and ready."""
    mark_filled(locked)
    if locked.table.filled_at is None:
        return
    if all(seat.bot or (seat.arrived_at and seat.ready) for seat in locked.seats):
        begin(locked)


def mark_filled(locked: LockedTable) -> None:
    """Record when the last seat was taken and who must confirm, or clear both if a seat is free again."""
    full = not any(seat.is_free for seat in locked.seats)
    if not full:
        locked.table.filled_at = None
        ask_nobody(locked)
    elif locked.table.filled_at is None:
        locked.table.filled_at = locked.at
        ask_the_absent(locked)


def assign_seat(seat: Seat, user: User, rules: RuleSet) -> None:
    """Seat a person, storing their rating in the table's pool."""
    # Guests and bot accounts have no ratings.
    known = {} if user.is_guest or user.is_bot else hooks.ratings_of([user.pk], pool_of(rules))
    seat.user, seat.name, seat.program = user, user.get_username(), user.is_bot
    seat.country, seat.avatar = user.country, user.avatar
    seat.rating, seat.provisional = known.get(user.pk, (None, False))


def require_open(locked: LockedTable) -> None:
    """Raise Refused "not_open" unless people may still join and leave."""
    if locked.table.status != Table.Status.OPEN or locked.table.kind != Table.Kind.CASUAL:
        raise Refused("not_open", _("This table isn’t open any more. Choose another in the lobby."))


def refuse_too_many(user: User) -> None:
    """Raise Refused "too_many_tables" if the user is seated at the maximum number of casual tables."""
    seated = Seat.objects.filter(
        user_id=user.pk,
        table__kind=Table.Kind.CASUAL,
        table__status__in=(Table.Status.OPEN, Table.Status.PLAYING),
    ).count()
    if seated >= (MOST_TABLES_OF_A_BOT if user.is_bot else MOST_TABLES):
        raise Refused(
            "too_many_tables",
            _("You are already seated at %(count)d tables. Leave one of them first.")
            % {"count": seated},
        )
