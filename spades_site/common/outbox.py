"""The outbox: events for other apps, committed together with the change that caused them.

`emit` writes a row in the caller's transaction. `deliver_due` passes each row to every handler registered for its
topic, each in its own transaction, which also holds the receipt: so each handler's work happens exactly once,
however often and concurrently delivery runs. The process that committed delivers at once in a thread; beat
delivers whatever is left.
"""

import logging
from collections import defaultdict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import connection, transaction

from spades_site.common.clock import now
from spades_site.common.models import OutboxDelivery, OutboxEvent

log = logging.getLogger("spades.outbox")
Handler = Callable[[dict[str, Any]], None]
_handlers: dict[str, dict[str, Handler]] = defaultdict(dict)
_courier = ThreadPoolExecutor(1, thread_name_prefix="outbox")
BATCH = 50
KEPT = timedelta(days=14)
"""How long delivered events are kept, for whoever looks for what happened."""
AT_ONCE = 2000
"""How many rows a run of the hourly task looks at: its cost doesn't grow with the site."""


def register(topic: str, name: str, handler: Handler) -> None:
    """Call `handler(payload)` once for each event of `topic`. `name` is stored in the receipts: never change it."""
    _handlers[topic][name] = handler


def emit(topic: str, payload: dict[str, Any]) -> OutboxEvent:
    """Write an event inside the caller's transaction; it is delivered after the commit."""
    moment = now()
    event = OutboxEvent.objects.create(
        topic=topic, payload=payload, created_at=moment, due_at=moment
    )
    if settings.OUTBOX_PROMPT:
        transaction.on_commit(lambda: _courier.submit(_deliver_in_thread, event.pk))
    return event


def hand_over(topic: str, payload: dict[str, Any]) -> None:
    """Call a topic's handlers now, inside the caller's transaction, if delivery after the commit would be too late."""
    for handler in _handlers[topic].values():
        handler(payload)


def deliver_due() -> int:
    """Deliver every event that is due. Returns how many were completed. Idempotent and safe to call concurrently."""
    done = 0
    while True:
        due = list(
            OutboxEvent.objects.filter(due_at__lte=now())
            .order_by("due_at", "pk")
            .values_list("pk", flat=True)[:BATCH]
        )
        finished = sum(deliver(pk) for pk in due)
        done += finished
        if len(due) < BATCH or not finished:
            return done


def deliver(event_id: int) -> bool:
    """Pass one event to the handlers that haven't handled it. Returns whether all have now.

    A handler that raises is retried later, with increasing delays up to ten minutes; the others are not held up.
    """
    event = OutboxEvent.objects.filter(pk=event_id).first()
    if event is None or event.due_at is None:
        return True
    failed = False
    for name, handler in _handlers[event.topic].items():
        try:
            _deliver_once(event, name, handler)
        except Exception:
            log.exception("outbox: %s failed on %s", name, event)
            failed = True
    if failed:
        pause = timedelta(seconds=min(600, 2 ** min(event.attempts, 10)))
        OutboxEvent.objects.filter(pk=event_id).update(
            attempts=event.attempts + 1, due_at=now() + pause
        )
        return False
    OutboxEvent.objects.filter(pk=event_id).update(due_at=None)
    return True


def forget_delivered() -> int:
    """Delete the oldest of the delivered events that were made more than a fortnight ago, with their receipts; return how many."""
    oldest = OutboxEvent.objects.order_by("pk").values_list("pk", "due_at", "created_at")
    limit = now() - KEPT
    old = [pk for pk, due, at in oldest[:AT_ONCE] if due is None and at < limit]
    OutboxEvent.objects.filter(pk__in=old).delete()
    return len(old)


def _deliver_once(event: OutboxEvent, name: str, handler: Handler) -> None:
    with transaction.atomic():
        OutboxEvent.objects.select_for_update().get(pk=event.pk)
        _, fresh = OutboxDelivery.objects.get_or_create(
            event=event, handler=name, defaults={"delivered_at": now()}
        )
        if fresh:
            handler(event.payload)


def _deliver_in_thread(event_id: int) -> None:
    try:
        deliver(event_id)
    except Exception:
        # The database may be unavailable; the row is safe and the sweep will deliver it.
        log.exception(
            "outbox: event %s could not be delivered at once; the sweep will retry", event_id
        )
    finally:
        connection.close()
