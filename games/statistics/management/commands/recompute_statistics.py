"""Count all finished games again, and find everybody's achievements again."""

from typing import Any

from django.core.management.base import BaseCommand

from games.statistics.achievements import award_again
from games.statistics.counting import count_table
from games.statistics.models import GamePlayed
from games.tables.models import Table
from spades_site.accounts.models import User


class Command(BaseCommand):
    """`manage.py recompute_statistics`: safe to run at any time; changes nothing if everything is correct."""

    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        """Count each finished table that isn't, and print how many games are counted then."""
        tables = Table.objects.filter(status=Table.Status.FINISHED).order_by("finished_at", "pk")
        for table_id in tables.values_list("pk", flat=True).iterator():
            count_table(table_id)
        for user in User.objects.filter(is_active=True).order_by("pk").iterator():
            award_again(user)
        self.stdout.write(f"{GamePlayed.objects.count()} games of single people are counted")
