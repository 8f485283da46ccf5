"""A match's page: both sides, the time, the way to the table when it is open; naming line-ups and contesting results."""

from typing import Any

from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET
from django_htmx.http import HttpResponseClientRedirect

from games.tables.models import Seat
from spades_site.accounts.actions import Action, Place
from spades_site.accounts.models import Viewer
from spades_site.common.clock import now
from spades_site.common.forms import FormsOfPage, PageForm
from tournaments.events.actions.fixtures.time_offers import side_for
from tournaments.events.actions.teams import name_line_up
from tournaments.events.core.state import UNDER_WAY
from tournaments.events.entries import nominations
from tournaments.events.matches import disputes
from tournaments.events.matches.disputes import contestable_until, side_of
from tournaments.events.models import ConductMark, Dispute, Entry, Match, Result, Timing, Tournament
from tournaments.events.queries.next_stop import stop_after
from tournaments.events.queries.selectors import MatchView, match_view
from tournaments.events.queries.terms import terms_of
from tournaments.events.queries.timeline import timeline_of
from tournaments.public import team_sheet
from tournaments.public.deal_sheet import sheet_of
from tournaments.public.fixture import claim_panel, hours_panel, time_panel, zones_against
from tournaments.public.forms.play import AppealForm, ContestForm, LineUpForm, TimesForm
from tournaments.public.stand_ins import stand_ins_panel
from tournaments.public.views.tournaments import to_own_tables
from tournaments.seasons.core import visible_to as visible_seasons


