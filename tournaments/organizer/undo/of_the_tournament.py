"""Undoing actions on a whole tournament: pauses, entries kept apart, invitations by name."""

from django.db.models import Exists, Max, OuterRef

from spades_site.accounts.models import User
from spades_site.common.models import AuditEntry
from tournaments.events.actions import lifecycle
from tournaments.events.core.state import OPEN, UNDER_WAY
from tournaments.events.draw import separation
from tournaments.events.entries import inviting
from tournaments.events.models import (
    Apart,
    Entry,
    MatchTable,
    PlayerInvitation,
    Status,
    Tournament,
)
from tournaments.organizer.undo.lines import Lines, Undo, number, tournament_of
from tournaments.organizer.undo.of_the_evening import newest_of

PAUSED, RESUMED = "tournament.pause", "tournament.resume"


def _is_paused(lines: Lines) -> frozenset[int]:
    """Return the lines that paused a tournament which is still paused."""
    return _newest_in(lines, {one.pk for one in lines.tournaments if one.status == Status.PAUSED})


def _is_resumed(lines: Lines) -> frozenset[int]:
    """Return the lines that resumed a tournament which is running and where no table has opened since."""
    running = {one.pk for one in lines.tournaments if one.status == Status.RUNNING}
    tables = MatchTable.objects.filter(match__tournament__in=running, table__isnull=False)
    opened = dict(
        tables.order_by()
        .values("match__tournament")
        .annotate(last=Max("table__created_at"))
        .values_list("match__tournament", "last")
    )
    since = {
        one.pk
        for one in lines.entries
        if (last := opened.get(tournament_of(one))) is not None and last >= one.at
    }
    return _newest_in(lines, running) - since


def _newest_in(lines: Lines, tournaments: set[int]) -> frozenset[int]:
    newest = newest_of(lines, (PAUSED, RESUMED))
    return frozenset(
        one.pk for one in lines.entries if one.pk in newest and tournament_of(one) in tournaments
    )


def _resume(_entry: AuditEntry, tournament: Tournament, by: User) -> None:
    lifecycle.resume(tournament_id=tournament.pk, by=by)


def _pause_again(entry: AuditEntry, tournament: Tournament, by: User) -> None:
    paused = AuditEntry.objects.filter(subject=entry.subject, verb=PAUSED, pk__lt=entry.pk)
    reason = paused.order_by("-pk").values_list("reason", flat=True).first() or ""
    lifecycle.undo_resume(tournament_id=tournament.pk, by=by, since=entry.at, reason=reason)


# ----------------------------------------------------------------------------------------- apart, invitations
def _apart(lines: Lines) -> frozenset[int]:
    """Return the lines that keep two entries apart."""
    rows = Apart.objects.filter(pk__in={number(one, "apart") for one in lines.entries})
    found = rows.filter(first__tournament__in=_open(lines)).values_list("pk", flat=True)
    return lines.with_number("apart", set(found))


def _may_meet(lines: Lines) -> frozenset[int]:
    """Return the lines that let two entries meet again, if both take part and aren't kept apart again."""
    keys = {key for one in lines.entries for key in one.data.get("entries", ())}
    present = Entry.objects.filter(
        pk__in=keys, tournament__in=_open(lines), status__in=Entry.TAKING_PART
    )
    found = set(present.values_list("pk", flat=True))
    apart = set(Apart.objects.filter(first__in=keys).values_list("first", "second"))
    return frozenset(
        one.pk
        for one in lines.entries
        if (pair := tuple(one.data.get("entries", ()))) and found >= {*pair} and pair not in apart
    )


def _open(lines: Lines) -> list[Tournament]:
    return [one for one in lines.tournaments if one.status in OPEN | UNDER_WAY]


def _keep_apart(entry: AuditEntry, tournament: Tournament, by: User) -> None:
    first, second = entry.data["entries"]
    separation.keep_apart(tournament_id=tournament.pk, first_id=first, second_id=second, by=by)


def _invited(lines: Lines) -> frozenset[int]:
    """Return the lines that invited somebody who has neither entered nor declined."""
    entered = Entry.objects.filter(
        tournament=OuterRef("tournament"),
        players__user=OuterRef("user"),
        status__in=Entry.TAKING_PART,
    )
    found = PlayerInvitation.objects.filter(
        ~Exists(entered),
        pk__in={number(one, "guest") for one in lines.entries},
        tournament__in=[one for one in lines.tournaments if one.status in inviting.ASKING],
    )
    return lines.with_number("guest", set(found.values_list("pk", flat=True)))


def _uninvite(entry: AuditEntry, tournament: Tournament, by: User) -> None:
    inviting.take_back(tournament_id=tournament.pk, by=by, guest_id=number(entry, "guest"))


UNDOS: dict[str, Undo] = {
    PAUSED: Undo(_is_paused, _resume),
    RESUMED: Undo(_is_resumed, _pause_again),
    "tournament.kept_apart": Undo(
        _apart,
        lambda entry, _tournament, by: separation.let_meet(pair_id=number(entry, "apart"), by=by),
    ),
    "tournament.may_meet": Undo(_may_meet, _keep_apart),
    "tournament.asked": Undo(_invited, _uninvite),
}
