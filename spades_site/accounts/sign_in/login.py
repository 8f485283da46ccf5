"""The sign-up and sign-in pages, open to guests too.

A guest who signs up keeps their user row: seat, game and messages continue under the new name. allauth redirects
signed-in users away from these pages, so a guest is treated as a visitor here.
"""

from typing import Any

from allauth.account.views import LoginView, SignupView
from allauth.mfa.base.views import AuthenticateView
from allauth.mfa.webauthn.views import LoginWebAuthnView
from allauth.usersessions.views import list_usersessions
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse, HttpResponseBase

from spades_site.accounts.closing import forget_devices
from spades_site.accounts.models import User
from spades_site.accounts.sign_in import asked, devices
from spades_site.common import limits
from spades_site.common.errors import Refused
from spades_site.common.server.address import address_of, network_of

GUEST = "guest_who_comes_in"
"""The request attribute that holds the guest."""


def guest_behind(request: HttpRequest | None) -> User | None:
    """Return the guest who requests a sign-up or sign-in page, or None."""
    return getattr(request, GUEST, None)


class GuestsMayEnter:
    """Opens one of allauth's visitor pages to guests."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Serve the page to a guest as to a visitor."""
        user = request.user
        if user.is_authenticated and user.is_guest:
            setattr(request, GUEST, user._wrapped if hasattr(user, "_wrapped") else user)
            request.user = AnonymousUser()
        answer: HttpResponseBase = super().dispatch(request, *args, **kwargs)  # type: ignore[misc]
        return answer

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Add what the visitor asked for, if that is where the page leads."""
        request: HttpRequest = self.request  # type: ignore[attr-defined]
        target = request.POST.get("next") or request.GET.get("next", "")
        found: dict[str, Any] = super().get_context_data(**kwargs)  # type: ignore[misc]
        wish = asked.asked_for(request, target)
        guests_may = wish is None or bool(wish["guests"])
        return {**found, "asked": wish, "guests_may": guests_may and guest_behind(request) is None}


class SignUp(GuestsMayEnter, SignupView):
    """Create an account, from a guest's or from scratch."""

    def form_valid(self, form: Any) -> HttpResponse:
        """Create the account, unless the visitor's network has created too many today."""
        try:
            limits.count("accounts", network_of(address_of(self.request)))
        except Refused as refusal:
            form.add_error(None, str(refusal))
            refused: HttpResponse = self.form_invalid(form)
            return refused
        answer: HttpResponse = super().form_valid(form)
        return answer


class SignIn(GuestsMayEnter, LoginView):
    """Sign in, replacing a guest's session."""


class SignInBySecondFactor(GuestsMayEnter, AuthenticateView):
    """Enter the second factor after the password."""


def end_other_sessions(request: HttpRequest) -> HttpResponseBase:
    """Show the sessions, and end all others: then no other browser is known by its second factor either."""
    if request.method == "POST":
        user = request.user
        assert isinstance(user, User)
        was_known = devices.is_known(request, user)
        forget_devices(user)
        if was_known:
            setattr(request, devices.PASSED, user)
    answer: HttpResponseBase = list_usersessions(request)
    return answer


class SignInByPasskey(GuestsMayEnter, LoginWebAuthnView):
    """Sign in with a passkey alone."""
