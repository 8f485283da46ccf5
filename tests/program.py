"""The running program, as a person starts it, for the browser tests and the benchmarks."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests import prepared, services

ROOT = Path(__file__).resolve().parent.parent
PYTHON = sys.executable


@dataclass
class Platform:
    """One running platform: its address, its data and its processes."""

    port: int
    folder: Path
    env: dict[str, str]
    commands: list[list[str]]
    scheme: str = "http"
    processes: list[subprocess.Popen[bytes]] = field(default_factory=list)
    shifted: float = 0.0

    @property
    def url(self) -> str:
        """The site's address, without a slash at the end."""
        return f"{self.scheme}://localhost:{self.port}"

    @property
    def socket_url(self) -> str:
        """The address of its sockets, without a slash at the end."""
        return self.url.replace("http", "ws", 1)

    @property
    def log(self) -> str:
        """All that the processes have printed."""
        return (self.folder / "log").read_text(errors="replace")

    def forward(self, seconds: float) -> None:
        """Move the platform's clock on; the processes see it at once."""
        self.shifted += seconds
        draft = self.folder / "shift.draft"
        draft.write_text(str(self.shifted))
        draft.replace(self.folder / "shift")

    def manage(self, *words: str, stdin: str = "") -> str:
        """Run a management command on the platform's data; returns what it printed."""
        done = subprocess.run(
            [PYTHON, "manage.py", *words],
            cwd=ROOT, env=self.env, input=stdin, text=True, capture_output=True,
            timeout=prepared.COMMAND_SECONDS,
        )  # fmt: skip
        if done.returncode:
            raise RuntimeError(f"manage.py {' '.join(words)} failed:\n{done.stdout}{done.stderr}")
        return done.stdout

    def start(self) -> None:
        """Start the processes and wait until pages are served."""
        self.processes = [self.start_one(command) for command in self.commands]
        try:
            services.wait_for_port(self.port, self.processes[0])
        except RuntimeError as error:
            raise RuntimeError(f"{error}\n{self.log}") from None

    def start_one(self, command: list[str]) -> subprocess.Popen[bytes]:
        """Start a process of the platform and return it at once."""
        with (self.folder / "log").open("ab") as log:
            return subprocess.Popen(command, cwd=ROOT, env=self.env, stdout=log, stderr=log)

    def stop(self, sign: signal.Signals = signal.SIGTERM) -> None:
        """Send every process the signal and wait for its end."""
        for process in self.processes:
            if process.poll() is None:
                process.send_signal(sign)
        for process in self.processes:
            try:
                process.wait(timeout=15)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self.processes = []

    def cpu_seconds(self) -> float:
        """Return the processor time, user and system, that the web process has used so far."""
        fields = Path(f"/proc/{self.processes[0].pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def children_of(pid: int) -> set[int]:
    """Return the processes that a process has started and that are still there."""
    found = set[int]()
    for each in Path(f"/proc/{pid}/task").glob("*/children"):
        # The thread may have ended meanwhile.
        with suppress(OSError):
            found |= set(map(int, each.read_text().split()))
    return found


@contextmanager
def running(
    *,
    database_url: str = "",
    redis_url: str = "",
    prepare: Sequence[Sequence[str]] = (),
    commands: Callable[[int, Path], list[list[str]]] | None = None,
    scheme: str = "http",
    **env: str,
) -> Iterator[Platform]:
    """Run a platform on a free port: one process, or web, worker and beat where a Redis is given.

    A Postgres database is a migrated one, as `database` makes it.

    `prepare` are management commands to run before the start; `env` are further variables. `commands(port, folder)` are
    other processes to run; the first one must serve the port, with https if that is the `scheme`.
    """
    folder = Path(tempfile.mkdtemp(prefix="spades-site-"))
    port = services.free_port()
    shown = {
        key: value for key, value in os.environ.items() if key not in {"DATABASE_URL", "REDIS_URL"}
    }
    environment = {
        **shown,
        "DJANGO_SETTINGS_MODULE": "spades_site.settings",
        "SPADES_DATA_DIR": str(folder),
        "SITE_URL": f"{scheme}://localhost:{port}",
        # The address is no public one, although it may have https.
        "SPADES_PRODUCTION": "0",
        "TRUSTED_PROXY_COUNT": "1" if scheme == "https" else "0",
        "SPADES_CLOCK_SHIFT_FILE": str(folder / "shift"),
        "PYTHONUNBUFFERED": "1",
        # All visitors of the tests come from one address.
        "LIMITS": "guests=0,tables=0",
        **({"DATABASE_URL": database_url} if database_url else {}),
        **({"REDIS_URL": redis_url} if redis_url else {}),
        **env,
    }
    started = commands(port, folder) if commands else _commands(port, many=bool(redis_url))
    platform = Platform(port, folder, environment, started, scheme)
    try:
        platform.forward(0)
        prepared.into(folder)
        for words in prepare:
            platform.manage(*words)
        platform.start()
        yield platform
    finally:
        platform.stop()
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def of_this_run(**options: Any) -> Iterator[Platform]:
    """Run the kind of platform that this run of the tests is about: on the Postgres and the Redis that it was given, or alone."""
    database_url, redis_url = os.environ.get("DATABASE_URL"), os.environ.get("REDIS_URL")
    if not database_url or not redis_url:
        with running(**options) as platform:
            yield platform
        return
    with (
        database(database_url) as own,
        running(database_url=own, redis_url=redis_url, **options) as platform,
    ):
        yield platform


def _commands(port: int, *, many: bool) -> list[list[str]]:
    web = [PYTHON, "-m", "spades_site.serve", "--port", str(port)]
    if not many:
        return [web]
    celery = [PYTHON, "-m", "celery", "-A", "spades_site.celery"]
    return [
        web,
        [*celery, "worker", "--pool", "threads", "--concurrency", "2"],
        [*celery, "beat", "--scheduler", "spades_site.scheduler:Scheduler"],
    ]


@contextmanager
def database(server_url: str) -> Iterator[str]:
    """Make a migrated database on the Postgres at `server_url` for one platform; yields its address."""
    import secrets

    import psycopg

    name = f"site_{secrets.token_hex(4)}"
    host = server_url.partition("host=")[2]
    made = prepared.template(server_url)
    with psycopg.connect(prepared.administration(host), autocommit=True) as link:
        link.execute(f"CREATE DATABASE {name} TEMPLATE {made}")
        try:
            yield f"postgres://spades@/{name}?host={host}"
        finally:
            link.execute(f"DROP DATABASE {name} WITH (FORCE)")
