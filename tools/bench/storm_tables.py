"""Makes tables in play with four signed-in people each; prints each one's table and session as JSON.

`storm_tables COUNT` leaves them at their first bid; `storm_tables COUNT FIRST` numbers them from FIRST and makes all bids.
"""

import json
import sys
from importlib import import_module
from typing import Any

import django


def main() -> None:
    """Make as many tables as the first argument says."""
    django.setup()
    count, *first = map(int, sys.argv[1:])
    begin = first[0] if first else 0
    numbers = range(begin, begin + count)
    json.dump([place for number in numbers for place in _table(number, bool(first))], sys.stdout)


def _table(number: int, with_bids: bool) -> list[tuple[str, str]]:
    from django.contrib.auth import get_user_model

    from games import engine
    from games.tables import services as tables
    from tests.support.salts import hash_of, reveal

    people = [
        get_user_model().objects.create(
            username=f"p{number}.{seat}", email=f"p{number}.{seat}@example.org"
        )
        for seat in range(4)
    ]
    terms = tables.TableTerms(
        rules=engine.preset("cardgames_io", target=100_000), turn_seconds=3000
    )
    table = tables.open_table(terms, created_by=people[0])
    for seat, user in enumerate(people):
        tables.take_seat(table_id=table.pk, user=user, seat=seat, salt_hash=hash_of(f"s{seat}"))
    table.refresh_from_db()
    for seat, user in enumerate(people):
        reveal(table, user, f"s{seat}")
    if with_bids:
        _bid(table, people)
    return [(table.public_id, _session(user)) for user in people]


def _bid(table: Any, people: list[Any]) -> None:
    """Make everybody's bids."""
    from games import engine
    from games.tables import services as tables

    while True:
        table.refresh_from_db()
        state = engine.restore({**table.state, "rules": table.rules})
        if state.phase == "play":
            return
        seat = state.to_act[0]
        tables.submit_action(
            table_id=table.pk, user=people[seat], action=engine.view_for(state, seat)["legal"][-1],
            action_id=f"{table.pk}.{table.version}", expected_version=table.version,
        )  # fmt: skip


def _session(user: Any) -> str:
    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY

    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    return str(session.session_key)


if __name__ == "__main__":
    main()
