"""Addresses for the operator's programs, answered before any page: `/healthz`, `/readyz` and `/metrics`; and browsers' reports.

They need no host name, session or redirect, so that a proxy and a container's health check can call a process directly.
"""

import asyncio
import contextlib
import json
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, Final

import redis
from channels.db import database_sync_to_async
from django.conf import settings
from django.core import signing
from django.db import connection
from django.utils.crypto import constant_time_compare
from prometheus_client import CONTENT_TYPE_LATEST

from spades_site.common.server import room
from spades_site.common.server.address import address_of
from spades_site.staff import violations
from spades_site.staff.measured import metrics_page
from spades_site.staff.schema import missing_columns, missing_migrations

App = Callable[..., Awaitable[Any]]
OK: Final = "ok"
NO_ANSWER: Final = "no answer"
FULL: Final = "full: nothing can be stored"
PATIENCE = 3.0
"""How long the database and Redis may take to answer, in seconds."""
KEPT = 1.0
"""For how many seconds an answer serves everybody who asks."""
QUESTION_HEADER = b"x-spades-doctor"
SIGNER: Final = "spades.doctor"
QUESTION_SECONDS = 60


@dataclass
class Process:
    """What this process knows of itself."""

    is_stopping: bool = False
    is_migrated: bool = False
    answer: dict[str, str] = field(default_factory=dict)
    asked_at: float = -KEPT


here = Process()
# Of their own: a database that hangs must not hold up the pages' threads.
_threads = ThreadPoolExecutor(2, thread_name_prefix="probes")


class Probes:
    """Answers the operator's addresses and passes everything else on to `application`."""

    def __init__(self, application: App) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Serve one request."""
        path = scope["path"] if scope["type"] == "http" else ""
        if path == "/healthz":
            await _answer(send, 200, {"alive": True})
        elif path == "/readyz":
            parts = await _parts()
            is_ready = parts["database"] == parts["migrations"] == parts["process"] == OK
            seen = {"seen": _seen(scope)} if _is_doctor(scope) else {}
            await _answer(send, 200 if is_ready else 503, {"ready": is_ready, **parts, **seen})
        elif path == "/metrics" and _has_token(scope):
            shown = await database_sync_to_async(
                metrics_page, thread_sensitive=False, executor=_threads
            )()
            await _send_page(send, 200, CONTENT_TYPE_LATEST, shown)
        elif path == violations.PATH and scope["method"] == "POST":
            await _take_report(receive)
            await _send_page(send, 204, "text/plain", b"")
        else:
            await self.application(scope, receive, send)


async def _take_report(receive: Any) -> None:
    """Keep a browser's report about the content security policy, unless there are too many or it is too long."""
    body = b""
    while len(body) <= violations.MOST_BYTES:
        message = await receive()
        body += message.get("body", b"")
        if message["type"] != "http.request" or not message.get("more_body"):
            break
    if len(body) <= violations.MOST_BYTES and violations.may_send():
        with contextlib.suppress(Exception):
            await database_sync_to_async(
                violations.take, thread_sensitive=False, executor=_threads
            )(body)


def _has_token(scope: dict[str, Any]) -> bool:
    """Return whether the request carries `METRICS_TOKEN`; without one in the settings none does."""
    expected = f"Bearer {settings.METRICS_TOKEN}"
    given = _header(scope, b"authorization")
    return bool(settings.METRICS_TOKEN) and constant_time_compare(given, expected)


async def _parts() -> dict[str, str]:
    """Return how each part is: OK, "not used", or what is wrong in a few words.

    Redis isn't needed to be ready: moves are accepted without it. Nor is room on the database's disk: all pages can be read.
    """
    if not here.answer or time.monotonic() - here.asked_at >= KEPT:
        here.asked_at = time.monotonic()
        database, cache = await asyncio.gather(_soon(_database), _soon(_redis))
        here.answer = {"database": OK, "migrations": database, "redis": cache}
        if database == NO_ANSWER:
            here.answer |= {"database": NO_ANSWER, "migrations": "unknown"}
    process = "stopping" if here.is_stopping else OK
    return {"process": process, **here.answer, "disk": FULL if room.is_short() else OK}


async def _soon(look: Callable[[], str]) -> str:
    try:
        return await asyncio.wait_for(
            database_sync_to_async(look, thread_sensitive=False, executor=_threads)(), PATIENCE
        )
    except Exception:
        return NO_ANSWER


def _database() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    if not here.is_migrated:
        if missing_migrations():
            return "missing: run manage.py migrate"
        if missing_columns():
            return "columns are missing: run manage.py doctor"
        here.is_migrated = True
    return OK


def _redis() -> str:
    if not settings.REDIS_URL:
        return "not used"
    for address in redis_servers():
        with redis_link(address) as link:
            link.ping()
    return OK


def redis_servers() -> list[str]:
    """Return the addresses of all Redis servers that the site uses, each once, that of the queue first."""
    return list(dict.fromkeys([settings.REDIS_URL, *settings.REDIS_SHARDS]))


def redis_link(address: str) -> redis.Redis:
    """Return a client of one Redis server that doesn't wait for long."""
    return redis.Redis.from_url(address, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE)


def question() -> str:
    """Return the header with which `manage.py doctor` asks how its request looks from here."""
    return signing.TimestampSigner(salt=SIGNER).sign("doctor")


def _is_doctor(scope: dict[str, Any]) -> bool:
    signed = _header(scope, QUESTION_HEADER)
    try:
        return bool(
            signed and signing.TimestampSigner(salt=SIGNER).unsign(signed, max_age=QUESTION_SECONDS)
        )
    except signing.BadSignature:
        return False


def _seen(scope: dict[str, Any]) -> dict[str, Any]:
    """Return how a request looks after all proxies, by the same rules as for pages and sockets."""
    return {
        "host": _header(scope, b"host"),
        "secure": _header(scope, b"x-forwarded-proto").partition(",")[0].strip() == "https",
        "forwarded_for": _header(scope, b"x-forwarded-for"),
        "address": address_of(scope),
    }


def _header(scope: dict[str, Any], name: bytes) -> str:
    return b",".join(value for key, value in scope["headers"] if key == name).decode("latin1")


async def _answer(send: Any, status: int, body: dict[str, Any]) -> None:
    await _send_page(send, status, "application/json", json.dumps(body).encode())


async def _send_page(send: Any, status: int, content_type: str, body: bytes) -> None:
    headers = [(b"content-type", content_type.encode()), (b"cache-control", b"no-store")]
    headers.append((b"x-content-type-options", b"nosniff"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
