"""B1: what visitors' sockets ask for disturbs no player: moves go first, spectators get what is there, visitors share a limit."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

import pytest
from channels.db import database_sync_to_async

from games.engine import preset
from games.live import requests
from games.live.pace import VISITORS_BURST
from games.live.sockets import LiveSockets
from games.live.threads import _Lane
from games.tables import services
from games.tables.models import Table
from spades_site.accounts.guests import create_guest
from spades_site.common.server import visitors
from tests.live.line import Line

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
async def guest_and_table() -> tuple[Any, Table]:
    """A guest at a table that others may watch."""

    def make() -> tuple[Any, Table]:
        guest = create_guest()
        table = services.open_table(
            services.TableTerms(rules=preset("cardgames_io")), created_by=guest
        )
        return guest, services.take_seat(table_id=table.pk, user=guest, seat=0, salt_hash="")

    return await database_sync_to_async(make)()


def test_b1_what_players_do_goes_before_everything_that_waits() -> None:
    done: list[str] = []
    with ThreadPoolExecutor(1) as thread:
        lane, free = _Lane(thread), threading.Event()
        lane.submit(free.wait, behind=True)  # type: ignore[arg-type]
        for name in ("watch 1", "watch 2"):
            lane.submit(lambda name=name: done.append(name), behind=True)  # type: ignore[misc]
        for name in ("move 1", "move 2"):
            lane.submit(lambda name=name: done.append(name), behind=False)  # type: ignore[misc]
        free.set()
    assert done == ["move 1", "move 2", "watch 1", "watch 2"]


async def test_b1_spectators_get_the_picture_that_is_there_and_players_the_stored_one(
    guest_and_table: tuple[Any, Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    guest, table = guest_and_table
    loads: list[int] = []
    load = requests.load_picture

    def counted(table_id: int) -> Any:
        loads.append(table_id)
        return load(table_id)

    monkeypatch.setattr(requests, "load_picture", counted)
    player, spectator = Line(table, guest), Line(table, None)
    await player.open()
    seen = await spectator.open()
    first = len(loads)
    for _ in range(5):
        await spectator.send({"t": "sync"})
        assert (await spectator.until("view"))["v"] == seen["v"]
    assert len(loads) == first
    await player.send({"t": "sync"})
    await player.until("view")
    assert len(loads) == first + 1
    # News replace what is kept.
    await player.ask({"t": "add_bot", "id": "a", "seat": 1})
    while (view := await spectator.until("view"))["v"] == seen["v"]:
        pass
    await spectator.send({"t": "sync"})
    assert (await spectator.until("view"))["v"] == view["v"]
    assert view["table"]["seats"][1]["bot"] is True
    assert view["you"]["seat"] is None
    await player.close()
    await spectator.close()


async def test_b1_a_guest_with_a_seat_counts_for_themselves(
    guest_and_table: tuple[Any, Table],
) -> None:
    guest, table = guest_and_table
    line = Line(table, guest, session=SimpleNamespace(session_key="a-guests-session"))
    scope = {
        "headers": [(b"cookie", b"sessionid=a-guests-session")],
        "client": ("192.0.2.9", 1),
    }
    assert visitors.of_scope(scope) == "192.0.2.9"
    await line.open()
    assert visitors.of_scope(scope) == f"user {guest.pk}"
    await line.close()


async def test_b1_visitors_of_an_address_share_a_limit_of_frames(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(time, "monotonic", lambda: 1000.0)
    sockets = LiveSockets()
    crowd = [SimpleNamespace(user=None, address="192.0.2.1", counts_alone=False) for _ in range(40)]
    sent = [sockets.may_send(one) for _ in range(20) for one in crowd]  # type: ignore[arg-type]
    assert sent == [True] * VISITORS_BURST + [False] * (800 - VISITORS_BURST)
    player = SimpleNamespace(user=SimpleNamespace(pk=1), address="192.0.2.1", counts_alone=True)
    other = SimpleNamespace(user=None, address="192.0.2.2", counts_alone=False)
    assert [sockets.may_send(one) for one in (player, other)] == [True, True]  # type: ignore[arg-type]
