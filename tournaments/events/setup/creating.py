"""Creating and editing tournaments. The organizers' form and all other callers use the same validation."""

import secrets
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.forms.models import model_to_dict
from django.utils.translation import gettext as _

from spades_site.accounts.models import User
from spades_site.common import audit, limits
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.text import LONGEST_REASON, clean_text
from tournaments.events.core.permissions import may_create, require_organizer
from tournaments.events.core.state import OPEN, lock, save
from tournaments.events.models import Stage, Status, Tournament
from tournaments.events.notices import notify
from tournaments.events.setup import timetable
from tournaments.events.setup.conditions import take_over
from tournaments.events.setup.individual import apply_individual
from tournaments.events.setup.lengths import length_of_stages
from tournaments.events.setup.proposal import (
    STORED_AS_THEY_ARE,
    Checked,
    NotValid,
    Proposal,
    check,
    check_start,
)
from tournaments.events.setup.shared_deals import apply_shared_deals
from tournaments.events.setup.stage_proposal import STORED as STORED_WITH_STAGES
from tournaments.leagues.permissions import require_account
from tournaments.leagues.slugs import free_slug

EDITABLE = frozenset({str(Status.DRAFT), str(Status.ANNOUNCED)})
"""States before registration opens."""


def check_tournament(**fields: Any) -> dict[str, list[str]]:
    """Return the mistakes in these fields (Proposal's), by field; empty if there are none."""
    return check(Proposal(**fields), now()).errors


def create_tournament(*, by: User, form_token: str = "", **fields: Any) -> Tournament:
    """Create a draft from the fields of Proposal.

    `form_token` identifies the rendered form: submitting it again (a double click, the back button) creates no second
    tournament, and updates the first one until registration opens.

    Raises Refused: "guest", "not_organizer", "limit", or NotValid with errors.
    """
    proposal, checked = _checked(fields)
    try:
        with transaction.atomic():
            require_account(by)
            _require_may_create(by, proposal)
            made = _made_from(by, form_token)
            if made is not None:
                return _made_again(made, by, proposal, checked)
            return _make(by, form_token, proposal, checked)
    except IntegrityError:
        made = _made_from(by, form_token)
        if made is None:
            raise
        return made  # Both submissions were concurrent.


def _make(by: User, form_token: str, proposal: Proposal, checked: Checked) -> Tournament:
    tournament = Tournament(
        slug=free_slug(
            Tournament,
            checked.name,
            hidden=proposal.league is not None and not proposal.league.is_public,
        ),
        seed=secrets.token_hex(16),
        status=Status.DRAFT,
        created_by=by,
        created_at=now(),
        form_token=form_token,
    )
    _take_over(tournament, proposal, checked)
    limits.count("tournaments", by.pk)
    tournament.save()
    _set_stages(tournament, proposal)
    audit.record(actor=by, verb="tournament.created", subject=tournament, name=tournament.name)
    return tournament


def _made_from(by: User, form_token: str) -> Tournament | None:
    return (
        Tournament.objects.filter(created_by=by, form_token=form_token).first()
        if form_token
        else None
    )


def _made_again(made: Tournament, by: User, proposal: Proposal, checked: Checked) -> Tournament:
    """Return the tournament that a form has already created, with later changes applied."""
    tournament = lock(made.pk)
    before = model_to_dict(tournament)
    if tournament.status not in EDITABLE:
        return tournament
    _take_over(tournament, proposal, checked)
    if model_to_dict(tournament) != before or tournament.plans != proposal.stages:
        _set_stages(tournament, proposal)
        save(tournament)
        audit.record(actor=by, verb="tournament.edited", subject=tournament, name=tournament.name)
    return tournament


def edit_tournament(*, tournament_id: int, by: User, **fields: Any) -> Tournament:
    """Edit a tournament before registration opens, with all fields of Proposal; its address doesn't change.

    Only code makes tournaments of teams, so what the organizers' form doesn't ask about them stays.

    Raises Refused: "unknown_tournament", "not_organizer", "too_late_to_edit", or NotValid with errors.
    """
    unasked = Tournament.objects.filter(pk=tournament_id).values("is_team", "line_up_minutes")
    proposal, checked = _checked((unasked.first() or {}) | fields)
    with transaction.atomic():
        tournament = lock(tournament_id)
        require_organizer(by, tournament)
        if tournament.status not in EDITABLE:
            raise Refused(
                "too_late_to_edit",
                _("People have entered under these terms. Only the start can still be moved."),
            )
        if proposal.league != tournament.league:
            _require_may_create(by, proposal)
        _take_over(tournament, proposal, checked)
        _set_stages(tournament, proposal)
        save(tournament)
        audit.record(actor=by, verb="tournament.edited", subject=tournament, name=tournament.name)
    return tournament


