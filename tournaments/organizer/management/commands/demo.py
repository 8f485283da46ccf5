"""`manage.py demo`: create a demonstration club."""

import random
import secrets
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandParser
from django.db import transaction

from tournaments.organizer.demo import ORGANIZER, found_club
from tournaments.organizer.past import past


class Command(BaseCommand):
    """Fill an empty database with a club: players, a league, tournaments, tables in play."""

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        """Accept a seed, to create the same club again."""
        parser.add_argument("--seed", type=int, default=7)

    def handle(self, *args: Any, seed: int, **options: Any) -> None:
        """Fill the database, unless it already has people in it."""
        if get_user_model().objects.exists():
            self.stdout.write("There are people here already: nothing was added.")
            return
        password = secrets.token_urlsafe(9)
        with past() as clock, transaction.atomic():
            found_club(random.Random(seed), clock, password)
        self.stdout.write(f"Sign in as the organizer: user name {ORGANIZER}, password {password}")
