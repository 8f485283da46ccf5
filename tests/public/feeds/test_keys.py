"""The keys of feeds: what opens which feed of whom, and how long."""

from collections.abc import Callable
from typing import Any

import pytest

from spades_site.accounts.guests import create_guest
from tests.events.conftest import Club
from tests.public.feeds.calendars import SITE, keyed
from tournaments.public.feeds.keys import address_of, end_keys, key_for

pytestmark = pytest.mark.django_db


CHANGES: list[Callable[[str], str]] = [
    lambda key: "",
    lambda key: key[:-1] + ("A" if key[-1] != "A" else "B"),
    lambda key: "9" + key,
    lambda key: key.split(".")[0],
    lambda key: key.split(".")[0] + ".",
    lambda key: key.replace("-", "--", 1),
    lambda key: "x" * 10_000,
    lambda key: "\x01.é",
]


@pytest.mark.parametrize("change", CHANGES)
def test_a_changed_key_opens_nothing(client: Any, club: Club, change: Callable[[str], str]) -> None:
    key = key_for(club.player("ben"), "/calendar.ics")
    client.force_login(club.player("ben"))
    assert client.get("/calendar.ics", {"key": key}).status_code == 200
    assert client.get("/calendar.ics", {"key": change(key)}).status_code == 404


def test_no_key_is_logged(client: Any, club: Club, caplog: pytest.LogCaptureFixture) -> None:
    old = key_for(club.player("ben"), "/calendar.ics")
    end_keys(club.player("ben"))
    with caplog.at_level("DEBUG"):
        client.get("/calendar.ics", {"key": old})
        client.get("/calendar.ics", {"key": key_for(club.player("ben"), "/calendar.ics")})
    said = [record.getMessage() for record in caplog.records if record.name != "django.db.backends"]
    assert "Not Found: /calendar.ics" in said
    assert [line for line in said if "key" in line or old in line] == []


def test_a_key_opens_one_feed_of_one_person(client: Any, club: Club) -> None:
    club.open()
    ben = club.player("ben")
    paths = ["/calendar.ics", "/tournaments/cup/calendar.ics", "/tournaments/cup/entries.csv"]
    answers = {
        (opens, path): client.get(path, {"key": key_for(ben, opens)}).status_code
        for opens in paths
        for path in paths
    }
    assert answers == {(a, b): 200 if a == b else 404 for a in paths for b in paths}


def test_keys_end_when_the_member_says_so_and_with_the_account(client: Any, club: Club) -> None:
    ben, cem = club.player("ben"), club.player("cem")
    first, other = keyed(ben, "/calendar.ics"), keyed(cem, "/calendar.ics")
    end_keys(ben)
    second = keyed(ben, "/calendar.ics")
    assert [client.get(each).status_code for each in (first, second, other)] == [404, 200, 200]
    ben.is_active = False
    ben.save()
    assert client.get(second).status_code == 404


def test_the_key_of_a_guest_opens_nothing(client: Any, club: Club) -> None:
    club.open()
    guest = create_guest()
    assert client.get(keyed(guest, "/tournaments/cup/calendar.ics")).status_code == 404


def test_the_settings_page_shows_the_address_and_gives_a_new_one(client: Any, club: Club) -> None:
    ben = club.player("ben")
    client.force_login(ben)
    old = address_of("/calendar.ics", ben)
    assert old == f"{SITE}{keyed(ben, '/calendar.ics')}"
    assert client.get("/account/settings/").content.decode().count(old) == 3
    answer = client.post("/account/calendar/new/", follow=True)
    assert answer.redirect_chain == [("/account/settings/", 302)]
    assert [str(message) for message in answer.context["messages"]] == [
        "Your calendars have new addresses. The old ones are closed."
    ]
    ben.refresh_from_db()
    new = address_of("/calendar.ics", ben)
    page = answer.content.decode()
    assert (page.count(old), page.count(new)) == (0, 3)


def test_only_members_make_new_addresses(client: Any, club: Club) -> None:
    ben = club.player("ben")
    answer = client.post("/account/calendar/new/")
    assert (answer.status_code, answer["Location"]) == (
        302,
        "/account/login/?next=/account/settings/",
    )
    client.force_login(ben)
    answer = client.get("/account/calendar/new/")
    assert (answer.status_code, answer["Location"]) == (302, "/account/settings/")
    ben.refresh_from_db()
    assert ben.calendar_version == 1
    client.force_login(create_guest())
    assert 'id="feeds"' not in client.get("/account/settings/").content.decode()
