"""The organizer's dashboard."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from spades_site.common.pages import member_required, page_of
from tournaments.events.permissions import organized_by
from tournaments.organizer.following import has_seen, mark_of_tonight
from tournaments.organizer.tonight import tonight, with_counts


@require_GET
@member_required
def organizer(request: HttpRequest) -> HttpResponse:
    """Show what needs a decision, what is in play, and everything that the viewer runs."""
    evening = tonight(request.user)
    page = page_of(request, with_counts(organized_by(request.user)))
    mark = mark_of_tonight(evening, page.object_list)
    if has_seen(request, mark):
        return HttpResponse(status=204)
    context = {"tonight": evening, "page": page, "mark": mark}
    return render(request, "organizer/tonight.html", context)
