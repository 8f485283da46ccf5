"""Makes tables in play with four signed-in people each; prints each one's table and session as JSON."""

import json
import sys
from importlib import import_module
from typing import Any

import django


def main() -> None:
    """Make as many tables as the first argument says."""
    django.setup()
    json.dump([place for number in range(int(sys.argv[1])) for place in _table(number)], sys.stdout)


def _table(number: int) -> list[tuple[str, str]]:
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
    terms = tables.TableTerms(rules=engine.preset("cardgames_io"), turn_seconds=3000)
    table = tables.open_table(terms, created_by=people[0])
    for seat, user in enumerate(people):
        tables.take_seat(table_id=table.pk, user=user, seat=seat, salt_hash=hash_of(f"s{seat}"))
    table.refresh_from_db()
    for seat, user in enumerate(people):
        reveal(table, user, f"s{seat}")
    return [(table.public_id, _session(user)) for user in people]


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
