"""D3 for every task that beat runs: twice, twice at once, late, and in any order with the others, one outcome."""

import itertools
import threading
from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.core import mail
from django.db import connection

from games import engine
from games.analysis.tasks import send_again
from games.fair_play import tasks as fair_play
from games.practice.models import BotsTurn
from games.practice.tasks import forget_old_turns
from games.problems.tasks import look_for_problems
from games.ratings.models import RatingChange
from games.statistics.tasks import notice_honours
from games.tables.lobby import rated_search
from games.tables.models import ChatMessage, Table
from games.tables.tasks import (
    forget_old_chat,
    make_partitions,
    remove_unused_guests,
    seat_searchers,
    sweep,
)
from spades_site.accounts.guests import create_guest
from spades_site.accounts.models import User
from spades_site.celery import app
from spades_site.common import limits, outbox
from spades_site.common.clock import now
from spades_site.common.models import OutboxDelivery, OutboxEvent, Tally
from spades_site.common.tasks import deliver_outbox, forget_expired
from spades_site.notices.models import Notice
from spades_site.notices.services import send_notice
from spades_site.notices.tasks import forget_devices, send_mails, send_pushes
from tests.events.conftest import Club
from tests.events.rows import rows_of, versions_of
from tests.faults.actions import told_of_nothing
from tests.ladders.conftest import LadderClub
from tests.own_time.conftest import OwnTimeClub
from tests.support.crashes import Crash, Crashing
from tournaments.events.actions import entering
from tournaments.events.models import Match, Tournament
from tournaments.scheduling.tasks import (
    advance_due,
    advance_ladders,
    close_own_time,
    finish_seasons,
    forget_signals,
    look_at_absences,
    look_at_paces,
    make_scheduled,
    remind,
    tell_of_signals,
)
from tournaments.webhooks.tasks import send_webhooks

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]
TASKS: dict[str, Callable[[], Any]] = {
    "games.analysis.tasks.send_again": send_again,
    "games.fair_play.tasks.forget_old": fair_play.forget_old,
    "games.fair_play.tasks.send_again": fair_play.send_again,
    "games.practice.tasks.forget_old_turns": forget_old_turns,
    "games.problems.tasks.look_for_problems": look_for_problems,
    "games.statistics.tasks.notice_honours": notice_honours,
    "games.tables.tasks.seat_searchers": seat_searchers,
    "games.tables.tasks.forget_old_chat": forget_old_chat,
    "games.tables.tasks.make_partitions": make_partitions,
    "games.tables.tasks.remove_unused_guests": remove_unused_guests,
    "games.tables.tasks.sweep": sweep,
    "spades_site.common.tasks.forget_expired": forget_expired,
    "spades_site.common.tasks.deliver_outbox": deliver_outbox,
    "spades_site.notices.tasks.forget_devices": forget_devices,
    "spades_site.notices.tasks.send_mails": send_mails,
    "spades_site.notices.tasks.send_pushes": send_pushes,
    "tournaments.scheduling.tasks.advance_due": advance_due,
    "tournaments.scheduling.tasks.advance_ladders": advance_ladders,
    "tournaments.scheduling.tasks.close_own_time": close_own_time,
    "tournaments.scheduling.tasks.finish_seasons": finish_seasons,
    "tournaments.scheduling.tasks.forget_signals": forget_signals,
    "tournaments.scheduling.tasks.look_at_absences": look_at_absences,
    "tournaments.scheduling.tasks.look_at_paces": look_at_paces,
    "tournaments.scheduling.tasks.make_scheduled": make_scheduled,
    "tournaments.scheduling.tasks.remind": remind,
    "tournaments.scheduling.tasks.tell_of_signals": tell_of_signals,
    "tournaments.webhooks.tasks.send_webhooks": send_webhooks,
}

JOBS = {
    "games.analysis.tasks.analyse_hand",
    "games.fair_play.tasks.examine",
    "games.practice.tasks.choose_for_bots",
    "games.practice.tasks.warm_up",
    "games.tables.tasks.choose_for_bot",
}
"""What the bots' queue does; tests/analysis, tests/fair_play, tests/practice and tests/tables/game test them."""


