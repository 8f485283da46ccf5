"""Opening a form's address directly, as after a refused submission."""

from typing import Any

import pytest

from tests.events.conftest import Club
from tournaments.events.models import Entry

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("what", ["enter", "withdraw", "check-in", "invitations/1/accept"])
def test_a_tournaments_forms_lead_to_its_page(client: Any, club: Club, what: str) -> None:
    cup = club.open()
    client.force_login(club.player("ben"))
    answer = client.get(f"/tournaments/{cup.slug}/{what}/")
    assert (answer.status_code, answer["Location"]) == (302, f"/tournaments/{cup.slug}/")
    assert client.put(f"/tournaments/{cup.slug}/{what}/").status_code == 405
    assert Entry.objects.count() == 0


@pytest.mark.parametrize("what", ["join", "leave", "ask", "teams"])
def test_a_leagues_forms_lead_to_its_page(client: Any, what: str) -> None:
    answer = client.get(f"/leagues/thursdays/{what}/")
    assert (answer.status_code, answer["Location"]) == (302, "/leagues/thursdays/")


def test_an_organizers_forms_lead_to_the_tournament(client: Any) -> None:
    answer = client.get("/organize/tournaments/cup/apart/")
    assert (answer.status_code, answer["Location"]) == (302, "/organize/tournaments/cup/")
