"""`manage.py restore`: put a backup in the place of an empty database, and check every game (script/restore)."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandError, call_command

from spades_site.staff import backups


class Command(BaseCommand):
    """Restore, bring up to date, and fold every log again."""

    help = "Restores a backup into an empty database, migrates it, and checks every game. Stop all processes first."
    requires_system_checks: list[str] = []  # type: ignore[assignment]

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("file", type=Path, help="what `backup` wrote")
        parser.add_argument(
            "--replace", action="store_true", help="even if the database isn't empty"
        )

    def handle(self, *_words: Any, file: Path, replace: bool, **_options: Any) -> None:
        """Restore it."""
        try:
            remarks = backups.restore(file, replace=replace)
        except backups.BackupError as error:
            raise CommandError(str(error)) from error
        call_command("migrate", verbosity=0, interactive=False)
        for remark in remarks:
            self.stdout.write(self.style.WARNING(remark))
        call_command("refold", stdout=self.stdout)
        self.stdout.write("Restored. Start the processes, then run manage.py doctor.")
