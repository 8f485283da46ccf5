"""The answers of the person picker."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from spades_site.common.people.picking import SHOWN, circle_at


@require_GET
@never_cache
def people_to_name(request: HttpRequest) -> HttpResponse:
    """Return the people whom the form that goes to `?at=` can name and whose name contains `?q=`; 404 to others."""
    circle = circle_at(request, request.GET.get("at", ""))
    found = circle.candidates(request.GET.get("q", ""), SHOWN)
    return render(request, "components/forms/people.html", {"people": found})
