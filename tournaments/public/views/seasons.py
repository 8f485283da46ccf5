"""A season's page: its tables, fixtures and grid, and how people sign up."""

from typing import Any

from django.db.models import prefetch_related_objects
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_GET

from spades_site.accounts.actions import Action, Place
from spades_site.common.clock import now
from spades_site.common.forms import FormsOfPage, PageForm, key_of
from spades_site.common.pages import page_of
from spades_site.common.people.picking import Circle
from tournaments.events.models import named, with_tables
from tournaments.events.queries.selectors import matches_in_play, visible_tournaments
from tournaments.leagues.hooks import counted_in
from tournaments.leagues.models import Season
from tournaments.leagues.permissions import is_organizer
from tournaments.public.forms.play import SeasonPartnerForm, StandInForm
from tournaments.public.season_calendar import days_of_play, months, months_between
from tournaments.public.season_grid import grid_of
from tournaments.public.season_terms import season_facts
from tournaments.public.series_lines import lines_of, title_of
from tournaments.seasons.core import BEFORE, season_for
from tournaments.seasons.entries import signing_up, stand_ins
from tournaments.seasons.queries import picking
from tournaments.seasons.queries.pages import (
    SeasonPage,
    current_round,
    final_of,
    members_waiting,
    my_matches,
    season_page,
    weeks_of,
)
from tournaments.seasons.queries.statistics import statistics_of
from tournaments.seasons.tables.divisions import season_tables
from tournaments.seasons.tables.evenings import day_of, finished
from tournaments.seasons.tables.qualifying import qualifying
from tournaments.seasons.tables.series import is_within, periods_of, series_table
from tournaments.seasons.terms import terms_of

PARTS = (
    ("table", pgettext_lazy("standings", "Table")),
    ("fixtures", gettext_lazy("Fixtures")),
    ("grid", gettext_lazy("Results grid")),
    ("calendar", gettext_lazy("Calendar")),
    ("statistics", gettext_lazy("Statistics")),
)
MY_MATCHES = 3
LIVE = 6
"""How many matches in play are shown before the tables."""


