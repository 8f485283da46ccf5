"""R3: ratings, records and tables after random games, voids and late results, compared with a second implementation
of docs/ratings.md.
"""

import random
import threading
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from django.db import close_old_connections, connection

from games.ratings import queries, services
from games.ratings.distribution import distribution
from games.ratings.encounters import encounters_of
from games.ratings.models import Pool, RatedResult, Rating, RatingChange
from games.ratings.rating_line import points_of
from tests.ratings.oracle import Ledger, Played, whole
from tests.ratings.tables import FIRST, choose, finished_table, note

PARTNERS = ((0, 2), (1, 3))
KINDS = {
    "cardgames_io": ("partnership", PARTNERS),
    "rubl_two_player": ("headsup", ((0,), (1,))),
    "bicycle_3": ("solo", ((0,), (1,), (2,))),
    "bicycle_4": ("solo", ((0,), (1,), (2,), (3,))),
    "bicycle_5": ("solo", ((0,), (1,), (2,), (3,), (4,))),
}


def play(rnd: random.Random, people: list[Any], number: int) -> Played:
    """Finish and rate a table by chance. Some finished long before they are rated."""
    key = rnd.choice(list(KINDS))
    pool, by_side = KINDS[key]
    seats = rnd.sample(people, sum(map(len, by_side)))
    totals = [rnd.choice([200, 310, 310, 505]) for _ in by_side]
    best = max(totals)
    won = [total == best for total in totals]
    winners = [seat for side, wins in zip(by_side, won, strict=True) if wins for seat in side]
    at = FIRST + timedelta(hours=number - rnd.choice([0, 0, 0, 90]))
    table = finished_table(seats, winners, key=key, totals=totals, at=at)
    left, early = set(), set()
    for seat, person in enumerate(seats):
        own = rnd.randrange(1, 6) if rnd.random() < 0.1 else 6
        choose(table, seat, own, 6 - own)
        if own < 6:
            left.add(person)
            note(table, "leave", seat, person)
            table.seats.filter(index=seat).update(stand_in=True)
        if own < 3:
            early.add(person)
    services.rate_table(table.pk)
    sides = [[seats[seat] for seat in side] for side in by_side]
    return Played(
        table.pk, at, pool, sides, won, totals, left=frozenset(left), early=frozenset(early)
    )


def season(people: list[Any], seed: int, games: int) -> list[Played]:
    """Games of every pool, of which some are taken back while others go on, and some of these count again."""
    rnd = random.Random(seed)
    log: list[Played] = []
    for number in range(games):
        log.append(play(rnd, people, number))
        if rnd.random() < 0.2:
            game = rnd.choice(log)
            change = services.confirm_result if game.void else services.void_result
            change(game.table, None, "a correction")
            game.void = not game.void
    return log


@pytest.fixture
def people(member: Callable[..., Any]) -> list[Any]:
    return [member(f"p{number}") for number in range(7)]


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("seed", range(2))
def test_r3_what_is_stored_follows_from_the_games(people: list[Any], seed: int) -> None:
    log = season(people, seed, 50)
    for pool in Pool.values:
        ledger = Ledger(log, pool)
        stored = {row.user: row for row in Rating.objects.filter(pool=pool).select_related("user")}
        assert {who: Fraction(row.millis, 1000) for who, row in stored.items()} == ledger.rating
        for who, row in stored.items():
            assert (row.games, row.last_game_at) == (ledger.games[who], ledger.last.get(who))
            assert row.opponents == len(ledger.opponents[who])
            assert Fraction(row.peak, 1000) == ledger.peak.get(who, 1500)
            line = points_of(queries.history(who, pool))
            assert [point.value for point in line] == ledger.line.get(who, [])
        assert services.recompute(pool) == 0


@pytest.mark.slow
@pytest.mark.django_db
def test_records_are_the_sums_over_the_games(people: list[Any]) -> None:
    log = season(people, 8, 60)
    for pool in Pool.values:
        for person in people:
            found = encounters_of(person, pool)
            counted = [
                game
                for game in log
                if game.pool == pool and not game.void and any(person in s for s in game.sides)
            ]
            partners: dict[Any, Counter[Fraction]] = {}
            opponents: dict[Any, Counter[Fraction]] = {}
            for game in counted:
                own = next(number for number, side in enumerate(game.sides) if person in side)
                for number, side in enumerate(game.sides):
                    for other in side:
                        if other == person:
                            continue
                        # Two partners' side is compared with the only other one.
                        score = game.score(own, 1 - own if number == own else number)
                        among = partners if number == own else opponents
                        among.setdefault(other, Counter())[score] += 1
            for rows, sums in ((found.partners, partners), (found.opponents, opponents)):
                assert {row.user: (row.won, row.drawn, row.lost) for row in rows} == {
                    other: (count[Fraction(1)], count[Fraction(1, 2)], count[Fraction(0)])
                    for other, count in sums.items()
                }
                assert [row.games for row in rows] == sorted(
                    (count.total() for count in sums.values()), reverse=True
                )


