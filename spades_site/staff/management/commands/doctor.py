"""`manage.py doctor`: check this deployment, and say what to do about what is wrong."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.management import BaseCommand

from spades_site.staff import doctor

COLOURS = {doctor.GOOD: "SUCCESS", doctor.LOOK: "WARNING", doctor.BAD: "ERROR"}


class Command(BaseCommand):
    """Print each finding with its remedy. Ends with status 1 if any is bad."""

    help = (
        "Checks database, Redis, mail, clock, permissions, what runs, proxies and the live table's socket,"
        " and says what to do about each finding. Ends with status 1 if something is bad."
    )
    requires_system_checks: list[str] = []  # type: ignore[assignment]

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument(
            "--inside",
            action="store_true",
            help="not by the public address: before the proxy is there",
        )
        parser.add_argument("--mail-to", metavar="ADDRESS", help="also send a mail there")

    def handle(self, *_words: Any, inside: bool, mail_to: str | None, **_options: Any) -> None:
        """Run the checks."""
        counts = {doctor.GOOD: 0, doctor.LOOK: 0, doctor.BAD: 0}
        for finding in doctor.findings(outside=not inside):
            counts[finding.state] += 1
            mark = getattr(self.style, COLOURS[finding.state])(f"{finding.state:<5}")
            self.stdout.write(f"{mark} {finding.title}: {finding.words}")
            if finding.remedy:
                self.stdout.write(f"      → {finding.remedy}")
        if mail_to:
            EmailMessage("Mail works", f"Sent by {settings.SITE_URL}.", to=[mail_to]).send()
            self.stdout.write(f"A mail to {mail_to} is on its way: see whether it arrives.")
        self.stdout.write(
            f"{counts[doctor.GOOD]} ok, {counts[doctor.LOOK]} to look at, {counts[doctor.BAD]} bad"
        )
        if counts[doctor.BAD]:
            raise SystemExit(1)
