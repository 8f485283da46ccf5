"""`manage.py partition`: split the log of actions into partitions, on Postgres."""

from typing import Any

from django.core.management import BaseCommand, CommandError, CommandParser

from games.tables.storage import partitions


class Command(BaseCommand):
    """Split the log once, or show its partitions. See docs/operations.md, “A very large log”."""

    help = "Splits the log of actions into partitions of so many tables each. Stop the site's processes first."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the size and whether to only look."""
        parser.add_argument(
            "--tables", type=int, default=partitions.USUAL, help="tables per partition"
        )
        parser.add_argument(
            "--list", action="store_true", help="show the partitions, change nothing"
        )

    def handle(self, *_words: Any, **options: Any) -> None:
        """Split the log, and print its partitions."""
        try:
            found = (
                partitions.partitions()
                if options["list"]
                else partitions.partition(options["tables"])
            )
        except partitions.PartitionError as refusal:
            raise CommandError(str(refusal)) from refusal
        for one in found:
            self.stdout.write(f"{one.name}: tables below {one.below}")
        self.stdout.write(f"{len(found)} partitions" if found else "The log is one table.")
