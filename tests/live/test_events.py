"""A person's stream of events: complete at every change and after every reconnect, one an account, nobody else's."""

import asyncio
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from channels.db import database_sync_to_async
from channels.testing import WebsocketCommunicator
from django.contrib.auth import get_user_model

from games.engine import preset
from games.live import base, events
from games.tables import services
from games.tables.models import Table
from spades_site import asgi
from spades_site.accounts.tokens.services import create_token
from tests import program
from tests.live.line import Line
from tests.support.client import Player, Visitor, table_id

ROOT = Path(__file__).resolve().parents[2]


class Stream(Line):
    """A program's stream of events, through all that guards the site's sockets."""

    def __init__(self, token: str) -> None:
        headers = [(b"authorization", f"Bearer {token}".encode())]
        self.socket = WebsocketCommunicator(asgi.application, "/ws/events/", headers=headers)
        self.texts = []

    async def begin(self) -> dict[str, Any]:
        """Connect; returns the first frame."""
        connected, _ = await self.socket.connect()
        assert connected
        return await self.until("present", "bye")

    async def until_it_says(self, wanted: Any) -> None:
        """Wait for a frame with these invitations and tables; in between older ones may come again."""
        async with asyncio.timeout(5):
            while said(await self.until("present")) != wanted:
                pass


def said(frame: dict[str, Any]) -> tuple[list[str], list[tuple[str, str]]]:
    return (
        [one["table"] for one in frame["invitations"]],
        [(one["table"], one["status"]) for one in frame["tables"]],
    )


def person(name: str, scope: str = "events") -> tuple[Any, str]:
    user = get_user_model().objects.create_user(username=name)
    return user, create_token(user_id=user.pk, name="Robot", scopes=[scope])[1]


def table_of(owner: Any) -> Table:
    terms = services.TableTerms(rules=preset("cardgames_io", max_hands=1))
    table = services.open_table(terms, created_by=owner)
    return services.take_seat(table_id=table.pk, user=owner, salt_hash="")


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
async def test_it_says_whole_what_waits_and_where_one_plays(monkeypatch: Any) -> None:
    sync = database_sync_to_async
    (ann, _anns), (bob, bobs), (_cy, cys) = [
        await sync(person)(name) for name in ("ann", "bob", "cy")
    ]
    table = await sync(table_of)(ann)
    stream, other = Stream(bobs), Stream(cys)
    assert said(await stream.begin()) == said(await other.begin()) == ([], [])
    await sync(services.invite)(table_id=table.pk, by=ann, name="bob")
    await stream.until_it_says(([table.public_id], []))
    await stream.close()
    # What happens while nobody listens is in the next first frame.
    second = await sync(table_of)(ann)
    await sync(services.invite)(table_id=second.pk, by=ann, name="bob")
    stream = Stream(bobs)
    first = await stream.begin()
    assert said(first) == ([second.public_id, table.public_id], [])
    assert (first["you"], first["invitations"][0]["by"]) == ("bob", "ann")
    await sync(services.decline_invitation)(table_id=second.pk, user=bob)
    await stream.until_it_says(([table.public_id], []))
    await sync(services.accept_invitation)(table_id=table.pk, user=bob)
    await stream.until_it_says(([], [(table.public_id, "open")]))
    await sync(services.fill_with_bots)(table_id=table.pk, by=ann)
    for user in (ann, bob):
        await sync(services.arrive)(table_id=table.pk, user=user, salt_hash="")
    await stream.until_it_says(([], [(table.public_id, "playing")]))
    for user in (ann, bob):
        await sync(services.vote_to_end)(table_id=table.pk, user=user, yes=True)
    await stream.until_it_says(([], [(table.public_id, "abandoned")]))
    # The channel layer may lose a message; the heartbeat has it all the same.
    monkeypatch.setattr(events, "HEARTBEAT_SECONDS", 0.1)
    monkeypatch.setattr("games.tables.pictures.broadcast.publish_events", lambda _keys: None)
    monkeypatch.setattr("games.tables.seats.invitations.publish_events", lambda _keys: None)
    newer = Stream(bobs)
    await newer.begin()
    assert (await stream.until("bye"))["code"] == "replaced"
    assert await stream.closed() == base.REPLACED
    third = await sync(table_of)(ann)
    await sync(services.invite)(table_id=third.pk, by=ann, name="bob")
    await newer.until_it_says(([third.public_id], [(table.public_id, "abandoned")]))
    await newer.send({"t": "act", "id": "x", "v": 1, "a": "bid 3"})
    assert (await newer.until("error"))["code"] == "unknown_frame"
    await newer.close()
    assert {text for text in other.texts if table.public_id in text} == set()
    await other.close()
    cards = re.compile(r'"(hand|legal|state|deal)"')
    assert not [text for one in (stream, newer) for text in one.texts if cards.search(text)]


