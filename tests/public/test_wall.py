"""The pairings of a round for the wall."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.support.squeezed import squeezed
from tournaments.events.actions.draws import drafts
from tournaments.events.queries.wall import WallName, wall_of

pytestmark = pytest.mark.django_db


def test_the_wall_has_each_table_and_everybody_by_name(club: Any, client: Any) -> None:
    cup = club.started(5, format="swiss", rounds=3, confirm_draws=True)
    page = "/tournaments/cup/rounds/1/wall/"
    client.force_login(club.organizer)
    assert client.get(page).status_code == 404
    drafts.confirm(round_id=cup.rounds.get().pk, by=club.organizer)
    with CaptureQueriesContext(connection) as asked:
        wall = wall_of(cup, 1)
    assert wall is not None
    assert len(asked) <= 7
    drawn = list(cup.matches.order_by("number"))
    assert [(one.number, list(one.sides)) for one in wall.tables] == [
        (match.number, [entry.name for entry in match.entries]) for match in drawn[:2]
    ]
    assert wall.byes == [drawn[2].entries[0].name]
    table = {
        place.user.username: None if match.is_bye else match.number
        for match in drawn
        for entry in match.entries
        for place in entry.players.all()
    }
    assert wall.names == [WallName(name, table[name]) for name in sorted(table)]
    shown = squeezed(client.get(page))
    assert all(f"<bdi>{name}</bdi>" in shown for name in table)
    assert client.get("/tournaments/cup/rounds/2/wall/").status_code == 404
