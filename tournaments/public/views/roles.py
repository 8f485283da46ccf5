"""Invitations to help run a tournament, for those who are invited."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from spades_site.accounts.models import User
from spades_site.accounts.requests import SignedInRequest
from spades_site.common.pages import carry_out, form_of, member_required
from tournaments.events.actions import roles
from tournaments.events.core.permissions import may_organize
from tournaments.events.models import Status, Tournament
from tournaments.events.queries.selectors import tournament_for
from tournaments.leagues import mailed


@member_required
@require_http_methods(["GET", "POST"])
def role_invitation(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show an invitation to help run a tournament, which may be private, and accept it."""
    invitation = roles.invitation_to(slug, request.user)
    if invitation is None:
        # It may have been answered in another tab, or cancelled.
        one = tournament_for(slug, request.user)
        if one is None:
            raise Http404
        return redirect(one)
    if request.method == "GET":
        return render(request, "public/tournament/role.html", {"invitation": invitation})
    of = invitation.tournament
    return carry_out(
        request,
        lambda: roles.accept(tournament_id=of.pk, user=request.user),
        done=lambda _role: _agreed(of, request.user),
        back=reverse("home"),
        to=lambda _role: _place_of(of, request.user),
    )


@form_of("role_invitation")
@member_required
def role_decline(request: SignedInRequest, slug: str) -> HttpResponse:
    """Decline an invitation to help run a tournament."""
    invitation = roles.invitation_to(slug, request.user)
    if invitation is None:
        raise Http404
    return carry_out(
        request,
        lambda: roles.decline(tournament_id=invitation.tournament_id, user=request.user),
        done=_("You have declined the invitation."),
        back=reverse("home"),
    )


@member_required
@require_http_methods(["GET", "POST"])
def role_link(request: SignedInRequest, key: str) -> HttpResponse:
    """Show a mailed invitation to help run a tournament, and accept it."""
    if request.method == "POST":
        return carry_out(
            request,
            lambda: roles.accept_link(key=key, user=request.user),
            done=lambda one: _agreed(one, request.user),
            back=reverse("home"),
            to=lambda one: _place_of(one, request.user),
        )
    link = roles.valid(key)
    if link is None:
        messages.error(request, str(mailed.over()))
        return redirect("home")
    return render(request, "public/tournament/role.html", {"invitation": link, "link": link})


def _is_seen(one: Tournament, user: User) -> bool:
    """Return whether the user can already see the tournament they help run; only organizers see drafts."""
    return one.status != Status.DRAFT or may_organize(user, one)


def _place_of(one: Tournament, user: User) -> str:
    return reverse("tournament_people", args=[one.slug]) if _is_seen(one, user) else reverse("home")


def _agreed(one: Tournament, user: User) -> str:
    text = (
        _("You help run %(name)s now.")
        if _is_seen(one, user)
        else _("You help run %(name)s now. It is still a draft: you see it once it is announced.")
    )
    return text % {"name": one.name}
