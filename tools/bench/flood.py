"""What players and other visitors notice of somebody who floods the site: one address with 40 sockets, 12 pages, 20
sign-ups, 4 archives and 8 practice games at a time, against one process with everything in it.

Players, the other visitor and the flood come from different addresses of the loopback. Everything is measured quiet and with the
flood, in one run. Then a hall: 64 phones behind one address sign in at once and play, beside a visitor's flood from another address.
"""

import asyncio
import json
import re
import statistics
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

from tests import program
from tests.support.client import Player, Visitor, table_id
from tools.bench.flood_clients import cookies_in, request, send_form

TABLES, SEATS = 2, 4
SECONDS = 25.0
PHONES = 64
OTHER, HALL = "127.0.0.7", "127.0.0.8"
PASSWORD = "a-hall-full-of-phones"
MOST_RATIO = 3.0
MOST_MB = 512
MAKE_PEOPLE = f"""
from django.contrib.auth import get_user_model
from django.contrib.auth.hashers import make_password
password = make_password({PASSWORD!r})
for n in range({PHONES}):
    get_user_model().objects.create(username=f"phone{{n}}", email=f"phone{{n}}@example.org", password=password)
"""


def main() -> None:
    """Print the figures."""
    print(
        "flood: one address with 40 sockets, 12 pages, 20 sign-ups, 4 archives and 8 practice games at a time"
    )
    quick = {"BOT_SECONDS": "0.05", "HAND_PAUSE_SECONDS": "0.5", "SPADES_CLOCK_SHIFT_FILE": ""}
    prepare = (("demo",), ("shell", "-c", MAKE_PEOPLE))
    with program.running(prepare=prepare, LIMITS="guests=0,tables=0,accounts=0", **quick) as site:
        asyncio.run(_measure(site))


async def _measure(site: program.Platform) -> None:
    watched = await _seat(site)
    archive = _archive(site)
    await _both(site, await _tables(site), 5)
    quiet_moves, quiet_pages = await _both(site, await _tables(site), SECONDS)
    tables = await _tables(site)
    before = _peak(site)
    command = [sys.executable, "-m", "tools.bench.flood_clients"]
    flood = subprocess.Popen(
        [*command, str(site.port), watched[0].table, archive, str(SECONDS + 3)],
        cwd=program.ROOT, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    await asyncio.sleep(3)
    moves, pages = await _both(site, tables, SECONDS)
    said = json.loads(flood.communicate(timeout=60)[0])
    for what, calm, flooded in (
        ("a move", quiet_moves, moves),
        ("another visitor’s page", quiet_pages, pages),
    ):
        old, new = _p95(calm), _p95(flooded)
        print(
            f"  {what:<22} p95 {old:6.0f} ms quiet, {new:6.0f} ms with the flood   ratio {new / old:5.1f}"
            f" (at most {MOST_RATIO:.0f})   p50 {_p50(calm):5.0f} and {_p50(flooded):5.0f} ms   ({len(calm)} and {len(flooded)})"
        )
    print(
        f"  peak memory            {before:6.0f} MB quiet, {_peak(site):6.0f} MB with the flood (at most {MOST_MB})"
    )
    for kind, answers in said.items():
        print(f"  the flood’s {kind:<10} {dict(sorted(answers.items()))}")
    print(f"  server errors          {site.log.count('Internal Server Error')}")
    for player in watched:
        await player.close()
    await _hall(site)


async def _hall(site: program.Platform) -> None:
    """Sign 64 phones of one address in at once, and let each look at the lobby twice."""
    begun = time.perf_counter()
    signed_in = await asyncio.gather(*(_sign_in(site.port, n) for n in range(PHONES)))
    seconds = time.perf_counter() - begun
    sessions = [session for session in signed_in if session]
    waits: list[float] = []
    refused = 0

    async def look(session: str) -> None:
        nonlocal refused
        for _ in range(2):
            at = time.perf_counter()
            status, _text = await request(
                site.port, "/play/", cookies=f"sessionid={session}", source=HALL
            )
            waits.append(time.perf_counter() - at)
            refused += status != 200
            await asyncio.sleep(10)

    await asyncio.gather(*map(look, sessions))
    print(
        f"  a hall                 {len(sessions)} of {PHONES} phones signed in within {seconds:.1f} s;"
        f" their pages p95 {_p95(waits):.0f} ms, refused {refused} of {len(waits)}"
    )


async def _sign_in(port: int, number: int) -> str:
    fields = {"login": f"phone{number}", "password": PASSWORD}
    _status, text = await send_form(port, "/account/login/", fields, source=HALL)
    return cookies_in(text).get("sessionid", "")


async def _both(
    site: program.Platform, players: list[Player], seconds: float
) -> tuple[list[float], list[float]]:
    """Play and look at pages for a while; returns how long moves and pages took."""
    moves, pages = await asyncio.gather(_moves(players, seconds), _pages(site, seconds))
    return moves, pages


async def _tables(site: program.Platform) -> list[Player]:
    return [player for _ in range(TABLES) for player in await _seat(site)]


async def _moves(players: list[Player], seconds: float) -> list[float]:
    begun = time.perf_counter()
    games = asyncio.gather(*(player.play_on(_breathe) for player in players))
    with suppress(TimeoutError):
        await asyncio.wait_for(games, seconds)
    waits = [
        player.acked[key] - at if key in player.acked else time.perf_counter() - at
        for player in players
        for key, at in player.sent.items()
        if at > begun
    ]
    for player in players:
        await player.close()
    return waits


async def _breathe() -> None:
    await asyncio.sleep(0.1)


async def _pages(site: program.Platform, seconds: float) -> list[float]:
    until, waits = time.perf_counter() + seconds, []
    while (at := time.perf_counter()) < until:
        await request(site.port, "/", source=OTHER)
        waits.append(time.perf_counter() - at)
        await asyncio.sleep(0.2)
    return waits


async def _seat(site: program.Platform) -> list[Player]:
    """Open a table of many hands and seat four guests at it."""
    visitors = [Visitor(site.url) for _ in range(SEATS)]
    for visitor in visitors:
        await asyncio.to_thread(visitor.become_guest)
    address = await asyncio.to_thread(
        visitors[0].post, "/play/open/",
        {"preset": "cardgames_io", "target": "", "max_hands": "9", "turn_seconds": "60", "visibility": "link"},
    )  # fmt: skip
    players = [
        await Player(site.url, table_id(address), visitor.headers()).open() for visitor in visitors
    ]
    for seat, player in enumerate(players):
        if player.view["you"]["seat"] is None:
            await player.ask("sit", seat=seat, hash=player.hash)
    return players


def _archive(site: program.Platform) -> str:
    """Return the address of the archive of a tournament of the demonstration."""
    page = Visitor(site.url).get("/tournaments/")
    found = re.search(r'href="(/tournaments/[a-z0-9-]+/)"', page)
    return f"{found[1]}archive.json" if found else "/"


def _p95(waits: list[float]) -> float:
    return statistics.quantiles(waits, n=100)[94] * 1e3


def _p50(waits: list[float]) -> float:
    return statistics.median(waits) * 1e3


def _peak(site: program.Platform) -> float:
    """Return the most memory that the process has held so far, in MB."""
    status = Path(f"/proc/{site.processes[0].pid}/status").read_text()
    found = re.search(r"VmHWM:\s+(\d+) kB", status)
    return int(found[1]) / 1024 if found else 0.0
