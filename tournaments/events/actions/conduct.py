"""Appeals against a warning or deducted points for conduct (`scoring/conduct.py`), and the organizer's answer."""

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from spades_site.accounts.models import User, Viewer
from spades_site.common import audit, limits
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.text import LONGEST_REASON, clean_text
from tournaments.events.core.permissions import arbitrated_by, require_judge
from tournaments.events.core.state import UNDER_WAY, lock, save
from tournaments.events.models import ConductMark, Tournament
from tournaments.events.notices import conduct_news

LONGEST_APPEAL = 500


def appeal(*, mark_id: int, user: User, text: str) -> ConductMark:
    """Ask the organizer to undo a mark of the user's entry, once, with a reason.

    Raises Refused: "unknown_mark", "not_your_match", "appealed", "text_missing", "text_long", "text_unseen", "limit".
    """
    said = clean_text(text, what=_("The reason"), longest=LONGEST_APPEAL)
    with transaction.atomic():
        tournament, mark = _locked(mark_id)
        entry = mark.entry
        if not (entry.is_led_by(user) or entry.players.filter(user=user, active=True).exists()):
            raise Refused("not_your_match", _("Only the players concerned can appeal."))
        if mark.appealed_at is not None or mark.answered_at is not None:
            raise Refused("appealed", _("Your side has already appealed. Reload the page."))
        if not said:
            raise Refused("text_missing", _("Say why, so that the organizer can decide."))
        mark.appeal, mark.appealed_by, mark.appealed_at = said, user, now()
        mark.save(update_fields=["appeal", "appealed_by", "appealed_at"])
        conduct_news.appealed(mark)
        audit.record(actor=user, verb="match.appealed", subject=mark.match, reason=said)
        save(tournament)
        limits.count("notices", user.pk)
    return mark


def answer(*, mark_id: int, by: User, undo: bool, text: str) -> ConductMark:
    """Answer an appeal, or undo a mark without one; with `undo` its points are restored.

    Raises Refused: "unknown_mark", "not_arbiter", "own_match", "answered", "no_appeal", "reason_missing", "text_long",
    "text_unseen".
    """
    said = clean_text(text, what=_("The answer"), longest=LONGEST_REASON)
    with transaction.atomic():
        tournament, mark = _locked(mark_id)
        own = require_judge(by, tournament, mark.match.entries, mark.match)
        if mark.answered_at is not None:
            raise Refused("answered", _("That has already been answered. Reload the page."))
        if mark.appealed_at is None and not undo:
            raise Refused("no_appeal", _("Nobody has appealed, so there is nothing to answer."))
        if not said:
            raise Refused("reason_missing", _("Give a reason: the side reads the answer."))
        at = now()
        mark.answer, mark.answered_by, mark.answered_at = said, by, at
        mark.undone_at = at if undo else None
        mark.save(update_fields=["answer", "answered_by", "answered_at", "undone_at"])
        if undo and mark.penalty is not None and mark.penalty.undone_at is None:
            mark.penalty.undone_at = at
            mark.penalty.save(update_fields=["undone_at"])
        conduct_news.answered(mark)
        verb = "match.mark_undone" if undo else "match.mark_stands"
        audit.record(actor=by, verb=verb, subject=mark.match, reason=said, **own)
        save(tournament)
    return mark


def open_appeals(user: Viewer) -> QuerySet[ConductMark]:
    """Return the unanswered appeals about which the user decides, the oldest first."""
    return (
        ConductMark.objects.filter(
            appealed_at__isnull=False,
            answered_at=None,
            match__tournament__in=arbitrated_by(user).values("pk"),
        )
        .select_related("match__tournament", "match__round", "entry")
        .order_by("appealed_at", "pk")
    )


def _locked(mark_id: int) -> tuple[Tournament, ConductMark]:
    gone = Refused("unknown_mark", _("There is nothing to appeal against. Reload the page."))
    found = ConductMark.objects.filter(pk=mark_id)
    tournament_id = found.values_list("match__tournament_id", flat=True).first()
    if tournament_id is None:
        raise gone
    tournament = lock(tournament_id)
    mark = found.select_related("match__round", "match__tournament", "entry", "penalty").get()
    if tournament.status not in UNDER_WAY:
        raise gone
    return tournament, mark
