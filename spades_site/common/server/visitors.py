"""For whom a request counts: a member, a guest at a table and a phone at a room's table for themselves; all other visitors of a
network together.

Whose a session or token is, only the database knows, and nobody may make it look just to be counted. So each process
remembers whose credentials it has lately accepted; those that it doesn't know yet count for the network.
"""

import time
from collections.abc import Mapping
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest
from django.http.cookie import parse_cookie

from spades_site.common.server.address import address_of, network_of

REMEMBERED: Final = 600.0
"""For how many seconds after they were last accepted credentials are remembered."""
MOST: Final = 20_000
"""The number of credentials that are remembered; the oldest are forgotten first."""
_known: dict[str, tuple[str, float]] = {}


def of_user(pk: int) -> str:
    """Return what counts for one user alone."""
    return f"user {pk}"


def of_scope(scope: Mapping[str, Any]) -> str:
    """Return for whom a request counts, from its ASGI scope."""
    headers = dict(scope.get("headers", ()))
    cookies = parse_cookie(headers.get(b"cookie", b"").decode("latin1"))
    token = headers.get(b"authorization", b"").decode("latin1")
    given = token or cookies.get(settings.SESSION_COOKIE_NAME, "")
    # A phone may still have the cookie of a session that is over.
    for each in (given, cookies.get(settings.ROOM_COOKIE_NAME, "")):
        who, at = _known.get(each, ("", 0.0))
        if who and time.monotonic() - at < REMEMBERED:
            return who
    return network_of(address_of(scope))


def remember(credential: str, pk: int) -> None:
    """Remember whose a session's key, or an Authorization header, was just found to be."""
    _remember(credential, of_user(pk))


def remember_phone(cookie: str, pk: int) -> None:
    """Remember that a phone at a table of a room (its row's key) has this cookie, so that it counts for itself."""
    _remember(cookie, f"phone {pk}")


def _remember(credential: str, who: str) -> None:
    _known.pop(credential, None)
    if len(_known) >= MOST:
        del _known[next(iter(_known))]
    _known[credential] = (who, time.monotonic())


def remember_sender(request: HttpRequest, pk: int) -> None:
    """Remember who sent a request: by its token, or else by its session."""
    given = request.headers.get("Authorization") or request.COOKIES.get(
        settings.SESSION_COOKIE_NAME
    )
    if given:
        remember(given, pk)
