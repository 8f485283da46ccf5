"""An arbiter's actions at a match's table: pause and resume it, add time, message its players, reopen an abandoned game.

None of them shows the arbiter a card, or depends on one.
"""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from games.tables.game.locked_table import LockedTable, lock_table
from games.tables.models import Action, SharedDeals, Table
from games.tables.timing.clocks import BANK_SECONDS
from spades_site.accounts.models import User
from spades_site.common.errors import Refused, refuse

LONGEST_TURN = timedelta(hours=1)
"""The most that an arbiter can add to a full turn from now."""


def pause_table(*, table_id: int, reason: str, by: User) -> datetime | None:
    """Pause a match's game: nobody can act, and no clock runs. Returns since when; None if already paused for `reason`.

    Idempotent. Raises Refused "not_in_play", "not_dealt", "paused_already" (for another reason).
    """
    with lock_table(table_id) as locked:
        table = locked.table
        if table.paused_at is not None and table.pause_reason == reason:
            return None
        refuse(why_paused(table))
        _require_in_play(locked)
        table.paused_at, table.pause_reason = locked.at, reason
        locked.note(Action.Kind.TABLE, "pause", by=Action.By.SERVER, user=by)
        locked.save()
        return locked.at


def why_paused(table: Table) -> Refused | None:
    """Return the refusal "paused_already" for a paused table, or None."""
    if table.paused_at is None:
        return None
    return Refused(
        "paused_already",
        _(
            "This table is paused already: “%(reason)s” To tell the players more, write to them, or resume it and pause it again."
        )
        % {"reason": table.pause_reason},
    )


def resume_table(*, table_id: int, by: User) -> timedelta:
    """Resume a paused game: turn, bank and the match's time limit continue where they stopped. Idempotent.

    Returns how long the pause lasted; 0 if the table wasn't paused.
    """
    with lock_table(table_id) as locked:
        table = locked.table
        if table.paused_at is None:
            return timedelta()
        lasted = locked.at - table.paused_at
        if table.deadline is not None:
            table.deadline += lasted
        if table.last_hand_after is not None:
            table.last_hand_after += lasted
        table.paused_at, table.pause_reason = None, ""
        locked.note(Action.Kind.TABLE, "resume", by=Action.By.SERVER, user=by)
        locked.save()
        return lasted


def extend_turn(*, table_id: int, seen: datetime, seconds: int, by: User) -> bool:
    """Move the current turn's deadline by `seconds`; returns whether anything changed. Idempotent.

    `seen` is the deadline that the arbiter saw; it identifies the turn. Raises Refused "not_in_play", "not_dealt",
    "turn_over", "too_long".
    """
    with lock_table(table_id) as locked:
        table = locked.table
        _require_in_play(locked)
        until = seen + timedelta(seconds=seconds)
        if table.deadline == until:
            return False
        if table.deadline is None or table.deadline != seen:
            raise Refused(
                "turn_over",
                _("That turn is over, so it needs no more time. Look again at whose turn it is."),
            )
        if until > locked.at + timedelta(seconds=table.turn_seconds) + LONGEST_TURN:
            raise Refused("too_long", _("A turn can get at most an hour more."))
        table.deadline = until
        locked.note(Action.Kind.TABLE, "more_time", by=Action.By.SERVER, user=by)
        locked.save()
        return True


