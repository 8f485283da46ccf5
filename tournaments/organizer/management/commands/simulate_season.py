"""`manage.py simulate_season`: play a whole season in seconds, without people."""

import json
from argparse import ArgumentParser
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.engine import PRESETS
from tournaments.formats.shape import FormatError
from tournaments.organizer.simulation.season_plans import KINDS, SeasonSimulation
from tournaments.organizer.simulation.season_runs import simulate_season

SHOWN_IN_SERIES = 16


class Command(BaseCommand):
    """Simulate a season by ratings in a separate database; print its tables, promotions, and anything unusual."""

    help = __doc__ or ""

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Define the season's options."""
        parser.add_argument("--kind", choices=tuple(KINDS), default="pairs")
        parser.add_argument("--divisions", type=int, default=1)
        parser.add_argument(
            "--size", type=int, default=8, help="entries a division, or pairs of a series"
        )
        parser.add_argument(
            "--weeks", type=int, default=7, help="match days, or evenings of a series"
        )
        parser.add_argument("--rules", choices=tuple(PRESETS), default="", help="a preset")
        parser.add_argument("--seed", default="1", help="the same seed gives the same season")
        parser.add_argument(
            "--json", metavar="FILE", help="write fixtures, line-ups, results and tables there"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Simulate, print, and write the file."""
        file = Path(options["json"]) if options["json"] else None
        if file is not None and (file.is_dir() or not file.parent.is_dir()):
            raise CommandError(f"{file} can't be written: name a file in a folder that exists.")
        names = ("kind", "divisions", "size", "weeks", "seed", "rules")
        try:
            report = simulate_season(SeasonSimulation(**{name: options[name] for name in names}))
        except FormatError as error:
            raise CommandError(error.sentence) from error
        document = report.document
        for division in document.get("divisions", ()):
            self._division(division)
        if "table" in document:
            self._series(document)
        for title, lines in (
            ("Next season", [f"{one['name']}: {one['how']}" for one in _moved(document)]),
            ("What happened", document["incidents"]),
            ("Odd", report.odd or ["nothing"]),
        ):
            if lines:
                self.stdout.write("\n".join([title, *(f"  {line}" for line in lines), ""]))
        if file is not None:
            text = json.dumps(document, indent=1, ensure_ascii=False)
            file.write_text(text, encoding="utf-8")

    def _division(self, division: Mapping[str, Any]) -> None:
        names = {one["entry"]: one for one in division["entries"]}
        self.stdout.write(
            f"{division['name']}\n{'':>4}  {'entry':<16} {'rating':>6} {'points':>6}"
            f" {'won':>4} {'drawn':>5} {'lost':>4} {'forfeits':>8} {'score':>13}"
        )
        for row in division["table"]:
            entry = names[row["entry"]]
            forfeits = f"{row['forfeits_won']}–{row['forfeits_lost']}"
            score = f"{row['score_for']}:{row['score_against']}"
            gone = "  withdrawn" if entry["status"] == "withdrawn" else ""
            self.stdout.write(
                f"{row['place']:>4}  {entry['name']:<16} {entry['rating']:>6} {row['points']:>6}"
                f" {row['won']:>4} {row['drawn']:>5} {row['lost']:>4} {forfeits:>8} {score:>13}{gone}"
            )
        self.stdout.write("")

    def _series(self, document: Mapping[str, Any]) -> None:
        self.stdout.write(f"{'':>4}  {'player':<10} {'points':>6}  places")
        for row in document["table"][:SHOWN_IN_SERIES]:
            places = " ".join(
                str(one["place"]) if one["counts"] else f"({one['place']})"
                for one in row["evenings"]
            )
            self.stdout.write(
                f"{row['place']:>4}  {row['player']:<10} {row['points']:>6}  {places}"
            )
        self.stdout.write("")


def _moved(document: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the entries that change division."""
    return [one for one in document.get("next", ()) if one["how"] != "stays"]
