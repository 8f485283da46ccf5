"""How a web process ends on SIGTERM: it says so, lets its visitors go to another process, then stops."""

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
    """Have daphne's event loop call `stop` after a farewell on SIGTERM, and at once on SIGINT or a second SIGTERM."""

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
