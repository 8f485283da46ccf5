"""A league's own rule set in a browser: made, chosen, shared by link and by JSON, on a screen and a phone."""

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE
from tests.browser.test_tournament_pages import OUT_OF_SIGHT, unfold


def league(page: Page, url: str, name: str) -> str:
    """Create a league and return its address."""
    page.goto(f"{url}/leagues/new/")
    page.get_by_label("Name").fill(name)
    page.get_by_role("button", name="Create league").click()
    page.wait_for_url(lambda address: "/new/" not in address)
    return page.url.removeprefix(url)


def send(page: Page, button: str) -> None:
    """Press a form's button and wait for the page to which it leads."""
    with page.expect_navigation():
        page.get_by_role("button", name=button, exact=True).click()


def test_a_rule_set_is_made_chosen_shared_and_taken_over(ann: Callable[..., Any]) -> None:
    one = ann()
    page = one.page
    ours, theirs = league(page, one.url, "River Club"), league(page, one.url, "Hill Club")

    # Made from JJDD with two house rules.
    page = one.go(f"{ours}rule-sets/")
    expect(page.locator("main")).to_contain_text("No rule sets yet")
    page.get_by_role("link", name="New rule set").click()
    page.get_by_label("Name").fill("Our JJDD")
    with page.expect_response(lambda answer: "preset=jjdd_350" in answer.url):
        page.get_by_label("Rules", exact=True).select_option("jjdd_350")
    page.locator("details.house > summary").click()
    for field, value in (("min_side_bid", "5"), ("set_limit", "3")):
        group = page.locator("fieldset", has=page.locator(f"[name={field}]"))
        group.locator("summary").click()
        group.locator(f"[name={field}]").fill(value)
    send(page, "Save")
    expect(page.get_by_role("heading", level=1)).to_have_text("Our JJDD")
    said = page.locator(".lead").inner_text()
    assert said == "JJDD to 350, board 5, 3 sets lose"
    address = page.get_by_label("Link").input_value()
    assert address == page.url
    one.check_access()
    unfold(page)
    text = page.locator("pre").inner_text()
    assert json.loads(text) == {
        "format": "spades-rules/1",
        "name": "Our JJDD",
        "rules": {"preset": "jjdd_350", "min_side_bid": 5, "set_limit": 3},
    }
    one.check_access()
    page.set_viewport_size(PHONE)
    assert page.evaluate(OUT_OF_SIGHT) == []
    page.set_viewport_size({"width": 1280, "height": 900})

    # Chosen in a season and in a tournament.
    page = one.go(f"/organize{ours}seasons/new/pairs/")
    page.locator("[name=name]").fill("Spring")
    page.get_by_label("First day").fill("2031-03-03")
    page.get_by_label("Last day").fill("2031-06-30")
    with page.expect_response(lambda answer: "preset=kept-" in answer.url):
        page.get_by_label("Rules", exact=True).select_option(label="Our JJDD")
    expect(page.locator("#house-rules strong")).to_have_text(said)
    send(page, "Save")
    expect(page.locator("main")).to_contain_text("Spring")
    page = one.go("/organize/tournaments/new/?plan=swiss")
    page.locator("#step-rules > summary").click()
    page.get_by_label("Rules", exact=True).select_option(label="Our JJDD")
    send(page, "Create draft")
    expect(page.locator("main")).to_contain_text(said)

    # Taken over by the other league: by link, then by JSON, which has the same name.
    page = one.go(address.removeprefix(one.url))
    page.get_by_label("League").select_option(label="Hill Club")
    send(page, "Keep in my league")
    assert page.url.startswith(f"{one.url}{theirs}rule-sets/")
    expect(page.locator(".lead")).to_have_text(said)
    page = one.go(f"{theirs}rule-sets/")
    page.locator("details.panel > summary").click()
    page.locator("[name=text]").fill(text.replace('"min_side_bid": 5', '"min_side_bid": 6'))
    page.get_by_role("button", name="Import").click()
    expect(page.locator("main")).to_contain_text("The league already has a rule set called")
    one.forgive("422")
    page.locator("[name=name]").fill("Board of six")
    send(page, "Import")
    expect(page.locator(".lead")).to_have_text("JJDD to 350, board 6, 3 sets lose")
    page = one.go(f"{theirs}rule-sets/")
    one.check_access()
    expect(page.locator(".rows li")).to_have_count(2)
