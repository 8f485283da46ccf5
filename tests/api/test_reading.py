"""The API says what the feeds say, to whom the pages say it, page by page, and only so often."""

import json
import zlib
from collections.abc import AsyncIterator
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.core.cache import cache
from django.test import Client

from games.ratings.models import Pool, Rating
from games.tables.models import Seat, StoredRecord
from games.tables.replay.records import record_of
from games.tables.server.autoplay import play_out
from spades_site.accounts.models import User
from spades_site.accounts.tokens.services import create_token
from spades_site.api import games
from tests.events.conftest import Club
from tests.tables.playing import seated
from tournaments.events.actions import lifecycle
from tournaments.events.models import Tournament
from tournaments.leagues.services import create_league

pytestmark = pytest.mark.django_db
TABLES = ["entries", "pairings", "results", "standings"]


@pytest.fixture(autouse=True)
def _rested() -> None:
    """Let no earlier test's requests count."""
    cache.clear()


def by(user: User, *scopes: str) -> Client:
    """Return a program with a token of the user's."""
    _token, text = create_token(user_id=user.pk, name="robot", scopes=scopes or ["read"])
    return Client(enforce_csrf_checks=True, headers={"Authorization": f"Bearer {text}"})


def read(client: Client, address: str) -> Any:
    answer = client.get(f"/api/v1/{address}")
    assert answer.status_code == 200, answer.content
    return answer.json()


@pytest.mark.slow
def test_a_tournaments_tables_are_those_of_its_feeds(club: Club, client: Client) -> None:
    cup = club.with_entries(5)
    lifecycle.start_now(tournament_id=cup.pk, by=club.organizer)
    club.finish(club.in_play(cup)[0], 500, -35)
    feeds = {what: client.get(f"/tournaments/cup/{what}.json").json() for what in TABLES}
    whole = {"next": None, "previous": None}
    assert {what: read(client, f"tournaments/cup/{what}") for what in TABLES} == {
        what: {**whole, "results": feeds[what][what]} for what in TABLES
    }
    assert read(client, "tournaments/cup") == feeds["entries"]["tournament"]
    assert read(client, "tournaments")["results"] == [feeds["entries"]["tournament"]]
    assert read(client, "tournaments?status=finished")["results"] == []


MISSING = {
    "code": "not_found",
    "message": "There is nothing at this address, or nothing that you may see.",
}


def test_what_somebody_may_not_see_looks_like_nothing(club: Club, client: Client) -> None:
    cup = club.with_entries(2)
    room = create_league(by=club.organizer, name="Back room", is_public=False)
    Tournament.objects.filter(pk=cup.pk).update(league=room)
    addresses = [
        "tournaments/cup", "tournaments/cup/entries", f"leagues/{room.slug}", "tournaments/none",
        "leagues/none/seasons", "seasons/none", "players/none", "games/none/record", "none",
    ]  # fmt: skip
    answers = [client.get(f"/api/v1/{address}") for address in addresses]
    assert [(one.status_code, one.json()) for one in answers] == [(404, MISSING)] * len(addresses)
    assert read(client, "tournaments")["results"] == []
    organizer = by(club.organizer)
    assert read(organizer, "tournaments/cup")["league"] == room.slug
    # A browser's session isn't asked: no other site can read with it.
    client.force_login(club.organizer)
    assert client.get("/api/v1/tournaments/cup").status_code == 404


def test_an_unchanged_answer_is_empty(club: Club, client: Client) -> None:
    club.with_entries(2)
    first = client.get("/api/v1/tournaments/cup/entries")
    again = client.get("/api/v1/tournaments/cup/entries", headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])


def test_lists_come_page_by_page_and_refuse_a_made_up_cursor(club: Club, client: Client) -> None:
    made = [club.open().slug for _ in range(5)][::-1]
    seen, address = [], "tournaments?page_size=2"
    while address:
        page = read(client, address)
        seen.append([row["slug"] for row in page["results"]])
        address = (page["next"] or "").partition("/api/v1/")[2]
    assert seen == [made[:2], made[2:4], made[4:]]
    wrong = client.get("/api/v1/tournaments?cursor=cD1h")
    assert (wrong.status_code, wrong.json()["code"]) == (422, "invalid")


def test_pages_of_a_table_are_of_one_moment(club: Club, client: Client) -> None:
    cup = club.with_entries(5)
    names = [entry.name for entry in cup.entries.order_by("pk")]
    pages, address = [], "tournaments/cup/entries?page_size=2"
    while address:
        page = read(client, address)
        pages.append(page)
        address = (page["next"] or "").partition("/api/v1/")[2]
    assert [[row["name"] for row in page["results"]] for page in pages] == [
        names[:2], names[2:4], names[4:],
    ]  # fmt: skip
    assert read(client, pages[2]["previous"].partition("/api/v1/")[2]) == pages[1]
    club.enter_pair(cup, "a6", "b6")
    changed = client.get(pages[0]["next"])
    assert (changed.status_code, changed.json()["code"]) == (409, "list_changed")
    for cursor in ("cD1h", "cD0xLmE=", "x"):
        wrong = client.get(f"/api/v1/tournaments/cup/entries?cursor={cursor}")
        assert (wrong.status_code, wrong.json()) == (
            422, {"code": "invalid", "message": "query.cursor: no such cursor"},
        )  # fmt: skip


