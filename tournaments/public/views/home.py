"""The first page: what to watch and try for a visitor, what to do next for a member."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from tournaments.events.models import Status
from tournaments.events.permissions import visible_to

SOON = (Status.CHECK_IN, Status.REGISTRATION, Status.ANNOUNCED)
SHORT_LIST = 5


@require_GET
def home(request: HttpRequest) -> HttpResponse:
    """Show the first page."""
    soon = visible_to(request.user).filter(status__in=SOON).order_by("starts_at", "pk")
    return render(request, "public/home.html", {"soon": soon[:SHORT_LIST]})
