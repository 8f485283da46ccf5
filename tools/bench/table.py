"""What a move costs the server, beside a bare group broadcast to as many sockets in the same run; and what a player
costs who sits at a table and does nothing.

Both servers run under daphne with the same channel layer, in turns, driven by the same client; the least of some rounds
counts. The figure that matters is the ratio of the server's processor time: wall time depends on what else the machine
does. Memory is what the web process grows by while players become guests, come to tables and sit there, a socket each.
"""

import asyncio
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from websockets.asyncio.client import connect

from tests import program, services
from tests.support.client import Player, Visitor, table_id

TABLES = 8
SEATS = 4
ROUNDS = 40
HANDS = 4
TIMES = 2
WARM_TABLES, IDLE_TABLES = 12, 30
SETTLE_SECONDS, IDLE_SECONDS = 15, 6
MOST_RATIO, MOST_KB = 3.0, 150


def main() -> None:
    """Print the table's figures, on embedded defaults and on Postgres + Redis."""
    print("table: server CPU a move against a bare group broadcast to the same number of sockets")
    with ExitStack() as stack:
        server = stack.enter_context(services.postgres())
        redis_url = stack.enter_context(services.redis())
        for name, database_url, redis in (
            ("embedded", "", ""),
            ("postgres + redis", server, redis_url),
        ):
            with ExitStack() as one:
                if database_url:
                    database_url = one.enter_context(program.database(server))
                _measure(name, database_url, redis)


def _measure(name: str, database_url: str, redis_url: str) -> None:
    floors: list[float] = []
    runs: list[Figures] = []
    # A clock that can be moved is read from a file at every look: in service there is none.
    quick = {"BOT_SECONDS": "0.05", "HAND_PAUSE_SECONDS": "0.5", "SPADES_CLOCK_SHIFT_FILE": ""}
    with (
        _floor(database_url, redis_url) as (port, process),
        program.running(database_url=database_url, redis_url=redis_url, **quick) as site,
    ):
        memory = asyncio.run(_memory(site))
        # All those players have just left, which the server must note of each: that is no part of what it does idle.
        time.sleep(SETTLE_SECONDS)
        begun, before = time.monotonic(), site.cpu_seconds()
        time.sleep(IDLE_SECONDS)
        idle = (site.cpu_seconds() - before) / (time.monotonic() - begun)
        for _ in range(TIMES):
            runs.append(asyncio.run(_play(site)))
            before = _cpu(process)
            broadcasts = asyncio.run(_broadcast(port, runs[0].picture))
            floors.append((_cpu(process) - before) / broadcasts)
    floor = min(floors)
    move = min((figures.cpu - idle * figures.seconds) / figures.moves for figures in runs)
    best = min(runs, key=lambda figures: figures.percentile(95))
    print(
        f"  {name:<17} broadcast of {runs[0].picture} bytes {floor * 1e3:5.2f} ms   move {move * 1e3:5.2f} ms"
        f"   ratio {move / floor:4.1f} (at most {MOST_RATIO:.0f})   acknowledged p50 {best.percentile(50):4.0f} ms,"
        f" p95 {best.percentile(95):4.0f} ms   ({best.moves} moves at {TABLES} tables, {best.moves / best.seconds:.0f}/s;"
        f" least of {TIMES}; idle {idle:.1%} of a core taken off)"
    )
    print(
        f"  {'':<17} memory of an idle connected player {memory:.0f} KB (at most {MOST_KB};"
        f" {IDLE_TABLES * SEATS} players at {IDLE_TABLES} tables in play)"
    )


async def _memory(site: program.Platform) -> float:
    """Return by how many KB the web process grew for each of many players who sit at tables in play and do nothing."""
    tables = [await _seat(site) for _ in range(WARM_TABLES)]
    before = _resident(site.processes[0])
    tables += [await _seat(site) for _ in range(IDLE_TABLES)]
    grown = _resident(site.processes[0]) - before
    for table in tables:
        for player in table:
            await player.close()
    return grown / (IDLE_TABLES * SEATS)


@contextmanager
def _floor(database_url: str, redis_url: str) -> Iterator[tuple[int, subprocess.Popen[bytes]]]:
    port = services.free_port()
    env = {**os.environ, "DJANGO_SETTINGS_MODULE": "spades_site.settings"}
    # It uses no database, but the settings require one with Redis.
    env |= {"DATABASE_URL": database_url, "REDIS_URL": redis_url}
    command = [sys.executable, "-m", "daphne", "-b", "127.0.0.1", "-p", str(port)]
    process = subprocess.Popen(
        [*command, "tools.bench.floor:application"],
        cwd=program.ROOT, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        services.wait_for_port(port, process)
        yield port, process
    finally:
        process.terminate()
        process.wait()


async def _broadcast(port: int, size: int) -> int:
    """Broadcast this many bytes at all tables at once, each waiting for every socket before the next. Returns the
    number of broadcasts.
    """

    async def at_table(number: int) -> None:
        url = f"ws://127.0.0.1:{port}/floor/{number}"
        sockets = [await connect(url, compression=None) for _ in range(SEATS)]
        for turn in range(ROUNDS * SEATS):
            await sockets[turn % SEATS].send(str(size))
            for socket in sockets:
                await socket.recv()
        for socket in sockets:
            await socket.close()

    await asyncio.gather(*(at_table(number) for number in range(TABLES)))
    return TABLES * ROUNDS * SEATS


class Figures:
    """What a run of games measured."""

    def __init__(
        self, moves: int, seconds: float, cpu: float, waits: list[float], picture: int
    ) -> None:
        self.moves, self.seconds, self.cpu, self.waits = moves, seconds, cpu, waits
        self.picture = picture
        """The mean size of a picture on the line, in bytes."""

    def percentile(self, share: int) -> float:
        """Return the time in milliseconds within which `share` per cent of the moves were acknowledged."""
        return statistics.quantiles(self.waits, n=100)[share - 1] * 1e3


async def _play(site: program.Platform) -> Figures:
    tables = [await _seat(site) for _ in range(TABLES)]
    players = [player for table in tables for player in table]
    players[0].keep_frames = True
    before, begun = site.cpu_seconds(), time.monotonic()
    await asyncio.gather(*(player.play_on() for player in players))
    seconds, cpu = time.monotonic() - begun, site.cpu_seconds() - before
    waits = [
        player.acked[key] - at
        for player in players
        for key, at in player.sent.items()
        if key in player.acked
    ]
    pictures = [len(text) for text in players[0].received if text.startswith('{"t":"view"')]
    for player in players:
        await player.close()
    return Figures(len(waits), seconds, cpu, waits, round(statistics.mean(pictures)))


async def _seat(site: program.Platform) -> list[Player]:
    """Open a table of some hands and seat four guests at it."""
    visitors = [Visitor(site.url) for _ in range(SEATS)]
    for visitor in visitors:
        await asyncio.to_thread(visitor.become_guest)
    address = await asyncio.to_thread(
        visitors[0].post, "/play/open/",
        {"preset": "cardgames_io", "target": "", "max_hands": str(HANDS), "turn_seconds": "60", "visibility": "link"},
    )  # fmt: skip
    players = [
        await Player(site.url, table_id(address), visitor.headers()).open() for visitor in visitors
    ]
    for seat, player in enumerate(players):
        if player.view["you"]["seat"] is None:
            await player.ask("sit", seat=seat, hash=player.hash)
    return players


def _cpu(process: subprocess.Popen[bytes]) -> float:
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _resident(process: subprocess.Popen[bytes]) -> float:
    """Return the KB of memory that a process holds."""
    pages = int(Path(f"/proc/{process.pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1024
