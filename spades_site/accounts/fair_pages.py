"""Pages in turn: one visitor's requests wait for each other, so that they don't slow anybody else's.

In front of Django, which would otherwise start a thread for every request at once.
"""

import json
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from http import HTTPStatus
from typing import Any, Final

from django.http.cookie import parse_cookie
from django.utils import translation
from django.utils.translation import gettext as _

from spades_site.accounts.languages import language_of_socket
from spades_site.common.server import visitors
from spades_site.common.server.turns import TooBusy, Turns

App = Callable[..., Awaitable[Any]]
AT_ONCE: Final = 16
"""Requests at a time; a mail server that doesn't answer may hold up some of them for long."""
EACH: Final = 2
"""Of one visitor: the second one for a page during a slow download."""
WAITING: Final = 1000
"""More than the browsers of a hall ask for at once when they open their first page."""
PATIENCE: Final = 30.0
RETRY_AFTER: Final = 10
ARCHIVES: Final = (".ndjson", "/archive.json")
ARCHIVES_AT_ONCE: Final = 2
"""Downloads that take long: they wait for each other before they take one of the pages' turns."""


class FairPages:
    """Passes requests to `application` in turn; those for which there is none in time are answered 429 in words."""

    def __init__(self, application: App, turns: Turns | None = None) -> None:
        self.application = application
        self.turns = turns or Turns(at_once=AT_ONCE, each=EACH, waiting=WAITING, patience=PATIENCE)
        self.archives = Turns(at_once=ARCHIVES_AT_ONCE, each=1, waiting=WAITING, patience=PATIENCE)

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Serve one request."""
        who = visitors.of_scope(scope)
        async with AsyncExitStack() as turns:
            try:
                if scope["path"].endswith(ARCHIVES):
                    await turns.enter_async_context(self.archives.turn(who))
                await turns.enter_async_context(self.turns.turn(who))
            except TooBusy:
                await _refuse(scope, send)
                return
            await self.application(scope, receive, send)


async def _refuse(scope: dict[str, Any], send: Any) -> None:
    cookie = dict(scope["headers"]).get(b"cookie", b"").decode("latin1")
    with translation.override(language_of_socket({**scope, "cookies": parse_cookie(cookie)})):
        sentence = _(
            "Too many requests from you or your network are waiting. Try again in a few seconds."
        )
    if scope["path"].startswith("/api/"):
        kind, body = "application/json", json.dumps({"code": "too_fast", "message": sentence})
    else:
        kind, body = "text/plain; charset=utf-8", sentence
    headers = [
        (b"content-type", kind.encode()),
        (b"retry-after", str(RETRY_AFTER).encode()),
        (b"cache-control", b"no-store"),
        (b"x-content-type-options", b"nosniff"),
    ]
    await send(
        {
            "type": "http.response.start",
            "status": HTTPStatus.TOO_MANY_REQUESTS,
            "headers": headers,
        }
    )
    await send({"type": "http.response.body", "body": body.encode()})
