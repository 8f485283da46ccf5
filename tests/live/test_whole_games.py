"""The protocol is enough to play: clients that know nothing else play a whole game of every preset over real
sockets.
"""

import asyncio
import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from games.engine import PRESETS
from games.engine.record import verify_record
from games.fairness.verify import verify_game
from tests import program
from tests.support import protocol
from tests.support.client import Player, Visitor, table_id

HANDS = {"cardgames_io": 2, "rubl_two_player": 2}
"""Of the games; the others have one."""


@pytest.fixture(scope="module")
def site() -> Iterator[program.Platform]:
    """The running program."""
    with program.of_this_run(BOT_SECONDS="0", HAND_PAUSE_SECONDS="0.1") as platform:
        yield platform


@pytest.mark.sweep(1)
@pytest.mark.parametrize("preset", PRESETS)
async def test_clients_of_the_protocol_play_a_whole_game(
    site: program.Platform, preset: str
) -> None:
    dice = random.Random(f"whole game {preset}")
    seats = PRESETS[preset].players
    visitors = [Visitor(site.url) for _ in range(seats)]
    for visitor in visitors:
        await asyncio.to_thread(visitor.become_guest)
    hands = HANDS.get(preset, 1)
    form = {"preset": preset, "max_hands": str(hands), "turn_seconds": "600", "visibility": "link"}
    address = await asyncio.to_thread(visitors[0].post, "/play/open/", form)
    table = table_id(address)
    players = [
        Player(
            site.url,
            table,
            visitor.headers(),
            choose=lambda view: dice.choice(view["legal"]),
            # Every part of a picture goes to the first player or to the watcher.
            check=protocol.faults if visitor is visitors[0] else None,
            keep_frames=True,
        )
        for visitor in visitors
    ]
    watcher = Player(site.url, table, {}, check=protocol.faults, keep_frames=True)
    for player in (*players, watcher):
        await player.open()
    for seat, player in enumerate(players):
        if player.view["you"]["seat"] is None:
            assert "sit" in player.view["you"]["can"]
            await player.ask("sit", seat=seat, hash=player.hash)
    for player in (*players, watcher):
        await player.until(lambda view: view["table"]["status"] == "playing")
    await asyncio.gather(*(player.play_on() for player in players))
    for player in (*players, watcher):
        await player.until(lambda view: view["table"]["status"] == "finished")
        await player.close()

    everybody = [*players, watcher]
    assert [player.faults for player in everybody] == [[]] * len(everybody)
    assert [player.errors for player in everybody] == [[]] * len(everybody)
    assert [player.connections for player in everybody] == [1] * len(everybody)
    for player in everybody:
        versions = [json.loads(text)["v"] for text in player.received if '"t":"view"' in text]
        assert versions == sorted(versions)
    ends = [shared(player.view) for player in everybody]
    assert ends == [ends[-1]] * len(ends)
    check_record(
        json.loads(await asyncio.to_thread(visitors[0].get, f"/play/t/{table}/record/")), ends[-1]
    )


@pytest.mark.slow
@pytest.mark.parametrize("text", [b"x" * 16_385, b'{"t":"\xff"}'])
async def test_what_is_too_long_or_no_text_cuts_the_connection_and_no_other(
    site: program.Platform, text: bytes
) -> None:
    visitor = Visitor(site.url)
    await asyncio.to_thread(visitor.become_guest)
    form = {"preset": "bicycle_2", "turn_seconds": "600", "visibility": "link"}
    table = table_id(await asyncio.to_thread(visitor.post, "/play/open/", form))
    other = await Player(site.url, table, visitor.headers()).open()
    address = f"{site.socket_url}/ws/t/{table}/"
    async with connect(address, origin=Origin(site.url)) as socket:
        await socket.send(text, text=True)
        with pytest.raises(ConnectionClosed) as cut:
            await socket.recv()
    assert (cut.value.rcvd, cut.value.sent) == (None, None)
    version = other.view["v"]
    await other.ask("leave")
    await other.until(lambda view: view["v"] > version)
    await other.close()


def shared(view: dict[str, Any]) -> dict[str, Any]:
    """Return the part of a picture that is the same for everybody at the end."""
    own = ("seat", "hand", "own_discards", "passed", "legal", "blind_offer", "drawn_card")
    game = {name: value for name, value in view["game"].items() if name not in own}
    return {"game": game, "result": view["table"]["result"]}


def check_record(record: dict[str, Any], end: dict[str, Any]) -> None:
    """Fail unless the record replays by the rules to the end that was shown, with deals as committed."""
    result = verify_record(record)
    assert (result["winners"], result["totals"]) == (
        end["game"]["result"]["winners"],
        end["game"]["totals"],
    )
    findings = verify_game(record)
    assert findings
    assert [finding for finding in findings if not finding.ok] == []
