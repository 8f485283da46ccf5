"""The single process that does the jobs of `background.py` for a server without Celery workers.

It starts with the first job, so that a site whose bots don't search never has it, and stays, because loading the platform
takes longer than most jobs. It runs at low priority. If it dies, or is killed because a job takes too long, the next job
restarts it.
"""

import json
import logging
import selectors
import subprocess
import sys
import threading
import time
from collections.abc import Sequence

from spades_site.common.server.background import Job

log = logging.getLogger("spades.background")
JOB_SECONDS = 120.0
"""The time limit of a job."""
SHORTEST_PAUSE, LONGEST_PAUSE = 1.0, 300.0
"""The delay, in seconds, before a process that died during a job is restarted; it doubles each time."""
COMMAND = (sys.executable, "-m", "spades_site.background_process")


class WarmProcess:
    """A process that is sent one job at a time; only one thread may call `do`."""

    def __init__(self, command: Sequence[str] = COMMAND) -> None:
        self._command = list(command)
        self._process: subprocess.Popen[bytes] | None = None
        self._pause = SHORTEST_PAUSE
        self._not_before = 0.0
        self._stopped = False
        self._lock = threading.Lock()

    @property
    def pid(self) -> int | None:
        """Return the id of the running process, or None."""
        process = self._process
        return None if process is None or process.poll() is not None else process.pid

    def do(self, job: Job) -> bool:
        """Send the process a job and wait for its end; return whether it ended, successfully or not."""
        process = self._running()
        if process is None or process.stdin is None or process.stdout is None:
            return False
        try:
            process.stdin.write(json.dumps([job.name, *job.args]).encode() + b"\n")
            with selectors.DefaultSelector() as selector:
                selector.register(process.stdout, selectors.EVENT_READ)
                done = bool(selector.select(JOB_SECONDS)) and process.stdout.readline() == b"done\n"
        except OSError:
            done = False
        if done:
            self._pause = SHORTEST_PAUSE
        elif not self._stopped:
            log.warning("the bots' process ended in %s; the next job starts it again", job.name)
            self._end(process)
            self._not_before = time.monotonic() + self._pause
            self._pause = min(2 * self._pause, LONGEST_PAUSE)
        return done

    def stop(self) -> None:
        """End the process for good."""
        with self._lock:
            self._stopped = True
            process = self._process
        if process is not None:
            self._end(process)

    def _running(self) -> subprocess.Popen[bytes] | None:
        with self._lock:
            if self._stopped or time.monotonic() < self._not_before:
                return None
            if self._process is None or self._process.poll() is not None:
                self._process = subprocess.Popen(
                    self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
                )
            return self._process

    @staticmethod
    def _end(process: subprocess.Popen[bytes]) -> None:
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                pipe.close()
