"""D1: if every process is killed, acknowledged actions aren't lost and nothing is duplicated."""

import asyncio
import json
import os
import random
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.engine.record import verify_record
from games.fairness.verify import verify_game
from tests import program
from tests.support import protocol
from tests.support.client import PATIENCE, Player, Visitor, table_id

pytestmark = pytest.mark.postgres

TABLES = 2
DEATHS = 3
LONG_DEATHS = 25


@pytest.fixture
def site() -> Iterator[program.Platform]:
    """A running program of its own."""
    with program.of_this_run(BOT_SECONDS="0", HAND_PAUSE_SECONDS="0.1") as platform:
        yield platform


async def seat_four(site: program.Platform, hands: int, dice: random.Random) -> list[Player]:
    """Return four guests at one table."""
    visitors = [Visitor(site.url) for _ in range(4)]
    for visitor in visitors:
        await asyncio.to_thread(visitor.become_guest)
    form = {
        "preset": "cardgames_io", "max_hands": str(hands), "target": "2000", "pace": "own",
        "turn_seconds": "600", "visibility": "link",
    }  # fmt: skip
    address = await asyncio.to_thread(visitors[0].post, "/play/open/", form)
    players = [
        await Player(
            site.url, table_id(address), visitor.headers(), stay=True,
            check=protocol.faults, choose=lambda view: dice.choice(view["legal"]),
        ).open()
        for visitor in visitors
    ]  # fmt: skip
    for seat, player in enumerate(players):
        if player.view["you"]["seat"] is None:
            await player.ask("sit", seat=seat, hash=player.hash)
    return players


async def survive(site: program.Platform, *, hands: int, deaths: int) -> None:
    """Play while everything is killed again and again; then hold the records against what was acknowledged."""
    dice = random.Random(f"deaths {deaths}")
    tables = [await seat_four(site, hands, dice) for _ in range(TABLES)]
    everybody = [player for players in tables for player in players]

    async def think() -> None:
        await asyncio.sleep(dice.uniform(0.05, 0.25))

    async def kill() -> None:
        for number in range(deaths):
            if number % 2:
                # A slow machine starts for longer than it is up: else somebody might never get through.
                await asyncio.gather(*(player.back(PATIENCE) for player in everybody))
            await asyncio.sleep(dice.uniform(0.5, 3))
            await asyncio.to_thread(site.stop, signal.SIGKILL)
            await asyncio.to_thread(site.start)

    killing = asyncio.create_task(kill())
    await asyncio.gather(*(player.play_on(think) for player in everybody))
    await killing
    assert min(player.connections for player in everybody) > 1
    for players in tables:
        for player in players:
            await player.until(lambda view: view["table"]["status"] == "finished")
        address = f"/play/t/{players[0].table}/record/"
        record = json.loads(await asyncio.to_thread(Visitor(site.url).get, address))
        assert verify_record(record) == players[0].view["game"]["result"]
        assert [finding for finding in verify_game(record) if not finding.ok] == []
        for seat, player in enumerate(players):
            assert (player.faults, player.errors) == ([], [])
            told = sorted((player.accepted[request], text) for request, text in player.acts.items())
            assert [text for _, text in told] == [
                text
                for hand in record["hands"]
                for actor, _, text in (action.partition(" ") for action in hand["actions"])
                if actor == str(seat)
            ]
            await player.close()


async def test_d1_every_acknowledged_action_is_there_once(site: program.Platform) -> None:
    await survive(site, hands=1, deaths=DEATHS)


@pytest.mark.long
async def test_d1_many_deaths(site: program.Platform) -> None:
    await survive(site, hands=12, deaths=LONG_DEATHS)


async def play_with_bots(site: program.Platform) -> tuple[Player, set[int]]:
    """Play a hand with bots that search, and kill the process that searches twice; returns the ids that it had."""
    visitor = Visitor(site.url)
    await asyncio.to_thread(visitor.become_guest)
    form = {
        "preset": "cardgames_io", "max_hands": "1", "target": "", "pace": "own", "turn_seconds": "600",
        "visibility": "link", "bots_level": "2",
    }  # fmt: skip
    address = await asyncio.to_thread(visitor.post, "/play/open/", form)
    player = await Player(site.url, table_id(address), visitor.headers()).open()
    await player.ask("fill")
    playing = asyncio.create_task(player.play_on())
    killed: set[int] = set()
    while not playing.done() and len(killed) < 2:
        await asyncio.sleep(2)
        for child in program.children_of(site.processes[0].pid):
            killed.add(child)
            os.kill(child, signal.SIGKILL)
    await playing
    return player, killed


@pytest.mark.long
def test_a_game_goes_on_without_the_process_that_searches_and_that_ends_with_the_server() -> None:
    with program.running(BOT_SECONDS="0.2", HAND_PAUSE_SECONDS="0.1") as site:
        player, killed = asyncio.run(play_with_bots(site))
        assert player.view["table"]["status"] == "finished"
        assert [seat["level"] for seat in player.view["table"]["seats"]] == [None, 2, 2, 2]
        left = program.children_of(site.processes[0].pid)
        assert (len(killed), len(left), killed & left) == (2, 1, set())
    assert not Path(f"/proc/{left.pop()}").exists()
