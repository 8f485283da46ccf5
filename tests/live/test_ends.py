"""D7: a socket that ends, however it ends, is counted out, and nothing of it stays in memory."""

import asyncio
import gc
import inspect
import itertools
import json
import logging
import types
import weakref
from collections.abc import Callable, Coroutine, Generator
from dataclasses import dataclass
from typing import Any

import pytest
from channels.db import database_sync_to_async
from channels.layers import InMemoryChannelLayer, get_channel_layer
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AnonymousUser

from games.engine import preset
from games.live import requests
from games.live.consumer import TableConsumer
from games.live.sockets import LiveSockets, sockets_here
from games.live.threads import in_database
from games.tables import services
from games.tables.models import PresenceLease as Presence
from games.tables.models import Table
from tests.live.line import Line

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def no_groups_of_other_tests() -> None:
    """Forget sockets that other tests of this process left open: their loops are gone."""
    layer = get_channel_layer()
    if isinstance(layer, InMemoryChannelLayer):
        layer.groups.clear()


TIMES = 1000
TALK: tuple[dict[str, Any], ...] = (
    {"t": "hello", "seen": 0, "hash": ""},
    {"t": "ping"},
    {"t": "sync"},
    {"t": "act", "id": "a", "v": 0, "a": "bid 3"},
    {"t": "nonsense"},
    {"t": "swap", "id": "b", "seat": 1},
)
"""What a client sends: what is answered at once, what asks the database, what is refused, and what is no frame."""


WAYS = ("raises", "swallowed", "cancelled", "dropped")
"""How a socket ends: the server raises at the next send, or swallows it; its task is cancelled, or nobody refers to
it any more.
"""


class Disconnected(Exception):
    """What daphne's protocol raises where a socket that is closing is sent something."""


@dataclass
class Peer:
    """A client whose socket can be cut off, behind a server that waits a moment in every call, as servers may."""

    left: list[dict[str, Any]]
    cut: bool = False
    silent: bool = False
    """Whether the server swallows what it can't send any more; else it raises."""

    async def receive(self) -> dict[str, Any]:
        """Return the next event of the socket."""
        await asyncio.sleep(0)
        if self.cut or not self.left:
            return {"type": "websocket.disconnect", "code": 1006}
        return self.left.pop(0)

    async def send(self, message: dict[str, Any]) -> None:
        """Send an event of the application's."""
        await asyncio.sleep(0)
        if self.cut and not self.silent:
            raise Disconnected


def peer(**fields: Any) -> Peer:
    texts = [{"type": "websocket.receive", "text": json.dumps(frame)} for frame in TALK]
    return Peer([{"type": "websocket.connect"}, *texts], **fields)


@types.coroutine
def stepping(
    work: Coroutine[Any, Any, None], at: int, then: Callable[[], None]
) -> Generator[Any, Any, int]:
    """Run `work`, calling `then` where it awaits for the `at`-th time. Returns how often it did."""
    error: BaseException | None = None
    value: Any = None
    for number in itertools.count(1):
        try:
            awaited = work.send(value) if error is None else work.throw(error)
        except StopIteration:
            return number - 1
        if number == at:
            then()
            if inspect.getcoroutinestate(work) == inspect.CORO_CLOSED:
                return number
        error = value = None
        try:
            value = yield awaited
        except BaseException as thrown:
            error = thrown
    raise AssertionError


def ann_and_table() -> tuple[Any, Table]:
    ann = get_user_model().objects.create_user("ann", "ann@example.org")
    table = services.open_table(services.TableTerms(rules=preset("cardgames_io")), created_by=ann)
    services.take_seat(table_id=table.pk, user=ann, seat=0, salt_hash="")
    return ann, table


def consumer_at(table: Table, user: Any, end: Peer) -> tuple[Any, Coroutine[Any, Any, None]]:
    scope = {
        "type": "websocket",
        "user": user or AnonymousUser(),
        "headers": [],
        "client": ("192.0.2.1", 1),
        "url_route": {"kwargs": {"public_id": table.public_id}},
    }
    consumer: Any = TableConsumer()
    return weakref.ref(consumer), consumer(scope, end.receive, end.send)


async def one_that_ends(table: Table, user: Any, how: str, at: int) -> tuple[Any, int]:
    """Serve one socket and end it at its `at`-th await. Returns a weak reference to the consumer, and how often it
    waited.
    """
    end = peer(silent=how == "swallowed")
    consumer, work = consumer_at(table, user, end)
    task: asyncio.Task[int]

    def cut() -> None:
        end.cut = True
        if how == "cancelled":
            task.cancel()
        elif how == "dropped":
            work.close()

    async def serve() -> int:
        return await stepping(work, at, cut)

    task = asyncio.create_task(serve())
    done, _ = await asyncio.wait([task], timeout=20)
    assert done
    return consumer, 0 if task.cancelled() else task.result()


async def all_done(sockets: LiveSockets) -> None:
    """Wait for what the sockets left to be done after them, also in the thread that asks the database."""
    while sockets._closing or sockets.news._tasks:
        await asyncio.wait({*sockets._closing, *sockets.news._tasks})
    await in_database("en", int, behind=True)


