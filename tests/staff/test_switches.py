"""Switches: each is really asked, by the function that would change something and on the page that offers it."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from games import engine
from games.tables import services
from games.tables.models import Table
from spades_site.accounts.models import User
from spades_site.common import switches
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.models import AuditEntry, Switch
from spades_site.notices import mailing
from spades_site.notices.services import send_notice
from tests.support.factors import with_second_factor
from tournaments.events.setup.creating import create_tournament
from tournaments.leagues.models import League
from tournaments.leagues.services import create_league

pytestmark = pytest.mark.django_db
SIGN_UP = {"username": "new", "password1": "seven-of-hearts-9"}


def sentence(name: str) -> str:
    return str(switches.TABLE[name].sentence)


def refused(call: Callable[[], Any]) -> str:
    with pytest.raises(Refused) as refusal:
        call()
    return refusal.value.code


def test_what_is_switched_off_is_refused_and_its_page_says_why(
    client: Client, member: Any, settings: Any
) -> None:
    settings.NOTICE_MAILS = True
    ann, rules = member("ann"), engine.preset("cardgames_io")
    deeds: dict[str, Callable[[], Any]] = {
        "tables": lambda: services.open_table(
            terms=services.TableTerms(rules=rules), created_by=ann
        ),
        "leagues": lambda: create_league(by=ann, name="Club"),
        "tournaments": lambda: create_tournament(
            by=ann, name="Cup", rules=rules, starts_at=now() + timedelta(hours=2)
        ),
    }  # fmt: skip
    switches.remember(switches.TABLE)
    assert {name: refused(deed) for name, deed in deeds.items()} == dict.fromkeys(
        deeds, "switched_off"
    )
    send_notice([ann], "result", "x:1", "/", {})
    assert (mailing.send_due(), mail.outbox) == (0, [])

    client.post(reverse("account_signup"), {**SIGN_UP, "email": "new@example.org"})
    client.post(reverse("become_guest"))
    assert set(User.objects.values_list("username", flat=True)) == {"ann"}
    assert sentence("sign_up") in client.get(reverse("account_signup")).content.decode()
    page = client.get(reverse("account_login")).content.decode()
    assert sentence("guests") in page
    assert reverse("become_guest") not in page
    client.force_login(ann)
    pages = {
        "tables": "table_open", "leagues": "league_create", "tournaments": "tournament_create",
        "mails": "notices_settings",
    }  # fmt: skip
    for name, page in pages.items():
        assert sentence(name) in client.get(reverse(page), follow=True).content.decode(), name
        switches.remember(())
        assert sentence(name) not in client.get(reverse(page), follow=True).content.decode(), name
        switches.remember(switches.TABLE)

    # Matches are opened all the same, and with the switches on everything else is.
    switches.remember(())
    deeds["leagues"]()
    deeds["tables"]()
    assert (League.objects.count(), Table.objects.count()) == (1, 1)
    assert set(switches.TABLE) == {*deeds, "guests", "sign_up", "mails"}


def test_staff_turn_a_switch_with_a_reason_once_and_the_log_has_both_values(
    client: Client, member: Any, django_capture_on_commit_callbacks: Any, django_assert_num_queries: Any
) -> None:  # fmt: skip
    boss = with_second_factor(member("boss", is_staff=True, is_superuser=True))
    client.force_login(boss)
    address = reverse("staff_switch", args=["leagues"])
    with django_capture_on_commit_callbacks(execute=True):
        assert client.post(address, {"reason": ""}).status_code == 422
        client.post(address, {"reason": "Spam"})
        client.post(address, {"reason": "Pressed twice"})
    with django_assert_num_queries(1):
        assert [switches.is_on("leagues") for _again in range(9)] == [False] * 9
    entry = AuditEntry.objects.get()
    assert (entry.verb, entry.actor, entry.reason, entry.data) == (
        "switch.turned_off", boss, "Spam", {"name": "leagues", "before": True, "after": False},
    )  # fmt: skip
    page = client.get(reverse("staff_switches")).content.decode()
    assert "Spam" in page
    assert page.count(">off<") == 1
    with django_capture_on_commit_callbacks(execute=True):
        client.post(address, {"reason": "Over", "on": "True"})
    assert (switches.is_on("leagues"), Switch.objects.get().reason) == (True, "Over")
    assert (
        refused(lambda: switches.turn(name="x", on=False, by=boss, reason="x")) == "no_such_switch"
    )
