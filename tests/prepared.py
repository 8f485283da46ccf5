"""The common parts of all started platforms, made once per run: a migrated database and the collected static files.

`script/test` names one folder for all its stages (`SPADES_TEST_PREPARED`); a test that runs alone makes its own.
"""

import atexit
import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VARIABLE = "SPADES_TEST_PREPARED"
DATABASE = "spades.sqlite3"
STATIC = "static"
COMMAND_SECONDS = 240.0
"""How long a management command of a test may take."""


def into(folder: Path) -> None:
    """Put the static files and a migrated SQLite database into a platform's data folder."""
    made = _folder()
    with _alone(made):
        if not (made / "sqlite").exists():
            env = _environment(SPADES_DATA_DIR=str(made))
            _manage(env, "migrate", "--verbosity", "0")
            _manage(env, "collectstatic", "--noinput", "--verbosity", "0")
            (made / "sqlite").touch()
    for file in made.glob(f"{DATABASE}*"):
        shutil.copy(file, folder)
    # Nobody writes to static files: links will do.
    shutil.copytree(made / STATIC, folder / STATIC, copy_function=os.link)


def template(server_url: str) -> str:
    """Return the name of a migrated database on the Postgres at `server_url`, from which others are copied."""
    import psycopg

    made, host = _folder(), server_url.partition("host=")[2]
    name = f"prepared_{hashlib.sha256(str(made).encode()).hexdigest()[:8]}"
    mark = made / f"postgres-{hashlib.sha256(server_url.encode()).hexdigest()[:12]}"
    with _alone(made):
        if not mark.exists():
            with psycopg.connect(administration(host), autocommit=True) as link:
                link.execute(f"CREATE DATABASE {name}")
            url = f"postgres://spades@/{name}?host={host}"
            _manage(
                _environment(SPADES_DATA_DIR=str(made), DATABASE_URL=url),
                "migrate", "--verbosity", "0",
            )  # fmt: skip
            mark.touch()
    return name


def administration(host: str) -> str:
    """Return how to reach the Postgres at `host` for making and dropping databases, with a limit to each wait."""
    seconds = int(COMMAND_SECONDS)
    limit = f"-c statement_timeout={seconds}s"
    return f"host={host} user=spades dbname=postgres connect_timeout={seconds} options='{limit}'"


@cache
def _folder() -> Path:
    if given := os.environ.get(VARIABLE):
        folder = Path(given)
        folder.mkdir(parents=True, exist_ok=True)
        return folder
    folder = Path(tempfile.mkdtemp(prefix="spades-prepared-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Hold the folder's lock: stages run side by side."""
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _environment(**own: str) -> dict[str, str]:
    shown = {
        key: value for key, value in os.environ.items() if key not in {"DATABASE_URL", "REDIS_URL"}
    }
    return {**shown, "DJANGO_SETTINGS_MODULE": "spades_site.settings", **own}


def _manage(env: dict[str, str], *words: str) -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=ROOT, env=env, text=True, capture_output=True, timeout=COMMAND_SECONDS,
    )  # fmt: skip
    if done.returncode:
        raise RuntimeError(f"manage.py {' '.join(words)} failed:\n{done.stdout}{done.stderr}")
