"""Pages and feeds of individual formats, and of shared deals."""

import csv
import io
import json
from typing import Any

import pytest
from django.test import Client

from games import engine
from tests.events.conftest import club
from tests.events.singles import begun, finish, seats_of

pytestmark = pytest.mark.django_db
__all__ = ["club"]


@pytest.mark.slow
def test_a_rotation_s_page_tells_partners_and_who_sits_out(club: Any, client: Client) -> None:
    cup = begun(club, 5, format="rotation", rounds=2)
    (match,) = club.in_play(cup)
    a, b, c, d = seats_of(match)
    client.force_login(club.player(a))
    page = client.get(cup.get_absolute_url()).content.decode()
    assert f"<bdi>{a} &amp; {c}</bdi>" in page
    assert f"<bdi>{b} &amp; {d}</bdi>" in page
    out = ({f"p{n}" for n in range(1, 6)} - {a, b, c, d}).pop()
    assert f"{out} sits out" in page
    assert match.table.get_absolute_url() in page
    finish(match, 300, 200)
    shown = client.get(match.get_absolute_url()).content.decode()
    assert f"Won by {a} &amp; {c}, 300 : 200." in shown


@pytest.mark.slow
def test_feeds_name_the_sides_and_every_seat(club: Any, client: Client) -> None:
    cup = begun(club, 4, format="rotation", rounds=1)
    (match,) = club.in_play(cup)
    names = seats_of(match)
    finish(match, 300, 200)
    address = cup.get_absolute_url()
    rows = list(
        csv.DictReader(io.StringIO(client.get(f"{address}results.csv").content.decode("utf-8-sig")))
    )
    assert [rows[0][f"seat_{n}"] for n in range(1, 6)] == [*names, ""]
    assert (rows[0]["name_a"], rows[0]["name_b"]) == (
        " & ".join(names[0::2]),
        " & ".join(names[1::2]),
    )
    told = json.loads(client.get(f"{address}results.json").content)
    assert told["results"][0]["seats"] == names
    assert client.get(f"{address}standings.csv").status_code == 200
    assert client.get(f"{address}calendar.ics").status_code == 200


def test_a_solo_match_s_page_tells_each_place(club: Any, client: Client) -> None:
    cup = begun(club, 4, format="solo", rules=engine.preset("bicycle_4"), rounds=1)
    (match,) = club.in_play(cup)
    finish(match, 120, 260, -30, 120)
    page = client.get(match.get_absolute_url()).content.decode()
    assert "Place 1, 260 points" in page
    assert page.count("Place 2, 120 points") == 2
    client.force_login(club.organizer)
    decide = client.get(f"/organize/tournaments/{cup.slug}/matches/{match.pk}/").content.decode()
    assert "win by forfeit" not in decide


@pytest.mark.slow
def test_the_deals_are_compared_on_the_match_s_page_once_the_round_is_over(
    club: Any, client: Client
) -> None:
    cup = club.started(4, comparison="matchpoints", match_hands=2)
    here, there = club.in_play(cup)
    finish(here, 130, 70)
    here.results.filter(current=True).update(by_hand=[[80, 20], [50, 50]])
    page = client.get(here.get_absolute_url()).content.decode()
    assert "All tables of this round play the same deals" in page
    assert ("130" in page, "Deal by deal" in page) == (False, False)
    client.force_login(here.table.seats.get(index=0).user)
    page = client.get(here.get_absolute_url()).content.decode()
    assert "Other tables are still playing these deals." in page
    assert ("130" in page, "Deal by deal" in page) == (True, False)
    client.logout()
    finish(there, 80, 95)
    there.results.filter(current=True).update(by_hand=[[30, 45], [50, 50]])
    page = client.get(here.get_absolute_url()).content.decode()
    assert "Deal by deal" in page
    assert "<strong>100</strong>" in page
    assert "<strong>75</strong>" in page


def test_the_feed_of_solo_tables_tells_places_and_scores(club: Any, client: Client) -> None:
    cup = begun(club, 3, format="solo", rules=engine.preset("bicycle_4"), rounds=1)
    (match,) = club.in_play(cup)
    names = seats_of(match)
    finish(match, 90, 200, 150)
    address = cup.get_absolute_url()
    text = client.get(f"{address}results.csv").content.decode("utf-8-sig")
    (row,) = csv.DictReader(io.StringIO(text))
    seats = [(row[f"seat_{n}"], row[f"place_{n}"], row[f"score_{n}"]) for n in range(1, 6)]
    none = ("", "", "")
    assert seats == [
        (names[0], "3", "90"),
        (names[1], "1", "200"),
        (names[2], "2", "150"),
        none,
        none,
    ]
    (told,) = json.loads(client.get(f"{address}results.json").content)["results"]
    assert told["winner"] == match.seated[1].pk
