"""U+0000 in an address or a form is refused before anything is asked of the database."""

from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("path", "form"),
    [
        ("/people/%00/", None),
        ("/play/?preset=%00", None),
        ("/verify/?table=%00", None),
        ("/account/people/set/", {"name": "bo\0b", "what": "mute"}),
        ("/account/friends/ask/", {"name": "\0"}),
        ("/account/guest/", {"\0": "x"}),
    ],
)
def test_a_nul_character_is_refused_with_a_sentence_and_changes_nothing(
    client: Client, member: Any, path: str, form: dict[str, str] | None, django_assert_num_queries: Any
) -> None:  # fmt: skip
    client.force_login(member("ann"))
    with django_assert_num_queries(0):
        answer = client.get(path) if form is None else client.post(path, form)
    assert (answer.status_code, answer["Content-Type"]) == (400, "text/plain; charset=utf-8")
    assert answer.content.decode() == (
        "The request contains the character U+0000, which isn’t allowed."
    )
    assert get_user_model().objects.count() == 1


def test_forms_with_other_characters_go_through(client: Client) -> None:
    answer = client.post("/account/guest/", {"next": "/play/?preset=é�"})
    assert answer.status_code == 302


@pytest.mark.parametrize("path", ["/api/v1/leagues?cursor=%00", "/api/v1/leagues/%00"])
def test_below_the_api_a_nul_character_is_refused_as_json(client: Client, path: str) -> None:
    answer = client.get(path)
    assert (answer.status_code, answer["Content-Type"]) == (400, "application/json")
    assert answer.json() == {
        "code": "unreadable",
        "message": "The request contains the character U+0000, which isn’t allowed.",
    }
