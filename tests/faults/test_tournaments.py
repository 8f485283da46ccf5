"""D3 and D4 for tournaments: calls are idempotent, and after a crash the same call finishes the work."""

import threading
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection

from games.ratings.models import RatedResult, Rating, RatingChange
from games.ratings.services import rate_table
from games.tables.services import arrive
from spades_site.common.clock import now
from spades_site.common.models import AuditEntry, OutboxEvent
from tests.events.conftest import Club
from tests.events.rows import rows_of, versions_of
from tests.support.crashes import crash_everywhere
from tournaments.events import advance as running
from tournaments.events.actions import entering
from tournaments.events.actions.decisions import decide_match
from tournaments.events.actions.draws import drafts
from tournaments.events.actions.fixtures import time_offers
from tournaments.events.matches.disputes import contest
from tournaments.events.models import Dispute, Match, Tournament
from tournaments.scheduling import tasks

pytestmark = pytest.mark.django_db(transaction=True)
Prepared = tuple[Tournament, Callable[[], Any]]


@pytest.fixture
def club(member: Callable[..., Any], hands: Any) -> Club:
    """The club of the tournaments' tests."""
    return Club(member, hands)


def stored(cup: Tournament) -> tuple[Any, ...]:
    """Return the stored rows of a tournament, ratings and disputes, and the sizes of the audit log and the outbox."""
    return (
        rows_of(cup),
        list(Rating.objects.order_by("pk").values_list("user", "pool", "millis", "games")),
        list(RatingChange.objects.order_by("pk").values_list("user", "before", "after")),
        list(RatedResult.objects.order_by("pk").values_list("table", "voided_at")),
        list(Dispute.objects.order_by("pk").values_list("status", "answer")),
        AuditEntry.objects.count(),
        OutboxEvent.objects.count(),
    )


def advancing(cup: Tournament) -> Prepared:
    return cup, lambda: running.advance(cup.pk)


def the_start(format_: str) -> Callable[[Club], Prepared]:
    def prepare(club: Club) -> Prepared:
        cup = club.with_entries(3, format=format_)
        club.hands.forward(3601)
        return advancing(cup)

    return prepare


def too_few(club: Club) -> Prepared:
    cup = club.with_entries(1)
    club.hands.forward(3601)
    return advancing(cup)


def check_in(club: Club) -> Prepared:
    cup = club.with_entries(2, check_in_minutes=10)
    club.hands.forward(51 * 60)
    return advancing(cup)


def the_last_result_of(round_: int, format_: str) -> Callable[[Club], Prepared]:
    def prepare(club: Club) -> Prepared:
        cup = club.started(4, format=format_)
        for number in range(1, round_ + 1):
            first, second = club.in_play(cup)
            club.finish(first, 500, 100)
            if number == round_:
                with pytest.MonkeyPatch.context() as silent:
                    silent.setattr("spades_site.common.outbox.emit", lambda topic, payload: None)
                    club.finish(second, 100, 500)
            else:
                club.finish(second, 100, 500)
        return advancing(cup)

    return prepare


def a_window_closes(no_time: str) -> Callable[[Club], Prepared]:
    def prepare(club: Club) -> Prepared:
        cup = club.with_entries(4, timing="windows", round_every_minutes=60, no_time=no_time)
        club.hands.forward(3601)
        running.advance(cup.pk)
        match = cup.matches.filter(round__number=1).first()
        user = match.entries[0].players.first().user
        time_offers.offer_times(match_id=match.pk, user=user, times=[now() + timedelta(minutes=5)])
        club.hands.forward(3601)
        return advancing(cup)

    return prepare


def nobody_comes(no_show: str) -> Callable[[Club], Prepared]:
    def prepare(club: Club) -> Prepared:
        cup = club.with_entries(2, max_entries=2, waiting_list=True, no_show=no_show)
        entering.enter(tournament_id=cup.pk, user=club.player("sue"), alone=True)
        club.hands.forward(3601)
        running.advance(cup.pk)
        club.hands.forward(61)
        return advancing(cup)

    return prepare


STATES: dict[str, Callable[[Club], Prepared]] = {
    "check-in": check_in,
    "too few": too_few,
    "start of a round robin": the_start("round_robin"),
    "start of a Swiss": the_start("swiss"),
    "start of a knock-out": the_start("knock_out"),
    "next round of a Swiss": the_last_result_of(1, "swiss"),
    "next round of a knock-out": the_last_result_of(1, "knock_out"),
    "end of a Swiss": the_last_result_of(2, "swiss"),
    "window, table at its end": a_window_closes("at_end"),
    "window, forfeit at its end": a_window_closes("forfeit"),
    "no-show, forfeit": nobody_comes("forfeit"),
    "no-show, substitute": nobody_comes("substitute"),
}


@pytest.mark.slow
@pytest.mark.parametrize("state", STATES)
def test_d4_advance_that_crashed_anywhere_is_done_again(club: Club, state: str) -> None:
    cup, advance = STATES[state](club)
    before = stored(cup)
    assert crash_everywhere(advance) >= 3
    done = stored(cup)
    assert done != before
    # The call that got through has done everything: again it changes nothing.
    advance()
    assert stored(cup) == done


