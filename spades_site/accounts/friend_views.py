"""The user's friends and friend requests."""

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from spades_site.accounts import friends as domain
from spades_site.accounts.forms import FriendForm
from spades_site.accounts.friends import Bond
from spades_site.accounts.models import User
from spades_site.accounts.requests import SignedInRequest
from spades_site.common.errors import Refused
from spades_site.common.pages import answer_form, member_required
from spades_site.common.people.picking import Circle, picks


@require_GET
@never_cache
@member_required
def friends(request: SignedInRequest) -> HttpResponse:
    """Show the user's friends and the open friend requests."""
    return _show(request, FriendForm(action=reverse("friend_ask")))


def _circle(request: SignedInRequest) -> Circle:
    found = domain.circle_of(request.user)
    if found is None:
        raise Http404
    return found


@picks(_circle)
@require_POST
@member_required
def ask(request: SignedInRequest) -> HttpResponse:
    """Send a friend request, by the form on this page or a button on another."""
    if "next" in request.POST:
        return _answer(request, lambda name: _ask(request.user, name))
    form = FriendForm(request.POST, action=request.path)
    return answer_form(
        request,
        form,
        lambda values: _ask(request.user, values["name"]),
        page=lambda: _show(request, form),
        done=str,
        back=reverse("friends"),
    )


def _ask(user: User, name: str) -> str:
    """Send a friend request, and return the message about its result."""
    if domain.ask(user=user, name=name) == Bond.FRIENDS:
        return _("You and %(name)s are now friends.") % {"name": name}
    return _("Friend request sent to %(name)s.") % {"name": name}


def _show(request: SignedInRequest, form: FriendForm) -> HttpResponse:
    context = {
        "friends": domain.friends_of(request.user),
        "asking": domain.questions_to(request.user),
        "asked": domain.questions_of(request.user),
        "form": form,
    }
    return render(request, "accounts/friends.html", context)


@require_POST
@member_required
def accept(request: SignedInRequest) -> HttpResponse:
    """Accept a friend request."""

    def done(name: str) -> str:
        domain.accept(user=request.user, name=name)
        return _("You and %(name)s are now friends.") % {"name": name}

    return _answer(request, done)


@require_POST
@member_required
def remove(request: SignedInRequest) -> HttpResponse:
    """End a friendship, or decline or cancel a friend request."""

    def done(name: str) -> str:
        domain.remove(user=request.user, name=name)
        return _("You and %(name)s are no longer friends.") % {"name": name}

    return _answer(request, done)


def _answer(request: HttpRequest, act: Callable[[str], str]) -> HttpResponse:
    """Carry out the form's action for the person it names, show a message, and return to the form's page."""
    name = request.POST.get("name", "").strip()
    try:
        messages.success(request, act(name))
    except Refused as refusal:
        messages.error(request, str(refusal))
    target = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(target, {request.get_host()}, request.is_secure()):
        target = "friends"
    return redirect(target)
