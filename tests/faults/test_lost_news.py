"""D2 for the sockets: while the channel layer loses everything, moves commit and everybody catches up."""

from contextlib import suppress
from typing import Any

import pytest
from channels.db import database_sync_to_async
from channels.layers import get_channel_layer
from django.contrib.auth import get_user_model
from django.db import OperationalError, connection

from games import engine
from games.live import requests, sockets
from games.tables import services
from games.tables.models import Table
from games.tables.timing import outages
from spades_site.common.server import room
from tests.live.line import Line

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both]


class Away(Exception):
    """Redis can't be reached."""


async def away(*_: Any, **__: Any) -> Any:
    raise Away


def ann_and_table() -> tuple[Any, Table]:
    ann = get_user_model().objects.create_user("ann", "ann@example.org")
    table = services.open_table(
        services.TableTerms(rules=engine.preset("cardgames_io")), created_by=ann
    )
    services.take_seat(table_id=table.pk, user=ann, seat=0, salt_hash="")
    services.fill_with_bots(table_id=table.pk, by=ann)
    table.refresh_from_db()
    while table.wake_at is not None and services.wake_table(table.pk):
        table.refresh_from_db()
    return ann, table


@pytest.mark.parametrize("lost", ["group_send", "group_add", "new_channel"])
async def test_d2_a_socket_that_missed_a_picture_gets_it_without_asking(
    monkeypatch: pytest.MonkeyPatch, lost: str
) -> None:
    ann, table = await database_sync_to_async(ann_and_table)()
    monkeypatch.setattr(get_channel_layer(), lost, away, raising=False)
    player, watcher = Line(table, ann), Line(table, None)
    view = await player.open()
    await watcher.open()
    act = {"t": "act", "id": "one", "v": view["v"], "a": view["game"]["legal"][0]}
    answer = await player.ask(act)
    assert answer == {"t": "ack", "id": "one", "v": view["v"] + 1}
    for line in (player, watcher):
        shown = await line.until("view")
        assert shown["v"] == answer["v"]
        assert shown["game"]["bids"][0] is not None
    await player.close()
    await watcher.close()


async def test_d2_when_the_layer_is_back_news_come_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    ann, table = await database_sync_to_async(ann_and_table)()
    with monkeypatch.context() as patch:
        patch.setattr(get_channel_layer(), "group_add", away, raising=False)
        player, watcher = Line(table, ann), Line(table, None)
        view = await player.open()
        await watcher.open()
    await sockets.sockets_here().check_all()
    monkeypatch.setattr(sockets.LiveSockets, "check_all", away)
    await player.ask({"t": "act", "id": "one", "v": view["v"], "a": view["game"]["legal"][0]})
    assert (await watcher.until("view"))["v"] == view["v"] + 1
    await player.close()
    await watcher.close()


async def test_d2_rounds_go_on_after_a_failure(
    monkeypatch: pytest.MonkeyPatch, caplog: Any
) -> None:
    ann, table = await database_sync_to_async(ann_and_table)()
    monkeypatch.setattr(sockets, "ROUND_SECONDS", 0.05)
    failures = []

    def broken(*_: Any) -> Any:
        failures.append(1)
        if len(failures) < 3:
            raise OperationalError("QS is away")
        return look(*_)

    look = requests.recheck
    monkeypatch.setattr(requests, "recheck", broken)
    line = Line(table, ann)
    await line.open()
    await database_sync_to_async(get_user_model().objects.filter(pk=ann.pk).update)(is_active=False)
    assert (await line.until("bye"))["code"] == "signed_out"
    assert len(failures) >= 3
    assert "QS" not in caplog.text


@pytest.mark.skipif(
    connection.vendor != "sqlite", reason="on Postgres tests/faults/deployed fills a real disk"
)
async def test_d4_while_the_disk_is_full_moves_are_refused_whole_and_go_on_afterwards(
    monkeypatch: pytest.MonkeyPatch, caplog: Any
) -> None:
    monkeypatch.setattr(room, "_refused_at", -room.REMEMBERED)
    for name in ("_recorded", "_back_by"):
        monkeypatch.setattr(outages, name, getattr(outages, name))
    for name in ("_this_serves", "_halted"):
        monkeypatch.setattr(outages, name, False)
    ann, table = await database_sync_to_async(ann_and_table)()
    assert await _serves()
    await _fill_disk()
    try:
        line = Line(table, ann)
        view = await line.open()
        before = await _stored(table)
        act = {"t": "act", "id": "one", "v": view["v"], "a": view["game"]["legal"][0]}
        answer = await line.ask(act)
        assert (answer["code"], answer["message"]) == (
            "try_again", "The server’s disk is full, so nothing can be stored. Try again in a few minutes.",
        )  # fmt: skip
        assert (await _stored(table), room.is_short()) == (before, True)
        # No turn may end meanwhile.
        assert not await _serves()
        await _make_room()
        assert await _serves()
        assert not room.is_short()
        assert await line.ask(act) == {"t": "ack", "id": "one", "v": view["v"] + 1}
        assert await _stored(table) == (before[0] + 1, before[1] + 1)
        assert act["a"] not in caplog.text
        await line.close()
    finally:
        await _make_room()


@database_sync_to_async
def _serves() -> bool:
    outages.serve(short_of_room=room.is_short())
    return outages.this_serves()


@database_sync_to_async
def _fill_disk() -> None:
    """Let the database grow no more, use up what is free in it, and let each action need more than that."""
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE no_room (bytes BLOB)")
        cursor.execute(
            "CREATE TRIGGER no_room_left AFTER INSERT ON tables_action"
            " BEGIN INSERT INTO no_room VALUES (zeroblob(100000)); END"
        )
        pages = cursor.execute("PRAGMA page_count").fetchone()[0]
        cursor.execute(f"PRAGMA max_page_count = {pages}")
        for size in (1_000_000, 10_000):
            with suppress(OperationalError):
                while True:
                    cursor.execute("INSERT INTO no_room VALUES (zeroblob(%s))", [size])


@database_sync_to_async
def _make_room() -> None:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA max_page_count = 1000000000")
        cursor.execute("DROP TRIGGER IF EXISTS no_room_left")
        cursor.execute("DROP TABLE IF EXISTS no_room")


@database_sync_to_async
def _stored(table: Table) -> tuple[int, int]:
    return Table.objects.get(pk=table.pk).version, table.actions.count()
