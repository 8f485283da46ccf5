"""Individual rotation from the draw to the winner: partners change each round."""

from collections import Counter
from typing import Any

import pytest

from games import engine
from games.tables import services as tables
from spades_site.common.errors import Refused
from tests.events.rows import rows_of
from tests.events.singles import (
    alone,
    begun,
    by_lot,
    byes,
    finish,
    opponents,
    partners,
    play_whole,
    seats_of,
)
from tournaments.events import advance
from tournaments.events.actions import entering, lifecycle
from tournaments.events.actions.decisions import decide_match, replay_match
from tournaments.events.matches import disputes
from tournaments.events.models import Entry, Match, Round, Status
from tournaments.events.scoring.ranking import standings_of

pytestmark = pytest.mark.django_db
LONG = [pytest.param(n, marks=pytest.mark.long) for n in (8, 9, 11, 12, 13, *range(14, 64, 7), 64)]
LONGER = [pytest.param(n, marks=pytest.mark.long) for n in (12, 13)]


@pytest.mark.slow
@pytest.mark.parametrize("number", [4, 5, 6, 7, *LONG])
def test_a_rotation_is_played_whole(club: Any, number: int) -> None:
    cup = begun(club, number, format="rotation")
    rounds = min(number - 1 if number % 4 == 0 else number, 13)
    assert (cup.rounds.count(), cup.rounds_planned) == (rounds, rounds)
    assert play_whole(club, cup) == rounds * (number // 4)
    cup.refresh_from_db()
    assert (cup.status, cup.next_due_at) == (Status.FINISHED, None)
    assert set(cup.rounds.values_list("status", flat=True)) == {Round.Status.DONE}
    sat = byes(cup)
    shares = [sat[f"p{each}"] for each in range(1, number + 1)]
    assert sum(shares) == rounds * (number % 4)
    assert max(shares) - min(shares) <= 1
    assert max(partners(cup).values()) == 1
    rows = list(standings_of(cup))
    assert [row.played + row.byes for row in rows] == [rounds] * number
    assert [row.rank for row in rows] == list(range(1, number + 1))
    assert cup.winner.pk == rows[0].key


@pytest.mark.slow
@pytest.mark.parametrize("number", [4, 5, 8, 9, *LONGER])
def test_everybody_partners_everybody_once_and_opposes_everybody_twice(
    club: Any, number: int
) -> None:
    cup = begun(club, number, format="rotation")
    play_whole(club, cup)
    pairs = number * (number - 1) // 2
    assert list(partners(cup).values()) == [1] * pairs
    assert list(opponents(cup).values()) == [2] * pairs


def test_each_member_of_a_side_gets_what_the_side_got(club: Any) -> None:
    cup = begun(club, 5, format="rotation", rounds=1)
    (match,) = club.in_play(cup)
    a, b, c, d = seats_of(match)
    (out,) = byes(cup)
    finish(match, 310, 262)
    rows = {row.name: row for row in standings_of(cup)}
    told = {
        name: (row.points, row.won, row.lost, row.byes, row.score_for, row.score_against)
        for name, row in rows.items()
    }
    winner, loser = (2, 1, 0, 0, 310, 262), (0, 0, 1, 0, 262, 310)
    assert told == {a: winner, c: winner, b: loser, d: loser, out: (1, 0, 0, 1, 0, 0)}
    assert {
        code: int(rows[a].tie_breaks[code]) for code in ("wins", "score_difference", "bags")
    } == {
        "wins": 1,
        "score_difference": 48,
        "bags": 2,
    }


def test_the_table_seats_who_was_drawn(club: Any) -> None:
    cup = begun(club, 8, format="rotation")
    for match in club.in_play(cup):
        assert [seat.name for seat in match.table.seats.all()] == seats_of(match)
        names = seats_of(match)
        assert [[entry.name for entry in side.entries] for side in match.sides] == [
            names[0::2], names[1::2],
        ]  # fmt: skip
    assert sorted(name for match in club.in_play(cup) for name in seats_of(match)) == [
        f"p{each}" for each in range(1, 9)
    ]


@pytest.mark.slow
def test_the_same_field_and_seed_give_the_same_rounds(club: Any) -> None:
    drawn = []
    for name in ("One", "Two"):
        cup = begun(club, 10, format="rotation", rounds=6, name=name)
        drawn.append(
            [
                (match.round.number, match.number, seats_of(match) or [match.entries[0].name])
                for match in cup.matches.select_related("round").order_by("pk")
            ]
        )
        lifecycle.cancel_tournament(tournament_id=cup.pk, by=club.organizer)
    assert drawn[0] == drawn[1]


@pytest.mark.slow
def test_a_withdrawn_player_is_not_drawn_again(club: Any) -> None:
    cup = begun(club, 9, format="rotation", rounds=6)
    for match in club.in_play(cup):
        finish(match, *by_lot(match))
    entering.withdraw(tournament_id=cup.pk, user=club.player("p3"))
    while cup.rounds.filter(status=Round.Status.PLAYING, number=2).exists():
        for match in club.in_play(cup):
            finish(match, *by_lot(match))
    assert play_whole(club, cup) == 4 * 2
    cup.refresh_from_db()
    assert (cup.status, cup.rounds.count()) == (Status.FINISHED, 6)
    sat = Counter(
        name
        for match in cup.matches.filter(round__number__gte=3)
        for name in (seats_of(match) or [match.entries[0].name])
    )
    assert sat == {f"p{each}": 4 for each in (1, 2, 4, 5, 6, 7, 8, 9)}
    assert max(partners(cup).values()) == 1
    assert cup.rounds.get(number=3).flags == [
        "The field has changed since the draw; the tables were redrawn."
    ]


def test_a_rotation_ends_when_no_table_can_be_filled(club: Any) -> None:
    cup = begun(club, 4, format="rotation")
    entering.withdraw(tournament_id=cup.pk, user=club.player("p4"))
    for match in club.in_play(cup):
        finish(match, 300, 200)
    cup.refresh_from_db()
    assert (cup.status, cup.rounds.count()) == (Status.FINISHED, 1)
    assert {cup.winner.name, standings_of(cup)[1].name} == set(seats_of(match)[0::2])


def test_a_forfeit_counts_for_both_members_of_a_side(club: Any) -> None:
    cup = begun(club, 4, format="rotation", rounds=1)
    (match,) = club.in_play(cup)
    a, b, c, d = seats_of(match)
    decide_match(match_id=match.pk, by=club.organizer, winner=1, reason="A left.")
    rows = {
        row.name: (row.points, row.forfeits_won, row.forfeits_lost) for row in standings_of(cup)
    }
    assert rows == {a: (0, 0, 1), b: (2, 1, 0), c: (0, 0, 1), d: (2, 1, 0)}


def test_a_match_is_played_anew_by_the_same_four(club: Any) -> None:
    cup = begun(club, 4, format="rotation")
    (match,) = club.in_play(cup)
    before = seats_of(match)
    for seat in match.table.seats.select_related("user"):
        tables.arrive(table_id=match.table_id, user=seat.user, salt_hash="")
    replay_match(match_id=match.pk, by=club.organizer, reason="A wrong score.")
    match.refresh_from_db()
    assert [seat.name for seat in match.table.seats.all()] == before


def test_advancing_twice_changes_nothing(club: Any) -> None:
    cup = begun(club, 6, format="rotation", rounds=3)
    (match,) = club.in_play(cup)
    finish(match, 250, 240)
    stored = rows_of(cup)
    assert [advance.advance(cup.pk) for _ in range(2)] == [False, False]
    assert rows_of(cup) == stored


def test_everybody_enters_alone(club: Any) -> None:
    cup = alone(club, 3, format="rotation")
    assert list(cup.entries.values_list("name", "status")) == [
        (f"p{each}", Entry.Status.ENTERED) for each in (1, 2, 3)
    ]
    assert (cup.singles.count(), cup.entry_with_partner, cup.min_entries) == (0, False, 4)
    with pytest.raises(Refused) as refusal:
        entering.enter(tournament_id=cup.pk, user=club.player("p9"), partner="p1")
    assert refusal.value.code == "no_partners"
    with pytest.raises(Refused) as refusal:
        lifecycle.start_now(tournament_id=cup.pk, by=club.organizer)
    assert refusal.value.code == "too_few"


@pytest.mark.parametrize(
    ("fields", "field", "part"),
    [
        ({"max_entries": 3}, "max_entries", "4 players"),
        ({"max_entries": 65}, "max_entries", "at most 64"),
        ({"rounds": 64}, "stages-0-rounds", "from 1 to 63"),
        ({"entry_alone": False}, "entry_alone", "alone"),
        ({"rules": engine.preset("bicycle_4")}, "rules", "two partnerships"),
        ({"scoring": {"tie_breaks": ["buchholz"]}}, "scoring", "Choose wins"),
    ],
)
def test_impossible_rotations_are_refused_with_a_remedy(
    club: Any, fields: dict[str, Any], field: str, part: str
) -> None:
    with pytest.raises(Refused) as refusal:
        club.tournament(format="rotation", **{"max_entries": 8, **fields})
    assert list(refusal.value.errors) == [field]
    assert part in refusal.value.errors[field][0]


def test_a_result_of_a_seated_match_is_stored_once(club: Any) -> None:
    cup = begun(club, 4, format="rotation")
    (match,) = club.in_play(cup)
    finish(match, 250, 240)
    assert [(one.kind, one.winner, one.points) for one in match.results.all()] == [
        ("played", 0, (250, 240))
    ]
    assert Match.objects.get(pk=match.pk).status == Match.Status.DONE


def test_a_player_of_any_seat_contests_the_result(club: Any) -> None:
    cup = begun(club, 4, format="rotation")
    (match,) = club.in_play(cup)
    finish(match, 250, 240)
    last = club.player(seats_of(match)[3])
    disputes.contest(match_id=match.pk, user=last, text="The last trick was ours.")
    assert match.disputes.get().entry.name == last.username
