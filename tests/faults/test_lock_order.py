"""D3: every action takes its locks in the documented order, so no two can deadlock."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db import connection, transaction

from games import engine
from games.engine.sentences import message
from games.ratings import services as ratings
from games.ratings.models import Pool, RatedResult
from games.tables import services
from games.tables.access.mutes import set_block
from games.tables.lobby import rated_search
from games.tables.lobby.play_now import play_now
from games.tables.models import Table
from games.tables.seats.rematch import rematch
from games.tables.timing import outages
from spades_site.accounts.closing import close_account
from spades_site.accounts.renaming import rename
from spades_site.common.clock import machine_time
from spades_site.common.tasks import deliver_outbox
from tests.events.conftest import Club
from tests.faults.actions import told_of_nothing
from tests.faults.locks import ORDER, Recorder, in_order, recorded
from tests.faults.season_actions import ACTIONS
from tests.faults.test_every_task import TASKS
from tests.program import ROOT
from tournaments.events.actions import decisions, entering
from tournaments.events.entries import inviting, renaming
from tournaments.events.matches import disputes
from tournaments.events.models import Result, Round, Tournament
from tournaments.leagues import joining
from tournaments.leagues.services import create_league

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
LOCKED = ("tournament", "pool", "table")


@pytest.fixture
def club(member: Callable[..., Any], hands: Any, settings: Any) -> Club:
    """The club of the tournaments' tests, on a site that sends mails."""
    settings.NOTICE_MAILS = True
    return Club(member, hands)


def orderly(recorder: Recorder, *kinds: str) -> None:
    """Hold that something was recorded, these kinds of locks among it, and that nothing was out of order."""
    assert recorder.disorderly == []
    met = {name for taken in recorder.transactions for name, _key in taken}
    assert met >= set(kinds), met


def test_the_documents_name_the_same_order() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text()
    table = text.partition("## Locks\n")[2].partition("\n## ")[0]
    assert tuple(re.findall(r"^\| \d+ \| \*\*(.+?)\*\*", table, re.MULTILINE)) == ORDER


@pytest.mark.parametrize(
    ("taken", "well"),
    [
        ([("tournament", 1), ("pool", 0), ("table", 3), ("table", 4)], True),
        ([("table", 3), ("pool", 0)], False),
        ([("table", 4), ("table", 3)], False),
        ([("pool", 0), ("tournament", 1)], False),
    ],
)
def test_the_recorder_tells_order_from_disorder(taken: Any, well: bool) -> None:
    assert in_order(taken) is well


def test_the_recorder_sees_what_transactions_lock(club: Club) -> None:
    cup = club.started(2)
    (match,) = club.in_play(cup)
    with recorded() as recorder:
        decisions.decide_match(match_id=match.pk, by=club.organizer, winner=0, reason="So it is")
    assert [("tournament", cup.pk), ("table", match.table_id)] in recorder.transactions


@pytest.mark.parametrize("name", sorted(ACTIONS))
def test_d3_an_action_takes_its_locks_in_order(club: Club, name: str) -> None:
    call = ACTIONS[name](club)
    with recorded() as recorder:
        call()
    orderly(recorder)


def test_d3_each_task_takes_its_locks_in_order(club: Club) -> None:
    cup = club.started(4, format="swiss", rounds=2)
    for match in club.in_play(cup):
        told_of_nothing(club, match, 500, 100)
    club.with_entries(2, name="Another cup")
    club.hands.forward(3601)
    for name, task in sorted(TASKS.items()):
        with transaction.atomic():
            with recorded() as recorder:
                task()
            transaction.set_rollback(True)
        assert recorder.disorderly == [], name


def test_d3_a_tournament_by_the_tasks_takes_its_locks_in_order(club: Club) -> None:
    cup = club.started(4, format="swiss", rounds=2)
    with recorded() as recorder:
        while matches := club.in_play(cup):
            for match in matches:
                told_of_nothing(club, match, 500, 100)
            deliver_outbox()
        match = cup.matches.order_by("pk")[0]
        loser = match.entries[1].players.order_by("position")[0].user
        disputes.contest(match_id=match.pk, user=loser, text="No.")
        for kind in ("void", "played"):
            decisions.decide_match(
                match_id=match.pk, by=club.organizer, verdict=kind, reason="Cards"
            )
    cup.refresh_from_db()
    assert cup.status == "finished"
    orderly(recorder, "event", *LOCKED)


def test_d3_rounds_with_shared_deals_take_their_locks_in_order(club: Club) -> None:
    cup = club.started(4, format="swiss", rounds=2, comparison="matchpoints", match_hands=2)
    with recorded() as recorder:
        for match in club.in_play(cup):
            told_of_nothing(club, match, 500, 100)
        deliver_outbox()
    orderly(recorder, "event", "tournament", "deals", "table")


def test_d3_ratings_taken_back_given_again_and_recomputed_take_their_locks_in_order(
    club: Club,
) -> None:
    cup = club.started(4)
    for match in club.in_play(cup):
        club.finish(match, 500, 100)
    result = RatedResult.objects.order_by("pk")[0]
    with recorded() as recorder:
        ratings.void_result(result.table_id, club.organizer, "Cards")
        ratings.confirm_result(result.table_id, club.organizer, "No cards")
        for pool in Pool.values:
            ratings.recompute(pool)
    orderly(recorder, "pool", "table")


