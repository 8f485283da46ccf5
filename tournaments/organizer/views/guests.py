"""Invitations by name to a tournament."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from spades_site.accounts.requests import person_of
from spades_site.common.pages import answer_form, carry_out, form_of, member_required
from tournaments.events.entries import inviting
from tournaments.organizer.running_forms import GuestForm
from tournaments.organizer.views.running import address_of, own_or_404, show_tournament


@form_of("organizer_tournament")
@member_required
def guest_ask(request: HttpRequest, slug: str) -> HttpResponse:
    """Invite somebody to enter."""
    tournament = own_or_404(request, slug)
    form = GuestForm(request.POST, action=request.path)
    return answer_form(
        request,
        form,
        lambda values: inviting.ask(tournament_id=tournament.pk, by=person_of(request), **values),
        page=lambda: show_tournament(request, tournament, form),
        done=lambda made: _("%(name)s is invited.") % {"name": made.user.username},
        back=address_of(tournament),
    )


@form_of("organizer_tournament")
@member_required
def guest_take_back(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Cancel an invitation."""
    tournament = own_or_404(request, slug)
    return carry_out(
        request,
        lambda: inviting.take_back(tournament_id=tournament.pk, by=person_of(request), guest_id=pk),
        done=_("The invitation is cancelled."),
        back=address_of(tournament),
    )
