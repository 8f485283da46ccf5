"""A tournament from its draw to its winner, for every small number of entries."""

from datetime import timedelta
from typing import Any

import pytest

from games.tables.models import Table
from spades_site.common import outbox
from spades_site.common.clock import now
from tests.events.rows import results_of, rows_of
from tournaments.events import advance
from tournaments.events.actions import entering, lifecycle
from tournaments.events.matches import open_round
from tournaments.events.models import Match, Round, Status
from tournaments.events.scoring.ranking import standings_of

pytestmark = pytest.mark.django_db


@pytest.mark.slow
@pytest.mark.parametrize(
    ("number", "double"),
    [
        *((number, False) for number in range(2, 6)),
        *((number, True) for number in (2, 3)),
        *(pytest.param(number, False, marks=pytest.mark.long) for number in range(6, 9)),
        *(pytest.param(number, True, marks=pytest.mark.long) for number in range(4, 9)),
    ],
)
def test_everybody_meets_everybody_and_the_best_wins(club: Any, number: int, double: bool) -> None:
    cup = club.started(number, double=double)
    assert club.play_all(cup) == number * (number - 1) // 2 * (2 if double else 1)
    cup.refresh_from_db()
    assert (cup.status, cup.winner.seed_no, cup.next_due_at) == (Status.FINISHED, 1, None)
    table = [(row.rank, row.points, row.won, row.lost) for row in standings_of(cup)]
    times = 2 if double else 1
    assert table == [
        (rank, 2 * times * (number - rank), times * (number - rank), times * (rank - 1))
        for rank in range(1, number + 1)
    ]
    assert set(cup.rounds.values_list("status", flat=True)) == {Round.Status.DONE}


@pytest.mark.slow
def test_an_odd_field_gives_each_entry_one_bye(club: Any) -> None:
    cup = club.started(3)
    club.play_all(cup)
    byes = [row for row in results_of(cup) if row[2] is None]
    assert [row[0] for row in byes] == [1, 2, 3]
    assert {row[1]: row[3] for row in byes} == dict.fromkeys(
        ["a1 & b1", "a2 & b2", "a3 & b3"], ("bye", 0, 0)
    )
    assert [(row.byes, row.points) for row in standings_of(cup)] == [(1, 4), (1, 2), (1, 0)]


def test_partners_face_each_other_and_the_first_side_has_the_first_seat(club: Any) -> None:
    cup = club.started(2)
    (match,) = club.in_play(cup)
    seated = [seat.name for seat in match.table.seats.all()]
    first, second = match.entries[0].name.split(" & "), match.entries[1].name.split(" & ")
    assert seated == [first[0], second[0], first[1], second[1]]


@pytest.mark.slow
def test_rounds_follow_the_last_result_after_the_pause(club: Any) -> None:
    cup = club.started(4, pause_between_rounds=60)
    first, second = club.in_play(cup)
    club.finish(first, 500, 200)
    assert [round_.status for round_ in cup.rounds.all()] == ["playing", "confirmed", "confirmed"]
    club.hands.forward(30)
    club.finish(second, 100, 500)
    second.refresh_from_db()
    ended = second.table.finished_at
    cup.refresh_from_db()
    assert cup.next_due_at == ended + timedelta(seconds=60)
    assert club.in_play(cup) == []
    # Not a second before the end of the pause: a busy machine may take that long.
    club.hands.forward(50)
    assert advance.advance_due() == 0
    club.hands.forward(11)
    assert advance.advance_due() == 1
    assert [match.round.number for match in club.in_play(cup)] == [2, 2]


def test_it_starts_by_itself_at_its_time(club: Any) -> None:
    cup = club.with_entries(4)
    club.hands.forward(3590)
    assert advance.advance_due() == 0
    club.hands.forward(20)
    assert advance.advance_due() == 1
    cup.refresh_from_db()
    assert (cup.status, len(club.in_play(cup))) == (Status.RUNNING, 2)
    assert cup.rounds.get(number=1).starts_at == cup.starts_at


def test_too_few_entries_cancel_it_with_the_numbers(club: Any) -> None:
    cup = club.with_entries(2, min_entries=3)
    club.hands.forward(3700)
    advance.advance_due()
    cup.refresh_from_db()
    assert (cup.status, cup.status_reason) == (
        Status.CANCELLED,
        "Only 2 of the 3 entries needed were in at the start.",
    )
    assert cup.rounds.count() == 0


def test_unopened_registration_cancels_it_at_the_start(club: Any) -> None:
    cup = club.tournament()
    lifecycle.announce(tournament_id=cup.pk, by=club.organizer)
    club.hands.forward(3700)
    assert advance.advance_due() == 1
    cup.refresh_from_db()
    assert (cup.status, cup.status_reason) == (
        Status.CANCELLED,
        "Registration was not opened before the start.",
    )


def test_level_points_are_a_draw(club: Any) -> None:
    cup = club.started(2)
    (match,) = club.in_play(cup)
    club.finish(match, 250, 250)
    assert [(row.rank, row.drawn, row.points) for row in standings_of(cup)] == [
        (1, 1, 1),
        (2, 1, 1),
    ]


