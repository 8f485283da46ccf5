"""Every page and feed of a season takes as many queries with many entries as with few: two divisions of two against three of six;
with `--long`, four of twelve over 22 rounds.
"""

from datetime import date, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.seasons.conftest import SeasonClub, club
from tournaments.leagues.models import Season
from tournaments.public import urls as public_urls
from tournaments.seasons.lifecycle import planning
from tournaments.seasons.lifecycle.planning import DivisionPlan
from tournaments.seasons.lifecycle.publishing import draw_of
from tournaments.seasons.terms import Terms

__all__ = ["club"]
pytestmark = pytest.mark.django_db
PARTS = ("", "?show=fixtures", "?show=fixtures&round=all", "?show=grid", "?show=statistics")
ON_TABLE = {"nobody": 10, "player": 14, "organizer": 14}
"""With matches in play. The promise is fewer than 15 for everybody."""
FIXTURES_LEFT = {"Few": 2, "Many": 4}
"""Of the next fixtures a league's page shows four."""


def divisions(number: int, size: int) -> tuple[DivisionPlan, ...]:
    return tuple(
        DivisionPlan(
            f"Division {level}",
            size,
            promoted=1 if level > 1 else 0,
            relegated=1 if level < number else 0,
        )
        for level in range(1, number + 1)
    )


def small_and_large(club: SeasonClub, large: tuple[int, int]) -> tuple[list[Season], list[Season]]:
    """Return seasons that take entries and seasons under way, of few and of many; of the latter's first matches some
    are over and some in play.
    """
    made: list[list[Season]] = []
    for number, size, name in ((2, 2, "Few"), (*large, "Many")):
        terms = Terms(match_hands=2, double=True)
        plan: dict[str, Any] = {
            "divisions": divisions(number, size), "terms": terms, "ends_on": date(2027, 12, 31),
        }  # fmt: skip
        open_ = club.draft(name=f"{name} open", **plan)
        planning.open_sign_up(season_id=open_.pk, by=club.organizer)
        for pair in range(1, number * size + 1):
            club.sign_up(open_, pair)
        made.append([open_, club.published(number * size, name=name, **plan)])
    few, many = made
    first = draw_of(many[1])[0].rounds[0].at
    club.go_to(first + timedelta(minutes=1))
    for season in (few[1], many[1]):
        (match, *_) = club.in_play(season.divisions.get(level=1).tournament)
        club.finish(match, 300, 200)
    return few, many


def addresses(season: Season) -> list[tuple[str, str]]:
    """Return the pages and feeds of a season under names that don't depend on it."""
    keys = {"slug": season.slug, "level": 1, "pk": season.entries.order_by("pk")[0].pk}
    feeds = next(one for one in public_urls.urlpatterns if hasattr(one, "url_patterns"))
    names = [
        one.name for one in feeds.url_patterns
        if one.name.startswith(("season_", "division_", "entry_"))
    ]  # fmt: skip
    if season.published_at is None:
        names.remove("entry_calendar")
    page = season.get_absolute_url()
    return [
        *((f"season{part}", page + part) for part in PARTS),
        ("season_desk", reverse("season_desk", args=[season.slug])),
        *((name, _reverse(name, keys)) for name in names),
    ]


def _reverse(name: str, keys: dict[str, Any]) -> str:
    wanted = {"division_calendar": ("slug", "level"), "entry_calendar": ("slug", "pk")}
    return reverse(name, kwargs={key: keys[key] for key in wanted.get(name, ("slug",))})


def counts(season: Season, viewers: dict[str, Any]) -> dict[tuple[str, str], int]:
    """Return how many queries each page takes, by who looks."""
    found = {}
    for who, user in viewers.items():
        client = Client()
        if user is not None:
            client.force_login(user)
        for name, address in addresses(season):
            if name.endswith(("csv", "json")) and user is not None:
                continue  # The same for everybody.
            with CaptureQueriesContext(connection) as queries:
                answer = client.get(address)
            outsider = name == "season_desk" and who != "organizer"
            assert answer.status_code == ((302 if user is None else 404) if outsider else 200), name
            # Once a minute a visit is noted as well.
            found[name, who] = sum(each["sql"].startswith("SELECT") for each in queries)
    return found


@pytest.mark.parametrize("large", [(3, 6), pytest.param((4, 12), marks=pytest.mark.long)])
def test_a_season_takes_as_many_queries_for_many_entries_as_for_few(
    club: SeasonClub, large: tuple[int, int]
) -> None:
    few, many = small_and_large(club, large)
    viewers = {"nobody": None, "player": club.player("a1"), "organizer": club.organizer}
    assert counts(many[0], viewers) == counts(few[0], viewers)
    assert many[1].divisions.get(level=1).tournament.rounds.count() == 2 * (large[1] - 1)
    found = counts(many[1], viewers)
    assert found == counts(few[1], viewers)
    assert {who: found["season", who] for who in viewers} == ON_TABLE
    league = {}
    for shown, other in ((few[1], many[1]), (many[1], few[1])):
        Season.objects.filter(pk=other.pk).update(kind=Season.Kind.SERIES)
        Season.objects.filter(pk=shown.pk).update(kind=Season.Kind.PAIRS)
        league[shown.name] = [overview(shown, user) for user in viewers.values()]
    assert league["Many"] == league["Few"]


def overview(season: Season, user: Any) -> int:
    """Return how many queries the league's page takes, which shows the season first."""
    client = Client()
    if user is not None:
        client.force_login(user)
    with CaptureQueriesContext(connection) as queries:
        answer = client.get(season.league.get_absolute_url())
    glance = answer.context["glance"]
    assert (glance.season, len(glance.fixtures)) == (season, FIXTURES_LEFT[season.name])
    return sum(each["sql"].startswith("SELECT") for each in queries)
