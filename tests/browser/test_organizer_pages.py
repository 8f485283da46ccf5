"""Every page of the organizers, as its address is in the url conf: accessible on a screen and a phone, in light and dark,
nothing wider than a narrow phone, and nothing complained of.
"""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests import program
from tests.browser.conftest import DESKTOP, PHONE, Person
from tests.browser.tables import signed_in
from tests.browser.test_tournament_pages import OUT_OF_SIGHT, unfold

pytestmark = pytest.mark.long
SMALL = {"width": 390, "height": 844}
WORLD = """
import json
from django.conf import settings
from django.db import transaction
from django.test import Client
settings.OUTBOX_PROMPT = settings.TABLE_TIMERS = False
from tests.security.routes import ROUTES
from tests.security.test_routes import address
from tests.security.world import ROLES, World
with transaction.atomic():
    world = World()
client = Client()
client.force_login(world.people["organizer"])
letter = ROLES.index("organizer")
pages = {
    name: address(name, row, world.public)
    for name, row in ROUTES.items()
    if row.expected("public", "get")[letter] == "o"
}
pages = {name: path for name, path in pages.items() if path.startswith("/organize/")}
print(json.dumps([client.cookies["sessionid"].value, pages]))
"""
"""Makes what every address names (tests/security), whose table of routes no new one can be missing from."""


@pytest.fixture(scope="module")
def organizer(chromium: Browser) -> Iterator[tuple[Person, dict[str, str]]]:
    """An organizer's browser, and the addresses of all their pages by name."""
    with program.running(BOT_SECONDS="3600") as site:
        told = site.manage("shell", "--no-imports", stdin=WORLD)
        session, pages = json.loads(told.splitlines()[-1])
        context = chromium.new_context(
            viewport=DESKTOP, locale="en-GB", reduced_motion="reduce", color_scheme="light"
        )
        signed_in(context, site, session)
        yield Person("organizer", context, site.url), pages
        context.close()


@pytest.mark.parametrize("viewport", [DESKTOP, SMALL], ids=["desktop", "phone"])
def test_every_page_of_the_organizers_is_accessible_and_fits(
    organizer: Any, viewport: dict[str, int]
) -> None:
    person, pages = organizer
    assert len(pages) >= 20
    wide: dict[str, Any] = {}
    for name, path in pages.items():
        page = person.go(path)
        unfold(page)
        page.set_viewport_size(viewport)
        person.check_access()
        # The theme changes nothing but colours.
        page.emulate_media(color_scheme="dark")
        person.check_access(rule="color-contrast")
        page.emulate_media(color_scheme="light")
        if viewport == SMALL:
            page.set_viewport_size(PHONE)
        if found := page.evaluate(OUT_OF_SIGHT):
            wide[name] = found
    assert (wide, person.complaints) == ({}, [])