def add_bank(*, table_id: int, to: dict[int, int], by: User) -> dict[int, tuple[float, float]]:
    """Top up the players' time banks to at least `to` seconds, by seat. Idempotent.

    Returns the seats that changed, each with its seconds before and after. Raises Refused "not_in_play",
    "not_dealt", "no_such_seat", "too_long".
    """
    with lock_table(table_id) as locked:
        _require_in_play(locked)
        if any(not 0 <= index < len(locked.seats) for index in to):
            raise Refused("no_such_seat", _("This table has no such seat."))
        if any(seconds > BANK_SECONDS[1] for seconds in to.values()):
            raise Refused(
                "too_long",
                _("A time bank may have at most %(most)d minutes.")
                % {"most": BANK_SECONDS[1] // 60},
            )
        changed = {}
        for index, seconds in to.items():
            seat = locked.seats[index]
            if seat.bank_left < seconds:
                changed[index] = (seat.bank_left, float(seconds))
                seat.bank_left = float(seconds)
                locked.touch(seat)
        if changed:
            locked.note(Action.Kind.TABLE, "more_time", by=Action.By.SERVER, user=by)
            locked.save()
        return changed


def take_back_turn_time(*, table_id: int, seen: datetime, until: datetime) -> bool:
    """Set the deadline of the current turn back from `seen` to `until`; returns whether anything changed.

    Idempotent. Raises Refused "not_in_play", "not_dealt", "turn_over" (also if `until` is past).
    """
    with lock_table(table_id) as locked:
        table = locked.table
        _require_in_play(locked)
        if table.deadline == until:
            return False
        if table.deadline != seen or until <= (table.paused_at or locked.at):
            raise Refused(
                "turn_over",
                _("That time is used already, or the turn is over. Look again at the table."),
            )
        table.deadline = until
        locked.note(Action.Kind.TABLE, "less_time", by=Action.By.SERVER)
        locked.save()
        return True


def take_back_bank(*, table_id: int, seen: dict[int, float], to: dict[int, float]) -> bool:
    """Set time banks that still hold the `seen` seconds back to `to`; returns whether anything changed.

    Idempotent. Raises Refused "not_in_play", "not_dealt", "bank_used".
    """
    with lock_table(table_id) as locked:
        _require_in_play(locked)
        held = {index: locked.seats[index].bank_left for index in seen}
        if held == to:
            return False
        if held != seen:
            raise Refused(
                "bank_used", _("A player has used that time already, so it can’t be taken back.")
            )
        for index, seconds in to.items():
            locked.seats[index].bank_left = seconds
            locked.touch(locked.seats[index])
        locked.note(Action.Kind.TABLE, "less_time", by=Action.By.SERVER)
        locked.save()
        return True


def tell_table(*, table_id: int, text: str, by: User) -> bool:
    """Show a message to everybody at a table, unless it is over; returns whether it was shown."""
    with lock_table(table_id) as locked:
        if locked.table.is_over:
            return False
        locked.note(Action.Kind.TABLE, "message", by=Action.By.SERVER, user=by)
        locked.set_news("message", text=text)
        locked.save()
        return True


def reopen_table(*, table_id: int, by: User) -> bool:
    """Continue an abandoned game where it stopped; returns whether anything changed. Idempotent.

    This is fair, because an abandoned game reveals neither cards nor secret. The turn starts with its full time, and the
    match's time limit moves by the interruption. Raises Refused "unknown_table", "not_in_play", "deals_known" (the deals
    are public, because other tables have played them).
    """
    with transaction.atomic():
        # Shared deals are locked before their tables.
        shared = Table.objects.filter(pk=table_id).values_list("deals", flat=True).first()
        deals = shared and SharedDeals.objects.select_for_update().get(pk=shared)
        with lock_table(table_id) as locked:
            table = locked.table
            if not table.is_over:
                return False
            if table.status == Table.Status.FINISHED or locked.state is None:
                raise Refused("not_in_play", _("The game at this table is over."))
            if deals and deals.is_open:
                raise Refused(
                    "deals_known",
                    _(
                        "Everybody can see the deals of this table by now, so its game can’t go on. Decide the match."
                    ),
                )
            assert table.finished_at is not None
            if table.last_hand_after is not None:
                table.last_hand_after += locked.at - table.finished_at
            table.status, table.finished_at, table.result = Table.Status.PLAYING, None, None
            table.turn_key = ""
            locked.note(Action.Kind.TABLE, "reopen", by=Action.By.SERVER, user=by)
            locked.save()
            return True


def _require_in_play(locked: LockedTable) -> None:
    table = locked.table
    if table.status == Table.Status.OPEN:
        raise Refused(
            "not_in_play",
            _("This table hasn’t begun. You can let it wait longer for its players."),
        )
    if table.is_over:
        raise Refused("not_in_play", _("The game at this table is over."))
    if locked.state is None:
        raise Refused("not_dealt", _("The cards are being dealt. Try again in a few seconds."))
