"""A line in the log (`spades.security`) for each sign-in, failed try, change of how somebody signs in, and refused request.

People are named by their key and visitors by their address, never by what they typed: that may be a password. Addresses of
pages, which may have a key in them, are named by their route.
"""

import logging
from collections.abc import Callable
from typing import Any

from allauth.account import signals as account
from allauth.mfa import signals as mfa
from django.contrib.auth import signals as auth
from django.dispatch import Signal
from django.http import HttpRequest, HttpResponseBase

from spades_site.common.server.address import address_of

log = logging.getLogger("spades.security")
EVENTS: dict[str, Signal] = {
    "signed in": auth.user_logged_in,
    "signed out": auth.user_logged_out,
    "sign-in failed": auth.user_login_failed,
    "second factor failed": mfa.authentication_failed,
    "password set": account.password_set,
    "password changed": account.password_changed,
    "password reset": account.password_reset,
    "mail address changed": account.email_changed,
    "second factor added": mfa.authenticator_added,
    "second factor removed": mfa.authenticator_removed,
    "second factor reset": mfa.authenticator_reset,
}
METHODS = "account_authentication_methods"
"""The session's key under which allauth lists how somebody authenticated."""
REFUSED = frozenset((401, 403, 429))
MISSING = 404
"""What somebody may not see looks like this too. Logged only with a person: visitors ask for anything."""


def listen() -> None:
    """Begin to log."""
    for words, signal in EVENTS.items():
        signal.connect(_logger(words), dispatch_uid=f"accounts.log.{words}", weak=False)


class RefusalsMiddleware:
    """Logs requests that were refused: for want of a right or of a valid token, or by a limit."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        status = response.status_code
        if status in REFUSED or (status == MISSING and request.user.is_authenticated):
            match = request.resolver_match
            route = "no page" if match is None else f"/{match.route}"
            note(f"refused {status}", request, request.user, f"{request.method} {route}")
        return response


def note(words: str, request: HttpRequest | None, user: Any = None, about: str = "") -> None:
    """Log what happened, to whom and from where; `about` has nothing that a visitor typed."""
    key = getattr(user, "pk", None)
    who = f"user {key}" if key else "nobody"
    where = address_of(request) if request else "the server itself"
    log.info("%s: %s from %s%s", words, who, where, f" ({about})" if about else "")


def _logger(words: str) -> Any:
    def write(sender: Any, request: HttpRequest | None = None, **about: Any) -> None:
        note(words, request, about.get("user"), _means(request, about))

    return write


def _means(request: HttpRequest | None, about: dict[str, Any]) -> str:
    """Return which second factor it is about, or by what somebody has signed in."""
    factor = getattr(about.get("authenticator"), "type", None) or about.get("authenticator_type")
    session = getattr(request, "session", None) or {}
    used = [str(one.get("type") or one.get("method")) for one in session.get(METHODS, ())]
    return ", ".join([str(factor)] if factor else used)
