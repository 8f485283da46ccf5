"""Paper as a second way: score sheets to print, and their entry row by row."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.html import escape

from tests.events.conftest import Club
from tests.support.squeezed import squeezed
from tournaments.events.models import Match, Tournament
from tournaments.organizer.paper import row_of, rows_of

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


@pytest.fixture
def cup(club: Club, client: Any) -> Tournament:
    """Return a tournament in a room in its first round of three tables, of one hand each; its organizer is signed in."""
    client.force_login(club.organizer)
    league = club.league_of(*(f"{letter}{n}" for letter in "ab" for n in range(1, 7)))
    return club.started(6, format="swiss", rounds=3, match_hands=1, where="room", league=league)


def match_at(cup: Tournament, number: int) -> Match:
    return cup.matches.get(round__number=1, number=number)


def send(client: Any, match: Match, *points: int, **more: Any) -> Any:
    """Send a row as htmx does."""
    values = {f"points-{side}": str(one) for side, one in enumerate(points)}
    address = f"/organize/tournaments/cup/paper/{match.pk}/"
    return client.post(address, {"hands": "1", **values, **more}, headers=HTMX)


def results(match: Match) -> list[tuple[Any, ...]]:
    return [(one.version, *one.points, one.reason) for one in match.results.order_by("version")]


def test_each_table_has_its_sheet(club: Club, client: Any, cup: Tournament) -> None:
    page = squeezed(client.get("/organize/tournaments/cup/rounds/1/sheets/"))
    assert page.count('class="sheet"') == 3
    # Terms are marked as links for pages of their own.
    assert "](" not in page
    for match in cup.matches.all():
        assert f'aria-label="Table {match.number}"' in page
        assert all(f"<bdi>{escape(name)}</bdi></th>" in page for name in match.side_names)
    assert client.get("/organize/tournaments/cup/rounds/2/sheets/").status_code == 404


def test_many_rows_take_as_many_queries_as_one(club: Club, cup: Tournament) -> None:
    counts = []
    for load in (rows_of, row_of):
        about: Any = cup.rounds.get() if load is rows_of else match_at(cup, 1)
        with CaptureQueriesContext(connection) as asked:
            found: Any = load(Tournament.objects.get(pk=cup.pk), about, club.organizer)
            shown = [cell for row in (found if load is rows_of else [found]) for cell in row.cells]
        counts.append((len(shown), len(asked)))
    assert [cells for cells, _queries in counts] == [6, 2]
    assert counts[0][1] == counts[1][1]


def test_a_row_is_stored_and_sending_it_twice_changes_nothing(client: Any, cup: Tournament) -> None:
    match = match_at(cup, 2)
    for _press in range(2):
        answer = send(client, match, 63, 40)
        assert (answer.status_code, "data-saved" in answer.content.decode()) == (200, True)
    assert results(match) == [(1, 63, 40, "From the paper score sheet")]


@pytest.mark.parametrize(
    ("points", "more", "says"),
    [
        ((63, 41), {}, None),
        ((63,), {}, "Enter the points of each side and the number of hands."),
        ((63, 40), {"hands": "x"}, "Enter whole numbers: the points of each side and the number of hands."),
        ((63, 40), {"hands": "2"}, None),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_whole_with_the_reason_in_its_row(
    client: Any, cup: Tournament, points: tuple[int, ...], more: dict[str, str], says: str | None
) -> None:
    match = match_at(cup, 1)
    answer = send(client, match, *points, **more)
    shown = squeezed(answer)
    assert answer.status_code == 422
    assert '<span class="paper-wrong">' in shown
    assert says is None or says in shown
    assert f'value="{points[0]}"' in shown
    assert results(match) == []


def test_a_result_is_overwritten_only_after_asking(client: Any, cup: Tournament) -> None:
    match = match_at(cup, 1)
    send(client, match, 63, 40)
    asked = send(client, match, 40, 63)
    shown = squeezed(asked)
    assert asked.status_code == 422
    assert "There is a result already" in shown
    assert '<input type="hidden" name="replaces" value="1">' in shown
    assert results(match) == [(1, 63, 40, "From the paper score sheet")]
    assert send(client, match, 40, 63, replaces="1").status_code == 200
    # The phone of the table, or another organizer, was quicker.
    assert send(client, match, 50, 50, replaces="1").status_code == 422
    assert [row[:3] for row in results(match)] == [(1, 63, 40), (2, 40, 63)]


def test_without_a_script_the_page_says_the_same(client: Any, cup: Tournament) -> None:
    match = match_at(cup, 1)
    address = f"/organize/tournaments/cup/paper/{match.pk}/"
    page = "/organize/tournaments/cup/rounds/1/paper/"
    refused = client.post(address, {"points-0": "63", "points-1": "41", "hands": "1"})
    assert (refused.status_code, squeezed(refused).count("paper-wrong")) == (422, 1)
    stored = client.post(address, {"points-0": "63", "points-1": "40", "hands": "1"})
    assert (stored.status_code, stored["Location"]) == (302, f"{page}#match-{match.pk}")
    assert "1 of 3 entered" in client.get(page).content.decode()


def test_matches_of_several_games_lead_to_their_own_page(club: Club, client: Any) -> None:
    client.force_login(club.organizer)
    cup = club.started(4, format="knock_out", best_of=3)
    (one, _other) = club.in_play(cup)
    page = squeezed(client.get("/organize/tournaments/cup/rounds/1/paper/"))
    assert f'href="/organize/tournaments/cup/matches/{one.pk}/ask/score/"' in page
    assert send(client, one, 63, 40).status_code == 404
