"""The people who run a tournament: inviting organizers and arbiters, their roles, and handing the tournament over."""

from typing import Any

from django.contrib.auth import get_user_model
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_http_methods

from spades_site.accounts.actions import Action, Place
from spades_site.accounts.models import User
from spades_site.accounts.requests import SignedInRequest
from spades_site.common.folding import called
from spades_site.common.forms import PageForm
from spades_site.common.pages import answer_form, member_required
from tournaments.events.actions import roles
from tournaments.events.core.permissions import is_owner, may_organize
from tournaments.events.models import Role, RoleLink, Tournament
from tournaments.events.queries import picking
from tournaments.events.queries.people import people_of
from tournaments.organizer.forms.people import HandOverForm, HelperForm
from tournaments.organizer.views.running import decided_or_404


@require_GET
@member_required
def tournament_people(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show who runs the tournament: to all of them."""
    return _page(request, decided_or_404(request, slug))


class AtPeople(Place):
    """The page of the people who run a tournament."""

    page = ("tournament_people",)

    def __init__(self, request: HttpRequest, **address: Any) -> None:
        super().__init__(request, **address)
        self.tournament = decided_or_404(request, self.slug)

    def show(self, form: PageForm) -> HttpResponse:
        return _page(self.request, self.tournament, form)


class AsOrganizer(AtPeople):
    """The same page, for organizers only."""

    def __init__(self, request: HttpRequest, **address: Any) -> None:
        super().__init__(request, **address)
        if not may_organize(request.user, self.tournament):
            raise Http404


def _invite(tournament: Tournament, by: User, *, who: str, role: str) -> str:
    """Ask somebody to be an organizer or arbiter, by user name or by mail."""
    # User names may have an "@".
    if "@" in who and called(get_user_model().objects.all(), who) is None:
        link = roles.invite_address(tournament_id=tournament.pk, by=by, email=who, role=role)
        return link.email
    made = roles.invite(tournament_id=tournament.pk, by=by, username=who, role=role)
    return made.user.username


role_invite = Action(
    AsOrganizer,
    lambda at: _invite(at.tournament, at.by, **at.values),
    form=HelperForm,
    people=lambda at: picking.to_help(at.tournament, at.by),
    done=lambda _at, name: _("%(name)s is invited.") % {"name": name},
)
role_set = Action(
    AsOrganizer,
    lambda at: roles.set_role(
        tournament_id=at.tournament.pk,
        by=at.by,
        user_id=at.pk,
        role=at.request.POST.get("role", ""),
    ),
    done=lambda _at, made: (
        _("%(name)s: the role is now “%(role)s”.")
        % {"name": made.user.username, "role": made.get_role_display()}
    ),
)
role_remove = Action(
    AsOrganizer,
    lambda at: roles.remove(tournament_id=at.tournament.pk, by=at.by, user_id=at.pk),
    done=gettext_lazy("They have no role in this tournament any more."),
)
role_revoke = Action(
    AsOrganizer,
    lambda at: roles.revoke(tournament_id=at.tournament.pk, by=at.by, link_id=at.pk),
    done=gettext_lazy("The invitation is cancelled."),
)
role_leave = Action(
    AtPeople,
    lambda at: roles.leave(tournament_id=at.tournament.pk, user=at.by),
    done=lambda at, _made: _("You gave up your role in %(name)s.") % {"name": at.tournament.name},
    to=lambda _at, _made: reverse("organizer"),
)


@member_required
@require_http_methods(["GET", "POST"])
def tournament_hand_over(request: SignedInRequest, slug: str, user_id: int) -> HttpResponse:
    """Ask the owner to confirm that one of the organizers becomes the owner, and do it."""
    one = decided_or_404(request, slug)
    found = one.roles.filter(user=user_id, role=Role.ORGANIZER, accepted_at__isnull=False)
    place = found.select_related("user").first()
    if place is None or not is_owner(request.user, one):
        raise Http404
    back = reverse("tournament_people", args=[slug])
    data = request.POST if request.method == "POST" else None
    form = HandOverForm(data, action=request.path, back=back)

    def page() -> HttpResponse:
        context = {"tournament": one, "place": place, "form": form}
        return render(request, "organizer/people/hand_over.html", context)

    if request.method == "GET":
        return page()
    return answer_form(
        request,
        form,
        lambda _said: roles.hand_over(tournament_id=one.pk, by=request.user, user_id=user_id),
        page=page,
        done=_("%(name)s is now the owner.") % {"name": place.user.username},
        back=back,
    )


def _page(request: HttpRequest, one: Tournament, refused: PageForm | None = None) -> HttpResponse:
    links: list[RoleLink] = list(roles.links_of(one.pk))
    address = reverse("role_invite", args=[one.slug])
    context = {
        "tournament": one,
        "people": people_of(one, request.user, links),
        "form": refused or HelperForm(action=address),
        "roles": Role.choices,
    }
    return render(request, "organizer/people/page.html", context)
