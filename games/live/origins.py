"""Which pages may open a socket: our own, compared by their whole origin.

Channels' validator reads an origin with `urlparse`, which misreads some forms as another host and fails on others;
a browser sends its origin in one form only, so the text itself is compared.
"""

from collections.abc import Iterable
from typing import Any

from games.live.guard import App, deny

DEFAULT_PORTS = {"http": ":80", "https": ":443"}


class OwnOrigins:
    """Passes a handshake to `application` only with exactly one Origin header, whose value is in `allowed`."""

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
