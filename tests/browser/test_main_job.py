"""The main job, in real browsers against the running program: sign up, play, join, enter, play the match, be
rated.
"""

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from itertools import combinations
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Person
from tests.browser.play import (
    in_hand,
    is_over,
    open_part,
    picture,
    pictures,
    play_on,
    play_until,
    take_turn,
)
from tests.program import Platform

PASSWORD = "thirteen tricks, please"
BERLIN = ZoneInfo("Europe/Berlin")
Maker = Callable[..., Person]


def sign_up(person: Person) -> None:
    """Make an account and set the time zone."""
    page = person.go("/account/signup/")
    page.get_by_label("Username").fill(person.name)
    page.get_by_label("Email").fill(f"{person.name}@example.org")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    person.check_access()
    page.locator("main form[action='/account/signup/'] button[type=submit]").click()
    page = person.go("/account/settings/")
    page.get_by_label("Time zone").select_option("Europe/Berlin")
    page.locator("main form button[type=submit]").first.click()
    expect(page.locator("main")).to_contain_text("Europe/Berlin")


@pytest.mark.slow
def test_a_guest_plays_a_whole_game_with_bots(person: Maker) -> None:
    guest = person("guest", viewport=PHONE)
    page = guest.go("/")
    guest.check_access()
    page = guest.go("/play/open/")
    guest.check_access()
    page.get_by_label("Hands", exact=False).first.fill("1")
    page.locator("main form button[type=submit]").first.click()
    page.wait_for_url(re.compile("/play/t/"))
    fill = page.get_by_role("button", name=re.compile("bots", re.I))
    if not picture_has_begun(guest):
        fill.first.click()
    page.locator("[data-choice=bid]").wait_for()
    guest.check_access()
    guest.shoot("guest-bid-phone")
    take_turn(guest)
    page.locator(".own-card.legal").first.wait_for()
    guest.shoot("guest-play-phone")
    before = picture(guest)
    page.reload()
    page.locator(".own-card").first.wait_for()
    again = picture(guest)
    assert again["table"]["id"] == before["table"]["id"]
    assert again["game"]["bids"] == before["game"]["bids"]
    play_until([guest], is_over(guest))
    guest.shoot("guest-over-phone")
    guest.check_access()
    lines = picture(guest)["game"]["scores"][0]["sides"]
    assert [sum(line["points"] for line in side["lines"]) for side in lines] == [
        side["points"] for side in lines
    ]


def picture_has_begun(one: Person) -> bool:
    """Return whether the first hand has been dealt at the person's table."""
    one.page.wait_for_timeout(500)
    return bool(picture(one)) and picture(one)["game"] is not None


@pytest.fixture
def club(person: Maker, site: Platform) -> list[Person]:
    """Four members of a league that the first of them made."""
    four = [person(name) for name in ("maud", "ann", "bob", "cy")]
    for one in four:
        sign_up(one)
    maud, *others = four
    page = maud.go("/leagues/new/")
    page.get_by_label("Name").fill("Thursday club")
    page.locator("main form button[type=submit]").first.click()
    page.wait_for_url("**/leagues/thursday-club/")
    maud.check_access()
    for one in others:
        page = one.go("/leagues/thursday-club/")
        page.get_by_role("button", name=re.compile("Join")).first.click()
        expect(page.locator("#messages")).to_contain_text("You are now a member of Thursday club.")
    return four


def test_from_the_league_to_the_rating(club: list[Person], site: Platform) -> None:
    make_tournament(club[0])
    enter(club)
    site.forward(6 * 60)
    check_in(club)
    site.forward(15 * 60)
    meet_at_the_table(club)
    first_round(club)
    second_round(club, site)
    the_end(club)


def make_tournament(maud: Person) -> None:
    """Create a double round robin from the form; a start in the past is refused where it stands."""
    page = maud.go("/organize/tournaments/new/")
    maud.check_access()
    page.get_by_label("Name").fill("Thursday pairs")
    page.get_by_label("League").select_option(label="Thursday club")
    page.get_by_label("Start", exact=False).first.fill("2020-01-01T20:00")
    page.locator("summary", has_text="More: description").click()
    page.locator("#id_pause_between_rounds").fill("60")
    page.get_by_role("link", name="Next: format").click()
    page.locator("#id_stages-0-double").check()
    page.get_by_role("link", name="Next: rules and clock").click()
    page.locator("#id_match_hands").fill("4")
    maud.check_access()
    page.get_by_role("button", name="Create draft").click()
    expect(page.locator("main")).to_contain_text("The start is in the past. Choose a later time.")
    maud.shoot("organizer-form-refused")
    maud.forgive("422")
    start = datetime.now(BERLIN) + timedelta(minutes=20)
    page.locator("#id_starts_at").fill(start.strftime("%Y-%m-%dT%H:%M"))
    page.get_by_role("button", name="Create draft").click()
    page.wait_for_url("**/organize/tournaments/thursday-pairs/")
    page.get_by_role("link", name="Open registration").click()
    page.get_by_role("button", name="Open registration").click()
    expect(page.locator(".page-head .badge")).to_have_text("registration open")
    maud.check_access()
    maud.shoot("organizer-tournament")


