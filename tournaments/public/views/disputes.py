"""Contesting a result, and taking that back."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from spades_site.common.pages import carry_out, fill_in, member_required
from tournaments.events import disputes
from tournaments.public.forms import CONTEST_PLACES, ContestForm
from tournaments.public.views.matches import form_of_match, match_or_404, show_match


@form_of_match
@member_required
def dispute_open(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Contest the result of one's own match."""
    view = match_or_404(request, slug, pk)
    form = ContestForm(request.POST)
    made = fill_in(
        form,
        lambda said: disputes.contest(match_id=pk, user=request.user, **said),
        CONTEST_PLACES,
    )
    if made is None:
        return show_match(request, view, contest_form=form, status=422)
    return redirect(view.line.match)


@form_of_match
@member_required
def dispute_take_back(request: HttpRequest, slug: str, pk: int, dispute_id: int) -> HttpResponse:
    """Contest no longer."""
    view = match_or_404(request, slug, pk)
    return carry_out(
        request,
        lambda: disputes.take_back(dispute_id=dispute_id, user=request.user),
        done=_("You contest the result no longer."),
        back=view.line.match.get_absolute_url(),
    )
