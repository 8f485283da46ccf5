"""D5 when the machine's clock leaps: no seat times out by it, moves go on, and an absent player still times out."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.deployed.people import Club
from tests.faults.deployed.site import Site, deployment
from tests.faults.deployed.test_two_of_everything import all_play, lost_to_the_clock
from tests.support.client import Player

LIBRARIES = sorted(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"))
TURN = 20
HOUR = 3600


class Clock:
    """The wall clock of all the platform's processes; their monotonic clock goes on as it did."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "leap"
        self.set(0)
        self.env = {
            "LD_PRELOAD": str(LIBRARIES[0]),
            "FAKETIME_TIMESTAMP_FILE": str(self.file),
            # All processes see a leap at the same moment, as on a real machine.
            "FAKETIME_NO_CACHE": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            "NO_FAKE_STAT": "1",
        }

    def set(self, seconds: int) -> None:
        """Have the clock differ from the machine's by so much from now on."""
        draft = self.file.with_suffix(".draft")
        draft.write_text(f"{seconds:+d}s\n")
        draft.replace(self.file)


@pytest.fixture(scope="module")
def clock(tmp_path_factory: pytest.TempPathFactory) -> Clock:
    """The clock."""
    return Clock(tmp_path_factory.mktemp("clock"))


@pytest.fixture(scope="module")
def site(clock: Clock) -> Iterator[Site]:
    """The deployment, with that clock."""
    with deployment(**clock.env) as one:
        yield one


@pytest.mark.long
@pytest.mark.skipif(not LIBRARIES, reason="needs Debian's libfaketime")
async def test_d5_a_leap_of_the_clock_costs_nobody_a_turn_and_lets_nobody_wait(
    site: Site, clock: Clock
) -> None:
    await site.ready()
    club = Club(site, 2, TURN)
    playing = asyncio.create_task(club.play())
    await all_play(club, playing)
    for leap in (HOUR, 0, -HOUR, 2 * HOUR):
        clock.set(leap)
        # Longer than a turn.
        await asyncio.sleep(TURN + 5)
        await all_play(club, playing)
        assert lost_to_the_clock(site) == ["0", "0"], leap
        print(f"  the clock differs by {leap:+} s: all tables go on, no turn lost")
    figures = club.figures
    # Requests may be refused: after a leap forward bots take seats that were about to be taken.
    assert (figures.lost, figures.doubled) == (0, 0)
    # Backwards, and somebody goes.
    clock.set(0)
    await asyncio.sleep(5)
    await all_play(club, playing)
    gone = await _leave_at_turn(club)
    await gone.until(
        lambda view: any(seat["stand_in"] for seat in view["table"]["seats"]), TURN * 3
    )
    print("  set back, and somebody goes: a bot stands in for them")
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)


async def _leave_at_turn(club: Club) -> Player:
    """Have a player leave in the bidding of the next game; returns a player there who sees it."""
    async with asyncio.timeout(120):
        while True:
            for players in club.in_play.values():
                if players[1].is_our_turn() and players[1].view["game"]["phase"] == "bid":
                    club.absent.add(id(players[1]))
                    return players[0]
            await asyncio.sleep(0.05)
