"""`manage.py simulate_tournament`: try out a plan before announcing it."""

import json
from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.events.plan.second_stage import SECOND
from tournaments.events.setup.conditions import MOST_ENTRIES as MOST_BY_FORMAT
from tournaments.events.setup.proposal import MOST_ENTRIES
from tournaments.formats.shape import FormatError
from tournaments.organizer.simulation import FORMATS, Played, SimulationPlan, simulate

SHOWN = 16


class Command(BaseCommand):
    """Simulate a tournament by ratings or with bots; print its standings and the quality of its draw."""

    help = __doc__ or ""

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Define the plan's arguments."""
        parser.add_argument("--format", required=True, choices=FORMATS)
        parser.add_argument("--entries", type=int, required=True, help="entries, or players alone")
        parser.add_argument(
            "--beyond", action="store_true", help="try more entries than the platform takes"
        )
        parser.add_argument("--seed", default="1", help="the same seed gives the same tournament")
        parser.add_argument(
            "--rounds", type=int, help="Swiss, rotation, solo; else as many as suit"
        )
        parser.add_argument("--double", action="store_true", help="everybody meets twice")
        parser.add_argument("--groups", type=int, default=4, help="how many groups")
        parser.add_argument("--advance", type=int, default=2, help="how many of each group go on")
        parser.add_argument("--then", default="", choices=SECOND, help="a second stage's format")
        parser.add_argument("--go-on", type=int, default=4, help="how many of the field go on")
        parser.add_argument("--then-rounds", type=int, help="the second stage's rounds")
        parser.add_argument(
            "--carry",
            default="",
            choices=("between", "all"),
            help="results, or points, brought along",
        )
        parser.add_argument("--best-of", type=int, default=1, help="games a match, an odd number")
        parser.add_argument("--by", choices=("ratings", "bots"), default="ratings")
        parser.add_argument("--hands", type=int, default=8, help="hands a game, when bots play")
        parser.add_argument("--all", action="store_true", help="print every line of the standings")
        parser.add_argument("--json", action="store_true", help="print it for a program")

    def handle(self, *args: Any, **options: Any) -> None:
        """Simulate and print."""
        most = MOST_BY_FORMAT.get(options["format"], MOST_ENTRIES)
        if options["entries"] > most and not options["beyond"]:
            raise CommandError(
                f"The platform takes {most} entries at most in this format."
                " Add --beyond to try more all the same."
            )
        plan = SimulationPlan(
            **{
                name: options[name]
                for name in (
                    "format",
                    "entries",
                    "seed",
                    "rounds",
                    "double",
                    "groups",
                    "advance",
                    "by",
                    "hands",
                    "then",
                    "go_on",
                    "then_rounds",
                    "carry",
                )
            },
            best_of=options["best_of"],
        )
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
            f"{plan.format}, {plan.entries} entries, seed {plan.seed}: "
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


def _as_json(plan: SimulationPlan, played: Played) -> dict[str, Any]:
    return {
        "plan": asdict(plan),
        "rounds": played.rounds,
        "matches": played.matches,
        "standings": [asdict(line) for line in played.lines],
        "quality": dict(played.quality),
        "flags": played.flags,
    }
