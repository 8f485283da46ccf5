"""`deploy/systemd`: systemd takes the units, and a process keeps its release when an upgrade switches the link to another."""

import re
import subprocess
import venv
from pathlib import Path

from tests import services
from tests.program import ROOT

UNITS = ROOT / "deploy/systemd"
CURRENT = "/opt/spades/current"
# Prints the releases of two modules that it imports once it is told to: of the program, and of a package.
LATE_IMPORTS = "print('started', flush=True); input(); import ours, package; print(ours.RELEASE, package.RELEASE)"


def _values(unit: Path, key: str) -> list[str]:
    return re.findall(rf"(?m)^{key}=(.*)$", unit.read_text())


def test_systemd_takes_the_units() -> None:
    analyze = services.need("systemd-analyze", "systemd")
    done = subprocess.run(
        [analyze, "verify", *map(str, sorted(UNITS.glob("spades*")))],
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_units_start_the_current_release_by_a_path_that_a_switch_does_not_change() -> None:
    starts = {unit.stem: _values(unit, "ExecStart") for unit in UNITS.glob("*.service")}
    python = "/usr/bin/env .venv/bin"
    assert starts == {
        "spades-web@": [f"{python}/python -m spades_site.serve --port %i"],
        "spades-worker": [
            f"{python}/celery -A spades_site.celery worker --pool threads --concurrency 4 --queues celery"
        ],
        "spades-bots": [
            f"{python}/celery -A spades_site.celery worker --queues bots --pool prefork --concurrency 1 --prefetch-multiplier 1"
        ],
        "spades-beat": [
            f"{python}/celery -A spades_site.celery beat --scheduler spades_site.scheduler:Scheduler --pidfile="
        ],
        "spades-backup": ["/usr/bin/env script/backup /var/backups/spades --keep 14"],
    }
    for unit in UNITS.glob("*.service"):
        assert _values(unit, "WorkingDirectory") == [CURRENT]
    assert f"{CURRENT}/deploy/haproxy/visitors.cfg" in (UNITS / "haproxy.conf").read_text()
    manual = (ROOT / "docs/operations.md").read_text()
    assert f"ln -sfn $release {CURRENT}" in manual
    assert "/srv/spades" not in manual


def _release(folder: Path) -> None:
    """Make a release with a virtual environment of its own."""
    venv.create(folder / ".venv", symlinks=True)
    (packages,) = folder.glob(".venv/lib/python*/site-packages")
    (packages / "package.py").write_text(f"RELEASE = {folder.name!r}")
    (folder / "ours.py").write_text(f"RELEASE = {folder.name!r}")


def test_a_process_imports_from_the_release_with_which_it_started(tmp_path: Path) -> None:
    current = tmp_path / "current"
    for name in ("old", "new"):
        _release(tmp_path / "releases" / name)
    current.symlink_to(tmp_path / "releases/old")
    (start,) = _values(UNITS / "spades-web@.service", "ExecStart")
    command = [*start.partition(" -m ")[0].split(), "-c", LATE_IMPORTS]
    with subprocess.Popen(
        command, cwd=current, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stdout.readline() == "started\n"
        current.unlink()
        current.symlink_to(tmp_path / "releases/new")
        process.stdin.write("\n")
        process.stdin.close()
        assert process.stdout.read() == "old old\n"
