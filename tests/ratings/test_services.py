"""Finished tables are rated once, and the ratings are the log's consequence (R3)."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command

from games.engine import preset
from games.ratings import elo, services
from games.ratings.models import RatedResult, Rating, RatingChange
from games.ratings.queries import changes_of
from games.tables.services import TableTerms, open_table, take_seat
from spades_site.accounts.guests import create_guest
from spades_site.common import outbox
from spades_site.common.errors import Refused
from spades_site.common.models import AuditEntry
from tests.ratings.tables import FIRST, finished_table, season

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("everybody_known")]


@pytest.fixture
def four(member: Callable[..., Any]) -> list[Any]:
    return [member(name) for name in ("ann", "bob", "cy", "di")]


def stored() -> tuple[list[Any], list[Any]]:
    """Everything that ratings store, but for keys."""
    ratings = Rating.objects.order_by("user_id", "pool")
    changes = RatingChange.objects.order_by("result_id", "user_id")
    return (
        list(ratings.values_list("user_id", "pool", "millis", "games", "peak", "last_game_at")),
        list(
            changes.values_list(
                "result_id",
                "user_id",
                "side",
                "before",
                "after",
                "games_before",
                "expected",
                "score",
            )
        ),
    )


def millis(person: Any, pool: str = "partnership") -> int:
    return Rating.objects.get(user=person, pool=pool).millis


# ------------------------------------------------------------------------------------------------ once
def test_the_first_game_moves_everybody_by_twenty(four: list[Any]) -> None:
    table = finished_table(four, (0, 2))
    result = services.rate_table(table.pk)
    assert result is not None
    assert (result.pool, result.places, result.finished_at) == ("partnership", [0, 1], FIRST)
    assert [(millis(person), person.username) for person in four] == [
        (1_520_000, "ann"),
        (1_480_000, "bob"),
        (1_520_000, "cy"),
        (1_480_000, "di"),
    ]
    ann, bob, cy, di = (person.pk for person in four)
    assert changes_of(table.pk) == [
        (ann, 1500, 1520),
        (cy, 1500, 1520),
        (bob, 1500, 1480),
        (di, 1500, 1480),
    ]


def test_rated_twice_a_table_counts_once(four: list[Any]) -> None:
    table = finished_table(four, (0, 2))
    first = services.rate_table(table.pk)
    before = stored()
    assert services.rate_table(table.pk) == first
    assert stored() == before
    assert RatedResult.objects.count() == 1


def test_the_outbox_has_a_finished_table_rated(four: list[Any]) -> None:
    table = finished_table(four, (1, 3))
    outbox.emit("table.finished", {"table": table.pk})
    outbox.deliver_due()
    outbox.deliver_due()
    assert list(RatedResult.objects.values_list("table_id", "places")) == [(table.pk, [1, 0])]


def test_ratings_carry_on_from_game_to_game(four: list[Any]) -> None:
    for number in range(2):
        services.rate_table(finished_table(four, (0, 2), at=FIRST + timedelta(days=7 * number)).pk)
    # 1520 against 1480: 40 points make 557312 millionths, so K 40 moves 40 x (1 - 0.557312) points.
    assert elo.expected(40) == 557_312
    rating = Rating.objects.get(user=four[0])
    assert (rating.millis, rating.games, rating.peak, rating.last_game_at) == (
        1_537_708,
        2,
        1_537_708,
        FIRST + timedelta(days=7),
    )


# ------------------------------------------------------------------------------------------- at the table
def test_the_table_shows_what_the_game_did(four: list[Any]) -> None:
    table = finished_table(four, (0, 2))
    outbox.emit("table.finished", {"table": table.pk})
    outbox.deliver_due()
    table.refresh_from_db()
    assert table.rating_changes == [
        {"seat": 0, "before": 1500, "after": 1520},
        {"seat": 1, "before": 1500, "after": 1480},
        {"seat": 2, "before": 1500, "after": 1520},
        {"seat": 3, "before": 1500, "after": 1480},
    ]
    services.void_result(table.pk, None, "wrong seats")
    table.refresh_from_db()
    assert {change["after"] for change in table.rating_changes} == {1500}


def test_an_unrated_table_shows_nothing(four: list[Any]) -> None:
    table = finished_table(four, (0, 2), rated=False)
    outbox.emit("table.finished", {"table": table.pk})
    outbox.deliver_due()
    table.refresh_from_db()
    assert (table.rating_changes, table.version) == (None, 0)


def test_seats_show_their_players_ratings(four: list[Any]) -> None:
    services.rate_table(finished_table(four, (0, 2)).pk)
    table = open_table(TableTerms(rules=preset("cardgames_io")), created_by=four[0])
    take_seat(table_id=table.pk, user=four[0], seat=1)
    seat = table.seats.get(index=1)
    assert (seat.rating, seat.provisional) == (1520, True)


# ------------------------------------------------------------------------------------------- what is rated
def test_pools_are_apart(four: list[Any]) -> None:
    services.rate_table(finished_table(four, (0, 2)).pk)
    services.rate_table(finished_table(four[:2], (0,), key="rubl_two_player").pk)
    services.rate_table(finished_table(four, (2,), key="bicycle_4", totals=[300, 200, 510, 300]).pk)
    rows = Rating.objects.filter(user=four[0]).order_by("pool").values_list("pool", "millis")
    # Alone against three: two lost to (one of them here), one drawn with: 1/2 of three comparisons short of level.
    assert list(rows) == [("headsup", 1_520_000), ("partnership", 1_520_000), ("solo", 1_500_000)]


def test_places_of_a_solo_table_follow_the_totals(four: list[Any]) -> None:
    table = finished_table(four, (2,), key="bicycle_4", totals=[300, 200, 510, 300])
    result = services.rate_table(table.pk)
    assert result is not None
    assert result.places == [1, 3, 0, 1]
    assert [change.after for change in result.changes.order_by("side")] == [
        1_500_000,
        1_480_000,
        1_520_000,
        1_500_000,
    ]


def test_winners_come_first_whatever_the_totals(four: list[Any]) -> None:
    result = services.rate_table(finished_table(four, (1, 3), totals=[400, 90]).pk)
    assert result is not None
    assert result.places == [1, 0]


def test_shared_victory_is_a_draw(four: list[Any]) -> None:
    result = services.rate_table(finished_table(four, (0, 1, 2, 3), totals=[90, 90]).pk)
    assert result is not None
    assert (result.places, millis(four[0])) == ([0, 0], 1_500_000)


@pytest.mark.parametrize(
    "fields",
    [
        {"rated": False},
        {"status": "abandoned"},
        {"status": "playing", "finished_at": None, "result": None},
        {"result": None},
    ],
)
def test_tables_that_are_not_rated(four: list[Any], fields: dict[str, Any]) -> None:
    assert services.rate_table(finished_table(four, (0, 2), **fields).pk) is None
    assert (RatedResult.objects.count(), Rating.objects.count()) == (0, 0)


def test_a_bots_seat_leaves_a_table_unrated(four: list[Any]) -> None:
    assert services.rate_table(finished_table([*four[:3], None], (0, 2)).pk) is None


def test_a_guest_leaves_a_table_unrated(four: list[Any]) -> None:
    assert services.rate_table(finished_table([*four[:3], create_guest()], (0, 2)).pk) is None


def test_the_seat_of_an_erased_account_leaves_a_table_unrated(four: list[Any]) -> None:
    table = finished_table(four, (0, 2))
    four[1].delete()
    assert services.rate_table(table.pk) is None


# ------------------------------------------------------------------------------------- void and confirm
@pytest.mark.slow
def test_void_and_confirm_are_the_identity(member: Callable[..., Any]) -> None:
    people = [member(f"p{number}") for number in range(9)]
    tables = season(people, 40)
    before = stored()
    for table in (tables[0], tables[17], tables[39]):
        services.void_result(table.pk, people[0], "wrong seats")
        assert stored() != before
        services.confirm_result(table.pk, people[0], "they were right")
        assert stored() == before


@pytest.mark.slow
def test_a_void_game_has_no_effect(member: Callable[..., Any]) -> None:
    people = [member(f"p{number}") for number in range(6)]
    tables = season(people, 12, apart=timedelta(days=8))
    services.void_result(tables[4].pk, None, "abandoned by agreement")
    left = {person.pk: millis(person) for person in people}
    RatedResult.objects.all().delete()
    Rating.objects.all().delete()
    for table in (*tables[:4], *tables[5:]):
        services.rate_table(table.pk)
    assert {person.pk: millis(person) for person in people} == left


def test_voiding_says_who_when_and_why(four: list[Any]) -> None:
    table = finished_table(four, (0, 2))
    services.rate_table(table.pk)
    result = services.void_result(table.pk, four[3], "wrong seats")
    assert (result.voided_by, result.void_reason, result.is_void) == (four[3], "wrong seats", True)
    entry = AuditEntry.objects.get()
    assert (entry.actor, entry.verb, entry.reason) == (four[3], "rating_voided", "wrong seats")
    assert changes_of(table.pk) == [
        (person.pk, 1500, 1500) for person in (four[0], four[2], four[1], four[3])
    ]


def test_a_void_table_stays_void_when_it_is_told_of_again(four: list[Any]) -> None:
    table = finished_table(four, (0, 2))
    services.rate_table(table.pk)
    services.void_result(table.pk, None, "wrong seats")
    result = services.rate_table(table.pk)
    assert result is not None
    assert (result.is_void, millis(four[0])) == (True, 1_500_000)


def refusal(act: Callable[..., Any], *args: Any) -> str:
    with pytest.raises(Refused) as refused:
        act(*args)
    return refused.value.code


def test_what_cannot_be_voided_or_confirmed(four: list[Any]) -> None:
    rated, unrated = finished_table(four, (0, 2)), finished_table(four, (0, 2), rated=False)
    services.rate_table(rated.pk)
    assert refusal(services.void_result, unrated.pk, None, "why") == "not_rated"
    assert refusal(services.void_result, rated.pk, None, " ") == "reason_missing"
    assert refusal(services.confirm_result, rated.pk, None, "why") == "not_void"
    services.void_result(rated.pk, None, "why")
    assert refusal(services.void_result, rated.pk, None, "why") == "already_void"


# --------------------------------------------------------------------------------------------- recompute
@pytest.mark.slow
def test_recomputing_changes_nothing_that_is_right(member: Callable[..., Any]) -> None:
    people = [member(f"p{number}") for number in range(9)]
    tables = season(people, 60)
    services.void_result(tables[20].pk, None, "wrong seats")
    before = stored()
    assert services.recompute("partnership") == 0
    assert stored() == before


@pytest.mark.slow
def test_recomputing_puts_right_what_is_wrong(member: Callable[..., Any], capsys: Any) -> None:
    people = [member(f"p{number}") for number in range(6)]
    season(people, 20)
    before = stored()
    RatingChange.objects.filter(pk=RatingChange.objects.order_by("pk")[30].pk).update(after=1)
    Rating.objects.filter(user=people[2]).update(millis=2, peak=3, games=4, last_game_at=None)
    call_command("recompute_ratings")
    assert stored() == before
    assert capsys.readouterr().out.splitlines() == [
        "partnership: 2 rows differed",
        "headsup: 0 rows differed",
        "solo: 0 rows differed",
    ]


def test_recomputing_brings_back_a_rating_that_is_gone(four: list[Any]) -> None:
    season(four, 5)
    before = stored()
    Rating.objects.filter(user=four[1]).delete()
    assert services.recompute("partnership") == 1
    assert stored() == before