@pytest.mark.slow
@pytest.mark.django_db
def test_the_leaderboard_and_the_spread_hold_whom_they_should(people: list[Any]) -> None:
    log = season(people, 9, 60)
    for pool, least, days in product(Pool.values, (1, 10, 12), (None, 1)):
        since = None if days is None else FIRST + timedelta(days=days)
        ledger = Ledger(log, pool)
        wanted = [
            who
            for who in ledger.rating
            if ledger.games[who] >= least
            and len(ledger.opponents[who]) >= 5
            and (since is None or ledger.last[who] >= since)
        ]
        found = queries.leaderboard(pool, min_games=least, active_since=since).object_list
        assert {row.user: (row.rank, row.value, row.games) for row in found} == {
            who: (
                1
                + sum(
                    ledger.rating[other] > ledger.rating[who]
                    and (ledger.games[other] < 10) == (ledger.games[who] < 10)
                    for other in wanted
                ),
                whole(ledger.rating[who]),
                ledger.games[who],
            )
            for who in wanted
        }
        spread = distribution(pool, min_games=least, active_since=since)
        bars = {} if spread is None else {bar.low: bar.players for bar in spread["bars"]}
        assert {low: count for low, count in bars.items() if count} == Counter(
            whole(ledger.rating[who]) // 50 * 50 for who in wanted
        )


def at_once(*jobs: Callable[[], Any]) -> None:
    """Run every job in a thread of its own, all beginning together."""
    barrier, failures = threading.Barrier(len(jobs)), []

    def run(job: Callable[[], Any]) -> None:
        try:
            barrier.wait(timeout=60)
            job()
        except Exception as failure:
            failures.append(failure)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(job,)) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=120)
    close_old_connections()
    assert failures == []


@pytest.mark.django_db(transaction=True)
def test_r3_tables_of_the_same_players_rated_at_once(people: list[Any]) -> None:
    rnd = random.Random(1)
    first = finished_table(people[:4], (0, 2))
    services.rate_table(first.pk)
    tables = [
        finished_table(rnd.sample(people, 4), rnd.choice(PARTNERS), at=FIRST + timedelta(hours=n))
        for n in range(6)
    ]
    jobs = [lambda key=table.pk: services.rate_table(key) for table in [*tables, *tables]]
    at_once(*jobs, lambda: services.void_result(first.pk, None, "a correction"))
    assert RatedResult.objects.count() == 7
    assert RatingChange.objects.count() == 28
    played = Counter(
        person for table in tables for person in table.seats.values_list("user", flat=True)
    )
    assert dict(Rating.objects.values_list("user", "games")) == {
        person.pk: played[person.pk]
        for person in people
        if played[person.pk] or person in people[:4]
    }
    assert services.recompute("partnership") == 0


@pytest.mark.django_db(transaction=True)
def test_r3_newcomers_are_not_rated_while_the_log_is_rewritten(
    people: list[Any], monkeypatch: Any
) -> None:
    """Of people whom no lock on a row can hold, as they have none yet, a rating would be lost."""
    first = finished_table(people[:4], (0, 2))
    services.rate_table(first.pk)
    fresh = finished_table(people[4:6], (0,), key="rubl_two_player")
    other = finished_table(people[:2], (0,), key="rubl_two_player")
    services.rate_table(other.pk)
    begun, rating = threading.Event(), threading.Event()
    overtaken = []
    rewrite, rate = services._rewrite, services._rate

    def slow(pool: str, since: int | None = None) -> int:
        begun.set()
        overtaken.append(rating.wait(timeout=0.5))
        return rewrite(pool, since)

    def noted(*args: Any) -> RatedResult:
        rating.set()
        return rate(*args)

    monkeypatch.setattr(services, "_rewrite", slow)
    monkeypatch.setattr(services, "_rate", noted)

    def rate_fresh() -> None:
        begun.wait(timeout=60)
        services.rate_table(fresh.pk)

    at_once(lambda: services.void_result(other.pk, None, "a correction"), rate_fresh)
    assert overtaken == [False]
    assert rating.is_set()
    monkeypatch.undo()
    assert services.recompute("headsup") == 0
    assert RatedResult.objects.filter(pool="headsup").count() == 2
