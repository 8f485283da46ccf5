"""All sockets of a table come together in the process to which the proxy sends new ones."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest
from channels.db import database_sync_to_async
from channels.layers import get_channel_layer

from games.engine import preset
from games.live import homing, sockets
from games.live.homing import EVERY_PROCESS, HERE, UP
from games.tables import services
from games.tables.models import PresenceLease, Table
from games.tables.pictures import broadcast
from games.tables.server import presence
from games.tables.server.presence import THIS_SERVER
from games.tables.server.wakeups import AWAY_AFTER
from spades_site.common.clock import now
from tests.live.line import Line

pytestmark = pytest.mark.django_db(transaction=True)
OTHER = "another process"


@pytest.fixture(autouse=True)
def _many_processes(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.REDIS_URL = settings.REDIS_URL or "redis://127.0.0.1:1/0"
    monkeypatch.setattr(sockets, "ROUND_SECONDS", 60)
    monkeypatch.setattr(homing, "PROXY_SECONDS", 0)
    monkeypatch.setattr(homing, "A_SECOND", 1000)


def _tables(member: Any) -> tuple[Any, list[Table]]:
    ann, terms = member("ann"), services.TableTerms(rules=preset("cardgames_io"))
    return ann, [services.open_table(terms, created_by=ann) for _table in range(2)]


async def _say(public_id: str, kind: str, server: str) -> None:
    message = {"type": kind, "server": server, "of": public_id}
    await get_channel_layer().group_send(broadcast.group_of(public_id), message)


async def _answers(line: Line) -> bool:
    await line.send({"t": "ping"})
    return (await line.until("pong", "bye"))["t"] == "pong"


async def test_a_table_that_appears_in_another_process_is_left_to_it_once_a_minute(
    member: Any,
) -> None:
    ann, (table, other) = await database_sync_to_async(_tables)(member)
    layer: Any = get_channel_layer()
    spy = await layer.new_channel()
    await layer.group_add(broadcast.group_of(table.public_id), spy)
    lines = [Line(table, ann), Line(table, None), Line(other, None)]
    for line in lines:
        await line.open()
    # Said once, by the first socket.
    assert await layer.receive(spy) == {
        "type": HERE, "server": THIS_SERVER, "of": table.public_id,
    }  # fmt: skip
    assert all([await _answers(line) for line in lines])

    await _say(table.public_id, HERE, OTHER)
    for line in lines[:2]:
        assert (await line.until("bye"))["code"] == "moved"
        assert await line.closed() == 4503
    assert await _answers(lines[2])

    # A proxy that doesn't go by table sends them here again.
    back = Line(table, ann)
    await back.open()
    await _say(table.public_id, HERE, OTHER)
    assert await _answers(back)
    await back.close()
    await lines[2].close()


async def test_when_a_process_starts_one_socket_of_each_table_looks_where_its_table_is_served(
    member: Any,
) -> None:
    ann, (table, other) = await database_sync_to_async(_tables)(member)
    player, spectator, elsewhere = Line(table, ann), Line(table, None), Line(other, ann)
    for line in (player, spectator, elsewhere):
        await line.open()
    here = sockets.sockets_here().homing
    await _say(EVERY_PROCESS, UP, THIS_SERVER)
    await _say(EVERY_PROCESS, UP, OTHER)
    for line in (spectator, elsewhere):
        assert (await line.until("bye"))["code"] == "moved"
    assert here._search is not None
    await asyncio.wait([here._search])
    assert await _answers(player)
    await player.close()


async def test_who_is_sent_to_another_process_is_away_only_if_they_do_not_come(member: Any) -> None:
    ann, (table, _other) = await database_sync_to_async(_tables)(member)
    await database_sync_to_async(services.take_seat)(table_id=table.pk, user=ann)
    line = Line(table, ann)
    await line.open()
    await _say(table.public_id, HERE, OTHER)
    assert await line.closed() == 4503
    await line.close()
    assert await database_sync_to_async(_presence)(table) == [(True, 0)]

    later = now() + AWAY_AFTER + timedelta(seconds=1)
    assert await database_sync_to_async(presence.sweep_silent)(later) == 1
    assert await database_sync_to_async(_presence)(table) == [(False, 0)]


def _presence(table: Table) -> list[tuple[bool, int]]:
    seats = table.seats.filter(user__isnull=False)
    return [(seat.online, PresenceLease.objects.filter(table=table).count()) for seat in seats]
