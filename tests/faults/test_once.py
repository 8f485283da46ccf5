"""D3: calls are idempotent."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.contrib.auth import get_user_model
from django.db import connection

from games import engine
from games.tables import services
from games.tables.models import Action, Seat, Table
from games.tables.tasks import sweep
from spades_site.common.errors import Refused
from tests.live.line import Line

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


def ann_and_table(**rules: Any) -> tuple[Any, Table]:
    """A member whose turn it is at a table with three bots."""
    people = get_user_model().objects
    ann = people.filter(username="ann").first() or people.create_user("ann", "ann@example.org")
    table = services.open_table(
        services.TableTerms(rules=engine.preset("cardgames_io", **rules)), created_by=ann
    )
    services.take_seat(table_id=table.pk, user=ann, seat=0, salt_hash="")
    services.fill_with_bots(table_id=table.pk, by=ann)
    return ann, wake(table)


def wake(table: Table) -> Table:
    """Do what is due, until ann must act or the game is over."""
    table.refresh_from_db()
    while table.wake_at is not None and services.wake_table(table.pk):
        table.refresh_from_db()
    return table


def legal(table: Table) -> list[str]:
    state = engine.restore({**table.state, "rules": table.rules})
    return list(engine.view_for(state, 0)["legal"])


def rows(table: Table) -> tuple[Any, ...]:
    """Return everything that is stored of a table."""
    table = Table.objects.get(pk=table.pk)
    log = list(
        Action.objects.filter(table=table).values_list("version", "kind", "seat", "text", "by")
    )
    seats = list(
        Seat.objects.filter(table=table).values_list("index", "user", "bot", "name", "stand_in")
    )
    return table.version, table.status, table.state, table.turn_version, log, seats


async def test_d3_the_same_id_from_two_tabs_in_any_order_is_one_action() -> None:
    in_database = database_sync_to_async
    ann, table = await in_database(ann_and_table)()
    one, two = Line(table, ann), Line(table, ann)
    view = await one.open()
    await two.open()
    first, second = view["game"]["legal"][0], view["game"]["legal"][1]
    act = {"t": "act", "id": "same", "v": view["v"], "a": first}
    for line in (one, two, one, two):
        await line.send(act)
    answers = [await line.until("ack", "error") for line in (one, two, one, two)]
    assert answers == [{"t": "ack", "id": "same", "v": view["v"] + 1}] * 4
    before = await in_database(rows)(table)
    # The id names what was done: another text under it changes nothing.
    assert await two.ask({**act, "a": second, "v": 0}) == answers[0]
    await in_database(wake)(table)
    later = await in_database(rows)(table)
    assert later[4][: len(before[4])] == before[4]
    # Reordered: the first comes again after the game has moved on.
    assert await one.ask(act) == answers[0]
    assert await in_database(rows)(table) == later
    await one.close()
    await two.close()


def test_d3_at_once_from_many_threads_is_one_action() -> None:
    ann, table = ann_and_table()
    action, version = legal(table)[0], table.version

    def submit(_: int) -> Any:
        try:
            return services.submit_action(
                table_id=table.pk,
                user=ann,
                action=action,
                action_id="once",
                expected_version=version,
            )
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        outcomes = list(pool.map(submit, range(24)))
    assert {outcome.version for outcome in outcomes} == {version + 1}
    assert sum(not outcome.duplicate for outcome in outcomes) == 1
    assert Action.objects.filter(table=table, action_id="once").count() == 1


def test_d3_two_actions_at_once_are_one_turn() -> None:
    ann, table = ann_and_table()
    version, actions = table.version, legal(table)[:8]

    def submit(action: str) -> str:
        try:
            services.submit_action(
                table_id=table.pk, user=ann, action=action, action_id=action.replace(" ", "-"),
                expected_version=version,
            )  # fmt: skip
            return "done"
        except Refused as refusal:
            return refusal.code
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        outcomes = sorted(pool.map(submit, actions))
    assert outcomes.count("done") == 1
    assert set(outcomes) <= {"done", "stale", "not_your_turn"}
    assert Action.objects.filter(table=table, user=ann, kind="play").count() == 1


def test_d3_replayed_from_an_older_game_it_is_no_action_of_this_one() -> None:
    ann, old = ann_and_table()
    old_version, action = old.version, legal(old)[0]
    services.submit_action(
        table_id=old.pk, user=ann, action=action, action_id="old", expected_version=old_version
    )
    _ann, new = ann_and_table()
    before = rows(new)
    assert action in legal(new)
    with pytest.raises(Refused) as refusal:
        services.submit_action(
            table_id=new.pk, user=ann, action=action, action_id="old", expected_version=new.version
        )
    assert refusal.value.code == "used_id"
    assert rows(new) == before
    with pytest.raises(Refused) as refusal:
        services.claim(table_id=new.pk, user=ann, action_id="old", expected_version=new.version)
    assert refusal.value.code == "used_id"


@pytest.mark.parametrize(
    "frame",
    [
        {"t": "fill"},
        {"t": "add_bot", "seat": 1},
        {"t": "sit", "seat": 2, "hash": ""},
        {"t": "leave"},
        {"t": "swap", "seat": 2},
        {"t": "invite", "name": "bob"},
    ],
)
async def test_d3_a_request_twice_is_as_good_as_once(frame: dict[str, Any]) -> None:
    def make() -> tuple[Any, Any, Table]:
        people = get_user_model().objects
        ann, bob = (people.create_user(name, f"{name}@example.org") for name in ("ann", "bob"))
        table = services.open_table(
            services.TableTerms(rules=engine.preset("cardgames_io")), created_by=ann
        )
        services.take_seat(table_id=table.pk, user=ann, seat=0)
        if frame["t"] in ("swap", "leave"):
            services.take_seat(table_id=table.pk, user=bob, seat=2)
        return ann, bob, table

    def stored(table: Table) -> tuple[Any, ...]:
        # A repeat may say the same once more, as a new version; nothing else may differ.
        seats = Seat.objects.filter(table=table).values_list("index", "user", "bot", "swap_to")
        return (list(seats), Action.objects.filter(table=table).count(), table.invitations.count())

    in_database = database_sync_to_async
    ann, _bob, table = await in_database(make)()
    line = Line(table, ann)
    await line.open()
    request = {**frame, "id": "r"}
    assert (await line.ask(request))["t"] == "ack"
    once = await in_database(stored)(table)
    await line.ask(request)
    assert await in_database(stored)(table) == once
    await line.close()


def test_d3_the_sweep_twice_and_at_once_and_late_does_what_once_does(hands: Any) -> None:
    _ann, table = ann_and_table(max_hands=1)
    hands.forward(3600)
    versions = []
    for _ in range(3):
        before = Table.objects.get(pk=table.pk).version

        def run(_: int) -> None:
            try:
                sweep()
            finally:
                connection.close()

        with ThreadPoolExecutor(4) as pool:
            list(pool.map(run, range(4)))
        log = list(Action.objects.filter(table=table).values_list("version", flat=True))
        assert log == sorted(set(log))
        versions.append(Table.objects.get(pk=table.pk).version - before)
    assert versions[0] > 0
    played = Action.objects.filter(table=table, kind="play")
    # Whatever was swept how often: the log replays to the state that is stored.
    state = engine.restore({**Table.objects.get(pk=table.pk).state, "rules": table.rules})
    replayed = engine.new_game(state.rules, first_dealer=state.first_dealer)
    for row in Action.objects.filter(table=table).exclude(kind="table").order_by("version"):
        if row.kind == "deal":
            replayed = engine.deal(
                replayed, [engine.parse_card(c) for c in row.text.split(" ")[1:]]
            )
        else:
            replayed = engine.apply(replayed, row.seat, row.text)
    assert engine.snapshot(replayed) == engine.snapshot(state)
    assert played.filter(by="clock").count() == 1
