"""Games that the side with fewer points wins, because the other was set too often: everything follows the winner."""

from decimal import Decimal
from typing import Any

import pytest

from games import engine
from games.ratings.models import RatedResult
from tests.events.conftest import Club
from tournaments.events.models import Match, Status, Tournament
from tournaments.events.queries.selectors import tournament_view
from tournaments.events.scoring.ranking import standings_of
from tournaments.public.cross_table import cross_table

pytestmark = pytest.mark.django_db
JJDD = engine.preset("jjdd_350")


def by_sets(club: Club, match: Match, first: int = 300, second: int = 140) -> None:
    """End a match's table by the second set of the side with more points."""
    club.finish(match, first, second, by_sets=True)


def won(match: Match) -> Any:
    result = match.results.get(current=True)
    return result.winner, result.games, result.points, result.ended


def row_of(client: Any, what: str) -> dict[str, Any]:
    (row,) = client.get(f"/tournaments/cup/{what}.json").json()[what]
    return dict(row)


def test_a_round_robin_follows_the_winner_on_every_page_and_in_every_feed(
    client: Any, club: Club
) -> None:
    cup = club.started(2, rules=JJDD)
    (match,) = club.in_play(cup)
    by_sets(club, match)
    loser, winner = match.entries
    assert won(match) == (1, (), (300, 140), "sets")
    table = [(row.name, row.points, row.won, row.score_for) for row in standings_of(cup)]
    assert table == [(winner.name, Decimal(2), 1, 140), (loser.name, Decimal(0), 0, 300)]
    cup.refresh_from_db()
    assert (cup.status, cup.winner) == (Status.FINISHED, winner)
    # Side 0 is last in the game's rating too.
    assert RatedResult.objects.get().places == [1, 0]
    view = tournament_view(cup, club.organizer)
    rows = cross_table(view.rounds, view.standings)
    marks = [cell.marks for row in rows for cell in row.cells]
    assert marks == [
        [],
        [("won", "140 : 300", False, False, "by sets")],
        [("lost", "300 : 140", False, False, "by sets")],
        [],
    ]
    row = row_of(client, "results")
    assert (row["winner"], row["ended"], row["score_a"]) == (winner.pk, "sets", 300)
    csv = client.get("/tournaments/cup/results.csv").content.decode()
    assert f",played,{winner.pk},sets,300,140," in csv
    shown = client.get(f"/api/v1/matches/{match.pk}").json()["result"]
    assert (shown["winner"], shown["ended"]) == (winner.pk, "sets")
    trf = client.get("/tournaments/cup/report.trf").content.decode()
    ends = {line[14:47].rstrip(): line[-1] for line in trf.split("\r\n") if line[:3] == "001"}
    assert ends == {winner.name: "1", loser.name: "0"}
    page = client.get(match.get_absolute_url()).content.decode()
    assert "by sets" in page


def test_a_bracket_advances_the_winner(club: Club) -> None:
    cup = club.started(4, rules=JJDD, format="knock_out")
    first, second = club.in_play(cup)
    for match in (first, second):
        by_sets(club, match)
    (final,) = club.in_play(cup)
    assert {entry.pk for entry in final.entries} == {
        first.entries[1].pk,
        second.entries[1].pk,
    }
    by_sets(club, final)
    cup.refresh_from_db()
    assert cup.winner == final.entries[1]


def test_a_match_of_several_games_counts_who_won_them(club: Club) -> None:
    cup = club.started(2, rules=JJDD, best_of=3, format="knock_out")
    (match,) = club.in_play(cup)
    by_sets(club, match, 340, 100)
    club.finish(match, 350, 110)
    by_sets(club, match, 340, 120)
    assert won(match) == (1, (1, 2), (1030, 330), "")
    cup.refresh_from_db()
    assert cup.winner == match.entries[1]


def test_victory_points_of_a_winner_with_fewer_points_are_those_of_the_narrowest_win(
    club: Club,
) -> None:
    rules = engine.preset("cardgames_io", set_limit=2)
    cup: Tournament = club.started(
        2, rules=rules, scoring={"spread": 70}, match_hands=4, format="round_robin"
    )
    (match,) = club.in_play(cup)
    by_sets(club, match)
    assert [(row.name, row.points) for row in standings_of(cup)] == [
        (match.side_names[1], Decimal("10.08")),
        (match.side_names[0], Decimal("9.92")),
    ]
