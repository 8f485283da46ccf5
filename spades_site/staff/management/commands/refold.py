"""`manage.py refold`: hold every table's snapshot against its log."""

from typing import Any

from django.core.management import BaseCommand

from games.tables.game.refolding import differences


class Command(BaseCommand):
    """Print every table whose snapshot isn't what its log leads to. Ends with status 1 if there is one."""

    help = (
        "Folds every table's log again, computes its deals again, and compares with what is stored."
    )

    def handle(self, *_words: Any, **_options: Any) -> None:
        """Check all tables."""
        checked = bad = 0
        for difference in differences():
            checked += 1
            if difference is not None:
                bad += 1
                self.stdout.write(f"table {difference.public_id}: {difference.what}")
        self.stdout.write(f"{checked} tables folded again, {bad} differ")
        if bad:
            raise SystemExit(1)
