"""The pages about muted, blocked and reported people, and the chat's words."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation

from games.engine import preset
from games.tables import services
from games.tables.access import mutes
from games.tables.chat import messages, reports
from games.tables.models import Block, ChatMessage, Mute, Report, Table
from games.tables.texts.chat import PHRASES, REACTIONS
from spades_site.accounts.guests import create_guest
from spades_site.common.clock import now
from spades_site.common.models import AuditEntry
from tests.support.factors import with_second_factor
from tests.support.squeezed import squeezed
from tournaments.leagues.services import create_league

pytestmark = pytest.mark.django_db
NOTHING = {"decision": "nothing", "days": "1"}
Member = Callable[..., Any]
EVIL = "<script>alert(1)</script>"


def signed_in(user: Any) -> Client:
    """Return the user's browser."""
    client = Client()
    client.force_login(user)
    return client


def queries(browser: Client, address: str) -> int:
    """Return how many queries a page takes."""
    with CaptureQueriesContext(connection) as captured:
        assert browser.get(address).status_code == 200
    return len(captured)


@pytest.fixture
def table(member: Member) -> Table:
    """A casual table of ann's, at which she and bob sit."""
    ann, bob = member("ann"), member("bob")
    made: Table = services.open_table(
        services.TableTerms(rules=preset("rubl_two_player"), bots_allowed=False), created_by=ann
    )
    for seat, user in enumerate((ann, bob)):
        services.take_seat(table_id=made.pk, user=user, seat=seat, salt_hash="")
    return made


def test_the_table_page_has_every_phrase_and_every_reason(client: Client, table: Table) -> None:
    client.force_login(table.created_by)
    with translation.override("de"):
        page = client.get(table.get_absolute_url(), headers={"accept-language": "de"})
        wanted = {
            "phrases": {code: str(text) for code, text in PHRASES.items()},
            "reactions": {code: str(text) for code, text in REACTIONS.items()},
            "reasons": {str(code): str(label) for code, label in Report.Reason.choices},
        }
    assert page.context["config"]["phrases"] == wanted
    assert wanted["phrases"]["thanks"] == "Danke"


def test_the_table_page_has_the_chat_and_no_message(client: Client, table: Table) -> None:
    ann = table.created_by
    messages.say(table_id=table.pk, user=ann, to="table", text=EVIL)
    page = squeezed(client.get(table.get_absolute_url()))
    assert '<section id="chat" class="chat" role="dialog"' in page
    assert "alert(1)" not in page
    guest = signed_in(create_guest()).get(table.get_absolute_url()).content.decode()
    assert ("data-guest" in page, "data-guest" in guest) == (False, True)


def test_one_mutes_and_blocks_on_a_profile_and_takes_it_back_on_ones_list(member: Member) -> None:
    ann, bob = member("ann"), member("bob")
    browser = signed_in(ann)
    profile = browser.get("/people/bob/").content.decode()
    assert ('value="mute"' in profile, 'value="block"' in profile) == (True, True)
    for what in ("mute", "block"):
        answer = browser.post(
            reverse("set_quiet"), {"name": "bob", "what": what, "next": "/people/bob/"}
        )
        assert (answer.status_code, answer.headers["Location"]) == (302, "/people/bob/")
    assert (Mute.objects.get().muted, Block.objects.get().blocked) == (bob, bob)
    profile = browser.get("/people/bob/").content.decode()
    assert ('value="unmute"' in profile, 'value="unblock"' in profile) == (True, True)
    page = browser.get(reverse("people")).content.decode()
    assert page.count('name="name" value="bob"') == 2
    for what in ("unmute", "unblock"):
        browser.post(reverse("set_quiet"), {"name": "bob", "what": what})
    assert (Mute.objects.count(), Block.objects.count()) == (0, 0)
    assert 'name="name" value="bob"' not in browser.get(reverse("people")).content.decode()


def test_there_is_no_button_about_oneself_and_none_for_visitors(
    client: Client, member: Member
) -> None:
    browser = signed_in(member("ann"))
    assert reverse("set_quiet") not in browser.get("/people/ann/").content.decode()
    assert reverse("set_quiet") not in client.get("/people/ann/").content.decode()


