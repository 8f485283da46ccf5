"""The report of a finished tournament."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET

from spades_site.common.pages import page_of
from tournaments.events.models import Status
from tournaments.events.queries.report import report_of
from tournaments.events.queries.selectors import tournament_view
from tournaments.leagues.selectors import may_see
from tournaments.public import report
from tournaments.public.tournament_parts import rounds_a_page, stage_shown
from tournaments.public.views.tournaments import tournament_or_404


@require_GET
def tournament_report(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a tournament's report, with every game to replay; redirect to its page before it is over."""
    one = tournament_or_404(request, slug)
    if one.status != Status.FINISHED:
        return redirect(one)
    view = tournament_view(one, request.user)
    found = report_of(view)
    context = {
        "view": view,
        "tournament": one,
        "league_shown": one.league is not None and may_see(one.league, request.user),
        "report": found,
        "best_contract": found.best_contract and report.contract_words(found.best_contract),
        "most_nils": found.most_nils and report.nil_words(found.most_nils),
        "closest": found.closest and report.margin_words(found.closest),
        "bars": report.bars_of(view.standings),
        "stages": [stage_shown(view, stage) for stage in view.stages],
        "rounds": page_of(request, view.rounds, rounds_a_page(view)),
        "announcement": report.announcement(one, found),
    }
    return render(request, "public/tournament/report.html", context)
