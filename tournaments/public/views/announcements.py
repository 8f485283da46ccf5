"""A league's announcements: for its members to read, and for its organizers to send."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from spades_site.accounts.actions import Action
from spades_site.accounts.requests import SignedInRequest
from spades_site.common.pages import answer_form, member_required, page_of
from tournaments.leagues import announcing
from tournaments.leagues.models import Membership
from tournaments.public.forms.leagues import AnnouncementForm
from tournaments.public.views.leagues import RunMembers, league_or_404


@member_required
@require_http_methods(["GET", "POST"])
def league_announcements(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show a league's announcements to its members, with a form for its organizers; send one."""
    one = league_or_404(request, slug)
    if one.my_role is None or (request.method == "POST" and one.my_role not in Membership.RUNS):
        raise Http404
    data = request.POST if request.method == "POST" else None
    form = AnnouncementForm(data, action=request.path)

    def page() -> HttpResponse:
        context = {
            "league": one,
            "form": form if one.my_role in Membership.RUNS else None,
            "page": page_of(request, one.announcements.select_related("by"), size=10),
        }
        return render(request, "public/league/announcements.html", context)

    if request.method == "GET":
        return page()
    return answer_form(
        request,
        form,
        lambda said: announcing.announce(league_id=one.pk, by=request.user, **said),
        page=page,
        done=_("The announcement is sent."),
        back=request.path,
    )


class AtAnnouncements(RunMembers):
    """A league's announcements."""

    page, part = ("league_announcements",), ""


announcement_remove = Action(
    AtAnnouncements,
    lambda at: announcing.remove(league_id=at.league.pk, by=at.by, announcement_id=at.pk),
    done=gettext_lazy("The announcement is removed."),
)
