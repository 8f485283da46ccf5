"""Work the ratings out from the log and put right what is stored."""

from typing import Any

from django.core.management.base import BaseCommand

from games.ratings.models import Pool
from games.ratings.services import recompute


class Command(BaseCommand):
    """`manage.py recompute_ratings`: safe at any time; with nothing wrong it changes nothing."""

    help = (
        "Work the ratings of every pool out from the log of rated results and correct what differs."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        """Recompute each pool and say how many rows differed."""
        for pool in Pool.values:
            self.stdout.write(f"{pool}: {recompute(pool)} rows differed")
