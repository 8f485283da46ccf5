"""Backups: one file with the whole database and the keys kept beside it, and the way back (O1)."""

import hashlib
import json
import os
import shutil
import sqlite3
import subprocess
import tarfile
import tempfile
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.db import connection

from spades_site.common.clock import machine_time
from spades_site.common.models import TaskRun

FORMAT: Final = "spades-backup/1"
BACKUP: Final = "backup"
"""The name under which the last backup is noted."""
MANIFEST: Final = "manifest.json"
DATABASES: Final = {"postgresql": "database.dump", "sqlite": "spades.sqlite3"}
KEYS: Final = ("secret_key", "push_key")
POSTGRES_BINS: Final = Path("/usr/lib/postgresql")
_IN_ENVIRONMENT: Final = {
    "host": "PGHOST", "port": "PGPORT", "user": "PGUSER", "password": "PGPASSWORD", "dbname": "PGDATABASE",
    "sslmode": "PGSSLMODE", "sslrootcert": "PGSSLROOTCERT", "sslcert": "PGSSLCERT", "sslkey": "PGSSLKEY",
}  # fmt: skip
# The site's tables alone: only a superuser may create most extensions, and they belong to the cluster, not to the site.
_OWN: Final = ("--schema=public",)
_CLEAR: Final = b"""
BEGIN;
SET LOCAL client_min_messages = warning;
DO $$ DECLARE one regclass; BEGIN
    FOR one IN
        SELECT oid FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
        AND NOT EXISTS (
            SELECT FROM pg_depend
            WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e'
        )
    LOOP
        EXECUTE format('DROP TABLE %s CASCADE', one);
    END LOOP;
END $$;
"""
"""Begins the transaction of a restore, and drops every table of the site, but none that belongs to an extension."""


class BackupError(Exception):
    """Why a backup could not be made or restored, and what to do."""


def save(folder: Path) -> Path:
    """Write a backup into `folder` while the site runs; returns its file, which only its owner may read.

    The file gets its name once it is complete. Raises BackupError.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    moment = datetime.now(UTC)
    file = folder / f"spades-{moment:%Y%m%d-%H%M%S}.tar"
    name = DATABASES[connection.vendor]
    with tempfile.TemporaryDirectory(prefix=".spades-", dir=folder) as scratch:
        dump = Path(scratch) / name
        _dump(dump)
        manifest = {
            "format": FORMAT,
            "made_at": moment.isoformat(timespec="seconds"),
            "database": connection.vendor,
            "sha256": _digest(dump),
            "key": _fingerprint(),
        }
        (Path(scratch) / MANIFEST).write_text(json.dumps(manifest, indent=1))
        draft = Path(scratch) / "draft"
        draft.touch(mode=0o600)
        with tarfile.open(draft, "w") as archive:
            archive.add(Path(scratch) / MANIFEST, MANIFEST)
            archive.add(dump, name)
            for key in KEYS:
                if (Path(settings.DATA_DIR) / key).exists():
                    archive.add(Path(settings.DATA_DIR) / key, key)
        draft.rename(file)
    TaskRun.objects.update_or_create(name=BACKUP, defaults={"done_at": machine_time()})
    return file


def last_made() -> datetime | None:
    """Return when the last backup of this database was complete; None if none was made here."""
    return TaskRun.objects.filter(name=BACKUP).values_list("done_at", flat=True).first()


def restore(file: Path, *, replace: bool = False) -> list[str]:
    """Put a backup in the place of an empty database; `replace`: of any. Returns what else there is to do.

    No process of the site may run. If it fails, the database is as before. Raises BackupError.
    """
    if not replace and connection.introspection.table_names():
        raise BackupError("The database isn't empty. With --replace its contents are lost.")
    # In a container /tmp is memory, and smaller than many a backup.
    beside = file.parent if os.access(file.parent, os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix=".spades-", dir=beside) as scratch:
        manifest = _unpack(file, Path(scratch))
        dump = Path(scratch) / DATABASES[manifest["database"]]
        if manifest["database"] != connection.vendor:
            raise BackupError(
                f"This is a backup of {manifest['database']}, but DATABASE_URL leads to {connection.vendor}."
            )
        if _digest(dump) != manifest["sha256"]:
            raise BackupError("The file is damaged: its checksum is wrong. Take another backup.")
        _load(dump)
        _put_keys_back(Path(scratch))
    if manifest["key"] == _fingerprint():
        return []
    return [
        "SECRET_KEY isn't the one of the backup: name that one in SECRET_KEY_FALLBACKS, or second factors are lost."
    ]


def _dump(to: Path) -> None:
    if connection.vendor == "postgresql":
        _run(
            "pg_dump", "--format=custom", *_OWN, "--no-owner", "--no-privileges", f"--file={to}",
        )  # fmt: skip
        _run("pg_restore", "--list", str(to))
        return
    connection.ensure_connection()
    with closing(sqlite3.connect(to)) as copy:
        connection.connection.backup(copy)


def _load(dump: Path) -> None:
    if connection.vendor == "postgresql":
        _load_into_postgres(dump)
        return
    connection.ensure_connection()
    with closing(sqlite3.connect(dump)) as copy:
        copy.backup(connection.connection)


def _load_into_postgres(dump: Path) -> None:
    """Replace the site's tables in one transaction, which nobody sees until the dump is read to its end."""
    read = [*_program("pg_restore"), *_OWN, "--no-owner", "--no-privileges", "--file=-", str(dump)]
    write = [*_program("psql"), "--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1"]
    with subprocess.Popen(
        write, env=_environment(), stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    ) as psql:  # fmt: skip
        assert psql.stdin is not None
        psql.stdin.write(_CLEAR)
        psql.stdin.flush()
        reading = subprocess.run(read, stdout=psql.stdin, stderr=subprocess.PIPE)
        _out, said = psql.communicate(b"" if reading.returncode else b"COMMIT;\n")
    # If psql failed, pg_restore could no longer write and failed too.
    _require(psql.returncode, "psql", said)
    _require(reading.returncode, "pg_restore", reading.stderr)


