"""Phones at the tables of a room: a card's page, typing digits, and the pad of a table's match.

A phone is known by a cookie alone, which opens the pads that it has opened before, as long as their matches are on.
"""

import json
from collections.abc import Callable, Mapping
from hashlib import sha256
from secrets import token_hex
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from spades_site.accounts.requests import person_of
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.forms import PageForm, TextField
from spades_site.common.pages import NOT_ACCEPTED, answer_form
from spades_site.common.server.address import address_of, network_of
from spades_site.common.server.visitors import remember_phone
from tournaments.events.actions.room import pads, phones
from tournaments.events.models import Pad, RoomTable
from tournaments.events.queries.pads import Seen, find_pad, mark_of, state_of

DAY = 24 * 3600
MOST_SENT = 4000
"""Characters of what a pad sends at once."""


class DigitsForm(PageForm):
    """A table's number and the round's digits."""

    button = gettext_lazy("Open the score pad")
    number = forms.IntegerField(
        label=gettext_lazy("Table"),
        min_value=1,
        max_value=999,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "size": 4}),
    )
    digits = TextField(
        label=gettext_lazy("Six digits"),
        max_length=12,
        help_text=gettext_lazy("The desk and the screen show them. They are new in each round."),
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "size": 8}),
    )
    row = ("number", "digits")

    def clean_digits(self) -> str:
        """Return the digits without spaces."""
        return "".join(str(self.cleaned_data["digits"]).split())


@require_http_methods(["GET", "POST"])
@never_cache
def room_table(request: HttpRequest, token: str) -> HttpResponse:
    """Show which match is at a card's table, and let the phone keep a side's score."""
    table = RoomTable.objects.select_related("tournament").filter(token=token).first()
    if table is None:
        raise Http404
    match = phones.match_at(table)
    if request.method == "GET":
        seen = None if match is None else find_pad(match.pk, _key(request), request.user)
        if seen is not None and seen.phone is not None and seen.phone.side_id:
            return redirect("room_pad", seen.match.pk)
        context = {"table": table, "tournament": table.tournament, "match": match}
        return render(request, "public/room/table.html", context)
    side = request.POST.get("side", "")
    return _opened(
        request,
        lambda key: phones.open_by_card(
            token=token, key=key, side=int(side) if side.isdecimal() and len(side) < 3 else None
        ),
        reverse("room_table", args=[token]),
    )


@require_http_methods(["GET", "POST"])
@never_cache
def room_digits(request: HttpRequest, slug: str) -> HttpResponse:
    """Open a table's pad by the digits of its round; the same for every address, so that it tells nothing about tournaments."""
    form = DigitsForm(request.POST if request.method == "POST" else None, action=request.path)

    def page() -> HttpResponse:
        return render(request, "public/room/digits.html", {"form": form})

    if request.method == "GET":
        return page()
    cookie = _cookie(request) or token_hex(16)
    network = network_of(address_of(request))
    answer = answer_form(
        request,
        form,
        lambda values: phones.open_by_digits(
            slug=slug, key=_hash(cookie), network=network, **values
        ),
        page=page,
        back=lambda pad: reverse("room_pad", args=[pad.match_id]),
    )
    return _with_cookie(answer, cookie) if answer.status_code < 400 else answer


@require_GET
@never_cache
def room_pad(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a pad to a phone that has opened it, or to the desk."""
    seen = _seen(request, pk)
    config = {
        "state": state_of(seen, now()),
        "state_url": reverse("room_state", args=[pk]),
        "send_url": reverse("room_send", args=[pk]),
        "token": get_token(request),
    }
    context = {"seen": seen, "tournament": seen.match.tournament, "config": config}
    return render(request, "public/room/pad.html", context)


@require_GET
@never_cache
def room_state(request: HttpRequest, pk: int) -> HttpResponse:
    """Say what is on a pad, or nothing if the phone knows (`?mark=`)."""
    seen, at = _seen(request, pk), now()
    if request.GET.get("mark") == mark_of(seen, at):
        return HttpResponse(status=204)
    return JsonResponse(state_of(seen, at))


@require_POST
@never_cache
def room_send(request: HttpRequest, pk: int) -> HttpResponse:
    """Do what a pad sends as JSON, and answer with what is on it then."""
    seen = _seen(request, pk)
    try:
        if request.content_type != "application/json":
            raise ValueError(request.content_type)
        said = json.loads(request.body[: MOST_SENT + 1])
        act = ACTS[said["do"]]
        who: dict[str, Any] = {"match_id": pk}
        who |= {"by": person_of(request)} if seen.is_desk else {"key": _key(request)}
        act(who, said)
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError):
        text = _("That didn’t come from the page. Reload it and try again.")
        return JsonResponse({"code": "bad_form", "error": text}, status=NOT_ACCEPTED)
    except Refused as refusal:
        seen = _seen(request, pk)
        return JsonResponse(
            {"code": refusal.code, "error": str(refusal), "state": state_of(seen, now())},
            status=NOT_ACCEPTED,
        )
    return JsonResponse(state_of(_seen(request, pk), now()))


Act = Callable[[dict[str, Any], Mapping[str, Any]], Pad]


def _enter(who: dict[str, Any], said: Mapping[str, Any]) -> Pad:
    replaces, dealer = said.get("replaces"), said.get("dealer")
    return pads.enter_hand(
        **who,
        entry=str(said["entry"]),
        game=int(said["game"]),
        number=int(said["number"]),
        hand=None if said["hand"] is None else dict(said["hand"]),
        replaces=None if replaces is None else int(replaces),
        dealer=None if dealer is None else int(dealer),
        ago=int(said.get("ago") or 0),
    )


def _side(who: dict[str, Any], said: Mapping[str, Any]) -> Pad:
    return phones.take_side(**who, side=int(said["side"]))


ACTS: Mapping[str, Act] = {
    "hand": _enter,
    "confirm": lambda who, said: pads.confirm_hands(**who, seen=int(said["seen"])),
    "raise": lambda who, said: pads.raise_hand(**who, up=said["up"] is True),
    "side": _side,
    "phone": lambda who, said: phones.accept_phone(
        **who, phone_id=int(said["phone"]), ok=said["ok"] is True
    ),
}


def _seen(request: HttpRequest, pk: int) -> Seen:
    seen = find_pad(pk, _key(request), request.user)
    if seen is None:
        raise Http404
    if seen.phone is not None:
        remember_phone(_cookie(request), seen.phone.pk)
    return seen


def _opened(request: HttpRequest, act: Callable[[str], Pad], back: str) -> HttpResponse:
    cookie = _cookie(request) or token_hex(16)
    try:
        pad = act(_hash(cookie))
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect(back)
    return _with_cookie(redirect("room_pad", pad.match_id), cookie)


def _with_cookie(answer: HttpResponse, cookie: str) -> HttpResponse:
    answer.set_cookie(
        settings.ROOM_COOKIE_NAME,
        cookie,
        max_age=DAY,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return answer


def _cookie(request: HttpRequest) -> str:
    return request.COOKIES.get(settings.ROOM_COOKIE_NAME, "")[:64]


def _key(request: HttpRequest) -> str:
    cookie = _cookie(request)
    return _hash(cookie) if cookie else ""


def _hash(cookie: str) -> str:
    """Return what is stored of a phone's cookie."""
    return sha256(cookie.encode()).hexdigest()
