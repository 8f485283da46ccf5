"""The first page: what to watch and try for a visitor, what to do next for a member."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from games.tables import lobby
from tournaments.events.selectors import live_matches, next_for, upcoming
from tournaments.public.live_table import table_to_watch

SHORT_LIST = 5


@require_GET
def home(request: HttpRequest) -> HttpResponse:
    """Show the first page."""
    todos = next_for(request.user)
    casual = lobby.own_tables(request.user).filter(kind="casual")[:SHORT_LIST]
    context = {
        "first": todos[0] if todos else None,
        "todos": todos[1 : SHORT_LIST + 1],
        "mini": table_to_watch(request.user),
        "own": lobby.rows(casual),
        "live": live_matches(request.user)[:SHORT_LIST],
        "soon": upcoming(request.user)[:SHORT_LIST],
    }
    return render(request, "public/home.html", context)


@require_GET
def home_table(request: HttpRequest) -> HttpResponse:
    """Answer an open first page that asks how the table it shows goes on; with nothing while nothing happened."""
    mini = table_to_watch(request.user)
    seen = (request.GET.get("table"), request.GET.get("version"))
    if mini is not None and seen == (mini.table.public_id, str(mini.table.version)):
        return HttpResponse(status=204)
    return render(request, "public/_mini.html", {"mini": mini})
