"""Within a round's window: offering the other side a time, and answering."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from spades_site.common.pages import carry_out, fill_in, member_required
from tournaments.events import windows
from tournaments.public.forms import TIME_PLACES, TimeForm
from tournaments.public.views.matches import form_of_match, match_or_404, show_match


@form_of_match
@member_required
def time_offer(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Offer the other side a time; what is wrong with it stands at the field."""
    view = match_or_404(request, slug, pk)
    form = TimeForm(request.POST)
    made = fill_in(
        form,
        lambda said: windows.offer_time(match_id=pk, user=request.user, **said),
        TIME_PLACES,
    )
    if made is None:
        return show_match(request, view, time_form=form, status=422)
    return redirect(view.line.match)


@form_of_match
@member_required
def time_answer(
    request: HttpRequest, slug: str, pk: int, offer_id: int, answer: str
) -> HttpResponse:
    """Accept or decline the other side's time."""
    view = match_or_404(request, slug, pk)
    act, done = {
        "accept": (windows.accept_time, _("Agreed. Your table opens then.")),
        "decline": (windows.decline_time, _("You said no. Offer them another time.")),
    }[answer]
    return carry_out(
        request,
        lambda: act(offer_id=offer_id, user=request.user),
        done=done,
        back=view.line.match.get_absolute_url(),
    )
