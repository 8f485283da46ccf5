"""The games to watch, the best players' first, and the one that the home page features."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games import engine
from games.tables import services
from games.tables.lobby.watching import featured, games_to_watch
from games.tables.models import SharedDeals, Table
from spades_site.common.clock import now
from tests.tables.playing import seated

pytestmark = pytest.mark.django_db


def game(member: Any, name: str, *ratings: int | None, **fields: Any) -> Table:
    """Return a game in play of people with these ratings."""
    people = [member(f"{name}{index}") for index in range(4)]
    table = seated(people)
    for index, value in enumerate(ratings):
        table.seats.filter(index=index).update(rating=value)
    Table.objects.filter(pk=table.pk).update(title=name, **fields)
    return Table.objects.get(pk=table.pk)


def bots(name: str) -> Table:
    """Return a game of bots."""
    table = services.open_table(services.TableTerms(rules=engine.preset("cardgames_io")))
    services.fill_with_bots(table_id=table.pk)
    Table.objects.filter(pk=table.pk).update(title=name)
    return Table.objects.get(pk=table.pk)


def test_the_best_players_come_first_and_nothing_that_is_hidden(member: Any) -> None:
    deals = SharedDeals.objects.create(commitment="c", created_at=now())
    game(member, "club", 1500, 1510, 1490, 1500)
    top = game(member, "top", 1900, 1800, 1700, 1600)
    # One strong player doesn't make a strong table.
    game(member, "alone", 2400, None, None, None)
    game(member, "secret", 2400, 2400, 2400, 2400, visibility="link")
    game(member, "shared", 2300, 2300, 2300, 2300, deals=deals)
    game(member, "over", 2300, 2300, 2300, 2300, status="finished", finished_at=now(), wake_at=None, deadline=None)  # fmt: skip
    bots("bots")
    assert [table.title for table in games_to_watch(None)] == ["top", "club", "alone", "bots"]
    assert featured(None) == top
    # A player of the best table is shown another one, and so is everybody when a bot stands in there.
    assert featured(top.seats.get(index=0).user).title == "club"
    top.seats.filter(index=2).update(stand_in=True)
    assert featured(None).title == "club"


@pytest.mark.parametrize(
    "change", [{"turn_seconds": 24 * 3600}, {"paused_at": now(), "wake_at": None}]
)
def test_a_table_at_which_nothing_moves_is_not_featured(member: Any, change: Any) -> None:
    table = game(member, "slow", 1900, 1900, 1900, 1900, **change)
    assert list(games_to_watch(None)) == [table]
    assert featured(None) is None


def test_the_home_page_shows_the_featured_table_before_a_game_of_bots(
    client: Client, member: Any
) -> None:
    bots("bots")
    assert client.get("/").context["mini"].title == "bots"
    game(member, "people", 1500, 1500, 1500, 1500)
    mini = client.get("/").context["mini"]
    assert mini.title == "people"
    assert [seat.rating for seat in mini.seats] == [1500] * 4


@pytest.mark.slow
def test_the_page_costs_the_same_with_many_and_says_nothing_while_nothing_changes(
    client: Client, member: Any
) -> None:
    address, costs = reverse("watch"), []
    for number in (1, 14):
        for index in range(number):
            game(member, f"g{number}x{index}", 1500, 1500, 1500, 1500)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            page = client.get(address)
        costs.append(len(queries))
    # The second page came with the number of pages.
    assert costs[0] == costs[1]
    assert len(page.context["rows"]) == 12
    headers = {"HX-Request": "true", "X-Seen": page.context["seen"]}
    assert client.get(address, headers=headers).status_code == 204
    Table.objects.update(title="moved on")
    Table.objects.filter(pk=page.context["rows"][0]["table"].pk).update(status="abandoned", finished_at=now(), wake_at=None, deadline=None)  # fmt: skip
    assert client.get(address, headers=headers).status_code == 200
    assert client.get("/play/?show=playing").headers["Location"] == address
