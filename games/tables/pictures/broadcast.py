"""Send pictures to the sockets: after the commit, one message per change, with every viewer's part."""

import asyncio
import logging
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from channels.layers import get_channel_layer

from spades_site.common.monitoring.metrics import PUBLISH
from spades_site.common.monitoring.safe_logging import trace_of

log = logging.getLogger("spades.tables")
EVENTS = "account.events"
"""The channel message's type: the content of an account's stream has changed."""
_lock = threading.Lock()
_loop: asyncio.AbstractEventLoop | None = None
_under_way: set[asyncio.Task[None]] = set()
_here = threading.local()


class News(NamedTuple):
    """A message to everybody at a table, and when it was queued (by `perf_counter`)."""

    public_id: str
    message: dict[str, Any]
    since: float


def group_of(public_id: str) -> str:
    """Return the name of the group of all sockets at a table, or of an account's stream of events."""
    return f"table.{public_id}"


def account(user_id: int) -> str:
    """Return the id of an account's events, in place of a table's public id. Public ids have no point."""
    return f"account.{user_id}"


def publish_events(user_ids: Iterable[int]) -> None:
    """Tell these accounts' streams to send their current state. Never raises and never waits."""
    for user_id in user_ids:
        publish(account(user_id), {"type": EVENTS})


def serve_from(loop: asyncio.AbstractEventLoop) -> None:
    """Send from this loop from now on: the loop that serves the sockets saves a hop between threads."""
    global _loop
    _loop = loop


def publish(public_id: str, message: dict[str, Any]) -> None:
    """Send `message` to everybody at the table; its `of` names the table. Never raises and never waits.

    A lost message does no harm: the next one is a complete picture again, and clients ask when in doubt.
    """
    gathered = getattr(_here, "gathered", None)
    if gathered is not None:
        gathered.append(News(public_id, message, time.perf_counter()))
        return
    try:
        _sending_loop().call_soon_threadsafe(send, [News(public_id, message, time.perf_counter())])
    except Exception as error:
        log.error("table %s could not be published: %s", public_id, trace_of(error))


@contextmanager
def gathered() -> Iterator[list[News]]:
    """Collect this thread's messages in a list, for a caller that hops to the loop anyway and calls `send` there."""
    messages: list[News] = []
    _here.gathered = messages
    try:
        yield messages
    finally:
        _here.gathered = None


def send(messages: Iterable[News]) -> None:
    """Send messages; must be called on the sending loop."""
    loop = asyncio.get_running_loop()
    for news in messages:
        # Eager: within one process there is nothing to wait for.
        task = asyncio.Task(_send(news), loop=loop, eager_start=True)
        if not task.done():
            _under_way.add(task)
            task.add_done_callback(_under_way.discard)


async def _send(news: News) -> None:
    public_id = news.public_id
    layer = get_channel_layer()
    try:
        await layer.group_send(group_of(public_id), {**news.message, "of": public_id})
        PUBLISH.observe(time.perf_counter() - news.since)
    except Exception as error:
        # Redis may be unavailable. Clients ask again every few seconds.
        log.warning("table %s could not be published: %s", public_id, type(error).__name__)


def _sending_loop() -> asyncio.AbstractEventLoop:
    global _loop
    with _lock:
        if _loop is None or _loop.is_closed():
            _loop = asyncio.new_event_loop()
            threading.Thread(target=_loop.run_forever, name="publisher", daemon=True).start()
        return _loop
