"""A ladder's pages: what they say, and how many queries they take."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.ladders.conftest import LadderClub
from tournaments.ladders.models import Ladder

pytestmark = pytest.mark.django_db


def _page(user: Any, path: str) -> str:
    client = Client()
    if user is not None:
        client.force_login(user)
    answer = client.get(path)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def test_the_page_offers_what_is_possible_and_says_why_the_rest_is_not(club: LadderClub) -> None:
    ladder = club.ladder(6, top=2)
    path = ladder.get_absolute_url()
    club.challenge(ladder, 5, 4)
    page = _page(club.people["p6"], path)
    assert "From rung 6 you can challenge up to rung 3." in page
    assert page.count("> Challenge <") == 2
    assert "Somebody else’s challenge is open." in page
    assert "challenged by <bdi>p5</bdi>" in page
    own = _page(club.people["p4"], path)
    assert "Challenged by <bdi>p5</bdi> (rung 5)" in own
    assert "Declining counts as a failure, like not answering." in own
    assert "Join it first" in _page(None, path)
    stranger = club.member("stranger")
    assert "Join it first" in _page(stranger, path)


def test_a_private_leagues_ladder_is_not_found_by_others(club: LadderClub) -> None:
    ladder = club.ladder(2)
    club.league.is_public = False
    club.league.save()
    assert Client().get(ladder.get_absolute_url()).status_code == 404
    assert "Your rung" in _page(club.people["p1"], ladder.get_absolute_url())


def _counts(club: LadderClub, ladder: Ladder, viewer: Any) -> dict[str, int]:
    """Return how many queries each part of the page takes."""
    client = Client()
    client.force_login(viewer)
    path = ladder.get_absolute_url()
    desk = reverse("ladder_desk", args=[ladder.slug])
    pages = [path, f"{path}?show=matches", f"{path}?show=log"]
    if viewer == club.organizer:
        pages.append(desk)
    found = {}
    for one in pages:
        client.get(one)
        with CaptureQueriesContext(connection) as queries:
            assert client.get(one).status_code == 200
        found[one.removeprefix(path)] = sum(each["sql"].startswith("SELECT") for each in queries)
    return found


def test_pages_take_as_many_queries_with_60_entries_as_with_5(club: LadderClub) -> None:
    few, many = club.ladder(5, name="Few"), club.ladder(0, name="Many")
    for number in range(1, 61):
        club.enter(many, number)
    for ladder in (few, many):
        club.play(ladder, 5, 3)
        club.challenge(ladder, 2, 1)
        club.challenge(ladder, 4, 2)
    for number in range(20, 30, 2):
        club.play(many, number, number - 1)
        club.challenge(many, number + 1, number - 1)
    for viewer in (club.people["p2"], club.organizer):
        sizes = [[*_counts(club, ladder, viewer).values()] for ladder in (few, many)]
        assert sizes[0] == sizes[1]
        assert max(sizes[1]) <= 16


def test_the_form_speaks_german_and_keeps_its_arrangement_when_it_is_refused(
    club: LadderClub,
) -> None:
    client = Client()
    client.force_login(club.organizer)
    path = reverse("ladder_create", args=[club.league.slug])
    page = client.get(path, headers={"Accept-Language": "de"}).content.decode()
    assert "Tage zum Antworten" in page
    assert "Days to answer" not in page
    htmx = {"HX-Request": "true"}
    refused = client.post(path, {"name": "", "kind_of": "pairs"}, headers=htmx).content.decode()
    assert "Challenges, climbing, failures, pace" in refused
    assert refused.count("<h2>") == 1
