"""Calling people who are elsewhere on the site to a table that waits for them: what every open page is told."""

import re
from typing import Any

import pytest

from games import engine
from games.tables import services
from games.tables.lobby.calls import calls_for
from games.tables.models import Seat, Table
from games.tables.server import presence
from games.tables.timing.clocks import DAY
from spades_site.common.clock import now
from tests.tables.playing import act, seated, state_of, wake

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(member: Any) -> list[Any]:
    """Four members, in the order of their seats."""
    return [member(name) for name in ("ann", "bob", "cy", "dee")]


def match_table(people: list[Any], **terms: Any) -> Table:
    """Return the table of a match that has just opened for these people."""
    return services.open_table(
        services.TableTerms(
            rules=engine.preset("cardgames_io"),
            kind="match",
            title="Cup · 1.2",
            start_seconds=300,
            turn_seconds=30,
            **terms,
        ),
        seats=people,
    )


def asked(client: Any, user: Any) -> Any:
    """Return the answer to an open page of the user."""
    client.force_login(user)
    return client.get(f"/play/calls/?for={user.pk}")


def told(user: Any) -> list[tuple[str, str, bool]]:
    """Return the title, the text and whether it rings, of each call to the user."""
    return [(one.title, one.text, one.rings) for one in calls_for(user)]


def test_V1_a_match_s_table_calls_its_players_as_soon_as_it_opens(
    client: Any, people: list[Any]
) -> None:
    assert asked(client, people[0]).status_code == 204
    table = match_table(people)
    answer = asked(client, people[0])
    assert (answer.status_code, answer["Cache-Control"]) == (
        200,
        "max-age=0, no-cache, no-store, must-revalidate, private",
    )
    assert answer.json() == {
        "calls": [
            {
                "key": f"{table.seats.get(index=0).pk}:open:0",
                "title": "Your table is open",
                "text": "Cup · 1.2",
                "url": table.get_absolute_url(),
                "rings": True,
            }
        ],
        "style": "/static/css/components/calls.css",
    }


def test_nobody_is_called_who_is_at_the_table(people: list[Any]) -> None:
    table = match_table(people)
    services.arrive(table_id=table.pk, user=people[0], salt_hash="")
    assert told(people[0]) == []
    assert told(people[1]) == [("Your table is open", "Cup · 1.2", True)]


def test_a_player_who_left_is_reminded_without_ringing(people: list[Any]) -> None:
    table = match_table(people)
    services.arrive(table_id=table.pk, user=people[0], salt_hash="")
    presence.gone(table.pk, people[0])
    assert told(people[0]) == [("Your table is open", "Cup · 1.2", False)]


def test_a_player_who_missed_the_start_learns_that_a_bot_plays(people: list[Any]) -> None:
    table = match_table(people)
    table.status, table.started_at = Table.Status.PLAYING, now()
    table.save()
    assert told(people[0]) == [("Your game has begun", "Cup · 1.2", True)]
    Seat.objects.filter(table=table, index=0).update(stand_in=True)
    assert told(people[0]) == [("A bot plays for you", "Cup · 1.2", True)]


def test_a_game_that_is_over_calls_nobody(people: list[Any]) -> None:
    table = match_table(people)
    services.abandon_table(table_id=table.pk, reason="over")
    assert told(people[0]) == []


def test_a_casual_table_calls_for_its_question_and_its_game_and_no_more(people: list[Any]) -> None:
    table = services.open_table(
        services.TableTerms(rules=engine.preset("cardgames_io")), created_by=people[0]
    )
    services.take_seat(table_id=table.pk, user=people[0], seat=0, salt_hash="")
    assert told(people[0]) == []
    presence.gone(table.pk, people[0])
    for seat in (1, 2, 3):
        services.take_seat(table_id=table.pk, user=people[seat], seat=seat, salt_hash="")
    assert told(people[0]) == [
        ("Your table is full: ready to play?", "Classic (cardgames.io)", True)
    ]
    playing = wake(seated(people[1:3]))
    presence.gone(playing.pk, people[1])
    assert told(people[1]) == [("Your game continues", "Classic (cardgames.io)", False)]
    Seat.objects.filter(table=playing, index=0).update(arrived_at=None)
    assert told(people[1]) == [("Your game has begun", "Classic (cardgames.io)", True)]
    Seat.objects.filter(table=playing, index=0).update(stand_in=True)
    assert told(people[1]) == []


def test_with_days_for_a_turn_each_turn_of_one_s_own_calls_once(people: list[Any]) -> None:
    table = wake(seated(people, turn_seconds=DAY))
    for user in people:
        presence.gone(table.pk, user)
    (first,) = state_of(table).to_act
    at_turn, other = people[first], people[(first + 1) % 4]
    (call,) = calls_for(at_turn)
    assert (call.title, call.text, call.rings) == (
        "It’s your turn",
        "Classic (cardgames.io)",
        True,
    )
    assert told(other) == []
    act(table, at_turn)
    assert told(at_turn) == []
    (following,) = calls_for(other)
    assert following.key.split(":")[1] != call.key.split(":")[1]


def test_S1_a_page_of_somebody_else_is_told_nothing(client: Any, people: list[Any]) -> None:
    match_table(people)
    assert client.get(f"/play/calls/?for={people[0].pk}").status_code == 403
    client.force_login(people[0])
    assert client.get(f"/play/calls/?for={people[1].pk}").status_code == 403
    assert client.get("/play/calls/").status_code == 403
    assert client.post(f"/play/calls/?for={people[0].pk}").status_code == 405


def test_asking_takes_one_query_beside_the_session(
    client: Any, people: list[Any], django_assert_num_queries: Any
) -> None:
    for _ in range(3):
        match_table(people)
    asked(client, people[0])
    with django_assert_num_queries(3) as queries:
        client.get(f"/play/calls/?for={people[0].pk}")
    assert ["tables_seat" in query["sql"] for query in queries] == [False, False, True]
    assert not re.search(r'(?<!\()"tables_table"."state"', queries[2]["sql"])


def test_pages_of_signed_in_people_listen_and_the_table_s_own_waits_for_its_first_picture(
    client: Any, people: list[Any]
) -> None:
    assert "js/site/calls.js" not in client.get("/").content.decode()
    client.force_login(people[0])
    page = client.get("/").content.decode()
    assert f'data-calls="/play/calls/?for={people[0].pk}"' in page
    assert "js/site/calls.js" in page
    table = match_table(people)
    page = client.get(table.get_absolute_url()).content.decode()
    assert f'data-calls="/play/calls/?for={people[0].pk}"' in page
    assert "js/site/calls.js" not in page
