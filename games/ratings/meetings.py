"""How often people have met as opponents, from the log: void games count too, so that the answer never changes."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from django.db.models import Count, F

from games.ratings import elo
from games.ratings.line_up import LineUp
from games.ratings.models import RatingChange

DAY, WEEK = timedelta(days=1), timedelta(days=7)


def divisors_of(line_up: LineUp) -> dict[int, int]:
    """Return by how much each player's change in the next game of the log is divided (`elo.divisor`)."""
    known = opponents_of(line_up.pool, [user for side in line_up.sides for user in side])
    games = _lately(line_up)
    divisors = {}
    for side in line_up.sides:
        others = [other for other in line_up.sides if other is not side]
        all_known = all(known.get(one, 0) >= elo.SEVERAL for other in others for one in other)
        for user in side:
            sides = [_times(games, user, other) for other in others]
            alone = [_times(games, user, [one]) for other in others for one in other]
            divisors[user] = elo.divisor(sides, alone, all_known=all_known)
    return divisors


def opponents_of(pool: str, users: Collection[int] | None = None) -> dict[int, int]:
    """Return how many different people these users (default: all) have been rated against in a pool."""
    rows = RatingChange.objects.filter(result__pool=pool)
    if users is not None:
        rows = rows.filter(user_id__in=users)
    # Annotations share one join, which makes a row for each other player of the same game.
    paired = rows.annotate(other=F("result__changes__user"), their=F("result__changes__side"))
    counted = paired.exclude(side=F("their")).values_list("user_id")
    return dict(counted.annotate(Count("other", distinct=True)).order_by())


_Game = tuple[bool, dict[int, int]]
"""Whether a game ended within a day, and each player's side."""


def _lately(line_up: LineUp) -> list[_Game]:
    """Return the games of these people that ended less than a week from this one."""
    at = line_up.finished_at
    rows = RatingChange.objects.filter(
        user_id__in=[user for side in line_up.sides for user in side],
        result__pool=line_up.pool,
        result__finished_at__gt=at - WEEK,
        result__finished_at__lt=at + WEEK,
    ).values_list("result_id", "result__finished_at", "user_id", "side")
    found: dict[tuple[int, datetime], dict[int, int]] = defaultdict(dict)
    for result, ended, user, side in rows:
        found[result, ended][user] = side
    return [(abs(ended - at) < DAY, sides) for (_result, ended), sides in found.items()]


def _times(games: Sequence[_Game], user: int, other: Collection[int]) -> tuple[int, int]:
    """Return how many of the games were against all of `other` together: within a day, and within a week."""
    days = [
        day
        for day, side in games
        if user in side
        and len(theirs := {side.get(one) for one in other}) == 1
        and not theirs & {None, side[user]}
    ]
    return sum(days), len(days)
