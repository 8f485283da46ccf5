"""Prepare for `script/server`: static files, an up-to-date database, the demonstration club."""

import hashlib
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import django
from django.conf import settings
from django.core.management import call_command

ROOT = Path(__file__).resolve().parent.parent
BEAT_SECONDS = 5


def prepare(*, demo: bool) -> Callable[[], None]:
    """Collect the static files if one has changed, and bring the database up to date, at the same time.

    Another process fills the demonstration club meanwhile; the returned function waits for it. Raises SystemExit on
    failure.
    """
    stamp, files = settings.STATIC_ROOT.with_name("static.stamp"), _state_of_static_files()
    collecting = filling = None
    # Hashing and compressing every file takes seconds.
    if not stamp.exists() or stamp.read_text() != files:
        words = ("collectstatic", "--noinput", "--clear", "--verbosity", "0")
        collecting = _Step("collecting the static files", *words)
    if demo:
        # In another process, because it plays weeks of games with the clock in the past.
        filling = _Step(
            "preparing the database and filling the demonstration club: playing its games, about half a minute",
            "demo",
            "--migrate",
        )
    else:
        started = _begun("preparing the database")
        django.setup()
        call_command("migrate", verbosity=0)
        _done("the database", started)
    if collecting is not None:
        collecting.wait("the static files", "The static files could not be collected.")
        stamp.write_text(files)

    def finish() -> None:
        if filling is not None:
            filling.wait("the demonstration club", "The demonstration club could not be filled.")

    return finish


def _state_of_static_files() -> str:
    """Return a hash of what the collected files depend on: names, sizes and times of the files, settings, packages."""
    settings_, packages = ROOT / "spades_site" / "settings.py", ROOT / ".venv" / ".stamp-base"
    lines = [
        f"{path} {path.stat().st_size} {path.stat().st_mtime_ns}"
        for path in (*sorted((ROOT / "static").rglob("*")), settings_, packages)
        if path.is_file()
    ]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


class _Step:
    """A command of manage.py in a process of its own, beside the others."""

    def __init__(self, what: str, *words: str) -> None:
        self.started = _begun(what)
        command = [sys.executable, str(ROOT / "manage.py"), *words]
        self.process = subprocess.Popen(command, cwd=ROOT)

    def wait(self, what: str, failure: str) -> None:
        """Wait for its end, and say every few seconds how long it has been running. Raises SystemExit if it fails."""
        while True:
            try:
                failed = self.process.wait(timeout=BEAT_SECONDS)
            except subprocess.TimeoutExpired:
                print(f"   … {_seconds_since(self.started)} s", flush=True)
                continue
            if failed:
                raise SystemExit(f"script/server: {failure}")
            _done(what, self.started)
            return


def _begun(what: str) -> float:
    print(f"== {what}", flush=True)
    return time.monotonic()


def _done(what: str, started: float) -> None:
    print(f"   {what}: ready after {_seconds_since(started)} s", flush=True)


def _seconds_since(started: float) -> int:
    return round(time.monotonic() - started)
