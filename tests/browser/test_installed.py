"""The site with its service worker: a page without a connection, and never anything old."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests import program
from tests.browser.conftest import PHONE, Person
from tests.browser.test_lobby import opened_by

KEPT = """async () => {
  const names = await caches.keys();
  const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return kept.flat().map((request) => new URL(request.url).pathname);
}"""


def test_h2_the_service_worker_never_serves_a_stale_table(
    ann: Callable[..., Person], house: program.Platform
) -> None:
    me = ann(viewport=PHONE, color_scheme="dark")
    page = me.go("/learn/")
    page.evaluate("navigator.serviceWorker.ready")
    table = opened_by(me.context, house)
    page.goto(house.url + table)
    expect(page.get_by_role("region", name="Waiting for players")).to_be_visible()
    page.goto(house.url + "/play/")
    expect(page.get_by_role("heading", name="Your tables")).to_be_visible()
    kept = page.evaluate(KEPT)
    assert [path for path in kept if not path.startswith("/static/")] == ["/offline/"]
    assert me.name not in page.evaluate("caches.match('/offline/').then((page) => page.text())")
    me.context.set_offline(True)
    for path in (table, "/play/", "/"):
        page.goto(house.url + path)
        expect(page.get_by_role("heading", name="No connection")).to_be_visible()
        assert page.locator("#table, #lobby").count() == 0
    me.check_access()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    me.shoot("offline-dark-360")
    # What is not a page isn't answered at all, by nothing kept.
    for path in ("/play/calls/", f"{table}next/", "/notices/bell/"):
        answer = page.evaluate(f"fetch('{path}').then(() => 'answered', () => 'failed')")
        assert answer == "failed", path
    me.complaints.clear()  # Each failed fetch is one.
    me.context.set_offline(False)
    page.goto(house.url + table)
    expect(page.get_by_role("region", name="Waiting for players")).to_be_visible()
