"""Points that the organizer deducts from an entry (in individual formats: a person), with a public reason.

They count in the standings of the current stage until they are restored. A knock-out has no points.
"""

from datetime import timedelta
from decimal import Decimal
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from spades_site.accounts.models import User
from spades_site.common import audit
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.text import clean_reason
from tournaments.events.core.permissions import require_judge
from tournaments.events.core.state import UNDER_WAY, lock, save
from tournaments.events.models import Entry, Penalty, Stage, Tournament
from tournaments.events.notices import notify
from tournaments.events.scoring.stage_fields import current_stage, field_of_stage
from tournaments.standings import StandingsError
from tournaments.standings.model import hundredths

MOST = 1000
"""The largest deduction, in points."""
A_MOMENT = timedelta(minutes=1)


def penalize(*, entry_id: int, points: Decimal | int | str, by: User, reason: str) -> Penalty:
    """Deduct `points` from an entry in the current stage, effective immediately.

    Raises Refused: "unknown_entry", "not_arbiter", "own_match", "not_under_way", "no_points", "points_unclear",
    "reason_missing", "taken_already".
    """
    reason = clean_reason(reason)
    with transaction.atomic():
        found = Entry.objects.filter(pk=entry_id).values_list("tournament_id", flat=True).first()
        tournament, own = _locked(found, by, entry_id)
        stage = _stage_with_points(tournament)
        entry = next((one for one in field_of_stage(stage) if one.pk == entry_id), None)
        if entry is None:
            raise _unknown()
        amount = _amount(points)
        if not reason:
            raise Refused("reason_missing", _("Give a reason: it is shown in the standings."))
        _check_not_said(entry, stage, amount, reason)
        made = Penalty.objects.create(
            entry=entry, stage=stage, points=amount, reason=reason, by=by, at=now()
        )
        notify.penalized(made)
        audit.record(
            actor=by, verb="tournament.penalized", subject=tournament, reason=reason,
            name=entry.name, points=str(made.amount), penalty=made.pk, **own,
        )  # fmt: skip
        save(tournament)
    return made


def undo(*, penalty_id: int, by: User) -> None:
    """Restore deducted points; the deduction remains on record.

    Raises Refused: "unknown_entry", "not_arbiter", "own_match", "not_under_way", "already_undone".
    """
    with transaction.atomic():
        found = Penalty.objects.filter(pk=penalty_id)
        key, entry_id = found.values_list("entry__tournament_id", "entry_id").first() or (None, 0)
        tournament, own = _locked(key, by, entry_id)
        made = found.select_related("entry").get()
        if made.undone_at is not None:
            raise Refused("already_undone", _("Those points have already been restored."))
        made.undone_at = now()
        made.save(update_fields=["undone_at"])
        audit.record(
            actor=by, verb="tournament.penalty_undone", subject=tournament,
            name=made.entry.name, points=str(made.amount), **own,
        )  # fmt: skip
        save(tournament)


def held_in(tournament: Tournament) -> list[Penalty]:
    """Return the penalties in force, the newest first, each with its entry."""
    held = Penalty.objects.filter(entry__tournament=tournament, undone_at=None)
    return list(held.select_related("entry").order_by("-pk"))


def penalizable(tournament: Tournament) -> set[int]:
    """Return the keys of the entries that can be penalized now: those in a current stage with points."""
    stage = current_stage(tournament) if tournament.status in UNDER_WAY else None
    if stage is None or stage.plan.is_knock_out:
        return set()
    return {entry.pk for entry in field_of_stage(stage)}


def _locked(
    tournament_id: int | None, by: User, entry_id: int
) -> tuple[Tournament, dict[str, Any]]:
    """Lock the tournament; return it, and what the log adds about the user's own side."""
    if tournament_id is None:
        raise _unknown()
    tournament = lock(tournament_id)
    own = require_judge(by, tournament, list(tournament.entries.filter(pk=entry_id)))
    if tournament.status not in UNDER_WAY:
        raise Refused(
            "not_under_way",
            _("Points can be deducted and restored only while the tournament is under way."),
        )
    return tournament, own


def _stage_with_points(tournament: Tournament) -> Stage:
    stage = current_stage(tournament)
    if stage is None or stage.plan.is_knock_out:
        raise Refused(
            "no_points",
            _(
                "A knock-out has no points to deduct. Decide the match instead, or remove the "
                "entry, which then forfeits its matches."
            ),
        )
    return stage


def _amount(points: Decimal | int | str) -> Decimal:
    try:
        exact = hundredths(points)
    except StandingsError:
        exact = 0
    if not 0 < exact <= MOST * 100:
        raise Refused(
            "points_unclear",
            _("Deduct more than 0 and at most %(most)d points, with at most two decimals.")
            % {"most": MOST},
        )
    return Decimal(exact) / 100


def _check_not_said(entry: Entry, stage: Stage, amount: Decimal, reason: str) -> None:
    """Refuse to repeat a recent penalty: a double click, or two organizers at once."""
    like = Penalty.objects.filter(entry=entry, stage=stage, points=amount, undone_at=None)
    if like.filter(reason=reason, at__gt=now() - A_MOMENT).exists():
        raise Refused(
            "taken_already",
            _(
                "These points were deducted for the same reason a moment ago. To deduct more, give "
                "another reason."
            ),
        )


def _unknown() -> Refused:
    return Refused(
        "unknown_entry", _("That entry doesn’t play in the current stage. Reload the page.")
    )
