"""Transactions that take the same locks in one order wait for each other; in two orders Postgres aborts one of them
(D3).

On SQLite transactions follow one another anyway; there the same calls are made at once.
"""

import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction

from games.ratings import services as ratings
from games.ratings.models import RatedResult, RatingChange
from games.tables.models import Table
from spades_site.accounts.closing import close_account
from spades_site.common.clock import now
from tests.events.conftest import Club
from tests.faults.actions import told_of_nothing
from tests.faults.locks import lock_in
from tournaments.events import advance
from tournaments.events.actions import decisions, entering
from tournaments.events.actions.fixtures import time_offers
from tournaments.events.core.state import lock
from tournaments.events.models import Match, TimeOffer
from tournaments.events.models import PlayerInvitation as TournamentGuest

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both]
PATIENCE = 30


@pytest.fixture
def club(member: Callable[..., Any], hands: Any) -> Club:
    """The club of the tournaments' tests."""
    return Club(member, hands)


class Meeting:
    """Two transactions, each with one lock that the other wants next: neither goes on before both are there."""

    def __init__(self) -> None:
        self.decider_is_at_its_first = threading.Event()
        self.pool_is_held = threading.Event()
        self.decider_holds_or_waits = threading.Event()

    def of_decider(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        """Stop the organizer's transaction before its first lock of a pool or a table, until the other holds the
        pool.
        """
        lock = lock_in(sql)
        if lock not in {"pool", "table"} or self.decider_holds_or_waits.is_set():
            return execute(sql, params, many, context)
        self.decider_is_at_its_first.set()
        assert self.pool_is_held.wait(PATIENCE)
        if lock == "pool":
            # It will wait: the other must go on first.
            self.decider_holds_or_waits.set()
        answer = execute(sql, params, many, context)
        self.decider_holds_or_waits.set()
        return answer

    def of_courier(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        """Stop the message's transaction once it holds the pool, until the other holds a lock or waits for one."""
        answer = execute(sql, params, many, context)
        if lock_in(sql) == "pool" and not self.pool_is_held.is_set():
            self.pool_is_held.set()
            assert self.decider_holds_or_waits.wait(PATIENCE)
        return answer


def run(said: list[str], name: str, call: Callable[[], Any], wrapper: Any) -> threading.Thread:
    """Start a thread that makes a call with its statements wrapped (on Postgres), and says how it went."""

    def work() -> None:
        try:
            if connection.vendor == "postgresql":
                with connection.execute_wrapper(wrapper):
                    call()
            else:
                call()
            said.append(f"{name}: done")
        except Exception as failure:
            said.append(f"{name}: {failure!r}")
        finally:
            connection.close()

    thread = threading.Thread(target=work)
    thread.start()
    return thread


def decide(club: Club, match: Match) -> Any:
    return decisions.decide_match(match_id=match.pk, by=club.organizer, winner=1, reason="Cheating")


def play_anew(club: Club, match: Match) -> Any:
    return decisions.replay_match(match_id=match.pk, by=club.organizer, reason="A cable")


@pytest.mark.slow
@pytest.mark.parametrize("act", [decide, play_anew])
def test_d3_deciding_a_match_and_rating_its_table_do_not_wait_for_each_other_for_ever(
    club: Club, act: Callable[[Club, Match], Any]
) -> None:
    cup = club.started(4)
    match = club.in_play(cup)[0]
    Table.objects.filter(pk=match.table_id).update(status=Table.Status.PLAYING, started_at=now())
    meeting, said = Meeting(), list[str]()
    threads = [run(said, "decided", lambda: act(club, match), meeting.of_decider)]
    if connection.vendor == "postgresql":
        # The organizer's transaction has seen a table in play; now the game ends.
        assert meeting.decider_is_at_its_first.wait(PATIENCE)
    table = told_of_nothing(club, match, 500, 100)

    @transaction.atomic
    def deliver() -> None:
        ratings.on_table_finished({"table": table.pk})

    threads.append(run(said, "rated", deliver, meeting.of_courier))
    for thread in threads:
        thread.join(2 * PATIENCE)
    assert sorted(said) == ["decided: done", "rated: done"]
    # Whichever came first, the game is rated as it ended at its table.
    if connection.vendor == "postgresql":
        assert not RatedResult.objects.get(table=table).is_void
        assert RatingChange.objects.count() == 4
        shown = Table.objects.get(pk=table.pk).rating_changes
        assert all(each["after"] != each["before"] for each in shown)


def test_d3_closing_an_account_and_asking_its_owner_to_play_do_not_wait_for_each_other_for_ever(
    club: Club,
) -> None:
    """What refers to a person needs the key of their row only, which closing leaves alone until it has all its
    locks.
    """
    cup, zoe = club.open(), club.player("zoe")
    club.enter_pair(cup, "bob", "zoe")
    entering.withdraw(tournament_id=cup.pk, user=zoe)
    owner_is_held, cup_is_held, said = threading.Event(), threading.Event(), list[str]()

    def closer(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        answer = execute(sql, params, many, context)
        if lock_in(sql) == "user":
            owner_is_held.set()
        return answer

    @transaction.atomic
    def ask() -> None:
        lock(cup.pk)
        cup_is_held.set()
        if connection.vendor == "postgresql":
            assert owner_is_held.wait(PATIENCE)
        TournamentGuest.objects.create(tournament=cup, user=zoe, by=club.organizer, at=now())

    def untouched(execute: Any, *given: Any) -> Any:
        return execute(*given)

    threads = [run(said, "asked", ask, untouched)]
    assert cup_is_held.wait(PATIENCE)
    threads.append(run(said, "closed", lambda: close_account(user_id=zoe.pk, by=zoe), closer))
    for thread in threads:
        thread.join(2 * PATIENCE)
    assert sorted(said) == ["asked: done", "closed: done"]


@pytest.mark.slow
def test_d3_a_player_cannot_agree_to_two_matches_at_one_moment_by_agreeing_at_once(
    club: Club,
) -> None:
    moment, offers = now() + timedelta(hours=3), []
    for other in ("mia", "ned"):
        cup = club.open(name=f"Against {other}", timing="windows", round_every_minutes=600)
        club.enter_pair(cup, "eve", "sue")
        club.enter_pair(cup, other, f"{other}2")
        offers.append((cup, club.player(other)))
    club.hands.forward(3601)
    made = []
    for cup, user in offers:
        advance.advance(cup.pk)
        match = cup.matches.get()
        made.append(time_offers.offer_times(match_id=match.pk, user=user, times=[moment]))
    reached, said = threading.Barrier(2), list[str]()

    def checked(execute: Any, sql: str, *given: Any) -> Any:
        """Stop before a time is written, until the other has checked it too or is known to wait."""
        if sql.startswith('UPDATE "events_match" SET "starts_at"'):
            with suppress(threading.BrokenBarrierError):
                reached.wait(1)
        return execute(sql, *given)

    def accept(offer: TimeOffer, name: str) -> threading.Thread:
        def call() -> None:
            time_offers.accept_time(offer_id=offer.pk, user=club.people[name])

        return run(said, name, call, checked)

    threads = [accept(made[0], "eve"), accept(made[1], "sue")]
    for thread in threads:
        thread.join(2 * PATIENCE)
    refusals = [each for each in said if "two_at_once" in each or "another match" in each]
    assert (len(said), len(refusals)) == (2, 1)
    assert Match.objects.filter(starts_at=moment, agreed=True).count() == 1