@pytest.mark.parametrize("guest", [False, True])
def test_the_list_is_found_in_everybodys_menu(member: Member, guest: bool) -> None:
    browser = signed_in(create_guest() if guest else member("ann"))
    page = browser.get(reverse("lobby")).content.decode()
    assert f'<a href="{reverse("people")}">' in page
    assert browser.get(reverse("people")).status_code == 200


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"name": "ann", "what": "mute"}, 302),
        ({"name": "nobody", "what": "block"}, 302),
        ({"name": "bob", "what": "erase"}, 404),
        ({}, 404),
    ],
)
def test_nonsense_is_refused_with_a_sentence(
    member: Member, fields: dict[str, str], status: int
) -> None:
    browser = signed_in(member("ann"))
    assert browser.post(reverse("set_quiet"), fields).status_code == status
    assert (Mute.objects.count(), Block.objects.count()) == (0, 0)
    if status == 302:
        assert 'class="note note-error"' in browser.get(reverse("people")).content.decode()


def test_a_foreign_address_is_not_gone_to(member: Member) -> None:
    browser = signed_in(member("ann"))
    member("bob")
    fields = {"name": "bob", "what": "mute", "next": "https://evil.example/"}
    assert browser.post(reverse("set_quiet"), fields).headers["Location"] == reverse("people")


def test_the_lists_take_the_same_queries_for_one_and_for_many(
    member: Member,
) -> None:
    ann = member("ann")
    browser = signed_in(ann)
    mutes.set_mute(user=ann, name=member("b0").username, yes=True)
    browser.get(reverse("people"))
    few = queries(browser, reverse("people"))
    for number in range(1, 12):
        mutes.set_mute(user=ann, name=member(f"b{number}").username, yes=True)
        mutes.set_block(user=ann, name=f"b{number}", yes=True)
    # The second list has rows now, and they are one query.
    assert queries(browser, reverse("people")) == few + 1


@pytest.mark.slow
def test_the_reports_are_for_the_staff_alone(table: Table, member: Member) -> None:
    row = reports.report(table_id=table.pk, user=table.created_by, name="bob", reason="spam")
    addresses = [
        reverse("report_list"),
        reverse("report_detail", args=[row.pk]),
        reverse("report_detail", args=[row.pk + 1]),
    ]
    roles = {
        "anonymous": Client(),
        "guest": signed_in(create_guest()),
        "reporter": signed_in(table.created_by),
        "staff": signed_in(with_second_factor(member("staff", is_staff=True))),
    }
    got = {
        role: [
            answer.status_code
            for address in addresses
            for answer in (client.get(address), client.post(address, {"note": "x"}))
        ]
        for role, client in roles.items()
        if role != "staff"
    }
    nothing = [404] * 6
    nothing[1] = 405
    assert got == {
        "anonymous": [302, 405, 302, 302, 302, 302],
        "guest": nothing,
        "reporter": nothing,
    }
    assert Report.objects.get().closed_at is None
    assert [roles["staff"].get(address).status_code for address in addresses] == [200, 200, 404]
    home = {role: client.get("/").content.decode() for role, client in roles.items()}
    assert {role for role, page in home.items() if f'href="{reverse("staff")}"' in page} == {
        "staff"
    }


