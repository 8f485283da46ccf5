"""Recompute the ratings from the log and correct what is stored."""

from typing import Any

from django.core.management.base import BaseCommand

from games.ratings.models import Pool
from games.ratings.services import recompute


class Command(BaseCommand):
    """`manage.py recompute_ratings`: safe to run at any time; changes nothing if everything is correct."""

    help = (
        "Work the ratings of every pool out from the log of rated results and correct what differs."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        """Recompute each pool and print how many rows differed."""
        for pool in Pool.values:
            self.stdout.write(f"{pool}: {recompute(pool)} rows differed")
