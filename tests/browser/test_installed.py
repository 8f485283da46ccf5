"""The site with its service worker: a page without a connection, never anything old, and notices by push."""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests import program
from tests.browser.conftest import PHONE, Person
from tests.browser.test_lobby import opened_by
from tests.notices.push_service import Subscribed, push_service

KEPT = """async () => {
  const names = await caches.keys();
  const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return kept.flat().map((request) => new URL(request.url).pathname);
}"""


def test_h2_the_service_worker_never_serves_a_stale_table(
    ann: Callable[..., Person], platform: program.Platform
) -> None:
    me = ann(viewport=PHONE, color_scheme="dark")
    page = me.go("/learn/")
    page.evaluate("navigator.serviceWorker.ready")
    table = opened_by(me.context, platform)
    page.goto(platform.url + table)
    expect(page.get_by_role("region", name="Waiting for players")).to_be_visible()
    page.goto(platform.url + "/play/")
    expect(page.get_by_role("heading", name="Your tables")).to_be_visible()
    kept = page.evaluate(KEPT)
    assert [path for path in kept if not path.startswith("/static/")] == ["/offline/", "/score/"]
    for path in ("/offline/", "/score/"):
        assert me.name not in page.evaluate(f"caches.match('{path}').then((page) => page.text())")
    me.context.set_offline(True)
    for path in (table, "/play/", "/"):
        page.goto(platform.url + path)
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
    page.goto(platform.url + table)
    expect(page.get_by_role("region", name="Waiting for players")).to_be_visible()


SUBSCRIBES = """
// Headless Chromium has no push service; all else is the page's and the worker's own.
const told = FIELDS;
const subscription = {
  endpoint: told.endpoint,
  toJSON: () => ({ endpoint: told.endpoint, keys: { p256dh: told.public_key, auth: told.auth } }),
  unsubscribe: async () => localStorage.removeItem("subscribed"),
};
PushManager.prototype.subscribe = async (options) => {
  if (new Uint8Array(options.applicationServerKey).length !== 65) throw new Error("no key");
  localStorage.setItem("subscribed", "yes");
  return subscription;
};
PushManager.prototype.getSubscription = async () => (localStorage.getItem("subscribed") ? subscription : null);
"""
TELL = """
from django.contrib.auth import get_user_model
from spades_site.notices.services import send_notice
people = get_user_model().objects.filter(username="ann")
send_notice(people, "waits", "match:1", "/play/", {"tournament": "Autumn Cup", "round": 2})
"""
SETTINGS = "/account/notices/settings/"
SHOWN = """async () => {
  const { registration } = { registration: await navigator.serviceWorker.ready };
  for (let tries = 0; tries < 50; tries++) {
    const [first] = await registration.getNotifications();
    if (first) return [first.title, first.body, first.data, first.tag];
    await new Promise((later) => setTimeout(later, 100));
  }
}"""


@pytest.mark.slow
def test_a_closed_site_notifies_the_browser_of_a_table_that_waits(
    ann: Callable[..., Person], platform: program.Platform
) -> None:
    with push_service() as service:
        browser = Subscribed(f"{service.url}/ann")
        me = ann(viewport=PHONE)
        page = me.go(SETTINGS)
        page.get_by_role("button", name="Notify me in this browser").press("Enter")
        denied = page.get_by_text("The browser doesn’t allow notifications from this site.")
        expect(denied.first).to_be_visible()
        me.context.grant_permissions(["notifications"], origin=platform.url)
        me.context.add_init_script(SUBSCRIBES.replace("FIELDS", json.dumps(browser.fields)))
        page = me.go(SETTINGS)
        page.get_by_role("button", name="Notify me in this browser").press("Enter")
        expect(page.get_by_text("this browser", exact=True)).to_be_visible()
        me.check_access()
        me.shoot("notified-360")
        platform.manage("shell", "--no-imports", stdin=TELL)
        for _try in range(100):
            if service.sent:
                break
            page.wait_for_timeout(200)
        ((_path, _headers, body),) = service.sent
        cdp = me.context.new_cdp_session(page)
        registrations: list[str] = []
        cdp.on(
            "ServiceWorker.workerRegistrationUpdated",
            lambda event: registrations.extend(
                each["registrationId"] for each in event["registrations"]
            ),
        )
        cdp.send("ServiceWorker.enable")
        for _try in range(100):
            if registrations:
                break
            page.wait_for_timeout(100)
        cdp.send(
            "ServiceWorker.deliverPushMessage",
            {
                "origin": platform.url,
                "registrationId": registrations[0],
                "data": json.dumps(browser.read(body)),
            },
        )
        assert page.evaluate(SHOWN) == [
            "Your opponents are waiting for you",
            "Autumn Cup, round 2: the others are at the table, and your clock is running.",
            f"{platform.url}/play/",
            "waits /play/",
        ]
        # The browser has thrown it away; the page says so.
        page.evaluate("localStorage.removeItem('subscribed')")
        page.reload()
        expect(page.get_by_text("Turn them on again.")).to_be_visible()
        page.get_by_role("button", name="Remove").click()
        expect(page.get_by_text("This device is no longer notified.")).to_be_visible()
        expect(page.get_by_role("button", name="Remove")).to_have_count(0)
