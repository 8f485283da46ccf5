"""Contesting a result, and withdrawing that."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from spades_site.accounts.requests import person_of
from spades_site.common.pages import answer_form, carry_out, member_required
from tournaments.events.matches import disputes
from tournaments.public.forms import ContestForm
from tournaments.public.views.matches import form_of_match, match_or_404, show_match


@form_of_match
@member_required
def dispute_open(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Contest the result of the user's own match."""
    view = match_or_404(request, slug, pk)
    form = ContestForm(request.POST, action=request.path)
    return answer_form(
        request,
        form,
        lambda values: disputes.contest(match_id=pk, user=person_of(request), **values),
        page=lambda: show_match(request, view, form),
        back=view.line.match.get_absolute_url(),
    )


@form_of_match
@member_required
def dispute_take_back(request: HttpRequest, slug: str, pk: int, dispute_id: int) -> HttpResponse:
    """Withdraw a dispute."""
    view = match_or_404(request, slug, pk)
    return carry_out(
        request,
        lambda: disputes.take_back(dispute_id=dispute_id, user=person_of(request)),
        done=_("You no longer contest the result."),
        back=view.line.match.get_absolute_url(),
    )
