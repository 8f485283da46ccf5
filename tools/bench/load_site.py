"""The site that `script/bench load` measures: Postgres with fsync, Redis, worker, beat, and one or several web processes
behind HAProxy, which sends all sockets of a table to one of them as deploy/haproxy does.
"""

import json
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg
import redis

from tests import program, services

# A clock that can be moved is read from a file at every look: in service there is none.
QUICK = {
    "SOCKETS_PER_ADDRESS": "10000",
    "HAND_PAUSE_SECONDS": "0.5",
    "SPADES_CLOCK_SHIFT_FILE": "",
}
PROXY = """
global
  maxconn 9000
defaults
  mode http
  timeout connect 3s
  timeout client 65s
  timeout server 65s
  timeout tunnel 2m
frontend visitors
  bind 127.0.0.1:{port}
  http-request set-var(txn.table) path,field(4,/) if {{ path_beg /ws/t/ /play/t/ }}
  use_backend tables if {{ var(txn.table) -m found }}
  default_backend pages
"""


@dataclass
class Use:
    """The resources used by the site so far: processor seconds by part, and bytes of Postgres' log."""

    web: float
    postgres: float
    redis: float
    wal: int
    at: float

    def since(self, before: "Use") -> "Use":
        """Return the difference to an earlier moment."""
        return Use(
            self.web - before.web,
            self.postgres - before.postgres,
            self.redis - before.redis,
            self.wal - before.wal,
            self.at - before.at,
        )


@dataclass
class Site:
    """The running site, and how to reach it."""

    platform: program.Platform
    webs: list[subprocess.Popen[bytes]]
    port: int
    server: str
    redis_url: str

    def socket(self, table: str) -> str:
        """Return the address of a table's socket."""
        return f"ws://localhost:{self.port}/ws/t/{table}/"

    def used(self) -> Use:
        """Return what the site has used so far."""
        host = self.server.partition("host=")[2]
        postmaster = int((Path(host) / "data" / "postmaster.pid").read_text().split()[0])
        with psycopg.connect(f"host={host} user=spades dbname=postgres") as link:
            row = link.execute("SELECT pg_current_wal_lsn() - '0/0'::pg_lsn").fetchone()
            assert row is not None
        with redis.Redis.from_url(self.redis_url) as link:
            cpu = link.info("cpu")
        return Use(
            web=sum(_processor_seconds(web.pid) for web in self.webs),
            postgres=sum(map(_processor_seconds, [postmaster, *_children(postmaster)])),
            redis=cpu["used_cpu_sys"] + cpu["used_cpu_user"],
            wal=int(row[0]),
            at=time.monotonic(),
        )


@contextmanager
def running(processes: int) -> Iterator[Site]:
    """Run a site with this number of web processes."""
    with ExitStack() as stack:
        server = stack.enter_context(services.postgres(durable=True))
        redis_url = stack.enter_context(services.redis())
        url = stack.enter_context(program.database(server))
        platform = stack.enter_context(
            program.running(database_url=url, redis_url=redis_url, **QUICK)
        )
        webs, ports = [platform.processes[0]], [platform.port]
        for _ in range(processes - 1):
            web, port = stack.enter_context(_another(platform))
            webs.append(web)
            ports.append(port)
        entrance = ports[0] if processes == 1 else stack.enter_context(_proxy(ports))
        yield Site(platform, webs, entrance, server, redis_url)


def make_tables(site: Site, first: int, count: int) -> list[tuple[str, str]]:
    """Make tables whose bids are made, with four people each; returns each one's table and session."""
    made = subprocess.run(
        [sys.executable, "-m", "tools.bench.storm_tables", str(count), str(first)],
        cwd=program.ROOT, env=site.platform.env, check=True, capture_output=True, text=True,
    )  # fmt: skip
    return [(table, session) for table, session in json.loads(made.stdout)]


@contextmanager
def _another(platform: program.Platform) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    port = services.free_port()
    command = [*platform.commands[0][:-1], str(port)]
    with (platform.folder / "log").open("ab") as log:
        web = subprocess.Popen(command, cwd=program.ROOT, env=platform.env, stdout=log, stderr=log)
    try:
        services.wait_for_port(port, web)
        yield web, port
    finally:
        web.terminate()
        web.wait()


@contextmanager
def _proxy(ports: list[int]) -> Iterator[int]:
    """Run HAProxy with the backends of deploy/haproxy, without TLS."""
    haproxy = services.need("haproxy", "haproxy")
    port = services.free_port()
    text = (program.ROOT / "deploy/haproxy/processes.cfg").read_text()
    servers = "\n".join(f"  server web{n} 127.0.0.1:{at}" for n, at in enumerate(ports, 1))
    backends = re.sub(r"(?:\n  server web\d.*)+", "\n" + servers, text)
    with tempfile.TemporaryDirectory(prefix="spades-haproxy-") as folder:
        file = Path(folder) / "haproxy.cfg"
        file.write_text(PROXY.format(port=port) + backends)
        process = subprocess.Popen([haproxy, "-db", "-f", str(file)], stderr=subprocess.DEVNULL)
        try:
            services.wait_for_port(port, process)
            # Each check must succeed twice.
            time.sleep(3)
            yield port
        finally:
            process.terminate()
            process.wait()


def _processor_seconds(pid: int) -> float:
    """Return the processor time of a process, user and system; of one that has ended none."""
    # Linux's clock of another process's processor time, exact to the nanosecond; /proc counts in hundredths of a second.
    try:
        return time.clock_gettime((~pid << 3) | 2)
    except OSError:
        return 0.0


def _children(pid: int) -> list[int]:
    tasks = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [int(task) for task in tasks] if tasks else []
