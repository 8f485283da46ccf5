"""`manage.py backup`: write the whole site into one file while it runs (script/backup)."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandError

from spades_site.staff import backups


class Command(BaseCommand):
    """Write a backup and print its file's name."""

    help = "Writes the database and the keys kept beside it into one file; the site may go on."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("folder", type=Path, help="where the file goes")
        parser.add_argument(
            "--keep", type=int, default=0, metavar="N", help="delete all but the newest N backups"
        )

    def handle(self, *_words: Any, folder: Path, keep: int, **_options: Any) -> None:
        """Write it."""
        try:
            file = backups.save(folder)
        except backups.BackupError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{file} ({file.stat().st_size / 1e6:.1f} MB)")
        if keep:
            for old in sorted(folder.glob("spades-????????-??????.tar"))[:-keep]:
                old.unlink()
