"""S1 for the API: every address tells the owner of a token what the pages tell them, and a session nothing."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client

from spades_site.accounts.tokens.services import create_token
from spades_site.api.site import Pace, api
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
        # Their own entry needs a token for every viewer.
        if kind in SLUGS and "{slug}" in path and not path.endswith("/own-entry"):
            slug = str(getattr(world, side)[SLUGS[kind]])
            found[path.replace("{slug}", slug)] = (
                path.replace("{slug}", slug),
                PAGE[kind].format(slug),
            )
    return found


@pytest.mark.sweep(2)
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
    assert len(told) == 12
    if user is None or not user.is_guest:
        assert {path: pair for path, pair in told.items() if pair[0] != pair[1]} == {}
    assert set(alone.values()) == {200 if side == "public" else 404}


@pytest.mark.slow
def test_s1_every_operation_needs_the_scope_that_the_document_says(
    world: World, settings: Any, monkeypatch: Any
) -> None:
    """What organizers alone may read needs `organize` too; and that needs a second factor, where the site says so."""
    monkeypatch.setattr(Pace, "allow_request", lambda *_: True)
    settings.ORGANIZERS_NEED_SECOND_FACTOR = True
    owner, slug = world.people["organizer"], str(world.public["cup"])
    operations = [
        (method.upper(), path, "".join(name for one in said.get("security", ()) for name in one))
        for path, methods in api.get_openapi_schema()["paths"].items()
        for method, said in methods.items()
    ]

    def program(name: str, *scopes: str) -> Client:
        _token, text = create_token(user_id=owner.pk, name=name, scopes=scopes)
        return Client(headers={"Authorization": f"Bearer {text}"})

    def refused(client: Client) -> dict[tuple[str, str], tuple[int, str]]:
        found = {}
        for method, path, _needs in operations:
            named = path.replace("{kind}", "tournaments").replace("{slug}", slug)
            address = re.sub(r"{\w+}", "1", named.replace("{step}", "cancel"))
            answer = client.generic(method, address, "{}", content_type="application/json")
            if answer.status_code in (401, 403):
                found[method, path] = (answer.status_code, answer.json()["code"])
        return found

    session = Client()
    session.force_login(owner)
    closed = [(method, path) for method, path, needs in operations if needs]
    own = [(method, path) for method, path, needs in operations if needs == "EntersBearer"]
    assert refused(session) == dict.fromkeys(closed, (401, "no_token"))
    reader = program("reader", "read", "play", "events")
    assert refused(reader) == dict.fromkeys(closed, (403, "missing_scope"))
    organizer = program("organizer", "read", "organize")
    assert refused(organizer) == dict.fromkeys(
        closed, (403, "second_factor_missing")
    ) | dict.fromkeys(own, (403, "missing_scope"))
    assert refused(program("player", "read", "enter")) == dict.fromkeys(
        set(closed) - set(own), (403, "missing_scope")
    )
    assert [path for method, path in closed if method == "GET"] == [
        "/api/v1/{kind}/{slug}/webhooks", "/api/v1/webhooks/{webhook}/deliveries", "/api/v1/templates",
        "/api/v1/substitutes", "/api/v1/tournaments/{slug}/own-entry", "/api/v1/disputes", "/api/v1/claims",
    ]  # fmt: skip
    assert {method for method, _path, needs in operations if not needs} == {"GET"}
