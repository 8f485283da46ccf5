"""The organizers' page about the screen for the wall: its address, and the secret link of a private tournament."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET

from spades_site.accounts.actions import Action, Place
from spades_site.accounts.requests import SignedInRequest
from spades_site.common.pages import member_required
from tournaments.events.actions import screens
from tournaments.events.core.screen_links import key_of
from tournaments.organizer.views.running import own_or_404


@require_GET
@member_required
def wall_screen(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show how to bring the tournament to the wall, with the link to do so."""
    one = own_or_404(request, slug)
    is_private = one.league is not None and not one.league.is_public
    address, key = reverse("tournament_screen", args=[slug]), key_of(one)
    # In a room the link also shows the digits for phones, which the public address must not.
    has_secret = is_private or one.is_in_room
    link = f"{address}?key={key}" if has_secret and key else address
    context = {
        "tournament": one,
        "is_private": is_private,
        "has_secret": has_secret,
        "key": key,
        "link": "" if is_private and not key else link,
        "link_text": request.build_absolute_uri(link),
    }
    return render(request, "organizer/screen.html", context)


class AtScreen(Place):
    """The page about the screen."""

    page = ("wall_screen",)

    def __init__(self, request: HttpRequest, **address: Any) -> None:
        super().__init__(request, **address)
        self.tournament = own_or_404(request, self.slug)


screen_link = Action(
    AtScreen,
    lambda at: screens.make_link(
        tournament_id=at.tournament.pk, by=at.by, after=at.request.POST.get("after", "")
    ),
    done=gettext_lazy("The link is made. Earlier links don’t work any more."),
)