@pytest.fixture
def club(member: Callable[..., Any], hands: Any, settings: Any) -> Club:
    """The club of the tournaments' tests; what it is told goes out by mail."""
    settings.NOTICE_MAILS = True
    return Club(member, hands)


def at_once(*calls: Callable[[], Any], times: int = 3) -> None:
    """Call each from several threads at the same moment; none may fail."""
    failures: list[BaseException] = []
    barrier = threading.Barrier(times * len(calls))

    def run(call: Callable[[], Any]) -> None:
        try:
            barrier.wait(timeout=20)
            call()
        except BaseException as failure:
            failures.append(failure)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(call,)) for call in calls * times]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=120)
    assert failures == []


def test_every_task_is_here_and_beat_runs_each() -> None:
    app.loader.import_default_modules()
    ours = {name for name in app.tasks if not name.startswith("celery.")}
    assert ours == set(TASKS) | JOBS
    assert {entry["task"] for entry in app.conf.beat_schedule.values()} == set(TASKS)


# -------------------------------------------------------------------------------------- each by itself, at once
def test_d3_a_challenge_without_an_answer_ends_once(member: Callable[..., Any], hands: Any) -> None:
    club = LadderClub(member, hands)
    ladder = club.ladder(entries=3)
    made = club.challenge(ladder, 3, 2)
    hands.forward(ladder.answer_days * 86_400 + 1)
    at_once(advance_ladders, times=4)
    advance_ladders()
    made.refresh_from_db()
    assert made.status == "unanswered"
    failures = [(one.rung, one.failures) for one in ladder.entries.order_by("rung")]
    assert failures == [(1, 0), (2, 1), (3, 0)]
    assert ladder.steps.filter(kind="failure").count() == 1


def test_d3_an_own_time_event_closes_once(member: Callable[..., Any], hands: Any) -> None:
    club = OwnTimeClub(member, hands)
    event = club.opened()
    for name in ("p1", "p2"):
        club.play(event, name)
    club.begin(event, "p1")
    club.later(days=2)
    at_once(close_own_time, times=4)
    close_own_time()
    event.refresh_from_db()
    assert event.closed_at is not None
    assert [(one.played, one.place) for one in event.entries.order_by("pk")] == [(1, 1), (1, 1)]
    assert event.deals.filter(deals__opened_at=None).count() == 0
    assert Notice.objects.filter(kind="own_time").count() == 2


def test_d3_an_event_is_delivered_once_by_however_many(club: Club) -> None:
    heard: list[int] = []
    outbox.register("test.heard", "tests", lambda payload: heard.append(payload["number"]))
    try:
        for number in range(5):
            outbox.emit("test.heard", {"number": number})
        at_once(deliver_outbox, times=4)
        deliver_outbox()
    finally:
        outbox._handlers.pop("test.heard")
    assert sorted(heard) == [0, 1, 2, 3, 4]
    assert OutboxEvent.objects.filter(due_at__isnull=False).count() == 0
    assert OutboxDelivery.objects.count() == 5


def test_d4_an_event_whose_delivery_crashed_anywhere_is_delivered_again(club: Club) -> None:
    cup = club.started(2)
    (match,) = club.in_play(cup)
    told_of_nothing(club, match, 500, 100)
    event = OutboxEvent.objects.filter(topic="table.finished").latest("pk")
    crashes, done = 0, False
    while not done:
        try:
            with connection.execute_wrapper(Crashing(crashes + 1)):
                done = outbox.deliver(event.pk)
        except Crash:
            done = False
        crashes += not done
    assert crashes > 10
    assert versions_of(match) == [(1, "played", 0, True)]
    assert RatingChange.objects.count() == 4
    assert rows_of(cup)["status"] == "finished"


def test_d3_a_mail_goes_out_once_by_however_many(club: Club) -> None:
    people = [club.player(f"p{each}") for each in range(6)]
    send_notice(
        people, "check_in", "tournament:1", "/tournaments/cup/",
        {"tournament": "Cup", "start_at": now().isoformat()},
    )  # fmt: skip
    at_once(send_mails, times=4)
    send_mails()
    assert sorted(to for sent in mail.outbox for to in sent.to) == [
        f"p{each}@example.org" for each in range(6)
    ]
    assert Notice.objects.filter(mailed_at=None).count() == 0


