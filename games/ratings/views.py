"""The leaderboard and people's profiles: read and rendered, nothing more."""

from django.contrib.auth import get_user_model
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _

from games.ratings import elo, queries
from games.ratings.models import Pool
from games.ratings.profile import profile_of

LEAST_GAMES = (1, elo.PROVISIONAL_UNTIL, elo.NEW_UNTIL)


def leaderboard(request: HttpRequest) -> HttpResponse:
    """Show the best of a pool; a signed-in player's own line stays in sight on every page."""
    pool = _chosen(request.GET.get("pool"), Pool.values)
    min_games = int(_chosen(request.GET.get("games"), [str(least) for least in LEAST_GAMES]))
    page = queries.leaderboard(pool, page=request.GET.get("page", 1), min_games=min_games)
    own = None
    if request.user.is_authenticated and not request.user.is_guest:
        own = queries.place_of(request.user, pool, min_games=min_games)
    shown = {place.user.pk for place in page.object_list}
    context = {
        "pool": pool,
        "pools": Pool.choices,
        "page": page,
        "own": own if own and own.user.pk not in shown else None,
        "above": bool(own and page.object_list and own.rank < page.object_list[0].rank),
        "min_games": min_games,
        "least_games": [(least, _least_words(least)) for least in LEAST_GAMES],
        "provisional_until": elo.PROVISIONAL_UNTIL,
    }
    return render(request, "ratings/leaderboard.html", context)


def profile(request: HttpRequest, username: str) -> HttpResponse:
    """Show a member: ratings, the line of one of them, form, partners and last games."""
    person = get_object_or_404(
        get_user_model(), username__iexact=username, is_guest=False, is_active=True
    )
    pool = request.GET.get("pool")
    context = {
        "person": person,
        "profile": profile_of(person, pool if pool in Pool.values else None),
        "is_self": request.user == person,
    }
    return render(request, "ratings/profile.html", context)


def _chosen(wanted: str | None, known: list[str]) -> str:
    """Return what was asked for where it is known, else the first of what there is."""
    return wanted if wanted in known else known[0]


def _least_words(games: int) -> str:
    return _("Everybody") if games == 1 else _("%(games)d games or more") % {"games": games}
