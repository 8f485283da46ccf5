"""Creating and editing tournaments. The organizers' form and all other callers use the same validation."""

import json
import secrets
from collections.abc import Collection, Sequence
from datetime import UTC
from decimal import Decimal
from typing import Any
from zlib import crc32

from django.db import IntegrityError, transaction
from django.forms.models import model_to_dict
from django.utils.translation import gettext as _

from spades_site.accounts.models import User
from spades_site.common import audit, limits, switches
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.models import AuditEntry
from tournaments.events.core.permissions import may_create, require_organizer
from tournaments.events.core.state import lock, save
from tournaments.events.models import Stage, Status, Tournament
from tournaments.events.plan.choices import EntryKind
from tournaments.events.plan.stages import StagePlan
from tournaments.events.setup.conditions import take_over
from tournaments.events.setup.proposal import (
    STORED_AS_THEY_ARE,
    Checked,
    NotValid,
    Proposal,
    check,
)
from tournaments.events.setup.shared_deals import apply_shared_deals
from tournaments.events.setup.stage_proposal import STORED as STORED_WITH_STAGES
from tournaments.leagues.permissions import require_account
from tournaments.leagues.slugs import free_slug

EDITABLE = frozenset({str(Status.DRAFT), str(Status.ANNOUNCED)})
"""States before registration opens."""
WAYS = {EntryKind.PLAYER: (False, True), EntryKind.TEAM: (False, False)}
"""Whether players may enter with a partner and alone, if the kind of entry decides that."""


def check_tournament(**fields: Any) -> dict[str, list[str]]:
    """Return the mistakes in these fields of Proposal, by field; empty if there are none."""
    return check(Proposal(**fields), now()).errors


def create_tournament(*, by: User, form_token: str = "", **fields: Any) -> Tournament:
    """Create a draft from the fields of Proposal.

    `form_token` identifies the rendered form: submitting it again (a double click, the back button) creates no second
    tournament, and updates the first one until registration opens.

    Raises Refused: "guest", "not_organizer", "limit", "switched_off", or NotValid with errors.
    """
    proposal = Proposal(**fields)
    checked = check_proposal(proposal)
    try:
        with transaction.atomic():
            require_account(by)
            _require_may_create(by, proposal)
            made = _made_from(by, form_token)
            if made is not None:
                return _made_again(made, by, proposal, checked)
            switches.require("tournaments")
            limits.count("tournaments", by.pk)
            return new_draft(by, proposal, checked, actor=by, form_token=form_token)
    except IntegrityError:
        made = _made_from(by, form_token)
        if made is None:
            raise
        return made  # Both submissions ran concurrently.


def new_draft(
    by: User, proposal: Proposal, checked: Checked, *, actor: User | None, form_token: str = ""
) -> Tournament:
    """Create a draft from a checked proposal in the name of `by`, whose account the caller keeps open. `actor` is for
    the log; None: the platform itself.
    """
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
    tournament.save()
    set_stages(tournament, checked.stages)
    audit.record(actor=actor, verb="tournament.created", subject=tournament, name=tournament.name)
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
    if tournament.status not in EDITABLE:
        return tournament
    before, version = _in_log(tournament), version_of(tournament)
    _take_over(tournament, proposal, checked)
    set_stages(tournament, checked.stages)
    if _in_log(tournament) != before:
        edits = AuditEntry.objects.filter(
            subject=audit.subject_of(tournament), verb="tournament.edited"
        )
        if edits.exclude(actor=by).exists():
            raise Refused(
                "stale",
                _(
                    "This form made the draft “%(name)s”, which somebody else has changed since. Open the draft to change it."
                )
                % {"name": before["name"]},
            )
        save(tournament)
        _log_edited(tournament, by, before, version)
    return tournament


LOOKED_BACK = 50
"""How many earlier edits are searched for the changes since a form was rendered."""
OF_ITS_LIFE = frozenset(
    {
        "status",
        "status_reason",
        "paused_at",
        "pauses",
        "finished_at",
        "winner",
        "created_by",
        "hidden_at",
    }
)
"""Fields that change without an edit."""
NOT_IN_LOG = ("id", "slug", "seed", "version", "form_token", "next_due_at")


def _in_log(tournament: Tournament) -> dict[str, Any]:
    """Return the editable fields in the log's format, without the seed."""
    fields = model_to_dict(tournament, exclude=NOT_IN_LOG)
    stages = [{"format": plan.format, **plan.options} for plan in tournament.plans]
    plain: dict[str, Any] = json.loads(json.dumps(fields | {"stages": stages}, default=_plain))
    return plain


def _plain(value: Any) -> Any:
    return float(value) if isinstance(value, Decimal) else value.astimezone(UTC).isoformat()


def _edited(tournament: Tournament) -> dict[str, Any]:
    """Return the part of the log's fields that an edit can change."""
    return {name: one for name, one in _in_log(tournament).items() if name not in OF_ITS_LIFE}


