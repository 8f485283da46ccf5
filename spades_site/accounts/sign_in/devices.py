"""How many wrong codes of second factors are accepted, and from where.

Somebody who knows a password could otherwise keep the owner out by typing wrong codes. A browser that once passed a second factor,
or set one up, is known by a signed cookie and has an allowance of its own. All unknown ones share one for each account; once it is used up,
only known browsers and passkeys, which nobody can guess, pass. A new password begins a new allowance and forgets all browsers;
ending the sessions forgets them too.
"""

import secrets
from collections.abc import Callable
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.core import context
from allauth.core.internal import ratelimit
from allauth.mfa.base import forms as codes
from allauth.mfa.totp import forms as apps
from allauth.mfa.webauthn import forms as passkeys
from django.conf import settings
from django.core import signing
from django.core.cache import cache
from django.http import HttpRequest, HttpResponseBase
from django.utils.crypto import constant_time_compare, salted_hmac

from spades_site.accounts.models import User
from spades_site.accounts.sign_in.security_log import note
from spades_site.common.server.address import address_of, network_of

SALT = "spades.known_devices"
STRANGERS = "20/1h/key"
"""Wrong codes of an account from all unknown browsers together."""
WARNED_EVERY = 3600
AGE = 365 * 24 * 3600
MOST_ACCOUNTS = 5
"""How many accounts one browser is remembered for."""
PASSED = "passed_second_factor"
"""The request attribute with the person whose second factor was right."""
type Devices = dict[str, list[str]]


def limit_codes() -> None:
    """Make allauth ask here before it checks a code.

    This replaces private functions of allauth; tests/accounts/test_devices.py fails if they are no longer called.
    """
    codes.check_rate_limit = apps.check_rate_limit = allow_code
    passkeys.check_rate_limit = allow_passkey


def allow_code(user: User, error_key: str | None = None) -> Callable[[], None]:
    """Count a wrong code, and return what takes that back once the code is right. Raises ValidationError."""
    request = context.request
    device = _device(request, user)
    undo = _count(
        request, f"{_account(user)}:{device or network_of(address_of(request))}", error_key
    )
    if device:
        return undo
    usage = ratelimit.consume(
        request, app="spades", action="codes", key=_account(user), config={"codes": STRANGERS}
    )
    if usage is None:
        _warn(request, user)
        raise get_adapter().validation_error(error_key or "too_many_login_attempts")

    def right() -> None:
        undo()
        usage.rollback()

    return right


def allow_passkey(user: User) -> Callable[[], None]:
    """Do the same for a passkey, by address alone."""
    request = context.request
    return _count(request, f"{_account(user)}:passkey:{network_of(address_of(request))}", None)


def remember(request: HttpRequest, authenticator: Any, **_about: Any) -> None:
    """Note (allauth's signals) that a second factor was set up or right; the middleware sends the cookie."""
    setattr(request, PASSED, authenticator.user)


def is_known(request: HttpRequest, user: User) -> bool:
    """Return whether this browser has passed somebody's second factor."""
    return _device(request, user) is not None


class KnownDevicesMiddleware:
    """Sends the cookie by which a browser is known that has passed a second factor."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if user := getattr(request, PASSED, None):
            user.refresh_from_db(fields=["password", "device_version"])
            others = {key: one for key, one in _devices(request).items() if key != str(user.pk)}
            kept = dict(list(others.items())[1 - MOST_ACCOUNTS :])
            kept[str(user.pk)] = [_device(request, user) or secrets.token_urlsafe(12), _mark(user)]
            response.set_cookie(
                settings.DEVICES_COOKIE_NAME, signing.dumps(kept, salt=SALT), max_age=AGE,
                secure=settings.HTTPS, httponly=True, samesite="Lax",
            )  # fmt: skip
        return response


def _count(request: HttpRequest, key: str, error_key: str | None) -> Callable[[], None]:
    usage = ratelimit.consume(request, app="allauth.account", action="login_failed", key=key)
    if usage is None:
        raise get_adapter().validation_error(error_key or "too_many_login_attempts")
    return usage.rollback


def _warn(request: HttpRequest, user: User) -> None:
    """Mail the owner, once an hour, that somebody has the password and tries codes."""
    note("second factor refused", request, user, "too many wrong codes from unknown devices")
    if cache.add(f"codes-warned:{user.pk}", "y", WARNED_EVERY):
        get_adapter().send_notification_mail("accounts/email/codes_tried", user)


def _devices(request: HttpRequest) -> Devices:
    try:
        found: Devices = signing.loads(
            request.COOKIES.get(settings.DEVICES_COOKIE_NAME, ""), salt=SALT, max_age=AGE
        )
    except signing.BadSignature:
        return {}
    return found


def _device(request: HttpRequest, user: User) -> str | None:
    """Return the name of a browser that the account knows."""
    name, mark = _devices(request).get(str(user.pk), ["", ""])
    return name if name and constant_time_compare(mark, _mark(user)) else None


def _account(user: User) -> str:
    """Return the key of an account's counts, which a new password changes."""
    return f"codes:{user.pk}:{user.get_session_auth_hash()[:16]}"


def _mark(user: User) -> str:
    """Return what binds a browser to an account: it changes with the password, and when all sessions are ended."""
    return salted_hmac(
        SALT, f"{user.pk}:{user.password}:{user.device_version}", algorithm="sha256"
    ).hexdigest()[:32]
