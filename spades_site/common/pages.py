"""Helpers for the views of every app: paging, and messages about the outcome of a request."""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any
from urllib.parse import urlsplit

from django import forms
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.paginator import Page, Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from spades_site.common.errors import Refused

View = Callable[..., HttpResponse]
ROWS = 25
"""Rows per page of a list."""
DIGITS = 18
"""The most digits that a key can have: the database counts to a little over 9 · 10¹⁸."""


def page_of(request: HttpRequest, rows: Any, size: int = ROWS, key: str = "page") -> Page[Any]:
    """Return the page of `rows` (a queryset or sequence) that `?page=` asks for; invalid values give the nearest
    page.

    Several lists on one page each use their own `key` in the address.
    """
    page: Any = Paginator(rows, size).get_page(request.GET.get(key))
    page.key = key
    return page


def key_of(text: str) -> int:
    """Return the key that a form submitted; 0, which no row has, for anything invalid (including too many digits)."""
    return int(text) if text.isdecimal() and len(text) <= DIGITS else 0


def member_required(view: View) -> View:
    """Restrict a view to members with an account: visitors are asked to sign in, guests are told why."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        if not request.user.is_authenticated:
            return redirect_to_login(_after_sign_in(request))
        if request.user.is_guest:
            messages.info(
                request, _("Guests can only play at casual tables. Create an account for this.")
            )
            return redirect("home")
        return view(request, *args, **kwargs)

    return guarded


def form_of(page: str) -> Callable[[View], View]:
    """Restrict a view to form submissions, and redirect a plain visit of its address to the page named `page`.

    After a mistake the browser shows the form's own address, and people return to it, or come to it after signing
    in.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(
            request: HttpRequest, slug: str, *args: object, **kwargs: object
        ) -> HttpResponse:
            if request.method in ("GET", "HEAD"):
                return redirect(page, slug)
            if request.method != "POST":
                return HttpResponseNotAllowed(["GET", "POST"])
            return view(request, slug, *args, **kwargs)

        return guarded

    return decorate


def _after_sign_in(request: HttpRequest) -> str:
    """Return where to go after signing in: the requested page, or the one on which a button was pressed."""
    if request.method in ("GET", "HEAD"):
        return request.get_full_path()
    came = urlsplit(request.headers.get("Referer", ""))
    return came.path if came.netloc == request.get_host() and came.path else reverse("home")


def carry_out[Made](
    request: HttpRequest, act: Callable[[], Made], *, done: str | Callable[[Made], str], back: str
) -> HttpResponse:
    """Carry out a button's action, show a message about the outcome, and return to the page `back`.

    `done` is the message, or a function that makes it from the result of `act`. Visitors must sign in first, and
    are then sent to `back`.
    """
    if not request.user.is_authenticated:
        return redirect_to_login(back)
    try:
        made = act()
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, done if isinstance(done, str) else done(made))
    return redirect(back)


def fill_in[Made](
    form: forms.Form, act: Callable[[dict[str, Any]], Made], places: Mapping[str, str]
) -> Made | None:
    """Pass a form's values to `act` and return its result; None if the form must be shown again.

    A refusal by the domain appears at the field that `places` names for its code, otherwise above the form.
    """
    if not form.is_valid():
        return None
    try:
        return act(form.cleaned_data)
    except Refused as refusal:
        form.add_error(places.get(refusal.code), str(refusal))
        return None
