"""Templates of tournaments, and drafts made from them or from what a program says."""

from dataclasses import fields, replace
from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest

from games import engine
from games.tables.levels import usual_level
from spades_site.accounts.models import User
from spades_site.accounts.tokens.scopes import ORGANIZE
from spades_site.api import answers, requests
from spades_site.api.site import Routes, found, person_of
from spades_site.common.clock import now
from tournaments.events.actions.planning.templates import proposal_from
from tournaments.events.models import Template, Tournament
from tournaments.events.plan.stages import StagePlan
from tournaments.events.queries.selectors import tournament_for
from tournaments.events.setup.creating import create_tournament
from tournaments.events.setup.dates import next_like
from tournaments.events.setup.proposal import Proposal
from tournaments.leagues.selectors import league_for
from tournaments.organizer.plans import AHEAD, PAIRS, templates_for
from tournaments.public.feeds.tables import iso
from tournaments.seasons.core import season_for

router = Routes(tags=["tournaments"])
OWN = ("name", "starts_at")


def about_template(template: Template) -> dict[str, Any]:
    """Return what organizers read about a template."""
    return {
        "id": template.pk,
        "league": template.league.slug,
        "name": template.name,
        "stages": template.proposal["stages"],
        "starts_at": iso(_next_start(template)),
    }


@router.pages(
    "/templates", answers.TemplateOut, ordering=("pk",), row=about_template, scope=ORGANIZE
)
def templates(request: HttpRequest, league: str | None = None) -> QuerySet[Template]:
    """Return the templates of the leagues that the token's owner organizes, the oldest first; of one league."""
    rows = templates_for(person_of(request))
    return rows if league is None else rows.filter(league__slug=league)


def make(person: User, new: requests.NewTournament) -> Tournament:
    """Create the draft that a program asks for. Raises Http404 for what the person doesn't have, and Refused."""
    said = new.model_dump(exclude_unset=True)
    if new.scoring is not None:
        said["scoring"] = new.scoring.said()
    request_id, template = said.pop("request_id", ""), said.pop("template", None)
    if template is None:
        begins = {"rules": engine.PRESETS[PAIRS], "bots_level": usual_level()}
        proposal = Proposal(**{**begins, **_stated(person, said)})
    else:
        proposal = _from(found(templates_for(person).filter(pk=template).first()), person, said)
    values = {one.name: getattr(proposal, one.name) for one in fields(proposal)}
    return create_tournament(by=person, form_token=request_id, **values)


def _from(template: Template, person: User, said: dict[str, Any]) -> Proposal:
    stated = _stated(person, said)
    starts_at = stated.get("starts_at") or _next_start(template)
    return replace(proposal_from(template, starts_at), **stated)


def _next_start(template: Template) -> Any:
    return next_like(template.starts_at, template.zone, now() + AHEAD)


def _stated(person: User, said: dict[str, Any]) -> dict[str, Any]:
    """Return what was said as the fields of a proposal. Raises Http404 for a league or season that isn't there."""
    # A template has these two of its own.
    stated = {key: one for key, one in said.items() if one is not None or key not in OWN}
    if "preset" in stated:
        stated["rules"] = engine.PRESETS[stated.pop("preset")]
    elif stated.get("rules", {}) is None:
        del stated["rules"]
    if "stages" in stated:
        plans = [
            StagePlan(**(stage | {"format": str(stage["format"])})) for stage in stated["stages"]
        ]
        stated["stages"] = tuple(plans)
    if "round_times" in stated:
        stated["round_times"] = tuple(stated["round_times"])
    for name, find in (
        ("league", league_for), ("season", season_for), ("seeded_from", tournament_for),
    ):  # fmt: skip
        if stated.get(name) is not None:
            stated[name] = found(find(stated[name], person))
    return stated
