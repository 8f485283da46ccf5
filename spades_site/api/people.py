"""Ratings."""

from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest

from games.ratings.models import Pool, Rating
from games.ratings.queries import candidates, standings_by_pool
from games.ratings.views import member_named
from spades_site.api import schemas
from spades_site.api.site import Routes, found

router = Routes(tags=["ratings"])


@router.pages("/ratings/{pool}", schemas.PlaceOut, ordering=("-millis", "pk"))
def leaderboard(request: HttpRequest, pool: Pool) -> QuerySet[Rating]:
    """Return the members with a rating in a pool, the best first."""
    return candidates(pool, 1, None).select_related("user")


@router.read("/players/{name}", schemas.PlayerOut)
def player(request: HttpRequest, name: str) -> Any:
    """Return a member's ratings in every pool."""
    person = found(member_named(name))
    ratings = [
        {
            "pool": pool,
            "rating": one.value,
            "games": one.games,
            "provisional": one.provisional,
            "peak": one.peak,
        }
        for pool, one in standings_by_pool(person).items()
    ]
    return {"name": person.username, "bot": person.is_bot, "ratings": ratings}
