"""`manage.py simulate_tournament`: try out a plan before announcing it."""

import json
from argparse import ArgumentParser
from collections.abc import Sequence
from dataclasses import asdict, fields, replace
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.engine import PRESETS
from tournaments.events.plan.match_terms import CLOCK
from tournaments.events.plan.stages import StagePlan, title_of, usual_advance, usual_policy
from tournaments.events.setup.proposal import MOST_ENTRIES
from tournaments.formats.registry import FORMATS
from tournaments.formats.shape import FormatError
from tournaments.organizer.simulation import Played, SimulationPlan, simulate
from tournaments.standings.policy import POINTS

SHOWN = 16
NOT_SIMULATED = frozenset({"format", *CLOCK})
OPTIONS = [each.name for each in fields(StagePlan) if each.name not in NOT_SIMULATED]
SWITCHES = ("double", "third_place")


class Command(BaseCommand):
    """Simulate a tournament by ratings or with bots; print its standings and the quality of its draw."""

    help = __doc__ or ""

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Define the plan's options."""
        parser.add_argument(
            "--stage",
            action="append",
            dest="stages",
            metavar="FORMAT[:OPTION=VALUE,…]",
            required=True,
            help="a stage, as often as there are stages, in their order: "
            f"{', '.join(FORMATS)}; options are {', '.join(OPTIONS)}",
        )
        parser.add_argument("--entries", type=int, required=True, help="entries, or players alone")
        parser.add_argument(
            "--beyond", action="store_true", help="try more entries than the platform takes"
        )
        parser.add_argument("--seed", default="1", help="the same seed gives the same tournament")
        parser.add_argument("--best-of", type=int, default=1, help="games a match, an odd number")
        parser.add_argument("--by", choices=("ratings", "bots"), default="ratings")
        parser.add_argument("--rules", choices=tuple(PRESETS), default="", help="a preset")
        parser.add_argument(
            "--hands",
            type=int,
            help="hands a game at most, when bots play; by default 8, with --rules as they say",
        )
        parser.add_argument("--all", action="store_true", help="print every line of the standings")
        parser.add_argument("--json", action="store_true", help="print it for a program")

    def handle(self, *args: Any, **options: Any) -> None:
        """Simulate and print."""
        stages = _plans(options["stages"])
        most = stages[0].facts.most or MOST_ENTRIES
        if options["entries"] > most and not options["beyond"]:
            raise CommandError(
                f"The platform takes {most} entries at most in this format."
                " Add --beyond to try more all the same."
            )
        values = {
            name: options[name] for name in ("entries", "seed", "best_of", "by", "hands", "rules")
        }
        plan = SimulationPlan(stages, **values)
        try:
            played = simulate(plan)
        except FormatError as error:
            raise CommandError(error.sentence) from error
        if options["json"]:
            self.stdout.write(json.dumps(_as_json(plan, played), indent=1))
        else:
            self._print(plan, played, None if options["all"] else SHOWN)

    def _print(self, plan: SimulationPlan, played: Played, shown: int | None) -> None:
        self.stdout.write(
            f"{title_of(plan.stages)}, {plan.entries} entries, seed {plan.seed}: "
            f"{played.rounds} rounds, {played.matches} matches\n\n"
        )
        lines = played.lines[:shown]
        self.stdout.write(f"{'rank':>4}  {'entry':<12} {'rating':>6}  {'points':>6}  record")
        for line in lines:
            self.stdout.write(
                f"{line.rank:>4}  {line.name:<12} {line.rating:>6}  {line.points:>6}  {line.record}"
            )
        if len(lines) < len(played.lines):
            self.stdout.write(f"      … and {len(played.lines) - len(lines)} more (--all)")
        self.stdout.write("\nThe draw")
        for label, value in played.quality:
            self.stdout.write(f"  {label}: {value}")
        for sentence in played.flags:
            self.stdout.write(f"  {sentence}")


def _plans(written: Sequence[str]) -> tuple[StagePlan, ...]:
    """Return the stages; without `advance`, all but the last have the default number of qualifiers."""
    plans = [_plan(number, text) for number, text in enumerate(written, start=1)]
    onward = [
        replace(plan, advance=plan.advance or usual_advance(plan.format)) for plan in plans[:-1]
    ]
    return (*onward, plans[-1])


def _plan(number: int, text: str) -> StagePlan:
    """Parse a stage written like groups:groups=4,double,advance=2."""
    format_, _colon, rest = text.partition(":")
    if format_ not in FORMATS:
        known = ", ".join(FORMATS)
        raise CommandError(f"Stage {number}: There is no such format. Choose one of: {known}.")
    values: dict[str, Any] = {}
    for option in filter(None, rest.split(",")):
        name, given, value = option.partition("=")
        if name not in OPTIONS:
            raise CommandError(f"There is no option “{name}”. Choose {', '.join(OPTIONS)}.")
        if name in SWITCHES:
            values[name] = True
        elif name == "carry":
            values[name] = value
        elif name == "rules" and value in PRESETS:
            values[name] = {"preset": value}
        elif name == "rules":
            raise CommandError(f"There is no such preset. Choose one of: {', '.join(PRESETS)}.")
        elif given and value.isascii() and value.isdigit():
            values[name] = int(value)
        else:
            raise CommandError(f"“{option}” needs a number, like {name}=3.")
    return StagePlan(format_, **values)


def _as_json(plan: SimulationPlan, played: Played) -> dict[str, Any]:
    policy = asdict(usual_policy([stage.format for stage in plan.stages]))
    return {
        "plan": asdict(plan),
        "scoring": {name: policy[name] for name in (*POINTS, "tie_breaks")},
        "rounds": played.rounds,
        "matches": played.matches,
        "results": [asdict(one) for one in played.results],
        "standings": [asdict(line) for line in played.lines],
        "quality": dict(played.quality),
        "flags": played.flags,
    }