@require_GET
def match(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show a match."""
    view = match_view(pk, request.user)
    if view is None or view.tournament.slug != slug:
        return to_own_tables(request, slug)
    return show_match(request, view)


@require_GET
def match_now(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Answer an open page that polls for changes; a waiting player is redirected to the table when it opens.

    `was` is the match's status on the page, `at` its table there: the next game of a match has another.
    """
    view = match_or_404(request, slug, pk)
    moved = request.GET.get("at", "") not in ("", str(view.line.match.table_id))
    waited = request.GET.get("was") == "drawn" or moved
    if waited and view.line.seated and view.line.in_play:
        return HttpResponseClientRedirect(view.line.table_url)
    context = _context(request, view)
    onward = context["onward"]
    same = request.GET.get("was") == view.line.match.status and not moved
    if same and request.GET.get("on", "") == (onward.url if onward else ""):
        return HttpResponse(status=204)
    return render(request, "public/match/_now.html", context)


def _context(request: HttpRequest, view: MatchView) -> dict[str, Any]:
    """Return the template context: the view, each side's players with their rating changes, if known, and where players
    go after the match.
    """
    match = view.line.match
    over = view.line.mine and match.status == Match.Status.DONE
    changes = _changes(view)
    ahead = match.status == Match.Status.DRAWN and not view.line.is_bye
    return {
        "view": view,
        "zones": zones_against(match, side_for(match, request.user)) if ahead else [],
        "onward": stop_after(f"match:{view.line.match.pk}", request.user) if over else None,
        "deals": sheet_of(view),
        "team": team_sheet.sheet_of(view, request.user, changes),
        "sides": [
            (side, [(player, changes.get(player.user.pk)) for player in players])
            for side, players in zip(view.line.sides, view.players, strict=True)
        ],
    }


def crumbs_of(tournament: Tournament, viewer: Viewer) -> list[tuple[str, str]]:
    """Return the breadcrumbs of a match, as (label, address), including its league and season if the viewer may see
    them.
    """
    season = visible_seasons(viewer).filter(pk=tournament.season_id or 0).first()
    if season is None:
        way = [(_("Tournaments"), reverse("tournament_list"))]
        return [*way, (tournament.name, tournament.get_absolute_url())]
    of_division = Q(tournament=tournament) | Q(play_off=tournament)
    division = season.divisions.filter(of_division).first()
    return [
        (season.league.name, season.league.get_absolute_url()),
        (season.name, season.get_absolute_url()),
        (division.name if division else tournament.name, tournament.get_absolute_url()),
    ]


def _changes(view: MatchView) -> dict[int, dict[str, int]]:
    """Return "before" and "after" of the players' ratings, by their keys; of several games those of the last.

    Partners may have swapped seats.
    """
    result = view.line.result
    if result is None or result.kind != Result.Kind.PLAYED:
        return {}
    by_seat = {
        (at.table.pk, change["seat"]): change
        for at in view.line.games
        if at.table is not None
        for change in at.table.rating_changes or ()
    }
    seats = Seat.objects.filter(table__in={table for table, _seat in by_seat}, user__isnull=False)
    rows = seats.order_by("table_id").values_list("user_id", "table_id", "index")
    return {user: by_seat[table, index] for user, table, index in rows if (table, index) in by_seat}


def match_or_404(request: HttpRequest, slug: str, pk: int) -> MatchView:
    """Return the match as the viewer sees it; 404 if it belongs to another tournament or isn't visible."""
    view = match_view(pk, request.user)
    if view is None or view.tournament.slug != slug:
        raise Http404
    return view


def show_match(
    request: HttpRequest, view: MatchView, refused: PageForm | None = None
) -> HttpResponse:
    """Render the match's page, with the form that was `refused` in its place."""
    match, forms = view.line.match, FormsOfPage(refused)
    mine = side_of(match, request.user)
    speaks_for = side_for(match, request.user)
    panel = time_panel(match, speaks_for, request.user)
    disputes = list(match.disputes.select_related("entry", "by", "answered_by"))
    until = contestable_until(view.tournament, view.line.result)
    open_ones = [one for one in disputes if one.status == Dispute.Status.OPEN]
    address = (view.tournament.slug, match.pk)
    naming = [
        forms.place(
            LineUpForm(
                match=match, entry=entry, action=reverse("line_up", args=(*address, entry.pk))
            )
        )
        for entry in teams_to_name(view, request.user)
    ]
    context = {
        **_context(request, view),
        "crumbs": crumbs_of(view.tournament, request.user),
        "panel": panel,
        "claim": claim_panel(match, request.user),
        "hours": hours_panel(match, mine, request.user),
        "my_entry": mine,
        "contested": bool(open_ones),
        "disputes": disputes if mine is not None or view.may_decide else [],
        "contestable_until": until,
        "timeline": [],
        "conduct": _conduct(view, speaks_for, forms),
        "terms": terms_of(view.tournament, match.round.stage_id),
        "line_up_forms": naming,
        "stand_ins": stand_ins_panel(match, request.user),
        "forms": forms,
    }
    if view.tournament.timing == Timing.WINDOWS and not match.is_bye:
        context["timeline"] = timeline_of(
            view, mine=(mine or speaks_for) is not None, disputes=context["disputes"]
        )
    if panel is not None:
        context["time_form"] = forms.place(TimesForm(action=reverse("time_offer", args=address)))
    if mine is not None and until and until > now() and all(one.entry != mine for one in open_ones):
        action = reverse("dispute_open", args=address)
        context["contest_form"] = forms.place(ContestForm(action=action))
    return render(request, "public/match/page.html", context)


def teams_to_name(view: MatchView, viewer: Viewer) -> list[Entry]:
    """Return the teams of a match whose line-up the viewer can name now."""
    match = view.line.match
    if not view.tournament.is_team or view.line.is_bye or nominations.is_closed(match, now()):
        return []
    return [entry for entry in match.entries if nominations.may_name(match, entry, viewer)]


def _conduct(
    view: MatchView, mine: Entry | None, forms: FormsOfPage
) -> list[tuple[ConductMark, AppealForm | None]]:
    """Return the marks of the viewer's side in the match, each with the form to appeal if that is possible."""
    if mine is None or view.tournament.conduct_points is None:
        return []
    under_way = view.tournament.status in UNDER_WAY
    address = (view.tournament.slug, view.line.match.pk)
    return [
        (
            one,
            forms.place(
                AppealForm(key=one.pk, action=reverse("conduct_appeal", args=[*address, one.pk]))
            )
            if under_way and one.appealed_at is None and one.answered_at is None
            else None,
        )
        for one in view.line.match.conduct_marks.filter(entry=mine).select_related("penalty")
    ]


class AtMatch(Place):
    """A match's page."""

    page = ("match", "slug", "pk")

    def __init__(self, request: HttpRequest, **address: Any) -> None:
        super().__init__(request, **address)
        self.view = match_or_404(request, self.slug, self.pk)
        self.match = self.view.line.match

    def show(self, form: PageForm) -> HttpResponse:
        return show_match(self.request, self.view, form)


class AtLineUp(AtMatch):
    """The same, for those who may name the players of one of its entries, the second key."""

    def __init__(self, request: HttpRequest, **address: Any) -> None:
        super().__init__(request, **address)
        entry = next((entry for entry in self.match.entries if entry.pk == self.key), None)
        if entry is None or not nominations.may_name(self.match, entry, request.user):
            raise Http404
        self.form = LineUpForm(request.POST, match=self.match, entry=entry, action=request.path)


line_up = Action(
    AtLineUp,
    lambda at: name_line_up(match_id=at.pk, entry_id=at.key, by=at.by, pairs=at.form.pairs),
    form=lambda at: at.form,
)
dispute_open = Action(
    AtMatch,
    lambda at: disputes.contest(match_id=at.pk, user=at.by, **at.values),
    form=ContestForm,
)
dispute_take_back = Action(
    AtMatch,
    lambda at: disputes.take_back(dispute_id=at.key, user=at.by),
    done=gettext_lazy("You no longer contest the result."),
)
