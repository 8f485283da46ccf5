"""Several Redis servers carry the tables' news (`REDIS_SHARDS`): each table's go through one of them."""

from contextlib import ExitStack
from typing import Any

import pytest
import redis
from channels.db import database_sync_to_async

from games.engine import preset
from games.live import sockets
from games.tables import services as tables
from games.tables.models import Table
from games.tables.pictures import broadcast
from spades_site.staff import doctor, probes
from tests import services
from tests.live.line import Line

pytestmark = pytest.mark.django_db(transaction=True)
TABLES = 8


def _tables(member: Any) -> list[tuple[Any, Table]]:
    """Make tables, each opened by somebody else."""
    terms = tables.TableTerms(rules=preset("cardgames_io"))
    people = [member(f"p{number}") for number in range(TABLES)]
    return [(person, tables.open_table(terms, created_by=person)) for person in people]


def _followed(address: str) -> set[str]:
    """Return the public ids of the tables whose news a server carries."""
    with redis.Redis.from_url(address) as link:
        names = [name.decode() for name in link.pubsub_channels()]
    prefix = f"asgi__group__{broadcast.group_of('')}"
    return {name.removeprefix(prefix) for name in names if name.startswith(prefix)}


async def test_each_tables_news_take_one_server_and_games_go_on_without_it(
    member: Any, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets, "ROUND_SECONDS", 3600)
    made = await database_sync_to_async(_tables)(member)
    ids = {table.public_id for _person, table in made}
    with ExitStack() as stack:
        first = stack.enter_context(services.redis())
        second_stack = stack.enter_context(ExitStack())
        second = second_stack.enter_context(services.redis())
        settings.REDIS_URL, settings.REDIS_SHARDS = first, [first, second]
        settings.CHANNEL_LAYERS = {
            "default": {
                "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
                "CONFIG": {"hosts": [first, second]},
            }
        }
        lines = {
            table.public_id: (Line(table, person), Line(table, None)) for person, table in made
        }
        for pair in lines.values():
            for line in pair:
                await line.open()
        here, there = _followed(first) & ids, _followed(second) & ids
        assert here
        assert there
        assert (here | there, here & there) == (ids, set())

        for person, spectator in lines.values():
            assert (await person.ask({"t": "sit", "id": "a", "seat": 0, "hash": ""}))["t"] == "ack"
            assert (await spectator.until("view"))["table"]["seats"][0]["name"] is not None
        assert {one.title for one in doctor._redis()} == {"Redis", f"Redis {second[8:-2]}"}

        second_stack.close()
        (bad,) = (one for one in doctor._redis() if one.state == doctor.BAD)
        assert (bad.title, "REDIS_SHARDS" in bad.remedy) == (f"Redis {second[8:-2]}", True)
        with pytest.raises(redis.ConnectionError):
            probes._redis()
        lost = lines[min(there)]
        assert (await lost[0].ask({"t": "leave", "id": "b"}))["t"] == "ack"
        for _round in range(2):
            await sockets.sockets_here().check_all()
        view = await lost[1].until("view")
        assert view["table"]["seats"][0]["name"] is None
        for pair in lines.values():
            for line in pair:
                await line.close()
