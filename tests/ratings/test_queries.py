"""Queries of rating pages: whole values, and a constant number of queries."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from games.ratings import elo, queries, services
from games.ratings.distribution import distribution
from games.ratings.encounters import Encounter, encounters_of
from games.ratings.models import Rating
from games.ratings.profile import profile_of
from games.ratings.queries import Standing
from tests.ratings.tables import FIRST, finished_table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("everybody_known")]
POOL = "partnership"


def people(member: Callable[..., Any], count: int) -> list[Any]:
    return [member(f"p{number:02}") for number in range(count)]


def play(seats: list[Any], winners: tuple[int, ...], days: int = 0) -> Any:
    table = finished_table(seats, winners, at=FIRST + timedelta(days=days))
    services.rate_table(table.pk)
    return table


def test_a_new_player_has_the_start_rating(member: Callable[..., Any]) -> None:
    ann = member("ann")
    assert queries.rating_of(ann, POOL) == Standing(1500, 0, 1500)
    assert queries.ratings_of([ann.pk], POOL) == {ann.pk: 1500}
    assert queries.ratings_shown([ann.pk], POOL) == {ann.pk: (1500, True)}
    assert queries.place_of(ann, POOL) is None


def test_ratings_of_many(member: Callable[..., Any]) -> None:
    four = people(member, 4)
    play(four, (0, 2))
    keys = [person.pk for person in four]
    assert queries.ratings_of(keys, POOL) == dict(zip(keys, [1520, 1480] * 2, strict=True))
    assert queries.ratings_of(keys, "solo") == dict.fromkeys(keys, 1500)
    assert queries.standings_by_pool(four[0]) == {
        POOL: Standing(1520, 1, 1520),
        "headsup": Standing(),
        "solo": Standing(),
    }


def test_ten_games_make_a_rating_certain(member: Callable[..., Any]) -> None:
    four = people(member, 4)
    for day in range(10):
        assert queries.ratings_shown([four[0].pk], POOL)[four[0].pk][1] is True
        play(four, (0, 2) if day % 2 else (1, 3), day)
    assert queries.ratings_shown([four[0].pk], POOL)[four[0].pk][1] is False


def test_the_leaderboard_ranks_equals_alike(member: Callable[..., Any], hands: Any) -> None:
    four = people(member, 4)
    play(four, (0, 2))
    page = queries.leaderboard(POOL)
    assert [
        (place.rank, place.user.username, place.value, place.games, place.provisional)
        for place in page.object_list
    ] == [
        (1, "p00", 1520, 1, True),
        (1, "p02", 1520, 1, True),
        (3, "p01", 1480, 1, True),
        (3, "p03", 1480, 1, True),
    ]
    assert queries.place_of(four[3], POOL) == page.object_list[3]


def test_the_trend_covers_thirty_days(member: Callable[..., Any], monkeypatch: Any) -> None:
    four = people(member, 4)
    play(four, (0, 2), 0)
    play(four, (0, 2), 40)
    monkeypatch.setattr(queries, "now", lambda: FIRST + timedelta(days=41))
    place = queries.place_of(four[0], POOL)
    assert place is not None
    assert (place.value, place.trend) == (1538, 18)


def test_the_leaderboard_can_leave_newcomers_out(member: Callable[..., Any]) -> None:
    six = people(member, 6)
    play(six[:4], (0, 2))
    play([six[0], six[4], six[2], six[5]], (0, 2), 1)
    board = queries.leaderboard(POOL, min_games=2)
    assert [place.user.username for place in board.object_list] == ["p00", "p02"]
    assert queries.place_of(six[5], POOL, min_games=2) is None


def test_a_page_takes_three_queries_whatever_it_shows(
    member: Callable[..., Any], django_assert_num_queries: Any
) -> None:
    many = people(member, 12)
    for start in range(0, 12, 4):
        play(many[start : start + 4], (0, 2))
    for per_page in (2, 12):
        with django_assert_num_queries(3):
            page = queries.leaderboard(POOL, per_page=per_page)
            assert [place.user.username for place in page.object_list][:2] == ["p00", "p02"]
    assert [place.user.username for place in queries.leaderboard(POOL, page=99, per_page=5)] == [
        "p09",
        "p11",
    ]


def test_a_history_tells_of_both_sides(
    member: Callable[..., Any], django_assert_num_queries: Any
) -> None:
    four = people(member, 4)
    first, second = play(four, (0, 2)), play(four, (1, 3), 7)
    services.void_result(first.pk, None, "wrong seats")
    with django_assert_num_queries(3):
        newest, oldest = queries.history(four[0], POOL)
    assert (newest.table, newest.outcome, newest.before, newest.after, newest.change) == (
        second.public_id,
        "lost",
        1500,
        1480,
        -20,
    )
    assert (newest.expected, newest.score, newest.place, newest.sides) == (0.5, 0.0, 2, 2)
    assert (newest.partners, newest.opponents) == ((four[2],), (four[1], four[3]))
    assert (oldest.outcome, oldest.change, oldest.at) == ("void", 0, FIRST)


def test_a_draw_is_neither_won_nor_lost(member: Callable[..., Any]) -> None:
    four = people(member, 4)
    play(four, (0, 1, 2, 3))
    assert queries.history(four[0], POOL)[0].outcome == "drawn"


def test_changes_of_a_table_that_is_not_rated(member: Callable[..., Any]) -> None:
    table = finished_table(people(member, 4), (0, 2), rated=False)
    assert queries.changes_of(table.pk) == []


# --------------------------------------------------------------------------------------------- profiles
def test_a_profile_shows_the_pool_with_the_most_games(member: Callable[..., Any]) -> None:
    four = people(member, 4)
    play(four, (0, 2))
    for winner in (0, 1):
        services.rate_table(finished_table(four[:2], (winner,), key="rubl_two_player").pk)
    assert profile_of(four[0]).shown.pool == "headsup"
    assert profile_of(four[0], POOL).shown.pool == POOL
    assert profile_of(four[2]).shown.pool == POOL


def test_a_profile_counts_partners_and_form(member: Callable[..., Any]) -> None:
    five = people(member, 5)
    ann, bob, cy, di, eve = five
    play([ann, bob, cy, di], (0, 2), 0)
    play([ann, bob, eve, di], (1, 3), 1)
    play([ann, bob, cy, di], (0, 1, 2, 3), 2)
    gone = play([ann, bob, cy, di], (1, 3), 3)
    services.void_result(gone.pk, None, "wrong seats")
    shown = profile_of(ann)
    assert shown.form == ("won", "lost", "drawn")
    met = encounters_of(ann, POOL)
    assert met.partners == (Encounter(cy, 2, 1, 1, 0), Encounter(eve, 1, 0, 0, 1))
    assert met.opponents == (Encounter(bob, 3, 1, 1, 1), Encounter(di, 3, 1, 1, 1))
    assert [game.outcome for game in shown.games] == ["void", "drawn", "lost", "won"]
    assert [point.value for point in shown.line["points"]] == [
        game.after for game in shown.games if not game.void
    ]


def test_a_line_of_many_games_starts_where_it_starts(
    member: Callable[..., Any], monkeypatch: Any
) -> None:
    monkeypatch.setattr("games.ratings.profile.LINE_GAMES", 2)
    four = people(member, 4)
    for day in range(4):
        play(four, (0, 2), day)
    shown = profile_of(four[0])
    before = shown.games[1].before
    assert (shown.line["line"]["games"], shown.line["line"]["lowest"]) == (2, before)
    assert before > 1500


def test_a_profile_costs_six_queries(
    member: Callable[..., Any], django_assert_num_queries: Any
) -> None:
    six = people(member, 6)
    for day in range(6):
        play(
            [six[0], six[1 + day % 5], six[1 + (day + 1) % 5], six[1 + (day + 2) % 5]], (0, 2), day
        )
    with django_assert_num_queries(6):
        assert len(profile_of(six[0]).games) == 6


def test_at_a_table_of_single_players_each_other_one_counts_apart(
    member: Callable[..., Any],
) -> None:
    ann, bob, cy, di = people(member, 4)
    table = finished_table([ann, bob, cy, di], (1,), key="bicycle_4", totals=[10, 30, 20, 10])
    services.rate_table(table.pk)
    met = encounters_of(ann, "solo")
    assert met.partners == ()
    assert {(each.user, each.won, each.drawn, each.lost) for each in met.opponents} == {
        (bob, 0, 0, 1),
        (cy, 0, 0, 1),
        (di, 0, 1, 0),
    }


def test_a_record_takes_two_queries_however_many_games(
    member: Callable[..., Any], django_assert_num_queries: Any
) -> None:
    four = people(member, 4)
    for day in range(5):
        play(four, (0, 2), day)
    with django_assert_num_queries(2):
        met = encounters_of(four[0], POOL)
    assert [(each.games, each.won, each.share) for each in met.partners] == [(5, 5, 100)]


def test_the_spread_counts_everybody_once(
    member: Callable[..., Any], django_assert_num_queries: Any
) -> None:
    assert distribution(POOL) is None
    play(people(member, 4), (0, 2))
    with django_assert_num_queries(1):
        spread = distribution(POOL, own=1520)
    assert spread is not None
    assert spread["players"] == 4
    assert [(bar.low, bar.high, bar.players, bar.own) for bar in spread["bars"]] == [
        (1450, 1499, 2, False),
        (1500, 1549, 2, True),
    ]
    assert distribution(POOL, min_games=2) is None
    assert distribution(POOL, active_since=FIRST + timedelta(days=1)) is None


@pytest.mark.parametrize(
    ("millis", "low"),
    [(1_499_499, 1450), (1_499_500, 1500), (1_500_000, 1500), (1_549_499, 1500), (-400, 0)],
)
def test_a_rating_stands_in_the_bar_of_what_people_read(
    member: Callable[..., Any], millis: int, low: int
) -> None:
    four = people(member, 4)
    play(four, (0, 2))
    Rating.objects.exclude(user=four[0]).delete()
    Rating.objects.update(millis=millis, peak=max(millis, elo.START))
    spread = distribution(POOL)
    assert spread is not None
    assert [bar.low for bar in spread["bars"]] == [low]


def test_a_closed_account_is_in_no_list(member: Callable[..., Any]) -> None:
    four = people(member, 4)
    play(four, (0, 2))
    four[0].is_active = False
    four[0].save()
    found = queries.leaderboard(POOL).object_list
    assert [(row.rank, row.user) for row in found] == [(1, four[2]), (2, four[1]), (2, four[3])]
    place = queries.place_of(four[1], POOL)
    assert place is not None
    assert place.rank == 2
    spread = distribution(POOL)
    assert spread is not None
    assert spread["players"] == 3
