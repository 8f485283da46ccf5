"""Throw-away servers for tests and benchmarks: Postgres and Redis on sockets and ports of their own.

Both keep their data in a temporary folder and are gone afterwards. What is missing on the machine is installed from
Debian's packages where we may; else `Missing` says what to install.
"""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, LiteralString

POSTGRES_BINS = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
START_SECONDS = 120.0


class Missing(Exception):
    """A program that the tests need is not on this machine and could not be installed."""


def need(program: str, package: str) -> str:
    """Return the path of `program`, installing Debian's `package` if it must and may be. Raises Missing."""
    found = _find(program)
    if found is None and _may_install():
        print(f"== installing Debian's {package} (for {program})", flush=True)
        _apt("update", "-qq")
        _apt("install", "-y", "-qq", "--no-install-recommends", package)
        found = _find(program)
    if found is None:
        raise Missing(
            f"{program} is missing: install it, on Debian with `apt-get install {package}`."
        )
    return found


def free_port() -> int:
    """Return a TCP port of the loopback address that nobody uses at this moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass
class Server:
    """A server of a test's own, which can be stopped and started again on the same data."""

    url: str
    folder: Path
    command: list[str]
    options: dict[str, Any]
    wait: Callable[["Server"], None]
    process: subprocess.Popen[bytes] = field(init=False)

    def start(self) -> None:
        """Start it and wait until it answers."""
        self.process = subprocess.Popen(self.command, **self.options)
        self.wait(self)

    def stop(self, sign: signal.Signals) -> None:
        """Send it the signal and wait for its end."""
        _stop(self.process, sign)


@contextmanager
def postgres_server(*, durable: bool = False, folder: Path | None = None) -> Iterator[Server]:
    """Run a fresh Postgres cluster on a Unix socket, with fsync if `durable`, below `folder` if one is given."""
    initdb = need("initdb", "postgresql")
    make = [initdb, "-U", "spades", "--auth=trust", "-E", "UTF8", "--no-sync", "-D"]
    with _cluster(make, "CREATE DATABASE spades", durable=durable, parent=folder) as server:
        yield server


@contextmanager
def postgres(*, durable: bool = False) -> Iterator[str]:
    """Run a fresh Postgres cluster on a Unix socket, with fsync if `durable`; yields its DATABASE_URL."""
    with postgres_server(durable=durable) as server:
        yield server.url


@contextmanager
def replica(url: str) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """Run a streaming replica of the cluster of `url`; yields the same database's address there, and its process."""
    database, _, host = url.partition("?host=")
    copy = [need("pg_basebackup", "postgresql"), "-h", host, "-U", "spades"]
    make = [*copy, "-R", "-c", "fast", "--no-sync", "-D"]
    with _cluster(make, "SELECT 1") as server:
        yield f"{database}?host={server.folder}", server.process


@contextmanager
def _cluster(
    make: list[str], first: LiteralString, *, durable: bool = False, parent: Path | None = None
) -> Iterator[Server]:
    """Run the cluster that the command makes in the folder given as its last word; it is up when it has carried out `first`."""
    server = need("postgres", "postgresql")
    with _folder("pg", parent) as folder:
        data = folder / "data"
        # Postgres refuses to run as root; the package's user, or nobody, owns the cluster then.
        account = _account() if os.geteuid() == 0 else None
        if account is not None:
            os.chown(folder, account.pw_uid, account.pw_gid)
        run_as = {"user": account.pw_uid, "group": account.pw_gid} if account else {}
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.STDOUT, "cwd": str(folder)}
        subprocess.run([*make, str(data)], check=True, **run_as, **quiet)
        options = {
            "listen_addresses": "",
            "unix_socket_directories": str(folder),
            "fsync": "on" if durable else "off",
            "synchronous_commit": "on" if durable else "off",
            "max_connections": "200",
        }
        flags = [word for key, value in options.items() for word in ("-c", f"{key}={value}")]
        one = Server(
            f"postgres://spades@/spades?host={folder}", folder, [server, "-D", str(data), *flags],
            {**run_as, **quiet}, lambda one: _wait_for_postgres(one, first),
        )  # fmt: skip
        try:
            one.start()
            yield one
        finally:
            one.stop(signal.SIGINT)


@contextmanager
def redis_server(port: int | None = None) -> Iterator[Server]:
    """Run a fresh Redis on the loopback address. Nothing is written to disk."""
    server = need("redis-server", "redis-server")
    port = port or free_port()
    command = [
        server,
        "--port",
        str(port),
        "--bind",
        "127.0.0.1",
        "--save",
        "",
        "--appendonly",
        "no",
    ]
    with _folder("redis") as folder:
        one = Server(
            f"redis://127.0.0.1:{port}/0", folder, [*command, "--dir", str(folder)],
            {"stdout": subprocess.DEVNULL}, lambda one: wait_for_port(port, one.process),
        )  # fmt: skip
        try:
            one.start()
            yield one
        finally:
            one.stop(signal.SIGTERM)


@contextmanager
def redis(port: int | None = None) -> Iterator[str]:
    """Run a fresh Redis on the loopback address; yields its REDIS_URL."""
    with redis_server(port) as server:
        yield server.url


def wait_for_port(
    port: int, process: subprocess.Popen[bytes], seconds: float = START_SECONDS
) -> None:
    """Return once something listens on the port; raises RuntimeError if `process` ends or it takes too long."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise RuntimeError(f"{process.args!r} ended with status {process.returncode}")
        with socket.socket() as probe:
            probe.settimeout(0.2)
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise RuntimeError(f"nothing listens on port {port} after {seconds:.0f} s")


def _wait_for_postgres(server: Server, first: LiteralString) -> None:
    import psycopg

    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            with psycopg.connect(
                f"host={server.folder} user=spades dbname=postgres connect_timeout=10",
                autocommit=True,
            ) as link:
                link.execute(first)
            return
        except psycopg.errors.DuplicateDatabase:
            return
        except psycopg.OperationalError:
            if time.monotonic() > deadline:
                raise RuntimeError("Postgres did not start") from None
            if server.process.poll() is not None:
                # What is left of a killed one may still hold its memory.
                server.process = subprocess.Popen(server.command, **server.options)
            time.sleep(0.1)


@contextmanager
def _folder(name: str, parent: Path | None = None) -> Iterator[Path]:
    # Not under TMPDIR: a Unix socket's path may be no longer than 107 bytes.
    folder = Path(tempfile.mkdtemp(prefix=f"spades-{name}-", dir=parent or "/tmp"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _find(program: str) -> str | None:
    for folder in POSTGRES_BINS or sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True):
        if (folder / program).exists():
            return str(folder / program)
    return shutil.which(program)


def _may_install() -> bool:
    if shutil.which("apt-get") is None:
        return False
    if os.geteuid() == 0:
        return True
    return subprocess.run(["sudo", "-n", "true"], capture_output=True).returncode == 0


def _apt(*words: str) -> None:
    sudo: Sequence[str] = [] if os.geteuid() == 0 else ["sudo", "-n"]
    subprocess.run(
        [*sudo, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", *words],
        check=False,
        stdout=subprocess.DEVNULL,
    )


def _account() -> pwd.struct_passwd:
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise Missing(
        "Postgres won't run as root, and there is no user postgres or nobody to run it as."
    )


def _stop(process: subprocess.Popen[bytes], sign: signal.Signals) -> None:
    if process.poll() is None:
        process.send_signal(sign)
        try:
            process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
