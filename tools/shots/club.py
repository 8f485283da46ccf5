"""The pictures in README.md of a league and of the desk, as the demonstration club's organizer sees them."""

from pathlib import Path

from playwright.sync_api import Browser

from tests import program
from tests.browser.conftest import DESKTOP
from tests.browser.tables import signed_in

LOOK_UP = """
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse
from tournaments.events.models import Tournament
client = Client()
client.force_login(get_user_model().objects.get(username="maud"))
print("session", client.cookies["sessionid"].value)
cup = Tournament.objects.get(name="Autumn pairs")
print("league", cup.league.get_absolute_url())
print("desk", reverse("tournament_desk", args=[cup.slug]))
"""


def shoot(browser: Browser, folder: Path) -> None:
    """Fill the demonstration club and write the two pictures."""
    with program.running(BOT_SECONDS="30", prepare=[["demo"]]) as site:
        told = site.manage("shell", "--no-imports", stdin=LOOK_UP).splitlines()
        found = dict(
            line.split() for line in told if line.startswith(("session ", "league ", "desk "))
        )
        context = browser.new_context(viewport=DESKTOP, locale="en-GB", reduced_motion="reduce")
        signed_in(context, site, found["session"])
        page = context.new_page()
        for name in ("league", "desk"):
            page.goto(site.url + found[name], wait_until="networkidle")
            while name == "desk" and page.get_by_text("No table is open.").count():
                # The demonstration's second round begins two minutes after it was filled.
                page.wait_for_timeout(2000)
                page.reload(wait_until="networkidle")
            page.screenshot(path=folder / f"{name}.png")
        context.close()
