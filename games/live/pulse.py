"""The heartbeat of a web process: without one, no turn expires (games/tables/timing/outages.py)."""

import asyncio
import logging
from functools import partial

from games.live.threads import in_database
from games.tables.timing import outages
from spades_site.common.monitoring.safe_logging import trace_of
from spades_site.common.server import room

log = logging.getLogger("spades.live")
EVERY = 1.0
"""In seconds."""


async def send_heartbeats() -> None:
    """Record every second that this process serves. Runs on the serving loop, so a blocked loop stops the heartbeat."""
    while True:
        try:
            await in_database("en", partial(outages.serve, short_of_room=room.is_short()))
        except Exception as error:
            # The database may be unavailable: then nobody can act, and the next second comes soon.
            log.warning("could not record that this process serves: %s", trace_of(error))
        await asyncio.sleep(EVERY)
