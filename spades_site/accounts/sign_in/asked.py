"""What a visitor asked for before signing in: it is done as soon as they are somebody."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

KEY = "asked_before_sign_in"
"""The session's key: the address asked for, and whether guests may do what it does."""


def sign_in_first(request: HttpRequest, path: str, *, guests: bool) -> HttpResponse:
    """Remember that the visitor asked for `path`, and lead them there by the sign-in page."""
    request.session[KEY] = {"path": path, "guests": guests}
    return redirect(reverse("account_login", query={"next": path}))


def asked_for(request: HttpRequest, path: str) -> dict[str, object] | None:
    """Return what the visitor asked for, if it was `path`."""
    asked: dict[str, object] | None = request.session.get(KEY)
    return asked if asked is not None and asked["path"] == path else None


def take(request: HttpRequest, path: str) -> bool:
    """Return whether the visitor asked for `path`, and forget it: it is done only once."""
    asked = asked_for(request, path) is not None
    if asked:
        del request.session[KEY]
    return asked
