"""D5 and D6 on the running program: an outage costs nobody a turn, and everybody is back with the true picture."""

import asyncio
import json
import os
import signal
import threading
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from celery import Celery

from games import engine
from games.tables import services
from games.tables.models import Pulse, Table
from games.tables.server import wakeups
from games.tables.server.wakeups import wake_table
from games.tables.tasks import sweep
from games.tables.timing import outages
from games.tables.timing.clocks import TURN_SECONDS
from games.tables.timing.timers import Timers
from spades_site.common.clock import machine_time, now
from spades_site.scheduler import Scheduler
from tests import program
from tests.support import protocol
from tests.support.client import Player, Visitor, table_id

pytestmark = pytest.mark.postgres

PAUSE = 20.0
LONG_PAUSE = 90.0
TURN = 15
"""Seconds: a turn that the pause is longer than, and in which a slow machine starts a web process after the worker's first sweep."""
DROPPED = 50
LONG_DROPPED = 500
BACK_WITHIN = 2.0


@pytest.fixture(scope="module")
def site() -> Iterator[program.Platform]:
    """The running program."""
    quick = {"BOT_SECONDS": "0", "HAND_PAUSE_SECONDS": "0.1", "SOCKETS_PER_ADDRESS": "3000"}
    with program.of_this_run(**quick) as platform:
        yield platform