def test_the_staff_read_a_report_and_close_it(table: Table, member: Member) -> None:
    ann = table.created_by
    message = messages.say(table_id=table.pk, user=ann, to="table", text=EVIL)
    messages.say(table_id=table.pk, user=ann, to="table", phrase="good_game")
    bob = table.seats.get(index=1).user
    row = reports.report(
        table_id=table.pk, user=bob, message_id=message.pk, reason="abuse", text=f"See {EVIL}"
    )
    browser = signed_in(with_second_factor(member("staff", is_staff=True)))
    assert "ann</bdi>: Insults or threats" in browser.get(reverse("report_list")).content.decode()
    address = reverse("report_detail", args=[row.pk])
    page = browser.get(address).content.decode()
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert EVIL not in page
    assert "Older messages weren’t kept." not in page
    assert ("Good game" in page, page.count('class="meant"')) == (True, 1)
    missing = browser.post(address, {**NOTHING, "note": " "})
    assert "Write what was done" in missing.content.decode()
    assert Report.objects.get().closed_at is None
    closed = browser.post(address, {**NOTHING, "note": "Warned ann."})
    assert closed.headers["Location"] == reverse("report_list")
    entry = AuditEntry.objects.get(verb="report.close")
    assert (entry.actor.username, entry.subject, entry.reason) == (
        "staff", f"report:{row.pk}", "Warned ann.",
    )  # fmt: skip
    again = browser.post(address, {**NOTHING, "note": "Again."})
    assert "Somebody has already closed this report." in again.content.decode()
    assert Report.objects.get().note == "Warned ann."
    assert "Warned ann." in browser.get(f"{reverse('report_list')}?show=closed").content.decode()
    assert "ann</bdi>" not in browser.get(reverse("report_list")).content.decode()


def test_a_report_says_that_it_kept_the_last_messages_only(table: Table, member: Member) -> None:
    ann = table.created_by
    ChatMessage.objects.bulk_create(
        ChatMessage(table=table, channel="table", user=ann, name="ann", text=f"{n}", at=now())
        for n in range(reports.KEPT)
    )
    browser = signed_in(with_second_factor(member("staff", is_staff=True)))

    def kept() -> tuple[int, int]:
        """Return whether the page of a new report says that older messages are missing, and how many it shows."""
        row = reports.report(table_id=table.pk, user=ann, name="bob", reason="spam")
        page = browser.get(reverse("report_detail", args=[row.pk])).content.decode()
        return page.count("Older messages weren’t kept."), page.count('<span dir="auto">')

    assert kept() == (0, 30)
    messages.say(table_id=table.pk, user=table.seats.get(index=1).user, to="table", text="more")
    assert kept() == (1, 30)


def test_a_report_leads_to_its_table_only_as_long_as_the_staff_may_see_it(
    member: Member,
) -> None:
    ann, bob = member("ann"), member("bob")
    league = create_league(by=ann, name="Hidden", is_public=False)
    table = services.open_table(services.TableTerms(rules=preset("bicycle_2"), visibility="league", ref=f"league:{league.pk}"), created_by=ann, seats=[ann, bob])  # fmt: skip
    row = reports.report(table_id=table.pk, user=ann, name="bob", reason="abuse")
    browser = signed_in(with_second_factor(member("staff", is_staff=True)))
    address, link = reverse("report_detail", args=[row.pk]), table.get_absolute_url()
    assert f'<a href="{link}">' in browser.get(address).content.decode()
    assert browser.get(link).status_code == 200
    browser.post(address, {**NOTHING, "note": "Nothing to it."})
    assert f'<a href="{link}">' not in browser.get(address).content.decode()
    assert browser.get(link).status_code == 404


def test_a_report_outlives_its_table_and_its_people(table: Table, member: Member) -> None:
    bob = table.seats.get(index=1).user
    row = reports.report(table_id=table.pk, user=table.created_by, name="bob", reason="other")
    table.delete()
    bob.delete()
    browser = signed_in(with_second_factor(member("staff", is_staff=True)))
    page = browser.get(reverse("report_detail", args=[row.pk]))
    assert page.status_code == 200
    assert "<bdi>bob</bdi>" in page.content.decode()


def test_the_list_of_reports_is_paged_and_takes_the_same_queries_for_one_and_for_many(
    table: Table, member: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reports, "MOST_REPORTS", 1000)
    report = lambda: reports.report(  # noqa: E731
        table_id=table.pk, user=table.created_by, name="bob", reason="spam"
    )
    report()
    browser = signed_in(with_second_factor(member("staff", is_staff=True)))
    browser.get(reverse("report_list"))
    few = queries(browser, reverse("report_list"))
    for _ in range(29):
        report()
    assert queries(browser, reverse("report_list")) == few
    page = browser.get(reverse("report_list")).content.decode()
    assert page.count("<bdi>bob</bdi>") == 25
    second = browser.get(f"{reverse('report_list')}?page=2").content.decode()
    assert second.count("<bdi>bob</bdi>") == 5
