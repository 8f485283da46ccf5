"""Opening tables, and starting and ending their games."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from games.engine import InconsistentRules, RuleSet
from games.tables import hooks
from games.tables.access.rating_range import check_range, pool_of, require_rating
from games.tables.game import dealing, ready
from games.tables.game.locked_table import LockedTable, lock_table
from games.tables.game.starting import begin
from games.tables.models import Action, Seat, SharedDeals, Table, TableSecret
from games.tables.timing.clocks import check_clock
from spades_site.accounts.models import User
from spades_site.common import limits, outbox
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.translation import to_json, translate

MOST_TABLES = 5
"""How many open or running casual tables one person may be seated at."""


def open_table(
    *,
    rules: RuleSet | dict[str, Any],
    created_by: User | None = None,
    kind: str = "casual",
    title: str = "",
    ref: str = "",
    match_url: str = "",
    turn_seconds: int = 30,
    bank_seconds: int = 0,
    start_seconds: int = 60,
    visibility: str = "open",
    bots_allowed: bool = True,
    rated: bool = False,
    min_rating: int | None = None,
    max_rating: int | None = None,
    bots_at: datetime | None = None,
    first_dealer: int | None = None,
    last_hand_after: datetime | None = None,
    deals: SharedDeals | None = None,
    seats: Sequence[User | None] | None = None,
) -> Table:
    """Open a table: commit to its secret, freeze its rules, create its seats, and seat `seats` (users or None).

    A turn lasts `turn_seconds`, and each player has `bank_seconds` more for the whole game. A match starts as soon
    as all its players have been seen, at the latest `start_seconds` after the table was opened. A casual table can
    be rated if only members play. `min_rating` and `max_rating` limit who may sit down, in the table's pool; at
    `bots_at` bots take the seats that are still free. `first_dealer` is the seat that deals first if the rules
    don't decide; after the time `last_hand_after` the current hand is the last. `deals` are the deals that it
    shares with other tables.

    Raises Refused "impossible_rules", "bad_clock", "too_many_tables", "members_only", "rated_bots",
    "rated_revoke", "league_only", "bad_range", "rating_range", "limit".
    """
    rule_set = _rule_set(rules)
    check_clock(turn_seconds, bank_seconds)
    check_range(min_rating, max_rating)
    if rated or kind == Table.Kind.MATCH:
        _require_followed_suit(rule_set)
    if rated and kind == Table.Kind.CASUAL:
        _check_rated(created_by, bots_allowed)
    if visibility == Table.Visibility.LEAGUE:
        require_circle(ref, created_by)
    table = Table(
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
        min_rating=min_rating,
        max_rating=max_rating,
        bots_at=bots_at,
        turn_seconds=turn_seconds,
        bank_seconds=bank_seconds,
        start_seconds=start_seconds,
        first_dealer=first_dealer,
        last_hand_after=last_hand_after,
        deals=deals,
        created_at=now(),
    )
    _put_up(table, rule_set, seats or ())
    return table


def abandon_table(*, table_id: int, reason: str, by: User | None = None) -> Table:
    """End a table without a result; if it is already over, change nothing. `by` is None for the platform itself."""
    with lock_table(table_id) as locked:
        if not locked.table.is_over:
            locked.note(Action.Kind.TABLE, "abandon", by=Action.By.SERVER, user=by)
            close(locked, reason)
            locked.save()
        return locked.table


def _rule_set(rules: RuleSet | dict[str, Any]) -> RuleSet:
    try:
        return rules if isinstance(rules, RuleSet) else RuleSet.from_dict(rules)
    except InconsistentRules as mistake:
        raise Refused("impossible_rules", translate(mistake.sentence)) from mistake


def _put_up(table: Table, rules: RuleSet, people: Sequence[User | None]) -> None:
    """Create a table's rows with its secret and seats, and seat people (users or None) from the first seat on."""
    master, table.commitment = (
        dealing.new_secret() if table.deals is None else (b"", table.deals.commitment)
    )
    with transaction.atomic():
        if table.created_by is not None:
            if table.kind == Table.Kind.CASUAL:
                refuse_too_many(table.created_by)
            require_rating(table, table.created_by, rules)
            limits.count("tables", table.created_by.pk)
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
    """Begin the game of an open table if all its seats are taken, by bots and by people who are present and ready."""
    mark_filled(locked)
    if locked.table.filled_at is None:
        return
    if all(seat.bot or (seat.arrived_at and seat.ready) for seat in locked.seats):
        begin(locked)


def mark_filled(locked: LockedTable) -> None:
    """Record when the last seat was taken and who must confirm; or clear that when a seat is free again."""
    full = not any(seat.is_free for seat in locked.seats)
    if not full:
        locked.table.filled_at = None
        ready.ask_nobody(locked)
    elif locked.table.filled_at is None:
        locked.table.filled_at = locked.at
        ready.ask_the_absent(locked)


def assign_seat(seat: Seat, user: User, rules: RuleSet) -> None:
    """Seat a person, storing their rating in the table's pool."""
    # Guests have no ratings.
    known = {} if user.is_guest else hooks.ratings_of([user.pk], pool_of(rules))
    seat.user, seat.name, seat.country = user, user.get_username(), user.country
    seat.rating, seat.provisional = known.get(user.pk, (None, False))


def require_open(locked: LockedTable) -> None:
    """Raise Refused "not_open" unless people may still join and leave."""
    if locked.table.status != Table.Status.OPEN or locked.table.kind != Table.Kind.CASUAL:
        raise Refused("not_open", _("This table isn't open any more. Choose another in the lobby."))


def refuse_too_many(user: User) -> None:
    """Raise Refused "too_many_tables" for somebody who is already seated at the maximum number of casual tables."""
    seated = Seat.objects.filter(
        user_id=user.pk,
        table__kind=Table.Kind.CASUAL,
        table__status__in=(Table.Status.OPEN, Table.Status.PLAYING),
    ).count()
    if seated >= MOST_TABLES:
        raise Refused(
            "too_many_tables",
            _("You are already seated at %(count)d tables. Leave one of them first.")
            % {"count": seated},
        )


def require_member(user: User) -> None:
    """Raise Refused "members_only" for guests, who have no rating to win or lose."""
    if user.is_guest:
        raise Refused(
            "members_only",
            _("Rated games are for members. Create an account, or choose a casual table."),
        )


def require_circle(ref: str, user: User | None) -> None:
    """Raise Refused "league_only" unless the user belongs to the league whose tables have that `ref`."""
    if ref not in hooks.circles_of(user):
        raise Refused(
            "league_only", _("This table is for the members of a league. Join the league first.")
        )


def _check_rated(created_by: User | None, bots_allowed: bool) -> None:
    if created_by is not None:
        require_member(created_by)
    if bots_allowed:
        raise Refused(
            "rated_bots",
            _("Bots have no rating. Leave the bots out, or open the table as a casual one."),
        )


def _require_followed_suit(rules: RuleSet) -> None:
    """Raise Refused "rated_revoke" if the rules allow revokes in a game that counts."""
    if rules.revoke != "prevented":
        raise Refused(
            "rated_revoke",
            _(
                "In rated games and matches players must follow suit. Choose “prevented”, or open "
                "the table as a casual one."
            ),
        )