def test_d3_reminders_come_once_by_however_many(club: Club) -> None:
    club.with_entries(2)
    club.hands.forward(31 * 60)
    at_once(remind, times=4)
    remind()
    told = Notice.objects.filter(kind="starts_soon").values_list("user__username", flat=True)
    assert sorted(told) == ["a1", "a2", "b1", "b2"]


def test_d3_a_table_that_waits_begins_once_by_however_many(club: Club) -> None:
    cup = club.started(2)
    (match,) = club.in_play(cup)
    club.hands.forward(61)
    at_once(sweep, times=4)
    log = match.table.actions.order_by("version").values_list("version", "kind", "text")
    assert [text for _, kind, text in log if text in ("stand_in", "start")].count("stand_in") == 4
    versions = [version for version, _, _ in log]
    assert versions == sorted(set(versions))
    assert sum(kind == "deal" for _, kind, _ in log) == 1


def test_d3_searchers_are_seated_once_by_however_many(club: Club) -> None:
    people = [club.player(f"p{each}") for each in range(8)]
    for person in people[:3]:
        rated_search.search(user=person)
    for person in people[3:]:
        rated_search._keep_place(person, "cardgames_io", "")
    at_once(seat_searchers, times=4)
    seat_searchers()
    tables = Table.objects.filter(rated=True)
    assert [table.seats.filter(user__isnull=False).count() for table in tables] == [4, 4]
    assert len({seat.user_id for table in tables for seat in table.seats.all()}) == 8


def test_d4_a_search_that_crashed_anywhere_keeps_everybody_s_place(club: Club) -> None:
    people = [club.player(f"p{each}") for each in range(4)]
    for person in people[:3]:
        rated_search.search(user=person)
    crashes, found = 0, None
    while found is None:
        places = rated_search.RatedSearch.objects.filter(table=None, user__in=people[:3])
        assert (places.count(), Table.objects.count()) == (3, 0)
        try:
            with connection.execute_wrapper(Crashing(crashes + 1)):
                found = rated_search.search(user=people[3])
        except Crash:
            crashes += 1
    assert crashes > 5
    assert [rated_search.table_found(person) for person in people] == [found] * 4


def test_d3_old_chat_is_forgotten_once_by_however_many(club: Club, settings: Any) -> None:
    settings.CHAT_DAYS = 30
    cup = club.started(4)
    old, new = (match.table for match in club.in_play(cup))
    for table, days in ((old, 31), (new, 29)):
        Table.objects.filter(pk=table.pk).update(
            status="abandoned",
            finished_at=now() - timedelta(days=days),
            wake_at=None,
            deadline=None,
        )
        for text in ("Hello", "Bye"):
            ChatMessage.objects.create(
                table=table, channel="table", name="ann", text=text, at=now()
            )
    at_once(forget_old_chat, times=4)
    forget_old_chat()
    kept = ChatMessage.objects.order_by("pk").values_list("table", "text")
    assert list(kept) == [(new.pk, "Hello"), (new.pk, "Bye")]


def test_d3_old_turns_of_practice_go_and_new_ones_stay() -> None:
    for number, hours in enumerate((49, 49, 47)):
        BotsTurn.objects.create(
            digest=str(number), position={}, level=2, asked_at=now() - timedelta(hours=hours)
        )
    at_once(forget_old_turns, times=4)
    assert [turn.digest for turn in BotsTurn.objects.all()] == ["2"]


def test_d3_unused_guests_go_once_by_however_many(club: Club, settings: Any) -> None:
    settings.GUEST_DAYS = 30
    for _ in range(450):
        create_guest()
    keep = create_guest()
    User.objects.filter(is_guest=True).update(date_joined=now() - timedelta(days=31))
    User.objects.filter(pk=keep.pk).update(date_joined=now() - timedelta(days=29))
    at_once(remove_unused_guests, times=4)
    remove_unused_guests()
    assert list(User.objects.filter(is_guest=True)) == [keep]


def test_d3_expired_sessions_and_tallies_go_once_by_however_many(club: Club) -> None:
    for number in range(20):
        limits.count("leagues", number)
        Session.objects.create(
            session_key=f"old{number}", session_data="", expire_date=now() + timedelta(days=1)
        )
    kept = Session.objects.create(
        session_key="new", session_data="", expire_date=now() + timedelta(days=5)
    )
    club.hands.forward(4 * 86400)
    at_once(forget_expired, times=4)
    forget_expired()
    assert (list(Session.objects.all()), Tally.objects.count()) == ([kept], 0)


