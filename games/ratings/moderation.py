"""Staff decide whether a game counts for ratings: what a league's organizers decide changes none."""

from django.db import transaction
from django.utils.translation import gettext as _

from games.ratings.models import RatedResult
from games.ratings.services import confirm_result, void_result
from games.tables.texts.rules import rules_said
from spades_site.accounts.models import User
from spades_site.accounts.rights import public_reason, require_right
from spades_site.common.audit import subject_of
from spades_site.common.errors import Refused
from spades_site.common.models import AuditEntry
from spades_site.notices.services import by_staff

RIGHT = "ratings.change_ratedresult"


def decide_rating(*, result_id: int, by: User, reason: str, counts: bool) -> RatedResult:
    """Void a game's rating, or (`counts`) let it count again, and notify its players. Idempotent.

    Raises Refused: "not_staff", "reason_missing", "unknown_game", "own_match".
    """
    require_right(by, RIGHT)
    reason = public_reason(reason)
    with transaction.atomic():
        found = RatedResult.objects.select_related("table").filter(pk=result_id).first()
        if found is None:
            raise Refused("unknown_game", _("There is no such game any more."))
        players = [change.user for change in found.changes.select_related("user")]
        if by in players:
            raise Refused(
                "own_match", _("You played in this game. Ask somebody else of the staff to decide.")
            )
        decide = confirm_result if counts else void_result
        try:
            result = decide(found.table_id, by, reason)
        except Refused as refusal:
            if refusal.code not in ("already_void", "not_void"):
                raise
            return found
        entry = AuditEntry.objects.filter(subject=subject_of(result)).latest("pk")
        table = found.table
        by_staff(
            players,
            "rating_counts" if counts else "rating_void",
            table.title or rules_said(table.rules),
            table.get_absolute_url(),
            reason,
            entry.pk,
        )
    return result
