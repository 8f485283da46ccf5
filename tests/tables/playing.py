"""What tests of tables do again and again: seat people, wake the table, act, and stack a pack."""

import json
from collections.abc import Sequence
from typing import Any

from games import engine
from games.tables import services
from games.tables.models import Seat, Table
from games.tables.pictures.picture import picture_of
from spades_site.common.clock import now
from tests.support.salts import hash_of, reveal


def wake(table: Table) -> Table:
    """Do everything that is due, until a person must act or the game is over."""
    while True:
        table.refresh_from_db()
        if table.wake_at is None or table.wake_at > now():
            return table
        assert services.wake_table(table.pk)


def seated(users: Sequence[Any], **rules: Any) -> Table:
    """Return a running casual table with these users and bots; `clock` and the like go to open_table."""
    names = ("turn_seconds", "bank_seconds", "rated", "bots_allowed", "bots_level", "visibility")
    terms = {name: rules.pop(name) for name in names if name in rules}
    table = services.open_table(
        services.TableTerms(
            rules=engine.preset(rules.pop("preset", "cardgames_io"), **rules), **terms
        ),
        created_by=users[0],
    )
    for index, user in enumerate(users):
        services.take_seat(
            table_id=table.pk, user=user, seat=index, salt_hash=hash_of(f"salt {index}")
        )
    table.refresh_from_db()
    if table.status == "open":
        services.fill_with_bots(table_id=table.pk, by=users[0])
    for index, user in enumerate(users):
        reveal(table, user, f"salt {index}")
    table.refresh_from_db()
    return table


def state_of(table: Table) -> engine.State:
    """Return the game of a table."""
    return engine.restore({**table.state, "rules": table.rules})


def put_state(table: Table, state: engine.State) -> None:
    """Put a table into a state that a test needs, as a new turn."""
    snapshot = engine.snapshot(state)
    del snapshot["rules"]
    table.state, table.turn_key = snapshot, ""
    table.save()


def seat(table: Table, index: int) -> Seat:
    """Return a seat as it now is."""
    return table.seats.get(index=index)


def act(table: Table, user: Any, *, choice: int = 0) -> Table:
    """Have a user take one of the legal actions; returns the table as it is then, with everything due done."""
    table.refresh_from_db()
    index = table.seats.get(user=user).index
    legal = engine.view_for(state_of(table), index)["legal"]
    services.submit_action(
        table_id=table.pk,
        user=user,
        action=legal[choice],
        action_id=f"{user} {table.pk} {table.version}",
        expected_version=table.version,
    )
    return wake(table)


def play_on(table: Table, users: Sequence[Any]) -> Table:
    """Have these users act until the game is over."""
    table = wake(table)
    by_seat = {one.index: one.user for one in table.seats.select_related("user") if one.user}
    while table.status == "playing":
        (turn, *_rest) = state_of(table).to_act
        table = act(table, by_seat[turn])
    assert {user.pk for user in users} == {user.pk for user in by_seat.values()}
    return table


def can(table: Table, index: int) -> list[str]:
    """Return the actions that the picture offers a seat's player."""
    table.refresh_from_db()
    state = None if table.state is None else state_of(table)
    own = picture_of(table, list(table.seats.all()), state)["seats"][index]
    rights: list[str] = json.loads(f"{{{own}}}")["you"]["can"]
    return rights
