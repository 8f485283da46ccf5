"""A last stage with too few entries left: the best of them wins, and the page says so."""

from typing import Any

import pytest

from games import engine
from games.engine.sentences import message
from tests.events.singles import begun, finish
from tournaments.events import advance
from tournaments.events.actions import entering, lifecycle
from tournaments.events.models import Round, Status, Tournament
from tournaments.events.plan.stages import StagePlan
from tournaments.events.scoring.ranking import standings_of

pytestmark = pytest.mark.django_db
SOLO: dict[str, Any] = {
    "stages": (StagePlan("solo", rounds=1, advance=3), StagePlan("solo", rounds=2)),
    "rules": engine.preset("bicycle_4"),
}


def leave(club: Any, tournament: Tournament, *names: str) -> None:
    for name in names:
        entering.withdraw(tournament_id=tournament.pk, user=club.player(name))


def play_round(club: Any, tournament: Tournament) -> None:
    for match in club.in_play(tournament):
        finish(match, *[400, 300, 200, 100, 50][: len(match.sides)])


def order(tournament: Tournament) -> list[str]:
    return [row.name for row in standings_of(tournament)]


def ended(tournament: Tournament) -> tuple[Any, ...]:
    tournament.refresh_from_db()
    winner = tournament.winner.name if tournament.winner else None
    return tournament.status, winner, tournament.status_reason


def best_of_those_left(name: str) -> Any:
    return message(
        "Too few were left to play on. %(name)s ranked best of those left, and has won.",
        name=name,
    )


@pytest.mark.slow
def test_a_place_at_the_final_table_goes_to_the_next_of_the_standings(club: Any) -> None:
    cup = begun(club, 8, **SOLO)
    leave(club, cup, "p1", "p2")
    play_round(club, cup)
    final = cup.rounds.get(number=2)
    there = {name for match in final.matches.all() for name in match.title.split(" – ")}
    cup.refresh_from_db()
    first = [one.name for one in cup.entries.all() if one.name not in ("p1", "p2")]
    assert len(there) == 3
    assert there <= set(first)


@pytest.mark.slow
def test_with_too_few_for_the_final_table_the_best_of_the_standings_wins(club: Any) -> None:
    cup = begun(club, 4, **SOLO)
    leave(club, cup, "p1", "p2")
    play_round(club, cup)
    best = next(name for name in order(cup) if name not in ("p1", "p2"))
    assert ended(cup) == (Status.FINISHED, best, best_of_those_left(best))


@pytest.mark.slow
def test_a_final_table_that_breaks_up_before_its_first_card(club: Any) -> None:
    cup = begun(club, 4, **SOLO, pause_between_rounds=600)
    play_round(club, cup)
    cup.refresh_from_db()
    first = order(cup)
    names = {entry.name for stage in cup.stages.filter(index=1) for entry in cup.entries.all()}
    finalists = [row.entry.name for row in cup.stages.get(index=2).qualifiers.order_by("seed_no")]
    assert len(finalists) == 3
    assert set(finalists) <= names
    assert first
    leave(club, cup, finalists[0])
    club.hands.forward(601)
    advance.advance(cup.pk)
    assert ended(cup) == (Status.FINISHED, finalists[1], best_of_those_left(finalists[1]))


@pytest.mark.slow
def test_a_final_table_that_breaks_up_is_won_by_the_best_who_stayed(club: Any) -> None:
    cup = begun(club, 4, **SOLO)
    play_round(club, cup)
    best = None
    for match in club.in_play(cup):
        seats = [entry.name for entry in match.seated]
        leave(club, cup, seats[0])
        best = seats[1]
        finish(match, 400, 300, 200)
    assert cup.rounds.filter(stage__index=2).count() == 1
    assert ended(cup) == (Status.FINISHED, best, best_of_those_left(str(best)))


def test_a_rotation_final_without_a_table(club: Any) -> None:
    cup = begun(
        club,
        5,
        stages=(StagePlan("rotation", rounds=1, advance=4), StagePlan("rotation", rounds=1)),
    )
    leave(club, cup, "p1", "p2")
    for match in club.in_play(cup):
        finish(match, 400, 300)
    left = [name for name in order(cup) if name not in ("p1", "p2")]
    assert ended(cup)[1] in left
    assert ended(cup)[2] == best_of_those_left(str(ended(cup)[1]))


def test_one_who_is_left_for_a_knock_out_has_won(club: Any) -> None:
    cup = club.started(
        3, stages=(StagePlan("swiss", rounds=1, advance=2), StagePlan("knock_out")), max_entries=3
    )
    leave(club, cup, "a1", "a2")
    club.play_all(cup)
    assert ended(cup) == (Status.FINISHED, "a3 & b3", best_of_those_left("a3 & b3"))


def test_an_organizer_who_ends_it_before_the_final_names_nobody(club: Any) -> None:
    cup = begun(club, 8, **SOLO, confirm_draws=False)
    lifecycle.end_tournament(tournament_id=cup.pk, by=club.organizer)
    assert ended(cup) == (Status.FINISHED, None, "")


@pytest.mark.slow
def test_a_swiss_whose_leader_stays_is_won_by_points_whoever_goes(club: Any) -> None:
    cup = club.started(4, format="swiss", rounds=3)
    while cup.rounds.filter(status=Round.Status.DONE).count() < 3:
        for match in club.in_play(cup):
            club.finish(match, 500, 300)
    cup.refresh_from_db()
    assert (cup.status_reason, cup.winner.name) == ("", order(cup)[0])
