"""The course as its pages and answers come: for visitors, guests and members, in order and out of it."""

from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.learn.course.lesson import GO_ON, scene
from games.learn.course.lessons import BY_SLUG, LESSONS
from games.learn.models import LessonProgress
from games.learn.progress import IN_SESSION

pytestmark = pytest.mark.django_db
TRICKS = [GO_ON, "play AH", "play 9D", "play 7H", "0", "play 5S"]


def give(client: Client, step: int, answer: str, lesson: str = "tricks") -> tuple[int, Any]:
    """Answer a step as the page does."""
    got = client.post(f"/learn/{lesson}/", {"step": step, "answer": answer})
    return got.status_code, got.json()


def shown(client: Client, address: str = "/learn/tricks/") -> tuple[int, str]:
    """The step that a lesson's page shows, and what it says about the address."""
    context = client.get(address).context
    return context["config"]["moment"]["step"], context["note"]


def play(client: Client, lesson: str = "tricks") -> None:
    """Play a lesson through to its end with the first right answers."""
    path: list[str] = []
    for step in BY_SLUG[lesson].steps:
        here = scene(BY_SLUG[lesson], path)
        answer = step.question.right_answers(here.state)[0] if step.question else GO_ON
        code, told = give(client, len(path), answer, lesson)
        assert (code, told["right"]) == (200, True)
        path.append(answer)


def test_a_visitors_lesson_is_kept_in_the_session_and_becomes_theirs_when_they_sign_in(
    client: Client,
) -> None:
    for step, answer in enumerate(TRICKS):
        assert shown(client) == (step, "")
        code, told = give(client, step, answer)
        assert (code, told["right"]) == (200, True)
        assert (told["next"] or {"step": None})["step"] == (step + 1 if step < 5 else None)
    give(client, 0, "play KD", "following")
    assert client.session[IN_SESSION] == {
        "tricks": {"answers": [], "done": True},
        "following": {"answers": ["play KD"], "done": False},
    }
    page = client.get("/learn/")
    assert [row["done"] for row in page.context["rows"]] == [True] + [False] * (len(LESSONS) - 1)
    assert page.context["next"]["lesson"].slug == "following"
    assert LessonProgress.objects.count() == 0

    user = get_user_model().objects.create_user("lena", password="pw-of-lena-3")
    assert (
        client.post("/account/login/", {"login": "lena", "password": "pw-of-lena-3"}).status_code
        == 302
    )
    rows = LessonProgress.objects.filter(user=user).order_by("lesson")
    assert [(row.lesson, row.answers, row.done_at is not None) for row in rows] == [
        ("following", ["play KD"], False),
        ("tricks", [], True),
    ]
    assert IN_SESSION not in client.session
    assert shown(client, "/learn/following/") == (1, "")


def test_wrong_answers_are_explained_and_change_nothing(client: Client) -> None:
    give(client, 0, "play AH")
    assert not client.session.keys()
    give(client, 0, GO_ON)
    assert give(client, 1, "play 7H") == (
        200,
        {
            "right": False,
            "says": "Your seven is lower than Wanda’s king, so she would win. You hold a higher heart.",
        },
    )
    assert give(client, 1, "play 9D") == (
        200, {"right": False, "says": "Hearts were led and you have some. Play one."},
    )  # fmt: skip
    for nonsense in ("", "play", "0", "play ZZ", "bid 3", "pass 2C", "x" * 5000):
        code, told = give(client, 1, nonsense)
        assert (code, told["right"], bool(told["says"])) == (200, False, True)
    assert shown(client) == (1, "")


def test_steps_out_of_order_are_told_and_harmless(client: Client) -> None:
    ahead = "You haven’t come to that step yet. Here is where you are."
    give(client, 0, GO_ON)
    assert shown(client, "/learn/tricks/?step=2") == (1, "")
    assert shown(client, "/learn/tricks/?step=1") == (0, "")
    for asked in ("3", "0", "99999", "x", "-1", "²"):
        assert shown(client, f"/learn/tricks/?step={asked}") == (1, ahead)
    code, told = give(client, 4, "0")
    assert (code, told["says"]) == (409, "You haven’t come to step 5 yet. Go on from step 2.")
    assert told["next"]["step"] == 1
    for step in ("6", "-1", "x", "", "1" * 400):
        got = client.post("/learn/tricks/", {"step": step, "answer": GO_ON})
        assert (got.status_code, got.json()) == (422, {"says": "This lesson has no such step."})
    # The same answer twice, from another window perhaps.
    assert give(client, 1, "play AH") == give(client, 1, "play AH")
    give(client, 2, "play 9D")
    give(client, 1, "play AH")
    assert shown(client) == (3, "")
    client.post("/learn/tricks/again/")
    assert shown(client) == (0, "")
    assert client.get("/learn/nothing/").status_code == 404


def test_another_right_answer_to_an_earlier_step_goes_on_from_there(client: Client) -> None:
    for step, answer in enumerate(["play KD", "play 9S"]):
        give(client, step, answer, "following")
    assert give(client, 0, "play 4D", "following")[1]["next"]["step"] == 1
    assert shown(client, "/learn/following/")[0] == 1


@pytest.mark.slow
def test_the_pages_ask_as_much_for_who_has_done_all_as_for_who_begins(client: Client) -> None:
    client.force_login(get_user_model().objects.create_user("lena"))
    client.get("/learn/")  # Notes when they were seen last.
    counts = []
    for _time in range(2):
        for address in ("/learn/", "/learn/tricks/"):
            with CaptureQueriesContext(connection) as queries:
                client.get(address)
            counts.append(len(queries))
        for lesson in LESSONS:
            play(client, lesson.slug)
    assert counts[:2] == counts[2:]
    assert client.get("/learn/").context["next"] is None
