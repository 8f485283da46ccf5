"""Changing a tournament once registration is open: texts, places, times, and how a later stage is played."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any
from zlib import crc32

from django.db import transaction
from django.utils.translation import gettext as _

from spades_site.accounts.models import User
from spades_site.common import audit, limits
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.text import clean_reason
from tournaments.events.advance import run_due_steps
from tournaments.events.core.permissions import require_organizer
from tournaments.events.core.state import OPEN, UNDER_WAY, lock, save
from tournaments.events.entries.waiting import places_taken, promote
from tournaments.events.models import Stage, Status, Tournament
from tournaments.events.notices import notify
from tournaments.events.plan.match_terms import OF_MATCHES
from tournaments.events.plan.stages import StagePlan
from tournaments.events.setup import timetable
from tournaments.events.setup.creating import EDITABLE, set_stages
from tournaments.events.setup.lengths import length_of_stages
from tournaments.events.setup.proposal import NotValid, check, check_start, proposal_of

ANY_TIME = ("name", "description", "prizes", "pause_between_rounds")
STAGES = "stages"
BEFORE_START = ("starts_at", "max_entries", "waiting_list")
LOOKED_AT = 64
"""Maximum entries for which a timetable's rounds are counted, as at creation."""


def changeable(tournament: Tournament) -> tuple[str, ...]:
    """Return the fields of Proposal that `change_tournament` can change now."""
    later = (STAGES,) if stages_to_come(tournament) else ()
    if tournament.status in UNDER_WAY:
        return (*ANY_TIME, *later)
    if tournament.status not in EDITABLE | OPEN:
        return ()
    early = () if tournament.status == Status.CHECK_IN else ("check_in_minutes",)
    return (*ANY_TIME, *BEFORE_START, *early, *later)


def stages_to_come(tournament: Tournament) -> list[Stage]:
    """Return the stages after the first that haven't begun, whose rules and clock can change."""
    later = [stage for stage in tournament.stages.order_by("index") if stage.index > 1]
    begun = set(tournament.rounds.values_list("stage_id", flat=True)) if later else set()
    return [stage for stage in later if stage.pk not in begun]


def version_of(tournament: Tournament) -> int:
    """Return a version that changes with the values of the fields that can be changed now."""
    values = [(name, _value(tournament, name)) for name in changeable(tournament)]
    return crc32(repr(values).encode())


def change_tournament(
    *,
    tournament_id: int,
    by: User,
    reason: str = "",
    expected_version: int | None = None,
    **changes: Any,
) -> Tournament:
    """Change fields of Proposal that can still be changed; refuse others. Idempotent.

    A new start notifies everybody who has entered; more places admit entries from the waiting list. Of `stages` only
    those of `stages_to_come` can differ, in the fields OF_MATCHES. `expected_version`
    is the `version_of` when the page was rendered; None: any.

    Raises Refused: "unknown_tournament", "not_organizer", "begun", "stale", "limit", or NotValid with errors by field.
    """
    reason = clean_reason(reason)
    with transaction.atomic():
        tournament = lock(tournament_id)
        require_organizer(by, tournament)
        if set(changes) - set(changeable(tournament)):
            raise Refused(
                "begun",
                _("Meanwhile this tournament has gone on. Reload the page to see what can change."),
            )
        changes = _cleaned(tournament, changes)
        before = {name: _value(tournament, name) for name in changes}
        changes = {name: value for name, value in changes.items() if value != before[name]}
        if not changes:
            return tournament
        if expected_version not in (None, version_of(tournament)):
            raise Refused(
                "stale",
                _("Somebody has changed this tournament meanwhile. Look at it as it is now."),
            )
        for name, value in changes.items():
            if name == STAGES:
                set_stages(tournament, value)
            else:
                setattr(tournament, name, value)
        if "starts_at" in changes:
            if tournament.status in OPEN:
                limits.count("notices", by.pk)
            notify.moved(tournament)
        audit.record(
            actor=by,
            verb="tournament.start_moved" if [*changes] == ["starts_at"] else "tournament.changed",
            subject=tournament,
            reason=reason,
            before={name: _in_log(before[name]) for name in changes},
            after={name: _in_log(value) for name, value in changes.items()},
        )
        save(tournament)
        promote(tournament)
        run_due_steps(tournament, now())
    return tournament


def _cleaned(tournament: Tournament, changes: dict[str, Any]) -> dict[str, Any]:
    """Return the changes with tidied texts. Raises NotValid for mistakes in the changes themselves."""
    at, proposal = now(), proposal_of(tournament)
    known = check(proposal, at).errors
    if STAGES in changes:
        _require_to_come(tournament, changes[STAGES])
    others = {name: value for name, value in changes.items() if name != "starts_at"}
    found = check(replace(proposal, **others), at)
    errors = {
        name: sentences for name, sentences in found.errors.items() if known.get(name) != sentences
    }
    starts_at = changes.get("starts_at", tournament.starts_at)
    if starts_at != tournament.starts_at:
        wrong = check_start(starts_at, at) or timetable.check_moved(
            tournament, starts_at, lambda: _rounds_at_most(tournament)
        )
        errors |= {"starts_at": wrong} if wrong else {}
    taken = places_taken(tournament)
    if changes.get("max_entries", taken) < min(taken, tournament.max_entries):
        errors["max_entries"] = [
            _("%(taken)d places are taken. Remove entries first, or keep as many places.")
            % {"taken": taken}
        ]
    if errors:
        raise NotValid(errors)
    texts = {"name": found.name, "description": found.description, "prizes": found.prizes}
    stages = {STAGES: found.stages} if STAGES in changes else {}
    return changes | {name: text for name, text in texts.items() if name in changes} | stages


def _require_to_come(tournament: Tournament, plans: Sequence[StagePlan]) -> None:
    """Raise Refused "begun" unless these plans differ from the stages only where matches to come are played otherwise."""
    fixed = {stage.index for stage in tournament.stages.all()}
    fixed -= {stage.index for stage in stages_to_come(tournament)}
    own: dict[str, Any] = dict.fromkeys(OF_MATCHES)
    same = [
        before == after if index in fixed else replace(before, **own) == replace(after, **own)
        for index, (before, after) in enumerate(zip(tournament.plans, plans, strict=False), start=1)
    ]
    if len(plans) != len(tournament.plans) or not all(same):
        raise Refused(
            "begun",
            _("Meanwhile this tournament has gone on. Reload the page to see what can change."),
        )


def _value(tournament: Tournament, name: str) -> Any:
    return tournament.plans if name == STAGES else getattr(tournament, name)


def _rounds_at_most(tournament: Tournament) -> int:
    """Return the number of rounds with all places filled, as validated at creation."""
    return length_of_stages(tournament.plans, min(tournament.max_entries, LOOKED_AT)).rounds


def _in_log(value: Any) -> Any:
    if isinstance(value, tuple):
        return [{"format": plan.format, **plan.options} for plan in value]
    return value.isoformat() if isinstance(value, datetime) else value
