"""Every form on a page: what is too long is refused whole, beside its field, and nothing that was typed is lost.

With htmx the answer is the form alone, without it the whole page. Nothing in the code cuts what people send.
"""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction

from tests.security.routes import ROUTES
from tests.security.test_routes import Browser, address, sent
from tests.security.world import World

ROOT = Path(__file__).resolve().parents[2]
TOO_LONG = [
    ("room_digits", "user", "digits", 12),
    ("room_door", "organizer", "names", 8000),
    ("table_comment", "player", "text", 300),
    ("table_comment_report", "captain", "text", 400),
    ("league_create", "user", "name", 60),
    ("league_create", "user", "description", 2000),
    ("league_edit", "organizer", "name", 60),
    ("league_edit", "organizer", "conduct", 2000),
    ("fair_play_signal", "organizer", "note", 1000),
    ("team_create", "player", "name", 40),
    ("team_edit", "captain", "name", 40),
    ("team_invite", "captain", "username", 150),
    ("ladder_join_pair", "player", "partner", 150),
    ("ladder_create", "organizer", "name", 40),
    ("own_time_create", "organizer", "name", 40),
    ("own_time_salt", "player", "text", 200),
    ("own_time_call_off", "organizer", "reason", 300),
    ("own_time_ask", "player", "partner", 150),
    ("ladder_freeze", "organizer", "reason", 300),
    ("ladder_move", "organizer", "reason", 300),
    ("season_sign_up", "player", "partner", 150),
    ("season_create", "organizer", "name", 30),
    ("season_create", "organizer", "scale", 300),
    ("season_pair", "organizer", "first", 150),
    ("season_end", "organizer", "reason", 300),
    ("season_withdraw", "organizer", "reason", 300),
    ("season_next", "organizer", "name", 30),
    ("member_invite", "organizer", "username", 150),
    ("members_named", "organizer", "names", 2000),
    ("team_named", "organizer", "names", 2000),
    ("member_turn_down", "organizer", "answer", 300),
    ("member_remove", "organizer", "reason", 300),
    ("rule_set_new", "organizer", "name", 60),
    ("rule_set_edit", "organizer", "name", 60),
    ("rule_set_import", "organizer", "text", 8000),
    ("rule_set_import", "organizer", "name", 60),
    ("rule_set_keep", "organizer", "name", 60),
    ("league_announcements", "organizer", "title", 100),
    ("league_announcements", "organizer", "text", 2000),
    ("league_bans", "organizer", "username", 150),
    ("league_bans", "organizer", "reason", 300),
    ("tournament_enter", "player", "partner", 150),
    ("entry_remove", "organizer", "reason", 300),
    ("single_remove", "organizer", "reason", 300),
    ("entry_link", "organizer", "username", 150),
    ("entry_substitute", "organizer", "username", 150),
    ("entry_substitute", "organizer", "reason", 300),
    ("entry_penalty", "organizer", "points", 8),
    ("entry_penalty", "organizer", "reason", 300),
    ("guest_ask", "organizer", "username", 150),
    ("draft_swap", "organizer", "reason", 300),
    ("schedule_change", "organizer", "reason", 300),
    ("organizer_step", "organizer", "reason", 300),
    ("organizer_match", "organizer", "reason", 300),
    ("desk_ask", "organizer", "reason", 300),
    ("dispute_reject", "organizer", "answer", 300),
    ("report_detail", "staff", "note", 1000),
    ("staff_limits", "staff", "reason", 300),
    ("staff_unmute", "staff", "reason", 300),
    ("staff_league_hide", "staff", "reason", 300),
    ("staff_league_give", "staff", "username", 150),
    ("staff_switch", "staff", "reason", 300),
    ("friend_ask", "user", "name", 150),
    ("league_webhooks", "organizer", "url", 1000),
]
"""A route, who may post there, the field, and how many characters it takes."""
WORDS = "Ä word & "


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    """The world of the route matrix, made once for this module; nothing of it is kept."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield World()
        transaction.set_rollback(True)


@pytest.mark.sweep(8)
@pytest.mark.django_db
@pytest.mark.parametrize(("name", "role", "field", "longest"), TOO_LONG)
def test_what_is_too_long_is_refused_beside_its_field_and_stays_there(
    world: World, name: str, role: str, field: str, longest: int
) -> None:
    browser, where = Browser(world, role), address(name, ROUTES[name], world.public)
    typed = (WORDS * longest)[: longest + 1].rstrip().ljust(longest + 1, "x")
    said = sent(name, world.public) | {field: typed}
    for htmx in (True, False):
        browser.client.defaults = {"HTTP_HX_REQUEST": "true"} if htmx else {}
        answer = browser.ask("post", where, said)
        text = " ".join(answer.response.content.decode().split())
        assert (answer.response.status_code, answer.changed) == (422, set())
        assert text.startswith("<form" if htmx else "<!DOCTYPE html>")
        assert f"Use at most {longest} characters; this has {longest + 1}." in text
        assert typed in unescape(answer.response.content.decode())
        (control,) = re.findall(
            rf'<(?:input|textarea)[^>]*\bname="{field}"[^>]*aria-invalid[^>]*>', text
        )
        assert re.search(r'aria-describedby="[^"]*_error"', control)
        assert "autofocus" in control
        assert "maxlength" not in control


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "wrong", "code"),
    [
        ("entry_penalty", {"points": "many"}, "points"),
        ("entry_substitute", {"username": "nobody"}, "username"),
        ("guest_ask", {"username": "nobody"}, "username"),
        ("apart_add", {"second": "@own"}, "second"),
    ],
)
def test_what_the_domain_refuses_is_said_at_the_field_that_it_concerns(
    world: World, name: str, wrong: dict[str, str], code: str
) -> None:
    browser, where = Browser(world, "organizer"), address(name, ROUTES[name], world.public)
    browser.client.defaults = {"HTTP_HX_REQUEST": "true"}
    said = sent(name, world.public) | {
        key: str(world.public[value[1:]]) if value.startswith("@") else value
        for key, value in wrong.items()
    }
    answer = browser.ask("post", where, said)
    assert (answer.response.status_code, answer.changed) == (422, set())
    text = " ".join(answer.response.content.decode().split())
    (control,) = re.findall(rf'<(?:input|select)[^>]*\bname="{code}"[^>]*>', text)
    assert 'aria-invalid="true"' in control
    for key, value in said.items():
        kept = (
            f'value="{value}" selected' if f'<select name="{key}"' in text else f'value="{value}"'
        )
        assert kept in text, key


@pytest.mark.django_db
def test_a_form_sent_by_htmx_that_is_accepted_leads_on(world: World) -> None:
    where = address("guest_ask", ROUTES["guest_ask"], world.public)
    page = f"http://testserver{where.removesuffix('guests/')}"
    browser = Browser(world, "organizer")
    found = {}
    for current in (page, f"{page}?entries=2", "http://testserver/"):
        browser.client.defaults = {"HTTP_HX_REQUEST": "true", "HTTP_HX_CURRENT_URL": current}
        answer = browser.ask("post", where, sent("guest_ask", world.public))
        assert answer.changed
        found[current] = (
            answer.response.status_code,
            answer.response.get("HX-Refresh"),
            answer.response.get("HX-Redirect"),
            answer.response.get("Location"),
        )
    assert found == {
        page: (204, "true", None, None),
        f"{page}?entries=2": (204, "true", None, None),
        "http://testserver/": (204, None, page.removeprefix("http://testserver"), None),
    }
    visitor = Browser(world, "anonymous")
    visitor.client.defaults = {"HTTP_HX_REQUEST": "true", "HTTP_HX_CURRENT_URL": page}
    asked = visitor.ask("post", where, sent("guest_ask", world.public)).response
    assert (asked.status_code, asked["HX-Redirect"][:15]) == (204, "/account/login/")


# ------------------------------------------------------------------------------------------- the code
CUT = re.compile(r"\.(?:POST|GET)\b[^\n]*\[\s*:\s*\w+\s*\]")


def test_no_view_cuts_what_was_sent() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {match[0]}"
        for folder in ("spades_site", "games", "tournaments")
        for path in sorted((ROOT / folder).rglob("*.py"))
        for match in CUT.finditer(path.read_text())
    ]
    assert found == []
    assert CUT.search('request.POST.get("reason", "").strip()[:300]')


BY_HAND = re.compile(
    r"<(?:textarea|select|input(?![^>]*type=\"(?:hidden|checkbox|file)\"))\b[^>]*>"
)
ALLOWED = {
    "accounts/_calendar.html": "an address to be copied",
    "allauth/elements/field.html": "allauth's own pages, which name their fields themselves",
    "fairness/verify.html": "a script reads it; nothing is sent",
    "organizer/desk/page.html": "a search: what it asks for is in the address",
    "organizer/paper/page.html": "a script reads the table's number; nothing is sent",
    "organizer/screen.html": "a link to be copied",
    "organizer/running/_entries.html": "a search: what it asks for is in the address",
    "organizer/season/_postpone.html": "a preview: what it asks for is in the address",
    "public/league/_invited.html": "a search: what it asks for is in the address",
    "public/league/invite.html": "links to be copied",
    "public/rule_set/page.html": "a link to be copied",
    "tables/lobby/page.html": "a search: what it asks for is in the address",
}


def test_no_template_draws_by_hand_what_people_type() -> None:
    templates = ROOT / "templates"
    found = {
        str(path.relative_to(templates))
        for path in templates.rglob("*.html")
        if BY_HAND.search(path.read_text()) and "components" not in path.parts
    }
    assert found == set(ALLOWED)
