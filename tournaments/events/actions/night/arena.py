"""Pausing in an arena and being ready again; leaving and coming back is withdrawing and taking that back."""

from django.db import transaction
from django.utils.translation import gettext as _

from spades_site.accounts.models import User
from spades_site.common import audit
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from tournaments.events.advance import run_due_steps
from tournaments.events.core import arena
from tournaments.events.core.locks import lock_entry
from tournaments.events.core.permissions import require_organizer
from tournaments.events.core.state import lock, save
from tournaments.events.entries.taking_part import entries_of
from tournaments.events.models import Entry, Tournament

PAUSED, READY = "arena.paused", "arena.ready"


def pause(*, tournament_id: int, user: User) -> Entry:
    """Don't pair the user's entry any more; a match in play goes on. Either partner may do so. Idempotent.

    Raises Refused: "unknown_tournament", "not_entered", "no_arena".
    """
    with transaction.atomic():
        return _set_own(tournament_id, user, paused=True)


def ready(*, tournament_id: int, user: User) -> Entry:
    """Pair the user's entry again, at once or after its match in play. Idempotent. Raises Refused as `pause`."""
    with transaction.atomic():
        return _set_own(tournament_id, user, paused=False)


def pause_entry(*, entry_id: int, by: User) -> Entry:
    """Don't pair an entry any more, as an organizer. Idempotent.

    Raises Refused: "unknown_entry", "not_organizer", "not_entered", "no_arena".
    """
    with transaction.atomic():
        return _set(entry_id, by, paused=True)


def ready_entry(*, entry_id: int, by: User) -> Entry:
    """Pair an entry again, as an organizer. Idempotent. Raises Refused as `pause_entry`."""
    with transaction.atomic():
        return _set(entry_id, by, paused=False)


def _set_own(tournament_id: int, user: User, *, paused: bool) -> Entry:
    tournament = lock(tournament_id)
    entry = entries_of(tournament, user).filter(status__in=Entry.LIVE).first()
    return _change(tournament, entry, user, paused=paused)


def _set(entry_id: int, by: User, *, paused: bool) -> Entry:
    tournament, entry = lock_entry(entry_id)
    require_organizer(by, tournament)
    return _change(tournament, entry, by, paused=paused)


def _change(tournament: Tournament, entry: Entry | None, by: User, *, paused: bool) -> Entry:
    round_, at = arena.open_arena(tournament), now()
    if round_ is None or arena.is_over(tournament, round_, at):
        raise Refused("no_arena", _("No arena is open here now, so nobody is paired."))
    if entry is None:
        raise Refused("not_entered", _("You aren’t entered in this tournament."))
    found = arena.field(round_.stage).filter(pk=entry.pk).first()
    if found is None:
        raise Refused("not_entered", _("This entry isn’t in the arena."))
    if found.paused == paused:
        return found
    if paused:
        found.paused, found.free_since = True, None
        found.save(update_fields=["paused", "free_since"])
    else:
        arena.wait(tournament, found, at)
    audit.record(
        actor=by, verb=PAUSED if paused else READY, subject=tournament,
        entry=found.pk, name=found.name,
    )  # fmt: skip
    if not run_due_steps(tournament, at):
        save(tournament)
    found.refresh_from_db()
    return found
