"""Creating and editing own-time events."""

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from games.tables.rule_forms import carried_over
from spades_site.accounts.actions import Action, Place
from spades_site.accounts.requests import SignedInRequest, person_of
from spades_site.common.pages import answer_form, member_required
from tournaments.leagues.models import League
from tournaments.leagues.permissions import is_organizer
from tournaments.leagues.rule_sets import own_rules_in
from tournaments.leagues.selectors import league_for
from tournaments.organizer.forms.own_time import OwnTimeForm
from tournaments.own_time import making
from tournaments.own_time.core import event_for
from tournaments.own_time.making import EventProposal
from tournaments.own_time.models import OwnTimeEvent


@require_http_methods(["GET", "POST"])
@member_required
def own_time_create(request: SignedInRequest, slug: str) -> HttpResponse:
    """Create an event, which begins with the league's rules."""
    league = league_for(slug, request.user)
    if league is None or not is_organizer(league, request.user):
        raise Http404
    one: League = league
    own = own_rules_in(one)

    def make(data: QueryDict | None = None, rules: dict[str, Any] | None = None) -> OwnTimeForm:
        return OwnTimeForm(
            data,
            rules=one.rules if rules is None else rules,
            own=own,
            action=request.path,
            back=one.get_absolute_url(),
        )

    return _answer(
        request,
        one,
        make,
        lambda proposal: making.create_event(league_id=one.pk, by=request.user, proposal=proposal),
    )


@require_http_methods(["GET", "POST"])
@member_required
def own_time_edit(request: SignedInRequest, slug: str) -> HttpResponse:
    """Change an event that hasn't opened yet."""
    one = own_event_or_404(request, slug)
    own = own_rules_in(one.league)

    def make(data: QueryDict | None = None, rules: dict[str, Any] | None = None) -> OwnTimeForm:
        back = one.get_absolute_url()
        return OwnTimeForm(data, edited=one, rules=rules, own=own, action=request.path, back=back)

    return _answer(
        request,
        one.league,
        make,
        lambda proposal: making.edit_event(event_id=one.pk, by=request.user, proposal=proposal),
    )


def own_event_or_404(request: HttpRequest, slug: str) -> OwnTimeEvent:
    """Return an event of the viewer's league; 404 for everybody but its organizers."""
    found = event_for(slug, request.user)
    if found is None or not is_organizer(found.league, person_of(request)):
        raise Http404
    return found


class AtOwnEvent(Place):
    """The form of an event, for its organizers."""

    page = ("own_time_edit",)

    def __init__(self, request: HttpRequest, **address: Any) -> None:
        super().__init__(request, **address)
        self.event = own_event_or_404(request, self.slug)


own_time_delete = Action(
    AtOwnEvent,
    lambda at: making.delete_event(event_id=at.event.pk, by=at.by),
    done=gettext_lazy("The event is deleted."),
    to=lambda _at, league: league.get_absolute_url(),
)


def _answer(
    request: SignedInRequest,
    league: League,
    make: Callable[..., OwnTimeForm],
    act: Callable[[EventProposal], OwnTimeEvent],
) -> HttpResponse:
    """Show or handle the form, including its request for another preset's rules."""

    def show(form: OwnTimeForm) -> HttpResponse:
        context = {"league": league, "form": form, "edited": form.edited}
        return render(request, "organizer/own_time/edit.html", context)

    if request.method == "GET":
        if request.htmx:
            renewed = {"form": make(rules=carried_over(make(request.GET))), "renewed": True}
            return render(request, "tables/rules/_house.html", renewed)
        return show(make())
    form = make(request.POST)
    return answer_form(
        request,
        form,
        lambda _values: act(form.proposal()),
        page=lambda: show(form),
        done=_("The event is saved."),
        back=OwnTimeEvent.get_absolute_url,
    )
