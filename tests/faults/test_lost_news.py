"""D2 for the sockets: while the channel layer loses everything, moves commit and everybody catches up."""

from typing import Any

import pytest
from channels.db import database_sync_to_async
from channels.layers import get_channel_layer
from django.contrib.auth import get_user_model
from django.db import OperationalError

from games import engine
from games.live import requests, sockets
from games.tables import services
from games.tables.models import Table
from tests.live.line import Line

pytestmark = pytest.mark.django_db(transaction=True)


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
    await sockets.sockets_here().go_round()
    monkeypatch.setattr(sockets.LiveSockets, "go_round", away)
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

    look = requests.look_round
    monkeypatch.setattr(requests, "look_round", broken)
    line = Line(table, ann)
    await line.open()
    await database_sync_to_async(get_user_model().objects.filter(pk=ann.pk).update)(is_active=False)
    assert (await line.until("bye"))["code"] == "signed_out"
    assert len(failures) >= 3
    assert "QS" not in caplog.text
