"""Graceful stop of a web process on SIGTERM: announce it, move visitors to other processes, then stop."""

import asyncio
import signal
from collections.abc import Callable

from daphne.server import twisted_loop
from django.conf import settings

from games.live.sockets import sockets_here
from spades_site.staff.probes import here

NOTICED = 1 / 3
"""The part of STOP_SECONDS in which the proxy notices that this process stops."""
_leaving: set[asyncio.Task[None]] = set()


def stop_gently(stop: Callable[[], None]) -> None:
    """Install signal handlers: on SIGTERM, `leave` and then call `stop`; on SIGINT or a second SIGTERM, stop at once."""

    def on_term() -> None:
        twisted_loop.add_signal_handler(signal.SIGTERM, stop)
        task = twisted_loop.create_task(leave(settings.STOP_SECONDS))
        _leaving.add(task)
        task.add_done_callback(lambda _done: stop())

    twisted_loop.add_signal_handler(signal.SIGTERM, on_term)
    twisted_loop.add_signal_handler(signal.SIGINT, stop)


async def leave(seconds: float) -> None:
    """Answer `/readyz` with 503, wait until the proxy has noticed, and close the sockets over the rest of the time."""
    here.is_stopping = True
    await asyncio.sleep(seconds * NOTICED)
    await sockets_here().send_away(seconds * (1 - NOTICED))
