"""Offering and answering times within a round's window."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from spades_site.accounts.requests import person_of
from spades_site.common.pages import answer_form, carry_out, member_required
from tournaments.events.actions import time_offers
from tournaments.public.forms import TimeForm
from tournaments.public.views.matches import form_of_match, match_or_404, show_match


@form_of_match
@member_required
def time_offer(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Offer the other side a time; errors are shown at the field."""
    view = match_or_404(request, slug, pk)
    form = TimeForm(request.POST, match=view.line.match, action=request.path)
    return answer_form(
        request,
        form,
        lambda said: time_offers.offer_time(match_id=pk, user=person_of(request), **said),
        page=lambda: show_match(request, view, form),
        back=view.line.match.get_absolute_url(),
    )


@form_of_match
@member_required
def time_answer(
    request: HttpRequest, slug: str, pk: int, offer_id: int, answer: str
) -> HttpResponse:
    """Accept or decline the other side's offer."""
    view = match_or_404(request, slug, pk)
    act, done = {
        "accept": (time_offers.accept_time, _("Agreed. Your table opens then.")),
        "decline": (time_offers.decline_time, _("Declined. Offer them another time.")),
    }[answer]
    return carry_out(
        request,
        lambda: act(offer_id=offer_id, user=person_of(request)),
        done=done,
        back=view.line.match.get_absolute_url(),
    )
