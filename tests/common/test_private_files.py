"""Files in the data folder are readable by the program's user only, whatever the umask."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tests.program import ROOT

# A database with its journal open, the collected files, and a table in it.
WRITE = """
import django
django.setup()
from django.core.management import call_command
from django.db import connection
call_command("collectstatic", "--noinput", verbosity=0)
with connection.cursor() as cursor:
    cursor.execute("CREATE TABLE x (a int)")
import json, os, pathlib
from django.conf import settings
print(json.dumps(sorted(os.listdir(settings.DATA_DIR))))
import signal
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.slow
def test_s3_files_are_made_0600_and_folders_0700(tmp_path: Path) -> None:
    data = tmp_path / "made" / "here"
    env = {
        key: value for key, value in os.environ.items() if key not in {"DATABASE_URL", "REDIS_URL"}
    }
    subprocess.run(
        [sys.executable, "-c", WRITE],
        cwd=ROOT,
        env={**env, "DJANGO_SETTINGS_MODULE": "spades_site.settings", "SPADES_DATA_DIR": str(data)},
        umask=0,
        stdout=subprocess.PIPE,
    )
    names = {path.name for path in data.iterdir()}
    # Killed, it leaves the journal behind.
    assert names == {
        "push_key", "secret_key", "spades.sqlite3", "spades.sqlite3-wal", "spades.sqlite3-shm", "static",
    }  # fmt: skip
    modes = {
        (path.is_dir(), oct(stat.S_IMODE(path.stat().st_mode)))
        for path in (data.parent, data, *data.rglob("*"))
    }
    assert modes == {(True, "0o700"), (False, "0o600")}


def test_s3_script_server_makes_its_folder_and_stamp_so_too() -> None:
    lines = (ROOT / "script" / "server").read_text().splitlines()
    assert lines.index("umask 077") < lines.index('mkdir -p "${SPADES_DATA_DIR:-var}"')