def test_d3_old_notices_and_delivered_events_go_once_by_however_many(club: Club) -> None:
    OutboxEvent.objects.all().delete()
    una = club.player("una")
    for number in range(20):
        send_notice([una], "announcement", f"announcement:{number}", "/", {})
        outbox.emit("nobody.listens", {"n": number})
    outbox.deliver_due()
    OutboxEvent.objects.filter(payload__n=7).update(due_at=now())
    club.hands.forward(15 * 86400)
    at_once(forget_expired, times=4)
    assert [one.payload for one in OutboxEvent.objects.all()] == [{"n": 7}]
    club.hands.forward(166 * 86400)
    send_notice([una], "announcement", "announcement:new", "/", {})
    at_once(forget_devices, times=4)
    assert [one.key for one in Notice.objects.filter(user=una)] == ["announcement:new"]


# ----------------------------------------------------------------------------------------- all, in any order
@pytest.fixture
def sure_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deals and bots that leave nothing to chance, so that evenings can be compared."""
    from games import fairness
    from games.tables.game import dealing

    master = bytes(range(fairness.MASTER_BYTES))
    monkeypatch.setattr(dealing, "new_secret", lambda: (master, fairness.commitment(master)))
    first = lambda state, seat, *_, **__: engine.legal_actions(state, seat)[0]  # noqa: E731
    monkeypatch.setattr("games.tables.server.wakeups.choice_for", first)


def an_evening(club: Club, order: Sequence[str], *, times: int = 1) -> dict[str, Any]:
    """Play a tournament of three by the tasks alone, in that order each time; returns what is stored and was
    mailed.
    """
    for model in (Match, Tournament, Table, Notice, OutboxEvent):
        model.objects.all().delete()
    mail.outbox.clear()
    cup = club.with_entries(
        3, name=f"Cup {'-'.join(order)} {times}"[:60], format="swiss", rounds=2, match_hands=1,
        check_in_minutes=20,
    )  # fmt: skip
    for step in range(300):
        # The reminder comes half an hour before the start, check-in opens ten minutes later; a mail about that is of no use
        # once the tournament starts, so whatever the order the tasks come by before.
        club.hands.forward({0: 31 * 60, 1: 10 * 60, 2: 60, 3: 19 * 60}.get(step, 65))
        for name in [*order] * times:
            TASKS[name]()
        cup.refresh_from_db()
        if step == 1:
            for number in (1, 2, 3):
                entering.check_in(tournament_id=cup.pk, user=club.player(f"a{number}"))
        if cup.status == "finished" and not _waiting():
            break
    matches = rows_of(cup)["matches"]
    return {
        "status": cup.status,
        "matches": [(m[0], m[2], m[3], m[4], [r[2:6] for r in m[6]]) for m in matches],
        "notices": sorted(Notice.objects.values_list("user__username", "kind")),
        "mails": sorted(sent.to[0] for sent in mail.outbox),
    }


def _waiting() -> bool:
    return (
        OutboxEvent.objects.filter(due_at__isnull=False).exists()
        or Notice.objects.filter(mail_due_at__isnull=False).exists()
        or Table.objects.filter(wake_at__isnull=False).exists()
    )


@pytest.mark.long
def test_d3_tasks_in_the_other_order_and_twice_each_have_one_outcome(
    club: Club, sure_bots: None
) -> None:
    usual = an_evening(club, list(TASKS))
    assert usual["status"] == "finished"
    assert [match[3] for match in usual["matches"]] == ["done"] * 4
    kinds = {kind for _, kind in usual["notices"]}
    # Nobody comes to a table, so its match is announced as decided.
    assert kinds == {"invited", "entry", "starts_soon", "check_in", "drawn", "decided"}
    assert an_evening(club, list(TASKS)[::-1], times=2) == usual


@pytest.mark.long
def test_d3_tasks_in_any_order_have_one_outcome(club: Club, sure_bots: None) -> None:
    usual = an_evening(club, list(TASKS))
    for order in itertools.islice(itertools.permutations(TASKS), 7, 120, 13):
        assert an_evening(club, order) == usual, order
