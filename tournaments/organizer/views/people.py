"""The people who run a tournament: inviting organizers and arbiters, their roles, and handing the tournament over."""

from django.contrib.auth import get_user_model
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from spades_site.accounts.requests import SignedInRequest
from spades_site.common.folding import called
from spades_site.common.pages import answer_form, carry_out, form_of, member_required
from tournaments.events.actions import roles
from tournaments.events.core.permissions import is_owner, may_organize
from tournaments.events.models import Role, RoleLink, Tournament, TournamentRole
from tournaments.events.queries.people import people_of
from tournaments.organizer.forms.people import HandOverForm, HelperForm
from tournaments.organizer.views.running import decided_or_404


@require_GET
@member_required
def tournament_people(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show who runs the tournament: to all of them."""
    return _page(request, decided_or_404(request, slug))


@form_of("tournament_people")
@member_required
def role_invite(request: SignedInRequest, slug: str) -> HttpResponse:
    """Ask somebody to be an organizer or arbiter, by user name or by mail."""
    one = _run_or_404(request, slug)
    form = HelperForm(request.POST, action=request.path)

    def act(values: dict[str, str]) -> str:
        who, role = values["who"], values["role"]
        # User names may have an "@".
        if "@" in who and called(get_user_model().objects.all(), who) is None:
            link = roles.invite_address(tournament_id=one.pk, by=request.user, email=who, role=role)
            return link.email
        made = roles.invite(tournament_id=one.pk, by=request.user, username=who, role=role)
        return made.user.username

    return answer_form(
        request,
        form,
        act,
        page=lambda: _page(request, one, form),
        done=lambda name: _("%(name)s is invited.") % {"name": name},
        back=reverse("tournament_people", args=[slug]),
    )


@form_of("tournament_people")
@member_required
def role_set(request: SignedInRequest, slug: str, user_id: int) -> HttpResponse:
    """Make an organizer an arbiter, or the reverse."""
    one = _run_or_404(request, slug)
    role = request.POST.get("role", "")

    def done(made: TournamentRole) -> str:
        params = {"name": made.user.username, "role": made.get_role_display()}
        return _("%(name)s: the role is now “%(role)s”.") % params

    return carry_out(
        request,
        lambda: roles.set_role(tournament_id=one.pk, by=request.user, user_id=user_id, role=role),
        done=done,
        back=reverse("tournament_people", args=[slug]),
    )


@form_of("tournament_people")
@member_required
def role_remove(request: SignedInRequest, slug: str, user_id: int) -> HttpResponse:
    """End somebody's role, or cancel their invitation."""
    one = _run_or_404(request, slug)
    return carry_out(
        request,
        lambda: roles.remove(tournament_id=one.pk, by=request.user, user_id=user_id),
        done=_("They have no role in this tournament any more."),
        back=reverse("tournament_people", args=[slug]),
    )


@form_of("tournament_people")
@member_required
def role_revoke(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Cancel a mailed invitation."""
    one = _run_or_404(request, slug)
    return carry_out(
        request,
        lambda: roles.revoke(tournament_id=one.pk, by=request.user, link_id=pk),
        done=_("The invitation is cancelled."),
        back=reverse("tournament_people", args=[slug]),
    )


@form_of("tournament_people")
@member_required
def role_leave(request: SignedInRequest, slug: str) -> HttpResponse:
    """Give up the user's own role."""
    one = decided_or_404(request, slug)
    return carry_out(
        request,
        lambda: roles.leave(tournament_id=one.pk, user=request.user),
        done=_("You gave up your role in %(name)s.") % {"name": one.name},
        back=reverse("organizer"),
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


def _run_or_404(request: SignedInRequest, slug: str) -> Tournament:
    one = decided_or_404(request, slug)
    if not may_organize(request.user, one):
        raise Http404
    return one


def _page(request: HttpRequest, one: Tournament, refused: HelperForm | None = None) -> HttpResponse:
    links: list[RoleLink] = list(roles.links_of(one.pk))
    address = reverse("role_invite", args=[one.slug])
    context = {
        "tournament": one,
        "people": people_of(one, request.user, links),
        "form": refused or HelperForm(action=address),
        "roles": Role.choices,
    }
    return render(request, "organizer/people/page.html", context)
