"""The matches of entries, and the outcome for a side."""

from typing import Any

from django.db.models import Q

from tournaments.events.models import Result, SideEntry


def of_entries(entries: Any) -> Q:
    """Return the condition for matches in which one of `entries` (keys, or a query for them) plays or sits out."""
    return Q(pk__in=SideEntry.objects.filter(entry__in=entries).values("side__match"))


def score_of(result: Result, index: int) -> tuple[int, int]:
    """Return the scores of a side and of its opponent (of several opponents, the best)."""
    points = result.points
    return points[index], max(points[:index] + points[index + 1 :])


def outcome_of(result: Result, index: int) -> str:
    """Return a side's outcome: "won", "drawn" (others share the first place), "lost", "forfeit_won", "forfeit_lost"
    or "void".
    """
    if result.kind == Result.Kind.VOID:
        return "void"
    first = result.places[index] == 1
    if result.kind == Result.Kind.FORFEIT:
        return "forfeit_won" if first else "forfeit_lost"
    if not first:
        return "lost"
    return "drawn" if result.winner is None else "won"
