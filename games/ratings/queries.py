"""The queries behind the pages: ratings, leaderboards, histories. Nothing here changes a row; each takes a few
queries.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import BooleanField, ExpressionWrapper, F, Q, QuerySet, Sum, Window
from django.db.models.functions import Rank

from games.ratings import elo
from games.ratings.models import Pool, Rating, RatingChange
from games.tables.access.audience import listed_to
from spades_site.accounts.models import User, Viewer
from spades_site.common.clock import now

TREND = timedelta(days=30)
_UNCERTAIN = Q(games__lt=elo.PROVISIONAL_UNTIL)


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's rating in a pool as people read it; the start rating and `games` 0 without a rated game."""

    value: int = elo.displayed_rating(elo.START)
    games: int = 0
    peak: int = elo.displayed_rating(elo.START)

    @property
    def provisional(self) -> bool:
        """Return whether it is shown with a question mark."""
        return elo.is_provisional(self.games)


@dataclass(frozen=True, slots=True)
class Place:
    """One line of a leaderboard. Provisional ratings have ranks of their own. Equal ratings share a rank; `trend` is the change over the last 30 days, in
    points.
    """

    rank: int
    user: User
    value: int
    games: int
    provisional: bool
    peak: int
    last_game_at: datetime | None
    trend: int


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """One rated game of a player, newest first in a history.

    `expected` and `score` run from 0 to 1 for each opponent: with several opponents they are means. `place` counts
    from 1 among `sides`; `shared` says that another side has the same place. A void game shows the player's rating
    then, and no change.
    """

    at: datetime
    table: str
    before: int
    after: int
    change: int
    expected: float
    score: float
    void: bool
    place: int
    sides: int
    shared: bool
    partners: tuple[User, ...]
    opponents: tuple[User, ...]
    by_bot: bool = False
    """Whether a bot played most of the player's cards."""
    left: bool = False
    """Whether the player left, so that the game is lost for them."""
    divisor: int = 1
    """The game counts as one divided by this."""
    spared: bool = False
    """Whether the player's better result doesn't count, because an opponent left early."""

    @property
    def outcome(self) -> str:
        """Return "void", "won", "drawn" or "lost"; with several sides only first place wins."""
        if self.void:
            return "void"
        if self.shared and self.place == 1:
            return "drawn"
        return "won" if self.place == 1 else "lost"


def rating_of(user: User, pool: str) -> Standing:
    """Return one player's rating."""
    return standings_of([user.pk], pool)[user.pk]


def standings_of(user_ids: Iterable[int], pool: str) -> dict[int, Standing]:
    """Return the ratings of many players, in one query; players without a game have the start rating."""
    found = {user_id: Standing() for user_id in user_ids}
    for rating in Rating.objects.filter(pool=pool, user_id__in=list(found)):
        found[rating.user_id] = Standing(
            rating.value, rating.games, elo.displayed_rating(rating.peak)
        )
    return found


def ratings_of(user_ids: Iterable[int], pool: str) -> dict[int, int]:
    """Return the ratings of many players in whole points, in one query, for seeding and draws."""
    return {user: standing.value for user, standing in standings_of(user_ids, pool).items()}


def ratings_shown(user_ids: Iterable[int], pool: str) -> dict[int, tuple[int, bool]]:
    """Return each player's rating in whole points and whether it is provisional, as tables show it."""
    standings = standings_of(user_ids, pool)
    return {user: (standing.value, standing.provisional) for user, standing in standings.items()}


def changes_of(table_id: int) -> list[tuple[int, int, int]]:
    """Return each player's key and rating before and after a rated table, in points; empty while it is unrated.

    In the order of the sides; a void result changed nobody's rating.
    """
    rows = RatingChange.objects.filter(result__table_id=table_id).order_by("side", "pk")
    return [
        (user, elo.displayed_rating(before), elo.displayed_rating(after))
        for user, before, after in rows.values_list("user_id", "before", "after")
    ]


def standings_by_pool(user: User) -> dict[str, Standing]:
    """Return a player's ratings in every pool, in one query; the start rating where there is none."""
    found = {pool: Standing() for pool in Pool.values}
    for rating in Rating.objects.filter(user=user):
        found[rating.pool] = Standing(rating.value, rating.games, elo.displayed_rating(rating.peak))
    return found


def leaderboard(
    pool: str,
    *,
    page: int | str = 1,
    per_page: int = 50,
    min_games: int = 1,
    active_since: datetime | None = None,
) -> Page:
    """Return a page of `Place`s, best first, provisional ratings last, of the players with at least `min_games`, against several people, who played
    since `active_since`.

    Three queries, whatever the numbers. A page number out of range becomes the nearest valid one.
    """
    shown = Paginator(_ranked(pool, min_games, active_since), per_page).get_page(page)
    ratings = list(shown)
    trends = _trends([rating.user_id for rating in ratings], pool)
    places = [_place(rating, rating.rank, trends) for rating in ratings]  # type: ignore[attr-defined]
    return Page(places, shown.number, shown.paginator)


def place_of(
    user: User, pool: str, *, min_games: int = 1, active_since: datetime | None = None
) -> Place | None:
    """Return a player's own line of the leaderboard, or None when the conditions exclude them."""
    rows = _ranked(pool, min_games, active_since)
    mine = rows.filter(user=user).first()
    if mine is None:
        return None
    above = candidates(pool, min_games, active_since).filter(millis__gt=mine.millis)
    apart = _UNCERTAIN if mine.provisional else ~_UNCERTAIN
    return _place(mine, above.filter(apart).count() + 1, _trends([user.pk], pool))


