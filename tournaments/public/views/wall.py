"""The pairings of a round for the wall, on A4."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from tournaments.events.queries.wall import wall_of
from tournaments.public.views.tournaments import tournament_or_404


@require_GET
def tournament_wall(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show a round's pairings in large type, by table and by name, to be printed."""
    one = tournament_or_404(request, slug)
    wall = wall_of(one, number)
    if wall is None:
        raise Http404
    return render(request, "public/tournament/wall.html", {"tournament": one, "wall": wall})
