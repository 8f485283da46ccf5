"""Pages on which staff take measures: about leagues, tournaments, ratings of games, and people who are muted."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from games.ratings import moderation as of_ratings
from games.ratings.models import RatedResult
from games.tables.chat import silences
from games.tables.texts.rules import rules_said
from spades_site.accounts.requests import person_of
from spades_site.common.audit import in_words, subject_of
from spades_site.common.forms import FormsOfPage, PageForm
from spades_site.common.models import AuditEntry
from spades_site.common.pages import answer_form, page_of, staff_only, staff_who
from spades_site.common.people.picking import picks
from spades_site.staff.forms import HideForm, LiftForm, OwnerForm, RatingForm
from spades_site.staff.picking import anybody_for
from tournaments.events.actions import moderation as of_tournaments
from tournaments.events.core.permissions import organizers_of
from tournaments.events.models import Tournament
from tournaments.leagues import moderation as of_leagues
from tournaments.leagues.models import League, Membership

_SHOW = gettext_lazy("Show again")
LATEST = 10
"""How many of the log's latest entries a page shows."""


@dataclass(frozen=True)
class Kind:
    """Leagues, or tournaments: the model, the name of their page, and the functions that carry measures out."""

    model: type[Any]
    page: str
    hide: Callable[..., Any]
    show: Callable[..., Any]
    give: Callable[..., Any]
    key: str


LEAGUES = Kind(
    League, "staff_league", of_leagues.hide_league, of_leagues.show_league, of_leagues.give_league,
    "league_id",
)  # fmt: skip
TOURNAMENTS = Kind(
    Tournament, "staff_tournament", of_tournaments.hide_tournament, of_tournaments.show_tournament,
    of_tournaments.give_tournament, "tournament_id",
)  # fmt: skip


def _thing(
    request: HttpRequest, kind: Kind, pk: int, refused: PageForm | None = None
) -> HttpResponse:
    thing = get_object_or_404(kind.model, pk=pk)
    if isinstance(thing, League):
        places = thing.memberships.filter(role__in=Membership.RUNS).select_related("user")
        people = [place.user for place in places.order_by("-role", "user_id")]
        is_ours = True
    else:
        people, is_ours = organizers_of(thing), thing.league_id is None
    forms = FormsOfPage(refused)
    hide = HideForm(
        action=reverse(f"{kind.page}_hide", args=[pk]), initial={"hidden": thing.hidden_at is None}
    )
    if thing.hidden_at is not None:
        hide.button, hide.kind = _SHOW, "primary"
    give = OwnerForm(action=reverse(f"{kind.page}_give", args=[pk])) if is_ours else None
    context = {
        "thing": thing,
        "people": people,
        "hide": forms.place(hide),
        "give": give and forms.place(give),
        "missing": forms.missing,
        "log": in_words(
            AuditEntry.objects.filter(subject=subject_of(thing)).select_related("actor")[:LATEST]
        ),
    }
    return render(request, "staff/thing.html", context)


def _hide(request: HttpRequest, kind: Kind, pk: int) -> HttpResponse:
    if request.method == "GET":
        return redirect(kind.page, pk)
    get_object_or_404(kind.model, pk=pk)
    form = HideForm(request.POST, action=request.path)

    def act(values: dict[str, Any]) -> Any:
        change = kind.hide if values["hidden"] else kind.show
        return change(**{kind.key: pk}, by=person_of(request), reason=values["reason"])

    return answer_form(
        request,
        form,
        act,
        page=lambda: _thing(request, kind, pk, form),
        done=lambda thing: _("It is hidden.") if thing.hidden_at else _("It is shown again."),
        back=reverse(kind.page, args=[pk]),
    )


def _give(request: HttpRequest, kind: Kind, pk: int) -> HttpResponse:
    if request.method == "GET":
        return redirect(kind.page, pk)
    get_object_or_404(kind.model, pk=pk)
    form = OwnerForm(request.POST, action=request.path)
    return answer_form(
        request,
        form,
        lambda values: kind.give(**{kind.key: pk}, by=person_of(request), **values),
        page=lambda: _thing(request, kind, pk, form),
        done=_("It has been handed over."),
        back=reverse(kind.page, args=[pk]),
    )


