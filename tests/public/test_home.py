"""The first page, for visitors, guests and members."""

from typing import Any

import pytest

from tests.events.conftest import Club
from tournaments.events import entering

pytestmark = pytest.mark.django_db


def test_visitors_see_what_is_played_and_what_comes(client: Any, club: Club) -> None:
    club.started(2, name="Now")
    club.open(name="Soon")
    page = client.get("/")
    assert [match.tournament.name for match in page.context["live"]] == ["Now"]
    assert [one.name for one in page.context["soon"]] == ["Now", "Soon"]
    assert page.context["first"] is None


def test_members_see_first_what_waits_for_them(client: Any, club: Club) -> None:
    cup = club.open()
    ben, cem = club.player("ben"), club.player("cem")
    entering.enter(tournament_id=cup.pk, user=ben, partner="cem")
    client.force_login(cem)
    first = client.get("/").context["first"]
    assert (first.code, first.sentence) == ("answer", "ben asks you to be partners in Cup.")


def test_a_player_finds_the_way_to_the_table(client: Any, club: Club) -> None:
    cup = club.started(2)
    match = club.in_play(cup)[0]
    client.force_login(match.entry_a.players.first().user)
    first = client.get("/").context["first"]
    assert (first.code, first.url) == ("play", match.table.get_absolute_url())


def test_guests_are_welcome(client: Any, member: Any) -> None:
    client.force_login(member("guest-1", is_guest=True))
    assert client.get("/").status_code == 200


def test_the_page_takes_as_many_queries_for_many_as_for_few(
    client: Any, club: Club, django_assert_max_num_queries: Any
) -> None:
    ben = club.player("ben")
    counts = []
    client.force_login(ben)
    for number in (1, 4):
        for index in range(number):
            cup = club.open(name=f"Cup {number} {index}")
            asker = club.player(f"asker{number}x{index}")
            entering.enter(tournament_id=cup.pk, user=asker, partner="ben")
        with django_assert_max_num_queries(30) as queries:
            client.get("/")
        counts.append(len(queries))
    assert counts[0] == counts[1]