@require_GET
def season(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a season: what the viewer must do, its tables, or one of its other parts."""
    return show_season(request, season_or_404(request, slug))


def season_or_404(request: HttpRequest, slug: str) -> Season:
    """Return the season; 404 if it doesn't exist or the viewer may not see it."""
    found = season_for(slug, request.user)
    if found is None:
        raise Http404
    return found


class AtSeason(Place):
    """A season's page."""

    page, is_public = ("season",), True

    def __init__(self, request: HttpRequest, **address: Any) -> None:
        super().__init__(request, **address)
        self.season = season_or_404(request, self.slug)

    def show(self, form: PageForm) -> HttpResponse:
        return show_season(self.request, self.season, form)


class AtStandIns(AtSeason):
    """The list of a season's stand-ins."""

    is_public = False

    @property
    def back(self) -> str:
        return f"{self.season.get_absolute_url()}?show=fixtures#stand-ins"


def _to_list(at: AtStandIns) -> Circle:
    if not is_organizer(at.season.league, at.by):
        raise Http404
    return picking.to_list(at.season, at.by)


season_sign_up = Action(
    AtSeason,
    lambda at: signing_up.sign_up_pair(season_id=at.season.pk, user=at.by, **at.values),
    form=SeasonPartnerForm,
    people=lambda at: picking.to_enter(at.season, at.by),
    done=gettext_lazy("Your partner has been asked. You are in once they accept."),
)
season_stand_in = Action(
    AtStandIns,
    lambda at: stand_ins.put_on_list(
        season_id=at.season.pk, by=at.by, username=at.values["username"]
    ),
    form=StandInForm,
    people=_to_list,
    done=lambda _at, made: _("%(name)s is on the list.") % {"name": made.user},
)
season_stand_in_remove = Action(
    AtStandIns,
    lambda at: stand_ins.take_off_list(season_id=at.season.pk, by=at.by, user_id=at.pk),
    done=gettext_lazy("The list is changed. Matches already agreed are still played."),
)
season_team = Action(
    AtSeason,
    lambda at: signing_up.sign_up_team(
        season_id=at.season.pk, by=at.by, team_id=key_of(at.request.POST.get("team", ""))
    ),
    done=gettext_lazy("Your team is in."),
)
season_accept = Action(
    AtSeason,
    lambda at: signing_up.answer(entry_id=at.pk, user=at.by, accept=True),
    done=gettext_lazy("You are in."),
)
season_decline = Action(
    AtSeason,
    lambda at: signing_up.answer(entry_id=at.pk, user=at.by, accept=False),
    done=gettext_lazy("Declined. They can ask somebody else."),
)
season_leave = Action(
    AtSeason,
    lambda at: signing_up.leave_before(entry_id=at.pk, by=at.by),
    done=gettext_lazy("The entry is withdrawn."),
)


def show_season(request: HttpRequest, one: Season, refused: PageForm | None = None) -> HttpResponse:
    """Render the season's page, with the form that was `refused` in its place."""
    view = season_page(one, request.user)
    context: dict[str, Any] = {
        "view": view,
        "season": one,
        "league": one.league,
        "facts": season_facts(one),
        "preset": str(terms_of(one).rules.get("preset", "")),
        "forms": FormsOfPage(refused),
        "has_stand_ins": view.role is not None and stand_ins.may_have(one),
    }
    # The only form of a season under way is that of its stand-ins.
    asked = "fixtures" if refused else request.GET.get("show", "table")
    part = asked if asked in dict(PARTS) else "table"
    if context["has_stand_ins"] and (one.status in BEFORE or part == "fixtures"):
        context |= _stand_ins(request, view, context["forms"])
    if one.kind == Season.Kind.SERIES:
        context |= _series(request, one)
    elif one.status in BEFORE:
        context |= _before(request, view, context["forms"])
    else:
        context |= {"parts": PARTS, "part": part, **_under_way(request, view, part)}
    return render(request, "seasons/season.html", context)


def _stand_ins(request: HttpRequest, view: SeasonPage, forms: FormsOfPage) -> dict[str, Any]:
    """Return the list of stand-ins, and the form with which an organizer adds to it."""
    one = view.season
    listed = list(one.stand_ins.select_related("user"))
    context: dict[str, Any] = {
        "stand_ins": listed,
        "stands_in": any(each.user_id == request.user.pk for each in listed),
        "shows_stand_ins": True,
    }
    if view.is_organizer:
        action = reverse("season_stand_in", args=[one.slug])
        context["stand_in_form"] = forms.place(StandInForm(action=action))
    return context


def _before(request: HttpRequest, view: SeasonPage, forms: FormsOfPage) -> dict[str, Any]:
    """Return the content of the sign-up page: the form, and the entries."""
    one = view.season
    context: dict[str, Any] = {"entries": page_of(request, members_waiting(one))}
    if view.can_sign_up and one.kind == Season.Kind.PAIRS:
        action = reverse("season_sign_up", args=[one.slug])
        context["form"] = forms.place(SeasonPartnerForm(action=action))
    return context


def _under_way(request: HttpRequest, view: SeasonPage, part: str) -> dict[str, Any]:
    """Return the requested part of a published season."""
    one = view.season
    if part == "fixtures":
        asked = request.GET.get("round", "")
        number = None if asked == "all" else key_of(asked) or current_round(one)
        rounds, weeks = weeks_of(one, number)
        return {"numbers": range(1, rounds + 1), "weeks": weeks, "all": number is None}
    if part == "calendar":
        return _calendar(request, one)
    if part == "statistics":
        return {"statistics": statistics_of(one, request.user.pk)}
    tables = season_tables(one, view.mine)
    if part == "grid":
        return {"grids": [(table, grid_of(table)) for table in tables]}
    in_play = matches_in_play(request.user).filter(tournament__division__season=one)
    live = list(in_play.prefetch_related(None)[:LIVE])
    mine = list(my_matches(one, view.mine)[:MY_MATCHES])
    prefetch_related_objects([*live, *mine], *named(), with_tables())
    return {
        "tables": tables,
        "zones": {row.zone: True for table in tables for row in table.rows if row.zone},
        "live": live,
        "mine": mine,
    }


def _calendar(request: HttpRequest, one: Season) -> dict[str, Any]:
    """Return the season's months, and its match days."""
    first, last = one.starts_on, one.ends_on
    days = days_of_play(one.league, request.user, first, last, one)
    return {
        "months": months(first, last, days, timezone.localtime(now()).date()),
        "months_all": months_between(first, last),
        "page": page_of(request, days),
    }


def _series(request: HttpRequest, one: Season) -> dict[str, Any]:
    cups = finished(one)
    periods = periods_of(one, cups)
    asked = request.GET.get("period", "")
    period = asked if asked in periods else ""
    shown = {each.pk for each in cups if is_within(period, day_of(each, one).isoformat())}
    visible = visible_tournaments(request.user).order_by("starts_at", "pk")
    evenings = visible.filter(pk__in=[key for key in shown if isinstance(key, int)])
    events = counted_in(one)
    seen = {each.pk for each in evenings} | {each.pk for each in events}
    rows = series_table(one, period, cups)
    page = page_of(request, rows)
    final = final_of(one, request.user)
    page.object_list = [(row, lines_of(row, one, cups, seen)) for row in page.object_list]
    return {
        "page": page,
        "ranked": terms_of(one).ranked,
        "evenings": evenings,
        "periods": [(each, title_of(each)) for each in periods],
        "period": period,
        "qualified": [] if period else qualifying(one, rows).qualified,
        "final": [final] if final else [],
        "upcoming": visible.filter(season=one).exclude(
            status__in=("draft", "cancelled", "finished")
        ),
        "events": [each for each in events if each.pk in shown or not each.is_over],
    }
