"""A big tournament for the benchmark `cup`: a Swiss of many pairs, some rounds over and one in play.

The platform enters, draws and seats everybody; only the results are written directly.
"""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass

from django.test import Client
from django.test.utils import override_settings

from games.tables.models import Table
from spades_site.accounts.models import User
from spades_site.common.clock import now
from tools.bench.desk_rows import RUNS, evening
from tournaments.events.advance import advance
from tournaments.events.models import (
    EntryPlayer,
    Match,
    MatchTable,
    Result,
    SideScore,
    TableScore,
    Tournament,
)
from tournaments.events.models.line_ups import LineUp
from tournaments.events.queries import shared_views
from tournaments.organizer.simulation.own_database import own_database

HANDS = 8
STATIC = "django.contrib.staticfiles.storage.StaticFilesStorage"


@dataclass(frozen=True)
class CupCost:
    """Seconds of processor time: building what everybody sees, of which pages take at most one in `share`; each page's
    seconds and bytes; and a refresh without news.
    """

    built: float
    share: int
    pages: dict[str, tuple[float, int]]
    nothing_new: float


def measure(entries: int, rounds_over: int) -> CupCost:
    """Make the tournament in a database in memory, and measure its page."""
    files = {"default": {"BACKEND": "django.core.files.storage.FileSystemStorage"}}
    storages = files | {"staticfiles": {"BACKEND": STATIC}}
    with own_database(), override_settings(STORAGES=storages, ALLOWED_HOSTS=["testserver"]):
        cup = big_cup(entries, rounds_over)
        place = EntryPlayer.objects.filter(tournament=cup).select_related("user").last()
        assert place is not None
        viewers = {"visitor": None, "player": place.user, "organizer": cup.created_by}
        page = cup.get_absolute_url()
        pages = {}
        for name, user in viewers.items():
            client = _client(user)
            pages[name] = _cost(client, page)
            pages[f"{name}, refresh"] = _cost(client, f"{page}now/?version=0")
        nothing_new, _bytes = _cost(_client(place.user), f"{page}now/?version={cup.version}")
        built = _least(lambda: (shared_views.forget(), shared_views.view_for(cup, place.user)))
    return CupCost(built, shared_views.SHARE, pages, nothing_new)


def _client(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def _cost(client: Client, address: str) -> tuple[float, int]:
    size = len(client.get(address).content)
    return _least(lambda: client.get(address)), size


def _least(call: Callable[[], object]) -> float:
    seconds = []
    for _run in range(RUNS):
        begun = time.process_time()
        call()
        seconds.append(time.process_time() - begun)
    return min(seconds)


def big_cup(entries: int, rounds_over: int, name: str = "Big cup", rounds: int = 9) -> Tournament:
    """Return a tournament of this many pairs after so many rounds, the next one in play and half over."""
    cup = evening(entries, name, rounds=rounds)
    dice = random.Random(1)
    for _round in range(rounds_over):
        write_results(cup, dice)
        advance(cup.pk)
        cup.refresh_from_db()
        # The next round begins after the usual break.
        advance(cup.pk, cup.next_due_at)
    write_results(cup, dice, every=2)
    cup.refresh_from_db()
    return cup


def write_results(cup: Tournament, dice: random.Random, every: int = 1) -> None:
    """End the tables in play, or every second one, with scores by lot."""
    at = now()
    left = cup.matches.exclude(status=Match.Status.DONE, results__current=True)
    matches = [one for one in left.prefetch_related("side_rows", "table_rows") if not one.is_bye]
    matches = matches[::every]
    results, scores, table_scores = [], [], []
    for match in matches:
        first, second = (dice.randrange(-100, 500) for _side in range(2))
        places = (1, 1) if first == second else (1, 2) if first > second else (2, 1)
        result = Result(match=match, kind=Result.Kind.PLAYED, hands=HANDS, attended=True, at=at)
        results.append(result)
        for side, place, points in zip(match.side_rows.all(), places, (first, second), strict=True):
            scores.append(SideScore(result=result, side=side, place=place, points=points))
            table_scores += [
                TableScore(table=table, side=side, place=place, points=points, hands=HANDS)
                for table in match.table_rows.all()
            ]
    Result.objects.bulk_create(results)
    SideScore.objects.bulk_create(scores)
    TableScore.objects.bulk_create(table_scores)
    keys = [match.pk for match in matches]
    MatchTable.objects.filter(match__in=keys).update(over=True, hands=HANDS)
    LineUp.objects.filter(match__in=keys).update(present=True)
    Table.objects.filter(match_table__match__in=keys).update(
        status=Table.Status.FINISHED, started_at=at, finished_at=at, deadline=None, wake_at=None
    )
    Match.objects.filter(pk__in=keys).update(status=Match.Status.DONE)