@pytest.mark.slow
def test_d4_a_decision_that_crashed_anywhere_is_taken_again(club: Club) -> None:
    cup = club.started(4)
    match = club.in_play(cup)[0]
    club.finish(match, 500, 100)
    rate_table(match.table_id)
    ratings = list(Rating.objects.order_by("pk").values())
    loser = match.entries[1].players.first().user
    contest(match_id=match.pk, user=loser, text="No.")

    def decide() -> None:
        decide_match(match_id=match.pk, by=club.organizer, winner=1, reason="Yes.")

    assert crash_everywhere(decide) >= 10
    versions = versions_of(match)
    assert versions == [(1, "played", 0, False), (2, "forfeit", 1, True)]
    assert RatedResult.objects.get().voided_at is None
    assert list(Rating.objects.order_by("pk").values()) == ratings
    assert Dispute.objects.get().status == "upheld"


def test_d4_a_rating_that_crashed_anywhere_is_worked_out_again(club: Club) -> None:
    cup = club.started(2)
    (match,) = club.in_play(cup)
    with pytest.MonkeyPatch.context() as silent:
        silent.setattr("spades_site.common.outbox.emit", lambda topic, payload: None)
        club.finish(match, 500, 100)
    match.refresh_from_db()
    assert RatedResult.objects.count() == 0
    assert crash_everywhere(lambda: rate_table(match.table_id)) >= 4
    done = stored(cup)
    # 20 points, divided by 5: nobody has met five people yet.
    assert sorted(set(Rating.objects.values_list("millis", "games"))) == [
        (1_496_000, 1),
        (1_504_000, 1),
    ]
    rate_table(match.table_id)
    assert stored(cup) == done


@pytest.mark.slow
def test_d4_a_confirmed_draw_that_crashed_anywhere_is_confirmed_again(club: Club) -> None:
    cup = club.started(4, format="swiss", confirm_draws=True)
    draft = drafts.draft_of(cup)
    assert draft is not None
    round_id = draft.pk
    call = lambda: drafts.confirm(round_id=round_id, by=club.organizer)  # noqa: E731
    assert crash_everywhere(call) >= 8
    assert len(club.in_play(cup)) == 2


# ------------------------------------------------------------------------------------------------------ D3
def relative(value: Any, start: datetime) -> Any:
    """Return stored rows with moments as half minutes from the start: evenings on a slow machine can be compared."""
    if isinstance(value, datetime):
        return round((value - start).total_seconds() / 30)
    if isinstance(value, dict):
        return {key: relative(each, start) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [relative(each, start) for each in value]
    return value


def an_evening(club: Club, prepare: Callable[[Club], tuple[Tournament, int]], how: str) -> Any:
    """Return a tournament's outcome when its tasks run in time, twice, concurrently, or an hour late."""
    cup, seconds = prepare(club)
    if how == "late":
        club.hands.forward(seconds + 3600)
        tasks.advance_due()
    else:
        club.hands.forward(seconds)
        if how == "at once":
            _at_once(lambda: (tasks.advance_due(), running.advance(cup.pk)))
        else:
            for _time in range(2 if how == "twice" else 1):
                tasks.advance_due()
        # What comes within the hour comes in time as well.
        club.hands.forward(3600)
        tasks.advance_due()
    rows = rows_of(cup)
    return relative(rows, cup.starts_at)


def _at_once(call: Callable[[], Any]) -> None:
    failures: list[BaseException] = []
    barrier = threading.Barrier(3)

    def run() -> None:
        try:
            barrier.wait(timeout=20)
            call()
        except BaseException as failure:
            failures.append(failure)
        finally:
            connection.close()

    threads = [threading.Thread(target=run) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=120)
    assert failures == []


def starting(club: Club) -> tuple[Tournament, int]:
    return club.with_entries(4, format="swiss"), 3601


def closing_a_window(club: Club) -> tuple[Tournament, int]:
    cup = club.with_entries(
        4, timing="windows", round_every_minutes=600, no_time="forfeit", format="swiss"
    )
    club.hands.forward(3601)
    running.advance(cup.pk)
    return cup, 600 * 60


def opening_at_the_agreed_time(club: Club) -> tuple[Tournament, int]:
    cup = club.with_entries(2, timing="windows", round_every_minutes=600)
    club.hands.forward(3601)
    running.advance(cup.pk)
    match = cup.matches.get()
    when = cup.starts_at + timedelta(minutes=10)
    for side in match.entries:
        time_offers.offer_times(match_id=match.pk, user=side.players.first().user, times=[when])
    return cup, 610


def losing_by_not_coming(club: Club) -> tuple[Tournament, int]:
    cup = club.with_entries(2, no_show="forfeit", grace_minutes=5)
    club.hands.forward(3601)
    running.advance(cup.pk)
    (match,) = club.in_play(cup)
    for name in ("a1", "b1"):
        arrive(table_id=match.table_id, user=club.player(name), salt_hash="")
    return cup, 310


def checking_in(club: Club) -> tuple[Tournament, int]:
    return club.with_entries(2, check_in_minutes=10), 51 * 60


@pytest.mark.sweep(1)
@pytest.mark.parametrize("how", ["twice", "at once", "late"])
@pytest.mark.parametrize(
    "prepare",
    [starting, closing_a_window, opening_at_the_agreed_time, losing_by_not_coming, checking_in],
)
def test_d3_tasks_twice_at_once_and_an_hour_late_leave_the_same_rows(
    club: Club, prepare: Callable[[Club], tuple[Tournament, int]], how: str
) -> None:
    in_time = an_evening(club, prepare, "once")
    Match.objects.all().delete()
    Tournament.objects.all().delete()
    assert an_evening(club, prepare, how) == in_time
