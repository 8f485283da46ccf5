"""Who somebody without an account is: organizers ask a member, and the member answers on a page."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET

from spades_site.accounts.actions import Action
from spades_site.accounts.requests import SignedInRequest
from spades_site.common.pages import member_required
from tournaments.events.entries import linking
from tournaments.leagues import links
from tournaments.public.views.leagues import AtLeague, RunMembers, league_or_404


@require_GET
@member_required
def name_link(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show a member the people without an account whom they are asked about."""
    one = league_or_404(request, slug)
    asked = one.name_links.filter(user=request.user).select_related("person", "by")
    if not asked:
        # They may have been answered in another tab, or cancelled.
        return redirect(one)
    return render(request, "public/league/name_link.html", {"league": one, "asked": asked})


class AtName(AtLeague):
    """The page on which a member answers."""

    page, is_public = ("name_link",), False


name_accept = Action(
    AtName,
    lambda at: linking.accept(league_id=at.league.pk, person_id=at.pk, user=at.by),
    done=gettext_lazy("The results are yours now."),
)
name_decline = Action(
    AtName,
    lambda at: linking.decline(league_id=at.league.pk, person_id=at.pk, user=at.by),
    done=gettext_lazy("You have said that this is somebody else."),
)
member_link = Action(
    RunMembers,
    lambda at: linking.ask(
        league_id=at.league.pk,
        person_id=at.pk,
        username=at.request.POST.get("username", ""),
        by=at.by,
    ),
    done=lambda _at, made: linking.in_words(made),
)
member_mail = Action(
    RunMembers,
    lambda at: links.invite_named(league_id=at.league.pk, by=at.by, person_id=at.pk),
    done=lambda _at, link: (
        _("The invitation to %(address)s is on its way.") % {"address": link.email}
    ),
)
member_link_back = Action(
    RunMembers,
    lambda at: linking.take_back(league_id=at.league.pk, person_id=at.pk, by=at.by),
    done=gettext_lazy("Nobody is asked any more."),
)
