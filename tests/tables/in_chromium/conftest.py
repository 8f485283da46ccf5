"""Chromium, and pages of it that no server answers."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests import services as programs
from tests.tables.in_chromium.offline import ORIGIN, Site


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """Debian's Chromium, headless."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=programs.need("chromium", "chromium"), args=["--disable-gpu"]
        )
        yield browser
        browser.close()


@pytest.fixture
def site() -> Site:
    """What answers the page."""
    return Site()


@pytest.fixture
def page(chromium: Browser, site: Site) -> Iterator[Page]:
    """An empty page, with its clock in the test's hand."""
    context = chromium.new_context()
    page = context.new_page()
    page.route("**/*", site.answer)
    page.clock.install(time=0)
    page.goto(f"{ORIGIN}/")
    page.clock.pause_at(60_000)
    yield page
    context.close()
