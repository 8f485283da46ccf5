"""Who is shown as here and as away, where several web processes hold sockets of the same person."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.tables import services
from games.tables.models import PresenceLease, Table
from games.tables.server import presence
from games.tables.server.presence import gone, still_here, sweep_silent
from spades_site.common.clock import now
from tests.live import line
from tests.tables.playing import seat, seated, state_of, wake

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann(member: Any) -> Any:
    """Somebody who plays."""
    return member("ann")


@pytest.fixture
def table(ann: Any) -> Table:
    """Her table, in play."""
    return wake(seated([ann]))


def servers(table: Table) -> list[str]:
    """Return the web processes with a presence lease for a person at the table."""
    return sorted(table.presence_leases.values_list("server", flat=True))


def test_one_server_that_loses_somebody_leaves_them_to_another(table: Table, ann: Any) -> None:
    for server in ("one", "two", "one"):
        still_here(table.pk, ann, server)
    assert servers(table) == ["one", "two"]
    version = Table.objects.get(pk=table.pk).version
    gone(table.pk, ann, "one")
    assert (seat(table, 0).online, servers(table)) == (True, ["two"])
    # Nothing has changed that anybody sees.
    assert Table.objects.get(pk=table.pk).version == version
    gone(table.pk, ann, "two")
    assert (seat(table, 0).online, servers(table)) == (False, [])
    still_here(table.pk, ann, "one")
    assert (seat(table, 0).online, servers(table)) == (True, ["one"])


def test_a_server_that_died_holds_nobody_for_longer_than_silence_would(
    table: Table, ann: Any, hands: Any
) -> None:
    still_here(table.pk, ann, "dead")
    hands.forward(40)
    still_here(table.pk, ann, "two")
    hands.forward(21)
    gone(table.pk, ann, "two")
    assert seat(table, 0).online is False


def test_the_sweep_finds_players_of_a_dead_server(table: Table, ann: Any, hands: Any) -> None:
    for server in ("dead", "two"):
        still_here(table.pk, ann, server)
    gone(table.pk, ann, "two")
    assert sweep_silent(now() + timedelta(seconds=59)) == 0
    assert (seat(table, 0).online, servers(table)) == (True, ["dead"])
    hands.forward(61)
    assert sweep_silent() == 1
    assert (seat(table, 0).online, servers(table)) == (False, [])


def test_spectators_are_counted_and_forgotten_like_players(table: Table, member: Any) -> None:
    bob = member("bob")
    still_here(table.pk, bob, "one")
    assert list(PresenceLease.objects.values_list("user__username", "server")) == [("bob", "one")]
    gone(table.pk, bob, "one")
    assert servers(table) == []


def test_a_move_asks_for_no_line(table: Table, ann: Any) -> None:
    still_here(table.pk, ann)
    (turn, *_rest) = state_of(table).to_act
    assert turn == 0
    with CaptureQueriesContext(connection) as asked:
        services.submit_action(
            table_id=table.pk, user=ann, action="bid 3", action_id="a",
            expected_version=table.version,
        )  # fmt: skip
    assert asked
    assert not [query for query in asked if PresenceLease._meta.db_table in query["sql"]]


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.asyncio
async def test_a_socket_that_closes_leaves_its_player_to_another_server(member: Any) -> None:
    from channels.db import database_sync_to_async as in_database

    ann = await in_database(member)("ann")
    table = await in_database(lambda: wake(seated([ann])))()
    socket = line.Line(table, ann)
    await socket.open()
    await socket.ask({"t": "act", "id": "1", "v": 0, "a": "bid 99"})
    assert await in_database(servers)(table) == [presence.THIS_SERVER]
    await in_database(still_here)(table.pk, ann, "two")
    await socket.close()
    assert (await in_database(seat)(table, 0)).online is True
    assert await in_database(servers)(table) == ["two"]
