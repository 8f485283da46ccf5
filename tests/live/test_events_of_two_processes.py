"""A person's events where two web processes share Postgres and Redis: what happens at one is told at the other."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from games.live import base
from tests import program, services
from tests.program import PYTHON

pytestmark = pytest.mark.long
ROBOT = """
from django.contrib.auth import get_user_model
from spades_site.accounts.tokens.services import create_token
robot = get_user_model().objects.create_user("robot")
print(create_token(user_id=robot.pk, name="Robot", scopes=["events"])[1])
"""
INVITED = """
from django.contrib.auth import get_user_model
from games.engine import preset
from games.tables import services
ann = get_user_model().objects.create_user("ann")
terms = services.TableTerms(rules=preset("cardgames_io"))
table = services.open_table(terms, created_by=ann)
services.take_seat(table_id=table.pk, user=ann)
services.invite(table_id=table.pk, by=ann, name="robot")
print(table.public_id)
"""
REVOKED = """
from spades_site.accounts.models import PersonalToken
from spades_site.accounts.tokens.services import revoke_token
token = PersonalToken.objects.get()
revoke_token(user_id=token.user_id, token_id=token.pk)
"""


@pytest.fixture
def site() -> Iterator[tuple[program.Platform, int]]:
    """Two web processes, without worker or beat, and the port of the second."""
    another = services.free_port()

    def commands(port: int, folder: Path) -> list[list[str]]:
        serve = [PYTHON, "-m", "spades_site.serve", "--port"]
        return [[*serve, str(each)] for each in (port, another)]

    with (
        services.postgres() as server,
        program.database(server) as url,
        services.redis() as redis_url,
        program.running(database_url=url, redis_url=redis_url, commands=commands) as platform,
    ):
        services.wait_for_port(another, platform.processes[1])
        yield platform, another


async def frame(stream: ClientConnection, kind: str) -> dict[str, Any]:
    """Return the next frame of a kind."""
    async for text in stream:
        if (found := json.loads(text))["t"] == kind:
            return dict(found)
    raise AssertionError("the stream ended")


async def test_an_account_has_one_stream_which_hears_of_all_processes_until_its_token_is_revoked(
    site: tuple[program.Platform, int],
) -> None:
    platform, another = site

    async def run(code: str) -> str:
        said = await asyncio.to_thread(platform.manage, "shell", "--verbosity=0", stdin=code)
        return said.split()[-1] if said.split() else ""

    token = {"Authorization": f"Bearer {await run(ROBOT)}"}
    first, second = (
        connect(f"ws://localhost:{port}/ws/events/", additional_headers=token)
        for port in (platform.port, another)
    )
    async with first as here:
        assert (await frame(here, "present"))["invitations"] == []
        async with second as there:
            # No heartbeat tells this: it comes through Redis alone.
            assert (await frame(here, "bye"))["code"] == "replaced"
            invited = await run(INVITED)
            while not (said := (await frame(there, "present"))["invitations"]):
                pass
            assert [one["table"] for one in said] == [invited]
            await run(REVOKED)
            assert (await frame(there, "bye"))["code"] == "signed_out"
            with pytest.raises(ConnectionClosed):
                await there.recv()
            assert (here.close_code, there.close_code) == (base.REPLACED, base.SIGNED_OUT)
