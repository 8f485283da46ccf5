"""A table's news: once for a process, to every socket in its own language, after the answer that it follows from."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
from channels.db import database_sync_to_async
from channels.layers import get_channel_layer
from django.contrib.auth import get_user_model

from games.engine import preset
from games.live import news, sockets
from games.live.homing import EVERY_PROCESS
from games.live.sockets import LiveSockets
from games.tables import services
from games.tables.models import Table
from games.tables.pictures import broadcast
from tests.live.line import Line

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


def two_at_a_table() -> tuple[Any, Any, Table]:
    people = get_user_model().objects
    ann = people.create_user("ann", "ann@example.org", language="en")
    bob = people.create_user("bob", "bob@example.org", language="de")
    table = services.open_table(services.TableTerms(rules=preset("cardgames_io")), created_by=ann)
    services.take_seat(table_id=table.pk, user=ann, seat=0, salt_hash="")
    services.take_seat(table_id=table.pk, user=bob, seat=2, salt_hash="")
    services.fill_with_bots(table_id=table.pk, by=ann)
    table.refresh_from_db()
    while table.wake_at is not None and services.wake_table(table.pk):
        table.refresh_from_db()
    return ann, bob, table


async def test_everybody_reads_the_news_in_their_own_language(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sockets, "ROUND_SECONDS", 60)
    ann, bob, table = await database_sync_to_async(two_at_a_table)()
    english, german = Line(table, ann), Line(table, bob)
    await english.open()
    await german.open()
    await english.ask({"t": "end_vote", "id": "a", "yes": True})
    await german.ask({"t": "end_vote", "id": "b", "yes": True})
    whys = []
    for line in (english, german):
        view = await line.until("view")
        while view["table"]["status"] != "abandoned":
            view = await line.until("view")
        whys.append(view["table"]["result"])
    assert whys == [
        {"abandoned": "The players agreed to stop."},
        {"abandoned": "Die Spieler haben sich geeinigt aufzuhören."},
    ]
    await english.close()
    await german.close()


async def test_a_socket_signed_out_by_another_sees_the_reason_in_its_own_language() -> None:
    ann, bob, table = await database_sync_to_async(two_at_a_table)()
    english, german = Line(table, ann), Line(table, bob)
    await english.open()
    await german.open()
    everybody = get_user_model().objects.all()
    await database_sync_to_async(everybody.update)(is_active=False)
    assert [(await line.until("bye"))["message"] for line in (english, german)] == [
        "You were signed out, or your password was changed.",
        "Du wurdest abgemeldet, oder dein Passwort wurde geändert.",
    ]


async def test_all_sockets_of_a_process_share_one_channel_and_leave_none_behind(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ann, bob, table = await database_sync_to_async(two_at_a_table)()
    layer: Any = get_channel_layer()
    asked: list[tuple[str, str]] = []

    def noting(what: str) -> Any:
        call = getattr(layer, what)

        async def note(group: str, channel: str) -> None:
            if group != broadcast.group_of(EVERY_PROCESS):
                asked.append((what, group))
            await call(group, channel)

        return note

    for what in ("group_add", "group_discard"):
        monkeypatch.setattr(layer, what, noting(what), raising=False)
    opened = [Line(table, person) for person in (ann, bob, None)]
    for line in opened:
        await line.open()
    group = broadcast.group_of(table.public_id)
    assert asked == [("group_add", group)]
    for line in opened:
        await line.close()
    assert asked == [("group_add", group), ("group_discard", group)]


async def test_the_answer_to_a_move_comes_before_the_picture_that_shows_it() -> None:
    ann, bob, table = await database_sync_to_async(two_at_a_table)()
    first, second = Line(table, ann), Line(table, bob)
    views = {line: await line.open() for line in (first, second)}
    mover = next(line for line, view in views.items() if view["game"]["legal"])
    await mover.until("chats")
    await mover.send(
        {"t": "act", "id": "one", "v": views[mover]["v"], "a": views[mover]["game"]["legal"][0]}
    )
    # A picture of before the move, as of the other's coming, may still be on its way.
    after = views[mover]["v"] + 1
    frames: list[tuple[str, int]] = []
    while ("view", after) not in frames:
        frame = await mover.receive()
        frames.append((frame["t"], frame["v"]))
    assert [frame for frame in frames if frame[1] == after] == [("ack", after), ("view", after)]
    await first.close()
    await second.close()


async def test_d2_a_channel_that_broke_is_replaced_by_the_next_round(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Away(Exception):
        """Redis can't be reached."""

    heard: list[Any] = []
    calls = SimpleNamespace(receive=0)
    layer: Any = get_channel_layer()
    receive = layer.receive

    async def broken_once(channel: str) -> Any:
        calls.receive += 1
        if calls.receive == 1:
            raise Away
        return await receive(channel)

    monkeypatch.setattr(layer, "receive", broken_once, raising=False)
    wanted = {"here"}
    ours = news.News(heard.append, wanted)
    await ours.synchronized()
    while not calls.receive:
        await asyncio.sleep(0)
    await ours.synchronized()
    await layer.group_send(broadcast.group_of("here"), {"type": "table.picture", "of": "here"})
    while not heard:
        await asyncio.sleep(0)
    assert heard == [{"type": "table.picture", "of": "here"}]
    wanted.clear()
    await ours.synchronized()
    assert broadcast.group_of("here") not in layer.groups


async def test_news_go_to_the_sockets_of_their_table_only() -> None:
    class Socket:
        user, address, table_id = None, "", 1

        def __init__(self, public_id: str) -> None:
            self.public_id = public_id
            self.heard: list[int] = []

        def hear(self, message: dict[str, Any]) -> None:
            self.heard.append(message["v"])

    sockets = LiveSockets()
    pair: list[Any] = [Socket("here"), Socket("there")]
    here, there = pair
    for socket in (here, there):
        sockets.add(socket)
    sockets._deliver({"of": "here", "v": 1})
    sockets.remove(there)
    sockets._deliver({"of": "there", "v": 2})
    sockets._deliver({"of": "here", "v": 3})
    assert (here.heard, there.heard) == ([1, 3], [])
    sockets.remove(here)
