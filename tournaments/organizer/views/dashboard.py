"""The organizer's dashboard."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from spades_site.accounts.requests import person_of
from spades_site.common.clock import now
from spades_site.common.pages import member_required, page_of
from tournaments.events.core.permissions import arbitrated_by, organized_by
from tournaments.events.core.state import OPEN
from tournaments.events.setup.creating import EDITABLE
from tournaments.leagues.selectors import leagues_run_by
from tournaments.organizer.dashboard import dashboard_of, with_counts
from tournaments.organizer.desk.scopes import tournaments_tonight
from tournaments.organizer.following import has_seen, mark_of_tonight

TABLES_A_PAGE = 10
FEW = 3
"""How many leagues and tournaments the guide links."""


@require_GET
@member_required
def organizer(request: HttpRequest) -> HttpResponse:
    """Show what needs a decision, what is in play, and everything in which the viewer has a role."""
    evening = dashboard_of(person_of(request))
    lists = {
        "decisions": page_of(request, evening.decisions, key="decisions"),
        "rounds": page_of(request, evening.rounds, key="rounds"),
        "matches": page_of(request, evening.matches, TABLES_A_PAGE, "tables"),
        "leagues": page_of(request, evening.leagues, key="leagues"),
        "page": page_of(
            request, with_counts(arbitrated_by(request.user)).order_by("-starts_at", "-pk")
        ),
    }
    tonight = tournaments_tonight(request.user, now()).count()
    mark = mark_of_tonight(lists, tonight)
    if has_seen(request, mark):
        return HttpResponse(status=204)
    return render(request, "organizer/dashboard.html", {**lists, "tonight": tonight, "mark": mark})


@require_GET
@member_required
def first_night(request: HttpRequest) -> HttpResponse:
    """Show the guide to a first night, with links to what the viewer has by now."""
    run = organized_by(request.user)
    context = {
        "leagues": leagues_run_by(person_of(request))[:FEW],
        "open_cups": run.filter(status__in=(*EDITABLE, *OPEN)).distinct()[:FEW],
        "tonight": tournaments_tonight(request.user, now())[:FEW],
    }
    return render(request, "organizer/first_night.html", context)
