"""What a profile shows of a player's rated games."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.ratings import queries
from games.ratings.models import Pool
from games.ratings.queries import HistoryEntry, Standing
from games.ratings.rating_line import points_of, rating_line

LINE_GAMES = 200
"""How many games back the line reaches."""
LAST_GAMES = 10
FORM_GAMES = 10
PARTNERS = 5


@dataclass(frozen=True, slots=True)
class PoolRating:
    """A player's rating in one pool, `label` being the pool's name for people."""

    pool: str
    label: Any
    standing: Standing


@dataclass(frozen=True, slots=True)
class Partner:
    """Somebody a player played rated games with: how many, and how many of them they won."""

    user: Any
    games: int
    won: int


@dataclass(frozen=True, slots=True)
class Profile:
    """A player's ratings, and the history in the pool that is shown, newest games first.

    `form` holds the outcomes of the last games, the newest last; `partners` those of the games that the line covers.
    """

    pools: tuple[PoolRating, ...]
    shown: PoolRating
    line: dict[str, Any]
    games: tuple[HistoryEntry, ...]
    form: tuple[str, ...]
    partners: tuple[Partner, ...]


def profile_of(user: Any, pool: str | None = None) -> Profile:
    """Return a player's profile in a pool, by default the one with the most games. Four queries."""
    standings = queries.standings_by_pool(user)
    pools = tuple(PoolRating(str(each), each.label, standings[str(each)]) for each in _pools())
    if pool is None:
        shown = max(pools, key=lambda each: each.standing.games)
    else:
        shown = next(each for each in pools if each.pool == pool)
    entries = queries.history(user, shown.pool, limit=LINE_GAMES)
    counted = [entry for entry in entries if not entry.void]
    return Profile(
        pools=pools,
        shown=shown,
        line=_line(counted),
        games=tuple(entries[:LAST_GAMES]),
        form=tuple(entry.outcome for entry in reversed(counted[:FORM_GAMES])),
        partners=_partners(counted),
    )


def _pools() -> list[Any]:
    return [Pool(value) for value in Pool.values]


def _line(counted: Sequence[HistoryEntry]) -> dict[str, Any]:
    if not counted:
        return rating_line(())
    return rating_line(points_of(counted), start=counted[-1].before)


def _partners(counted: Sequence[HistoryEntry]) -> tuple[Partner, ...]:
    """The most frequent partners; of equally frequent ones those first with whom more was won."""
    met: dict[Any, list[bool]] = {}
    for entry in counted:
        for partner in entry.partners:
            met.setdefault(partner, []).append(entry.outcome == "won")
    rows = [Partner(user, len(won), sum(won)) for user, won in met.items()]
    rows.sort(key=lambda row: (-row.games, -row.won, row.user.username))
    return tuple(rows[:PARTNERS])
