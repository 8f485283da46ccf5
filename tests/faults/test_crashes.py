"""D4: a crash between any two statements of an action leaves a state from which the same call finishes."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db import connection

from games import engine
from games.tables import services
from games.tables.models import Action, Seat, Table
from spades_site.common.models import OutboxEvent
from tests.support.salts import hash_of, reveal

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


class Crash(Exception):
    """The process dies here."""


class DiesAfter:
    """A database wrapper that runs `left` statements and dies before the next one."""

    def __init__(self, left: int) -> None:
        self.left = left
        self.ran = 0

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        """Run one statement."""
        if self.ran == self.left:
            raise Crash
        self.ran += 1
        return execute(sql, params, many, context)


def table_at(actions: int, **rules: Any) -> tuple[Any, Table]:
    """Return a player, and a table where that many of the player's actions were taken and the next one is due."""
    ann = get_user_model().objects.create_user("ann", "ann@example.org")
    table = services.open_table(
        services.TableTerms(rules=engine.preset("bicycle_3", **{"max_hands": 1, **rules})),
        created_by=ann,
    )
    services.take_seat(table_id=table.pk, user=ann, seat=0, salt_hash="")
    services.fill_with_bots(table_id=table.pk, by=ann)
    wake(table)
    for number in range(actions):
        services.submit_action(
            table_id=table.pk, user=ann, action=legal(table)[0], action_id=f"a{number}",
            expected_version=table.version,
        )  # fmt: skip
        wake(table)
    return ann, table


def wake(table: Table) -> None:
    table.refresh_from_db()
    while table.wake_at is not None and services.wake_table(table.pk):
        table.refresh_from_db()


def legal(table: Table) -> list[str]:
    state = engine.restore({**table.state, "rules": table.rules})
    return list(engine.view_for(state, 0)["legal"])


def stored(table: Table) -> tuple[Any, ...]:
    """Return everything that is stored of a table but the moments."""
    now = Table.objects.get(pk=table.pk)
    log = Action.objects.filter(table=table).values_list(
        "version", "kind", "hand_no", "seat", "text", "by", "user", "action_id"
    )
    seats = Seat.objects.filter(table=table).values_list(
        "index", "user", "name", "bot", "stand_in", "next_hand", "missed", "salt_hash", "salt"
    )
    events = OutboxEvent.objects.values_list("topic", "payload")
    return (
        now.version, now.turn_version, now.turn_key, now.status, now.state, now.result,
        now.wake_at is None, list(log), list(seats), sorted(map(str, events)),
    )  # fmt: skip


def crash_everywhere(table: Table, call: Callable[[], Any]) -> int:
    """Crash `call` before its 1st, 2nd … statement; each time nothing may be changed. Returns how many there were."""
    before = stored(table)
    for left in range(200):
        wrapper = DiesAfter(left)
        try:
            with connection.execute_wrapper(wrapper):
                call()
        except Crash:
            assert stored(table) == before, f"after {left} statements"
        else:
            return left
    raise AssertionError("the call has no end")


def test_d4_a_reveal_and_the_deal_after_it_that_crashed_anywhere_are_done_again() -> None:
    ann = get_user_model().objects.create_user("ann", "ann@example.org")
    bob = get_user_model().objects.create_user("bob", "bob@example.org")
    table = services.open_table(
        services.TableTerms(rules=engine.preset("bicycle_2")), created_by=ann
    )
    for seat, user in enumerate((ann, bob)):
        services.take_seat(table_id=table.pk, user=user, seat=seat)
    services.arrive(table_id=table.pk, user=ann, salt_hash=hash_of("ann"))

    def bob_arrives() -> None:
        services.arrive(table_id=table.pk, user=bob, salt_hash=hash_of("bob"))

    assert crash_everywhere(table, bob_arrives) > 3
    frozen = stored(table)
    bob_arrives()
    assert (stored(table), Table.objects.get(pk=table.pk).status) == (frozen, "playing")
    for user in (ann, bob):
        assert crash_everywhere(table, lambda user=user: reveal(table, user, user.username)) > 2
    dealt = stored(table)
    assert Action.objects.filter(table=table, kind="deal").count() == 1
    for user in (ann, bob):
        reveal(table, user, user.username)
    assert stored(table) == dealt


def test_d4_a_deal_without_a_salt_that_crashed_anywhere_is_done_again(hands: Any) -> None:
    ann = get_user_model().objects.create_user("ann", "ann@example.org")
    table = services.open_table(
        services.TableTerms(rules=engine.preset("bicycle_3")), created_by=ann
    )
    services.take_seat(table_id=table.pk, user=ann, seat=0, salt_hash=hash_of("ann"))
    services.fill_with_bots(table_id=table.pk, by=ann)
    hands.forward(10)
    assert crash_everywhere(table, lambda: services.wake_table(table.pk)) > 3
    assert Action.objects.filter(table=table, kind="deal").count() == 1


