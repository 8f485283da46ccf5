"""Authenticating sockets: Channels' own middleware without the parts that a socket doesn't need."""

from typing import Any

from channels.auth import AuthMiddleware
from channels.sessions import CookieMiddleware, InstanceSessionWrapper, SessionMiddleware


class ReadOnlySession(SessionMiddleware):
    """Puts the session into the scope. Channels would check it again with each frame sent, to save changes."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> Any:
        """Serve one socket."""
        wrapper = InstanceSessionWrapper(scope, send)
        await wrapper.resolve_session()
        return await self.inner(wrapper.scope, receive, send)


def signed_in(application: Any) -> Any:
    """Return the application with `user`, `session` and `cookies` in its scope."""
    return CookieMiddleware(ReadOnlySession(AuthMiddleware(application)))
