"""The socket's answers, over Channels' own test client."""

import asyncio
from datetime import datetime
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.contrib.auth import get_user_model

from games.engine import preset
from games.tables import services
from games.tables.models import Action, SharedDeals, Table
from games.tables.server.presence import sweep_silent
from spades_site.common import clock
from tests.live.line import Line

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


@pytest.fixture
async def ann_and_table() -> tuple[Any, Table]:
    """A member at a running table with three bots; it's her turn to bid or to wait."""

    def make() -> tuple[Any, Table]:
        ann = get_user_model().objects.create_user(username="ann", email="ann@example.org")
        table = services.open_table(
            services.TableTerms(rules=preset("cardgames_io")), created_by=ann
        )
        services.take_seat(table_id=table.pk, user=ann, seat=0, salt_hash="")
        services.fill_with_bots(table_id=table.pk, by=ann)
        table.refresh_from_db()
        while table.wake_at is not None and services.wake_table(table.pk):
            table.refresh_from_db()
        return ann, table

    return await database_sync_to_async(make)()


async def rows(table: Table) -> tuple[int, int]:
    """Return the table's version and the number of its log's rows."""

    def count() -> tuple[int, int]:
        table.refresh_from_db()
        return table.version, Action.objects.filter(table=table).count()

    return await database_sync_to_async(count)()


async def test_an_act_is_acknowledged_and_shown_once(ann_and_table: tuple[Any, Table]) -> None:
    ann, table = ann_and_table
    line = Line(table, ann)
    view = await line.open()
    act = {"t": "act", "id": "one", "v": view["v"], "a": "bid 3"}
    answer = await line.ask(act)
    assert (answer["t"], answer["id"]) == ("ack", "one")
    before = await rows(table)
    assert await line.ask(act) == answer
    assert await rows(table) == before
    await line.socket.disconnect()


async def test_h1_a_replaced_player_loses_sight_of_the_hand_at_once(
    ann_and_table: tuple[Any, Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.live.signs_of_life.PAUSE_SECONDS", 0.0)
    ann, table = ann_and_table
    zoe = await database_sync_to_async(get_user_model().objects.create_user)(username="zoe")
    hers, theirs = Line(table, ann), Line(table, zoe)
    first = await hers.open()
    assert (await theirs.open())["game"]["hand"] is None
    # Over Redis, pictures of those who come may still be on their way.
    for line in (hers, theirs):
        await line.send({"t": "ping"})
        await line.until("pong")
    await database_sync_to_async(services.replace_player)(table_id=table.pk, out=ann, into=zoe)
    after, taken = await hers.until("view"), await theirs.until("view")
    assert (after["you"]["seat"], after["game"]["hand"], after["game"]["seat"]) == (None,) * 3
    assert taken["game"]["hand"] == first["game"]["hand"]
    assert taken["table"]["seats"][0]["online"]
    act = {"t": "act", "id": "one", "v": after["v"], "a": "bid 3"}
    assert (await hers.ask(act))["code"] == "not_seated"
    assert (await theirs.ask({**act, "id": "two"}))["t"] == "ack"
    # Nothing brings the hand back: neither the next picture nor one that is asked for.
    await hers.send({"t": "sync"})
    assert (await hers.until("view"))["game"]["hand"] is None
    await hers.close()
    await theirs.close()


async def test_a_second_tab_sees_and_acts_as_the_first(ann_and_table: tuple[Any, Table]) -> None:
    ann, table = ann_and_table
    one, two = Line(table, ann), Line(table, ann)
    first, second = await one.open(), await two.open()
    assert first["game"] == second["game"]
    act = {"t": "act", "v": second["v"], "a": "bid 3"}
    assert (await one.ask({**act, "id": "one"}))["t"] == "ack"
    late = await two.ask({**act, "id": "two"})
    assert (late["t"], late["code"]) in {("error", "stale"), ("error", "not_your_turn")}
    await one.socket.disconnect()
    await two.socket.disconnect()


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ("junk", "not_json"),
        ("{}", "unknown_frame"),
        ({"t": "act", "id": "x", "v": 0, "a": "bid 3"}, "stale"),
        ({"t": "act", "id": "x", "v": None, "a": "play ZZ"}, "bad_card"),
        ({"t": "act", "id": "x", "v": None, "a": "bid 14"}, "illegal_bid"),
        ({"t": "act", "id": "x", "v": None, "a": "play 2C"}, "wrong_phase"),
        ({"t": "sit", "id": "x", "seat": 1, "hash": ""}, "already_seated"),
        ({"t": "take_back", "id": "x"}, ""),
    ],
)
async def test_a_refused_frame_changes_nothing(
    ann_and_table: tuple[Any, Table], frame: Any, code: str
) -> None:
    ann, table = ann_and_table
    line = Line(table, ann)
    view = await line.open()
    before = await rows(table)
    if isinstance(frame, dict) and "v" in frame and frame["v"] is None:
        frame = {**frame, "v": view["v"]}
    answer = await line.ask(frame)
    assert (answer["t"], answer.get("code", "")) == ("error" if code else "ack", code)
    assert await rows(table) == before
    await line.socket.disconnect()


