"""Invitations by name to a tournament."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from spades_site.accounts.requests import person_of
from spades_site.common.pages import carry_out, form_of, member_required
from tournaments.events.entries import inviting
from tournaments.organizer.typed import keeping
from tournaments.organizer.views.running import address_of, own_or_404


@form_of("organizer_tournament")
@member_required
def guest_ask(request: HttpRequest, slug: str) -> HttpResponse:
    """Invite somebody to enter."""
    tournament = own_or_404(request, slug)
    username = request.POST.get("username", "").strip()[:150]
    return carry_out(
        request,
        keeping(
            request,
            tournament,
            "guest",
            0,
            lambda: inviting.ask(
                tournament_id=tournament.pk, by=person_of(request), username=username
            ),
        ),
        done=_("%(name)s is invited.") % {"name": username},
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
