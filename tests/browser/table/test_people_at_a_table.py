"""Actions at a table beside playing: swapping seats, inviting, ending a game, leaving, returning, rematches."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Person
from tests.browser.sight import look
from tests.browser.tables import (
    Mate,
    members,
    my_play,
    open_table,
    path_of,
    played_until,
    seated,
    signed_in,
)
from tests.program import Platform

pytestmark = pytest.mark.long
Ann = Callable[..., Person]


def asked_for(page: Page, wish: str) -> None:
    """Choose something of the sheet with everything else."""
    page.locator("[data-do='open more']").click()
    page.locator(f".sheet [data-do={wish}]").click()


def test_seats_are_swapped_and_people_invited(
    ann: Ann, platform: Platform, mates: list[Mate]
) -> None:
    window = ann()
    table = open_table(window.context, platform, "cardgames_io")
    page = window.go(path_of(table))
    look(page)
    bob = mates[1].come(table)
    bob.sit(1)
    mine, his = page.locator(".wait-row.mine"), page.locator(".wait-row[data-seat='1']")
    expect(his).to_contain_text("bob")
    page.locator("[data-do='swap 1']").click()
    expect(his.get_by_role("button")).to_have_text("Asked to swap")
    bob.until(lambda view: view["table"]["seats"][0]["swap_to"] == 1)
    bob.ask({"t": "swap", "seat": 0})
    expect(mine).to_have_attribute("data-seat", "1")
    bob.ask({"t": "swap", "seat": 1})
    expect(page.locator("#said")).to_contain_text("bob asks to swap seats with you.")
    invite = page.locator(".invite")
    invite.locator("input").fill("nobody-of-that-name")
    invite.locator("button").click()
    expect(page.locator(".wait-error")).to_contain_text("nobody-of-that-name")
    invite.locator("input").fill("dee")
    invite.locator("button").click()
    expect(invite).to_contain_text("Invited: dee")
    expect(page.locator(".wait-error")).to_be_empty()


def test_a_game_is_stopped_when_all_agree(ann: Ann, platform: Platform, mates: list[Mate]) -> None:
    window = ann()
    table = open_table(window.context, platform, "cardgames_io")
    seated(platform, table, mates[:4])
    page = window.go(path_of(table))
    look(page, mates[0].look()["v"])
    mates[1].ask({"t": "end_vote", "yes": True})
    expect(page.locator(".notices")).to_contain_text("bob proposes to stop this game")
    asked_for(page, "stop")
    sheet = page.locator("[data-sheet=stop]")
    expect(sheet).to_contain_text("In favour of stopping: bob")
    sheet.locator("[data-do='stop-yes']").click()
    for mate in mates[2:4]:
        assert mate.look()["table"]["status"] == "playing"
        mate.ask({"t": "end_vote", "yes": True})
    expect(page.locator("[data-choice=over] h2")).to_have_text("This table was abandoned")


def test_a_bot_plays_for_who_is_away_until_the_seat_is_taken_back(
    ann: Ann, platform: Platform, mates: list[Mate]
) -> None:
    window = ann()
    table = open_table(window.context, platform, "cardgames_io", clock=(60, 30))
    four = mates[:4]
    seated(platform, table, four)
    view = played_until(four, my_play)
    page = window.go(path_of(table))
    look(page, view["v"])
    platform.forward(91)
    back = page.locator("[data-do=takeback]")
    expect(page.locator(".notices")).to_contain_text("A bot plays for you.")
    back.click()
    four[0].until(lambda own: not own["you"]["stand_in"])
    expect(back).to_have_count(0)
    view = played_until(four, my_play)
    look(page, view["v"])
    assert view["you"]["stand_in"] is False
    four[2].leave()
    expect(page.locator(".seat[data-seat='2'] .plate")).to_contain_text("away")


@pytest.mark.parametrize(
    ("rated", "cost"),
    [
        (True, "the game counts as lost for you"),
        (False, "you or somebody else can take over the seat"),
    ],
    ids=["rated", "casual"],
)
def test_the_question_about_leaving_names_the_cost(
    ann: Ann, platform: Platform, mates: list[Mate], rated: bool, cost: str
) -> None:
    window = ann()
    table = open_table(window.context, platform, "cardgames_io", rated=rated)
    seated(platform, table, mates[:4])
    page = window.go(path_of(table))
    look(page, mates[0].look()["v"])
    asked_for(page, "leave")
    sheet = page.locator("[data-sheet=leave]")
    expect(sheet).to_contain_text(cost)
    sheet.locator("[data-do=close]").last.click()
    expect(sheet).to_have_count(0)
    assert mates[0].look()["you"] | {"can": None} == {
        "seat": 0, "name": "ann", "stand_in": False, "can": None,
    }  # fmt: skip
    asked_for(page, "leave")
    sheet.locator("[data-do=leave-now]").click()
    seat = mates[1].until(lambda view: view["table"]["seats"][0]["stand_in" if rated else "bot"])[
        "table"
    ]["seats"][0]
    assert (seat["bot"], seat["stand_in"]) == (not rated, rated)
    page.wait_for_url(platform.url + "/play/")


def test_a_rated_game_ends_with_what_it_did_to_the_ratings_and_another_follows(
    ann: Ann, platform: Platform, mates: list[Mate]
) -> None:
    window = ann()
    table = open_table(window.context, platform, "rubl_two_player", rated=True, max_hands=4)
    two = mates[:2]
    seated(platform, table, two)
    page = window.go(path_of(table))
    watching = window.context.browser.new_context(locale="en-GB").new_page()
    watching.goto(platform.url + path_of(table))
    view = played_until(two, lambda view: view["table"]["status"] == "finished")
    over = page.locator("[data-choice=over]")
    changes = over.locator(".over-rating")
    expect(changes).to_have_count(2)
    view = two[0].look()
    told = {row["seat"]: row for row in view["table"]["rating_changes"]}
    totals = view["game"]["totals"]
    order = sorted((0, 1), key=lambda seat: -totals[seat])
    assert over.locator(".over-sides strong").all_text_contents() == [
        str(totals[seat]).replace("-", "−") for seat in order
    ]
    own, other = (str(points).replace("-", "−") for points in totals)
    outcome = "won" if totals[0] > totals[1] else "lost"
    expect(over.locator("h2")).to_have_text(f"You {outcome} {own} : {other}")
    expect(over.get_by_role("link", name="Replay")).to_be_visible()
    folded = over.locator(".over-rest [href*=record]")
    expect(folded).to_have_count(1)
    expect(folded).to_be_hidden()
    for place, seat in enumerate(order):
        expect(changes.nth(place)).to_contain_text(str(told[seat]["after"]))
    page.locator("[data-do=rematch]").click()
    page.wait_for_url(lambda url: table not in url)
    look(page)
    expect(page.locator(".wait-row.mine")).to_be_visible()
    follow = two[1].look()["table"]["links"]["rematch"]
    assert page.url == platform.url + follow
    link = watching.get_by_role("link", name="Watch the next game")
    expect(link).to_have_attribute("href", follow)
    watching.context.close()
    two[1].come(follow.rstrip("/").rsplit("/", 1)[1])


def test_a_hand_that_is_the_last_is_called(ann: Ann, platform: Platform, mates: list[Mate]) -> None:
    window = ann()
    table = open_table(window.context, platform, "cardgames_io")
    four = mates[:4]
    seated(platform, table, four)
    platform.manage("shell", "--no-imports", stdin=LIMIT.format(table=table))
    view = played_until(four, my_play)
    page = window.go(path_of(table))
    look(page, view["v"])
    facts = page.locator(".bar-facts")
    expect(facts).to_contain_text("Hand 1")
    expect(facts).to_contain_text("last hand from ")
    platform.forward(601)
    view = four[0].until(lambda now: now["game"]["max_hands"] == 1)
    look(page, view["v"])
    expect(page.locator("#said")).to_contain_text("Time is up: this hand is the last.")
    expect(facts).not_to_contain_text("last hand from ")


LIMIT = """
from datetime import timedelta
from games.tables.models import Table
from spades_site.common.clock import now
Table.objects.filter(public_id={table!r}).update(last_hand_after=now() + timedelta(minutes=10))
"""


def test_five_at_a_phone_see_who_drew_what(ann: Ann, platform: Platform, mates: list[Mate]) -> None:
    window = ann(viewport={"width": 360, "height": 740})
    table = open_table(window.context, platform, "bicycle_5_jokers", max_hands=1)
    seated(platform, table, mates)
    page = window.go(path_of(table))
    view = mates[0].look()
    look(page, view["v"])
    signs = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
    drawn = view["game"]["draw_for_deal"]
    told = [card.replace("T", "10")[:-1] + signs[card[-1]] for card in drawn]
    [turn] = view["game"]["to_act"]
    expected = {str(seat): [f"drew {sign}", True] for seat, sign in enumerate(told)}
    shown: dict[str, Any] = dict(page.evaluate(DREW))
    assert shown == expected | {str(turn): ["bidding now", True]}
    shorts = page.locator(".score-short:visible").all_text_contents()
    assert sorted(shorts) == ["BO", "CY", "DE", "EV", "You"]


DREW = """() => Object.fromEntries([...document.querySelectorAll("[data-anchor]")].map((plate) => {
  const tally = plate.querySelector(".tally");
  const sign = tally.querySelector("[aria-hidden]") ?? tally;
  const inside = sign.getBoundingClientRect().right <= plate.getBoundingClientRect().right;
  return [plate.dataset.anchor, [sign.textContent, inside]];
}))"""


def test_a_german_reads_table_and_replay_in_german_on_a_phone_too_and_others_in_english(
    ann: Ann, platform: Platform, mates: list[Mate]
) -> None:
    german = ann(viewport={"width": 360, "height": 740}, locale="de-DE")
    english = ann()
    table = open_table(german.context, platform, "cardgames_io", max_hands=1)
    page = german.go(path_of(table))
    panel = page.locator("[data-choice=waiting]")
    expect(panel).to_contain_text("Mit Bots füllen")
    expect(panel).to_contain_text("3 Plätze sind frei")
    width = panel.evaluate("panel => [panel.scrollWidth, panel.getBoundingClientRect().right]")
    assert width == [panel.evaluate("panel => panel.clientWidth"), 356]
    mates[1].come(table).sit(1)
    mates[2].come(table).sit(2)
    expect(panel).to_contain_text("1 Platz ist frei")
    other = english.go(path_of(table))
    expect(other.locator("[data-choice=waiting]")).to_contain_text("1 seat is free")
    mates[0].come(table)
    mates[3].come(table).sit(3)
    for mate in mates[:4]:
        mate.until(lambda view: view["game"] is not None)
    played_until(mates[:4], lambda view: view["table"]["status"] == "finished")
    expect(page.locator("[data-choice=over]")).to_contain_text("Noch einmal spielen")
    expect(other.locator("[data-choice=over]")).to_contain_text("Play again")
    german.go(path_of(table) + "replay/")
    expect(page.locator(".rp-hand-no")).to_have_text("Blatt 1 von 1")
    expect(page.locator(".rp-says")).to_contain_text("hat gegeben.")
    page.locator("#replay-verify").click()
    expect(page.locator("#replay-verified")).to_contain_text("1 Blatt")
    english.go(path_of(table) + "replay/")
    expect(other.locator(".rp-hand-no")).to_have_text("Hand 1 of 1")
    expect(other.locator(".rp-says")).to_contain_text("has dealt.")


SESSION = """
from django.contrib.auth import get_user_model
from django.test import Client
client = Client()
client.force_login(get_user_model().objects.get(username={name!r}))
print("session", client.cookies["sessionid"].value)
"""


def test_a_player_signed_out_in_another_tab_sees_it_and_can_sign_in_again(
    ann: Ann, platform: Platform, mates: list[Mate]
) -> None:
    window = ann()
    signed_in(window.context, platform, members(platform, ["fay"])["fay"])
    table = open_table(window.context, platform, "cardgames_io")
    page = window.go(path_of(table))
    for seat, mate in enumerate(mates[1:4], 1):
        mate.come(table).sit(seat)
    page.locator(".own-card").first.wait_for()
    tab = window.open_page()
    tab.goto(platform.url + "/account/logout/")
    tab.locator("main form button[type=submit]").first.click()
    line = page.locator(".line")
    expect(line).to_contain_text("You were signed out in another window.", timeout=20_000)
    expect(line.get_by_role("link", name="Sign in")).to_have_attribute(
        "href", f"/account/login/?next=%2Fplay%2Ft%2F{table}%2F"
    )
    expect(page.locator("#said")).to_contain_text("You were signed out in another window.")
    expect(page.locator(".own-card")).to_have_count(0)
    again = platform.manage("shell", "--no-imports", stdin=SESSION.format(name="fay")).split()[-1]
    signed_in(window.context, platform, again)
    # The tab comes to the front again.
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.locator(".own-card").first.wait_for()
    expect(line).to_be_empty()


def test_a_guest_makes_an_account_at_the_table_and_plays_on(ann: Ann, platform: Platform) -> None:
    window = ann(viewport=PHONE)
    window.context.clear_cookies()
    table = open_table(window.context, platform, "cardgames_io")
    page = window.go(path_of(table))
    page.locator("[data-do=fill]").click()
    card = page.locator(".own-card").first
    card.wait_for()
    page.locator("[data-do='open more']").click()
    page.locator(".sheet").get_by_role("link", name="Create an account").click()
    page.get_by_label("Username").fill("gwen")
    page.get_by_label("Email").fill("gwen@example.org")
    page.get_by_label("Password", exact=True).fill("thirteen tricks, please")
    page.locator("main form[action='/account/signup/'] button[type=submit]").click()
    page.wait_for_url("**" + path_of(table))
    card.wait_for()
    # The message about the account doesn't cover the table permanently.
    note = page.locator("#messages .note")
    expect(note.last).to_contain_text("gwen")
    note.last.click()
    expect(note).to_have_count(0)
    page.locator("[data-do='open more']").click()
    expect(page.locator(".sheet").get_by_role("link", name="Create an account")).to_have_count(0)