@require_GET
@never_cache
@staff_who(of_leagues.RIGHT)
def league(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a league to staff, whether it is private or hidden, with the measures that they can take."""
    return _thing(request, LEAGUES, pk)


@require_GET
@never_cache
@staff_who(of_tournaments.RIGHT)
def tournament(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a tournament to staff, as `league` does."""
    return _thing(request, TOURNAMENTS, pk)


_POSTED = require_http_methods(["GET", "POST"])
league_hide = _POSTED(staff_who(of_leagues.RIGHT)(partial(_hide, kind=LEAGUES)))
league_give = picks(anybody_for(of_leagues.RIGHT))(
    _POSTED(staff_who(of_leagues.RIGHT)(partial(_give, kind=LEAGUES)))
)
tournament_hide = _POSTED(staff_who(of_tournaments.RIGHT)(partial(_hide, kind=TOURNAMENTS)))
tournament_give = picks(anybody_for(of_tournaments.RIGHT))(
    _POSTED(staff_who(of_tournaments.RIGHT)(partial(_give, kind=TOURNAMENTS)))
)


@require_http_methods(["GET", "POST"])
@never_cache
@staff_who(of_ratings.RIGHT)
def rating(request: HttpRequest, pk: int) -> HttpResponse:
    """Void the rating of a game, or let it count again."""
    result = get_object_or_404(RatedResult.objects.select_related("table", "voided_by"), pk=pk)
    if request.method == "GET":
        return _show_rating(request, result)
    form = RatingForm(request.POST, action=request.path)
    return answer_form(
        request,
        form,
        lambda values: of_ratings.decide_rating(result_id=pk, by=person_of(request), **values),
        page=lambda: _show_rating(request, result, form),
        done=lambda now: (
            _("The game no longer counts for ratings.")
            if now.is_void
            else _("The game counts for ratings again.")
        ),
        back=request.path,
    )


def _show_rating(
    request: HttpRequest, result: RatedResult, refused: RatingForm | None = None
) -> HttpResponse:
    forms = FormsOfPage(refused)
    form = RatingForm(action=request.path, initial={"counts": result.is_void})
    if result.is_void:
        form.button, form.kind = gettext_lazy("Let it count again"), "primary"
    table = result.table
    context = {
        "result": result,
        "title": table.title or rules_said(table.rules),
        "changes": [
            (change.user, change.before / 1000, change.after / 1000)
            for change in result.changes.select_related("user").order_by("side", "pk")
        ],
        "form": forms.place(form),
        "missing": forms.missing,
        "log": in_words(
            AuditEntry.objects.filter(subject=subject_of(result)).select_related("actor")[:LATEST]
        ),
    }
    return render(request, "staff/rating.html", context)


@require_GET
@never_cache
@staff_only
def muted(request: HttpRequest) -> HttpResponse:
    """List the people whom staff keep from writing at tables."""
    return _show_muted(request)


@require_http_methods(["GET", "POST"])
@staff_only
def unmute(request: HttpRequest, pk: int) -> HttpResponse:
    """Let somebody write again, by their key."""
    if request.method == "GET":
        return redirect("staff_muted")
    form = LiftForm(request.POST, action=request.path, key=pk)
    get_object_or_404(silences.in_force(), user=pk)
    return answer_form(
        request,
        form,
        lambda values: silences.lift_silence(user_id=pk, by=person_of(request), **values),
        page=lambda: _show_muted(request, form),
        done=_("They can write again."),
        back=reverse("staff_muted"),
    )


def _show_muted(request: HttpRequest, refused: LiftForm | None = None) -> HttpResponse:
    page, forms = page_of(request, silences.in_force()), FormsOfPage(refused)
    rows = [
        (
            one,
            forms.place(
                LiftForm(action=reverse("staff_unmute", args=[one.user_id]), key=one.user_id)
            ),
        )
        for one in page
    ]
    return render(
        request, "staff/muted.html", {"page": page, "rows": rows, "missing": forms.missing}
    )
