"""`manage.py demo`: create a demonstration club."""

import random
import secrets
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandParser
from django.db import transaction

from tournaments.organizer.demo import ORGANIZER, STAFF, found_club
from tournaments.organizer.past import past


class Command(BaseCommand):
    """Fill an empty database with a club: players, a league, tournaments, tables in play."""

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        """Define the options: a seed, which determines everybody's strength, and whether to migrate first."""
        parser.add_argument("--seed", type=int, default=7)
        parser.add_argument("--migrate", action="store_true")

    def handle(self, *args: Any, seed: int, migrate: bool, **options: Any) -> None:
        """Fill the database, unless it already contains people."""
        if migrate:
            call_command("migrate", verbosity=0)
        if get_user_model().objects.exists():
            self.stdout.write("There are people here already: nothing was added.")
            return
        password = secrets.token_urlsafe(9)
        with past() as clock, transaction.atomic():
            found_club(random.Random(seed), clock, password)
        self.stdout.write(f"Sign in as the organizer: user name {ORGANIZER}, password {password}")
        self.stdout.write(
            f"Or as the site's staff: user name {STAFF}, the same password; set up a second factor first"
        )
