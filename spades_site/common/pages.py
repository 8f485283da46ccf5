"""Helpers for the views of every app: paging, answers to forms and buttons, and access control."""

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlsplit

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.paginator import Page, Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed, JsonResponse
from django.http.response import HttpResponseRedirectBase
from django.shortcuts import redirect, render, resolve_url
from django.urls import reverse
from django.utils.translation import gettext as _
from django_htmx.http import reselect, reswap, retarget

from spades_site.common.errors import Refused
from spades_site.common.forms import PageForm

View = Callable[..., HttpResponse]
NOT_ACCEPTED = 422
"""The status of a response that shows a form again."""
ROWS = 25
"""Rows per page of a list."""


def page_of(request: HttpRequest, rows: Any, size: int = ROWS, key: str = "page") -> Page[Any]:
    """Return the page of `rows` (a queryset or sequence) that `?page=` asks for; invalid values give the nearest
    page.

    Several lists on one page each use their own `key` in the address.
    """
    page: Any = Paginator(rows, size).get_page(request.GET.get(key))
    page.key = key
    return page


def member_required(view: View) -> View:
    """Restrict a view to members: visitors are asked to sign in, guests are told why they can't."""

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


def staff_only(view: View) -> View:
    """Restrict a page to staff. Visitors are asked to sign in, everybody else gets a 404."""
    return staff_who("")(view)


def staff_who(may: str) -> Callable[[View], View]:
    """Restrict a page to staff with a right such as "leagues.change_league"; as `staff_only`."""

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
            user = request.user
            if not user.is_authenticated:
                return redirect_to_login(_after_sign_in(request))
            if not user.is_staff or (may and not user.has_perm(may)):
                raise Http404
            return view(request, *args, **kwargs)

        return guarded

    return decorate


def form_of(page: str, *keys: str) -> Callable[[View], View]:
    """Restrict a view to form submissions; redirect a GET to the page named `page`, with the same slug if there is one, or
    with the `keys` of its address.

    Such GETs occur because a browser shows the form's own address after a mistake, and after signing in.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
            if request.method in ("GET", "HEAD"):
                return redirect(
                    page, *(kwargs[name] for name in keys or ("slug",) if name in kwargs)
                )
            if request.method != "POST":
                return HttpResponseNotAllowed(["GET", "POST"])
            return view(request, *args, **kwargs)

        return guarded

    return decorate


def _after_sign_in(request: HttpRequest) -> str:
    """Return where to go after signing in: the requested page, or the one whose button was clicked."""
    if request.method in ("GET", "HEAD"):
        return request.get_full_path()
    came = urlsplit(request.headers.get("Referer", ""))
    return came.path if came.netloc == request.get_host() and came.path else reverse("home")


def is_program(request: HttpRequest) -> bool:
    """Return whether a program made the request, with a token (accounts/tokens): it gets JSON instead of pages."""
    return getattr(request, "token", None) is not None


def told_program(url: str = "", refusal: Refused | None = None) -> JsonResponse:
    """Return the response for a program: the address to which a browser would be redirected, or the refusal."""
    if refusal is None:
        return JsonResponse({"url": url})
    return JsonResponse(
        {"code": refusal.code, "message": str(refusal)},
        status=NOT_ACCEPTED,
        json_dumps_params={"ensure_ascii": False},
    )


def carry_out[Made](
    request: HttpRequest,
    act: Callable[[], Made],
    *,
    done: str | Callable[[Made], str],
    back: str,
    to: Callable[[Made], str] | None = None,
    undo: Callable[[], str] | None = None,
) -> HttpResponse:
    """Carry out a button's action, show the message `done`, and redirect to `back` or the address from `to`.

    `done` is the message, or a function that returns it for the result of `act`; `to` is such a function for the address.
    Visitors must sign in first, and are then sent to `back`. If `act` refuses, htmx gets 422 with the sentence, which
    appears beside the button (`{% action %}`); without JavaScript it is a message on the page `back`. `undo` returns the
    address for undoing the action, or "".
    """
    if not request.user.is_authenticated:
        return redirect_to_login(back)
    try:
        made = act()
    except Refused as refusal:
        if getattr(request, "htmx", False):
            context = {"sentence": str(refusal)}
            return render(request, "components/forms/refusal.html", context, status=NOT_ACCEPTED)
        messages.error(request, str(refusal))
        return redirect(back)
    message = done if isinstance(done, str) else done(made)
    if message:
        _show_message(request, message, undo)
    return redirect(to(made) if to else back)


def answer_form[Made](
    request: HttpRequest,
    form: PageForm,
    act: Callable[[dict[str, Any]], Made],
    *,
    page: Callable[[], HttpResponse],
    back: str | Callable[[Made], str],
    done: str | Callable[[Made], str] = "",
    undo: Callable[[], str] | None = None,
) -> HttpResponse:
    """Pass a form's values to `act`, show the message `done` (with `undo` as in `carry_out`), and redirect to `back`.

    If the form is invalid or `act` refuses, the response is 422 with the form and its errors: only the form for htmx,
    otherwise the `page` with the form in its place. A refusal appears at the field that the form's `places` names for its
    code, or above the fields. A program gets JSON (`told_program`).
    """
    if form.is_valid():
        try:
            made = act(form.cleaned_data)
        except Refused as refusal:
            if is_program(request):
                return told_program(refusal=refusal)
            form.refuse(refusal)
        else:
            leads_to = resolve_url(back if isinstance(back, str) else back(made))
            if is_program(request):
                return told_program(leads_to)
            message = done if isinstance(done, str) else done(made)
            if message:
                _show_message(request, message, undo)
            return redirect(leads_to)
    if is_program(request):
        return told_program(refusal=Refused("bad_form", " ".join(form.all_errors)))
    answer = _again(request, form, page)
    if not isinstance(answer, HttpResponseRedirectBase):
        answer.status_code = NOT_ACCEPTED
    return answer


def replacing_page(request: HttpRequest, answer: HttpResponse) -> HttpResponse:
    """Have htmx replace the whole page with the answer, whatever the form or button would replace."""
    if not getattr(request, "htmx", False):
        return answer
    return reswap(retarget(reselect(answer, "main"), "main"), "outerHTML")


def _show_message(request: HttpRequest, message: str, undo: Callable[[], str] | None) -> None:
    """Show a message on the next page: as a toast with a button if it can be undone."""
    messages.success(request, message, extra_tags=undo() if undo else "")


def _again(request: HttpRequest, form: PageForm, page: Callable[[], HttpResponse]) -> HttpResponse:
    if not getattr(request, "htmx", False):
        return page()
    if form.is_stale:
        return retarget(reselect(page(), form.part), form.part)
    return render(request, form.template, {"form": form})