def _log_edited(tournament: Tournament, by: User, before: dict[str, Any], was: int) -> None:
    """Add an entry with the fields that changed; `was` is the version before."""
    after = _in_log(tournament)
    changed = [name for name, value in after.items() if value != before[name]]
    audit.record(
        actor=by,
        verb="tournament.edited",
        subject=tournament,
        name=tournament.name,
        was=was,
        before={name: before[name] for name in changed},
        after={name: after[name] for name in changed},
    )


class ChangedMeanwhile(Refused):
    """Refusal because somebody has edited the tournament since the form was rendered; `fields` are the changed ones."""

    def __init__(self, sentence: str, fields: Collection[str]) -> None:
        super().__init__("stale", sentence)
        self.fields = fields


def version_of(tournament: Tournament) -> int:
    """Return a version that changes with anything that can be edited before registration opens."""
    return crc32(json.dumps(_edited(tournament), sort_keys=True).encode())


def edit_tournament(
    *, tournament_id: int, by: User, expected_version: int | None = None, **fields: Any
) -> Tournament:
    """Edit a tournament before registration opens, with all fields of Proposal; its address doesn't change.

    Idempotent. Fields of team tournaments that the organizers' form lacks are kept. `expected_version` is the
    `version_of` when the form was rendered; None: any.

    Raises Refused: "unknown_tournament", "not_organizer", "too_late_to_edit", ChangedMeanwhile ("stale"), or NotValid
    with errors.
    """
    stored = Tournament.objects.filter(pk=tournament_id).first()
    unasked = (
        {name: getattr(stored, name) for name in ("is_team", "line_up_minutes")} if stored else {}
    )
    proposal = Proposal(**(unasked | fields))
    checked = check_proposal(proposal)
    with transaction.atomic():
        tournament = lock(tournament_id)
        require_organizer(by, tournament)
        if tournament.status not in EDITABLE:
            raise Refused(
                "too_late_to_edit",
                _(
                    "People have entered under these terms. Only texts, places and times can still change."
                ),
            )
        if proposal.league != tournament.league:
            _require_may_create(by, proposal)
        before, version = _in_log(tournament), version_of(tournament)
        _take_over(tournament, proposal, checked)
        set_stages(tournament, checked.stages)
        if expected_version not in (None, version) and version_of(tournament) != version:
            raise _changed_meanwhile(tournament, expected_version)
        save(tournament)
        _log_edited(tournament, by, before, version)
    return tournament


def _changed_meanwhile(tournament: Tournament, expected_version: int | None) -> ChangedMeanwhile:
    """Return the refusal to overwrite changes that somebody else has made since this version."""
    edits = AuditEntry.objects.filter(
        subject=audit.subject_of(tournament), verb="tournament.edited"
    ).select_related("actor")
    names: list[str] = []
    fields: dict[str, None] = {}
    for edit in edits.order_by("-pk")[:LOOKED_BACK]:
        if edit.actor is not None and edit.actor.username not in names:
            names.append(edit.actor.username)
        fields |= dict.fromkeys(edit.data.get("after", {}))
        if edit.data.get("was") == expected_version:
            break
    who = ", ".join(reversed(names)) or _("Somebody")
    return ChangedMeanwhile(
        _(
            "%(names)s changed this draft after you opened it, so nothing was saved. What you typed is still here: "
            "saving it again replaces those changes."
        )
        % {"names": who},
        tuple(fields),
    )


def delete_draft(*, tournament_id: int, by: User) -> None:
    """Delete a tournament that was never announced; its name remains in the audit log.

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
        audit.record(
            actor=by,
            verb="tournament.deleted",
            subject=tournament,
            name=tournament.name,
            before=_in_log(tournament),
        )
        if tournament.league is not None:
            # Log it in the league's log, because the tournament's own can't be read any more.
            audit.record(
                actor=by,
                verb="league.draft_deleted",
                subject=tournament.league,
                name=tournament.name,
                tournament=tournament.pk,
                before=_in_log(tournament),
            )
        tournament.delete()


def check_proposal(proposal: Proposal) -> Checked:
    """Return the proposal validated. Raises NotValid with its mistakes."""
    checked = check(proposal, now())
    if checked.errors:
        raise NotValid(checked.errors)
    return checked


def set_stages(tournament: Tournament, plans: Sequence[StagePlan]) -> None:
    """Replace the stages by the planned ones; nothing has been drawn in those that change."""
    tournament.stages.filter(index__gt=len(plans)).delete()
    for index, plan in enumerate(plans, start=1):
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
    tournament.prizes = checked.prizes
    tournament.min_entries = max(checked.min_entries, proposal.facts.least)
    tournament.rules, tournament.scoring = checked.rules, checked.scoring
    tournament.entry_kind = checked.entry_kind
    tournament.entry_with_partner, tournament.entry_alone = WAYS.get(
        checked.entry_kind, (proposal.entry_with_partner, proposal.entry_alone)
    )
    apply_shared_deals(tournament, proposal.facts)
    for name in STORED_WITH_STAGES:
        setattr(tournament, name, getattr(proposal, name))
    take_over(tournament, proposal)
