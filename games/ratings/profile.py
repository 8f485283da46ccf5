"""What a profile shows of a player's rated games."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.core.paginator import Page

from games.ratings import queries
from games.ratings.models import Pool
from games.ratings.queries import HistoryEntry, Standing
from games.ratings.rating_line import LinePoint, rating_line
from spades_site.accounts.models import User, Viewer

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

LINE_GAMES = 200
"""The number of games that the rating line covers."""
LAST_GAMES = 10
"""Rows per page of games; the first page is also the form."""


@dataclass(frozen=True, slots=True)
class PoolRating:
    """A player's rating in one pool, `label` being the pool's name for people."""

    pool: str
    label: "StrOrPromise"
    standing: Standing


@dataclass(frozen=True, slots=True)
class Profile:
    """A player's ratings, and the history in the selected pool, the games that ended last first.

    `form` holds the outcomes of the last games, the newest last.
    """

    pools: tuple[PoolRating, ...]
    shown: PoolRating
    line: dict[str, Any]
    games: Page[HistoryEntry]
    form: tuple[str, ...]
    unseen: bool
    """Whether the viewer may not see some of the games: they count towards the rating, but nothing else shows them.
    """


def profile_of(
    user: User, pool: str | None = None, viewer: Viewer | None = None, page: int | str | None = 1
) -> Profile:
    """Return a page of a player's profile in a pool (by default the one with the most games) as the viewer may see
    it.

    `viewer` is None for a visitor.
    """
    standings = queries.standings_by_pool(user)
    pools = tuple(PoolRating(str(each), each.label, standings[str(each)]) for each in _pools())
    if pool is None:
        shown = max(pools, key=lambda each: each.standing.games)
    else:
        shown = next(each for each in pools if each.pool == pool)
    steps = queries.steps_of(user, shown.pool, viewer=viewer, limit=LINE_GAMES)

    def games(number: int | str | None) -> Page[HistoryEntry]:
        return queries.games_of(user, shown.pool, viewer=viewer, page=number, per_page=LAST_GAMES)

    asked = games(page)
    last = asked if asked.number == 1 else games(1)
    return Profile(
        pools=pools,
        shown=shown,
        line=_line(steps),
        games=asked,
        form=tuple(entry.outcome for entry in reversed(list(last)) if not entry.void),
        unseen=len(steps) < min(shown.standing.games, LINE_GAMES),
    )


def _pools() -> list[Pool]:
    return [Pool(value) for value in Pool.values]


def _line(steps: Sequence[tuple[datetime, int, int]]) -> dict[str, Any]:
    points = [LinePoint(at, after) for at, _before, after in reversed(steps)]
    return rating_line(points, start=steps[-1][1]) if steps else rating_line(())
