"""The first minutes, a whole hand, the chat, a lesson and the desk in Firefox and in WebKit, at a phone's width."""

import json
from collections.abc import Iterator

import pytest

from tests import program
from tests.browser.conftest import SHOTS
from tests.browser.drivers import BROWSERS, Driver, there, wait_until

pytestmark = pytest.mark.long
READY = ".table[data-my-turn] .own-card.legal"
WIDE = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
CUP = "/organize/tournaments/autumn-pairs/"
LINK = "[...document.querySelectorAll('a')].find((one) => one.textContent.includes('Enter or correct the score'))"
SCORE = "input[inputmode=text]"
MAUD = """
from django.contrib.auth import get_user_model
from django.test import Client
client = Client()
client.force_login(get_user_model().objects.get(username="maud"))
print("session", client.cookies["sessionid"].value)
"""


@pytest.fixture(scope="module")
def club() -> Iterator[program.Platform]:
    """The program with the demonstration club."""
    quick = {"BOT_SECONDS": "0.05", "HAND_PAUSE_SECONDS": "0.5"}
    with program.running(prepare=(("demo",),), **quick) as site:
        yield site


@pytest.fixture(params=sorted(BROWSERS))
def driver(request: pytest.FixtureRequest) -> Iterator[Driver]:
    """Each of the browsers."""
    with BROWSERS[request.param]() as one:
        yield one
        SHOTS.mkdir(parents=True, exist_ok=True)
        one.shoot(SHOTS / f"{request.param}-{request.node.originalname}.png")


def press(driver: Driver, selector: str) -> None:
    """Click on an element once it is there."""
    wait_until(driver, there(selector))
    driver.click(selector)


def test_a_guest_plays_a_whole_hand(driver: Driver, club: program.Platform) -> None:
    driver.goto(f"{club.url}/practice/new/")
    press(driver, "main form button[type=submit]")
    press(driver, '[data-do="pick bid 2"]')
    press(driver, ".choice .button-turn")
    for trick in range(13):
        wait_until(
            driver,
            f"{there(READY)} && document.querySelectorAll('.own-card').length === {13 - trick}",
        )
        driver.click(READY)
    wait_until(driver, there('.practice-ways [data-do="next"]'))
    assert driver.evaluate(WIDE) is False


def test_a_guest_plays_now_and_writes(driver: Driver, club: program.Platform) -> None:
    driver.goto(f"{club.url}/play/")
    assert driver.evaluate(WIDE) is False
    press(driver, 'form[action*="/play/now/"] button[type=submit], form[action*="now"] button')
    wait_until(driver, there(".table .felt"))
    assert driver.evaluate(WIDE) is False
    press(driver, '[data-do="chat"]')
    press(driver, ".chat-phrases button")
    phrase = driver.evaluate("document.querySelector('.chat-phrases button').innerText.trim()")
    wait_until(
        driver,
        f"(document.querySelector('.chat-list')?.innerText ?? '').includes({json.dumps(phrase)})",
    )


def test_a_lesson_answers(driver: Driver, club: program.Platform) -> None:
    driver.goto(f"{club.url}/learn/")
    assert driver.evaluate(WIDE) is False
    driver.goto(
        club.url
        + driver.evaluate(
            "document.querySelector('main a[href^=\"/learn/\"]').getAttribute('href')"
        )
    )
    wait_until(driver, there("#lesson .felt"))
    wait_until(
        driver, there("#lesson .button-turn, #lesson .own-card, #lesson .lesson-panel .button")
    )
    assert driver.evaluate(WIDE) is False


def test_the_desk_and_an_entered_score(driver: Driver, club: program.Platform) -> None:
    session = club.manage("shell", "--no-imports", stdin=MAUD).split("session ")[1].split()[0]
    driver.goto(club.url)
    driver.give_cookie(club.url, "sessionid", session)
    driver.goto(f"{club.url}{CUP}desk/")
    wait_until(driver, there("#decisions"))
    assert driver.evaluate(WIDE) is False
    driver.goto(f"{club.url}{CUP}matches/")
    matches = driver.evaluate(
        "[...document.querySelectorAll('main a')].map((one) => one.pathname)"
        ".filter((path) => /matches\\/\\d+\\/$/.test(path))"
    )
    driver.goto(club.url + matches[0])
    assert driver.evaluate(WIDE) is False
    driver.goto(club.url + driver.evaluate(f"({LINK}).pathname"))
    wait_until(driver, there(SCORE))
    scores = driver.evaluate(
        f"[...document.querySelectorAll('{SCORE}')].slice(0, 2).map((one) => one.value)"
    )
    turned = scores[::-1]
    for place, score in enumerate(turned):
        one = f"document.querySelectorAll('{SCORE}')[{place}]"
        name = driver.evaluate(f"({one}.value = '', {one}.name)")
        driver.write(f"[name={name}]", score)
    driver.write("[name=reason]", "Noted the wrong way round")
    press(driver, "main form button[type=submit].button-primary, main form .button-primary")
    wait_until(driver, "document.body.innerText.includes('The score is entered.')")
