"""S1 and S3 for the pages: every address × every role × GET and POST, for public and for secret data.

`routes.py` is the table of expected answers. A route that it doesn't have fails here, with the line to add.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from html import escape
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from django.apps import apps
from django.contrib import admin
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from games.tables.models import Table
from spades_site.accounts.models import PersonalToken, User
from spades_site.accounts.tokens.scopes import SCOPES
from spades_site.accounts.tokens.services import create_token, owner_by
from spades_site.common.admin import ReadOnlyAdmin
from spades_site.common.clock import now
from tests.security.routes import ARBITERS, DATA, ROUTES, TOKENS, Row
from tests.security.world import ROLES, Objects, World
from tests.support import samples
from tests.support.secrets import secrets
from tournaments.events.models import Tournament, TournamentRole
from tournaments.leagues.models import Membership

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    """The world, made once for all tests of this module; nothing of it is kept."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield World()
        transaction.set_rollback(True)


VISITS = "usersessions_usersession"
"""The table in which every visit of somebody signed in is noted."""
SESSIONS = "sessions.Session"
EACH_TIME = re.compile(
    r'name="csrfmiddlewaretoken" value="\w+"|"X-CSRFToken": "\w+"|data-now="[^"]+"'
)


@dataclass
class Answer:
    """What came of a request, and whether it changed anything that is stored."""

    response: Any
    changed: set[str]

    @property
    def letter(self) -> str:
        """Return it as one of the table's letters (routes.py); "!" and "?" are none that it may have."""
        code = self.response.status_code
        if self.changed == {SESSIONS} and code < 400:
            return "s"
        if self.changed:
            return "+" if code < 400 else "!"
        if code in (301, 302):
            return "L" if "/account/login/" in self.response["Location"] else ">"
        return {200: "o", 204: "o", 304: "o", 403: "3", 404: "0", 405: "x", 400: "f", 422: "f"}.get(
            code, "?"
        )