def move_start(
    *, tournament_id: int, by: User, starts_at: datetime, reason: str = ""
) -> Tournament:
    """Move a tournament's start before it has begun; an open check-in stays open.

    Raises Refused: "unknown_tournament", "not_organizer", "begun", "limit", or NotValid with errors at "starts_at".
    """
    reason = clean_text(reason, what=_("The reason"), longest=LONGEST_REASON)
    with transaction.atomic():
        tournament = lock(tournament_id)
        require_organizer(by, tournament)
        if tournament.status not in EDITABLE | OPEN:
            raise Refused(
                "begun", _("The tournament has begun or is over; its start can't be moved.")
            )
        errors = check_start(starts_at, now()) or timetable.check_moved(
            tournament, starts_at, lambda: _rounds_at_most(tournament)
        )
        if errors:
            raise NotValid({"starts_at": errors})
        planned, tournament.starts_at = tournament.starts_at, starts_at
        if tournament.status in OPEN:
            limits.count("notices", by.pk)
        save(tournament)
        audit.record(
            actor=by,
            verb="tournament.start_moved",
            subject=tournament,
            reason=reason,
            planned=planned.isoformat(),
        )
        notify.moved(tournament)
    return tournament


def delete_draft(*, tournament_id: int, by: User) -> None:
    """Delete a tournament that was never announced; only the audit log keeps its name.

    Raises Refused: "unknown_tournament", "not_organizer", "announced".
    """
    with transaction.atomic():
        tournament = lock(tournament_id)
        require_organizer(by, tournament)
        if tournament.status != Status.DRAFT:
            raise Refused(
                "announced",
                _(
                    "This tournament has been announced. Cancel it instead, so that the people who know "
                    "of it are notified."
                ),
            )
        audit.record(actor=by, verb="tournament.deleted", subject=tournament, name=tournament.name)
        tournament.delete()


def _rounds_at_most(tournament: Tournament) -> int:
    """Return the number of rounds with all places filled, as validated at creation."""
    return length_of_stages(tournament.plans, min(tournament.max_entries, 64)).rounds


def _checked(fields: dict[str, Any]) -> tuple[Proposal, Checked]:
    proposal = Proposal(**fields)
    checked = check(proposal, now())
    if checked.errors:
        raise NotValid(checked.errors)
    return proposal, checked


def _set_stages(tournament: Tournament, proposal: Proposal) -> None:
    """Replace the stages by the planned ones; nothing has been drawn in them."""
    tournament.stages.filter(index__gt=len(proposal.stages)).delete()
    for index, plan in enumerate(proposal.stages, start=1):
        Stage.objects.update_or_create(
            tournament=tournament,
            index=index,
            defaults={"format": plan.format, "options": plan.options},
        )
    tournament.refresh_from_db(fields=["stages"])


def _require_may_create(by: User, proposal: Proposal) -> None:
    if not may_create(by, proposal.league):
        raise Refused(
            "not_organizer",
            _("Only an organizer of the league can create its tournaments. Ask one of them."),
        )


def _take_over(tournament: Tournament, proposal: Proposal, checked: Checked) -> None:
    for name in STORED_AS_THEY_ARE:
        setattr(tournament, name, getattr(proposal, name))
    tournament.name, tournament.description = checked.name, checked.description
    tournament.min_entries = checked.min_entries
    tournament.rules, tournament.scoring = checked.rules, checked.scoring
    tournament.is_individual = proposal.is_individual
    if tournament.is_individual:
        apply_individual(tournament, proposal.first_format)
    elif tournament.is_team:
        tournament.entry_with_partner = tournament.entry_alone = False
    elif tournament.side_size == 1:
        tournament.entry_with_partner, tournament.entry_alone = False, True
    apply_shared_deals(tournament, proposal.first_format)
    for name in STORED_WITH_STAGES:
        setattr(tournament, name, getattr(proposal, name))
    take_over(tournament, proposal)
