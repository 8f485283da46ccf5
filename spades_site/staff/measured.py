"""What `/metrics` shows: what the processes counted, and what the database and the queues say at this moment."""

import math
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime

from django.conf import settings
from django.db import DatabaseError, connection, connections
from django.db.models import Count, Min
from prometheus_client import CollectorRegistry, Metric, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from games.tables.models import Table
from spades_site.celery import app
from spades_site.common.clock import machine_time, now
from spades_site.common.models import OutboxEvent, TaskRun
from spades_site.common.monitoring import metrics
from spades_site.common.server import background, replicas
from spades_site.staff import backups, health
from spades_site.staff.health import LATE, QUEUE

QUEUES = (QUEUE, background.QUEUE)


class Stored(Collector):
    """Numbers that are the same in every process: read, with seven queries, when somebody asks."""

    def collect(self) -> Iterator[Metric]:
        """Yield them. A part that can't be read is left out, and said to be."""
        unreadable = GaugeMetricFamily(
            "spades_unreadable", "Whether what is asked didn't answer.", labels=["part"]
        )
        for read in (_tables, _outbox, _tasks, _queues, _replicas, _backup, _disk):
            try:
                found, failed = list(read()), 0
            except Exception:
                found, failed = [], 1
                connection.close()
            yield from found
            unreadable.add_metric([read.__name__.strip("_")], failed)
        yield unreadable


def metrics_page() -> bytes:
    """Return the page for Prometheus."""
    stored = CollectorRegistry()
    stored.register(Stored())
    return generate_latest(metrics.counted()) + generate_latest(stored)


def _tables() -> Iterator[Metric]:
    tables = GaugeMetricFamily("spades_tables", "Tables that aren't over.", labels=["status"])
    counts = dict(
        Table.objects.filter(status__in=("open", "playing"))
        .values_list("status")
        .annotate(Count("pk"))
        .order_by()
    )
    for status in ("open", "playing"):
        tables.add_metric([status], counts.get(status, 0))
    yield tables
    moment = now()
    due = Table.objects.filter(wake_at__lt=moment).aggregate(oldest=Min("wake_at"))["oldest"]
    yield GaugeMetricFamily(
        "spades_table_overdue_seconds", "How long the table that waits longest for the server has.",
        _age(due, moment),
    )  # fmt: skip
    yield GaugeMetricFamily(
        "spades_tables_stuck", f"Tables that have waited for the server for {LATE.seconds} s.",
        Table.objects.filter(wake_at__lt=moment - LATE).count(),
    )  # fmt: skip


def _outbox() -> Iterator[Metric]:
    waiting = OutboxEvent.objects.filter(due_at__isnull=False).aggregate(
        count=Count("pk"), oldest=Min("created_at")
    )
    yield GaugeMetricFamily("spades_outbox_events", "Events to be delivered.", waiting["count"])
    yield GaugeMetricFamily(
        "spades_outbox_age_seconds", "How long the oldest of them has waited.",
        _age(waiting["oldest"], now()),
    )  # fmt: skip


def _tasks() -> Iterator[Metric]:
    ages = GaugeMetricFamily(
        "spades_task_age_seconds",
        "Since a recurring task last succeeded, to half a minute.",
        labels=["task"],
    )
    every = GaugeMetricFamily("spades_task_every_seconds", "How often it is due.", labels=["task"])
    done = dict(TaskRun.objects.values_list("name", "done_at"))
    moment = machine_time()
    for entry in app.conf.beat_schedule.values():
        name = entry["task"]
        every.add_metric([name], float(entry["schedule"]))
        if done.get(name):
            ages.add_metric([name], _age(done[name], moment))
    yield ages
    yield every


def _queues() -> Iterator[Metric]:
    waiting = GaugeMetricFamily("spades_queue_tasks", "Tasks that wait.", labels=["queue"])
    with app.connection_for_read() as broker:
        broker.ensure_connection(max_retries=1, timeout=3.0)
        for queue in QUEUES:
            waiting.add_metric([queue], broker.default_channel._size(queue))
    yield waiting


def _backup() -> Iterator[Metric]:
    made = backups.last_made()
    if made is not None:
        yield GaugeMetricFamily(
            "spades_backup_age_seconds", "Since the last backup was complete.", _age(made, machine_time())
        )  # fmt: skip


def _disk() -> Iterator[Metric]:
    yield GaugeMetricFamily(
        "spades_disk_free_ratio", "The free part of the disk with the site's data.", health.free_space()[1]
    )  # fmt: skip


def _replicas() -> Iterator[Metric]:
    behind = GaugeMetricFamily(
        "spades_replica_behind_seconds", "How far a read replica is behind.", labels=["replica"]
    )
    for alias in settings.DATABASE_REPLICAS:
        with suppress(DatabaseError):
            found = replicas.seconds_behind(alias)
            behind.add_metric([alias], math.inf if found is None else found)
            continue
        connections[alias].close()
        behind.add_metric([alias], math.inf)
    yield behind


def _age(since: datetime | None, moment: datetime) -> float:
    return 0.0 if since is None else max(0.0, (moment - since).total_seconds())
