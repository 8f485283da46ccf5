"""The page of rated *Play now*: begin to look, wait, and give up."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET
from django.views.decorators.vary import vary_on_headers
from django_htmx.http import HttpResponseClientRedirect

from games.engine import preset
from games.tables.lobby import rated_search
from games.tables.lobby.calls import SEARCHES
from games.tables.lobby.filters import CLOCKS, wanted_of
from games.tables.lobby.rated_groups import (
    EVERYBODY_AFTER,
    FIRST_RANGE,
    WIDER_BY,
    WIDER_EVERY,
    range_after,
)
from games.tables.models import RatedSearch, Table
from games.tables.texts.rules import rules_said
from spades_site.accounts.actions import Action, Place
from spades_site.accounts.models import User
from spades_site.accounts.requests import HtmxRequest
from spades_site.common.clock import now

_RANGES = {
    "first": FIRST_RANGE,
    "by": WIDER_BY,
    "every": int(WIDER_EVERY.total_seconds()),
    "end": int(EVERYBODY_AFTER.total_seconds()),
}


@require_GET
@never_cache
@vary_on_headers("HX-Request")
def rated_now(request: HtmxRequest) -> HttpResponse:
    """Show whom the user's search looks for, or how to begin one; lead to the table that was found. htmx requests only the state."""
    user = request.user
    wanted = wanted_of(request.GET)
    place = None
    if user.is_authenticated and not user.is_guest:
        found = rated_search.table_found(user)
        if found is not None and found.status == Table.Status.OPEN:
            address = found.get_absolute_url()
            return HttpResponseClientRedirect(address) if request.htmx else redirect(address)
        place = rated_search.is_here(user)
        if place is not None:
            if SEARCHES not in request.session:
                request.session[SEARCHES] = True
            return _render(request, {"search": _searching(user, place), "ranges": _RANGES})
    if request.htmx:
        # The place has lapsed: show the whole page, with the button that begins a new search.
        return HttpResponseClientRedirect(request.path)
    return _render(request, {"search": None, "ranges": _RANGES, "wanted": wanted})


def _render(request: HtmxRequest, context: dict[str, object]) -> HttpResponse:
    page = "tables/lobby/_rated_search.html" if request.htmx else "tables/lobby/rated.html"
    return render(request, page, context)


def _searching(user: User, place: RatedSearch) -> dict[str, object]:
    at = now()
    rules = preset(place.preset)
    waited = at - place.since
    most, own = range_after(waited), rated_search.rating_in(user, rules)
    looking, near = rated_search.looking(place, at)
    seconds = max(0, int(waited.total_seconds()))
    return {
        "rules": rules_said(rules.to_record()),
        "clock": CLOCKS[place.clock].name if place.clock else "",
        "others": rules.players - 1,
        "rating": own,
        "range": None if most is None else (max(0, own - most), own + most),
        "waited": f"{seconds // 60}:{seconds % 60:02}",
        "looking": looking,
        "near": near,
    }


class _Waiting(Place):
    page = ("rated_now",)

    @property
    def back(self) -> str:
        return reverse("rated_now")


def _begin(at: _Waiting) -> Table | None:
    wanted = wanted_of(at.request.POST)
    return rated_search.search(user=at.by, wanted=wanted.preset, clock=wanted.clock)


def _address(at: _Waiting, found: Table | None) -> str:
    return at.back if found is None else found.get_absolute_url()


def _stopped(_at: _Waiting, found: Table | None) -> str:
    if found is None:
        return str(_("You no longer look for a rated game."))
    return str(_("A table had just been found. Leave your seat if you don’t want to play."))


rated_begin = Action(_Waiting, _begin, to=_address)
rated_stop = Action(_Waiting, lambda at: rated_search.stop(user=at.by), done=_stopped, to=_address)
