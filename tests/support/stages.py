"""Proposals for tests: fields of the single stage become its plan."""

from dataclasses import fields
from typing import Any

from tournaments.events.plan.match_terms import OF_MATCHES
from tournaments.events.plan.stages import StagePlan

OWN = {each.name for each in fields(StagePlan)} - {"best_of", *OF_MATCHES}


def in_stages(said: dict[str, Any]) -> dict[str, Any]:
    """Return a proposal's fields, those of a lone stage (format="swiss", rounds=3) as its plan."""
    own = {name: value for name, value in said.items() if name in OWN}
    if not own:
        return said
    rest = {name: value for name, value in said.items() if name not in OWN}
    return {**rest, "stages": (StagePlan(**{"format": "round_robin", **own}),)}


def posted(*stages: dict[str, str]) -> dict[str, str]:
    """Return the data of the organizers' form for these stages."""
    said = {
        f"stages-{place}-{name}": value
        for place, stage in enumerate(stages)
        for name, value in stage.items()
    }
    return {"stages-TOTAL_FORMS": str(len(stages)), "stages-INITIAL_FORMS": "0"} | said