def history(
    user: User, pool: str, *, viewer: Viewer | None = None, limit: int | None = None
) -> list[HistoryEntry]:
    """Return those of a player's rated games in a pool that the viewer (None: a visitor) may see, newest first in
    the order in which they were rated. Two queries.
    """
    rated = _history(user, pool, viewer).order_by("-result_id")
    return [_entry(change) for change in rated[:limit]]


def games_of(
    user: User,
    pool: str,
    *,
    viewer: Viewer | None = None,
    page: int | str | None = 1,
    per_page: int,
) -> Page[HistoryEntry]:
    """Return a page of those games, the one that ended last first, in three queries.

    That is nearly the order in which they were rated, but a rating may be delayed.
    """
    ended = _history(user, pool, viewer).order_by("-result__finished_at", "-result_id")
    shown: Page[Any] = Paginator(ended, per_page).get_page(page)
    return Page([_entry(change) for change in shown], shown.number, shown.paginator)


def steps_of(
    user: User, pool: str, *, viewer: Viewer | None = None, limit: int
) -> list[tuple[datetime, int, int]]:
    """Return, for the games that count, the end, and the rating before and after in points, last rated first. One
    query.
    """
    rated = changes_shown(viewer).filter(
        user=user, result__pool=pool, result__voided_at__isnull=True
    )
    rows = rated.order_by("-result_id").values_list("result__finished_at", "before", "after")
    return [
        (at, elo.displayed_rating(before), elo.displayed_rating(after))
        for at, before, after in rows[:limit]
    ]


def _history(user: User, pool: str, viewer: Viewer | None) -> QuerySet[RatingChange]:
    return (
        changes_shown(viewer)
        .filter(user=user, result__pool=pool)
        .select_related("result__table")
        .prefetch_related("result__changes__user")
    )


def changes_shown(viewer: Viewer | None) -> QuerySet[RatingChange]:
    """Return the rating changes whose games the viewer (None: a visitor) may see.

    Ratings themselves are public, whichever games they come from.
    """
    return RatingChange.objects.filter(result__table__in=listed_to(viewer).values("pk"))


def candidates(pool: str, min_games: int, active_since: datetime | None) -> QuerySet[Rating]:
    """Return the ratings in a pool's lists: of open accounts that played against several people (`elo.SEVERAL`). The
    conditions are those of `leaderboard`.
    """
    rows = Rating.objects.filter(
        pool=pool, games__gte=min_games, opponents__gte=elo.SEVERAL, user__is_active=True
    )
    return rows if active_since is None else rows.filter(last_game_at__gte=active_since)


def _ranked(pool: str, min_games: int, active_since: datetime | None) -> QuerySet[Rating]:
    rank = Window(Rank(), partition_by=F("uncertain"), order_by=F("millis").desc())
    return (
        candidates(pool, min_games, active_since)
        .select_related("user")
        .annotate(uncertain=ExpressionWrapper(_UNCERTAIN, BooleanField()), rank=rank)
        .order_by("uncertain", "rank", "user__username")
    )


def _place(rating: Rating, rank: int, trends: dict[int, int]) -> Place:
    return Place(
        rank=rank,
        user=rating.user,
        value=rating.value,
        games=rating.games,
        provisional=rating.provisional,
        peak=elo.displayed_rating(rating.peak),
        last_game_at=rating.last_game_at,
        trend=trends.get(rating.user_id, 0),
    )


def _trends(user_ids: Sequence[int], pool: str) -> dict[int, int]:
    """Return the change of each player's rating over the last 30 days, in points."""
    rows = (
        RatingChange.objects.filter(
            user_id__in=user_ids, result__pool=pool, result__finished_at__gte=now() - TREND
        )
        .values_list("user_id")
        .annotate(moved=Sum(F("after") - F("before")))
        .order_by()
    )
    return {user: round(millis / elo.POINT) for user, millis in rows}


def _entry(change: RatingChange) -> HistoryEntry:
    result = change.result
    others = [other for other in result.changes.all() if other.user_id != change.user_id]
    comparisons = elo.WHOLE * (len(result.places) - 1)
    return HistoryEntry(
        at=result.finished_at,
        table=result.table.public_id,
        before=elo.displayed_rating(change.before),
        after=elo.displayed_rating(change.after),
        change=change.points,
        expected=change.expected / comparisons,
        score=change.score / comparisons,
        void=result.is_void,
        place=result.places[change.side] + 1,
        sides=len(result.places),
        shared=result.places.count(result.places[change.side]) > 1,
        partners=tuple(other.user for other in others if other.side == change.side),
        opponents=tuple(other.user for other in others if other.side != change.side),
        by_bot=change.by_bot,
        left=change.left,
        divisor=change.divisor,
        spared=not change.left
        and any(other.left and other.by_bot and other.side != change.side for other in others)
        and change.score < _scored_by_place(result.places, change.side),
    )


def _scored_by_place(places: Sequence[int], side: int) -> int:
    """Return what a side scored by the result alone, in millionths."""
    mine = places[side]
    others = [place for number, place in enumerate(places) if number != side]
    return sum(elo.score(mine, other) for other in others)
