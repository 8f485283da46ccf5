"""Recompute ladders from their logs and compare, or store what follows from them."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from tournaments.ladders import steps
from tournaments.ladders.core import lock_ladder
from tournaments.ladders.models import Ladder


class Command(BaseCommand):
    """Recompute ladders from the logs of their steps; exit with an error if a stored rung or record differs."""

    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the arguments."""
        parser.add_argument("slug", nargs="*", help="Addresses of ladders; all of them without.")
        parser.add_argument("--mend", action="store_true", help="Store what follows from the log.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Compare every ladder."""
        found = Ladder.objects.order_by("pk")
        if options["slug"]:
            found = found.filter(slug__in=options["slug"])
        wrong = 0
        for pk in list(found.values_list("pk", flat=True)):
            with transaction.atomic():
                ladder = lock_ladder(pk)
                lines = steps.differences(ladder)
                if lines and options["mend"]:
                    steps.replay(ladder)
            wrong += bool(lines)
            state = "as its log says" if not lines else "mended" if options["mend"] else "differs"
            self.stdout.write(f"{ladder.slug}: {state}")
            for line in lines:
                self.stdout.write(f"  {line}")
        if wrong and not options["mend"]:
            raise CommandError(f"{wrong} of the ladders differ from their logs.")
