"""A whole deployment that is to suffer: HAProxy, two web processes, two workers, the bots' worker, beat, Postgres, Redis."""

import asyncio
import faulthandler
import os
import signal
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from unittest.mock import patch

from tests import program, services
from tests.faults.deployed import proxies
from tests.program import PYTHON, children_of

WEBS = ("web 1", "web 2")
WORKERS = ("worker 1", "worker 2")
NAMES = ("proxy", *WEBS, *WORKERS, "beat", "bots")
READY_SECONDS = 90.0


@dataclass
class Site:
    """The deployment, and what can be done to it."""

    platform: program.Platform
    postgres: services.Server
    redis: services.Server
    ports: tuple[int, ...]
    orphans: set[int] = field(default_factory=set)

    @property
    def url(self) -> str:
        """The site's address at the proxy."""
        return self.platform.url

    def kill(self, name: str) -> None:
        """Kill a component without warning."""
        if server := self._server(name):
            server.stop(signal.SIGQUIT if name == "postgres" else signal.SIGKILL)
            return
        process = self._process(name)
        self.orphans |= children_of(process.pid)
        process.kill()
        process.wait()

    def start(self, name: str) -> None:
        """Start a killed component again."""
        if server := self._server(name):
            server.start()
            return
        number = NAMES.index(name)
        self.platform.processes[number] = self.platform.start_one(self.platform.commands[number])

    def stop(self, name: str) -> None:
        """Have a component stand still, with all its processes."""
        self._signal(name, signal.SIGSTOP)

    def resume(self, name: str) -> None:
        """Have a component go on."""
        self._signal(name, signal.SIGCONT)

    async def ready(self) -> None:
        """Wait until both web processes say that they are ready."""
        until = time.monotonic() + READY_SECONDS
        for port in self.ports:
            while not await asyncio.to_thread(_is_ready, port):
                if time.monotonic() > until:
                    raise AssertionError(f"not ready:\n{self.platform.log[-4000:]}")
                await asyncio.sleep(0.2)

    def _server(self, name: str) -> services.Server | None:
        return {"postgres": self.postgres, "redis": self.redis}.get(name)

    def _process(self, name: str) -> subprocess.Popen[bytes]:
        server = self._server(name)
        return server.process if server else self.platform.processes[NAMES.index(name)]

    def _signal(self, name: str, sign: signal.Signals) -> None:
        pid = self._process(name).pid
        for each in (pid, *children_of(pid)):
            with suppress(ProcessLookupError):
                os.kill(each, sign)


def _is_ready(port: int) -> bool:
    with suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=5):
        return True
    return False


@contextmanager
def deployment(disk: Path | None = None, *, own_proxy: bool = False, **env: str) -> Iterator[Site]:
    """Run the deployment, Postgres below `disk` if that is given, with further variables for the platform's processes.

    Its proxy spreads a table's sockets over the web processes, or is the site's own with https (`proxies.py`).
    """
    # pytest's own limit of five minutes would end these tests.
    faulthandler.cancel_dump_traceback_later()
    ports = (services.free_port(), services.free_port())

    def commands(port: int, folder: Path) -> list[list[str]]:
        proxy = proxies.shipped if own_proxy else proxies.spreading
        celery = [PYTHON, "-m", "celery", "-A", "spades_site.celery"]
        worker = [*celery, "worker", "--pool", "threads", "--concurrency", "2"]
        return [
            proxy(port, ports, folder),
            *([PYTHON, "-m", "spades_site.serve", "--port", str(each)] for each in ports),
            *([*worker, "--hostname", f"{name}@%h"] for name in ("one", "two")),
            [*celery, "beat", "--scheduler", "spades_site.scheduler:Scheduler"],
            [
                *(*celery, "worker", "--queues", "bots", "--pool", "prefork", "--concurrency", "1"),
                *("--prefetch-multiplier", "1", "--hostname", "bots@%h"),
            ],
        ]

    with ExitStack() as stack:
        postgres = stack.enter_context(services.postgres_server(durable=True, folder=disk))
        redis = stack.enter_context(services.redis_server())
        platform = stack.enter_context(
            program.running(
                database_url=postgres.url, redis_url=redis.url, commands=commands,
                prepare=[("migrate", "--verbosity", "0")], scheme="https" if own_proxy else "http",
                **{"BOT_SECONDS": "0.2", "HAND_PAUSE_SECONDS": "0.1", "SECRET_KEY": "k" * 64, **env},
            )
        )  # fmt: skip
        if own_proxy:
            # Scripted clients, in this process, must trust the certificate.
            trusted = {"SSL_CERT_FILE": str(platform.folder / "localhost.pem")}
            stack.enter_context(patch.dict(os.environ, trusted))
        site = Site(platform, postgres, redis, ports)
        try:
            yield site
        finally:
            for orphan in site.orphans:
                with suppress(ProcessLookupError):
                    os.kill(orphan, signal.SIGKILL)
