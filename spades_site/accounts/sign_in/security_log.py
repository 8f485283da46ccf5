"""A line in the log (`spades.security`) for each sign-in, failed try and change of how somebody signs in.

People are named by their key and visitors by their address, never by what they typed: that may be a password.
"""

import logging
from typing import Any

from allauth.account import signals as account
from allauth.mfa import signals as mfa
from django.contrib.auth import signals as auth
from django.dispatch import Signal
from django.http import HttpRequest

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


def listen() -> None:
    """Begin to log."""
    for words, signal in EVENTS.items():
        signal.connect(_logger(words), dispatch_uid=f"accounts.log.{words}", weak=False)


def _logger(words: str) -> Any:
    def write(sender: Any, request: HttpRequest | None = None, **about: Any) -> None:
        key = getattr(about.get("user"), "pk", None)
        who = f"user {key}" if key else "nobody"
        where = address_of(request) if request else "the server itself"
        log.info("%s: %s from %s%s", words, who, where, _means(request, about))

    return write


def _means(request: HttpRequest | None, about: dict[str, Any]) -> str:
    """Return which second factor it is about, or by what somebody has signed in."""
    factor = getattr(about.get("authenticator"), "type", None) or about.get("authenticator_type")
    session = getattr(request, "session", None) or {}
    used = [str(one.get("type") or one.get("method")) for one in session.get(METHODS, ())]
    means = [str(factor)] if factor else used
    return f" ({', '.join(means)})" if means else ""
