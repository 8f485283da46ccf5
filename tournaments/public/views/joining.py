"""Joining and leaving a league: invitations, requests, and removing a member."""

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from spades_site.accounts.requests import SignedInRequest, person_of
from spades_site.common.errors import Refused
from spades_site.common.pages import carry_out, fill_in, form_of, member_required
from tournaments.leagues import hooks, joining, services
from tournaments.leagues.models import Membership
from tournaments.leagues.selectors import invitation_to, league_for
from tournaments.public.forms import MEMBER_PLACES, REMOVAL_PLACES, MemberForm, RemovalForm
from tournaments.public.views.leagues import league_or_404, part_or_404, show_league


@form_of("league")
def league_ask(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask the organizers for admission."""
    one = league_or_404(request, slug)
    return carry_out(
        request,
        lambda: joining.ask_to_join(league_id=one.pk, user=person_of(request)),
        done=_("The organizers of %(league)s have received your request to join.")
        % {"league": one},
        back=one.get_absolute_url(),
    )


@member_required
@require_http_methods(["GET", "POST"])
def league_invitation(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show an invitation to a league, which may be private, and accept it."""
    invitation = invitation_to(slug, request.user)
    if invitation is None:
        # Answered in another tab, or cancelled.
        one = league_for(slug, request.user)
        if one is None:
            raise Http404
        return redirect(one)
    if request.method == "GET":
        return render(request, "public/league_invitation.html", {"invitation": invitation})
    try:
        services.join_league(league_id=invitation.league_id, user=request.user)
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect("league_list")
    messages.success(
        request, _("You are now a member of %(league)s.") % {"league": invitation.league}
    )
    return redirect(invitation.league)


@form_of("league_invitation")
@member_required
def league_decline(request: SignedInRequest, slug: str) -> HttpResponse:
    """Decline an invitation to a league."""
    invitation = invitation_to(slug, request.user)
    if invitation is None:
        raise Http404
    joining.decline(league_id=invitation.league_id, user=request.user)
    messages.success(request, _("You have declined the invitation."))
    return redirect("league_list")


@form_of("league")
def member_invite(request: HttpRequest, slug: str) -> HttpResponse:
    """Invite somebody by user name; an error is shown at the field."""
    one = league_or_404(request, slug)
    if not request.user.is_authenticated:
        return redirect_to_login(one.get_absolute_url())
    form = MemberForm(request.POST)
    made = fill_in(
        form,
        lambda said: joining.invite(league_id=one.pk, by=person_of(request), **said),
        MEMBER_PLACES,
    )
    if made is None:
        return show_league(request, one, "members", {"member_form": form})
    words = {"name": made.user.username}
    if isinstance(made, Membership):
        messages.success(request, _("%(name)s is now a member.") % words)
    else:
        messages.success(request, _("%(name)s is invited.") % words)
    return redirect(part_or_404(one, "members"))


@member_required
@require_http_methods(["GET", "POST"])
def member_remove(request: SignedInRequest, slug: str, user_id: int) -> HttpResponse:
    """Show the consequences of removing a member, ask for the reason, and do it; for organizers only."""
    one = league_or_404(request, slug)
    place = one.memberships.filter(user_id=user_id).select_related("user").first()
    if one.my_role != Membership.Role.ORGANIZER or place is None:
        raise Http404
    entered = hooks.entered_by(one.pk, user_id)
    posted = request.method == "POST"
    form = RemovalForm(request.POST if posted else None, needed=bool(entered))
    if posted:
        done = fill_in(
            form,
            lambda said: services.remove_member(
                league_id=one.pk, by=request.user, user_id=user_id, **said
            ),
            REMOVAL_PLACES,
        )
        if done is not None:
            messages.success(
                request, _("%(name)s is no longer a member.") % {"name": place.user.username}
            )
            return redirect(part_or_404(one, "members"))
    context = {"league": one, "place": place, "entered": entered, "form": form}
    status = 422 if posted else 200
    return render(request, "public/member_remove.html", context, status=status)
