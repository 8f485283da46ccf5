"""Notices to browsers by web push (RFC 8030, 8188, 8291, 8292): at the right hour, at most once, and encrypted for the
browser.

They go by the same choices and quiet hours as mails, and are claimed like these before they are sent (`mailing.py`).
"""

import json
import logging
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from hashlib import sha256
from http.client import HTTPException
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from django.db.models import QuerySet
from django.templatetags.static import static
from django.utils import timezone, translation
from py_vapid import Vapid02, b64urlencode

from spades_site.common import limits
from spades_site.common.clock import now
from spades_site.notices import devices, endpoints, outgoing
from spades_site.notices.kinds import UNLIMITED, URGENT
from spades_site.notices.models import Notice, PushDevice
from spades_site.notices.outgoing import Answer
from spades_site.notices.texts import notice_text
from spades_site.notices.wanted import still_wanted

log = logging.getLogger("spades.notices")
TASK = "spades_site.notices.tasks.send_pushes"
ICON = "img/icon-192.png"
LONGEST_TEXT = 300
"""Characters. A message has room for 4 kB; the page behind it has the whole text."""
GONE = (404, 410)
"""The answers of a push service that no longer knows a subscription."""


@dataclass(frozen=True)
class Message:
    """What is sent to one device, and for how long its push service keeps it while the device is off."""

    device: PushDevice
    content: bytes
    seconds: int
    topic: str
    urgent: bool

    @property
    def host(self) -> str:
        """Return the host of the push service."""
        return urlsplit(self.device.endpoint).hostname or ""

    @property
    def is_slow(self) -> bool:
        """Return whether the last message to the device failed."""
        return self.device.failures > 0


def send_due(at: datetime | None = None) -> int:
    """Send the messages that are due at `at` (by default now); returns how many a push service took.

    Idempotent and safe to call late or concurrently.
    """
    at = at or now()
    if not _due(at).exists():
        return 0
    waiting: list[Message] = []
    reached = 0

    def due(seconds: float) -> Iterator[Message]:
        """Take notices only as their messages get places, because those of a process that dies are lost."""
        yield from list(waiting)
        while seconds > 0 and len(waiting) < outgoing.AT_ONCE:
            notice = _due(at).first()
            if notice is None:
                return
            if still_wanted(notice, "push", at) and _take(notice, at):
                messages = _messages(notice, at)
                waiting.extend(messages)
                yield from messages

    def claim(message: Message) -> Message:
        waiting.remove(message)
        return message

    def settle(message: Message, answer: Answer) -> None:
        nonlocal reached
        reached += answer.accepted
        if answer.status in GONE:
            devices.note_gone(message.device)
        elif answer.accepted:
            devices.note_reached(message.device)
        else:
            devices.note_failure(message.device)

    outgoing.run(TASK, due=due, claim=claim, post=_deliver, settle=settle)
    return reached


@cache
def public_key() -> str:
    """Return the site's public key, which browsers need to subscribe, in base64url."""
    key = _signer(settings.PUSH_KEY).public_key
    return str(b64urlencode(key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)))


def _take(notice: Notice, at: datetime) -> bool:
    """Claim a notice in a statement that only one process can win; no device is flooded."""
    taken = Notice.objects.filter(pk=notice.pk, push_taken_at=None).update(
        push_taken_at=at, push_due_at=None
    )
    return bool(taken) and (
        notice.kind in UNLIMITED or limits.allow("pushes", notice.user_id, notice.kind)
    )


def _due(at: datetime) -> QuerySet[Notice]:
    due = Notice.objects.filter(push_due_at__lte=at, push_taken_at=None)
    return due.select_related("user__notice_wishes").order_by("push_due_at", "pk")


def _messages(notice: Notice, at: datetime) -> list[Message]:
    """Return a notice for each device of its reader."""
    found = list(devices.devices_of(notice.user))
    if not found:
        return []
    try:
        content = compose(notice)
    except Exception:
        # A notice that can't be rendered must not block the others.
        log.exception("notice %s could not be rendered", notice.pk)
        return []
    seconds = max(0, int((notice.mail_until - at).total_seconds()))
    topic = b64urlencode(sha256(f"{notice.kind} {notice.path}".encode()).digest()[:24])
    urgent = notice.kind in URGENT
    return [Message(device, content, seconds, topic, urgent) for device in found]


def compose(notice: Notice) -> bytes:
    """Return what the service worker is sent about a notice, in its reader's language and zone, as JSON."""
    user = notice.user
    with (
        translation.override(getattr(user, "language", "") or settings.LANGUAGE_CODE),
        timezone.override(ZoneInfo(user.time_zone)),
    ):
        said = notice_text(notice.kind, notice.params)
        content = {
            "title": _short(said.title),
            "text": _short(said.text),
            "path": notice.path,
            "icon": static(ICON),
            "tag": f"{notice.kind} {notice.path}",
        }
    return json.dumps(content, ensure_ascii=False).encode()


def _short(text: str) -> str:
    text = " ".join(str(text).split())
    return text if len(text) <= LONGEST_TEXT else f"{text[: LONGEST_TEXT - 1]}…"


def _deliver(message: Message) -> int:
    """Send a message; returns the status of the answer, 0 without one. Touches no database."""
    device = message.device
    parts = urlsplit(device.endpoint)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "sub": _contact()}
    try:
        body = http_ece.encrypt(
            message.content,
            private_key=ec.generate_private_key(ec.SECP256R1()),
            dh=devices.from_base64(device.public_key),
            auth_secret=devices.from_base64(device.auth),
            version="aes128gcm",
        )
        headers = {
            **_signer(settings.PUSH_KEY).sign(claims),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(message.seconds),
            "Topic": message.topic,
            "Urgency": "high" if message.urgent else "normal",
        }
        return endpoints.post(device.endpoint, body, headers)
    except (OSError, HTTPException, ValueError) as error:
        # Without the endpoint, which is a secret of the browser.
        log.info("a push service could not be reached: %s", type(error).__name__)
        return 0


@cache
def _signer(key: str) -> Vapid02:
    return Vapid02.from_raw(key.encode())


def _contact() -> str:
    """Return whom a push service may ask about the site's messages."""
    if settings.SITE_URL.startswith("https://"):
        return str(settings.SITE_URL)
    address = settings.DEFAULT_FROM_EMAIL.rpartition("<")[2].rstrip(">")
    return f"mailto:{address}"
