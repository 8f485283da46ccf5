"""Jobs that take time: their order, the queue of Celery, and the process beside the server."""

import os
import signal
import threading
import time
from typing import Any

import pytest

from spades_site.celery import app
from spades_site.common.server import background, warm_process
from spades_site.common.server.background import Job, Jobs
from spades_site.common.server.warm_process import WarmProcess


def until(found: Any) -> None:
    """Wait until `found()` is true."""
    end = time.monotonic() + 20
    while not found():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_jobs_of_games_come_first_each_once_and_none_late(monkeypatch: pytest.MonkeyPatch) -> None:
    go, done = threading.Event(), []

    def do(job: Job) -> None:
        go.wait()
        done.append((job.name, job.args))
        if job.name == "fails":
            raise OSError

    jobs = Jobs(do)
    jobs.put("first", (0,), urgent=False)
    until(lambda: jobs._queue.empty())
    monkeypatch.setattr(background, "URGENT_SECONDS", -1)
    jobs.put("late", (1,), urgent=True)
    monkeypatch.setattr(background, "URGENT_SECONDS", 60)
    for number in (1, 2, 1):
        jobs.put("analyse", (number,), urgent=False)
        jobs.put("fails", (number,), urgent=True)
    monkeypatch.setattr(background, "MOST_WAITING", 5)
    jobs.put("too many", (), urgent=True)
    go.set()
    until(lambda: len(done) == 5)
    assert done == [
        ("first", (0,)), ("fails", (1,)), ("fails", (2,)), ("analyse", (1,)), ("analyse", (2,)),
    ]  # fmt: skip


def test_celery_gets_the_job_in_the_queue_of_the_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    background._publish(Job(background.FIRST, 0, "games.tables.tasks.choose_for_bot", (1, 2, 3)))
    with app.connection_for_write() as link:
        message = link.default_channel.basic_get(background.QUEUE, no_ack=True)
    args, fields, _chain = message.decode()
    assert (message.headers["task"], args, fields) == (
        "games.tables.tasks.choose_for_bot", [1, 2, 3], {},
    )  # fmt: skip
    # Where the queue is switched off nothing is sent.
    monkeypatch.setattr(background._to_celery, "put", pytest.fail)
    background.send("games.tables.tasks.choose_for_bot", 1, 2, 3, urgent=True)


@pytest.fixture
def process() -> Any:
    """The process beside the server."""
    made = WarmProcess()
    yield made
    made.stop()
    assert made.pid is None


def job(name: str, *args: int) -> Job:
    return Job(background.FIRST, 0, name, args)


@pytest.mark.slow
def test_the_process_starts_with_a_job_stays_and_comes_back(
    process: WarmProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert process.pid is None
    # A job that fails is done too.
    assert process.do(job("time.sleep", 0))
    assert process.do(job("no.such.function", 1))
    first = process.pid
    assert first is not None
    assert os.getpriority(os.PRIO_PROCESS, first) == 10
    os.kill(first, signal.SIGKILL)
    until(lambda: process.pid is None)
    assert process.do(job("time.sleep", 0))
    assert process.pid not in (None, first)
    # A job that ends the process, or takes too long, is given up; then the process stays away for a moment.
    assert not process.do(job("os._exit", 3))
    assert not process.do(job("time.sleep", 0))
    process._not_before = 0.0
    monkeypatch.setattr(warm_process, "JOB_SECONDS", 0.5)
    assert not process.do(job("time.sleep", 30))
    assert process.pid is None
    monkeypatch.setattr(warm_process, "JOB_SECONDS", 60)
    process._not_before = 0.0
    assert process.do(job("time.sleep", 0))
