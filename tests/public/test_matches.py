"""A match's page, and how it takes a player to the table."""

from typing import Any

import pytest

from games.tables.models import Table
from tests.events.conftest import Club
from tournaments.events import advance
from tournaments.events.models import Match, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup(club: Club) -> Tournament:
    """Three entries: a round is in play, two are to come."""
    return club.started(3)


def page_of(match: Match) -> str:
    return f"/tournaments/cup/matches/{match.pk}/"


def test_anybody_sees_a_match_and_a_wrong_address_is_not_found(
    client: Any, cup: Tournament, club: Club
) -> None:
    match = club.in_play(cup)[0]
    assert client.get(page_of(match)).status_code == 200
    assert client.get("/tournaments/cup/matches/99999/").status_code == 404
    assert client.get(f"/tournaments/other/matches/{match.pk}/").status_code == 404


@pytest.mark.slow
def test_waiting_players_are_taken_to_the_table_when_it_opens(
    client: Any, cup: Tournament, club: Club
) -> None:
    first = club.in_play(cup)[0]
    coming = cup.matches.filter(round__number=2, sides__index=1).get()
    player = coming.entries[0].players.first().user
    client.force_login(player)
    assert client.get(f"{page_of(coming)}now/?was=drawn").status_code == 204
    club.finish(first, 500, 300)
    advance.advance(cup.pk)
    coming.refresh_from_db()
    answer = client.get(f"{page_of(coming)}now/?was=drawn")
    assert answer.headers["HX-Redirect"] == coming.table.get_absolute_url()


def test_spectators_stay_on_the_page_and_get_the_update(
    client: Any, cup: Tournament, club: Club
) -> None:
    match = club.in_play(cup)[0]
    answer = client.get(f"{page_of(match)}now/?was=drawn")
    assert (answer.status_code, "HX-Redirect" in answer.headers) == (200, False)
    assert client.get(f"{page_of(match)}now/?was=playing").status_code == 204
    club.finish(match, 500, 300)
    answer = client.get(f"{page_of(match)}now/?was=playing")
    assert answer.context["view"].state == f"Won by {match.entries[0]}, 500 : 300."


def test_a_player_who_returns_is_not_taken_away_again(
    client: Any, cup: Tournament, club: Club
) -> None:
    match = club.in_play(cup)[0]
    client.force_login(match.entries[0].players.first().user)
    page = client.get(page_of(match))
    assert page.context["view"].line.mine
    assert client.get(f"{page_of(match)}now/?was=playing").status_code == 204


def test_a_played_match_shows_what_it_did_to_the_ratings(
    client: Any, cup: Tournament, club: Club
) -> None:
    match = club.in_play(cup)[0]
    changes = [
        {"seat": seat, "before": 1500, "after": after}
        for seat, after in enumerate((1516, 1484, 1517, 1483))
    ]
    page = client.get(page_of(match))
    assert [change for _, change in page.context["sides"][0][1]] == [None, None]
    club.finish(match, 500, 300)
    Table.objects.filter(pk=match.table_id).update(rating_changes=changes)
    page = client.get(page_of(match))
    shown = [
        [(player.user.username, change["after"]) for player, change in people]
        for _, people in page.context["sides"]
    ]
    a, b = ([place.user.username for place in entry.players.all()] for entry in match.entries)
    assert shown == [[(a[0], 1516), (a[1], 1517)], [(b[0], 1484), (b[1], 1483)]]


@pytest.mark.slow
def test_a_finished_match_leads_its_players_on_and_nobody_else(client: Any, club: Club) -> None:
    cup = club.started(3, pause_between_rounds=60)
    first = club.in_play(cup)[0]
    coming = cup.matches.filter(round__number=2, sides__index=1).get()
    club.finish(first, 500, 300)
    assert client.get(page_of(first)).context["onward"] is None
    (both,) = {first.entries[0], first.entries[1]} & {coming.entries[0], coming.entries[1]}
    client.force_login(both.players.first().user)
    page = client.get(page_of(first))
    waiting = page.context["onward"]
    assert (waiting.url, waiting.ready) == (cup.get_absolute_url(), False)
    assert f'href="{cup.get_absolute_url()}">' in page.content.decode()
    asked = f"{page_of(first)}now/?was=done&on={cup.get_absolute_url()}"
    assert client.get(asked).status_code == 204
    club.hands.forward(61)
    advance.advance_due()
    coming.refresh_from_db()
    answer = client.get(asked)
    assert f'href="{coming.table.get_absolute_url()}"' in answer.content.decode()
    # The next table is open: nothing more is asked.
    assert "hx-get" not in answer.content.decode()
