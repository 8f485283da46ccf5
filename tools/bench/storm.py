"""A storm of joins: every socket of many tables in play returns at once after the web process was killed and started again.

Postgres and Redis, one web process, and all clients share this machine. A client reconnects as a page does: after 0.3 seconds, then
ever more slowly up to 8, each time with some chance. It is back when the first picture has arrived.
"""

import asyncio
import json
import os
import random
import signal
import statistics
import subprocess
import sys
import time
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from tests import program, services

TABLES, SEATS = int(os.environ.get("STORM_TABLES", "400")), 4
BACK_SECONDS = 20.0


def main() -> None:
    """Print how long the sockets took to come, all at once, and to come back after a kill."""
    limits = {"SOCKETS_PER_ADDRESS": "10000", "HAND_PAUSE_SECONDS": "0.5"}
    with (
        services.postgres() as server,
        services.redis() as redis,
        program.database(server) as url,
        program.running(database_url=url, redis_url=redis, **limits) as site,
    ):
        made = subprocess.run(
            [sys.executable, "-m", "tools.bench.storm_tables", str(TABLES)],
            cwd=program.ROOT, env=site.env, check=True, capture_output=True, text=True,
        )  # fmt: skip
        places = [tuple(place) for place in json.loads(made.stdout)]
        asyncio.run(_storm(site, places))


async def _storm(site: program.Platform, places: list[tuple[str, str]]) -> None:
    clients = [Client(site, table, session) for table, session in places]
    print(f"storm: {len(clients)} sockets at {len(clients) // SEATS} tables, one web process")
    begun, before = time.monotonic(), site.cpu_seconds()
    tasks = [asyncio.create_task(client.stay()) for client in clients]
    await _report("first joins", clients, begun, lambda: site.cpu_seconds() - before)
    web = site.processes[0]
    web.send_signal(signal.SIGKILL)
    web.wait()
    for client in clients:
        client.back_at = None
    begun = time.monotonic()
    site.processes[0] = site.start_one(site.commands[0])
    await asyncio.to_thread(services.wait_for_port, site.port, site.processes[0])
    print(f"  the process is up after {time.monotonic() - begun:.1f} s")
    begun = time.monotonic()
    await _report("back after a kill", clients, begun, site.cpu_seconds)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def _report(name: str, clients: list["Client"], begun: float, cpu: Any) -> None:
    while time.monotonic() - begun < 120 and any(client.back_at is None for client in clients):
        await asyncio.sleep(0.1)
    took = [client.back_at - begun for client in clients if client.back_at is not None]
    met = len(took) == len(clients) and max(took) <= BACK_SECONDS
    print(
        f"  {name:<18} {len(took)} of {len(clients)}: half after {statistics.median(took):.1f} s, 95 % after"
        f" {statistics.quantiles(took, n=20)[-1]:.1f} s, the last after {max(took):.1f} s (target {BACK_SECONDS:.0f} s:"
        f" {'met' if met else 'MISSED'}); {cpu():.1f} s of the web process's processor; load {os.getloadavg()[0]:.1f}"
    )


class Client:
    """One person's persistent socket."""

    def __init__(self, site: program.Platform, table: str, session: str) -> None:
        self.url, self.origin = f"{site.socket_url}/ws/t/{table}/", site.url
        self.session = session
        self.back_at: float | None = None

    async def stay(self) -> None:
        """Connect, say hello and read; connect again whenever the line breaks."""
        wait = 0.3
        while True:
            try:
                async with connect(
                    self.url, origin=self.origin, compression=None, open_timeout=30,  # type: ignore[arg-type]
                    additional_headers={"Cookie": f"sessionid={self.session}"},
                ) as line:  # fmt: skip
                    await line.send(json.dumps({"t": "hello", "seen": 0, "hash": ""}))
                    if await self._read(line):
                        wait = 0.3
            except (OSError, WebSocketException, TimeoutError):
                pass
            await asyncio.sleep(wait * random.uniform(0.7, 1.3))
            wait = min(8.0, wait * 2)

    async def _read(self, line: ClientConnection) -> bool:
        """Read until the line breaks; returns whether a picture came."""
        came = False
        try:
            async for text in line:
                if str(text).startswith('{"t":"view"'):
                    came = True
                    if self.back_at is None:
                        self.back_at = time.monotonic()
        except ConnectionClosed:
            pass
        return came
