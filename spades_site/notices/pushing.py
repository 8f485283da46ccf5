"""Notices to browsers by web push (RFC 8030, 8188, 8291, 8292): at the right hour, at most once, and encrypted for the
browser.

They go by the same choices and quiet hours as mails, and are claimed like these before they are sent (`mailing.py`).
"""

import json
import logging
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
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
from django.templatetags.static import static
from django.utils import timezone, translation
from py_vapid import Vapid02, b64urlencode

from spades_site.common import limits
from spades_site.common.clock import now
from spades_site.notices import devices, endpoints
from spades_site.notices.kinds import UNLIMITED, URGENT
from spades_site.notices.models import Notice, PushDevice
from spades_site.notices.texts import notice_text
from spades_site.notices.wanted import still_wanted

log = logging.getLogger("spades.notices")
BATCH = 100
AT_ONCE = 8
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


def send_due(at: datetime | None = None) -> int:
    """Send the messages that are due at `at` (by default now); returns how many a push service took.

    Idempotent and safe to call late or concurrently.
    """
    at = at or now()
    due = list(
        Notice.objects.filter(push_due_at__lte=at, push_taken_at=None)
        .select_related("user__notice_wishes")
        .order_by("push_due_at", "pk")[:BATCH]
    )
    wanted = [notice for notice in due if still_wanted(notice, "push", at) and _take(notice, at)]
    if not wanted:
        return 0
    messages = _messages(wanted, at)
    with ThreadPoolExecutor(AT_ONCE) as pool:
        answers = list(pool.map(_deliver, messages))
    reached: list[int] = []
    failed: list[int] = []
    gone: list[int] = []
    for message, answer in zip(messages, answers, strict=True):
        (gone if answer in GONE else reached if 200 <= answer < 300 else failed).append(
            message.device.pk
        )
    devices.note_outcomes(reached=reached, failed=failed, gone=gone)
    return len(reached)


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


def _messages(notices: list[Notice], at: datetime) -> list[Message]:
    by_user: dict[int, list[PushDevice]] = defaultdict(list)
    for device in devices.alive(
        PushDevice.objects.filter(user__in={each.user_id for each in notices})
    ):
        by_user[device.user_id].append(device)
    found = []
    for notice in notices:
        if not by_user[notice.user_id]:
            continue
        try:
            content = compose(notice)
        except Exception:
            # A notice that can't be rendered must not block the others.
            log.exception("notice %s could not be rendered", notice.pk)
            continue
        seconds = max(0, int((notice.mail_until - at).total_seconds()))
        topic = b64urlencode(sha256(f"{notice.kind} {notice.path}".encode()).digest()[:24])
        urgent = notice.kind in URGENT
        found += [
            Message(device, content, seconds, topic, urgent) for device in by_user[notice.user_id]
        ]
    return found


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
