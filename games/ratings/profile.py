"""What a profile shows of a player's rated games."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page

from games.ratings import queries
from games.ratings.encounters import Encounter, encounters_of
from games.ratings.models import Pool
from games.ratings.queries import HistoryEntry, Standing
from games.ratings.rating_line import points_of, rating_line

LINE_GAMES = 200
"""How many games back the line reaches."""
LAST_GAMES = 10
FORM_GAMES = 10
MOST_MET = 5


@dataclass(frozen=True, slots=True)
class PoolRating:
    """A player's rating in one pool, `label` being the pool's name for people."""

    pool: str
    label: Any
    standing: Standing


@dataclass(frozen=True, slots=True)
class Profile:
    """A player's ratings, and the history in the pool that is shown, the games that ended last first.

    `form` holds the outcomes of the last games, the newest last; `partners` and `opponents` are those met most often,
    `partners_all` and `opponents_all` how many there are.
    """

    pools: tuple[PoolRating, ...]
    shown: PoolRating
    line: dict[str, Any]
    games: Page[HistoryEntry]
    form: tuple[str, ...]
    partners: tuple[Encounter, ...]
    opponents: tuple[Encounter, ...]
    partners_all: int
    opponents_all: int
    unseen: bool
    """Whether some of the games aren't for the viewer's eyes: they count for the rating, and nothing else tells of them."""


def profile_of(
    user: Any, pool: str | None = None, viewer: Any = None, page: int | str | None = 1
) -> Profile:
    """Return a player's profile in a pool as the viewer (None: a visitor) may see it, by default the one with the most
    games, and a page of its games."""
    standings = queries.standings_by_pool(user)
    pools = tuple(PoolRating(str(each), each.label, standings[str(each)]) for each in _pools())
    if pool is None:
        shown = max(pools, key=lambda each: each.standing.games)
    else:
        shown = next(each for each in pools if each.pool == pool)
    entries = queries.history(user, shown.pool, viewer=viewer, limit=LINE_GAMES)
    counted = [entry for entry in entries if not entry.void]
    # The last to end are among the last rated, though not always in that order.
    last = sorted(counted[: 2 * FORM_GAMES], key=lambda entry: entry.at, reverse=True)[:FORM_GAMES]
    met = encounters_of(user, shown.pool, viewer)
    return Profile(
        pools=pools,
        shown=shown,
        line=_line(counted),
        games=queries.games_of(
            user, shown.pool, viewer=viewer, page=page, per_page=LAST_GAMES
        ),
        form=tuple(entry.outcome for entry in reversed(last)),
        partners=met.partners[:MOST_MET],
        opponents=met.opponents[:MOST_MET],
        partners_all=len(met.partners),
        opponents_all=len(met.opponents),
        unseen=len(counted) < min(shown.standing.games, LINE_GAMES),
    )


def _pools() -> list[Any]:
    return [Pool(value) for value in Pool.values]


def _line(counted: Sequence[HistoryEntry]) -> dict[str, Any]:
    if not counted:
        return rating_line(())
    return rating_line(points_of(counted), start=counted[-1].before)
