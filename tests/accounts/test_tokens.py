"""Personal tokens: created once and shown once, recognized by a hash, refused in words, never in a log."""

import json
import logging
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from games.engine import preset
from games.tables import services
from games.tables.models import Table
from spades_site.accounts.closing import close_account, export_of
from spades_site.accounts.guests import create_guest
from spades_site.accounts.models import PersonalToken
from spades_site.accounts.tokens.services import (
    MOST_TOKENS,
    create_token,
    owner_by,
    revoke_token,
    still_valid,
)
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.models import AuditEntry
from tests.faults.locks import recorded
from tests.support.crashes import crash_everywhere

pytestmark = pytest.mark.django_db


def refusal(call: Any, *args: Any, **asked: Any) -> str:
    with pytest.raises(Refused) as refused:
        call(*args, **asked)
    return refused.value.code


def by(text: str, **more: str) -> Client:
    """Return a program with a token, which gets no help with CSRF."""
    return Client(enforce_csrf_checks=True, headers={"Authorization": f"Bearer {text}", **more})


def test_a_token_is_stored_as_a_hash_and_lasts_until_it_expires_or_is_revoked(
    member: Any, hands: Any
) -> None:
    ann = member("ann")
    token, text = create_token(user_id=ann.pk, name=" My  robot ", scopes=["play", "read"], days=30)
    assert (token.name, token.scopes) == ("My robot", ["read", "play"][::-1])
    assert text.startswith("spades_")
    assert len(text) > 45
    assert text[:13] == token.prefix
    stored = json.dumps([*PersonalToken.objects.values()], default=str)
    assert text[13:] not in stored
    assert owner_by(text).user == ann
    token.refresh_from_db()
    assert token.last_used_on == now().date()
    assert refusal(owner_by, text + "x") == "unknown_token"
    hands.forward(timedelta(days=30).total_seconds())
    assert refusal(owner_by, text) == "token_expired"
    assert still_valid([token.pk]) == set()
    lasting, second = create_token(user_id=ann.pk, name="Lasting", scopes=["play"])
    assert still_valid([token.pk, lasting.pk]) == {lasting.pk}
    revoke_token(user_id=member("bob").pk, token_id=lasting.pk)
    assert owner_by(second).pk == lasting.pk
    for _twice in range(2):
        revoke_token(user_id=ann.pk, token_id=lasting.pk)
    assert refusal(owner_by, second) == "unknown_token"
    entries = AuditEntry.objects.order_by("pk").values_list("verb", "data")
    assert [*entries] == [
        ("user.token_created", {"scopes": ["play", "read"]}),
        ("user.token_created", {"scopes": ["play"]}),
        ("user.token_revoked", {}),
    ]


def test_a_crash_at_any_write_leaves_no_token_and_takes_none_away(
    member: Any, settings: Any
) -> None:
    settings.LIMITS = {"tokens": 20}
    ann = member("ann")
    # The row, what counts against the limit, and the log; a key that got lost with the process opens nothing.
    with recorded() as recorder:
        assert crash_everywhere(lambda: create_token(user_id=ann.pk, name="Robot", scopes=["play"])) == 3  # fmt: skip
        token = PersonalToken.objects.get()
        assert refusal(create_token, user_id=ann.pk, name="Robot", scopes=["play"]) == "name_taken"
        assert crash_everywhere(lambda: revoke_token(user_id=ann.pk, token_id=token.pk)) == 2
    assert recorder.disorderly == []
    assert {name for taken in recorder.transactions for name, _key in taken} == {"user"}
    assert not PersonalToken.objects.exists()
    verbs = AuditEntry.objects.order_by("pk").values_list("verb", flat=True)
    assert [*verbs] == ["user.token_created", "user.token_revoked"]


def test_what_makes_no_sense_is_refused_and_closing_ends_tokens(member: Any, settings: Any) -> None:
    settings.LIMITS = {"tokens": 0}
    ann = member("ann")
    _first, text = create_token(user_id=ann.pk, name="Robot", scopes=["play"])
    asked = {"user_id": ann.pk, "name": "Other", "scopes": ["play"]}
    assert [
        refusal(create_token, **{**asked, **wrong})
        for wrong in (
            {"user_id": create_guest().pk},
            {"name": " "},
            {"name": "Robot"},
            {"scopes": []},
            {"scopes": ["play", "admin"]},
            {"days": 0},
            {"days": 367},
        )
    ] == ["guest", "name_short", "name_taken", "no_scopes", "no_such_scope", "no_such_time", "no_such_time"]  # fmt: skip
    for number in range(1, MOST_TOKENS):
        create_token(**{**asked, "name": f"Robot {number}"})
    assert refusal(create_token, **asked) == "too_many_tokens"
    settings.LIMITS = {"tokens": 1}
    PersonalToken.objects.exclude(name="Robot").delete()
    create_token(**asked)
    assert refusal(create_token, **{**asked, "name": "Third"}) == "limit"
    shown = export_of(ann)["accounts.PersonalToken.user"]
    assert [row["name"] for row in shown] == ["Robot", "Other"]
    assert "digest" not in shown[0]
    close_account(user_id=ann.pk, by=ann)
    assert refusal(owner_by, text) == "unknown_token"
    assert not PersonalToken.objects.exists()


