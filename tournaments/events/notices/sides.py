"""Whose matches are whose, and how a side of a match came out."""

from typing import Any

from django.db.models import Q

from tournaments.events.models import MatchSeat, Result


def of_entries(entries: Any) -> Q:
    """Return the condition for matches in which one of `entries` (keys, or a query for them) plays or sits out."""
    seated = MatchSeat.objects.filter(entry__in=entries).values("match")
    return Q(entry_a__in=entries) | Q(entry_b__in=entries) | Q(pk__in=seated)


def score_of(result: Result, number: int) -> tuple[int, int]:
    """Return what side `number` of a match scored, and what the other side did: the best of them, of several."""
    if result.by_side:
        points = [side["points"] for side in result.by_side]
        return points[number], max(points[:number] + points[number + 1 :])
    if number > 1:
        return 0, 0  # A table of more sides that was declared void.
    points = [result.points_a, result.points_b]
    return points[number], points[1 - number]


def outcome_of_seat(result: Result, number: int) -> str:
    """Return how a seat of a solo table came out: "won", "drawn" (others share the first place) or "lost"."""
    places = [side["place"] for side in result.by_side]
    if places[number] > 1:
        return "lost"
    return "won" if places.count(1) == 1 else "drawn"
