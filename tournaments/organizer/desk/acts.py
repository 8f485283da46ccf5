"""Actions that the desk's buttons carry out at once, without confirmation: they can be undone, or removed again."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from django.http import Http404

from spades_site.accounts.models import User
from spades_site.common.forms import key_of
from spades_site.common.models import AuditEntry
from tournaments.events.actions.night import absences, attendance, left_out
from tournaments.events.models import Entry, Match, Single, Tournament
from tournaments.events.queries.selectors import history_of
from tournaments.organizer.undo import undoing
from tournaments.organizer.undo.lines import match_of
from tournaments.organizer.undo.undoing import UNDOS

FAR = 2**33
"""The latest time accepted, in seconds since 1970: beyond it, datetimes may overflow."""


def tournament_about(what: str, about: str) -> int | None:
    """Return the key of the tournament that an action concerns, on a desk of several; None if its object doesn't exist."""
    kind, _colon, key = about.partition(":")
    rows: Any = {"entry": Entry, "single": Single}.get(kind)
    if what == "extend":
        rows, key = Match, about.partition(" ")[0]
    elif what == "undo":
        entry = AuditEntry.objects.filter(pk=key_of(about)).first()
        subject = "" if entry is None else entry.subject
        if subject.startswith("tournament:"):
            return key_of(subject.partition(":")[2])
        rows, key = Match, "" if entry is None else str(match_of(entry))
    if rows is None:
        return None
    found: int | None = (
        rows.objects.filter(pk=key_of(key)).values_list("tournament", flat=True).first()
    )
    return found


def _about_place(act: Callable[..., None]) -> Callable[[Tournament, User, str], None]:
    return lambda tournament, by, place: act(tournament_id=tournament.pk, by=by, place=place)


def _extend(tournament: Tournament, by: User, about: str) -> None:
    match, _space, until = about.partition(" ")
    if not tournament.matches.filter(pk=key_of(match)).exists():
        raise Http404
    moment = datetime.fromtimestamp(min(key_of(until), FAR), UTC)
    absences.extend_grace(match_id=key_of(match), until=moment, by=by)


def _undo(tournament: Tournament, by: User, about: str) -> None:
    entry = history_of(tournament).filter(pk=key_of(about), verb__in=UNDOS).first()
    if entry is None:
        raise Http404
    undoing.undo(entry, tournament, by)


ACTS: dict[str, Callable[[Tournament, User, str], None]] = {
    "here": _about_place(attendance.check_in_place),
    "gone": _about_place(attendance.undo_check_in),
    "way": _about_place(attendance.note_on_the_way),
    "stay": _about_place(attendance.undo_on_the_way),
    "in": _about_place(left_out.let_in),
    "extend": _extend,
    "undo": _undo,
}
"""The actions by the first word of the button's value; the rest of the value names the object."""
