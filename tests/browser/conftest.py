"""Chromium, and people who use it."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests import program, services
from tests.browser.tables import Mate, members, signed_in
from tests.browser.tour import HAND_PAUSE

SHOTS = Path(os.environ.get("SPADES_SHOTS", Path(__file__).parent / "shots"))
NAMES = ("ann", "bob", "cy", "dee", "eve")
DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 740}
# Chromium looks up its maker's hosts by itself; on a closed network that only makes noise.
CHROMIUM_FLAGS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything in this folder is a browser test."""
    for item in items:
        if "tests/browser" in str(item.path):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """Debian's Chromium, headless."""
    path = services.need("chromium", "chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=CHROMIUM_FLAGS)
        yield browser
        browser.close()


@pytest.fixture(
    scope="module", params=["embedded", pytest.param("deployed", marks=pytest.mark.long)]
)
def site(request: pytest.FixtureRequest) -> Iterator[program.Platform]:
    """The running program both ways: all in one process, and on Postgres and Redis in three."""
    quick = {"BOT_SECONDS": "0.1", "HAND_PAUSE_SECONDS": "1.5"}
    if request.param == "embedded":
        with program.running(**quick) as one:
            yield one
        return
    with (
        program.database(os.environ["TEST_DATABASE_URL"]) as database_url,
        program.running(
            database_url=database_url, redis_url=os.environ["TEST_REDIS_URL"], **quick
        ) as many,
    ):
        yield many


@pytest.fixture(scope="session")
def sessions(platform: program.Platform) -> dict[str, str]:
    """Five members of the site: each one's session cookie by name."""
    return members(platform, NAMES)


@pytest.fixture
def mates(platform: program.Platform, sessions: dict[str, str]) -> Iterator[list[Mate]]:
    """The five members, without a browser."""
    five = [Mate(platform, sessions[name], seed=seat) for seat, name in enumerate(NAMES)]
    yield five
    for mate in five:
        mate.give_up()


@pytest.fixture
def ann(
    chromium: Browser, platform: program.Platform, sessions: dict[str, str]
) -> Iterator[Callable[..., "Person"]]:
    """Return a maker of the first member's browsers: `ann(viewport=PHONE)`."""
    windows: list[Person] = []

    def make(**options: Any) -> Person:
        context = chromium.new_context(
            **{"viewport": DESKTOP, "locale": "en-GB", "reduced_motion": "reduce", **options}
        )
        signed_in(context, platform, sessions[NAMES[0]])
        windows.append(Person(NAMES[0], context, platform.url))
        return windows[-1]

    yield make
    complaints = [complaint for one in windows for complaint in one.complaints]
    for one in windows:
        one.context.close()
    assert complaints == []


@pytest.fixture(scope="session")
def platform() -> Iterator[program.Platform]:
    """The running program in one process, which waits for nobody: hands follow when a test moves the clock on."""
    quick = {"BOT_SECONDS": "0.05", "HAND_PAUSE_SECONDS": str(HAND_PAUSE)}
    with program.running(**quick, PUSH_TO_PRIVATE="1") as platform:
        yield platform


# Not waited for: within a closed fold Chromium lets no animation come to its end.
END_MOTION = """() => document.getAnimations()
    .filter((motion) => motion.effect.getComputedTiming().endTime !== Infinity)
    .forEach((motion) => motion.finish())"""


class Person:
    """Somebody with a browser of their own: cookies, a page, and what went wrong on it."""

    def __init__(self, name: str, context: BrowserContext, site_url: str) -> None:
        self.name = name
        self.context = context
        self.url = site_url
        self.complaints: list[str] = []
        self.frames: list[str] = []
        self.sent: list[str] = []
        self.page = self.open_page()

    def open_page(self) -> Page:
        """Open a tab that notes script errors, policy violations and every frame of its sockets."""
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(f"{self.name}: {error}"))
        page.on("console", self._listen)
        page.on("websocket", self._follow)
        return page

    def go(self, path: str) -> Page:
        """Load a page of the site."""
        self.page.goto(self.url + path)
        return self.page

    def shoot(self, name: str) -> None:
        """Leave a screenshot."""
        SHOTS.mkdir(parents=True, exist_ok=True)
        # To hide the caret, Playwright would write styles into the fields, which the policy then complains of.
        self.page.screenshot(path=SHOTS / f"{name}.png", caret="initial")

    def forgive(self, part: str) -> None:
        """Take complaints with `part` off the list; at least one must be there."""
        forgiven = [text for text in self.complaints if part in text]
        assert forgiven, f"nothing complained of {part}"
        self.complaints = [text for text in self.complaints if part not in text]

    def check_access(self, *, page: Page | None = None, rule: str = "") -> None:
        """Fail with axe's findings where the page is not accessible, once nothing on it fades in any more; by all rules, or
        quickly by one of them.
        """
        (page or self.page).evaluate(END_MOTION)
        tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]
        only = {"type": "rule", "values": [rule]} if rule else {"type": "tag", "values": tags}
        report = Axe().run(page or self.page, options={"runOnly": only})
        found = [
            (fault["id"], [node["html"][:200] for node in fault["nodes"]][:4])
            for fault in report.response["violations"]
        ]
        assert found == [], f"{(page or self.page).url}: {found}"

    def _listen(self, message: Any) -> None:
        if message.type == "error" or "Content Security Policy" in message.text:
            self.complaints.append(f"{self.name} at {message.location.get('url')}: {message.text}")

    def _follow(self, socket: Any) -> None:
        socket.on("framereceived", self._keep)
        socket.on("framesent", lambda frame: self.sent.append(str(frame)))

    def _keep(self, frame: str | bytes) -> None:
        self.frames.append(frame if isinstance(frame, str) else frame.decode())


@pytest.fixture
def person(chromium: Browser, site: program.Platform) -> Iterator[Callable[..., Person]]:
    """Return a maker of people: `person("ann")`, `person("bob", viewport=PHONE, color_scheme="dark")`."""
    people: list[Person] = []

    def make(name: str, **options: Any) -> Person:
        context = chromium.new_context(
            **{"viewport": DESKTOP, "timezone_id": "Europe/Berlin", "locale": "en-GB", **options}
        )
        context.set_default_timeout(20_000)
        people.append(Person(name, context, site.url))
        return people[-1]

    yield make
    complaints = [complaint for one in people for complaint in one.complaints]
    for one in people:
        one.shoot(f"end-{one.name}")
        one.context.close()
    assert complaints == []
