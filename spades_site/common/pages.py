"""What the views of every app do alike: paging, and telling people how their request went."""

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
"""Rows of a list on one page."""
DIGITS = 18
"""No key has more: the database counts to a little over 9 · 10¹⁸."""


def page_of(request: HttpRequest, rows: Any, size: int = ROWS, key: str = "page") -> Page[Any]:
    """Return the page of `rows` (a queryset or sequence) that `?page=` asks for; nonsense gives the nearest page.

    Where a page of the site has several lists, each has a `key` of its own in the address.
    """
    page: Any = Paginator(rows, size).get_page(request.GET.get(key))
    page.key = key
    return page


def key_of(text: str) -> int:
    """Return the key that a form names; 0, which no row has, for anything else (too many digits to be one, too)."""
    return int(text) if text.isdecimal() and len(text) <= DIGITS else 0


def member_required(view: View) -> View:
    """Let only members with an account see a page: others are asked to sign in, guests are told why."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        if not request.user.is_authenticated:
            return redirect_to_login(_after_sign_in(request))
        if request.user.is_guest:
            messages.info(request, _("Guests play casual tables only. Make an account for this."))
            return redirect("home")
        return view(request, *args, **kwargs)

    return guarded


def form_of(page: str) -> Callable[[View], View]:
    """Make a view take the forms that stand on the page named `page`, and lead whoever just opens its address there.

    After a mistake the form's own address stands in the browser, and people go back to it, or come to it signed in.
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
    """Return where somebody goes who had to sign in: the page asked for, or the one on which a button was pressed."""
    if request.method in ("GET", "HEAD"):
        return request.get_full_path()
    came = urlsplit(request.headers.get("Referer", ""))
    return came.path if came.netloc == request.get_host() and came.path else reverse("home")


def carry_out[Made](
    request: HttpRequest, act: Callable[[], Made], *, done: str | Callable[[Made], str], back: str
) -> HttpResponse:
    """Do what a button without a form asks for, say how it went, and go back to the page `back`.

    `done` is what to say then, or a function that says it of what `act` made. Whoever isn't signed in is asked to do so first, and comes to `back` after that.
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
    """Give a form's values to `act` and return what that made; None where the form must be shown again.

    What the domain refuses stands at the field which `places` names for the refusal's code, else above the form.
    """
    if not form.is_valid():
        return None
    try:
        return act(form.cleaned_data)
    except Refused as refusal:
        form.add_error(places.get(refusal.code), str(refusal))
        return None
