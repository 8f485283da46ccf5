"""Naming a team's line-up of a match."""

from django.http import Http404, HttpRequest, HttpResponse

from spades_site.accounts.requests import person_of
from spades_site.common.pages import answer_form, member_required
from tournaments.events.actions import teams
from tournaments.events.entries import nominations
from tournaments.public.forms import LineUpForm
from tournaments.public.views.matches import (
    form_of_match,
    match_or_404,
    show_match,
)


@form_of_match
@member_required
def line_up(request: HttpRequest, slug: str, pk: int, entry_id: int) -> HttpResponse:
    """Name who plays at which table."""
    view = match_or_404(request, slug, pk)
    match = view.line.match
    entry = next((entry for entry in match.entries if entry.pk == entry_id), None)
    if entry is None or not nominations.may_name(match, entry, request.user):
        raise Http404
    form = LineUpForm(request.POST, match=match, entry=entry, action=request.path)
    return answer_form(
        request,
        form,
        lambda _said: teams.name_line_up(match_id=pk, by=person_of(request), pairs=form.pairs),
        page=lambda: show_match(request, view, form),
        back=match.get_absolute_url(),
    )
