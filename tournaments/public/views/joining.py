"""A league's members: requests, roles, bans, and removing a member."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from spades_site.accounts.actions import Action
from spades_site.accounts.requests import SignedInRequest
from spades_site.common.pages import answer_form, carry_out, form_of, member_required, page_of
from spades_site.common.people.picking import picks
from tournaments.leagues import bans, hooks, joining, members, picking, services
from tournaments.leagues.models import Membership
from tournaments.leagues.selectors import bans_of, invitation_to, league_for
from tournaments.public.forms.leagues import BanForm, DeclineForm, HandOverForm, RemovalForm
from tournaments.public.views.leagues import (
    AtLeague,
    AtMembers,
    RunMembers,
    league_or_404,
    part_or_404,
    run_or_404,
)

league_ask = Action(
    AtLeague,
    lambda at: joining.ask_to_join(league_id=at.league.pk, user=at.by),
    done=lambda at, _made: (
        _("The organizers of %(league)s have received your request to join.")
        % {"league": at.league}
    ),
)
member_turn_down = Action(
    RunMembers,
    lambda at: joining.decline_request(
        league_id=at.league.pk, by=at.by, user_id=at.pk, **at.values
    ),
    form=lambda at: at.bound(DeclineForm, key=at.pk),
    done=gettext_lazy("That person has been declined."),
)
member_role = Action(
    AtMembers,
    lambda at: members.set_role(
        league_id=at.league.pk, by=at.by, user_id=at.pk, role=at.request.POST.get("role", "")
    ),
    done=lambda _at, place: (
        _("%(name)s: the role is now “%(role)s”.")
        % {"name": place.user.username, "role": place.get_role_display()}
    ),
)


@member_required
@require_http_methods(["GET", "POST"])
def league_invitation(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show an invitation to a league, which may be private, and accept it."""
    invitation = invitation_to(slug, request.user)
    if invitation is None:
        # It may have been answered in another tab, or cancelled.
        one = league_for(slug, request.user)
        if one is None:
            raise Http404
        return redirect(one)
    if request.method == "GET":
        return render(request, "public/league/invitation.html", {"invitation": invitation})
    return carry_out(
        request,
        lambda: services.join_league(league_id=invitation.league_id, user=request.user),
        done=_("You are now a member of %(league)s.") % {"league": invitation.league},
        back=reverse("league_list"),
        to=lambda _place: invitation.league.get_absolute_url(),
    )


@form_of("league_invitation")
@member_required
def league_decline(request: SignedInRequest, slug: str) -> HttpResponse:
    """Decline an invitation to a league."""
    invitation = invitation_to(slug, request.user)
    if invitation is None:
        raise Http404
    return carry_out(
        request,
        lambda: joining.decline(league_id=invitation.league_id, user=request.user),
        done=_("You have declined the invitation."),
        back=reverse("league_list"),
    )


@member_required
@require_http_methods(["GET", "POST"])
def member_remove(request: SignedInRequest, slug: str, user_id: int) -> HttpResponse:
    """Show the consequences of removing a member, ask for the reason, and remove them; for organizers only."""
    one = run_or_404(request, slug)
    place = one.memberships.filter(user_id=user_id).select_related("user").first()
    if place is None:
        raise Http404
    entered = hooks.entered_by(one.pk, user_id)
    back = part_or_404(one, "members")
    data = request.POST if request.method == "POST" else None
    form = RemovalForm(data, needed=bool(entered), action=request.path, back=back)

    def page() -> HttpResponse:
        context = {"league": one, "place": place, "entered": entered, "form": form}
        return render(request, "public/league/member_remove.html", context)

    if request.method == "GET":
        return page()
    return answer_form(
        request,
        form,
        lambda values: members.remove_member(
            league_id=one.pk, by=request.user, user_id=user_id, **values
        ),
        page=page,
        done=_("%(name)s is no longer a member.") % {"name": place.user.username},
        back=back,
    )


@member_required
@require_http_methods(["GET", "POST"])
def league_hand_over(request: SignedInRequest, slug: str, user_id: int) -> HttpResponse:
    """Ask the owner to confirm that another member becomes the league's owner, and carry it out."""
    one = league_or_404(request, slug)
    place = one.memberships.filter(user_id=user_id).select_related("user").first()
    if one.my_role != Membership.Role.OWNER or place is None:
        raise Http404
    back = part_or_404(one, "members")
    data = request.POST if request.method == "POST" else None
    form = HandOverForm(data, action=request.path, back=back)

    def page() -> HttpResponse:
        return render(
            request, "public/league/hand_over.html", {"league": one, "place": place, "form": form}
        )

    if request.method == "GET":
        return page()
    return answer_form(
        request,
        form,
        lambda _said: members.hand_over(league_id=one.pk, by=request.user, user_id=user_id),
        page=page,
        done=_("%(name)s is now the owner.") % {"name": place.user.username},
        back=back,
    )


@picks(lambda request, slug: picking.to_ban(run_or_404(request, slug), request.user))
@member_required
@require_http_methods(["GET", "POST"])
def league_bans(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show who is banned, and ban somebody; for organizers only. `?name=` fills in the name."""
    one = run_or_404(request, slug)
    data = request.POST if request.method == "POST" else None
    name = {"username": request.GET.get("name", "")}
    form = BanForm(data, initial=name, action=request.path, back=part_or_404(one, "members"))

    def page() -> HttpResponse:
        context = {"league": one, "form": form, "page": page_of(request, bans_of(one))}
        return render(request, "public/league/bans.html", context)

    if request.method == "GET":
        return page()
    return answer_form(
        request,
        form,
        lambda values: bans.ban(league_id=one.pk, by=request.user, **values),
        page=page,
        done=lambda made: _("%(name)s is banned.") % {"name": made.user.username},
        back=request.path,
    )


class AtBans(RunMembers):
    """The list of who is banned from a league."""

    page, part = ("league_bans",), ""


ban_lift = Action(
    AtBans,
    lambda at: bans.lift(league_id=at.league.pk, by=at.by, user_id=at.pk),
    done=gettext_lazy("The ban is lifted."),
)
