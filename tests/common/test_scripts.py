"""The programs in script/ say how they are used, from any folder, and do nothing else."""

import subprocess
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).resolve().parents[2] / "script"


@pytest.mark.parametrize("name", ["server", "bench"])
@pytest.mark.parametrize("option", ["-h", "--help"])
def test_help_only_helps(name: str, option: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [SCRIPTS / name, option], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    first, usage = done.stdout.splitlines()[:2]
    assert (done.returncode, done.stderr) == (0, "")
    assert first.endswith(".")
    assert not first.startswith("#")
    assert usage.startswith(f"  script/{name} ")
