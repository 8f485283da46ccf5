"""H1, H4: what sockets bring of an own-time table: to its players their own cards, to everybody else nothing."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.contrib.auth import get_user_model

from games import engine
from games.tables.models import Table
from games.tables.services import arrive
from tests.live.line import Line
from tests.own_time.conftest import OwnTimeClub, last

pytestmark = pytest.mark.django_db(transaction=True)


async def test_h1_h4_a_socket_at_a_pairs_table_shows_its_own_hand_and_nothing_of_others(
    member: Callable[..., Any], hands: Any
) -> None:
    def begun() -> tuple[OwnTimeClub, Any, Table, list[set[str]]]:
        club = OwnTimeClub(member, hands)
        event = club.opened(entrants="pair")
        club.pair(event, "p1", "q1")
        club.pair(event, "p2", "q2")
        table = club.begin(event, "p1")
        arrive(table_id=table.pk, user=club.people["q1"])
        table.refresh_from_db()
        state = engine.restore({**table.state, "rules": table.rules})
        held = [set(engine.view_for(state, seat)["hand"]) for seat in range(4)]
        get_user_model().objects.create_superuser("staff", "staff@example.org")
        return club, event, table, held

    in_database = database_sync_to_async
    club, event, table, held = await in_database(begun)()
    staff = await in_database(get_user_model().objects.get)(username="staff")
    for viewer in (club.people["p2"], club.organizer, staff, None):
        watcher = Line(table, viewer)
        await watcher.socket.connect()
        await watcher.send({"t": "hello", "seen": 0, "hash": ""})
        goodbye = await watcher.receive()
        assert (goodbye["t"], goodbye["code"]) == ("bye", "unknown_table")
    lines = {0: Line(table, club.people["p1"]), 2: Line(table, club.people["q1"])}
    for seat, line in lines.items():
        view = await line.open()
        assert set(view["game"]["hand"]) == held[seat]
        assert (view["table"]["no_clock"], view["table"]["closed"]) == (True, True)
    for line in lines.values():
        await _drain(line)
    before = [_shown(line) for line in lines.values()]
    # Another pair plays the same deal to its end.
    await in_database(club.play)(event, "p2", last)
    for (seat, line), then in zip(lines.items(), before, strict=True):
        await _drain(line)
        assert _shown(line) == then
        foreign = set.union(*(held[other] for other in range(4) if other != seat))
        assert [name for name in foreign if any(f'"{name}"' in text for text in line.texts)] == []
        await line.close()


async def _drain(line: Line) -> None:
    """Take everything that arrives, at the end the table's present picture."""
    await line.send({"t": "sync"})
    await line.until("view")
    while not await line.socket.receive_nothing():
        line.texts.append(await line.socket.receive_from())


def _shown(line: Line) -> set[str]:
    """Return what the socket has brought of the game so far, without who is there and when."""
    frames = [json.loads(text) for text in line.texts]
    games = [
        (frame.get("game"), *(frame.get("table", {}).get(key) for key in ("status", "result")))
        for frame in frames
    ]
    return {json.dumps([frame["t"], *game]) for frame, game in zip(frames, games, strict=True)}
