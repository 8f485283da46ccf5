"""Which pages may open a socket: our own, their whole origin spelled out.

Channels' validator reads an origin with `urlparse`, which takes some forms for another's host and stumbles over others;
a browser sends its origin in one form only, so the text itself is compared.
"""

from collections.abc import Iterable
from typing import Any

from games.live.guard import App, deny

DEFAULT_PORTS = {"http": ":80", "https": ":443"}


class OwnOrigins:
    """Lets a handshake through to `application` only with exactly one Origin header, and that one of `allowed`."""

    def __init__(self, application: App, allowed: Iterable[str]) -> None:
        self.application = application
        self.allowed = frozenset(map(as_browsers_send, allowed))

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        origins = [value for name, value in scope.get("headers", ()) if name == b"origin"]
        welcome = len(origins) == 1 and origins[0].decode("latin1") in self.allowed
        await (self.application if welcome else deny)(scope, receive, send)


def as_browsers_send(origin: str) -> str:
    """Return a full origin in the form in which browsers send it: lower case, without its scheme's own port or a path."""
    scheme, _, rest = origin.strip().lower().partition("://")
    host = rest.partition("/")[0]
    return f"{scheme}://{host.removesuffix(DEFAULT_PORTS.get(scheme, ':'))}"
