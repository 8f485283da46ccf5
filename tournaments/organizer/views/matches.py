"""The matches of a tournament's rounds, each with the actions on its result and its time."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from spades_site.common.forms import key_of
from spades_site.common.pages import member_required, page_of
from tournaments.events.core.knowledge import Knowledge
from tournaments.events.core.permissions import may_organize
from tournaments.events.matches import moving
from tournaments.events.models import Match, Result, Round, named, with_scores, with_tables
from tournaments.organizer.views.running import back_of, decided_or_404


@require_GET
@member_required
def tournament_matches(request: HttpRequest, slug: str) -> HttpResponse:
    """List the matches of a round (`?round=`, by default the last that has begun), for organizers and arbiters."""
    tournament = decided_or_404(request, slug)
    rounds = list(
        tournament.rounds.exclude(status=Round.Status.DRAFTED).order_by("stage__index", "number")
    )
    begun = [one for one in rounds if one.status != Round.Status.CONFIRMED] or rounds
    asked = key_of(request.GET.get("round", ""))
    shown = next((one for one in rounds if one.pk == asked), begun[-1] if begun else None)
    matches = Match.objects.filter(round=shown, sides__index=1).order_by("number")
    page = page_of(
        request,
        matches.select_related("round", "tournament").prefetch_related(
            *named(), with_tables(), "side_rows__places__entry"
        ),
    )
    found = Result.objects.filter(match__in=[one.pk for one in page], current=True)
    results = {one.match_id: one for one in found.prefetch_related(*with_scores())}
    runs = may_organize(request.user, tournament)
    Knowledge(request.user, tournament).hide(page, results)
    rows = []
    for match in page:
        # Share one instance, so that its stages are loaded only once.
        match.tournament = tournament
        result = results.get(match.pk)
        if result is not None:
            result.match = match
        rows.append((match, result, runs and moving.why_not_moved(match) is None))
    context = {
        "tournament": tournament,
        "rounds": rounds,
        "shown": shown,
        "page": page,
        "rows": rows,
        "back": back_of(request, tournament),
    }
    return render(request, "organizer/matches.html", context)