def test_a_paused_tournament_begins_no_round_and_goes_on_when_resumed(club: Any) -> None:
    cup = club.started(4)
    lifecycle.pause(tournament_id=cup.pk, by=club.organizer, reason="Lunch")
    for match in club.in_play(cup):
        club.finish(match, 500, 100)
    club.hands.forward(600)
    assert advance.advance_due() == 0
    cup.refresh_from_db()
    assert (cup.status, cup.status_reason, cup.next_due_at) == (Status.PAUSED, "Lunch", None)
    assert [round_.status for round_ in cup.rounds.all()] == ["done", "confirmed", "confirmed"]
    lifecycle.resume(tournament_id=cup.pk, by=club.organizer)
    cup.refresh_from_db()
    assert (cup.status, cup.status_reason, len(club.in_play(cup))) == (Status.RUNNING, "", 2)


@pytest.mark.slow
def test_withdrawing_forfeits_the_remaining_matches(club: Any) -> None:
    cup = club.started(4)
    entering.withdraw(tournament_id=cup.pk, user=club.player("b4"))
    club.play_all(cup)
    forfeits = [
        (row[0], sorted(row[1:3]), row[3][0]) for row in results_of(cup) if "a4 & b4" in row[1:3]
    ]
    kinds = [kind for _, _, kind in forfeits]
    assert kinds == ["played", "forfeit", "forfeit"]
    row = next(row for row in standings_of(cup) if row.name == "a4 & b4")
    assert (row.forfeits_lost, row.played) == (2, 1)


def test_ending_early_keeps_what_was_played_and_voids_what_was_not(club: Any) -> None:
    cup = club.started(4)
    first, second = club.in_play(cup)
    club.finish(first, 500, 100)
    lifecycle.end_tournament(tournament_id=cup.pk, by=club.organizer, reason="Fire alarm")
    cup.refresh_from_db()
    assert (cup.status, cup.status_reason, cup.winner) == (
        Status.FINISHED,
        "Fire alarm",
        first.entries[0],
    )
    second.table.refresh_from_db()
    assert (second.table.status, second.table.result) == (
        Table.Status.ABANDONED,
        {"abandoned": "Fire alarm"},
    )
    assert outbox.deliver_due() == 1
    assert [row[3] for row in results_of(cup)] == [
        ("played", 0, 500, 100),
        ("void", None, 0, 0),
        None,
        None,
        None,
        None,
    ]


def test_cancelling_under_way_leaves_no_winner(club: Any) -> None:
    cup = club.started(2)
    lifecycle.cancel_tournament(tournament_id=cup.pk, by=club.organizer, reason="Storm")
    cup.refresh_from_db()
    assert (cup.status, cup.winner, cup.next_due_at) == (Status.CANCELLED, None, None)
    assert cup.matches.get().status == Match.Status.DONE


@pytest.mark.slow
def test_the_same_rows_whether_advanced_once_often_or_late(club: Any) -> None:
    cup = club.started(5)
    advance.advance(cup.pk)
    before = rows_of(cup)
    assert [advance.advance(cup.pk), advance.advance_due(), advance.advance(cup.pk, now())] == [
        False,
        0,
        False,
    ]
    assert advance.advance(cup.pk, now() + timedelta(hours=1)) is False
    assert rows_of(cup) == before
    club.play_all(cup)
    over = rows_of(cup)
    advance.advance(cup.pk)
    assert rows_of(cup) == over


def test_a_table_that_reports_twice_counts_once(club: Any) -> None:
    cup = club.started(2, double=True)
    (match,) = club.in_play(cup)
    club.finish(match, 500, 100)
    before = rows_of(cup)
    advance.on_table_finished({"table": match.table_id})
    advance.on_table_finished({"table": match.table_id})
    assert rows_of(cup) == before
    assert match.results.count() == 1


def test_a_result_whose_message_was_lost_is_found_by_the_sweep(club: Any, monkeypatch: Any) -> None:
    cup = club.started(2)
    (match,) = club.in_play(cup)
    with monkeypatch.context() as silent:
        silent.setattr("spades_site.common.outbox.emit", lambda topic, payload: None)
        club.finish(match, 500, 100)
    assert advance.advance_due() == 1
    cup.refresh_from_db()
    assert cup.status == Status.FINISHED


@pytest.mark.slow
def test_a_failing_tournament_delays_no_other_and_is_retried(club: Any, monkeypatch: Any) -> None:
    broken, sound = club.with_entries(2), club.with_entries(2)
    open_game = open_round.open_game

    def fail_for_one(tournament: Any, match: Match) -> None:
        if tournament.pk == broken.pk:
            raise RuntimeError("no table")
        open_game(tournament, match)

    club.hands.forward(3700)
    with monkeypatch.context() as context:
        context.setattr(open_round, "open_game", fail_for_one)
        before = rows_of(broken) | {"due": None}
        assert advance.advance_due() == 1
        assert rows_of(broken) | {"due": None} == before
        assert advance.advance_due() == 0
    sound.refresh_from_db()
    assert sound.status == Status.RUNNING
    club.hands.forward(31)
    assert advance.advance_due() == 1
    broken.refresh_from_db()
    assert broken.status == Status.RUNNING
