"""H1, H4: before the close nobody learns anything of how another entrant played, from anywhere."""

from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from games.tables.access.audience import find, listed_to
from games.tables.models import Table
from spades_site.common import outbox
from tests.own_time.conftest import OwnTimeClub
from tests.public.test_nothing_is_told_early import CHANGING, whole
from tests.support.frozen import stop_the_clock
from tournaments.own_time.models import EventPlay

pytestmark = pytest.mark.django_db


def _pages(club: OwnTimeClub, slug: str, table: Table) -> list[str]:
    at_table = f"/play/t/{table.public_id}/"
    return [
        *("/", "/play/", "/play/watch/", "/people/p1/", "/people/p1/statistics/", "/leaderboard/"),
        *(at_table, f"{at_table}record/", f"{at_table}replay/", f"{at_table}replay/data/"),
        f"{at_table}picture.png",
        club.league.get_absolute_url(),
        reverse("own_time", args=[slug]),
        reverse("own_time_json", args=[slug]),
        reverse("own_time_deal", args=[slug, 1]),
        reverse("league_index", args=[club.league.slug]),
        *("/api/v1/games", "/api/v1/games.ndjson", "/api/v1/players/p1", "/people/p1/record/"),
    ]


def _seen(client: Client, pages: list[str]) -> dict[str, tuple[int, str]]:
    cache.clear()  # Of how many requests were made.
    found = {}
    for page in pages:
        answer = client.get(page)
        body = async_to_sync(whole)(answer) if answer.streaming else answer.content
        text = body.decode()
        for changing, word in CHANGING:
            text = changing.sub(word, text)
        found[page] = (answer.status_code, text)
    return found


@pytest.mark.parametrize("entrants", ["player", "pair"])
def test_h1_h4_nobody_sees_anything_of_a_deal_played_before_the_close(
    club: OwnTimeClub, monkeypatch: pytest.MonkeyPatch, entrants: str
) -> None:
    stop_the_clock(monkeypatch)
    event = club.opened(entrants=entrants)
    own = ["p1"]
    if entrants == "pair":
        own.append("q1")
        club.pair(event, "p1", "q1")
        club.pair(event, "p2", "q2")
    club.play(event, "p2")
    table = club.begin(event, "p1")
    staff = get_user_model().objects.create_superuser("staff", "staff@example.org")
    viewers = [None, club.people["p2"], club.organizer, staff]
    clients = []
    for viewer in viewers:
        client = Client()
        if viewer is not None:
            client.force_login(viewer)
        clients.append(client)
    pages = _pages(club, event.slug, table)
    for client in clients:
        _seen(client, pages)
    before = [_seen(client, pages) for client in clients]
    assert club.play(event, "p1") == table
    outbox.deliver_due()
    play = EventPlay.objects.get(table=table)
    assert play.score is not None
    for client, then in zip(clients, before, strict=True):
        now_seen = _seen(client, pages)
        assert {page: seen for page, seen in now_seen.items() if seen != then[page]} == {}
    for viewer in viewers:
        assert find(viewer, table.public_id) is None
        assert table not in listed_to(viewer)
    for name in own:
        assert find(club.people[name], table.public_id) == table
        client = Client()
        client.force_login(club.people[name])
        page = client.get(event.get_absolute_url()).content.decode()
        assert f"/play/t/{table.public_id}/" in page


def test_the_results_and_every_line_of_play_are_open_after_the_close(club: OwnTimeClub) -> None:
    event = club.opened()
    table = club.play(event, "p1")
    club.play(event, "p2")
    club.close(event)
    client = Client()
    page = client.get(event.get_absolute_url()).content.decode()
    assert page.index("p1") > 0
    deal = client.get(reverse("own_time_deal", args=[event.slug, 1])).content.decode()
    assert f"/play/t/{table.public_id}/replay/" in deal
    assert client.get(f"/play/t/{table.public_id}/replay/").status_code == 200
    found = client.get(reverse("own_time_json", args=[event.slug])).json()
    assert [(one["player"], one["place"], one["played"]) for one in found["entries"]] == [
        ("p1", 1, 1), ("p2", 1, 1),
    ]  # fmt: skip
    assert found["entries"][0]["deals"][0] == {
        **found["entries"][1]["deals"][0],
        "table": table.public_id,
    }


def test_the_pages_take_as_many_queries_with_many_entrants(
    club: OwnTimeClub, django_assert_max_num_queries: Any
) -> None:
    event = club.opened()
    for number in range(1, 4):
        club.play(event, f"p{number}")
    club.close(event)
    client = Client()
    client.force_login(club.people["p1"])
    for path in (event.get_absolute_url(), reverse("own_time_deal", args=[event.slug, 1])):
        client.get(path)
        with django_assert_max_num_queries(16):
            assert client.get(path).status_code == 200
