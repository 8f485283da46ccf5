"""Tournaments: the list."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET

from spades_site.common.pages import page_of
from tournaments.events.models import Status
from tournaments.events.permissions import visible_to

SHOWN = {
    "coming": (Status.ANNOUNCED, Status.REGISTRATION, Status.CHECK_IN),
    "now": (Status.RUNNING, Status.PAUSED),
    "past": (Status.FINISHED, Status.CANCELLED),
}
FILTERS = (("coming", _("Coming")), ("now", _("Under way")), ("past", _("Over")))


@require_GET
def tournament_list(request: HttpRequest) -> HttpResponse:
    """Show tournaments that come, are under way, or are over."""
    show = request.GET.get("show", "coming")
    if show not in SHOWN:
        show = "coming"
    order = ("-starts_at", "-pk") if show == "past" else ("starts_at", "pk")
    rows = visible_to(request.user).filter(status__in=SHOWN[show]).order_by(*order)
    context = {"page": page_of(request, rows), "show": show, "filters": FILTERS}
    return render(request, "public/tournament_list.html", context)