def test_too_many_requests_are_refused_until_the_minute_is_over(client: Client) -> None:
    answers = [client.get("/api/v1/leagues").status_code for _ in range(61)]
    assert answers == [200] * 60 + [429]
    refused = client.get("/api/v1/leagues")
    assert refused.json()["code"] == "too_fast"
    assert 0 < int(refused["Retry-After"]) <= 60


async def whole(parts: AsyncIterator[bytes]) -> bytes:
    return b"".join([part async for part in parts])


@pytest.mark.slow
def test_games_are_listed_and_their_records_streamed(member: Any, client: Client) -> None:
    people = [member(name) for name in ("ann", "ben", "cid", "dora")]
    made = [play_out(seated(people, max_hands=1).pk) for _ in range(2)]
    listed = read(client, "games?player=ANN")["results"]
    assert [row["id"] for row in listed] == [made[1].public_id, made[0].public_id]
    assert listed[0]["players"] == ["ann", "ben", "cid", "dora"]
    assert listed[0]["bot_accounts"] == []
    streamed = client.get("/api/v1/games.ndjson")
    lines = async_to_sync(whole)(streamed.streaming_content).decode().splitlines()
    assert [json.loads(line) for line in lines] == [record_of(table) for table in made]
    for never in ("0001-01-01T00:00:00%2B14:00", "9999-12-31T23:59:59-14:00"):
        assert client.get(f"/api/v1/games.ndjson?since={never}").status_code == 422
    known = {"If-None-Match": streamed["ETag"]}
    unchanged = client.get("/api/v1/games.ndjson", headers=known)
    assert (unchanged.status_code, unchanged.content, unchanged["ETag"]) == (
        304,
        b"",
        streamed["ETag"],
    )
    assert client.get("/api/v1/games.ndjson?player=nobody", headers=known).status_code == 200
    play_out(seated(people, max_hands=1).pk)
    assert client.get("/api/v1/games.ndjson", headers=known).status_code == 200
    assert read(client, f"games/{made[0].public_id}/record") == record_of(made[0])
    ratings = read(client, "ratings/partnership")["results"]
    assert ratings == []
    assert [one["pool"] for one in read(client, "players/ann")["ratings"]] == Pool.values


@pytest.mark.slow
def test_an_answer_with_too_many_records_leads_to_the_next_ones(
    member: Any, client: Client, monkeypatch: Any
) -> None:
    monkeypatch.setattr(games, "MOST", 2)
    people = [member(name) for name in ("ann", "ben", "cid", "dora")]
    made = [play_out(seated(people, max_hands=1).pk) for _ in range(5)]
    got: list[Any] = []
    address = "/api/v1/games.ndjson?player=ann"
    while address:
        answer = client.get(address)
        lines = async_to_sync(whole)(answer.streaming_content).splitlines()
        got.append([json.loads(line) for line in lines])
        address = answer.get("Link", "").removeprefix("<").partition(">; rel=")[0]
        if address:
            assert client.get(address, headers={"If-None-Match": answer["ETag"]}).status_code == 200
    records = [record_of(table) for table in made]
    assert got == [records[:2], records[2:4], records[4:]]


def test_more_equal_ratings_than_a_page_holds_are_all_read(client: Client) -> None:
    people = User.objects.bulk_create(
        User(username=f"equal{number}", name_key=f"equal{number}") for number in range(251)
    )
    Rating.objects.bulk_create(
        Rating(user=user, pool=Pool.PARTNERSHIP, games=20, opponents=5) for user in people
    )
    first = read(client, "ratings/partnership?page_size=200")
    names = [row["name"] for row in first["results"]]
    second = client.get(first["next"]).json()
    names += [row["name"] for row in second["results"]]
    assert (sorted(names), second["next"]) == (sorted(user.username for user in people), None)


def test_a_record_is_stored_once_without_its_names(
    member: Any, client: Client, django_assert_max_num_queries: Any
) -> None:
    people = [member(name) for name in ("ann", "ben", "cid", "dora")]
    table = play_out(seated(people, max_hands=1).pk)

    def streamed() -> list[dict[str, Any]]:
        answer = client.get("/api/v1/games.ndjson")
        lines = async_to_sync(whole)(answer.streaming_content).decode().splitlines()
        return [json.loads(line) for line in lines]

    assert streamed() == [record_of(table)]
    row = StoredRecord.objects.get()
    assert b"ann" not in zlib.decompress(row.packed)
    Seat.objects.filter(table=table, index=0).update(name="anna")
    with django_assert_max_num_queries(12):
        assert streamed()[0]["players"] == ["anna", "ben", "cid", "dora"]
    StoredRecord.objects.update(version=0, packed=b"old")
    assert [line["hands"] for line in streamed()] == [record_of(table)["hands"]]


def test_only_people_who_may_see_a_profile_get_a_list_of_its_games(
    member: Any, client: Client
) -> None:
    people = [member(name) for name in ("ann", "ben", "cid", "dora")]
    made = play_out(seated(people, max_hands=1).pk)
    User.objects.filter(username="ann").update(profile_for="nobody")
    streamed = client.get("/api/v1/games.ndjson?player=ann")
    assert async_to_sync(whole)(streamed.streaming_content) == b""
    assert read(client, "games?player=ann")["results"] == []
    assert [one["id"] for one in read(client, "games?player=ben")["results"]] == [made.public_id]
