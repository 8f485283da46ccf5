"""Wrappers around every socket: origin check, authentication by session or token, and error handling."""

import logging
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from typing import Any

from channels.auth import get_user
from channels.sessions import CookieMiddleware, InstanceSessionWrapper, SessionMiddleware
from django.contrib.auth.models import AnonymousUser

from games.live.threads import in_database
from spades_site.accounts.languages import language_of_socket
from spades_site.accounts.tokens.middleware import token_in
from spades_site.accounts.tokens.services import owner_by, require_scope
from spades_site.common.errors import Refused
from spades_site.common.monitoring.safe_logging import trace_of

log = logging.getLogger("spades.live")

App = Callable[..., Awaitable[Any]]
INTERNAL_ERROR = 1011


async def deny(scope: Any, receive: Any, send: Any) -> None:
    """Refuse a handshake with HTTP 403. Channels' own denier would open a channel of the layer for it."""
    await receive()
    await send({"type": "websocket.close"})


class Guard:
    """Closes a socket whose application failed, and logs one line without any of its data instead of a traceback."""

    def __init__(self, application: App) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve one socket."""
        try:
            await self.application(scope, receive, send)
        except Exception as error:
            log.error("a socket failed: %s", trace_of(error))
            # The peer may be gone, and the server may refuse to send.
            with suppress(Exception):
                await send({"type": "websocket.close", "code": INTERNAL_ERROR})


DEFAULT_PORTS = {"http": ":80", "https": ":443"}


class OwnOrigins:
    """Passes a handshake to `application` only with exactly one Origin header, whose value is in `allowed`.

    Channels' validator reads an origin with `urlparse`, which misreads some forms as another host and fails on others;
    a browser sends its origin in one form only, so the text itself is compared.
    """

    def __init__(self, application: App, allowed: Iterable[str]) -> None:
        self.application = application
        self.allowed = frozenset(map(as_browsers_send, allowed))

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        origins = [value for name, value in scope.get("headers", ()) if name == b"origin"]
        welcome = len(origins) == 1 and origins[0].decode("latin1") in self.allowed
        await (self.application if welcome else deny)(scope, receive, send)


def as_browsers_send(origin: str) -> str:
    """Return a full origin in the form that browsers send: lower case, without its scheme's default port or a path."""
    scheme, _, rest = origin.strip().lower().partition("://")
    host = rest.partition("/")[0]
    return f"{scheme}://{host.removesuffix(DEFAULT_PORTS.get(scheme, ':'))}"


class ReadOnlySession(SessionMiddleware):
    """Puts the session into the scope. Channels' own would check it again with each frame sent, to save changes."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> Any:
        """Serve one socket."""
        wrapper = InstanceSessionWrapper(scope, send)
        await wrapper.resolve_session()
        return await self.inner(wrapper.scope, receive, send)


class ByToken:
    """Authenticates handshakes with a personal token as the token's owner; passes all others to `browsers`.

    Ignores cookies and the origin, because no browser sends the Authorization header by itself. The scope gets `token`, or
    `refusal` for an invalid one.
    """

    def __init__(self, application: App, *, browsers: App) -> None:
        self.application = application
        self.browsers = browsers

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        headers = (value for name, value in scope.get("headers", ()) if name == b"authorization")
        text = token_in(next(headers, b"").decode("latin1"))
        if text is None:
            await self.browsers(scope, receive, send)
            return
        known: dict[str, Any] = {"user": AnonymousUser(), "session": None, "cookies": {}}
        try:
            token = await in_database(
                language_of_socket({**scope, **known}), owner_by, text, behind=True
            )
        except Refused as refusal:
            known["refusal"] = refusal
        else:
            known |= {"user": token.user, "token": token}
        await self.application({**scope, **known}, receive, send)


def why_token_denied(scope: Any, wanted: str) -> Refused | None:
    """Return why a handshake's token doesn't give access to a socket that needs the scope `wanted`.

    None if it does, or if there is no token.
    """
    refusal: Refused | None = scope.get("refusal")
    token = scope.get("token")
    if refusal is None and token is not None:
        try:
            require_scope(token, wanted)
        except Refused as missing:
            return missing
    return refusal


class SignedIn:
    """Puts the session's user into the scope. Channels' own would query the database in a thread of its own."""

    def __init__(self, application: App) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve one socket."""
        user = await in_database("en", get_user.func, scope, table=scope["path"], behind=True)
        await self.application({**scope, "user": user}, receive, send)


def signed_in(application: Any) -> Any:
    """Return the application with `user`, `session` and `cookies` in its scope."""
    return CookieMiddleware(ReadOnlySession(SignedIn(application)))
