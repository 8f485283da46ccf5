"""Solo tables from the seeding to the winner: single players, reseated each round by the standings."""

from decimal import Decimal
from itertools import combinations
from typing import Any

import pytest

from games import engine
from games.ratings.models import Pool, RatingChange
from games.tables.server.autoplay import play_out
from spades_site.common import outbox
from spades_site.common.errors import Refused
from tests.events.singles import begun, by_lot, finish, play_whole, seats_of
from tournaments.events.actions import entering
from tournaments.events.actions.decisions import decide_match
from tournaments.events.models import Status
from tournaments.events.queries.selectors import match_view, tournament_view
from tournaments.events.scoring.ranking import standings_of
from tournaments.standings.placing import placement_points

pytestmark = pytest.mark.django_db
SOLO = {"format": "solo", "rules": engine.preset("bicycle_4")}
LONG = [pytest.param(n, marks=pytest.mark.long) for n in (*range(13, 64, 9), 64)]
SIZES = {3: [3], 4: [4], 5: [5], 6: [3, 3], 7: [4, 3], 8: [4, 4], 9: [3, 3, 3], 11: [4, 4, 3]}


@pytest.mark.slow
@pytest.mark.parametrize("number", [*SIZES, *LONG])
def test_solo_tables_are_played_whole(club: Any, number: int) -> None:
    cup = begun(club, number, **SOLO)
    tables = [len(seats_of(match)) for match in club.in_play(cup)]
    assert sorted(tables, reverse=True) == SIZES.get(number, tables)
    assert sum(tables) == number
    assert play_whole(club, cup) == 4 * len(tables)
    cup.refresh_from_db()
    assert (cup.status, cup.rounds.count()) == (Status.FINISHED, 4)
    rows = list(standings_of(cup))
    assert [row.played for row in rows] == [4] * number
    assert sum(row.points for row in rows) == 6 * 4 * number
    assert cup.winner.pk == rows[0].key


@pytest.mark.parametrize(
    ("places", "points"),
    [
        ((1, 2, 3), (12, 6, 0)),
        ((4, 2, 3, 1), (0, 8, 4, 12)),
        ((1, 2, 3, 4, 5), (12, 9, 6, 3, 0)),
        ((1, 1, 3, 4), (10, 10, 4, 0)),
        ((1, 2, 2, 2), (12, 4, 4, 4)),
        ((1, 2, 2, 4, 5), (12, Decimal("7.5"), Decimal("7.5"), 3, 0)),
        ((1, 1, 1), (6, 6, 6)),
    ],
)
def test_what_a_place_is_worth(places: tuple[int, ...], points: tuple[Any, ...]) -> None:
    assert tuple(placement_points(places)) == points


def test_each_place_brings_its_points(club: Any) -> None:
    cup = begun(club, 4, rounds=1, **SOLO)
    (match,) = club.in_play(cup)
    names = seats_of(match)
    finish(match, 120, 260, -30, 120)
    rows = {
        row.name: (row.rank, row.points, row.won, row.lost, row.score_for)
        for row in standings_of(cup)
    }
    assert {name: rows[name][1:] for name in names} == {
        names[0]: (6, 0, 1, 120),
        names[1]: (12, 1, 0, 260),
        names[2]: (0, 0, 1, -30),
        names[3]: (6, 0, 1, 120),
    }
    result = match.results.get(current=True)
    assert result.places == (2, 1, 4, 2)


@pytest.mark.slow
def test_the_next_round_is_seated_by_the_standings(club: Any) -> None:
    cup = begun(club, 8, rounds=2, **SOLO)
    first = club.in_play(cup)
    met = {frozenset(pair) for match in first for pair in combinations(seats_of(match), 2)}
    for match in first:
        finish(match, 400, 300, 200, 100)
    second = club.in_play(cup)
    again = {frozenset(pair) for match in second for pair in combinations(seats_of(match), 2)} & met
    assert len(again) == 4  # Two of each table meet again at best, at either table.
    assert sorted(name for match in second for name in seats_of(match)) == [
        f"p{each}" for each in range(1, 9)
    ]


def test_tables_of_three_and_five_play_the_same_game(club: Any) -> None:
    cup = begun(club, 7, match_hands=10, **SOLO)
    rules = {
        match.table.rules["players"]: (match.table.rules["preset"], match.table.rules["max_hands"])
        for match in club.in_play(cup)
    }
    assert rules == {4: ("bicycle_4", 10), 3: ("bicycle_3", 9)}


def test_a_real_game_is_rated_in_the_solo_pool(club: Any) -> None:
    cup = begun(club, 3, rounds=1, match_hands=3, **SOLO)
    (match,) = club.in_play(cup)
    match.table.seats.update(arrived_at=cup.starts_at)
    table = play_out(match.table_id)
    outbox.deliver_due()
    cup.refresh_from_db()
    assert cup.status == Status.FINISHED
    changes = RatingChange.objects.filter(result__table=table)
    assert set(changes.values_list("result__pool", flat=True)) <= {str(Pool.SOLO)}
    assert list(match.results.get().points) == table.result["totals"]


@pytest.mark.slow
def test_a_withdrawn_player_is_not_seated_again(club: Any) -> None:
    cup = begun(club, 8, rounds=3, **SOLO)
    entering.withdraw(tournament_id=cup.pk, user=club.player("p8"))
    for match in club.in_play(cup):
        finish(match, *by_lot(match))
    assert sorted(len(seats_of(match)) for match in club.in_play(cup)) == [3, 4]
    assert "p8" not in {name for match in club.in_play(cup) for name in seats_of(match)}
    play_whole(club, cup)
    cup.refresh_from_db()
    assert (cup.status, cup.rounds.count()) == (Status.FINISHED, 3)


def test_a_solo_match_is_given_to_nobody(club: Any) -> None:
    cup = begun(club, 4, rounds=1, **SOLO)
    (match,) = club.in_play(cup)
    with pytest.raises(Refused) as refusal:
        decide_match(match_id=match.pk, by=club.organizer, winner=0, reason="They left.")
    assert refusal.value.code == "no_such_result"
    decide_match(match_id=match.pk, by=club.organizer, verdict="void", reason="They left.")
    assert {row.points for row in standings_of(cup)} == {0}


def test_pages_tell_every_seat(club: Any) -> None:
    cup = begun(club, 4, rounds=1, **SOLO)
    (match,) = club.in_play(cup)
    finish(match, 120, 260, -30, 120)
    view = match_view(match.pk, club.player("p1"))
    names = seats_of(match)
    assert [(side.name, side.place, side.points, side.won) for side in view.line.sides] == [
        (names[0], 2, 120, False),
        (names[1], 1, 260, True),
        (names[2], 4, -30, False),
        (names[3], 2, 120, False),
    ]
    assert view.state == f"Won by {names[1]}, 120 : 260 : −30 : 120."
    assert [len(people) for people in view.players] == [1, 1, 1, 1]
    cup.refresh_from_db()
    page = tournament_view(cup, club.player("p2"))
    assert next(row.entry.name for row in page.standings) == names[1]


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"rules": engine.preset("cardgames_io")}, "rules"),
        ({"rules": engine.preset("bicycle_2")}, "rules"),
        ({"max_entries": 2}, "max_entries"),
        ({"timing": "windows"}, "timing"),
        ({"best_of": 3}, "best_of"),
    ],
)
def test_impossible_solo_tournaments_are_refused(
    club: Any, fields: dict[str, Any], field: str
) -> None:
    with pytest.raises(Refused) as refusal:
        club.tournament(**{**SOLO, "max_entries": 8, **fields})
    assert field in refusal.value.errors
