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
        print("== collecting the static files", flush=True)
        collecting = _manage("collectstatic", "--noinput", "--clear", "--verbosity", "0")
    print("== preparing the database", flush=True)
    if demo:
        print(
            "== filling the demonstration club: playing its games, about half a minute", flush=True
        )
        # In another process, because it plays weeks of games with the clock in the past.
        filling = _manage("demo", "--migrate")
    else:
        django.setup()
        call_command("migrate", verbosity=0)
    if collecting is not None:
        _wait_for(collecting, "The static files could not be collected.")
        stamp.write_text(files)
    return lambda: _wait_for(filling, "The demonstration club could not be filled.")


def _state_of_static_files() -> str:
    """Return a hash of what the collected files depend on: names, sizes and times of the files, settings, packages."""
    settings_, packages = ROOT / "spades_site" / "settings.py", ROOT / ".venv" / ".stamp-base"
    lines = [
        f"{path} {path.stat().st_size} {path.stat().st_mtime_ns}"
        for path in (*sorted((ROOT / "static").rglob("*")), settings_, packages)
        if path.is_file()
    ]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def _manage(*words: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, str(ROOT / "manage.py"), *words], cwd=ROOT)


def _wait_for(process: subprocess.Popen[bytes] | None, failure: str) -> None:
    """Wait for a process, and say every few seconds that it is still running. Raises SystemExit if it fails."""
    start = time.monotonic()
    while process is not None:
        try:
            failed = process.wait(timeout=BEAT_SECONDS)
        except subprocess.TimeoutExpired:
            print(f"   … {time.monotonic() - start:.0f} s", flush=True)
            continue
        if failed:
            raise SystemExit(f"script/server: {failure}")
        return
