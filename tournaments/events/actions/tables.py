"""What those who decide about a match do at its table in play: pause and resume it, and add time."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from games.tables import services
from spades_site.accounts.models import User
from spades_site.common import audit
from spades_site.common.errors import Refused
from spades_site.common.text import LONGEST_REASON, clean_text
from tournaments.events.core.permissions import require_judge
from tournaments.events.core.state import lock
from tournaments.events.models import MatchTable


def pause(*, at_id: int, reason: str, by: User) -> None:
    """Pause a table: nobody can act, no time runs, and everybody there reads the reason. Idempotent.

    Raises Refused: "unknown_table", "not_arbiter", "own_match", "reason_missing", "not_in_play", "not_dealt".
    """
    reason = _reason(reason)
    with transaction.atomic():
        at, own = _locked(at_id, by)
        if services.pause_table(table_id=at.table_id or 0, reason=reason, by=by):
            _note(at, by, "match.table_paused", reason, **own)


def resume(*, at_id: int, by: User) -> None:
    """Let a paused table go on where it stopped. Idempotent.

    Raises Refused: "unknown_table", "not_arbiter", "own_match".
    """
    with transaction.atomic():
        at, own = _locked(at_id, by)
        lasted = services.resume_table(table_id=at.table_id or 0, by=by)
        if lasted:
            _note(at, by, "match.table_resumed", seconds=round(lasted.total_seconds()), **own)


def extend_turn(*, at_id: int, seen: datetime, seconds: int, reason: str, by: User) -> None:
    """Give whoever is at turn `seconds` more; `seen` is the end of the turn's time that `by` saw. Idempotent.

    Raises Refused: "unknown_table", "not_arbiter", "own_match", "reason_missing", "not_in_play", "not_dealt",
    "turn_over", "too_long".
    """
    reason = _reason(reason)
    with transaction.atomic():
        at, own = _locked(at_id, by)
        if services.extend_turn(table_id=at.table_id or 0, seen=seen, seconds=seconds, by=by):
            before = seen.isoformat()
            _note(at, by, "match.turn_extended", reason, before=before, seconds=seconds, **own)


def add_bank(*, at_id: int, to: dict[int, int], reason: str, by: User) -> None:
    """Fill players' time banks up to at least so many seconds, by seat. Idempotent.

    Raises Refused: "unknown_table", "not_arbiter", "own_match", "reason_missing", "not_in_play", "not_dealt",
    "no_such_seat", "too_long".
    """
    reason = _reason(reason)
    with transaction.atomic():
        at, own = _locked(at_id, by)
        changed = services.add_bank(table_id=at.table_id or 0, to=to, by=by)
        if changed:
            before = {str(seat): was for seat, (was, _after) in changed.items()}
            after = {str(seat): then for seat, (_was, then) in changed.items()}
            _note(at, by, "match.bank_filled", reason, before=before, after=after, **own)


def _reason(reason: str) -> str:
    reason = clean_text(reason, what=_("The reason"), longest=LONGEST_REASON)
    if not reason:
        raise Refused("reason_missing", _("Give a reason: it is kept with the change."))
    return reason


def _locked(at_id: int, by: User) -> tuple[MatchTable, dict[str, Any]]:
    """Return a match's table, with its tournament locked, and what the log adds about the actor's own side."""
    found = MatchTable.objects.filter(pk=at_id, table__isnull=False, counts=True)
    tournament_id = found.values_list("match__tournament_id", flat=True).first()
    if tournament_id is None:
        raise Refused("unknown_table", _("There is no such table any more. Reload the page."))
    tournament = lock(tournament_id)
    at = found.select_related("match__round__stage", "match__tournament").get()
    return at, require_judge(by, tournament, at.match.entries, at.match)


def _note(at: MatchTable, by: User, verb: str, reason: str = "", **data: Any) -> None:
    match = at.match
    name = f"{match.round.number}.{match.number}"
    audit.record(actor=by, verb=verb, subject=match, reason=reason, name=name, **data)
