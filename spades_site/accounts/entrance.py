"""The pages for signing up and signing in, which guests may use too.

A guest who signs up stays who they are: the seat, the game and what was said go on under the new name. allauth sends
whoever is signed in away from these pages, so that a guest comes to them as a visitor.
"""

from typing import Any

from allauth.account.views import LoginView, SignupView
from allauth.mfa.base.views import AuthenticateView
from allauth.mfa.webauthn.views import LoginWebAuthnView
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse, HttpResponseBase

from spades_site.accounts.models import User
from spades_site.common import limits
from spades_site.common.address import address_of, network_of
from spades_site.common.errors import Refused

GUEST = "guest_who_comes_in"
"""The request's attribute that holds the guest."""


def guest_behind(request: HttpRequest | None) -> User | None:
    """Return the guest who asks for a page of the entrance, or None."""
    return getattr(request, GUEST, None)


class GuestsMayEnter:
    """Lets guests see a page of allauth's that is for visitors."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Serve the page, to a guest as to a visitor."""
        user: Any = request.user
        if user.is_authenticated and user.is_guest:
            setattr(request, GUEST, user._wrapped if hasattr(user, "_wrapped") else user)
            request.user = AnonymousUser()
        answer: HttpResponseBase = super().dispatch(request, *args, **kwargs)  # type: ignore[misc]
        return answer


class SignUp(GuestsMayEnter, SignupView):
    """Make an account, of a guest or from nothing."""

    def form_valid(self, form: Any) -> HttpResponse:
        """Make the account, unless the visitor's network has made too many today."""
        try:
            limits.count("accounts", network_of(address_of(self.request)))
        except Refused as refusal:
            form.add_error(None, str(refusal))
            refused: HttpResponse = self.form_invalid(form)
            return refused
        answer: HttpResponse = super().form_valid(form)
        return answer


class SignIn(GuestsMayEnter, LoginView):
    """Sign in, also instead of the guest that one was."""


class SignInBySecondFactor(GuestsMayEnter, AuthenticateView):
    """Give the second factor after the password."""


class SignInByPasskey(GuestsMayEnter, LoginWebAuthnView):
    """Sign in by a passkey alone."""
