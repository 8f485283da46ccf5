"""What the page of a ladder's entry shows: its matches, and its rungs over time."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Q, QuerySet

from games.ratings.rating_line import LinePoint, rating_line
from spades_site.accounts.models import User
from spades_site.common.clock import now
from tournaments.formats.ladder import rewind
from tournaments.ladders.models import Challenge, Ladder, LadderEntry
from tournaments.ladders.pages import matches_of, on_ladder

LINE_DAYS = 90
MOST_STEPS = 1000
"""The most steps of the ladder that are read for a line; a busier ladder's lines are shorter."""


@dataclass(frozen=True)
class EntryPage:
    """An entry that is or was on a ladder."""

    entry: LadderEntry
    people: list[User]
    line: dict[str, Any]
    matches: QuerySet[Challenge]


def entry_page(ladder: Ladder, entry_id: int) -> EntryPage | None:
    """Return an entry's page; None if it was never on the ladder. Its costs don't depend on how old the ladder is."""
    entry = ladder.entries.filter(pk=entry_id, best__gt=0).first()
    if entry is None:
        return None
    entry.ladder = ladder
    places = entry.players.select_related("user")
    of_it = Q(challenger=entry) | Q(challenged=entry)
    return EntryPage(
        entry=entry,
        people=[place.user for place in places],
        line=_line(entry),
        matches=matches_of(ladder).filter(of_it),
    )


def _line(entry: LadderEntry) -> dict[str, Any]:
    """Return the line's context; without any change of rung it has no line."""
    before, changes = rungs_lately(entry)
    if not before and changes:
        before = changes.pop(0)[1]
    points = [LinePoint(at, rung) for at, rung in changes if rung]
    return rating_line(points, start=before, key="rung", ranks=True)


def rungs_lately(entry: LadderEntry) -> tuple[int, list[tuple[datetime, int]]]:
    """Return an entry's rung before the last three months (0: none), and each change since, with the new rung. Two queries."""
    ladder = entry.ladder
    order = list(on_ladder(ladder).values_list("pk", flat=True))
    steps = ladder.steps.filter(at__gt=now() - timedelta(days=LINE_DAYS), undone_at=None)
    changes, rung = [], entry.rung or 0
    for step in steps.order_by("-number")[:MOST_STEPS]:
        rewind(order, step.taken())
        before = order.index(entry.pk) + 1 if entry.pk in order else 0
        if before != rung:
            changes.append((step.at, rung))
            rung = before
    return rung, changes[::-1]
