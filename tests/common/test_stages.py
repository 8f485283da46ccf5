"""What `script/test` does with a stage that leaves processes behind or doesn't end."""

import os
import select
import sys
from pathlib import Path

import pytest

from tools.test import ROOT, Stage, _summary, run

LEAVES_ONE = """
import subprocess, sys
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
print("left", child.pid)
"""
HANGS = """
import faulthandler, threading
faulthandler.enable()
print("begun", flush=True)
threading.Event().wait()
"""


def test_a_stage_ends_with_its_command_and_takes_along_what_that_left_running(
    tmp_path: Path,
) -> None:
    stage = Stage("leaves one", [[sys.executable, "-c", LEAVES_ONE]])
    run(stage, tmp_path, 30)
    word, pid = stage.output.split()
    assert (stage.ok, word) == (True, "left")
    assert stage.seconds < 30
    assert _has_ended(int(pid))


def test_a_stage_that_hangs_is_stopped_fails_and_shows_what_it_did(tmp_path: Path) -> None:
    stage = Stage("hangs", [[sys.executable, "-c", HANGS], [sys.executable, "-c", "print('next')"]])
    run(stage, tmp_path, 1)
    lines = stage.output.splitlines()
    assert stage.ok is False
    assert lines[0] == "begun"
    assert "Fatal Python error: Aborted" in lines
    assert lines[-2:] == ["Stopped after 1 s.", "next"]


def test_what_was_not_audited_is_told_at_the_end(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    note = "not audited: npm packages: the index gave no answer"
    stage = Stage("audit", [[sys.executable, "-c", f"print('begun'); print({note!r})"]])
    run(stage, tmp_path, 30)
    assert _summary([stage]) == 0
    (line,) = [line for line in capsys.readouterr().out.splitlines() if "not audited" in line]
    assert (line.split()[:2], line.endswith(note)) == (["ok", "audit"], True)


ONCE = """
from pathlib import Path
def test_fails_at_first() -> None:
    seen = Path(__file__).with_suffix(".seen")
    first = not seen.exists()
    seen.touch()
    assert not first
def test_fails_always() -> None:
    wrong = {always}
    assert wrong is False
"""


@pytest.mark.parametrize("always", [False, True])
def test_what_failed_is_tried_once_more_and_named(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    always: bool,
) -> None:
    monkeypatch.setattr("tools.test.ROOT", tmp_path)
    file = tmp_path / "tests" / "test_once.py"
    file.parent.mkdir()
    file.write_text(ONCE.replace("{always}", str(always)))
    command = [sys.executable, "-m", "pytest", "-q", "--assert=plain", "tests"]
    stage = Stage("once", [command], {"PYTHONPATH": str(ROOT)})
    run(stage, tmp_path, 60)
    names = [] if always else ["tests/test_once.py::test_fails_at_first"]
    assert (stage.ok, stage.unsteady) == (not always, names)
    assert (stage.passed, stage.failed) == ((0, 2) if always else (2, 0))
    # The second time it shows values.
    assert ("assert True is False" in stage.output) is always
    capsys.readouterr()
    assert _summary([stage]) == int(always)
    said = capsys.readouterr().out
    assert [line.rpartition(": ")[2] for line in said.splitlines() if "UNSTEADY" in line] == names


def _has_ended(pid: int) -> bool:
    """Return whether the process ends within ten seconds."""
    try:
        watched = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        return select.select([watched], [], [], 10)[0] == [watched]
    finally:
        os.close(watched)
