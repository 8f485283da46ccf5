"""How long one sign-in lasts at most, whatever somebody does meanwhile."""

from collections.abc import Callable
from datetime import timedelta

from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponseBase

from spades_site.accounts.sign_in.adapter import SIGNED_IN_AT
from spades_site.common.clock import now

LONGEST = timedelta(days=30)
"""Unused, a session ends after SESSION_COOKIE_AGE."""


class SignInAgeMiddleware:
    """Sign people out whose sign-in is too old. Guests have nothing to sign in with again, and stay."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        user = request.user
        if user.is_authenticated and not user.is_guest and not hasattr(request, "token"):
            at = request.session.get(SIGNED_IN_AT)
            if at is not None and now().timestamp() - at > LONGEST.total_seconds():
                logout(request)
        return self.get_response(request)
