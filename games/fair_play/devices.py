"""The cookie that reveals two accounts in one browser: a random id, set only for players of matches."""

import secrets
from collections.abc import Mapping
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from games.fair_play.connections import KEPT

COOKIE: Final = f"{settings.COOKIE_PREFIX}device"
LONGEST: Final = 64


def name_device(request: HttpRequest, response: HttpResponse) -> None:
    """Set the cookie with a random id, unless the browser has one. It holds nothing else, and scripts can't read it."""
    if settings.FAIR_PLAY and not request.COOKIES.get(COOKIE):
        response.set_cookie(
            COOKIE,
            secrets.token_urlsafe(18),
            max_age=KEPT,
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )


def device_of(scope: Mapping[str, Any]) -> str:
    """Return the browser's random id from a socket's ASGI scope; "" if it has none."""
    cookies: Mapping[str, str] = scope.get("cookies") or {}
    name = cookies.get(COOKIE, "")
    return name if len(name) <= LONGEST else ""
