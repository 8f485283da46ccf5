"""Second factors, sessions, personal data and closing an account (S4), in Chromium at 360 pixels."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests import program
from tests.browser.conftest import PHONE, Person
from tests.support.factors import code

PASSWORD = "seven-of-hearts-9"
KEY = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture
def browsers(chromium: Browser) -> Iterator[list[BrowserContext]]:
    """Two browsers that know nothing of one another."""
    two = [
        chromium.new_context(viewport=PHONE, locale="en-GB", reduced_motion="reduce")
        for _ in range(2)
    ]
    yield two
    for one in two:
        one.close()


def press(page: Page, name: str) -> None:
    """Press the button or link of that name in the page's main part."""
    main = page.locator("main")
    main.get_by_role("button", name=name).or_(main.get_by_role("link", name=name)).first.click()


def sign_in(page: Page, url: str) -> None:
    """Give name and password."""
    page.goto(f"{url}/account/login/")
    page.get_by_label("Username").fill("mina")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.locator("main").get_by_role("button", name="Sign in", exact=True).click()


def sign_out(page: Page, url: str) -> None:
    """End this browser's session."""
    page.goto(f"{url}/account/logout/")
    press(page, "Sign out")
    page.wait_for_url(f"{url}/")


def check(person: Person) -> None:
    """Look at the page: accessible, and no wider than the phone."""
    person.check_access()
    assert person.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_s4_an_account_is_secured_used_and_closed(
    browsers: list[BrowserContext], platform: program.Platform
) -> None:
    url = platform.url
    mina, elsewhere = (Person(name, one, url) for name, one in zip("me", browsers, strict=True))
    page = mina.page
    keys = browsers[0].new_cdp_session(page)
    keys.send("WebAuthn.enable")
    keys.send("WebAuthn.addVirtualAuthenticator", {"options": KEY})
    mina.go("/account/signup/")
    page.get_by_label("Username").fill("mina")
    page.get_by_label("Email").fill("mina@example.org")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    press(page, "Sign up")
    page.wait_for_url(f"{url}/")

    # An authenticator app, after the password was given again: the sign-up was a while ago.
    platform.forward(301)
    mina.go("/account/2fa/")
    check(mina)
    press(page, "Set up an app")
    check(mina)
    page.get_by_label("Password").fill(PASSWORD)
    press(page, "Confirm")
    expect(page.locator(".qr svg")).to_be_visible()
    check(mina)
    secret = page.locator("code.secret").text_content() or ""
    page.get_by_label("Authenticator code").fill(code(secret))
    press(page, "Turn on")
    expect(page.locator(".codes li")).to_have_count(10)
    check(mina)
    recovery = page.locator(".codes li").first.inner_text()

    # A passkey, which signs in without the password.
    mina.go("/account/2fa/")
    press(page, "Add a key")
    page.get_by_label("Sign in without a password").check()
    check(mina)
    press(page, "Add a key")
    page.wait_for_url(f"{url}/account/2fa/")
    press(page, "Manage keys")
    expect(page.locator(".rows > div")).to_contain_text("replaces the password")
    check(mina)
    sign_out(page, url)
    mina.go("/account/login/?next=/account/settings/")
    check(mina)
    press(page, "Sign in with a passkey")
    page.wait_for_url(f"{url}/account/settings/")

    # The password and the app's code; the password and a recovery code in another browser.
    sign_out(page, url)
    sign_in(page, url)
    check(mina)
    page.get_by_label("Code").fill(code(secret))
    press(page, "Sign in")
    page.wait_for_url(f"{url}/")
    sign_in(elsewhere.page, url)
    elsewhere.page.get_by_label("Code").fill(recovery)
    press(elsewhere.page, "Sign in")
    elsewhere.page.wait_for_url(f"{url}/")

    mina.go("/account/sessions/")
    expect(page.locator(".rows > div")).to_have_count(2)
    check(mina)
    press(page, "Sign out everywhere else")
    expect(page.locator(".rows > div")).to_have_count(1)
    elsewhere.go("/account/settings/")
    expect(elsewhere.page).to_have_url(f"{url}/account/login/?next=/account/settings/")

    # One's data, and the end.
    platform.forward(301)
    mina.go("/account/settings/")
    check(mina)
    press(page, "Close")
    page.get_by_label("Password").fill(PASSWORD)
    press(page, "Confirm")
    check(mina)
    with page.expect_download() as download:
        press(page, "Download your data")
    data = json.loads(Path(download.value.path()).read_text())
    assert (data["account"]["username"], data["account"]["email"]) == ("mina", "mina@example.org")
    page.get_by_label("Your user name").fill("mina")
    press(page, "Close account permanently")
    expect(page.locator("#messages")).to_have_text("Your account is closed.")
    sign_in(page, url)
    expect(page.locator("main [role=alert]").first).to_contain_text("are not correct")
    assert mina.complaints + elsewhere.complaints == []
