"""Creating and editing seasons: days, terms and divisions."""

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_http_methods

from games.tables.rule_forms import HouseRulesForm, carried_over
from spades_site.accounts.requests import SignedInRequest
from spades_site.common.pages import answer_form, member_required
from tournaments.leagues.models import League, Season
from tournaments.leagues.permissions import is_organizer
from tournaments.leagues.rule_sets import own_rules_in
from tournaments.leagues.selectors import league_for
from tournaments.organizer.forms.division_fields import DIVISIONS, redivided
from tournaments.organizer.forms.season import SeasonForm
from tournaments.organizer.forms.season_desk import RenameForm
from tournaments.organizer.forms.season_kinds import FORMS, LeagueSeasonForm
from tournaments.organizer.views.seasons import desk_of, own_season_or_404
from tournaments.seasons.core import BEFORE
from tournaments.seasons.lifecycle import planning
from tournaments.seasons.lifecycle.planning import SeasonProposal

KINDS = (
    (
        str(Season.Kind.PAIRS),
        gettext_lazy("Fixed partnerships in divisions, a match a week, one table all season."),
    ),
    (
        str(Season.Kind.TEAMS),
        gettext_lazy("Teams of four to eight; two tables play the same cards."),
    ),
    (
        str(Season.Kind.SERIES),
        gettext_lazy("Any evenings of the league count, with points by place."),
    ),
)


@require_GET
@member_required
def season_new(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show the kinds of seasons to choose from."""
    league = _own_league_or_404(request, slug)
    kinds = [(key, Season.Kind(key).label, words) for key, words in KINDS]
    return render(request, "organizer/season/kinds.html", {"league": league, "kinds": kinds})


@require_http_methods(["GET", "POST"])
@member_required
def season_create(request: SignedInRequest, slug: str, kind: str) -> HttpResponse:
    """Create a season of one kind, which begins with the league's rules; errors are shown at their fields."""
    league = _own_league_or_404(request, slug)
    if kind not in FORMS:
        raise Http404

    def make(data: QueryDict | None = None, rules: dict[str, Any] | None = None) -> SeasonForm:
        return FORMS[kind](
            data,
            zone=request.user.time_zone,
            rules=league.rules if rules is None else rules,
            action=request.path,
            back=league.get_absolute_url(),
            **_own_rules(league, kind),
        )

    return _answer(
        request,
        league,
        make,
        lambda proposal: planning.create_season(
            league_id=league.pk, by=request.user, proposal=proposal
        ),
    )


@require_http_methods(["GET", "POST"])
@member_required
def season_edit(request: SignedInRequest, slug: str) -> HttpResponse:
    """Change a season before it is published, a series at any time; of a season under way only the name."""
    one = own_season_or_404(request, slug)
    if one.has_divisions and one.status not in BEFORE:
        return _rename(request, one)

    def make(data: QueryDict | None = None, rules: dict[str, Any] | None = None) -> SeasonForm:
        return FORMS[one.kind](
            data,
            zone=one.zone,
            edited=one,
            rules=rules,
            action=request.path,
            back=desk_of(one),
            **_own_rules(one.league, one.kind),
        )

    return _answer(
        request,
        one.league,
        make,
        lambda proposal: planning.edit_season(season_id=one.pk, by=request.user, proposal=proposal),
    )


def _own_rules(league: League, kind: str) -> dict[str, Any]:
    """Return the rule sets that the league keeps, for the form of a season with rules."""
    return {"own": own_rules_in(league)} if issubclass(FORMS[kind], HouseRulesForm) else {}


def _rename(request: SignedInRequest, one: Season) -> HttpResponse:
    """Show or handle the form for a published season's name."""
    data = request.POST if request.method == "POST" else None
    begin = {"name": one.name}
    form = RenameForm(data, initial=begin, action=request.path, back=desk_of(one))

    def page() -> HttpResponse:
        context = {"league": one.league, "form": form, "edited": one}
        return render(request, "organizer/season/edit.html", context)

    if request.method == "GET":
        return page()
    return answer_form(
        request,
        form,
        lambda values: planning.rename_season(season_id=one.pk, by=request.user, **values),
        page=page,
        done=_("The season is renamed."),
        back=desk_of,
    )


def _answer(
    request: SignedInRequest,
    league: League,
    make: Callable[..., SeasonForm],
    act: Callable[[SeasonProposal], Season],
) -> HttpResponse:
    """Show or handle the form, including its requests for another preset's rules and for one division more or less."""

    def show(form: SeasonForm) -> HttpResponse:
        context = {"league": league, "form": form, "edited": form.edited}
        return render(request, "organizer/season/edit.html", context)

    if request.method == "GET":
        begun = make(request.GET) if request.htmx else None
        if isinstance(begun, LeagueSeasonForm):
            renewed = {"form": make(rules=carried_over(begun)), "renewed": True}
            return render(request, "tables/rules/_house.html", renewed)
        return show(make())
    if DIVISIONS in request.POST:
        form = make(redivided(request.POST))
        if isinstance(form, LeagueSeasonForm):
            form.forgive()
        return render(request, form.template, {"form": form}) if request.htmx else show(form)
    form = make(request.POST)
    return answer_form(
        request,
        form,
        lambda _values: act(form.proposal()),
        page=lambda: show(form),
        done=_("The season is saved."),
        back=desk_of,
    )


def _own_league_or_404(request: SignedInRequest, slug: str) -> League:
    found = league_for(slug, request.user)
    if found is None or not is_organizer(found, request.user):
        raise Http404
    return found
