"""The first page: what to watch and try for a visitor, what to do next for a member."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from tournaments.events.selectors import live_matches, next_for, upcoming

SHORT_LIST = 5


@require_GET
def home(request: HttpRequest) -> HttpResponse:
    """Show the first page."""
    todos = next_for(request.user)
    context = {
        "first": todos[0] if todos else None,
        "todos": todos[1 : SHORT_LIST + 1],
        "live": live_matches(request.user)[:SHORT_LIST],
        "soon": upcoming(request.user)[:SHORT_LIST],
    }
    return render(request, "public/home.html", context)