@pytest.mark.django_db(transaction=True)
async def test_it_needs_its_scope() -> None:
    _ann, plays = await database_sync_to_async(person)("ann", "play")
    stream = Stream(plays)
    assert (await stream.begin())["code"] == "missing_scope"
    assert await stream.closed() == base.MISSING_SCOPE


# ----------------------------------------------------------------------------------- the program of docs/bots.md
ROBOT = """
from django.contrib.auth import get_user_model
from spades_site.accounts.bots import become_bot
from spades_site.accounts.tokens.services import create_token
robot = become_bot(user_id=get_user_model().objects.create_user("robot").pk)
print(create_token(user_id=robot.pk, name="Robot", scopes=["play", "events"])[1])
"""
REVOKED = """
from spades_site.accounts.models import PersonalToken
from spades_site.accounts.tokens.services import revoke_token
token = PersonalToken.objects.get()
revoke_token(user_id=token.user_id, token_id=token.pk)
"""
CARDS = """
from games.tables.models import Action
played = Action.objects.filter(text__startswith="play ", seat=1)
print(sorted({(one.by, one.user and one.user.username) for one in played}), played.count())
"""


@pytest.fixture(scope="module")
def site() -> Iterator[program.Platform]:
    """The running program."""
    with program.of_this_run(BOT_SECONDS="0", HAND_PAUSE_SECONDS="0.1") as platform:
        yield platform


@pytest.mark.slow
async def test_the_program_in_the_document_plays_a_whole_game_through_a_restart_until_its_token_ends(
    site: program.Platform, tmp_path: Path
) -> None:
    (source,) = re.findall(r"```python\n(.*?)```", (ROOT / "docs/bots.md").read_text(), re.S)
    assert len(source.splitlines()) <= 50
    (tmp_path / "robot.py").write_text(source)
    made = await asyncio.to_thread(site.manage, "shell", "--verbosity=0", stdin=ROBOT)
    token = made.split()[-1]
    robot = subprocess.Popen(
        [sys.executable, tmp_path / "robot.py"],
        env={**os.environ, "SPADES_SITE": site.url, "SPADES_TOKEN": token},
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        ann = Visitor(site.url)
        await asyncio.to_thread(ann.become_guest)
        form = {
            "preset": "cardgames_io",
            "max_hands": "1",
            "turn_seconds": "600",
            "visibility": "link",
        }
        table = table_id(await asyncio.to_thread(ann.post, "/play/open/", form))
        player = await Player(site.url, table, ann.headers()).open()
        await player.ask("invite", name="robot")
        await player.until(lambda view: view["table"]["seats"][1]["name"] == "robot")
        assert player.view["table"]["seats"][1]["program"]
        await player.close()
        await asyncio.to_thread(site.stop)
        await asyncio.to_thread(site.start)
        player = await Player(site.url, table, ann.headers()).open()
        await player.ask("fill")
        await player.play_on()
        assert player.view["table"]["status"] == "finished"
        await player.close()
        assert robot.poll() is None
        await asyncio.to_thread(site.manage, "shell", "--verbosity=0", stdin=REVOKED)
        _out, said = await asyncio.to_thread(robot.communicate, timeout=60)
        assert said.endswith(f"The server ended it: {base.UNKNOWN_TOKEN}\n")
    finally:
        robot.kill()
        robot.wait()
    told = await asyncio.to_thread(site.manage, "shell", "--verbosity=0", stdin=CARDS)
    assert told.splitlines()[-1] == "[('player', 'robot')] 13"
    assert token not in site.log
