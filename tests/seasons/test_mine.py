"""The home page of somebody who plays in seasons: what waits for them, and their next matches."""

from datetime import date
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.seasons.conftest import SeasonClub
from tournaments.seasons.entries import signing_up
from tournaments.seasons.lifecycle import planning
from tournaments.seasons.lifecycle.planning import DivisionPlan
from tournaments.seasons.queries.mine import asked_of, fixtures_of

pytestmark = pytest.mark.django_db
SMALL = (DivisionPlan("First", 4),)


def reads(client: Any) -> tuple[int, str]:
    with CaptureQueriesContext(connection) as queries:
        page = client.get("/")
    return sum(one["sql"].startswith("SELECT") for one in queries), page.content.decode()


def test_home_shows_the_fixtures_of_all_seasons_and_who_asks(client: Any, club: SeasonClub) -> None:
    club.published(4, divisions=SMALL)
    person = club.people["a1"]
    assert [(one.round.number, one.starts_at.isoformat()) for one in fixtures_of(person)] == [
        (1, "2027-02-18T18:30:00+00:00"),
        (2, "2027-02-25T18:30:00+00:00"),
        (3, "2027-03-04T18:30:00+00:00"),
    ]
    following = club.draft(name="Summer", divisions=SMALL, starts_on=date(2027, 3, 1))
    planning.open_sign_up(season_id=following.pk, by=club.organizer)
    client.force_login(person)
    before, page = reads(client)
    assert "You are asked to play as" not in page
    assert page.count('class="grow stack stack-s"') >= 3
    entry = signing_up.sign_up_pair(
        season_id=following.pk, user=club.people["a2"], partner=person.username
    )
    assert list(asked_of(person)) == [entry]
    second = signing_up.sign_up_pair(
        season_id=following.pk, user=club.people["a3"], partner=person.username
    )
    after, page = reads(client)
    assert page.count("You are asked to play as") == 2
    assert after == before
    signing_up.answer(entry_id=entry.pk, user=person, accept=True)
    signing_up.answer(entry_id=second.pk, user=person, accept=False)
    assert list(asked_of(person)) == []