async def test_a_watcher_sees_no_hand_and_can_do_nothing(
    ann_and_table: tuple[Any, Table],
) -> None:
    _ann, table = ann_and_table
    line = Line(table, None)
    view = await line.open()
    assert (view["game"]["hand"], view["game"]["legal"], view["you"]["can"]) == (None, [], [])
    answer = await line.ask({"t": "act", "id": "x", "v": view["v"], "a": "bid 3"})
    assert answer["code"] == "signed_out"
    await line.socket.disconnect()


async def test_h4_nobody_watches_a_game_whose_deals_others_still_play(
    ann_and_table: tuple[Any, Table],
) -> None:
    ann, table = ann_and_table

    def share() -> None:
        deals = SharedDeals.objects.create(commitment="c", created_at=clock.now())
        Table.objects.filter(pk=table.pk).update(deals=deals)

    await database_sync_to_async(share)()
    line = Line(table, ann)
    assert (await line.open())["table"]["closed"] is True
    watcher = Line(table, None)
    await watcher.socket.connect()
    await watcher.send({"t": "hello", "seen": 0, "hash": ""})
    goodbye = await watcher.receive()
    assert (goodbye["t"], goodbye["code"]) == ("bye", "unknown_table")
    assert await watcher.socket.receive_output() == {"type": "websocket.close", "code": 4404}
    await line.close()


@pytest.mark.parametrize(
    "frame",
    [{"t": "sync"}, {"t": "chats"}, {"t": "leave", "id": "r"}, {"t": "act", "id": "r", "v": 99, "a": "nil"}],
)  # fmt: skip
async def test_before_hello_nothing_is_shown_or_done(
    ann_and_table: tuple[Any, Table], frame: dict[str, Any]
) -> None:
    ann, table = ann_and_table
    line = Line(table, ann)
    await line.socket.connect()
    answer = await line.ask(frame)
    assert answer == {
        "t": "error", "id": frame.get("id", ""), "code": "hello_first", "v": 0,
        "message": "Send a “hello” frame first to get the picture.",
    }  # fmt: skip
    await line.send({"t": "ping"})
    assert await line.receive() == {"t": "pong", "v": 0}
    await line.send({"t": "hello", "seen": 0, "hash": ""})
    assert (await line.receive())["t"] == "view"
    await line.close()


async def test_an_unknown_table_says_goodbye() -> None:
    line = Line("nowhere", None)
    connected, _ = await line.socket.connect()
    assert connected
    assert (await line.until("bye"))["code"] == "unknown_table"
    assert await line.socket.receive_output() == {"type": "websocket.close", "code": 4404}


async def test_a_flood_slows_only_the_flooder(ann_and_table: tuple[Any, Table]) -> None:
    ann, table = ann_and_table
    flooder, other = Line(table, None), Line(table, ann)
    await flooder.open()
    await other.open()
    for _ in range(60):
        await flooder.send({"t": "ping"})
    answers = [await flooder.until("error")]
    assert answers[0]["code"] == "too_fast"
    await other.send({"t": "ping"})
    assert (await other.until("pong"))["t"] == "pong"
    await flooder.socket.disconnect()
    await other.socket.disconnect()


async def test_away_and_back_is_shown(ann_and_table: tuple[Any, Table]) -> None:
    ann, table = ann_and_table
    watcher, line = Line(table, None), Line(table, ann)
    await watcher.open()
    await line.open()
    await line.socket.disconnect()
    await watcher.send({"t": "sync"})
    shown = await watcher.until("view")
    while shown["table"]["seats"][0]["online"]:
        shown = await watcher.until("view")
    assert shown["table"]["seats"][0]["online"] is False
    await watcher.socket.disconnect()


async def seen_since(table: Table, moment: datetime) -> None:
    """Wait until it is noted that the first seat's person was there; that comes after the answer."""
    noted = database_sync_to_async(table.seats.filter(index=0, last_seen__gte=moment).exists)
    async with asyncio.timeout(5):
        while not await noted():
            await asyncio.sleep(0.02)


async def test_acting_is_a_sign_of_life_and_a_silent_player_comes_back(
    ann_and_table: tuple[Any, Table], hands: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.live.consumer.SIGN_OF_LIFE_SECONDS", 0.0)
    ann, table = ann_and_table
    line = Line(table, ann)
    view = await line.open()
    sweep = database_sync_to_async(sweep_silent)
    hands.forward(50)
    # An action, and be it refused, tells as much as a ping.
    acted = clock.now()
    await line.ask({"t": "act", "id": "one", "v": view["v"], "a": "bid 99"})
    await seen_since(table, acted)
    hands.forward(50)
    assert await sweep() == 0
    hands.forward(80)
    assert await sweep() == 1
    assert (await line.until("view"))["table"]["seats"][0]["online"] is False
    await line.send({"t": "ping"})
    assert (await line.until("view"))["table"]["seats"][0]["online"] is True
    await line.socket.disconnect()
