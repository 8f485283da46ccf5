"""S1 for the API: every address tells the owner of a token what the pages tell them, and a session nothing."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client

from spades_site.accounts.tokens.services import create_token
from spades_site.api.site import api
from tests.security.world import ROLES, World

pytestmark = pytest.mark.django_db
SLUGS = {"leagues": "league", "seasons": "running_season", "tournaments": "cup"}
"""What the address below each of these names, in the world."""
PAGE = {"leagues": "/leagues/{}/", "seasons": "/seasons/{}/", "tournaments": "/tournaments/{}/"}


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    """The world of the routes' tests."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield World()
        transaction.set_rollback(True)


def addresses(method: str) -> list[str]:
    """Return the addresses of the OpenAPI document that take a method."""
    paths = api.get_openapi_schema()["paths"]
    return sorted(path for path, said in paths.items() if method in said)


def with_slug(world: World, side: str) -> dict[str, tuple[str, str]]:
    """Return the addresses that name a league, a season or a tournament, and the page of each."""
    found = {}
    for path in addresses("get"):
        kind = path.split("/")[3]
        if kind in SLUGS and "{slug}" in path:
            slug = str(getattr(world, side)[SLUGS[kind]])
            found[path.replace("{slug}", slug)] = (
                path.replace("{slug}", slug),
                PAGE[kind].format(slug),
            )
    return found


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("side", ["public", "secret"])
def test_s1_a_token_shows_what_its_owners_pages_show(world: World, role: str, side: str) -> None:
    cache.clear()
    browser, program = Client(), Client()
    user = world.people.get(role)
    if user is not None:
        browser.force_login(user)
    if user is not None and not user.is_guest:
        _token, text = create_token(user_id=user.pk, name=f"{side} robot", scopes=["read"])
        program = Client(headers={"Authorization": f"Bearer {text}"})
    told, alone = {}, {}
    for path, page in with_slug(world, side).values():
        page_status = browser.get(page).status_code
        told[path] = (program.get(path).status_code, page_status)
        alone[path] = browser.get(path).status_code
    assert len(told) == 11
    if user is None or not user.is_guest:
        assert {path: pair for path, pair in told.items() if pair[0] != pair[1]} == {}
    assert set(alone.values()) == {200 if side == "public" else 404}


def test_s1_every_action_needs_a_token_and_its_scope(world: World) -> None:
    cache.clear()
    owner = world.people["organizer"]
    _token, text = create_token(user_id=owner.pk, name="reader", scopes=["read", "play", "events"])
    reader = Client(headers={"Authorization": f"Bearer {text}"})
    browser = Client()
    browser.force_login(owner)
    slug = str(world.public["cup"])
    answers = {
        (method, path, who): client.generic(
            method,
            re.sub(r"{\w+}", "1", path.replace("{slug}", slug).replace("{step}", "cancel")),
            "{}", content_type="application/json",
        ).status_code
        for method in ("POST", "DELETE")
        for path in addresses(method.lower())
        for who, client in {"session": browser, "token": reader}.items()
    }  # fmt: skip
    assert len(answers) >= 10
    assert {who: {code for (*_, of), code in answers.items() if of == who} for who in ("session", "token")} == {
        "session": {401}, "token": {403},
    }  # fmt: skip
