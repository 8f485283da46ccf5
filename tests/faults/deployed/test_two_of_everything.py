"""D1, D2, D5, D6, O1 on a whole deployment, two of everything: each part is killed and stopped while people play, one after another.

`pytest -m long -s tests/faults/deployed/test_two_of_everything.py` prints the figures (docs/reliability.md).
"""

import asyncio
import os
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import pytest
import redis

from tests import program, services
from tests.faults.deployed.people import Club
from tests.faults.deployed.site import WEBS, WORKERS, Site, deployment

TABLES = int(os.environ.get("FAULT_TABLES", "6"))
TURN = 20
"""Seconds: shorter than AWAY, so that an outage that counted would cost turns."""
AWAY = 25.0
SHORT = 6.0
CATCH_UP = 15.0
"""D2: how soon after Redis' return everybody has the newest picture."""
REST = 5.0

type Fault = Callable[[Site], Awaitable[None]]


def killed(*names: str, seconds: float) -> Fault:
    """Kill components, and start them again after so many seconds."""

    async def harm(site: Site) -> None:
        for name in names:
            await asyncio.to_thread(site.kill, name)
        await asyncio.sleep(seconds)
        for name in names:
            await asyncio.to_thread(site.start, name)

    return harm


def stopped(*names: str, seconds: float) -> Fault:
    """Have components stand still for so many seconds."""

    async def harm(site: Site) -> None:
        for name in names:
            site.stop(name)
        try:
            await asyncio.sleep(seconds)
        finally:
            for name in names:
                site.resume(name)

    return harm


async def flushed(site: Site) -> None:
    """Empty Redis while everybody uses it."""
    with redis.Redis.from_url(site.redis.url) as link:
        await asyncio.to_thread(link.flushall)


EVERYTHING = (*WEBS, *WORKERS, "beat", "bots")
FAULTS: dict[str, Fault] = {
    "one web process killed": killed("web 1", seconds=SHORT),
    "one web process stopped": stopped("web 2", seconds=SHORT),
    "both web processes killed": killed(*WEBS, seconds=AWAY),
    "both web processes stopped": stopped(*WEBS, seconds=AWAY),
    "one worker killed": killed("worker 1", seconds=SHORT),
    "both workers killed": killed(*WORKERS, seconds=AWAY),
    "both workers stopped": stopped(*WORKERS, seconds=AWAY),
    "beat killed": killed("beat", seconds=AWAY),
    "beat stopped": stopped("beat", seconds=AWAY),
    "bots' worker killed": killed("bots", seconds=SHORT),
    "bots' worker stopped": stopped("bots", seconds=SHORT),
    "Redis flushed": flushed,
    "Redis killed": killed("redis", seconds=AWAY),
    "Redis stopped": stopped("redis", seconds=AWAY),
    "Postgres restarted at once": killed("postgres", seconds=0),
    "Postgres killed": killed("postgres", seconds=AWAY),
    "Postgres stopped": stopped("postgres", seconds=AWAY),
    "everything but the databases killed": killed(*EVERYTHING, seconds=AWAY),
    "everything stopped": stopped(*EVERYTHING, "redis", "postgres", seconds=AWAY),
}
GOES_ON = {
    *("one web process killed", "one worker killed", "both workers killed", "both workers stopped"),
    *("beat killed", "beat stopped", "bots' worker killed", "bots' worker stopped"),
    *("Redis flushed", "Redis killed", "Redis stopped"),
}
"""Faults during which moves are accepted."""
CHOSEN = [name for name in FAULTS if os.environ.get("FAULTS", "") in name]

BY_THE_CLOCK = """
from games.tables.models import Action, Seat
print(Action.objects.filter(by="clock").count(), Seat.objects.filter(missed__gt=0).count())
"""


OWN_PROXY = [
    name
    for name in CHOSEN
    if "web process" in name or name in ("Redis killed", "everything but the databases killed")
]
"""Faults that also happen behind the site's own proxy, which sends all sockets of a table to one web process."""


