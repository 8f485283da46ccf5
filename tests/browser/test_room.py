"""A table of a room kept by two phones: one without network for a while, the server killed between, and both sides' consent."""

import json
import signal
from typing import Any

from playwright.sync_api import Browser, Page, expect

from tests import program
from tests.browser.conftest import Person
from tests.browser.test_score_pad import PHONE, hand, tap, totals

ROOM = """
import json
from datetime import timedelta
from django.contrib.auth import get_user_model
from games import engine
from spades_site.common.clock import now
from tournaments.events.actions import importing, lifecycle
from tournaments.events.models import RoomTable
from tournaments.events.setup.creating import create_tournament
from tournaments.leagues.services import create_league
by = get_user_model().objects.create_user("hall", "hall@example.org", "x")
cup = create_tournament(
    by=by, name="Bar night", league=create_league(by=by, name="Bar"), where="room", match_hands=2,
    rules=engine.preset("cardgames_io"), starts_at=now() + timedelta(hours=1), check_in_minutes=0,
)
lifecycle.open_registration(tournament_id=cup.pk, by=by)
importing.import_entries(tournament_id=cup.pk, by=by, text="*Otto,*Ida\\n*Ann,*Bo")
lifecycle.start_now(tournament_id=cup.pk, by=by)
print(json.dumps(RoomTable.objects.get(tournament=cup).token))
"""


KEPT = """async () => {
  while (!(await caches.match(location.pathname))) await new Promise((done) => setTimeout(done, 50));
}"""
"""Waits until the service worker has the page."""


def phone(
    chromium: Browser, platform: program.Platform, token: str, side: int, **more: Any
) -> Person:
    """Return a phone that has scanned the card and chosen its side."""
    context = chromium.new_context(
        viewport=PHONE, locale="en-GB", reduced_motion="reduce", has_touch=True, **more
    )
    person = Person("", context, platform.url)
    page = person.go(f"/room/{token}/")
    person.check_access()
    page.locator("main form button").nth(side).tap()
    expect(page.locator(".pad-board")).to_be_visible()
    return person


def sent(page: Page) -> None:
    """Expect that the server has everything."""
    expect(page.get_by_text("not sent yet")).to_have_count(0, timeout=30_000)


def test_q1_two_phones_keep_one_score(chromium: Browser, platform: program.Platform) -> None:
    token = json.loads(platform.manage("shell", stdin=ROOM).splitlines()[-1])
    ours = phone(chromium, platform, token, 0)
    theirs = phone(chromium, platform, token, 1, color_scheme="dark")
    one, other = ours.page, theirs.page
    hand(one, ["bid 4", "bid 3", "bid 2", "bid 3"], "won 7")
    tap(one, "save")
    sent(one)
    ours.check_access()
    totals(other, "61", "60")
    # Without network a phone goes on, also after a reload.
    other.evaluate("navigator.serviceWorker.ready.then(() => true)")
    other.reload()
    other.evaluate(KEPT)
    theirs.context.set_offline(True)
    hand(other, ["bid 4", "bid 3", "bid 2", "bid 3"], "won 6")
    tap(other, "save")
    expect(other.get_by_text("1 hand waits on this phone")).to_be_visible()
    totals(other, "121", "121")
    tap(other, "edit 1")
    tap(other, "won 7")
    tap(other, "save")
    totals(other, "122", "120")
    other.reload()
    totals(other, "122", "120")
    theirs.check_access()
    # The other side enters the same hand differently, while the server is killed and comes back.
    platform.stop(signal.SIGKILL)
    hand(one, ["bid 4", "bid 4", "bid 2", "bid 3"], "won 6")
    tap(one, "save")
    expect(one.get_by_text("not sent yet")).to_be_visible()
    platform.start()
    sent(one)
    theirs.context.set_offline(False)
    expect(other.get_by_text("Hand 2 was entered differently meanwhile")).to_be_visible(
        timeout=30_000
    )
    theirs.check_access()
    tap(other, "theirs 0")
    totals(other, "121", "130")
    for page in (one, other):
        expect(page.get_by_text("This match is over: 121 : 130")).to_be_visible(timeout=30_000)
    ours.context.close()
    theirs.context.close()
