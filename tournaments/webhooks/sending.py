"""Sending to webhooks what they haven't accepted: in order, at least once, and only as long as their owners organize.

A process claims a webhook by the moment until which the others wait (`waits_until`), sends its oldest delivery without
any lock, and stores the outcome only while the claim is its own. If it dies in between, the claim ends, and another
process sends the same delivery with the same code.
"""

import hashlib
import hmac
import json
import logging
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from http.client import HTTPException
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils import translation

from spades_site.common.clock import now
from spades_site.common.people.by_name import plain_sent
from spades_site.notices import endpoints, outgoing
from spades_site.notices.outgoing import Answer
from spades_site.notices.services import send_notice
from tournaments.events.core.permissions import visible_to
from tournaments.public.feeds.tables import iso, result_row
from tournaments.webhooks.models import Delivery, Webhook
from tournaments.webhooks.services import KEPT, end, may_manage

log = logging.getLogger("spades.webhooks")
TASK = "tournaments.webhooks.tasks.send_webhooks"
CLAIM = timedelta(minutes=1)
"""Safely longer than an attempt, which begins at once and takes endpoints.LONGEST at most."""
LAST_SLOW = 10.0
"""In the last seconds of a run, nothing is sent to slow receivers, so that the next one begins soon."""
FORGOTTEN_AT_ONCE = 50
FIRST_PAUSE, LONGEST_PAUSE = timedelta(minutes=1), timedelta(hours=12)
"""After a failure; it doubles each time."""
GIVE_UP = timedelta(days=3)
"""After which a webhook that accepts nothing is switched off."""


@dataclass(frozen=True)
class Job:
    """An attempt: the address, the request, and whose claim it is."""

    webhook: Webhook
    claimed_until: datetime
    delivery: int
    body: bytes
    headers: dict[str, str]


def send_due() -> int:
    """Send what is due; returns how many were accepted. Idempotent and safe to call late or concurrently."""
    _forget_orphans()
    accepted = 0

    def settle(job: Job, answer: Answer) -> None:
        nonlocal accepted
        accepted += _settle(job.webhook, job.claimed_until, answer, job.delivery)

    if _due().exists():
        outgoing.run(TASK, due=_due_within, claim=_claimed, post=_post, settle=settle)
    return accepted


def signature(secret: str, at: int, body: bytes) -> str:
    """Return the header that proves that a body is from this site, and of which second."""
    digest = hmac.new(secret.encode(), f"{at}.".encode() + body, hashlib.sha256).hexdigest()
    return f"t={at},v1={digest}"


def _due() -> QuerySet[Webhook]:
    """Return webhooks to which something may be sent now: first those that have waited longest since their last attempt."""
    waiting = Exists(Delivery.objects.filter(webhook=OuterRef("pk"), waits=True))
    free = Q(waits_until=None) | Q(waits_until__lte=now())
    rows = Webhook.objects.filter(waiting, free, off_at=None).only("url", "is_slow", "waits_until")
    return rows.order_by(F("last_at").asc(nulls_first=True), "pk")


def _due_within(seconds: float) -> list[Webhook]:
    if seconds <= 0:
        return []
    return list(_due() if seconds > LAST_SLOW else _due().filter(is_slow=False))


def _claimed(webhook: Webhook) -> Job | None:
    """Claim a webhook and return its next attempt; None if another process has it, or there is nothing to send."""
    until = now() + CLAIM
    rows = Webhook.objects.filter(pk=webhook.pk, off_at=None)
    if not rows.filter(waits_until=webhook.waits_until).update(waits_until=until):
        return None
    # What was read before the claim may be old: another process may have sent, and somebody changed the secret.
    fresh = rows.select_related("owner", "league", "tournament").first()
    if fresh is None:
        return None
    webhook = fresh
    if not webhook.owner.is_active or not may_manage(webhook.owner, webhook.of):
        with transaction.atomic():
            end(webhook, Webhook.Off.ROLE)
        return None
    for delivery in _in_order(webhook):
        try:
            body = _body(delivery, webhook)
        except Exception:
            # One that can't be written must not hold up the other webhooks.
            log.exception("webhooks: %s could not be written", delivery)
            _settle(webhook, until, Answer(0, 0.0))
            return None
        if body is not None:
            return Job(webhook, until, delivery.pk, body, _headers(webhook, delivery, body))
        delivery.delete()
    rows.filter(waits_until=until).update(waits_until=None)
    return None


