"""Reports of browsers that a page broke the content security policy: kept for a day, shown to staff (`health`).

Anybody can send one. So few are read, only their kind is kept (directive, origin, route), and never an address, which
may hold the key of a new password.
"""

import json
import logging
import time
from collections import Counter
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from django.core.cache import cache
from django.urls import Resolver404, resolve

log = logging.getLogger("spades.csp")
PATH = "/csp-reports"
MOST_BYTES = 8_192
MOST_KINDS = 50
DAY = 24 * 3600
KEY = "csp-reports"
A_MINUTE = 120
_read: Counter[int] = Counter()


class Violation(NamedTuple):
    """A kind of report: what was blocked, by which directive, on which page."""

    directive: str
    blocked: str
    page: str


def may_send() -> bool:
    """Return whether this process reads one more report now."""
    minute = int(time.monotonic() // 60)
    for past in [one for one in _read if one != minute]:
        del _read[past]
    _read[minute] += 1
    return _read[minute] <= A_MINUTE


def take(body: bytes) -> None:
    """Keep a report. What isn't one, or isn't about a page of this site, is dropped."""
    violation = read(body)
    if violation is None:
        return
    kept: dict[Violation, int] = cache.get(KEY) or {}
    if violation not in kept:
        if len(kept) >= MOST_KINDS:
            return
        log.warning("%s blocked %s on /%s", *violation)
    kept[violation] = kept.get(violation, 0) + 1
    cache.set(KEY, kept, DAY)


def read(body: bytes) -> Violation | None:
    """Return the kind of a report, or None if it can't be one."""
    try:
        report: Any = json.loads(body)["csp-report"]
        directive = str(report.get("effective-directive") or report["violated-directive"])
        page = resolve(urlsplit(str(report["document-uri"])).path).route
        blocked = urlsplit(str(report.get("blocked-uri", "")))
    except (ValueError, TypeError, KeyError, AttributeError, Resolver404):
        return None
    origin = f"{blocked.scheme}://{blocked.hostname}" if blocked.hostname else ""
    word = origin or blocked.scheme or blocked.path
    return Violation(_plain(directive.split(" ")[0]), _plain(word), page)


def _plain(word: str) -> str:
    return "".join(
        char for char in word[:60] if char.isascii() and (char.isalnum() or char in ":/.-")
    )


def kept() -> dict[Violation, int]:
    """Return the kinds of the last day and how often each was reported."""
    return cache.get(KEY) or {}
