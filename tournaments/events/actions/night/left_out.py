"""Entries left out because they weren't checked in at the start: an organizer lets them in again."""

from django.db import transaction
from django.utils.translation import gettext as _

from games.engine.sentences import message
from spades_site.accounts.models import User
from spades_site.common import audit
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.forms import key_of
from tournaments.events.advance import run_due_steps
from tournaments.events.core.locks import unknown_entry
from tournaments.events.core.permissions import require_organizer
from tournaments.events.core.state import UNDER_WAY, lock, save
from tournaments.events.draw import redrawing
from tournaments.events.draw.manual_changes import by_hand
from tournaments.events.entries.taking_part import part_of
from tournaments.events.matches import late
from tournaments.events.models import Entry, Round, Tournament
from tournaments.events.notices import notify


def let_in(*, tournament_id: int, place: str, by: User) -> None:
    """Let an entry ("entry:12") play that was left out at the start, whatever the setting for late entries. Idempotent.

    It plays in the draw that waits, which is redrawn unless it was changed by hand, or else from the next round that has a
    place for it. Notifies its players. Raises Refused: "unknown_tournament", "not_organizer", "unknown_entry",
    "not_under_way", "late_closed", "user_entered", "too_few".
    """
    with transaction.atomic():
        tournament, at = lock(tournament_id), now()
        require_organizer(by, tournament)
        entry = tournament.entries.filter(pk=key_of(place.removeprefix("entry:"))).first()
        if entry is None:
            raise unknown_entry()
        if entry.status in Entry.TAKING_PART:
            return
        if entry.status != Entry.Status.ABSENT:
            raise unknown_entry()
        if tournament.status not in UNDER_WAY:
            raise Refused("not_under_way", _("The tournament is not under way."))
        if why := late.why_no_place(tournament):
            raise Refused("late_closed", why)
        users = [one.user for one in entry.players.select_related("user")]
        for user in users:
            if (part := part_of(tournament, user)) is not None:
                raise part.to_importer()
        entry.players.update(active=True)
        late.join(tournament, entry, at)
        _draw_with(tournament, entry)
        notify.back(entry, [user for user in users if user != by], by=by)
        audit.record(
            actor=by, verb="tournament.let_in", subject=tournament, entry=entry.pk, name=entry.name
        )
        if not run_due_steps(tournament, at):
            save(tournament)


def leave_out(tournament: Tournament, entry: Entry, by: User) -> None:
    """Take an entry out of the (locked) tournament's first draw, which waits, because it isn't coming; redraw it without.

    Raises Refused "too_few".
    """
    entry.status, entry.on_the_way_at = Entry.Status.WITHDRAWN, None
    entry.save(update_fields=["status", "on_the_way_at"])
    draft = _draft(tournament)
    if draft is not None:
        _redraw(draft, message("Redrawn without %(names)s.", names=entry.name))
    Entry.objects.filter(pk=entry.pk).update(status=Entry.Status.ABSENT)
    audit.record(
        actor=by, verb="tournament.left_out", subject=tournament, entry=entry.pk, name=entry.name
    )
    save(tournament)


def _draw_with(tournament: Tournament, entry: Entry) -> None:
    """Redraw the draft with a late entry, where each round is drawn by itself; fixed draws have it by now."""
    draft = _draft(tournament)
    if draft is None or not tournament.facts.late_entries_join_next_round:
        return
    if not any(map(by_hand, draft.flags)) and redrawing.may_draw_anew(draft):
        _redraw(draft, message("Redrawn with %(names)s.", names=entry.name))


def _redraw(draft: Round, note: str) -> None:
    drawn = redrawing.draw_for_present(draft, redrawing.late_entries(draft))
    drawn.flags, drawn.drawn_at = [*drawn.flags, note], now()
    drawn.save(update_fields=["flags", "drawn_at"])


def _draft(tournament: Tournament) -> Round | None:
    """Return the first stage's draw that waits for the organizer, or None."""
    drafts = tournament.rounds.filter(status=Round.Status.DRAFTED, stage__index=1)
    found = drafts.select_related("stage").order_by("number").first()
    if found is not None:
        found.tournament = found.stage.tournament = tournament
    return found