def _in_order(webhook: Webhook) -> Iterator[Delivery]:
    """Yield what it hasn't accepted; each is read once the earlier ones are gone."""
    rows = Delivery.objects.filter(webhook=webhook, waits=True).select_related("tournament__league")
    while (first := rows.order_by("pk").first()) is not None:
        yield first


def _body(delivery: Delivery, webhook: Webhook) -> bytes | None:
    """Return what is sent, as the owner sees it now; None if they no longer see the tournament."""
    said: dict[str, Any] = {
        "id": str(delivery.code),
        "event": delivery.event,
        "at": iso(delivery.at),
    }
    cup, owner = delivery.tournament, webhook.owner
    if cup is not None:
        if not visible_to(owner).filter(pk=cup.pk).exists():
            return None
        with translation.override(owner.language or settings.LANGUAGE_CODE):
            row = result_row(delivery.match, delivery.version, owner)
        said |= {
            "league": cup.league.slug if cup.league else None,
            "tournament": cup.slug,
            "match": delivery.match,
            "version": delivery.version,
            "result": row,
        }
    return plain_sent(json.dumps(said, ensure_ascii=False).encode())


def _headers(webhook: Webhook, delivery: Delivery, body: bytes) -> dict[str, str]:
    return {
        "Content-Type": "application/json; charset=utf-8",
        "User-Agent": "Spades",
        "X-Spades-Delivery": str(delivery.code),
        "X-Spades-Event": delivery.event,
        "X-Spades-Signature": signature(webhook.secret, int(now().timestamp()), body),
    }


def _post(job: Job) -> int:
    """Send a request; returns the status of the answer, 0 without one. Touches no database, and reads no more of it."""
    try:
        return endpoints.post(job.webhook.url, job.body, job.headers)
    except (OSError, HTTPException, ValueError) as error:
        # Without the address, which may hold a secret.
        log.info("webhook %s could not be reached: %s", job.webhook.pk, type(error).__name__)
        return 0


def _settle(webhook: Webhook, claimed_until: datetime, answer: Answer, delivery: int = 0) -> bool:
    """Store the outcome of an attempt unless the claim is another's by now; returns whether it was accepted."""
    at = now()
    last = {"last_at": at, "last_status": answer.status, "is_slow": answer.is_slow}
    claim = Webhook.objects.filter(pk=webhook.pk, waits_until=claimed_until, off_at=None)
    sent = Delivery.objects.filter(pk=delivery)
    tried = {"attempts": F("attempts") + 1, "tried_at": at, "status": answer.status}
    with transaction.atomic():
        if answer.accepted:
            well = {"waits_until": None, "failures": 0, "failing_since": None}
            if not claim.update(**well, **last):
                return False
            sent.update(waits=False, **tried)
            _forget_old(webhook)
            return True
        since = webhook.failing_since or at
        pause = min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** min(webhook.failures, 20))
        ill = {"failures": webhook.failures + 1, "failing_since": since, "waits_until": at + pause}
        if claim.update(**ill, **last):
            sent.update(**tried)
            if at - since >= GIVE_UP:
                _give_up(webhook)
    return False


def _forget_old(webhook: Webhook) -> None:
    """Delete accepted deliveries but the last."""
    accepted = Delivery.objects.filter(webhook=webhook, waits=False).order_by("-pk")
    old = list(accepted.values_list("pk", flat=True)[KEPT : KEPT + FORGOTTEN_AT_ONCE])
    if old:
        Delivery.objects.filter(pk__in=old).delete()


def _give_up(webhook: Webhook) -> None:
    """Switch a webhook off, and tell its owner."""
    end(webhook, Webhook.Off.FAILED)
    of = webhook.of
    page = reverse(f"{of._meta.model_name}_webhooks", args=[of.slug])
    words = {"name": of.name, "host": webhook.host, "days": GIVE_UP.days}
    send_notice([webhook.owner], "webhook", f"webhook:{webhook.pk}:{now():%Y%m%d}", page, words)


def _forget_orphans() -> None:
    """Delete what was queued for a webhook while that was being removed."""
    gone = Delivery.objects.filter(~Exists(Webhook.objects.filter(pk=OuterRef("webhook_id"))))
    if gone.exists():
        gone.delete()
