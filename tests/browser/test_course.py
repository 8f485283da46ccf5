"""The course in Chromium, for a visitor without an account: by keyboard alone and by taps."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from games.learn.course.lesson import GO_ON, Lesson, scene
from games.learn.course.lessons import BY_SLUG, LESSONS
from tests import program
from tests.browser.conftest import DESKTOP, PHONE, Person

AT = "document.activeElement.dataset.do ?? document.activeElement.getAttribute('href') ?? ''"
WIDE = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


@contextmanager
def visitor(chromium: Browser, site: program.Platform, **options: Any) -> Iterator[Person]:
    """Somebody who isn't signed in."""
    context = chromium.new_context(**{"locale": "en-GB", "reduced_motion": "reduce", **options})
    one = Person("visitor", context, site.url)
    yield one
    context.close()
    assert one.complaints == []


def deed(answer: str, *, chosen: bool) -> str:
    """What the page's button for an answer does."""
    if chosen:
        return f"answer {answer}"
    if answer.startswith("play "):
        return f"card {answer[5:]}"
    return f"act {answer}" if answer == "look" else f"pick {answer}"


def play(page: Page, lesson: Lesson, press: Callable[[Page, str], None]) -> None:
    """Play a lesson with the first right answer of each step; `press` does what a button says."""
    path: list[str] = []
    for number, step in enumerate(lesson.steps):
        expect(page.locator(f'#lesson[data-step="{number}"]:not([data-busy])')).to_be_visible()
        here = scene(lesson, path)
        answer = step.question.right_answers(here.state)[0] if step.question else GO_ON
        if step.question:
            does = deed(answer, chosen=bool(step.question.choices))
            press(page, does)
            if does.startswith("pick "):
                press(page, f"act {answer}")
            expect(page.locator(".lesson-said.good")).to_be_visible(timeout=20_000)
        if number + 1 < len(lesson.steps):
            press(page, "on")
        path.append(answer)


def tap(page: Page, does: str) -> None:
    """Tap a button; a card no sooner than a person would, since a quick second tap on a spot is ignored."""
    if does.startswith("card "):
        page.wait_for_timeout(400)
    page.locator(f'[data-do="{does}"]').tap()


def by_key(page: Page, does: str) -> None:
    """Press a button by keyboard alone: arrows among the cards, digits for bids, Tab for the rest."""
    if does == "on":
        expect(page.locator('[data-do="on"]')).to_be_focused()
    elif does.startswith("pick bid "):
        page.keyboard.type(does.removeprefix("pick bid "))
        return
    elif does.startswith("card "):
        page.keyboard.press("ArrowRight")
        for _card in range(14):
            if page.evaluate(AT) == does:
                break
            page.keyboard.press("ArrowRight")
    else:
        for _stop in range(40):
            if page.evaluate(AT) == does:
                break
            page.keyboard.press("Tab")
    assert page.evaluate(AT) == does
    page.keyboard.press("Enter")


def test_a_lesson_by_keyboard_with_a_mistake_a_hint_and_its_words_read_out(
    chromium: Browser, platform: program.Platform
) -> None:
    with visitor(chromium, platform, viewport=DESKTOP) as one:
        page = one.go("/learn/")
        one.check_access()
        page.get_by_role("link", name="Start the lesson").press("Enter")
        expect(page.locator('#lesson[data-step="0"]')).to_be_visible()
        by_key(page, "on")
        expect(page.locator('#lesson[data-step="1"]:not([data-busy])')).to_be_visible()
        one.check_access()
        by_key(page, "card 7H")
        expect(page.locator(".lesson-said.bad")).to_contain_text("lower than Wanda’s king")
        by_key(page, "hint")
        expect(page.locator(".lesson-said.hint")).to_contain_text("higher than a king")
        page.locator(".term", has_text="trick").press("Enter")
        expect(page.get_by_text("One card from each player.")).to_be_visible()
        page.keyboard.press("Escape")
        page.reload()
        page.get_by_role("button", name="Start again").press("Enter")
        play(page, BY_SLUG["tricks"], by_key)
        said = page.locator("#said").inner_text()
        for words in (
            "Your cards: ",
            "Wanda led the queen of diamonds",
            "Your five is the highest",
        ):
            assert words in said, words
        expect(page.get_by_role("link", name="Next lesson")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", name="Following suit", level=1)).to_be_visible()
        expect(one.go("/learn/").locator(".learn-list .done")).to_have_count(1)


@pytest.mark.long
@pytest.mark.parametrize(
    ("press", "options"),
    [
        (by_key, {"viewport": DESKTOP, "color_scheme": "dark"}),
        (tap, {"viewport": PHONE, "has_touch": True, "is_mobile": True}),
    ],
    ids=["by keyboard", "by taps"],
)
def test_the_whole_course(
    chromium: Browser,
    platform: program.Platform,
    press: Callable[[Page, str], None],
    options: dict[str, Any],
) -> None:
    with visitor(chromium, platform, **options) as one:
        for lesson in LESSONS:
            page = one.go(f"/learn/{lesson.slug}/")
            play(page, lesson, press)
            one.check_access()
            assert not page.evaluate(WIDE), lesson.slug
        page = one.go("/learn/")
        expect(page.get_by_role("heading", name="You know Spades.")).to_be_visible()
        for address in ("/learn/", "/learn/glossary/", "/rules/", "/rules/bicycle_5_jokers/"):
            one.go(address)
            one.check_access()
            assert not page.evaluate(WIDE), address
