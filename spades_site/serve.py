"""The whole platform in one process: `python -m spades_site.serve`.

daphne serves pages and sockets in the main thread. Without Redis, a Celery worker and beat run next to it in
threads over an in-memory queue; with Redis they are separate processes, and this is the web server alone.
"""

import argparse
import asyncio
import os
import socket
import sys
import threading
from collections.abc import Callable, Sequence
from typing import Any

from spades_site import preparing

# Frames of the table's protocol are far smaller; larger ones are rejected before they are read (docs/protocol.md).
MAX_FRAME_BYTES = 16_384
# This limits outgoing messages too: the picture of a game with five players grows by 0.8 KB per hand.
MAX_MESSAGE_BYTES = 524_288
# After a restart all pages connect at once: the length of the system's queue for them, and the timeout of each.
BACKLOG = 2048
HANDSHAKE_SECONDS = 30
_tasks: set[asyncio.Task[None]] = set()
"""What runs as long as the process; referenced here, or it could be collected."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve until a signal arrives. Returns the exit status."""
    options = _parse(arguments)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "spades_site.settings")
    os.environ.setdefault("SITE_URL", f"http://localhost:{options.port}")
    if not _is_free(options.host, options.port):
        print(
            f"Port {options.port} on {options.host} is taken. Stop the program that has it, or choose another:"
            f" script/server --port {options.port + 1}",
            file=sys.stderr,
        )
        return 1
    # Importing daphne installs Twisted's asyncio reactor, so it must precede any import of Twisted.
    from daphne.server import Server

    # The application looks for the static files when it is imported.
    demo_is_filled = preparing.prepare(demo=options.demo) if options.prepare else _nothing
    from spades_site.asgi import application
    from spades_site.celery import app
    from spades_site.common.server.request_size import refuse_large_requests
    from spades_site.stopping import stop_gently

    demo_is_filled()
    refuse_large_requests()
    embedded = app.conf.broker_url.startswith("memory://")
    if embedded:
        _keep_to_one_core()
    stop_celery = _start_celery(app) if embedded else _nothing
    stop_jobs = _serve_jobs() if embedded else _nothing
    try:
        server = Server(
            application=application,
            endpoints=[f"tcp:port={options.port}:interface={options.host}:backlog={BACKLOG}"],
            websocket_max_message_size=MAX_MESSAGE_BYTES,
            websocket_max_frame_size=MAX_FRAME_BYTES,
            ping_interval=20,
            ping_timeout=30,
            websocket_connect_timeout=HANDSHAKE_SECONDS,
            ready_callable=lambda: _say_ready(options.port, embedded=embedded),
            server_name="spades",
            signal_handlers=False,
        )
        stop_gently(server.stop)
        server.run()
    finally:
        stop_jobs()
        stop_celery()
    return 0


def _keep_to_one_core() -> None:
    """Bind this thread and all that it starts to one core, since only one thread at a time runs Python (ADR 4).

    Passwords' hashes need no Python, so they get the others.
    """
    from spades_site.accounts.sign_in import hashing

    if hasattr(os, "sched_setaffinity"):
        cores = sorted(os.sched_getaffinity(0))
        own = cores[os.getpid() % len(cores)]
        hashing.keep_to({*cores} - {own})
        os.sched_setaffinity(0, {own})


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="script/server", description=__doc__)
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (%(default)s)")
    parser.add_argument("--port", type=int, default=8000, help="port to listen on (%(default)s)")
    parser.add_argument(
        "--prepare",
        action="store_true",
        help="first collect the static files and bring the database up to date",
    )
    parser.add_argument("--demo", action="store_true", help="with --prepare: and fill an empty one")
    return parser.parse_args(arguments)


def _is_free(host: str, port: int) -> bool:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True


def _say_ready(port: int, *, embedded: bool) -> None:
    from channels.layers import get_channel_layer

    from games.live.homing import announce_start
    from games.live.pulse import send_heartbeats
    from spades_site.common.server.layers import LoopHopChannelLayer

    layer = get_channel_layer()
    _tasks.add(asyncio.get_event_loop().create_task(send_heartbeats()))
    if isinstance(layer, LoopHopChannelLayer):
        # Celery's threads may publish before the first socket connects.
        layer.home = asyncio.get_event_loop()
    if not embedded:
        announce_start()
    where = "worker and beat in this process" if embedded else "worker and beat elsewhere"
    print(f"Serving on http://localhost:{port} ({where}). Stop with Ctrl-C.", flush=True)


def _nothing() -> None:
    """Do nothing: nothing was prepared, or Celery runs elsewhere and needn't be stopped."""


def _serve_jobs() -> Callable[[], None]:
    """Let a process beside this one do the jobs of the bots' queue. Returns the function that ends it."""
    from spades_site.common.server import background
    from spades_site.common.server.warm_process import WarmProcess

    process = WarmProcess()
    background.serve_here(process.do)
    return process.stop


def _start_celery(app: Any) -> Callable[[], None]:
    """Start a worker and beat in threads. Returns the function that stops both and waits for them."""
    from celery.beat import Service

    from spades_site.scheduler import Scheduler

    # Import the tasks and run Django's checks now, in this thread, rather than concurrently in the two threads
    # below.
    app.loader.import_default_modules()
    app.finalize()
    worker = app.WorkController(
        pool="threads",
        # Slow webhooks and slow push services may hold up one each.
        concurrency=4,
        without_heartbeat=True,
        without_mingle=True,
        without_gossip=True,
        loglevel="WARNING",
    )
    # Celery's own scheduler file would store the last run times of sweeps that may simply run again.
    beat = Service(app, scheduler_cls=Scheduler, max_interval=0.2)
    threads = [
        threading.Thread(target=worker.start, name="celery-worker", daemon=True),
        threading.Thread(
            target=beat.start, kwargs={"embedded_process": False}, name="celery-beat", daemon=True
        ),
    ]
    for thread in threads:
        thread.start()

    def stop() -> None:
        beat.stop(wait=False)
        worker.stop()
        for thread in threads:
            thread.join(timeout=10)

    return stop


if __name__ == "__main__":
    raise SystemExit(main())
