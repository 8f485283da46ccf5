"""E1: what leaving, staying away and arriving late do to ratings. Nobody's own choice makes a game unrated or gains anything."""

from collections.abc import Callable
from typing import Any

import pytest

from games.ratings import queries, services
from games.ratings.models import RatingChange
from games.tables.models import Table
from tests.ratings.tables import choose, finished_table, note

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("everybody_known")]


@pytest.fixture
def four(member: Callable[..., Any]) -> list[Any]:
    return [member(name) for name in ("ann", "bob", "cy", "di")]


def points(table: Table) -> dict[str, int]:
    """What the table did to each rating, in points."""
    services.rate_table(table.pk)
    rows = RatingChange.objects.filter(result__table=table).select_related("user")
    return {row.user.username: row.points for row in rows}


def played(four: list[Any], winners: tuple[int, ...], **own: int) -> Table:
    """A table at which each chose all of ten cards, or as many as `own` says."""
    table = finished_table(four, winners)
    for seat, person in enumerate(four):
        chosen = own.get(person.username, 10)
        choose(table, seat, chosen, 10 - chosen)
    return table


def leave(table: Table, seat: int, person: Any, text: str = "leave") -> None:
    note(table, text, seat, person)
    table.seats.filter(index=seat).update(stand_in=text == "leave")


@pytest.mark.parametrize("own", [0, 4])
def test_e1_leaving_early_costs_and_gives_nobody_a_win(four: list[Any], own: int) -> None:
    table = played(four, (0, 2), bob=own)
    leave(table, 1, four[1])
    assert points(table) == {"ann": 0, "bob": -20, "cy": 0, "di": -20}
    assert services.recompute("partnership") == 0


@pytest.mark.parametrize("own", [0, 4])
def test_e1_the_other_sides_loss_counts_in_full(four: list[Any], own: int) -> None:
    table = played(four, (1, 3), bob=own)
    leave(table, 1, four[1])
    assert points(table) == {"ann": -20, "bob": -20, "cy": -20, "di": 20}


@pytest.mark.parametrize("winners", [(0, 2), (1, 3)])
def test_e1_leaving_after_half_of_the_cards(four: list[Any], winners: tuple[int, ...]) -> None:
    table = played(four, winners, bob=5)
    leave(table, 1, four[1])
    won = 20 if winners == (0, 2) else -20
    assert points(table) == {"ann": won, "bob": -20, "cy": won, "di": -won}


def test_e1_who_comes_back_is_rated_by_the_result(four: list[Any]) -> None:
    table = played(four, (1, 3), bob=5)
    leave(table, 1, four[1])
    leave(table, 1, four[1], "back")
    assert points(table) == {"ann": -20, "bob": 20, "cy": -20, "di": 20}


def test_e1_time_that_runs_out_is_a_bots_card(four: list[Any]) -> None:
    table = finished_table(four, (1, 3))
    choose(table, 1, 4, 6, by="clock")
    assert points(table) == {"ann": -20, "bob": -20, "cy": -20, "di": 20}


def test_e1_cards_of_a_claim_are_nobodys(four: list[Any]) -> None:
    table = finished_table(four, (1, 3))
    choose(table, 1, 4, 6, by="server")
    assert points(table) == {"ann": -20, "bob": 20, "cy": -20, "di": 20}


def test_e1_who_lets_bots_play_the_last_hand_has_left(four: list[Any]) -> None:
    table = played(four, (1, 3), bob=10)
    choose(table, 0, 3, 0, hand=2)
    choose(table, 1, 0, 3, hand=2)
    assert points(table) == {"ann": -20, "bob": -20, "cy": -20, "di": 20}


def test_e1_arriving_late_unrates_nothing(four: list[Any]) -> None:
    table = played(four, (0, 2), bob=5)
    table.seats.filter(index=1).update(arrived_at=table.finished_at)
    assert points(table) == {"ann": 20, "bob": -20, "cy": 20, "di": -20}


@pytest.mark.parametrize("own", [4, 5])
def test_e1_a_replaced_player_is_rated_and_not_the_other(
    four: list[Any], member: Callable[..., Any], own: int
) -> None:
    table = played(four, (0, 2), bob=own)
    note(table, "replaced", 1, four[1])
    table.seats.filter(index=1).update(user=member("eve"))
    won = 20 if own == 5 else 0
    assert points(table) == {"ann": won, "bob": -20, "cy": won, "di": -20}


def test_e1_a_side_of_leavers_against_another(four: list[Any]) -> None:
    table = played(four, (0, 2), ann=1, bob=1)
    assert points(table) == {"ann": -20, "bob": -20, "cy": 0, "di": -20}


def test_e1_a_draw_is_no_gain_against_who_left_early(four: list[Any]) -> None:
    services.rate_table(finished_table(four, (1, 3)).pk)
    table = played(four, (0, 1, 2, 3), bob=0)
    changes = points(table)
    assert (changes["ann"], changes["cy"]) == (0, 0)
    assert changes["bob"] < 0


def test_e1_at_a_solo_table_only_the_comparison_with_who_left_is_dropped(four: list[Any]) -> None:
    table = finished_table(four, (0,), key="bicycle_4", totals=[500, 300, 200, 100])
    for seat in range(4):
        choose(table, seat, 0 if seat == 1 else 10, 10 if seat == 1 else 0)
    # Three comparisons of 40/3 each: ann wins two, cy loses to ann and bob and wins against di.
    assert points(table) == {"ann": 13, "bob": -20, "cy": -7, "di": -20}


def test_e1_a_game_without_people_is_none(four: list[Any]) -> None:
    table = played(four, (0, 2), ann=0, bob=0, cy=0, di=0)
    assert services.rate_table(table.pk) is None


def test_e1_the_history_says_so(four: list[Any]) -> None:
    table = played(four, (0, 2), bob=0)
    points(table)
    ann, bob, cy, di = (queries.history(one, "partnership")[0] for one in four)
    assert [(one.left, one.spared, one.divisor) for one in (ann, bob, cy, di)] == [
        (False, True, 1),
        (True, False, 1),
        (False, True, 1),
        (False, False, 1),
    ]