@pytest.fixture(autouse=True)
def _forget(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave no trace of serving in this process."""
    for name in ("_this_serves", "_halted", "_recorded", "_back_by"):
        monkeypatch.setattr(outages, name, getattr(outages, name))


def test_d5_no_turn_is_shorter_than_what_counts_as_an_outage() -> None:
    assert timedelta(seconds=TURN_SECONDS[0]) > outages.OUTAGE


def at_anns_turn(member: Any, turn_seconds: int = 30) -> Table:
    """Return a table of Ann and bots at which she is to bid."""
    ann = member("ann")
    terms = services.TableTerms(rules=engine.preset("cardgames_io"), turn_seconds=turn_seconds)
    table = services.open_table(terms, created_by=ann)
    services.take_seat(table_id=table.pk, user=ann, seat=0, salt_hash="")
    services.fill_with_bots(table_id=table.pk, by=ann)
    table.refresh_from_db()
    while services.wake_table(table.pk):
        table.refresh_from_db()
    return table


@pytest.mark.django_db(transaction=True)
def test_d5_a_timer_that_comes_before_the_first_sweep_takes_no_turn(
    member: Any, hands: Any
) -> None:
    """A process that stood still rings its timers at once: the outage must be made good before."""
    table = at_anns_turn(member)
    Pulse.objects.create(pk=1, at=machine_time() - timedelta(seconds=90))
    hands.forward(90)
    rung = threading.Event()

    def ring(table_id: int) -> bool:
        try:
            return wake_table(table_id)
        finally:
            rung.set()

    Timers(ring, outages.beat).at(table.wake_at, table.pk)
    assert rung.wait(20)
    seat = Table.objects.get(pk=table.pk).seats.get(index=0)
    assert (seat.stand_in, seat.missed) == (False, 0)


@pytest.mark.django_db(transaction=True)
def test_d5_a_new_house_counts_from_its_first_table_on() -> None:
    """An outage before the first sweep ever is one, too: the pulse begins with the first timer."""
    begun = threading.Event()

    def begin() -> None:
        outages.beat()
        begun.set()

    Timers(lambda _: None, begin).at(now() + timedelta(hours=1), 1)
    assert begun.wait(20)
    assert Pulse.objects.count() == 1


@pytest.mark.django_db
def test_d5_while_no_web_process_serves_sweeps_end_no_turn(
    member: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Workers go on sweeping while all web processes are down, and nobody can act."""
    monkeypatch.setattr(outages, "_this_serves", False)
    table = at_anns_turn(member)
    began = machine_time()
    outages.serve()
    monkeypatch.setattr(outages, "_this_serves", False)

    def swept(seconds: float) -> tuple[bool, bool]:
        """Sweep at a time of the clock; returns whether Ann lost her turn, and whether its time goes on."""
        moment = began + timedelta(seconds=seconds)
        for place in ("timing.outages", "server.wakeups", "game.locked_table"):
            monkeypatch.setattr(f"games.tables.{place}.now", lambda: moment)
        monkeypatch.setattr(outages, "machine_time", lambda: moment)
        sweep()
        found = Table.objects.get(pk=table.pk)
        return found.seats.get(
            index=0
        ).stand_in, found.wake_at is not None and found.wake_at > moment

    turn = int(table.turn_seconds + table.seats.get(index=0).bank_left)
    coming_back = int(outages.COMING_BACK.total_seconds())
    assert swept(turn - 1) == (False, True)
    assert swept(turn + 1) == (False, False)
    # All the time is hers again, up to a whole turn, and a page needs a while to find its way back.
    end = 2 * turn + coming_back
    for second in range(turn + 1, end):
        outages.serve()
        assert swept(second) == (False, True)
    outages.serve()
    assert swept(end)[0] is False
    outages.serve()
    assert swept(end + 2)[0]


@pytest.mark.django_db
def test_d5_a_turn_that_was_nearly_over_leaves_time_to_come_back(
    member: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page waits up to 10.4 s before it connects again, however soon a web process serves."""
    table = at_anns_turn(member)
    outages.beat()
    assert table.deadline is not None
    moment = table.deadline + timedelta(seconds=30)
    Pulse.objects.update(at=table.deadline - timedelta(seconds=1))
    monkeypatch.setattr(outages, "machine_time", lambda: moment)
    monkeypatch.setattr(outages, "now", lambda: moment)
    outages.beat()
    found = Table.objects.get(pk=table.pk).deadline
    assert found == moment + timedelta(seconds=1) + outages.COMING_BACK


@pytest.mark.django_db
def test_d5_a_timer_of_a_process_whose_database_was_away_takes_no_turn(
    member: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The timer rings while the database stands still, and waits for it: by then nobody could act for a whole turn."""
    table = at_anns_turn(member)
    outages.serve()
    served = Pulse.objects.get().at
    assert table.deadline is not None
    assert table.wake_at is not None
    moment = table.wake_at + timedelta(seconds=1)
    later = time.monotonic() + (moment - served).total_seconds()
    for place in ("timing.outages", "server.wakeups", "game.locked_table"):
        monkeypatch.setattr(f"games.tables.{place}.now", lambda: moment)
    monkeypatch.setattr(outages, "machine_time", lambda: moment)
    monkeypatch.setattr(outages, "monotonic", lambda: later)
    assert not wakeups.wake_in_time(table.pk)
    found = Table.objects.get(pk=table.pk)
    assert not found.seats.get(index=0).stand_in
    assert found.deadline == table.deadline + (moment - served) + outages.COMING_BACK


@pytest.mark.django_db
@pytest.mark.parametrize("process", ["web process", "worker"])
def test_d5_a_turn_that_begins_just_after_an_outage_leaves_time_to_come_back(
    member: Any, monkeypatch: pytest.MonkeyPatch, process: str
) -> None:
    """Whoever is back first acts at once, or a sweep plays a bot that is due; the next player's page may still wait before
    it connects again.
    """
    moment = now()
    for place in ("timing.outages", "server.wakeups", "game.locked_table"):
        monkeypatch.setattr(f"games.tables.{place}.now", lambda: moment)
    monkeypatch.setattr(outages, "machine_time", lambda: moment)
    Pulse.objects.create(pk=1, at=moment - timedelta(seconds=30), by_web=True)
    outages._recorded = time.monotonic() - 30
    before = outages._back_by
    outages.serve()
    if process == "worker":
        # It knows what the database says, and nothing else of the web process.
        outages._this_serves, outages._back_by = False, before
    assert at_anns_turn(member, turn_seconds=5).deadline == moment + outages.COMING_BACK


def test_d5_a_web_process_that_was_suspended_knows_it_before_it_records_again() -> None:
    moment = now()
    outages._this_serves, outages._halted, outages._recorded = True, False, time.monotonic()
    outages._back_by = moment - timedelta(hours=1)
    assert outages.back_by(moment) == outages._back_by
    outages._recorded -= 30
    assert outages.back_by(moment) == moment + outages.COMING_BACK


@pytest.mark.django_db
def test_d5_without_an_outage_a_worker_makes_no_turn_longer(
    member: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    moment = now()
    for place in ("timing.outages", "server.wakeups", "game.locked_table"):
        monkeypatch.setattr(f"games.tables.{place}.now", lambda: moment)
    ends = []
    for resumed in (None, moment - timedelta(hours=1), moment - timedelta(seconds=12)):
        Pulse.objects.update_or_create(
            pk=1, defaults={"at": moment, "by_web": True, "resumed_at": resumed}
        )
        ends.append(outages.back_by(moment))
    assert max(ends[:2]) <= moment
    assert ends[2] == moment + timedelta(seconds=3)
    assert at_anns_turn(member, turn_seconds=5).deadline == moment + timedelta(seconds=5)


@pytest.mark.django_db
def test_d5_a_clock_set_back_makes_no_turn_longer(
    member: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = at_anns_turn(member)
    outages.beat()
    before = Table.objects.get(pk=table.pk)
    assert before.deadline is not None
    moment = machine_time() - timedelta(hours=1)
    monkeypatch.setattr(outages, "machine_time", lambda: moment)
    monkeypatch.setattr(outages, "now", lambda: moment)
    monkeypatch.setattr(outages, "_ahead", None)
    outages.beat()
    # It may be this machine's clock that is wrong, while others go on recording.
    assert Table.objects.get(pk=table.pk).deadline == before.deadline
    outages._ahead = (Pulse.objects.get().at, time.monotonic() - 5)
    outages.beat()
    after = Table.objects.get(pk=table.pk)
    assert (after.deadline, after.version) == (
        moment + timedelta(seconds=table.turn_seconds), before.version + 1,
    )  # fmt: skip
    assert Pulse.objects.get().at == moment


@pytest.mark.django_db
def test_d5_a_clock_set_back_between_two_hands_lets_nobody_wait(
    member: Any, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.HAND_PAUSE_SECONDS = 8
    table = at_anns_turn(member)
    outages.beat()
    moment = machine_time() - timedelta(hours=1)
    # Between two hands nobody has a turn, and the next hand is due after a pause.
    Table.objects.update(deadline=None, wake_at=now() + timedelta(seconds=5))
    monkeypatch.setattr(outages, "machine_time", lambda: moment)
    monkeypatch.setattr(outages, "now", lambda: moment)
    monkeypatch.setattr(outages, "_ahead", (Pulse.objects.get().at, time.monotonic() - 5))
    outages.beat()
    after = Table.objects.get(pk=table.pk)
    assert (after.deadline, after.wake_at, after.version) == (
        None, moment + timedelta(seconds=8), table.version + 1,
    )  # fmt: skip


def test_d2_beat_goes_on_when_the_clock_is_set_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Celery's own scheduler would send nothing for an hour."""
    sent: list[str] = []
    app = Celery("apart", broker="memory://")
    app.conf.beat_schedule = {name: {"task": name, "schedule": 1.0} for name in ("a", "b")}
    scheduler = Scheduler(app)
    monkeypatch.setattr(scheduler, "apply_async", lambda entry, **_: sent.append(entry.task))
    real, shown = time.time, datetime.now

    def run(seconds: int, shift: int) -> list[str]:
        """Let so many seconds pass, on a clock that is wrong by `shift`."""
        sent.clear()
        for second in range(seconds):
            moment = shown(UTC) + timedelta(seconds=shift + second)
            monkeypatch.setattr(app, "now", lambda moment=moment: moment)
            monkeypatch.setattr(time, "time", lambda off=shift + second: real() + off)
            for _ in range(4):
                assert scheduler.tick() <= 1
        return sorted(set(sent))

    assert run(3, 0) == ["a", "b"]
    assert run(3, -3600) == ["a", "b"]
    assert run(3, 3600) == ["a", "b"]


async def guest_at_a_table(site: program.Platform, *, turn: int = 600, **options: Any) -> Player:
    """Return a guest who sits at a running table of two hands with bots."""
    visitor = Visitor(site.url)
    await asyncio.to_thread(visitor.become_guest)
    form = {
        "preset": "cardgames_io", "max_hands": "2", "pace": "own", "turn_seconds": str(turn),
        "visibility": "link", "others": "bots",
    }  # fmt: skip
    address = await asyncio.to_thread(visitor.post, "/play/open/", form)
    player = Player(
        site.url, table_id(address), visitor.headers(), stay=True,
        check=protocol.faults, **options,
    )  # fmt: skip
    await player.open()
    await player.until(lambda _: player.is_our_turn())
    return player


async def stand_still(site: program.Platform, seconds: float) -> None:
    """Stop every process of the program for a while."""
    for process in site.processes:
        os.kill(process.pid, signal.SIGSTOP)
    await asyncio.sleep(seconds)
    for process in site.processes:
        os.kill(process.pid, signal.SIGCONT)


async def die(site: program.Platform, seconds: float) -> None:
    """Kill every process of the program, and start it again after a while."""
    await asyncio.to_thread(site.stop, signal.SIGKILL)
    await asyncio.sleep(seconds)
    await asyncio.to_thread(site.start)


async def outage(site: program.Platform, how: Any, seconds: float) -> None:
    """Hold through an outage: the turn is still the person's, with its time, and a move is taken."""
    player = await guest_at_a_table(site, turn=TURN)
    version = player.view["v"]
    await how(site, seconds)
    # Past what is left of the turn if the outage had counted; well within the turn if not.
    await asyncio.sleep(2)
    await player.send({"t": "sync"})
    await player.back()
    seat = player.view["table"]["seats"][0]
    assert (seat["stand_in"], player.is_our_turn()) == (False, True)
    assert player.view["v"] >= version
    # The deadline is moved on when the platform is back, and that is a change: whoever acts just then is told that the
    # picture was old, and decides again.
    for _ in range(3):
        request = await player.act(player.view["game"]["legal"][0])
        if request in player.acked:
            break
    assert request in player.acked
    assert [error for error in player.errors if error["code"] != "stale"] == []
    assert player.faults == []
    await player.close()


async def test_d5_standing_still_costs_nobody_a_turn(site: program.Platform) -> None:
    await outage(site, stand_still, PAUSE)


async def test_d5_a_death_of_everything_costs_nobody_a_turn(site: program.Platform) -> None:
    await outage(site, die, PAUSE)


@pytest.mark.long
async def test_d5_ninety_seconds_cost_nobody_a_turn(site: program.Platform) -> None:
    await outage(site, stand_still, LONG_PAUSE)
    await outage(site, die, LONG_PAUSE)


async def dropped_together(site: program.Platform, number: int) -> list[float]:
    """Break so many watchers' and one player's lines at one moment; returns the seconds that each took to be back."""
    player = await guest_at_a_table(site)
    watchers = [Player(site.url, player.table, {}, stay=True) for _ in range(number)]
    for watcher in watchers:
        await watcher.open()
    everybody = [player, *watchers]
    for one in everybody:
        one.keep_frames = True
        one.drop()
    begun = time.monotonic()
    waits = []

    async def back(one: Player) -> None:
        await one.until(lambda _: one.connections == 2, 60)
        connected = time.monotonic()
        await one.back(60)
        waits.append(time.monotonic() - connected)

    await asyncio.gather(*(back(one) for one in everybody))
    assert time.monotonic() - begun < 60
    # Whoever came back sees the truth, and what happens next.
    await player.act(player.view["game"]["legal"][0])
    shown = player.view["v"]
    for one in everybody:
        await one.until(lambda view: view["v"] >= shown)
        versions = [view["v"] for view in map(json.loads, one.received) if view["t"] == "view"]
        assert versions == sorted(versions)
        assert one.view["game"]["bids"][0] == player.view["game"]["bids"][0] is not None
        await one.close()
    return waits


async def test_d6_lines_that_broke_together_are_back_with_the_true_picture(
    site: program.Platform,
) -> None:
    waits = await dropped_together(site, DROPPED)
    assert max(waits) < BACK_WITHIN


@pytest.mark.long
async def test_d6_five_hundred_lines_that_broke_together_are_back(site: program.Platform) -> None:
    waits = await dropped_together(site, LONG_DROPPED)
    assert max(waits) < BACK_WITHIN