def enter(club: list[Person]) -> None:
    """Enter with a partner who accepts, and twice alone."""
    maud, ann, bob, cy = club
    page = maud.go("/tournaments/thursday-pairs/")
    maud.check_access()
    page.get_by_label("Partner", exact=False).first.fill("ann")
    page.get_by_role("button", name=re.compile("partner", re.I)).first.click()
    expect(page.locator("#next")).to_contain_text("ann")
    page = ann.go("/tournaments/thursday-pairs/")
    expect(page.locator("main")).to_contain_text("maud asks you to be partners.")
    page.get_by_role("button", name="Accept").click()
    expect(page.locator("main")).to_contain_text("You play with maud.")
    for one in (bob, cy):
        page = one.go("/tournaments/thursday-pairs/")
        page.get_by_role("button", name=re.compile("alone", re.I)).first.click()
        expect(page.locator("main")).to_contain_text("You are in, and will get a partner")


def check_in(club: list[Person]) -> None:
    """Check in; it opens by itself fifteen minutes before the start, which is now."""
    button = club[0].go("/tournaments/thursday-pairs/").get_by_role("button", name="Check in")
    expect(button).to_be_visible(timeout=20_000)
    maud, ann, bob, cy = club
    for one in (maud, bob, cy):
        page = one.go("/tournaments/thursday-pairs/")
        page.get_by_role("button", name="Check in").click()
        expect(page.locator("#next")).to_contain_text("checked in")
    # One of two partners is enough.
    expect(ann.go("/tournaments/thursday-pairs/").locator("#next")).to_contain_text("checked in")


def meet_at_the_table(club: list[Person]) -> None:
    """Let Celery start the round; the match's page takes everybody to the table."""
    for one in club:
        page = one.go("/tournaments/thursday-pairs/")
        link = page.locator("#next").get_by_role("link", name="Go to my table")
        expect(link).to_be_visible(timeout=20_000)
        link.click()
        page.wait_for_url(re.compile("/play/t/"))
    for one in club:
        one.page.locator(".own-card").first.wait_for()


def first_round(club: list[Person]) -> None:
    """Play four hands, the first by mouse; everybody sees the same game and nobody another's cards."""
    club[0].shoot("match-table")
    play_until(club, in_hand(club[0], 2))
    club[1].page.reload()
    club[1].page.locator(".own-card").first.wait_for()
    play_on(club)
    club[0].shoot("match-over")
    compare(club)
    for one in club:
        one.page.wait_for_function("document.querySelectorAll('.over-rating').length === 4")
        one.check_access()


def compare(club: list[Person]) -> None:
    """Compare the sockets' frames: the public part is the same, the hands are each player's own."""
    by_version = [{view["v"]: view for view in pictures(one) if view["game"]} for one in club]
    for left, right in combinations(by_version, 2):
        for version in left.keys() & right.keys():
            assert open_part(left[version]) == open_part(right[version])
    first = by_version[0]
    common = [v for v in first if all(v in other for other in by_version)]
    assert len(common) > 100
    for version in common:
        hands = [set(views[version]["game"]["hand"] or ()) for views in by_version]
        assert sum(map(len, hands)) == len(set().union(*hands))
        assert [len(hand) for hand in hands] == [
            views[version]["game"]["counts"][views[version]["you"]["seat"]] for views in by_version
        ]


def second_round(club: list[Person], site: Platform) -> None:
    """Let the next round follow by itself; nobody acts, and the clock plays for them."""
    site.forward(90)
    page = club[0].go("/tournaments/thursday-pairs/")
    expect(page.locator("#next").get_by_role("link", name="Go to my table")).to_be_visible(
        timeout=20_000
    )
    club[0].go("/organize/")
    expect(club[0].page.locator("main")).to_contain_text("Thursday pairs")
    club[0].check_access()
    club[0].shoot("organizer-tonight")
    club[0].go("/organize/tournaments/thursday-pairs/")
    club[0].shoot("organizer-running")
    page = club[0].go("/tournaments/thursday-pairs/")
    page.locator("#next").get_by_role("link", name="Go to my table").click()
    site.forward(90)
    stand_in = page.locator("#table").get_by_text("A bot plays for you.")
    for _ in range(12):
        page.wait_for_timeout(1500)
        if stand_in.is_visible():
            break
        site.forward(35)
    expect(stand_in).to_be_visible()
    club[0].shoot("stand-in")
    for _ in range(180):
        if is_over(club[0])():
            break
        site.forward(35)
        page.wait_for_timeout(1000)
    page.locator("[data-choice=over]").wait_for()


def the_end(club: list[Person]) -> None:
    """See the winner, the standings and the ratings."""
    page = club[0].go("/tournaments/thursday-pairs/")
    expect(page.locator("#next")).to_contain_text("finished", timeout=20_000)
    club[0].check_access()
    club[0].shoot("tournament-finished")
    assert page.locator("table.standings tbody tr").count() == 2
    page = club[0].go("/people/maud/")
    club[0].check_access()
    club[0].shoot("profile")
    expect(page.locator("main")).to_contain_text("1500")
    page = club[0].go("/leaderboard/")
    club[0].check_access()
    club[0].shoot("leaderboard")
    # Four people have met only three others each.
    expect(page.locator("main")).to_contain_text("at least 5 different people")
