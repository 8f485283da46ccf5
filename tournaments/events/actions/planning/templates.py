"""Proposals stored as a league's templates, and a person's unfinished proposal."""

from collections.abc import Mapping
from dataclasses import fields
from datetime import datetime
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

from django.db import transaction
from django.forms.models import model_to_dict
from django.utils.translation import gettext as _

from games import engine
from spades_site.accounts.models import User
from spades_site.common import audit
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.folding import called
from tournaments.events.models import Schedule, Template, UnfinishedProposal
from tournaments.events.plan.stages import StagePlan
from tournaments.events.setup.proposal import NotValid, Proposal, check
from tournaments.leagues.locks import lock_league
from tournaments.leagues.models import League, Season
from tournaments.leagues.permissions import require_account, require_organizer

MOST_TEMPLATES = 40
LONGEST_FORM = 60_000
"""Maximum length of an unfinished form, in characters; a complete one has about 5000."""
LEFT_OUT = ("name", "league", "season", "starts_at", "round_times", "seeded_from")
"""Fields of a proposal that a template stores separately, or that belong to a single tournament."""


def save_template(*, by: User, zone: str, **proposed: Any) -> Template:
    """Store a proposal (the fields of Proposal) as a template of its league, replacing one of the same name.

    The template keeps the weekday and the time of day, in `zone`, of the proposal's start.

    Raises Refused: "guest", "no_league", "not_organizer", "too_many", "not_alone" or NotValid with errors.
    """
    proposed.pop("form_token", None)
    proposal = Proposal(**proposed)
    checked = check(proposal, now())
    if proposal.round_times:
        checked.note(
            "round_times",
            _("A template has no dates of its own. Enter the time between rounds instead."),
        )
    if proposal.seeded_from is not None:
        checked.note(
            "seeding",
            _("An earlier tournament can’t be part of a template. Choose another seeding."),
        )
    if checked.errors:
        raise NotValid(checked.errors)
    if proposal.league is None:
        raise NotValid({"league": [_("Templates belong to a league. Choose one.")]})
    with transaction.atomic():
        require_account(by)
        league = lock_league(proposal.league.pk)
        require_organizer(league, by)
        template = called(league.tournament_templates.all(), checked.name)
        if template is None:
            if league.tournament_templates.count() >= MOST_TEMPLATES:
                raise Refused(
                    "too_many",
                    _("A league keeps at most %(most)d templates. Delete one first.")
                    % {"most": MOST_TEMPLATES},
                )
            template = Template(league=league)
        elif template.schedules.exclude(status=Schedule.Status.ENDED).exists():
            require_no_hands(proposal)
        before = model_to_dict(template)
        template.name, template.proposal = checked.name, _stored(proposal)
        template.starts_at, template.zone = proposal.starts_at, zone
        if model_to_dict(template) == before:
            return template
        template.by, template.at = by, now()
        template.save()
        made = audit.changes(before["proposal"], template.proposal) if before["id"] else {}
        audit.record(
            actor=by, verb="league.template_saved", subject=league, template=template.name, **made
        )
    return template


def delete_template(*, template_id: int, by: User) -> League:
    """Delete a template that no schedule uses, and return its league. Its tournaments remain.

    Raises Refused: "unknown_template", "not_organizer", "in_use".
    """
    with transaction.atomic():
        league = lock_league(template_of(template_id).league_id)
        require_organizer(league, by)
        template = template_of(template_id)
        if template.schedules.exclude(status=Schedule.Status.ENDED).exists():
            raise Refused("in_use", _("A schedule uses this template. End the schedule first."))
        audit.record(
            actor=by, verb="league.template_deleted", subject=league, template=template.name,
            before=template.proposal,
        )  # fmt: skip
        template.delete()
    return league


def template_of(template_id: int) -> Template:
    """Return the template. Raises Refused "unknown_template"."""
    found = Template.objects.select_related("league").filter(pk=template_id).first()
    if found is None:
        raise Refused("unknown_template", _("There is no such template any more."))
    return found


def proposal_from(template: Template, starts_at: datetime) -> Proposal:
    """Return a template's proposal for a tournament with this start; without the season if the start is outside it."""
    stored = dict(template.proposal)
    season = Season.objects.filter(pk=stored.pop("season") or 0, league=template.league_id).first()
    season = season and season_at(season, starts_at)
    stored["stages"] = tuple(StagePlan(**plan) for plan in stored["stages"])
    points = stored["conduct_points"]
    stored["conduct_points"] = None if points is None else Decimal(points)
    return Proposal(
        **stored, name=template.name, league=template.league, season=season, starts_at=starts_at
    )


def season_at(season: Season, starts_at: datetime) -> Season | None:
    """Return the season if the start is within it, else None."""
    day = starts_at.astimezone(ZoneInfo(season.zone)).date()
    return season if season.starts_on <= day <= season.ends_on else None


def require_no_hands(proposal: Proposal) -> None:
    """Raise Refused "not_alone" if the tournament couldn't be played without an organizer's action."""
    if proposal.invited_only:
        raise Refused(
            "not_alone",
            _(
                "Nobody could enter: this template is by invitation only. Turn that off for a schedule."
            ),
        )
    if proposal.is_team:
        raise Refused(
            "not_alone",
            _(
                "Teams are entered by an organizer, so a schedule can’t run this template by itself."
            ),
        )
    if proposal.confirm_draws:
        raise Refused(
            "not_alone",
            _("Each round would wait for you to confirm its draw. Turn that off for a schedule."),
        )


def keep_unfinished(*, user: User, data: str) -> None:
    """Store the partly filled form for a new tournament, replacing the previous one.

    Raises Refused: "guest", "text_long".
    """
    if len(data) > LONGEST_FORM:
        raise Refused("text_long", _("This form is too long to be kept."))
    with transaction.atomic():
        require_account(user)
        if not UnfinishedProposal.objects.filter(user=user, data=data).exists():
            UnfinishedProposal.objects.update_or_create(
                user=user, defaults={"data": data, "at": now()}
            )


def drop_unfinished(*, user: User) -> None:
    """Delete the person's unfinished form. Idempotent."""
    UnfinishedProposal.objects.filter(user=user).delete()


def _stored(proposal: Proposal) -> dict[str, Any]:
    """Return a checked proposal's fields as JSON."""
    values = {
        each.name: getattr(proposal, each.name)
        for each in fields(proposal)
        if each.name not in LEFT_OUT
    }
    rules: engine.RuleSet | Mapping[str, Any] = values["rules"]
    points = values["conduct_points"]
    return {
        **values,
        "season": proposal.season and proposal.season.pk,
        "stages": [{"format": plan.format, **plan.options} for plan in proposal.stages],
        "rules": rules.to_record() if isinstance(rules, engine.RuleSet) else dict(rules),
        "scoring": None if proposal.scoring is None else dict(proposal.scoring),
        "conduct_points": None if points is None else str(points),
    }
