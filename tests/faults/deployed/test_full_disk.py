"""D1, D4 when Postgres' disk is full: moves are refused in words and whole, `/readyz` says so, and all goes on once there is room."""

import asyncio
import json
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.faults.deployed.people import Club
from tests.faults.deployed.site import Site, deployment
from tests.faults.deployed.test_two_of_everything import all_play, lost_to_the_clock

MEGABYTES = 400
FULL_SECONDS = 30.0
TURN = 20
"""Seconds: shorter than the disk is full."""
SENTENCE = "The server’s disk is full, so nothing can be stored. Try again in a few minutes."


@pytest.fixture(scope="module")
def disk() -> Iterator[Path]:
    """A small disk."""
    # Not under TMPDIR: a Unix socket's path may be no longer than 107 bytes.
    folder = Path(tempfile.mkdtemp(prefix="spades-disk-", dir="/tmp"))
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={MEGABYTES}M,mode=1777", "tmpfs", str(folder)]
    )
    if made.returncode:
        folder.rmdir()
        pytest.skip("may not mount a small disk")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)
        folder.rmdir()


@pytest.fixture(scope="module")
def site(disk: Path) -> Iterator[Site]:
    """The deployment, with its database on the small disk."""
    with deployment(disk) as one:
        yield one


@pytest.mark.long
async def test_d1_d4_a_full_disk_loses_nothing_that_was_acknowledged(
    site: Site, disk: Path
) -> None:
    await site.ready()
    club = Club(site, 2, TURN)
    playing = asyncio.create_task(club.play())
    await all_play(club, playing)
    _fill(disk / "filler")
    told: list[dict[str, Any]] = []
    begun = time.monotonic()
    while not club.figures.refusals[SENTENCE] and time.monotonic() - begun < 240:
        await asyncio.sleep(1)
        _fill(disk / "filler")
    refused = time.monotonic() - begun
    while time.monotonic() - begun < refused + FULL_SECONDS:
        told += await asyncio.gather(*(asyncio.to_thread(_readyz, port) for port in site.ports))
        await asyncio.sleep(1)
    (disk / "filler").unlink()
    if site.postgres.process.poll() is not None:
        print("  Postgres had stopped itself")
        await asyncio.to_thread(site.start, "postgres")
    begun = time.monotonic()
    await site.ready()
    await all_play(club, playing)
    back = time.monotonic() - begun
    club.closing.set()
    await playing
    figures = club.figures
    print(
        f"\n  full for {refused + FULL_SECONDS:.0f} s, first refusal after {refused:.0f} s; told: {dict(figures.refusals)};"
        f" all tables went on {back:.1f} s after there was room\n  {figures.games} games finished, {len(figures.not_begun)} never begun;"
        f" {figures.acknowledged} actions acknowledged, {figures.lost} lost, {figures.doubled} doubled"
    )
    assert (figures.lost, figures.doubled, figures.wrong) == (0, 0, [])
    assert figures.refusals[SENTENCE]
    assert "full: nothing can be stored" in {answer.get("disk") for answer in told}
    assert lost_to_the_clock(site) == ["0", "0"]
    assert site.platform.manage("refold").split()[-2:] == ["0", "differ"]


def _fill(file: Path) -> None:
    """Leave no room on the file's disk."""
    with suppress(OSError), file.open("ab", buffering=0) as filler:
        for size in (1 << 20, 4096):
            with suppress(OSError):
                while filler.write(b"x" * size):
                    pass


def _readyz(port: int) -> dict[str, Any]:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=5) as answer:
            return dict(json.loads(answer.read()))
    except urllib.error.HTTPError as error:
        return dict(json.loads(error.read()))
    except OSError:
        return {}
