"""The log of a league, for its organizers."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from spades_site.accounts.requests import SignedInRequest
from spades_site.common.pages import member_required, page_of
from tournaments.leagues.selectors import leagues_run_by
from tournaments.organizer.league_log import KINDS, in_words, log_of


@require_GET
@member_required
def league_log(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show everything that was done in the league; `?kind=` and `?who=` show a part of it."""
    one = leagues_run_by(request.user).filter(slug=slug).first()
    if one is None:
        raise Http404
    kind, who = request.GET.get("kind", ""), request.GET.get("who", "")
    page = page_of(request, log_of(one, kind, who))
    page.object_list = in_words(page.object_list)
    kinds = [(name, label) for name, label, _verbs in KINDS]
    context = {"league": one, "page": page, "kinds": kinds, "kind": kind, "who": who}
    return render(request, "organizer/league_log.html", context)
