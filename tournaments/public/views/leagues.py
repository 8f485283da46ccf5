"""Leagues: the list, a new one, and a league's page with its teams."""

from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from spades_site.common.pages import carry_out, fill_in, member_required, page_of
from tournaments.leagues import services, teams
from tournaments.leagues.models import League
from tournaments.leagues.selectors import league_for, league_page, visible_leagues
from tournaments.public.forms import LEAGUE_PLACES, TEAM_PLACES, LeagueForm, TeamForm


@require_GET
def league_list(request: HttpRequest) -> HttpResponse:
    """Show the leagues that the viewer may see."""
    mine = request.GET.get("show") == "mine" and request.user.is_authenticated
    leagues = visible_leagues(request.user)
    if mine:
        leagues = leagues.filter(my_role__isnull=False)
    return render(
        request, "public/league_list.html", {"page": page_of(request, leagues), "mine": mine}
    )


@member_required
@require_http_methods(["GET", "POST"])
def league_create(request: HttpRequest) -> HttpResponse:
    """Make a league, run by its maker."""
    form = LeagueForm(request.POST or None)
    if request.method == "POST":
        league = fill_in(
            form, lambda said: services.create_league(by=request.user, **said), LEAGUE_PLACES
        )
        if league is not None:
            return redirect(league)
    return render(request, "public/league_create.html", {"form": form})


@require_GET
def league(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a league: who plays now, what comes next, its table, teams and members."""
    return _show(request, _league(request, slug))


@require_POST
def league_join(request: HttpRequest, slug: str) -> HttpResponse:
    """Become a member."""
    one = _league(request, slug)
    return carry_out(
        request,
        lambda: services.join_league(league_id=one.pk, user=request.user),
        done=_("You are a member of %(league)s.") % {"league": one},
        back=one.get_absolute_url(),
    )


@require_POST
def league_leave(request: HttpRequest, slug: str) -> HttpResponse:
    """Give membership up."""
    one = _league(request, slug)
    return carry_out(
        request,
        lambda: services.leave_league(league_id=one.pk, user=request.user),
        done=_("You have left %(league)s.") % {"league": one},
        back=one.get_absolute_url() if one.is_public else redirect("league_list").url,
    )


@require_POST
def team_create(request: HttpRequest, slug: str) -> HttpResponse:
    """Make a team in the league; the name's faults stand at the field."""
    one = _league(request, slug)
    if not request.user.is_authenticated:
        return redirect_to_login(one.get_absolute_url())
    form = TeamForm(request.POST)
    made = fill_in(
        form,
        lambda said: teams.create_team(league_id=one.pk, by=request.user, **said),
        TEAM_PLACES,
    )
    if made is None:
        return _show(request, one, team_form=form)
    return redirect(f"{one.get_absolute_url()}#teams")


@require_POST
def team_join(request: HttpRequest, slug: str, team_id: int) -> HttpResponse:
    """Take a free place in a team."""
    one = _league(request, slug)
    team = _team(one, team_id)
    return carry_out(
        request,
        lambda: teams.join_team(team_id=team.pk, user=request.user),
        done=_("You play for %(team)s now.") % {"team": team},
        back=one.get_absolute_url(),
    )


@require_POST
def team_leave(request: HttpRequest, slug: str, team_id: int) -> HttpResponse:
    """Give one's place in a team up."""
    one = _league(request, slug)
    team = _team(one, team_id)
    return carry_out(
        request,
        lambda: teams.leave_team(team_id=team.pk, user=request.user),
        done=_("You have left %(team)s.") % {"team": team},
        back=one.get_absolute_url(),
    )


def _league(request: HttpRequest, slug: str) -> League:
    found = league_for(slug, request.user)
    if found is None:
        raise Http404
    return found


def _team(one: League, team_id: int) -> Any:
    team = one.teams.filter(pk=team_id).first()
    if team is None:
        raise Http404
    return team


def _show(request: HttpRequest, one: League, team_form: TeamForm | None = None) -> HttpResponse:
    context = {"view": league_page(one, request.user), "team_form": team_form or TeamForm()}
    return render(request, "public/league.html", context)
