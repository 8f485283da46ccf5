"""Arbiters' actions at a match's table in play: pause and resume it, and add time."""

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from games.tables import services
from spades_site.accounts.models import User
from spades_site.common import audit
from tournaments.events.entries.replacing import locked_table, reason_of, table_name
from tournaments.events.models import MatchTable


def pause(*, at_id: int, reason: str, by: User) -> None:
    """Pause a table: nobody can act, no clock runs, and everybody there sees the reason. Idempotent.

    Raises Refused: "unknown_table", "not_arbiter", "own_match", "reason_missing", "not_in_play", "not_dealt",
    "paused_already" (for another reason).
    """
    reason = reason_of(reason)
    with transaction.atomic():
        at, own = locked_table(at_id, by)
        since = services.pause_table(table_id=at.table_id or 0, reason=reason, by=by)
        if since is not None:
            note(at, by, "match.table_paused", reason, since=since.isoformat(), **own)


def resume(*, at_id: int, by: User) -> None:
    """Resume a paused table where it stopped. Idempotent.

    Raises Refused: "unknown_table", "not_arbiter", "own_match".
    """
    with transaction.atomic():
        at, own = locked_table(at_id, by)
        because = at.table.pause_reason if at.table else ""
        lasted = services.resume_table(table_id=at.table_id or 0, by=by)
        if lasted:
            seconds = round(lasted.total_seconds())
            note(at, by, "match.table_resumed", seconds=seconds, pause_reason=because, **own)


def extend_turn(*, at_id: int, seen: datetime, seconds: int, reason: str, by: User) -> None:
    """Give the player whose turn it is `seconds` more; `seen` is the end of the turn's time on the page of `by`.
    Idempotent.

    Raises Refused: "unknown_table", "not_arbiter", "own_match", "reason_missing", "not_in_play", "not_dealt",
    "turn_over", "too_long".
    """
    reason = reason_of(reason)
    with transaction.atomic():
        at, own = locked_table(at_id, by)
        if services.extend_turn(table_id=at.table_id or 0, seen=seen, seconds=seconds, by=by):
            until = seen + timedelta(seconds=seconds)
            moments = {"before": seen.isoformat(), "after": until.isoformat()}
            note(at, by, "match.turn_extended", reason, seconds=seconds, **moments, **own)


def add_bank(*, at_id: int, to: dict[int, int], reason: str, by: User) -> None:
    """Raise time banks to at least the seconds in `to`, by seat. Idempotent.

    Raises Refused: "unknown_table", "not_arbiter", "own_match", "reason_missing", "not_in_play", "not_dealt",
    "no_such_seat", "too_long".
    """
    reason = reason_of(reason)
    with transaction.atomic():
        at, own = locked_table(at_id, by)
        changed = services.add_bank(table_id=at.table_id or 0, to=to, by=by)
        if changed:
            before = {str(seat): was for seat, (was, _after) in changed.items()}
            after = {str(seat): then for seat, (_was, then) in changed.items()}
            note(at, by, "match.bank_filled", reason, before=before, after=after, **own)


def take_back_turn_time(*, at_id: int, seen: datetime, until: datetime, by: User) -> None:
    """Undo added time: the turn whose time ends at `seen` ends at `until` again. Idempotent.

    Raises Refused: "unknown_table", "not_arbiter", "own_match", "not_in_play", "not_dealt", "turn_over".
    """
    with transaction.atomic():
        at, own = locked_table(at_id, by)
        if services.take_back_turn_time(table_id=at.table_id or 0, seen=seen, until=until):
            moments = {"before": seen.isoformat(), "after": until.isoformat()}
            note(at, by, "match.turn_restored", **moments, **own)


def take_back_bank(*, at_id: int, seen: dict[int, float], to: dict[int, float], by: User) -> None:
    """Reset the time banks that still equal `seen` to their former values `to`, by seat. Idempotent.

    Raises Refused: "unknown_table", "not_arbiter", "own_match", "not_in_play", "not_dealt", "bank_used".
    """
    with transaction.atomic():
        at, own = locked_table(at_id, by)
        if services.take_back_bank(table_id=at.table_id or 0, seen=seen, to=to):
            before, after = _by_seat(seen), _by_seat(to)
            note(at, by, "match.bank_restored", before=before, after=after, **own)


def _by_seat(banks: dict[int, float]) -> dict[str, float]:
    return {str(seat): seconds for seat, seconds in banks.items()}


def note(at: MatchTable, by: User, verb: str, reason: str = "", **data: Any) -> None:
    """Log an action at a match's table."""
    match = at.match
    about = {"name": table_name(at), "table": at.pk}
    audit.record(actor=by, verb=verb, subject=match, reason=reason, **about, **data)
