"""What the table's page and socket leave of a player of a match, and of others."""

from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.contrib.auth import get_user_model
from django.test import Client

from games.engine import preset
from games.fair_play.models import Connection
from games.tables import services
from games.tables.models import Table
from tests.live.line import Line

pytestmark = pytest.mark.django_db(transaction=True)


def made() -> tuple[Table, Any, Any]:
    """Return the table of a match, a player there, and somebody who watches."""
    ann, bob = (get_user_model().objects.create_user(name) for name in ("ann", "bob"))
    table = services.open_table(
        services.TableTerms(rules=preset("cardgames_io")), created_by=ann, seats=[ann]
    )
    services.fill_with_bots(table_id=table.pk, by=ann)
    Table.objects.filter(pk=table.pk).update(kind=Table.Kind.MATCH)
    table.refresh_from_db()
    return table, ann, bob


async def watch(table: Table, person: Any) -> None:
    line = Line(table, person)
    line.socket.scope["cookies"] = {"device": "a browser"}
    line.socket.scope["client"] = ("203.0.113.9", 40000)
    await line.open()
    await line.close()


async def test_a_players_socket_leaves_hashes_and_a_spectators_nothing() -> None:
    table, ann, bob = await database_sync_to_async(made)()
    for person in (ann, bob):
        await watch(table, person)
    (row,) = await database_sync_to_async(lambda: list(Connection.objects.values()))()
    assert (row["user_id"], len(row["device"]), len(row["network"])) == (ann.pk, 32, 32)
    assert row["first_at"] <= row["last_at"]


def test_only_the_page_of_ones_own_match_names_the_browser(settings: Any) -> None:
    table, ann, bob = made()
    cookies = []
    for person in (ann, bob):
        browser = Client()
        browser.force_login(person)
        cookies += [
            browser.get(table.get_absolute_url()).cookies.get("device") for _twice in range(2)
        ]
    first, again, *others = cookies
    assert first is not None
    assert (first["httponly"], first["samesite"], first["max-age"]) == (True, "Lax", 90 * 24 * 3600)
    assert (again, others) == (None, [None, None])
    settings.FAIR_PLAY = False
    browser = Client()
    browser.force_login(ann)
    assert "device" not in browser.get(table.get_absolute_url()).cookies
