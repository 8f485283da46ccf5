"""What this process counts for Prometheus. Names and labels say nothing of people, tables or cards.

Several processes on one machine share a folder (`PROMETHEUS_MULTIPROC_DIR`); any of them then shows the sum of all.
"""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from celery import signals
from django.conf import settings
from prometheus_client import (
    PROCESS_COLLECTOR,
    REGISTRY,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    start_http_server,
)
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

from spades_site.common.monitoring.processes import Processes

SECONDS: Final = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)

ACKNOWLEDGE = Histogram(
    "spades_acknowledge_seconds",
    "From an action's arrival at this process to its acknowledgement, which means that it is committed.",
    buckets=SECONDS,
)
PUBLISH = Histogram(
    "spades_publish_seconds",
    "From the commit of a change at a table to its news being with the channel layer.",
    buckets=SECONDS,
)
SOCKETS = Gauge("spades_sockets", "Open sockets at tables.", multiprocess_mode="livesum")
RESYNCS = Counter(
    "spades_resyncs",
    "Pictures sent because news didn't arrive (missed), the page asked (asked), or it acted on an old one (stale).",
    ["reason"],
)
for _reason in ("missed", "asked", "stale"):
    RESYNCS.labels(_reason)
# The library's own collector leaves out children.
REGISTRY.unregister(PROCESS_COLLECTOR)
REGISTRY.register(Processes(lambda: [os.getpid()]))


def counted() -> CollectorRegistry:
    """Return what to show: this process's numbers, or those of all on this machine where they share a folder."""
    if not settings.METRICS_DIR:
        return REGISTRY
    registry = CollectorRegistry()
    # First, because it deletes the gauges of processes that were killed.
    registry.register(Processes(_alive))
    MultiProcessCollector(registry, settings.METRICS_DIR)
    return registry


def listen() -> None:
    """Have a worker and beat, which serve no pages, show their numbers on `METRICS_PORT`."""
    if settings.METRICS_PORT:
        signals.worker_init.connect(_serve)
        signals.beat_init.connect(_serve)


def _serve(**_signal: Any) -> None:
    start_http_server(settings.METRICS_PORT, registry=counted())


def _alive() -> Iterable[int]:
    """Return the processes that share the folder, and delete the gauges of those that were killed."""
    for file in Path(settings.METRICS_DIR).glob("gauge_live*.db"):
        pid = int(file.stem.rpartition("_")[2])
        try:
            os.kill(pid, 0)
        except (ProcessLookupError, PermissionError):
            # Killed; its number may belong to another user's process by now.
            mark_process_dead(pid, settings.METRICS_DIR)
        else:
            yield pid
