"""The arena of the benchmark `arena`, made in a database in memory: entered, paired and seated by the platform, then as if it had
gone on for hours.
"""

import time
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.db.models import F, Max
from django.test.utils import CaptureQueriesContext

from games.tables.models import Table
from spades_site.common.clock import now
from tools.bench.desk_rows import begun
from tournaments.events import advance
from tournaments.events.draw.round_rows import Drawn, write_matches
from tournaments.events.models import Match, MatchSide, Result, SideEntry, SideScore, Tournament
from tournaments.events.queries.selectors import tournament_view
from tournaments.organizer.simulation.own_database import own_database

ENTRIES, PLAYED = 500, 8
"""Pairs, and how many matches of each are over."""


@dataclass(frozen=True)
class Cost:
    """Milliseconds of processor time, and queries."""

    ms: float
    queries: int


def measure() -> dict[str, Cost]:
    """Return the cost of a step in which a table ends and four free pairs are paired, and of the page's rows, with few matches over
    and with many.
    """
    with own_database():
        cup = begun(ENTRIES, "Big arena", format="arena", minutes=600)
        found = {f"{name}, 2 matches over": cost for name, cost in _costs(cup).items()}
        _add_past(cup)
        over = cup.matches.filter(status=Match.Status.DONE).count() + 2
        return found | {f"{name}, {over:,} matches over": one for name, one in _costs(cup).items()}


def _costs(cup: Tournament) -> dict[str, Cost]:
    first, second = cup.matches.filter(status=Match.Status.PLAYING).order_by("number")[:2]
    _end(cup, first)
    step = _end(cup, second)
    return {"a step": step, "the page’s rows": _page(cup)}


def _end(cup: Tournament, match: Match) -> Cost:
    """End a match's table, to which everybody came, and do the step that follows."""
    table = match.table
    table.seats.update(arrived_at=now())
    table.status, table.started_at, table.finished_at = Table.Status.FINISHED, now(), now()
    table.wake_at = table.deadline = None
    table.result = {"winners": [0, 2], "totals": [500, 300], "bags": [0, 0], "hands": 8}
    table.save()
    begun_at = time.process_time()
    with CaptureQueriesContext(connection) as queries:
        advance.advance(cup.pk)
    return Cost((time.process_time() - begun_at) * 1e3, len(queries))


def _page(cup: Tournament) -> Cost:
    begun_at = time.process_time()
    with CaptureQueriesContext(connection) as queries:
        tournament_view(Tournament.objects.get(pk=cup.pk), AnonymousUser())
    return Cost((time.process_time() - begun_at) * 1e3, len(queries))


def _add_past(cup: Tournament) -> None:
    """Add matches that are over, as if they had been played before those in play."""
    round_ = cup.rounds.get()
    SideEntry.objects.filter(round=round_).update(turn=F("turn") + PLAYED)
    last = round_.matches.aggregate(last=Max("number"))["last"]
    entries = list(cup.entries.order_by("pk"))
    firsts, seconds = entries[::2], entries[1::2]
    for turn in range(1, PLAYED + 1):
        both = zip(firsts, [*seconds[turn:], *seconds[:turn]], strict=True)
        drawn = [Drawn(number, [[a], [b]]) for number, (a, b) in enumerate(both, start=last + 1)]
        last += len(drawn)
        made = write_matches(round_, drawn, dict.fromkeys((one.pk for one in entries), turn))
        Match.objects.filter(pk__in=[one.pk for one in made]).update(status=Match.Status.DONE)
        results = Result.objects.bulk_create(
            Result(match=one, kind=Result.Kind.PLAYED, hands=8, at=now()) for one in made
        )
        of = {one.match_id: one for one in results}
        SideScore.objects.bulk_create(
            SideScore(result=of[side.match_id], side=side, place=side.index + 1, points=500)
            for side in MatchSide.objects.filter(match__in=made)
        )
