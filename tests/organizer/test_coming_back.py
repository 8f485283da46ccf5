"""Who withdrew under way comes back over the pages: by their own button until the next draw, else by an organizer."""

import html
import re
from typing import Any

import pytest
from django.test import Client

from tests.api.test_reading import by
from tests.events.conftest import Club
from tournaments.events.actions import entering, importing
from tournaments.events.models import Entry, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup(club: Club) -> Tournament:
    """Return a Swiss in play from which the first pair has withdrawn; nothing is drawn since."""
    made = club.started(4, format="swiss", rounds=2)
    entering.withdraw(tournament_id=made.pk, user=club.player("a1"))
    return made


def words_of(answer: Any) -> str:
    """Return the text of a page."""
    return " ".join(re.sub("<[^>]+>", " ", html.unescape(answer.content.decode())).split())


def signed_in(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def gone(cup: Tournament) -> Entry:
    return cup.entries.get(players__user__username="a1")


@pytest.mark.slow
def test_a_player_takes_the_withdrawal_back_on_the_tournament_s_page(
    club: Club, cup: Tournament
) -> None:
    client, address = signed_in(club.player("b1")), cup.get_absolute_url()
    page = words_of(client.get(address))
    assert "You withdrew. Take that back to play on." in page
    assert ("You have entered" in page, "Withdraw first" in page) == (False, False)
    answer = client.post(f"{address}rejoin/", follow=True)
    assert "You are in again. Your results so far count." in words_of(answer)
    assert gone(cup).status == Entry.Status.ENTERED
    assert "Take the withdrawal back" not in words_of(client.get(address))


def test_an_organizer_puts_an_entry_back_on_its_page(club: Club, cup: Tournament) -> None:
    client, entry = signed_in(club.organizer), gone(cup)
    address = f"/organize/tournaments/{cup.slug}/entries/{entry.pk}/"
    page = words_of(client.get(address))
    assert "This entry has left the tournament." in page
    assert "Put back" in page
    assert "can’t be changed now" not in page
    answer = client.post(f"{address}restore/", follow=True)
    assert f"{entry.name} is in again. The results so far count, forfeits included." in words_of(
        answer
    )
    entry.refresh_from_db()
    assert entry.status == Entry.Status.ENTERED
    assert "Put back" not in words_of(client.get(address))


def test_a_program_puts_an_entry_back(club: Club, cup: Tournament) -> None:
    at = f"/api/v1/tournaments/{cup.slug}/entries/{gone(cup).pk}/withdrawal"
    assert by(club.player("a2"), "organize").delete(at).status_code == 403
    program = by(club.organizer, "organize")
    assert [program.delete(at).status_code for _twice in range(2)] == [200, 200]
    assert gone(cup).status == Entry.Status.ENTERED


@pytest.mark.slow
def test_a_list_that_names_them_says_that_they_withdrew(club: Club) -> None:
    league = club.league_of(*(f"{side}{n}" for n in range(1, 5) for side in "ab"), "zoe")
    made = club.started(4, format="swiss", rounds=3, late_until_round=3, league=league)
    entering.withdraw(tournament_id=made.pk, user=club.player("a1"))
    (line,) = importing.preview_entries(tournament_id=made.pk, by=club.organizer, text="a1;zoe")
    assert line.problem == (
        f"a1 entered as {gone(made).name}, who withdrew. Put that entry back, and remove this line."
    )
