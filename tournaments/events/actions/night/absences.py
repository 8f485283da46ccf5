"""An organizer's options when players of a match are missing: extend the grace period, or apply a no-show rule early."""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from games.tables.services import delay_match
from spades_site.accounts.models import User
from spades_site.common import audit
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from tournaments.events.advance import run_due_steps
from tournaments.events.core import line_ups
from tournaments.events.core.locks import lock_match
from tournaments.events.core.permissions import require_organizer
from tournaments.events.core.state import UNDER_WAY, save
from tournaments.events.entries.substitutes import LAST_RESORT, called_to
from tournaments.events.matches import no_shows
from tournaments.events.models import Match, NoShow, Tournament

LONGEST_WAIT = timedelta(hours=1)
"""How far into the future a grace period can be extended."""


def extend_grace(*, match_id: int, until: datetime, by: User) -> None:
    """Extend the grace period of a match's tables to `until`. Idempotent; never shortens it.

    Raises Refused: "unknown_match", "not_organizer", "not_waiting", "too_long".
    """
    with transaction.atomic():
        tournament, match = _waiting(match_id, by)
        ends = _ends(match)
        if until <= ends:
            return
        if until > now() + LONGEST_WAIT:
            raise Refused("too_long", _("Tables wait an hour at most. Decide the match instead."))
        _wait(tournament, match, until)
        audit.record(
            actor=by, verb="match.grace_extended", subject=match, until=until.isoformat(),
            before=ends.isoformat(),
        )  # fmt: skip


def undo_extension(*, match_id: int, until: datetime, before: datetime, by: User) -> None:
    """Undo an extension to `until`: the grace period ends at `before` again. Idempotent.

    Raises Refused: "unknown_match", "not_organizer", "not_waiting", "grace_over".
    """
    with transaction.atomic():
        tournament, match = _waiting(match_id, by)
        if match.waits_until != until:
            return
        if before <= now():
            raise Refused(
                "grace_over",
                _("Without the extension the time would be over already. Decide what happens now."),
            )
        _wait(tournament, match, before)
        audit.record(actor=by, verb="match.grace_restored", subject=match, until=before.isoformat())


def settle_absence(*, match_id: int, how: str, seen: Collection[int], by: User) -> None:
    """Apply the no-show rule `how` (of NoShow) to a match at once.

    `seen` has the keys of the people shown to the organizer as absent; refused if others are missing by now. Raises
    Refused: "unknown_match", "not_organizer", "not_waiting", "stale", "nobody_in_reserve".
    """
    with transaction.atomic():
        tournament, match = _waiting(match_id, by)
        missing = line_ups.missing_from(no_shows.waiting_tables(match))
        if {row.user_id for row in missing} != set(seen) or not missing:
            raise Refused(
                "stale",
                _("Who is missing has changed since you looked. Look again, then decide."),
            )
        rule = NoShow(how)
        if rule == NoShow.SUBSTITUTE and not no_shows.can_substitute(tournament, match, missing):
            raise Refused(
                "nobody_in_reserve",
                _("Nobody is in reserve now. Ask somebody by name on the entry’s page."),
            )
        at = now()
        no_shows.settle(tournament, match, missing, rule, at, by)
        names = ", ".join(row.user.username for row in missing)
        audit.record(actor=by, verb=f"match.absence_{rule}", subject=match, name=names)
        if not run_due_steps(tournament, at):
            save(tournament)


def _waiting(match_id: int, by: User) -> tuple[Tournament, Match]:
    """Lock a match's tournament; return both if a table of the match waits for players."""
    tournament, match = lock_match(match_id)
    require_organizer(by, tournament)
    playing = tournament.status in UNDER_WAY and match.status == Match.Status.PLAYING
    if not playing or not no_shows.waiting_tables(match):
        raise Refused(
            "not_waiting",
            _("This match waits for nobody any more: it has begun, or is over. Reload the page."),
        )
    return tournament, match


def _ends(match: Match) -> datetime:
    return match.grace_ends(min(map(no_shows.opened_at, no_shows.waiting_tables(match))))


def _wait(tournament: Tournament, match: Match, until: datetime) -> None:
    match.waits_until = until
    match.save(update_fields=["waits_until"])
    looked_after = tournament.no_show != NoShow.BOT and not called_to(match).exists()
    begins = until + timedelta(seconds=LAST_RESORT if looked_after else 0)
    for at in sorted(no_shows.waiting_tables(match), key=lambda one: one.table_id or 0):
        assert at.table_id is not None
        delay_match(at.table_id, begins)
    save(tournament)
