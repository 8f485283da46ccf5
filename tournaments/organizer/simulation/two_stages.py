"""A plan of two stages: the first is played to its end, then the second by the qualifiers."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal

from tournaments.events.plan.second_stage import why_not_after, why_not_carried
from tournaments.events.plan.stages import PURE
from tournaments.formats import groups_stages
from tournaments.formats.shape import FormatError
from tournaments.organizer.simulation.plans import Line, Played, SimulationPlan
from tournaments.standings import Result, TableResult


@dataclass(frozen=True)
class Onset:
    """What the entries of a stage carry over: names, points by key, results between them that count again (of
    rounds up to 0), and the results from which a Swiss knows who has met. `after` is the format of the previous
    stage.
    """

    after: str = ""
    names: Sequence[str] = ()
    points: Mapping[int, Decimal] = field(default_factory=dict)
    results: Sequence[Result] = ()
    met: Sequence[Result] = ()


NOTHING = Onset()
Play = Callable[[SimulationPlan, Sequence[int], Onset], Played]
"""Plays one stage with entries of these strengths, the first seed first, with what they carry over."""


def check(plan: SimulationPlan) -> None:
    """Raise FormatError, with what would work instead, for stages that can't be combined or played by this many."""
    mistake = why_not_after(plan.format, plan.then)
    if mistake:
        raise FormatError("stages_apart", str(mistake))
    mistake = why_not_carried(plan.format, plan.then, plan.carry)
    if mistake:
        raise FormatError("not_carried", str(mistake))
    grouped = plan.format == "groups"
    first = groups_stages.Stage(
        PURE[plan.format],
        plan.groups if grouped else 1,
        plan.advance if grouped else plan.go_on,
    )
    groups_stages.check(plan.entries, [first, groups_stages.Stage(PURE[plan.then])])


def onset(
    plan: SimulationPlan,
    going: Sequence[int],
    points: Mapping[int, Decimal],
    results: Sequence[Result | TableResult],
    rounds: int,
) -> Onset:
    """Return what the qualifiers carry over from `rounds` rounds, by their seeds in the next stage."""
    seeds = {key: seed for seed, key in enumerate(going)}
    names = [f"Entry {key + 1}" for key in going]
    if not plan.carry:
        return Onset(plan.format, names)
    among = [
        replace(one, a=seeds[one.a], b=seeds[one.b], round=one.round - rounds)
        for one in results
        if isinstance(one, Result) and one.a in seeds and one.b is not None and one.b in seeds
    ]
    if plan.carry == "all":
        return Onset(
            plan.format, names, {seed: points[key] for key, seed in seeds.items()}, met=among
        )
    return Onset(plan.format, names, results=among, met=among)


def joined(
    plan: SimulationPlan,
    first: Played,
    going: Sequence[int],
    strengths: Sequence[int],
    brought: Onset,
    play: Play,
) -> Played:
    """Return both stages as one: `going` play on, seeded in this order, and rank above all others.

    Each stage's figures about its draw are separate.
    """
    later = replace(
        plan, format=plan.then, then="", entries=len(going), rounds=plan.then_rounds,
        seed=f"{plan.seed} then", carry="",
    )  # fmt: skip
    second = play(later, [strengths[key] for key in going], brought)
    on = set(going)
    lines = [
        replace(line, key=going[line.key], name=brought.names[line.key]) for line in second.lines
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
    """Return the eliminated entries in their order; shared ranks remain shared."""
    ranks: dict[int, int] = {}
    for place, line in enumerate(lines, start=above + 1):
        ranks.setdefault(line.rank, place)
    return [replace(line, rank=ranks[line.rank]) for line in lines]