def test_the_page_shows_a_new_token_once_and_a_mail_says_so(
    member: Any, client: Client, caplog: Any
) -> None:
    ann = member("ann", password="a long secret")
    client.force_login(ann)
    page = reverse("tokens")
    assert "reauthenticate" in client.get(page)["Location"]
    session = client.session
    session["signed_in_at"] = now().timestamp()
    session.save()
    with caplog.at_level(logging.DEBUG):
        made = client.post(page, {"name": "Robot", "scopes": ["play"], "days": ""})
    text = made.context["text"]
    assert made.content.decode().count(f'value="{text}"') == 1
    assert "no-store" in made["Cache-Control"]
    assert text not in caplog.text
    again = client.get(page).content.decode()
    assert text not in again
    assert text[:13] in again
    assert [mail.outbox[0].to, "“Robot”" in mail.outbox[0].body] == [["ann@example.org"], True]
    assert text[13:] not in str(mail.outbox[0].message())
    twice = client.post(page, {"name": "Robot", "scopes": ["play"]}, headers={"HX-Request": "true"})
    assert twice.status_code == 422
    assert "You have a token of that name" in twice.content.decode()
    token = PersonalToken.objects.get()
    client.post(reverse("token_revoke", args=[token.pk]))
    assert not PersonalToken.objects.exists()


def test_a_program_opens_and_joins_tables_in_json_without_session_and_csrf(
    member: Any, client: Client
) -> None:
    ann, bob = member("ann"), member("bob", language="de")
    robot = by(create_token(user_id=ann.pk, name="Robot", scopes=["play"])[1])
    terms = {"preset": "cardgames_io", "visibility": "open", "pace": "20+120"}
    opened = robot.post(reverse("table_open"), terms)
    table = Table.objects.get()
    assert (opened.status_code, opened.json()) == (200, {"url": table.get_absolute_url()})
    assert (table.created_by, opened.cookies) == (ann, {})
    wrong = robot.post(reverse("table_open"), {**terms, "preset": "whist"})
    assert (wrong.status_code, wrong.json()["code"]) == (422, "bad_form")
    # Bob's browser sends its session with the program's token: the token alone counts.
    client.force_login(bob)
    both = {
        "Authorization": f"Bearer {create_token(user_id=bob.pk, name='Bobs', scopes=['events'])[1]}"
    }
    refused = client.post(reverse("table_join", args=[table.public_id]), headers=both)
    assert (refused.status_code, refused.json()) == (
        403,
        {
            "code": "missing_scope",
            "message": "Diesem Token fehlt der Bereich „play“. Erstelle eines, das ihn hat.",
        },
    )
    assert refused["WWW-Authenticate"] == 'Bearer error="insufficient_scope", scope="play"'
    services.invite(table_id=table.pk, by=ann, name="bob")
    accepted = client.post(reverse("table_accept", args=[table.public_id]), headers=both)
    assert accepted.json() == {"url": table.get_absolute_url()}
    late = services.open_table(services.TableTerms(rules=preset("cardgames_io")), created_by=ann)
    answer = client.post(reverse("table_accept", args=[late.public_id]), headers=both)
    assert (answer.status_code, answer.json()["code"]) == (422, "not_invited")


def test_s3_what_is_refused_is_logged_with_the_person_and_the_route_and_nothing_typed(
    member: Any, settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "spades.security")
    ann = member("ann")
    _token, text = create_token(user_id=ann.pk, name="reader", scopes=["read"])
    settings.LIMITS = {"tokens": 1}
    assert refusal(create_token, user_id=ann.pk, name="other", scopes=["read"]) == "limit"
    by(text + "x").get("/api/v1/leagues")
    by(text).post("/api/v1/tournaments/cup/start", {}, content_type="application/json")
    browser = Client(enforce_csrf_checks=True)
    browser.get("/leagues/none/")
    browser.force_login(ann)
    browser.get("/leagues/typed-slug/")
    browser.post("/leagues/new/", {"name": "typed"})
    lines = [one.getMessage() for one in caplog.records if one.name == "spades.security"]
    assert lines == [
        f"limit reached: tokens ({ann.pk})",
        "refused 401: nobody from 127.0.0.1 (GET no page)",
        f"refused 403: user {ann.pk} from 127.0.0.1 (POST /api/v1/tournaments/<slug>/<step>)",
        f"signed in: user {ann.pk} from 0.0.0.0",
        f"refused 404: user {ann.pk} from 127.0.0.1 (GET /leagues/<slug:slug>/)",
        f"refused 403: user {ann.pk} from 127.0.0.1 (POST /leagues/new/)",
    ]
