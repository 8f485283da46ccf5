"""The season of the benchmark `seasons`, made in a database in memory: published by the platform, its results written."""

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext, override_settings

from spades_site.accounts.models import User
from spades_site.common.clock import now
from tournaments.events.models import Match, MatchTable, Result, Round, SideScore, TableScore
from tournaments.leagues import services
from tournaments.leagues.models import Membership, Season
from tournaments.organizer.simulation.own_database import own_database
from tournaments.seasons.entries import placing
from tournaments.seasons.lifecycle import planning, publishing
from tournaments.seasons.lifecycle.planning import DivisionPlan, SeasonProposal
from tournaments.seasons.models import SeasonEntry, SeasonPlayer
from tournaments.seasons.terms import Terms

DIVISIONS, SIZE, ROUNDS = 4, 12, 22
RUNS = 7
HANDS = 8
STATIC = "django.contrib.staticfiles.storage.StaticFilesStorage"


@dataclass(frozen=True)
class PageCost:
    """What a page costs the server: processor time in seconds, and queries."""

    seconds: float
    queries: int


@dataclass(frozen=True)
class SeasonCost:
    """What a season costs: drawing its fixtures, publishing it, and each part of its page."""

    drawn: float
    published: float
    pages: dict[str, PageCost]


def measure(parts: Sequence[str]) -> SeasonCost:
    """Make the season, and measure it as a visitor and the platform see it."""
    files = {"default": {"BACKEND": "django.core.files.storage.FileSystemStorage"}}
    storages = files | {"staticfiles": {"BACKEND": STATIC}}
    with own_database(), override_settings(STORAGES=storages, ALLOWED_HOSTS=["testserver"]):
        season, organizer = _entered()
        drawn = _least(lambda: publishing.draw_of(season))
        begun = time.process_time()
        publishing.publish(season_id=season.pk, by=organizer)
        published = time.process_time() - begun
        _play(season)
        address = season.get_absolute_url()
        pages = {part: _page(f"{address}?show={part}") for part in parts}
    return SeasonCost(drawn, published, pages)


def _entered() -> tuple[Season, User]:
    """Return a season that everybody has entered, and its organizer."""
    people = [User.objects.create_user(f"player{n}") for n in range(2 * DIVISIONS * SIZE)]
    organizer = User.objects.create_user("organizer")
    league = services.create_league(by=organizer, name="Club")
    at = now()
    Membership.objects.bulk_create(
        Membership(league=league, user=user, joined_at=at) for user in people
    )
    starts_on = at.date() + timedelta(days=7)
    plans = [DivisionPlan(f"Division {n}", SIZE) for n in range(1, DIVISIONS + 1)]
    proposal = SeasonProposal(
        name="Season",
        starts_on=starts_on,
        ends_on=starts_on + timedelta(weeks=ROUNDS),
        terms=Terms(double=True, match_hands=HANDS),
        divisions=plans,
    )
    season = planning.create_season(league_id=league.pk, by=organizer, proposal=proposal)
    planning.open_sign_up(season_id=season.pk, by=organizer)
    for one, other in zip(people[::2], people[1::2], strict=True):
        entry = SeasonEntry.objects.create(
            season=season,
            name=f"{one.username} & {other.username}",
            status=SeasonEntry.Status.ENTERED,
            created_at=at,
        )
        SeasonPlayer.objects.bulk_create(
            SeasonPlayer(
                entry=entry, season=season, user=user, position=n, accepted_at=at, active=True
            )
            for n, user in enumerate((one, other))
        )
    placing.place_by_rating(season_id=season.pk, by=organizer)
    season.refresh_from_db()
    return season, organizer


def _play(season: Season) -> None:
    """Write a result and a table's score for every match."""
    dice, at = random.Random(1), now()
    matches = list(Match.objects.filter(tournament__season=season).prefetch_related("side_rows"))
    for match in matches:
        points = [dice.randrange(-100, 500) for _side in range(2)]
        first, second = points
        places = (1, 1) if first == second else (1, 2) if first > second else (2, 1)
        result = Result.objects.create(
            match=match, kind=Result.Kind.PLAYED, hands=HANDS, attended=True, at=at
        )
        table = MatchTable.objects.create(match=match, number=1, over=True, hands=HANDS)
        for side, place, scored in zip(match.side_rows.all(), places, points, strict=True):
            SideScore.objects.create(result=result, side=side, place=place, points=scored)
            made = dice.randrange(4, HANDS)
            TableScore.objects.create(
                table=table, side=side, place=place, points=scored,
                hands=HANDS, contracts=HANDS - 1, made=made, nils=1, nils_kept=made % 2,
                overtricks=made,
            )  # fmt: skip
    Match.objects.filter(tournament__season=season).update(status=Match.Status.DONE)
    Round.objects.filter(tournament__season=season).update(status=Round.Status.DONE, finished_at=at)


def _page(address: str) -> PageCost:
    client = Client()
    assert client.get(address).status_code == 200
    with CaptureQueriesContext(connection) as queries:
        client.get(address)
    # Counted at once: the next request forgets them.
    taken = len(queries)
    return PageCost(_least(lambda: client.get(address)), taken)


def _least(call: Callable[[], object]) -> float:
    seconds = []
    for _run in range(RUNS):
        begun = time.process_time()
        call()
        seconds.append(time.process_time() - begun)
    return min(seconds)
