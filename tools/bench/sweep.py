"""The sweep that beat runs every second, over 10,000 open tables, on Postgres with fsync and on SQLite."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests import prepared, program, services


def main() -> None:
    """Print the figures of both, each measured in a process of its own, because its database isn't that of the other parts."""
    print("sweep: 10,000 open tables with 40,000 people, among 30,000 tables", flush=True)
    with services.postgres(durable=True) as server, program.database(server) as url:
        _measure(DATABASE_URL=url)
    with tempfile.TemporaryDirectory(prefix="spades-bench-") as folder:
        prepared.into(Path(folder))
        _measure(DATABASE_URL="", SPADES_DATA_DIR=folder)


def _measure(**env: str) -> None:
    subprocess.run(
        [sys.executable, "-m", "tools.bench.sweep_tables"],
        env={**os.environ, "TABLE_TIMERS": "0", "BOT_SECONDS": "0", "LIMITS": "tables=0", **env},
        check=True,
    )