def _unpack(file: Path, folder: Path) -> dict[str, Any]:
    try:
        with tarfile.open(file) as archive:
            archive.extractall(folder, filter="data")
        manifest: dict[str, Any] = json.loads((folder / MANIFEST).read_text())
    except (OSError, tarfile.TarError, ValueError) as error:
        raise BackupError(f"{file} can't be read as a backup ({type(error).__name__}).") from error
    if manifest.get("format") != FORMAT:
        raise BackupError(f"{file} isn't a backup that this version reads.")
    return manifest


def _put_keys_back(folder: Path) -> None:
    """Store the backup's keys where the data folder has none of its own and the environment names none."""
    for key in KEYS:
        kept = Path(settings.DATA_DIR) / key
        if (folder / key).exists() and not os.environ.get(key.upper(), "").strip():
            kept.unlink(missing_ok=True)
            kept.touch(mode=0o600)
            kept.write_text((folder / key).read_text())
            if key == "secret_key":
                settings.SECRET_KEY = kept.read_text().strip()


def _run(program: str, *words: str) -> None:
    """Run one of Postgres' programs on the database."""
    done = subprocess.run([*_program(program), *words], env=_environment(), capture_output=True)
    _require(done.returncode, program, done.stderr)


def _program(name: str) -> list[str]:
    """Return how to start the newest installed version of one of Postgres' programs."""
    newest = sorted(POSTGRES_BINS.glob(f"*/bin/{name}"), key=lambda one: float(one.parts[-3]))
    path = str(newest[-1]) if newest else shutil.which(name)
    if path is None:
        raise BackupError(f"{name} is missing: install Debian's postgresql-client.")
    return [path]


def _environment() -> dict[str, str]:
    """Return how Postgres' programs reach the database; the password goes this way, which others can't see."""
    params = connection.get_connection_params()
    given = {
        variable: str(params[name])
        for name, variable in _IN_ENVIRONMENT.items()
        if params.get(name)
    }
    return {**os.environ, **given}


def _require(status: int, program: str, said: bytes) -> None:
    """Raise BackupError with the first line that a program wrote, if it failed; the others may quote rows."""
    if status:
        first = said.decode(errors="replace").strip().splitlines()[:1]
        raise BackupError(f"{program} failed: {' '.join(first)}")


def _fingerprint() -> str:
    return hashlib.sha256(f"{FORMAT}{settings.SECRET_KEY}".encode()).hexdigest()


def _digest(file: Path) -> str:
    with file.open("rb") as data:
        return hashlib.file_digest(data, "sha256").hexdigest()