@pytest.mark.long
async def test_d1_d2_d5_o1_nothing_is_lost_doubled_or_timed_out(tmp_path: Path) -> None:
    with deployment() as site:
        await _suffer(site, CHOSEN)
        _restored(site, tmp_path)


@pytest.mark.long
async def test_d1_d2_d5_nothing_is_lost_behind_the_sites_own_proxy() -> None:
    with deployment(own_proxy=True) as site:
        await _suffer(site, OWN_PROXY)


async def _suffer(site: Site, faults: Sequence[str]) -> None:
    """Have the faults happen, one after another, while people play; print the figures, and check them."""
    await site.ready()
    club = Club(site, TABLES, TURN)
    playing = asyncio.create_task(club.play())
    seen: list[tuple[str, float, float, float]] = []
    await all_play(club, playing)
    for name in faults:
        begun = time.monotonic()
        await FAULTS[name](site)
        away = time.monotonic()
        caught_up = await club.catch_up(CATCH_UP) if name in GOES_ON else 0.0
        await site.ready()
        await all_play(club, playing)
        seen.append((name, begun, away, caught_up))
        await asyncio.sleep(REST)
    club.closing.set()
    await playing
    figures, clock = club.figures, lost_to_the_clock(site)
    print(f"\n{TABLES} tables, turns of {TURN} s, load {os.getloadavg()[0]:.1f}")
    for name, begun, away, caught_up in seen:
        line = f"  {name:<36} {away - begun:5.1f} s; longest gap in a game"
        line += f" {figures.longest_gap(begun, away + 1):5.1f} s;"
        line += f" {figures.acknowledged_between(begun, away):4} acknowledged meanwhile"
        print(line + (f"; all caught up {caught_up:.1f} s later" if name in GOES_ON else ""))
    print(
        f"  {figures.games} games finished, {len(figures.not_begun)} never begun; {figures.acknowledged} actions acknowledged,"
        f" {figures.lost} lost, {figures.doubled} doubled; {clock[0]} played by the clock at {clock[1]} seats"
    )
    for moment, what in [
        *(
            (moment, f"a bot for seat {seat} of {table}")
            for (table, seat), moment in figures.stand_ins.items()
        ),
        *((moment, f"never begun: {what}") for moment, what in figures.not_begun),
    ]:
        name, begun = next(
            ((name, begun) for name, begun, *_ in reversed(seen) if begun < moment),
            ("the start", moment),
        )
        print(f"  {moment - begun:.0f} s after “{name}” began: {what}")
    assert (figures.lost, figures.doubled, figures.wrong) == (0, 0, [])
    for name, begun, away, _ in seen:
        too_short = away - begun < SHORT
        assert name not in GOES_ON or too_short or figures.acknowledged_between(begun, away), name
    assert clock == ["0", "0"]


def lost_to_the_clock(site: Site) -> list[str]:
    """Return how many actions the clock took, and how many seats have missed a turn."""
    return site.platform.manage("shell", "-v0", "-c", BY_THE_CLOCK).split()


async def all_play(club: Club, playing: asyncio.Task[None]) -> None:
    """Wait until an action has been acknowledged at every table's game from now on."""
    begun = time.monotonic()
    while time.monotonic() - begun < 120:
        if playing.done():
            await playing
        active = {game for game, moment in club.figures.moments if moment > begun}
        if len(active) >= club.tables:
            return
        await asyncio.sleep(0.2)
    raise AssertionError(f"only {len(active)} of {club.tables} tables go on")


def _restored(site: Site, folder: Path) -> None:
    """O1: back the site up, and restore it into an empty cluster, where every log is folded again."""
    folded = site.platform.manage("refold").split()
    assert folded[-2:] == ["0", "differ"]
    site.platform.manage("backup", str(folder))
    (file,) = folder.glob("*")
    with services.postgres() as url:
        env = {**site.platform.env, "DATABASE_URL": url, "SPADES_DATA_DIR": str(folder / "new")}
        elsewhere = program.Platform(0, folder, env, [])
        restored = elsewhere.manage("restore", str(file))
        print(f"  restored into an empty cluster: {restored.splitlines()[0]}")
        assert restored.splitlines()[0] == " ".join(folded)
