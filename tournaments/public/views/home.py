"""The home page: games to watch and things to try for visitors, pending tasks for members."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from games.ratings.models import Pool
from games.ratings.queries import standings_by_pool
from games.tables.lobby import listing
from spades_site.accounts.models import User
from spades_site.common.pages import page_of
from tournaments.events.core.permissions import organizes
from tournaments.events.queries.selectors import Todo, live_matches, next_for, upcoming
from tournaments.leagues.selectors import invitations_of
from tournaments.public.first_steps import first_steps_of
from tournaments.public.live_table import mini_of, table_to_watch
from tournaments.seasons.queries.mine import asked_of, fixtures_of, teams_of

SHORT_LIST = 5
MY_FIXTURES = 5


@require_GET
def home(request: HttpRequest) -> HttpResponse:
    """Show the home page."""
    casual = listing.own_tables(request.user).filter(kind="casual")
    mini = mini_of(table_to_watch(request.user))
    live = live_matches(request.user)
    if mini is not None:
        live = live.exclude(tables__table=mini.table)
    context = {
        **_next(request),
        **_about(request),
        "organizes": organizes(request.user),
        "mini": mini,
        "own": listing.rows(list(casual)),
        "live": page_of(request, live, SHORT_LIST, "live"),
        "soon": page_of(request, upcoming(request.user), SHORT_LIST, "soon"),
    }
    return render(request, "public/home/page.html", context)


@require_GET
def home_next(request: HttpRequest) -> HttpResponse:
    """Answer an open home page that polls for the viewer's tasks; empty if nothing changed."""
    context = _next(request)
    if request.GET.get("seen") == context["seen"]:
        return HttpResponse(status=204)
    return render(request, "public/home/_next.html", context)


@require_GET
def home_table(request: HttpRequest) -> HttpResponse:
    """Answer an open home page that polls for its table; empty if nothing changed."""
    watched = table_to_watch(request.user)
    seen = (request.GET.get("table"), request.GET.get("version"))
    if watched is not None and seen == (watched[0].public_id, str(watched[0].version)):
        return HttpResponse(status=204)
    return render(request, "public/home/_mini.html", {"mini": mini_of(watched)})


def _next(request: HttpRequest) -> dict[str, Any]:
    """Return the viewer's tasks, and a hash with which a page detects changes."""
    todos = next_for(request.user)
    invitations = invitations_of(request.user)
    asked = list(asked_of(request.user))
    steps = None if todos or invitations or asked else first_steps_of(request)
    return {
        "steps": steps,
        "first": todos[0] if todos else None,
        "todos": todos[1:],
        "invitations": invitations,
        "asked": asked,
        "seen": "-".join(
            [
                *map(_mark, todos),
                *(f"league.{one.pk}" for one in invitations),
                *(f"season.{one.pk}" for one in asked),
                *([f"{steps.learned:d}{steps.played:d}{steps.joined:d}"] if steps else []),
            ]
        ),
    }


def _about(request: HttpRequest) -> dict[str, Any]:
    """Return the member's own data on the page: fixtures in all seasons, teams and ratings."""
    user = request.user
    if not isinstance(user, User) or user.is_guest:
        return {}
    standings = standings_by_pool(user)
    return {
        "fixtures": page_of(request, fixtures_of(user), MY_FIXTURES, "fixtures"),
        "teams": teams_of(user),
        "ratings": [
            (Pool(pool).label, standing) for pool, standing in standings.items() if standing.games
        ],
    }


def _mark(todo: Todo) -> str:
    """Return a text that changes with the task as shown, for example when a tournament's next table opens."""
    match = todo.match.pk if todo.match else 0
    invitation = todo.invitation.pk if todo.invitation else 0
    at = int(todo.at.timestamp()) if todo.at else 0
    return f"{todo.code}.{todo.tournament.pk}.{match}.{invitation}.{at}"
