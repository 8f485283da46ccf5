"""Sheets by keyboard and for screen readers; rules that a table lacks; copying the address without a clipboard."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games import engine
from tests.browser.conftest import Person
from tests.browser.scripted import Script
from tests.browser.tables import Mate, open_table, path_of, seated
from tests.program import Platform

pytestmark = pytest.mark.long
Sit = Callable[..., Script]
FOCUSED = "(document.activeElement.closest('[data-sheet]')?.dataset.sheet ?? '') + '/' + (document.activeElement.dataset.do ?? document.activeElement.id)"
NO_CLIPBOARD = """() => {
  Object.defineProperty(navigator, "clipboard", { value: undefined });
  document.execCommand = (name) => {
    window.copied = [name, document.activeElement.value.slice(document.activeElement.selectionStart, document.activeElement.selectionEnd)];
    return window.mayCopy;
  };
}"""


@pytest.fixture
def sit(ann: Callable[..., Person], platform: Platform, mates: list[Mate]) -> Sit:
    """Return a maker of tables whose other end is the test: `sit(revoke="penalised")`."""

    def make(**rules: Any) -> Script:
        window = ann()
        table = open_table(window.context, platform, "cardgames_io", **{"target": 2000, **rules})
        seated(platform, table, mates[:4])
        script = Script(window.page, mates[0].look(), seed=3)
        window.go(path_of(table))
        window.page.locator(".own-card").first.wait_for()
        return script

    return make


def focused(page: Page) -> str:
    """Return the sheet in which the focus stands, and on what."""
    return str(page.evaluate(FOCUSED))


def may_leave(at: Script) -> dict[str, Any]:
    """Return a picture whose player may leave, or ask for the game's end."""
    picture = at.news()
    return {**picture, "you": {**picture["you"], "can": ["leave", "end_vote"]}}


@pytest.mark.parametrize(("name", "title"), [("sheet", "Score sheet"), ("last", "Last trick")])
def test_a_sheet_takes_the_focus_and_gives_it_back(sit: Sit, name: str, title: str) -> None:
    page = sit().page
    opener = page.locator(f".table-bar button[data-do='open {name}']")
    opener.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name=title)).to_be_visible()
    assert focused(page) == f"{name}/sheet-title"
    page.keyboard.press("Tab")
    assert focused(page) == f"{name}/close"
    page.keyboard.press("Escape")
    expect(page.locator("[data-sheet]")).to_have_count(0)
    assert focused(page) == f"/open {name}"
    # By its letter, from a card: back to the card.
    card = page.locator(".own-card[tabindex='0']")
    card.focus()
    before = focused(page)
    page.keyboard.press(name[0])
    assert focused(page) == f"{name}/sheet-title"
    page.keyboard.press("Escape")
    assert focused(page) == before != ""


@pytest.mark.parametrize(
    ("name", "yes", "cost"),
    [
        (
            "leave",
            "leave-now",
            "A bot plays on in your seat. Meanwhile you or somebody else can take over the seat.",
        ),
        (
            "stop",
            "stop-yes",
            "The game ends when all present players agree. Nobody wins.",
        ),
    ],
)
def test_a_question_says_what_it_costs_and_keeps_the_focus(
    sit: Sit, name: str, yes: str, cost: str
) -> None:
    at = sit()
    page = at.page
    at.send(may_leave(at))
    page.locator(".table-bar button[data-do='open more']").press("Enter")
    page.locator(f"[data-sheet=more] [data-do={name}]").press("Enter")
    asked = page.get_by_role("alertdialog")
    expect(asked).to_be_visible()
    expect(asked).to_have_accessible_description(cost)
    stops = [focused(page)]
    for _ in range(3):
        page.keyboard.press("Tab")
        stops.append(focused(page))
    assert stops == [f"{name}/{step}" for step in ("close", "close", yes, "close")]
    page.keyboard.press("Escape")
    expect(page.locator("[data-sheet]")).to_have_count(0)
    assert focused(page) == "/open more"


def test_the_score_of_a_hand_opens_without_taking_the_focus(sit: Sit) -> None:
    at = sit()
    page = at.page
    page.locator(".table-bar button[data-do='open more']").focus()
    while at.game.phase == "play":
        at._play(at.game.to_act[0], engine.legal_actions(at.game, at.game.to_act[0])[0])
    at.send(at.picture())
    expect(page.get_by_role("region", name="Hand 1")).to_be_visible()
    assert focused(page) == "/open more"
    assert page.locator("#said").inner_text().count("Hand 1 is over") == 1


def test_a_table_without_a_target_names_none(sit: Sit) -> None:
    page = sit(target=None, max_hands=3).page
    page.locator(".table-bar button[data-do='open more']").click()
    rules = page.locator("[data-sheet=more] table").first.locator("tbody")
    expect(rules).to_contain_text("Maximum hands")
    expect(rules).not_to_contain_text("null")
    expect(rules).not_to_contain_text("Play to")


def test_where_a_revoke_is_penalised_any_card_may_be_planned(sit: Sit) -> None:
    at = sit(revoke="penalised")
    page = at.page
    at.send(at.other_plays())
    assert not at.mine
    led = engine.view_for(at.game, 0)["trick"]["plays"][0][1][1]
    other = next(card for card in engine.view_for(at.game, 0)["hand"] if card[1] not in (led, "S"))
    page.locator(f".own-card[data-card='{other}']").press("Enter")
    expect(page.locator(".own-card.planned")).to_have_attribute("data-card", other)
    expect(page.locator(".error-line")).to_be_empty()


def test_the_score_tells_each_revoke_card_by_card_and_the_own_side_first(sit: Sit) -> None:
    at = sit(revoke="penalised")
    side = {"points": 0, "bags": 0, "total": 0, "bags_after": 0, "lines": []}
    revokes = [
        {"seat": 1, "trick": 4, "card": "AS", "led": "7H"},
        {"seat": 0, "trick": 5, "card": "2C", "led": "KS"},
    ]
    score = {"hand_no": 1, "tricks": [5, 4, 3, 1], "sides": [side, side], "revokes": revokes}
    picture = at.news()
    mine = {**picture["you"], "seat": 1}
    at.send({**picture, "you": mine, "game": {**picture["game"], "scores": [score]}})
    at.page.locator(".table-bar button[data-do='open sheet']").click()
    sheet = at.page.locator("[data-sheet=sheet]")
    expect(sheet.locator(".revokes li")).to_have_text(
        [
            "Trick 4: you played the ace of spades while holding hearts.",
            "Trick 5: ann played the 2 of clubs while holding spades.",
        ]
    )
    expect(sheet.locator("caption")).to_have_text(["We won 4 + 1", "They won 5 + 3"])


def test_the_address_is_copied_also_where_there_is_no_clipboard(sit: Sit) -> None:
    page = sit().page
    page.evaluate(NO_CLIPBOARD)
    page.locator(".table-bar button[data-do='open more']").click()
    copy = page.locator("[data-sheet=more] [data-do=copy]")
    page.evaluate("window.mayCopy = true")
    copy.click()
    expect(copy).to_have_text("Copied")
    assert page.evaluate("window.copied") == ["copy", page.url]
    page.evaluate("window.mayCopy = false")
    copy.click()
    shown = page.get_by_label("Copy this address")
    expect(shown).to_be_focused()
    expect(shown).to_have_value(page.url)
    assert page.evaluate("String(getSelection())") == page.url
