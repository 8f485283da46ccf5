"""What a profile shows of a player's rated games."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

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
    """A player's ratings, and the history in the pool that is shown, newest games first.

    `form` holds the outcomes of the last games, the newest last; `partners` and `opponents` are those met most often.
    """

    pools: tuple[PoolRating, ...]
    shown: PoolRating
    line: dict[str, Any]
    games: tuple[HistoryEntry, ...]
    form: tuple[str, ...]
    partners: tuple[Encounter, ...]
    opponents: tuple[Encounter, ...]
    unseen: bool
    """Whether some of the games aren't for the viewer's eyes: they count for the rating, and nothing else tells of them."""


def profile_of(user: Any, pool: str | None = None, viewer: Any = None) -> Profile:
    """Return a player's profile in a pool as the viewer (None: a visitor) may see it, by default the one with the most games.

    Six queries, and two more for a viewer who is signed in.
    """
    standings = queries.standings_by_pool(user)
    pools = tuple(PoolRating(str(each), each.label, standings[str(each)]) for each in _pools())
    if pool is None:
        shown = max(pools, key=lambda each: each.standing.games)
    else:
        shown = next(each for each in pools if each.pool == pool)
    entries = queries.history(user, shown.pool, viewer=viewer, limit=LINE_GAMES)
    counted = [entry for entry in entries if not entry.void]
    met = encounters_of(user, shown.pool, viewer)
    return Profile(
        pools=pools,
        shown=shown,
        line=_line(counted),
        games=tuple(entries[:LAST_GAMES]),
        form=tuple(entry.outcome for entry in reversed(counted[:FORM_GAMES])),
        partners=met.partners[:MOST_MET],
        opponents=met.opponents[:MOST_MET],
        unseen=len(counted) < min(shown.standing.games, LINE_GAMES),
    )


def _pools() -> list[Any]:
    return [Pool(value) for value in Pool.values]


def _line(counted: Sequence[HistoryEntry]) -> dict[str, Any]:
    if not counted:
        return rating_line(())
    return rating_line(points_of(counted), start=counted[-1].before)
