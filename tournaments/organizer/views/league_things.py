"""Creating and editing what a league has with rules of its own: declared once for ladders and own-time events."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from games.tables.rule_forms import carried_over
from spades_site.accounts.models import Viewer
from spades_site.accounts.requests import SignedInRequest, person_of
from spades_site.common.pages import answer_form, member_required
from tournaments.leagues.models import League
from tournaments.leagues.permissions import is_organizer
from tournaments.leagues.rule_sets import own_rules_in
from tournaments.leagues.selectors import league_for
from tournaments.organizer.forms.league_thing import LeagueThingForm

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

type Make = Callable[..., LeagueThingForm]


@dataclass(frozen=True)
class LeagueThing[Thing]:
    """A kind of thing: its form, `find` by address for a viewer, and the domain functions that create one in the league with
    a key, and edit the one with a key. `title` and `lead` head the page of a new one, `done` is said once it is saved; `delete` is the
    action that deletes one, and its button's text.
    """

    form: type[LeagueThingForm]
    find: Callable[[str, Viewer], Thing | None]
    create: Callable[[int, Any, Any], Thing]
    edit: Callable[[int, Any, Any], Thing]
    title: "StrOrPromise"
    lead: "StrOrPromise"
    done: "StrOrPromise"
    delete: "tuple[str, StrOrPromise] | None" = None

    def own_or_404(self, request: HttpRequest, slug: str) -> Thing:
        """Return one of a league of the viewer's; 404 for everybody but its organizers."""
        found: Any = self.find(slug, request.user)
        if found is None or not is_organizer(found.league, person_of(request)):
            raise Http404
        one: Thing = found
        return one

    def creating(self) -> Callable[..., HttpResponse]:
        """Return the view that creates one, which begins with the league's rules."""

        @require_http_methods(["GET", "POST"])
        @member_required
        def create(request: SignedInRequest, slug: str) -> HttpResponse:
            league = league_for(slug, request.user)
            if league is None or not is_organizer(league, request.user):
                raise Http404
            one: League = league

            def act(proposal: Any) -> Thing:
                return self.create(one.pk, request.user, proposal)

            return self._answer(request, one, self._maker(request, one, rules=one.rules), act)

        return create

    def editing(self) -> Callable[..., HttpResponse]:
        """Return the view that changes one's settings."""

        @require_http_methods(["GET", "POST"])
        @member_required
        def edit(request: SignedInRequest, slug: str) -> HttpResponse:
            one: Any = self.own_or_404(request, slug)

            def act(proposal: Any) -> Thing:
                return self.edit(one.pk, request.user, proposal)

            return self._answer(request, one.league, self._maker(request, one, edited=one), act)

        return edit

    def _maker(self, request: SignedInRequest, back: Any, **begin: Any) -> Make:
        """Return a function that makes the form of posted data, and with other `rules` than those with which it begins."""
        league = back if isinstance(back, League) else back.league
        own, fixed = own_rules_in(league), {"action": request.path, "back": back.get_absolute_url()}

        def make(data: QueryDict | None = None, **other: Any) -> LeagueThingForm:
            return self.form(data, own=own, **{**fixed, **begin, **other})

        return make

    def _answer(
        self, request: SignedInRequest, league: League, make: Make, act: Callable[[Any], Thing]
    ) -> HttpResponse:
        """Show or handle the form, including its request for another preset's rules."""

        def show(form: LeagueThingForm) -> HttpResponse:
            context = {"league": league, "form": form, "edited": form.edited, "thing": self}
            return render(request, "organizer/league_thing.html", context)

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
            done=str(self.done),
            back=_page_of,
        )


def _page_of(one: Any) -> str:
    address: str = one.get_absolute_url()
    return address