@pytest.mark.parametrize("moment", ["first bid", "in mid-hand", "last card"])
def test_d4_an_action_that_crashed_anywhere_is_taken_again(moment: str) -> None:
    taken = {"first bid": 0, "in mid-hand": 5, "last card": 17}[moment]
    ann, table = table_at(taken)
    if moment == "last card":
        assert len(legal(table)) == 1
    action, version = legal(table)[0], table.version

    def submit() -> services.Outcome:
        return services.submit_action(
            table_id=table.pk, user=ann, action=action, action_id="it", expected_version=version
        )

    statements = crash_everywhere(table, submit)
    # On Postgres one statement does all. On SQLite the table is read, its log and its row are written.
    assert statements >= (1 if connection.vendor == "postgresql" else 3)
    after = stored(table)
    # What the undisturbed call does: one row of the log, applied to the state before.
    row = Action.objects.get(table=table, action_id="it")
    assert (row.version, row.text, row.seat) == (version + 1, action, 0)
    assert after[0] == version + 1
    # The acknowledgement was lost with the process: the same call again changes nothing.
    assert submit() == services.Outcome(version + 1, duplicate=True)
    assert stored(table) == after


def test_d4_a_wake_up_that_crashed_anywhere_is_done_again(hands: Any) -> None:
    _ann, table = table_at(3)
    hands.forward(60)
    version = table.version
    statements = crash_everywhere(table, lambda: services.wake_table(table.pk))
    assert statements >= (1 if connection.vendor == "postgresql" else 4)
    clock = Action.objects.filter(table=table, version__gt=version).values_list("by", "seat")
    assert list(clock) == [("clock", 0), ("clock", 0)]


def test_d4_a_newcomer_who_crashed_anywhere_comes_in_again_and_plays_from_the_next_deal() -> None:
    ann, table = table_at(17, max_hands=2)
    cy = get_user_model().objects.create_user("cy", "cy@example.org")

    def come_in() -> Table:
        return services.take_seat(table_id=table.pk, user=cy, seat=1, salt_hash="")

    def newcomer() -> tuple[Any, ...]:
        return Seat.objects.values_list("user", "stand_in", "next_hand").get(table=table, index=1)

    assert crash_everywhere(table, come_in) >= 3
    after = stored(table)
    # The answer was lost: the same call again changes nothing.
    come_in()
    assert (stored(table), newcomer()) == (after, (cy.pk, True, True))
    services.submit_action(
        table_id=table.pk, user=ann, action=legal(table)[0], action_id="last",
        expected_version=table.version,
    )  # fmt: skip
    while newcomer()[2]:
        crash_everywhere(table, lambda: services.wake_table(table.pk))
    table.refresh_from_db()
    assert (newcomer(), table.state["hand_no"]) == ((cy.pk, False, False), 2)


def test_d4_a_disturbed_game_ends_as_an_undisturbed_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same game twice, once with every call crashing on its way: the same rows."""
    from games import fairness
    from games.tables.game import bots, dealing

    master = bytes(range(fairness.MASTER_BYTES))
    monkeypatch.setattr(dealing, "new_secret", lambda: (master, fairness.commitment(master)))
    monkeypatch.setattr(
        bots, "choice_for", lambda state, seat, *_, **__: engine.legal_actions(state, seat)[0]
    )
    monkeypatch.setattr("games.tables.server.wakeups.choice_for", bots.choice_for)

    def play(*, disturbed: bool) -> tuple[Any, ...]:
        Table.objects.all().delete()
        OutboxEvent.objects.all().delete()
        get_user_model().objects.all().delete()
        ann, table = table_at(0)
        number = 0
        while table.status == "playing":
            number += 1
            action, version = legal(table)[0], table.version

            def submit(action: str = action, version: int = version, number: int = number) -> Any:
                return services.submit_action(
                    table_id=table.pk, user=ann, action=action, action_id=f"n{number}",
                    expected_version=version,
                )  # fmt: skip

            if disturbed:
                _crash_once(submit, number % 3)
            submit()
            wake(table)
        shown = stored(table)
        log = [row[:6] for row in shown[7]]
        return (*shown[:6], log)

    assert play(disturbed=True) == play(disturbed=False)


def _crash_once(call: Callable[[], Any], left: int) -> None:
    # Where one statement does all, it may be done before the crash: then the call is repeated in vain.
    with suppress(Crash), connection.execute_wrapper(DiesAfter(left)):
        call()