class Browser:
    """The browser of one role; each request begins with the same cookies, and leaves the database as it was."""

    def __init__(self, world: World, role: str, *, guarded: bool = False) -> None:
        self.role = role
        self.client = Client(raise_request_exception=False, enforce_csrf_checks=guarded)
        person = world.people.get(role)
        if person is not None:
            self.client.force_login(person)
        self.cookies = str(self.client.cookies.output(header="", sep=";"))
        self.stored: dict[str, list[Any]] = {}

    def ask(
        self, method: str, address: str, data: dict[str, Any] | None = None, **headers: str
    ) -> Answer:
        """Ask for an address."""
        self.client.cookies = SimpleCookie(self.cookies)
        writes: list[str] = []

        def note(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
            if sql.startswith(("INSERT", "UPDATE", "DELETE")) and VISITS not in sql:
                writes.append(sql)
            return execute(sql, *rest)

        with transaction.atomic():
            with connection.execute_wrapper(note):
                response = getattr(self.client, method)(address, data or {}, headers=headers)
                if response.streaming:
                    b"".join(response.streaming_content)
            # Only what wrote can have changed something; what was refused is rolled back.
            left = {
                model: rows_of(model)
                for model in MODELS
                if any(f'"{model._meta.db_table}"' in sql for sql in writes)
            }
            transaction.set_rollback(True)
        # What is stored now was stored before.
        return Answer(
            response, {model._meta.label for model in left if left[model] != self._stored(model)}
        )

    def _stored(self, model: Any) -> list[Any]:
        """Return all that is stored of a model but for what a request did."""
        label = model._meta.label
        if label not in self.stored:
            self.stored[label] = rows_of(model)
        return self.stored[label]


MODELS = [
    model for model in apps.get_models() if model._meta.managed and model._meta.db_table != VISITS
]


def rows_of(model: Any) -> list[Any]:
    """Return all that is stored of a model."""
    return list(model._base_manager.order_by("pk").values_list())


@cache
def routes() -> dict[str, list[str]]:
    """Return every route's name, and the names of what its address holds. Those of the admin begin with "admin:"."""
    found: dict[str, list[str]] = {}

    def walk(resolver: Any, space: str, above: list[str]) -> None:
        for each in resolver.url_patterns:
            held = [*above, *each.pattern.regex.groupindex]
            if isinstance(each, URLResolver):
                walk(each, space + (f"{each.namespace}:" if each.namespace else ""), held)
            elif isinstance(each, URLPattern):
                # A second route of a name is there for addresses that have become another's.
                name = each.name or str(each.pattern)
                found.setdefault(space + name, held)

    walk(get_resolver(), "", [])
    return found


def address(name: str, row: Row, objects: Objects) -> str:
    values = [objects[key] for key in row.objects]
    return reverse(name, kwargs=dict(zip(routes()[name], values, strict=True)))


OUTSIDERS = ("anonymous", "guest", "user", "rival")
"""Roles of people whom nobody invited to the private league."""
HIDDEN = re.compile(rb"Hidden (?!field)")
"""How the names of the private league, and of all that belongs to it, begin."""


SHARES = 5
"""In the short run each route is asked for on each side, by each method, by one role of so many."""


def answers(method: str, side: str, browser: Browser, world: World) -> dict[str, str]:
    """Return the letter of every route; for what is secret of those alone that name something."""
    objects: Objects = getattr(world, side)
    first = ROLES.index(browser.role) + 2 * (side == "secret") + (method == "post")
    return {
        name: letter_of(
            browser.ask(method, address(name, row, objects), sent(name, objects)), browser
        )
        for at, (name, row) in enumerate(ROUTES.items())
        if row.objects or side == "public"
        if samples.WHOLE or (at + first) % SHARES == 0
    }


def letter_of(answer: Answer, browser: Browser) -> str:
    """Return an answer's letter, with a "?" if it names something of the private league to an outsider."""
    # Whoever has the secret of an invitation link learns the league's name, and of a table's card the tournament's.
    link = answer.response.wsgi_request.path.startswith(("/join/", "/room/"))
    names = not answer.response.streaming and HIDDEN.search(answer.response.content) and not link
    return answer.letter + ("?" if names and browser.role in OUTSIDERS else "")


def sent(name: str, objects: Objects) -> dict[str, str]:
    """Return the data of a form at a route."""
    return {
        key: str(objects[value[1:]]) if value.startswith("@") else value
        for key, value in DATA.get(name, {}).items()
    }


def test_s1_every_route_has_its_line() -> None:
    # Django's own pages are tested below, the API in test_api.py.
    there = {name for name in routes() if not name.startswith(("admin", "api"))}
    lines = [
        f"{name:36} | {' '.join(routes()[name]):22} | ????????? | ????????? | ????????? | ????????? |"
        for name in sorted(there - set(ROUTES))
    ]
    assert lines == [], "\n".join(
        ["", "Routes without a line in tests/security/routes.py (its docstring says how):", *lines]
    )
    assert sorted(set(ROUTES) - there) == [], "Lines of tests/security/routes.py without a route."


def test_s3_no_line_lets_a_get_change_anything() -> None:
    lines = [name for name, row in ROUTES.items() if "+" in row.answers[0] + row.answers[2]]
    assert lines == []


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("side", ["public", "secret"])
def test_s1_every_route_answers_everybody_as_the_table_says(
    world: World, role: str, side: str
) -> None:
    browser, place = Browser(world, role), ROLES.index(role)
    wrong = {
        (name, method): f"the table says {said}, the site answered {letter}"
        for method in ("get", "post")
        for name, letter in answers(method, side, browser, world).items()
        if letter != (said := ROUTES[name].expected(side, method)[place])
    }
    assert wrong == {}


@pytest.mark.slow
@pytest.mark.parametrize("side", ["public", "secret"])
def test_s1_an_arbiter_decides_about_results_and_finds_nothing_else(
    world: World, side: str
) -> None:
    """The captain as arbiter, at all addresses that are an organizer's alone: publicly by the league, in the private
    one by a role in each tournament.
    """
    objects, place, wrong, asked = getattr(world, side), ROLES.index("captain"), {}, 0
    with transaction.atomic():
        if side == "public":
            Membership.objects.filter(user=world.people["captain"]).update(role="arbiter")
        else:
            give_roles(world.people["captain"], "arbiter")
        browser = Browser(world, "captain")
        for name, row in ROUTES.items():
            if not row.objects or row.expected(side, "post")[place:][:1] != "0":
                continue
            # Points are deducted on a match's page, which the address names.
            match = f"?match={objects['match']}" if "penalty" in name else ""
            where = address(name, row, objects) + match
            expected = ARBITERS.get(name) or "".join(
                row.expected(side, method)[place] for method in ("get", "post")
            )
            if name == "role_leave" and side == "secret":
                # A role in the tournament itself can be given up.
                expected = ">+"
            got = "".join(
                browser.ask(method, where, sent(name, objects)).letter for method in ("get", "post")
            )
            asked += 1
            if got != expected:
                wrong[name] = (got, expected)
        transaction.set_rollback(True)
    assert wrong == {}
    assert asked > 20


def give_roles(user: User, role: str) -> None:
    """Give somebody a role in every tournament."""
    TournamentRole.objects.bulk_create(
        TournamentRole(tournament=cup, user=user, role=role, at=now(), accepted_at=now())
        for cup in Tournament.objects.all()
    )


@pytest.mark.slow
def test_s1_an_organizer_of_a_tournament_may_there_what_the_leagues_may(world: World) -> None:
    """The captain as organizer of each tournament of a private league."""
    objects, wrong, asked = world.secret, {}, 0
    league, other = ROLES.index("organizer"), ROLES.index("captain")
    with transaction.atomic():
        give_roles(world.people["captain"], "organizer")
        browser = Browser(world, "captain")
        for name, row in ROUTES.items():
            if row.objects[:1] not in [("cup",), ("coming",), ("drawn",), ("draft",)]:
                continue
            for method in ("get", "post"):
                letters = row.expected("secret", method)
                if letters[league] == letters[other] or letters[other] != "0":
                    continue
                where = address(name, row, objects)
                got = browser.ask(method, where, sent(name, objects)).letter
                # The league's owner has no role of their own to give up.
                expected = "+" if name == "role_leave" else letters[league]
                asked += 1
                if got != expected:
                    wrong[name, method] = (got, expected)
        transaction.set_rollback(True)
    assert wrong == {}
    assert asked > 40


@pytest.mark.sweep(1)
@pytest.mark.parametrize("role", ["anonymous", "guest", "rival"])
def test_s1_what_is_secret_looks_like_what_is_not_there(world: World, role: str) -> None:
    """Status, headers and every byte, but for what was asked for."""
    browser, place = Browser(world, role), ROLES.index(role)
    different: list[object] = []
    compared = 0
    for name, row in ROUTES.items():
        for method in ("get", "post"):
            if not row.objects or row.expected("secret", method)[place] not in "0L":
                continue
            seen, both = [], (world.secret, world.unknown)
            # Of both, because a step such as "end" is also a part of words.
            texts = [objects[each] for objects in both for each in row.objects]
            for objects in both:
                asked = address(name, row, objects)
                data = sent(name, objects)
                names = [asked, *(text for text in texts if isinstance(text, str))]
                # Forms for signing in and for the language lead back to what was asked.
                names += [escape(urlencode(data)), urlencode(data)] if data else []
                seen.append(told(browser.ask(method, asked, data), names))
            compared += 1
            if seen[0] != seen[1]:
                different.append((name, method))
    assert different == []
    assert compared >= 45


def told(answer: Answer, names: list[str]) -> tuple[int, dict[str, str], str]:
    """Return a response without its variable parts: the requested address, the time (pages that aren't to be kept expire
    at the second of the answer), and the forms' tokens.
    """

    def without_names(text: str) -> str:
        for name in names:
            text = text.replace(name, "").replace(quote(name, safe=""), "")
        return text

    headers = {
        name: without_names(value)
        for name, value in answer.response.items()
        if name not in ("Content-Length", "Expires")
    }
    body = EACH_TIME.sub("", answer.response.content.decode())
    return answer.response.status_code, headers, without_names(body)


def test_s3_no_post_without_its_token(world: World) -> None:
    """Every form is refused without changing a thing; but for the link in a mail, which mail programs follow."""
    browser = Browser(world, "player", guarded=True)
    got = {}
    for name, row in ROUTES.items():
        found = browser.ask("post", address(name, row, world.public), sent(name, world.public))
        got[name] = (found.response.status_code, found.changed)
    assert got.pop("notices_off")[0] == 200
    assert {name: found for name, found in got.items() if found != (403, set())} == {}


@pytest.mark.sweep(1)
@pytest.mark.parametrize("scope", SCOPES)
def test_s1_a_token_opens_the_pages_of_its_scope_and_no_other(world: World, scope: str) -> None:
    """The token of somebody who may do everything, the platform's staff; without session and without CSRF token."""
    token, text = create_token(user_id=world.people["staff"].pk, name=scope, scopes=[scope])
    owner_by(text)
    browser, wrong, refused = Browser(world, "anonymous", guarded=True), {}, 0
    admins = {name: Row((), ("", "", "", "")) for name in ("admin:index", "admin:login")}
    for name, row in {**ROUTES, **admins}.items():
        for place, method in enumerate(("get", "post")):
            asked = browser.ask(
                method, address(name, row, world.public), sent(name, world.public),
                Authorization=f"Bearer {text}",
            )  # fmt: skip
            needed, answer = TOKENS.get(name, ("", ""))[place], asked.response
            if needed == scope:
                if asked.letter in "3L!?":
                    wrong[name, method] = asked.letter
                continue
            refused += 1
            code = "missing_scope" if needed else "no_tokens_here"
            if (answer.status_code, asked.changed) != (403, set()):
                wrong[name, method] = asked.letter
            elif answer.json()["code"] != code or "Bearer" not in answer["WWW-Authenticate"]:
                wrong[name, method] = answer.json()["code"]
    assert wrong == {}
    assert refused > 400
    PersonalToken.objects.filter(pk=token.pk).delete()
    unknown = browser.ask("get", "/", Authorization=f"Bearer {text}").response
    assert (unknown.status_code, unknown.json()["code"]) == (401, "unknown_token")


@pytest.mark.slow
def test_s1_the_admin_is_for_the_staff(world: World) -> None:
    """Django's own pages: everybody else is led to the sign-in page, whatever they ask for; nothing is changed by
    looking.
    """
    found = [name for name in routes() if re.fullmatch(r"admin:\w+", name)]
    values = {
        "object_id": world.people["player"].pk, "content_type_id": 1, "id": world.people["player"].pk,
        "app_label": "accounts", "url": "nothing",
    }  # fmt: skip
    read_only = {
        f"admin:{model._meta.app_label}_{model._meta.model_name}"
        for model, page in admin.site._registry.items()
        if isinstance(page, ReadOnlyAdmin)
    }
    for place, role in enumerate(ROLES):
        browser = Browser(world, role)
        # Every page is asked for by somebody from outside, and everybody asks for some. What the staff find on
        # read-only pages is tested below.
        mine = [
            name
            for at, name in enumerate(found)
            if (
                at % (len(ROLES) - 1) == place
                if role != "staff"
                else name.rpartition("_")[0] not in read_only
            )
        ]
        for name in mine:
            if name in ("admin:login", "admin:logout"):
                continue
            asked = reverse(name, kwargs={key: values[key] for key in routes()[name]})
            for method in ("get", "post"):
                answer = browser.ask(method, asked)
                code = answer.response.status_code
                if role == "staff":
                    assert code < 500, (name, method)
                    assert method == "post" or answer.changed <= {SESSIONS}, name
                else:
                    assert (code, answer.changed) == (302, set()), (role, name, method)


MOST_QUERIES = 12


def pages() -> list[tuple[type[Any], list[str]]]:
    """Return every registered model with the addresses of its list and of a row: of tables one in play."""
    found = []
    for model in admin.site._registry:
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        rows = model._default_manager.order_by("-pk")
        if model is Table:
            rows = rows.filter(status=Table.Status.PLAYING)
        row = rows.first()
        opened = [] if row is None else [reverse(f"{name}_change", args=[row.pk])]
        found.append((model, [reverse(f"{name}_changelist"), *opened]))
    return found


def test_h1_no_page_of_the_admin_shows_anything_secret_and_none_takes_more_queries_for_more_rows(
    world: World, client: Client
) -> None:
    client.force_login(world.people["staff"])
    kept = secrets()
    assert len(kept) > 50
    assert Table.objects.filter(status="playing", state__isnull=False).exists()
    shown, slow, opened = [], {}, 0
    for model, addresses in pages():
        for address in addresses:
            with CaptureQueriesContext(connection) as queries:
                answer = client.get(address)
            assert answer.status_code == 200, address
            opened += 1
            text = answer.content.decode()
            shown += [(address, secret) for secret in kept if secret in text]
            # The list of a person's rights has a row for each right.
            if len(queries) > MOST_QUERIES:
                slow[address] = len(queries)
        assert not model._meta.label.endswith(("Secret", "Salts", "ChatMessage")), model
    assert shown == []
    assert slow == {}
    assert opened > 80


def test_nothing_but_accounts_is_changed_in_the_admin(world: World, client: Client) -> None:
    client.force_login(world.people["staff"])
    for model, page in admin.site._registry.items():
        assert isinstance(page, ReadOnlyAdmin) or model is User, model
    for model in (Table, Tournament):
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        key = model._default_manager.latest("pk").pk
        refused = [reverse(f"{name}_{step}", args=[key]) for step in ("change", "delete")]
        for address in (reverse(f"{name}_add"), *refused):
            assert client.post(address, {}).status_code == 403, address
