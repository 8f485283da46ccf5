"""The logs of leagues and tournaments, for their organizers."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from spades_site.accounts.requests import SignedInRequest
from spades_site.common.lists.csv_text import csv_bytes
from spades_site.common.pages import member_required, page_of
from spades_site.common.people.picking import picks
from tournaments.events.core.permissions import may_organize
from tournaments.events.models import Tournament
from tournaments.events.queries import picking
from tournaments.events.queries.selectors import tournament_for
from tournaments.leagues import picking as of_leagues
from tournaments.leagues.models import League
from tournaments.leagues.selectors import leagues_run_by
from tournaments.organizer.forms.people import LogForm
from tournaments.organizer.log import COLUMNS, csv_rows, in_words, kinds_of, log_of
from tournaments.organizer.undo.undoing import undoable


def _league(request: SignedInRequest, slug: str) -> League:
    found = leagues_run_by(request.user).filter(slug=slug).first()
    if found is None:
        raise Http404
    return found


def _tournament(request: SignedInRequest, slug: str) -> Tournament:
    found = tournament_for(slug, request.user)
    if found is None or not may_organize(request.user, found):
        raise Http404
    return found


@picks(lambda request, slug: of_leagues.in_log(_league(request, slug), request.user))
@require_GET
@member_required
def league_log(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show everything that was done in the league; `?kind=` and `?who=` show a part of it, `?csv=1` exports that."""
    return _log(request, _league(request, slug))


@picks(lambda request, slug: picking.in_log(_tournament(request, slug), request.user))
@require_GET
@member_required
def tournament_log(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show everything that was done in the tournament, as `league_log` does."""
    return _log(request, _tournament(request, slug))


def _log(request: SignedInRequest, of: League | Tournament) -> HttpResponse:
    kind, who = request.GET.get("kind", ""), request.GET.get("who", "")
    entries = log_of(of, kind, who)
    if "csv" in request.GET:
        body = csv_bytes(COLUMNS, csv_rows(entries))
        headers = {"Content-Disposition": f'attachment; filename="{of.slug}-log.csv"'}
        return HttpResponse(body, content_type="text/csv; charset=utf-8", headers=headers)
    page = page_of(request, entries)
    lines = page.object_list = in_words(page.object_list)
    about = {line.cup.pk: line.cup for line in lines if line.cup is not None}
    context = {
        "of": of,
        "is_league": isinstance(of, League),
        "page": page,
        "kinds": [(name, label) for name, label, _verbs in kinds_of(of)],
        "kind": kind,
        "who": who,
        "form": LogForm(initial={"who": who}, action=request.path),
        "undoable": undoable([line.entry for line in lines], list(about.values())),
    }
    return render(request, "organizer/log.html", context)
