"""Tables show their rating changes, also after the log was rewritten."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.ratings import services
from games.ratings.models import RatedResult, RatingChange
from games.ratings.queries import changes_of
from games.tables.game.shared_deals import make_shared_deals, open_shared_deals
from games.tables.models import Table
from spades_site.common import outbox
from tests.ratings.tables import FIRST, finished_table, season

pytestmark = pytest.mark.django_db


def shown_at(tables: list[Table]) -> list[Any]:
    """What each table shows of its game's ratings: by seat, before and after."""
    found = Table.objects.in_bulk([table.pk for table in tables])
    return [
        [(row["seat"], row["before"], row["after"]) for row in found[table.pk].rating_changes or ()]
        for table in tables
    ]


def as_rated(tables: list[Table]) -> list[Any]:
    """The same from the log."""
    found = []
    for table in tables:
        changes = {user: points for user, *points in changes_of(table.pk)}
        seats = table.seats.order_by("index").values_list("index", "user_id")
        found.append([(index, *changes[user]) for index, user in seats])
    return found


def noted_season(people: list[Any], games: int) -> list[Table]:
    """A season at whose tables the changes are shown."""
    tables = season(people, games)
    for table in tables:
        services.on_table_finished({"table": table.pk})
    return tables


@pytest.mark.slow
def test_later_tables_follow_when_a_result_is_void(member: Callable[..., Any]) -> None:
    people = [member(f"p{number}") for number in range(6)]
    tables = noted_season(people, 14)
    before = shown_at(tables)
    assert before == as_rated(tables)
    versions = [Table.objects.get(pk=table.pk).version for table in tables]
    services.void_result(tables[3].pk, None, "wrong seats")
    now_shown = shown_at(tables)
    assert now_shown == as_rated(tables)
    assert now_shown[:3] == before[:3]
    assert {after - was for _, was, after in now_shown[3]} == {0}
    assert now_shown[4] != before[4]
    # Sockets and pages know by a higher version that there is something new, and only there.
    risen = [
        Table.objects.get(pk=table.pk).version > version
        for table, version in zip(tables, versions, strict=True)
    ]
    assert risen == [old != new for old, new in zip(before, now_shown, strict=True)]
    services.confirm_result(tables[3].pk, None, "they were right")
    assert shown_at(tables) == before


@pytest.mark.slow
def test_tables_follow_a_recompute(member: Callable[..., Any]) -> None:
    people = [member(f"p{number}") for number in range(6)]
    tables = noted_season(people, 8)
    before = shown_at(tables)
    RatingChange.objects.update(before=1_000_000, after=1_100_000)
    for table in tables[:5]:
        services.on_table_finished({"table": table.pk})
    assert shown_at(tables)[0] == [(seat, 1000, 1100) for seat in range(4)]
    services.recompute("partnership")
    assert shown_at(tables) == before


@pytest.mark.slow
def test_a_rewritten_log_takes_as_many_queries_for_few_games_as_for_many(
    member: Callable[..., Any],
) -> None:
    people = [member(f"p{number}") for number in range(6)]
    taken = []
    for games in (3, 30):
        tables = noted_season(people, games)
        with CaptureQueriesContext(connection) as queries:
            services.void_result(tables[0].pk, None, "wrong seats")
        taken.append(len(queries))
    assert taken[0] == taken[1]


def test_tables_that_share_deals_are_rated_once_all_are_over(member: Callable[..., Any]) -> None:
    people = [member(f"p{number}") for number in range(8)]
    deals = make_shared_deals()
    over = finished_table(people[:4], (0, 2), deals=deals)
    playing = finished_table(
        people[4:], (1, 3), deals=deals, status=Table.Status.PLAYING, finished_at=None
    )
    services.on_table_finished({"table": over.pk})
    assert (open_shared_deals(deals.pk), RatedResult.objects.count()) == (False, 0)
    assert services.rate_table(over.pk) is None
    Table.objects.filter(pk=playing.pk).update(status=Table.Status.FINISHED, finished_at=FIRST)
    services.on_table_finished({"table": playing.pk})
    assert RatedResult.objects.count() == 0
    assert open_shared_deals(deals.pk)
    outbox.deliver_due()
    rated = RatedResult.objects.order_by("table_id")
    assert [(one.table_id, one.is_void) for one in rated] == [(over.pk, False), (playing.pk, False)]
    assert as_rated([over, playing]) == shown_at([over, playing])