def what_stays(sockets: LiveSockets) -> dict[str, Any]:
    """Return the contents of the process's tables of sockets."""
    tables = {
        name: dict(value) if isinstance(value, dict) else set(value)
        for name, value in vars(sockets).items()
        if isinstance(value, dict | set) and name not in {"_handshakes", "_versions"}
    }
    news = {"followed": sockets.news._followed, "channel": sockets.news._channel}
    layer: Any = get_channel_layer()
    return {**tables, **news, "groups": {**getattr(layer, "groups", {})}}


NOTHING: dict[str, Any] = {
    "all": set(), "_counted": set(), "_closing": set(), "_by_table": {}, "_at_table": {}, "_of_user": {}, "_of_address": {},
    "_user_pace": {}, "_visitors_pace": {}, "_pictures": {}, "followed": set(), "channel": "", "groups": {},
}  # fmt: skip


async def presences() -> int:
    return await database_sync_to_async(Presence.objects.count)()


@pytest.mark.slow
async def test_d7_sockets_closed_at_every_await_are_counted_out_and_leave_nothing(
    settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    settings.SOCKETS_PER_ADDRESS = 10 * TIMES
    ann, table = await database_sync_to_async(ann_and_table)()
    sockets = sockets_here()
    _, awaits = await one_that_ends(table, ann, "served", 0)
    # connect, accept, join, and for each frame one at the least.
    assert 3 * len(TALK) < awaits <= TIMES / (2 * len(WAYS))
    ends = itertools.cycle(itertools.product(WAYS, (ann, None)))
    consumers = []
    for number, (how, user) in zip(range(TIMES), ends, strict=False):
        # In every way at the first await, then at the second …
        consumer, _ = await one_that_ends(table, user, how, 1 + number // 8 % awaits)
        consumers.append(consumer)
    await all_done(sockets)
    gc.collect()
    assert what_stays(sockets) == NOTHING
    assert [consumer() for consumer in consumers] == [None] * TIMES
    assert await presences() == 0
    assert [record.getMessage() for record in caplog.records] == []
    # A user who was cut off so often can still connect.
    socket = Line(table, ann)
    assert (await socket.open())["you"]["seat"] == 1
    await socket.close()


async def test_d7_sockets_that_are_all_there_at_once_and_end_together_are_counted_out(
    settings: Any,
) -> None:
    settings.SOCKETS_PER_ADDRESS = settings.SOCKETS_PER_USER = 100
    ann, table = await database_sync_to_async(ann_and_table)()
    sockets = sockets_here()
    ways = itertools.cycle(WAYS)
    await asyncio.gather(
        *(one_that_ends(table, ann, how, at) for how, at in zip(ways, range(1, 40), strict=False))
    )
    await all_done(sockets)
    assert what_stays(sockets) == NOTHING
    assert await presences() == 0


async def test_d7_many_handshakes_at_once_get_no_more_sockets_than_one_after_the_other(
    settings: Any,
) -> None:
    settings.SOCKETS_PER_USER = 2
    ann, table = await database_sync_to_async(ann_and_table)()
    opened = [Line(table, ann) for _ in range(8)]
    await asyncio.gather(*(socket.socket.connect(timeout=5) for socket in opened))
    for socket in opened:
        await socket.send({"t": "hello", "seen": 0, "hash": ""})
    firsts = [(await socket.until("view", "bye"))["t"] for socket in opened]
    assert sorted(firsts) == ["bye"] * 6 + ["view"] * 2
    for socket in opened:
        await socket.close()
    await all_done(sockets_here())
    assert what_stays(sockets_here()) == NOTHING


async def test_d7_an_exception_in_the_consumer_counts_its_socket_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ann, table = await database_sync_to_async(ann_and_table)()

    async def broken(*_: Any, **__: Any) -> None:
        raise RuntimeError("QS")

    socket = Line(table, ann)
    await socket.open()
    monkeypatch.setattr(TableConsumer, "receive", broken)
    await socket.send({"t": "ping"})
    with pytest.raises(RuntimeError):
        await socket.socket.wait(timeout=5)
    await all_done(sockets_here())
    assert what_stays(sockets_here()) == NOTHING
    assert await presences() == 0


async def test_d7_a_peer_that_hung_up_keeps_nobody_else_from_being_signed_out(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    ann, table = await database_sync_to_async(ann_and_table)()
    gone, there = peer(), Line(table, ann)
    await there.open()
    sockets = sockets_here()
    _consumer, work = consumer_at(table, ann, gone)
    task = asyncio.create_task(work)
    while len(sockets.all) < 2:
        await asyncio.sleep(0)
    for socket in sockets.all:
        socket.said_hello = True
    gone.cut = True
    monkeypatch.setattr(requests, "recheck", lambda *_: (set(), {}))
    with caplog.at_level(logging.INFO, "spades.live"):
        await sockets.check_all()
    assert (await there.until("bye"))["code"] == "signed_out"
    await asyncio.wait([task])
    await there.close()
    await all_done(sockets)
    assert caplog.records == []
    assert what_stays(sockets) == NOTHING