def test_d3_casual_tables_take_their_locks_in_order(club: Club) -> None:
    ann, bob = club.player("amy"), club.player("bob")
    with recorded() as recorder:
        first = services.open_table(
            services.TableTerms(rules=engine.preset("cardgames_io", max_hands=1)), created_by=ann
        )
        services.take_seat(table_id=first.pk, user=ann, seat=0, salt_hash="")
        services.take_seat(table_id=first.pk, user=bob, seat=2, salt_hash="")
        services.fill_with_bots(table_id=first.pk, by=ann)
        while Table.objects.get(pk=first.pk).status != Table.Status.FINISHED:
            club.hands.forward(600)
            TASKS["games.tables.tasks.sweep"]()
        for person in (ann, bob):
            rematch(table_id=first.pk, user=person)
        for person in (ann, bob, club.player("cid")):
            play_now(user=person)
        for name in ("dee", "eve", "fay", "gus"):
            rated_search.search(user=club.player(name))
        assert Table.objects.get(rated=True, preset="cardgames_io").seats.count() == 4
        rated_search.stop(user=club.player("hal"))
        deliver_outbox()
    orderly(recorder, "play now", "event", "table")


def test_d3_an_outage_takes_its_locks_in_order(club: Club) -> None:
    for name in ("amy", "bob"):
        person = club.player(name)
        table = services.open_table(
            services.TableTerms(rules=engine.preset("cardgames_io")), created_by=person
        )
        services.take_seat(table_id=table.pk, user=person, seat=0, salt_hash="")
        services.fill_with_bots(table_id=table.pk, by=person)
    outages.beat()
    with recorded() as recorder:
        assert outages.beat(machine_time() + timedelta(minutes=2)) > timedelta(minutes=1)
    orderly(recorder, "pulse", "table")


def test_d3_leagues_and_blocks_take_their_locks_in_order(club: Club) -> None:
    ann, bob = club.organizer, club.player("bob")
    club.player("cid")
    with recorded() as recorder:
        one, two = (create_league(by=ann, name=name) for name in ("One", "Two"))
        for league in (two, one):
            joining.invite(league_id=league.pk, by=ann, username="bob")
        cups = [club.open(name=name) for name in ("Cup", "Other cup")]
        for cup in reversed(cups):
            inviting.ask(tournament_id=cup.pk, by=ann, username="cid")
            entering.enter(tournament_id=cup.pk, user=ann, partner="cid")
        set_block(user=bob, name="ann", yes=True)
        set_block(user=club.player("cid"), name="ann", yes=True)
    orderly(recorder, "league", "tournament")


def test_d3_a_new_name_takes_its_locks_in_order(club: Club) -> None:
    club.started(2)
    club.with_entries(2, name="Another cup")
    person = club.player("a1")
    services.take_seat(
        table_id=services.open_table(
            services.TableTerms(rules=engine.preset("cardgames_io")), created_by=person
        ).pk,
        user=person,
        seat=0,
    )
    with recorded() as recorder:
        rename(user_id=person.pk, name="amelia", by=person)
        deliver_outbox()
    assert get_user_model().objects.get(pk=person.pk).username == "amelia"
    orderly(recorder, "user", "event", "tournament", "table")


def test_d3_a_new_name_is_put_into_a_tournaments_texts_under_its_lock(club: Club) -> None:
    cups = [club.started(2), club.with_entries(2, name="Another cup")]
    for match in club.in_play(cups[0]):
        club.finish(match, 500, 100)
    reason = message("%(name)s withdrew.", name="a1 & b1")
    Round.objects.update(flags=[reason])
    Result.objects.update(reason=reason)
    Tournament.objects.update(status_reason=reason)
    # Nobody of the other tournament is called so any more: only its texts name them.
    cups[1].entries.filter(players__user=club.player("a1")).delete()
    rename(user_id=club.player("a1").pk, name="amelia", by=club.organizer)
    written: dict[str, set[bool]] = {}

    def watch(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        found = re.match(r'UPDATE "events_(round|result|tournament)"', sql)
        if found:
            written.setdefault(found[1], set()).add(recorder.holds("tournament"))
        return execute(sql, params, many, context)

    with recorded() as recorder, connection.execute_wrapper(watch):
        renaming.on_renamed({"user": club.player("a1").pk})
    orderly(recorder, "tournament")
    assert written == {"result": {True}, "round": {True}, "tournament": {True}}
    assert recorder.transactions == [[("tournament", cup.pk)] for cup in cups]
    assert {cup.status_reason for cup in Tournament.objects.all()} == {"amelia & b1 withdrew."}


def test_d3_closing_an_account_takes_its_locks_in_order(club: Club) -> None:
    cups = [club.started(2), club.with_entries(2, name="Another cup")]
    for match in club.in_play(cups[0]):
        club.finish(match, 500, 100)
    person = club.player("a1")
    entering.withdraw(tournament_id=cups[1].pk, user=person)
    entering.enter(tournament_id=cups[1].pk, user=club.player("amy"), partner="a1")
    for _ in range(2):
        services.open_table(
            services.TableTerms(rules=engine.preset("cardgames_io")), created_by=person
        )
    league = create_league(by=club.organizer, name="One")
    joining.invite(league_id=league.pk, by=club.organizer, username="a1")
    joining.join_league(league_id=league.pk, user=person)
    with recorded() as recorder:
        close_account(user_id=person.pk, by=person)
        deliver_outbox()
    assert not get_user_model().objects.get(pk=person.pk).is_active
    orderly(recorder, "user", "tournament")
    assert any(
        [("tournament", cup.pk) in taken for cup in cups] == [True, True]
        for taken in recorder.transactions
    )
