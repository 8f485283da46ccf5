"""A plan of two stages: the first played to its end, then the second by those who go on."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from tournaments.events.plans import PURE
from tournaments.events.second_stage import why_not_after
from tournaments.formats import groups_stages
from tournaments.formats.shape import FormatError
from tournaments.organizer.simulation.plans import Line, Played, SimulationPlan

Play = Callable[[SimulationPlan, Sequence[int]], Played]
"""Plays one stage by entries of these strengths, the first seed first."""


def check(plan: SimulationPlan) -> None:
    """Raise FormatError, with what would work instead, for stages that don't go together or that so many can't play."""
    mistake = why_not_after(plan.format, plan.then)
    if mistake:
        raise FormatError("stages_apart", str(mistake))
    grouped = plan.format == "groups"
    first = groups_stages.Stage(
        PURE[plan.format],
        plan.groups if grouped else 1,
        plan.advance if grouped else plan.go_on,
    )
    groups_stages.check(plan.entries, [first, groups_stages.Stage(PURE[plan.then])])


def joined(
    plan: SimulationPlan, first: Played, going: Sequence[int], strengths: Sequence[int], play: Play
) -> Played:
    """Return both stages as one: `going` play on, seeded in this order, and stand above all others.

    Nothing is brought along; each stage's figures about its draw stand apart.
    """
    later = replace(
        plan, format=plan.then, then="", entries=len(going), rounds=plan.then_rounds,
        seed=f"{plan.seed} then",
    )  # fmt: skip
    second = play(later, [strengths[key] for key in going])
    on = set(going)
    lines = [
        replace(line, key=going[line.key], name=f"Entry {going[line.key] + 1}")
        for line in second.lines
    ]
    below = [line for line in first.lines if line.key not in on]
    return Played(
        rounds=first.rounds + second.rounds,
        matches=first.matches + second.matches,
        lines=[*lines, *_ranked_below(below, len(lines))],
        quality=[
            *first.quality,
            *((f"second stage: {name}", figure) for name, figure in second.quality),
        ],
        flags=[*first.flags, *(f"Second stage, {sentence}" for sentence in second.flags)],
        standings=second.standings,
    )


def _ranked_below(lines: Sequence[Line], above: int) -> list[Line]:
    """Those who are out, in their order; who shared a rank still does."""
    ranks: dict[int, int] = {}
    for place, line in enumerate(lines, start=above + 1):
        ranks.setdefault(line.rank, place)
    return [replace(line, rank=ranks[line.rank]) for line in lines]
