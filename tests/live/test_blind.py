"""H3 on the socket: while a seat may bid blind, the server sends it no card of its hand."""

import json
import re
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.contrib.auth import get_user_model
from django.test import Client

from games.engine import preset
from games.tables import services
from games.tables.models import Table
from tests.live.line import Line

pytestmark = pytest.mark.django_db(transaction=True)

CARD = re.compile(r"\b(?:[2-9TJQKA][SHDC]|BJ|LJ)\b")


def dealt() -> tuple[Any, Table]:
    """Return ann, who bids first and may bid blind, and her table with three bots."""
    ann = get_user_model().objects.create_user("ann", "ann@example.org")
    rules = preset("cardgames_io", blind_nil=200, blind_nil_deficit=0)
    table = services.open_table(services.TableTerms(rules=rules, first_dealer=3), created_by=ann)
    services.take_seat(table_id=table.pk, user=ann, seat=0, salt_hash="")
    services.fill_with_bots(table_id=table.pk, by=ann)
    table.refresh_from_db()
    return ann, table


def pages(user: Any, table: Table) -> str:
    """Return the content of all pages about the table for the user."""
    browser = Client()
    browser.force_login(user)
    where = table.get_absolute_url()
    return "".join(
        browser.get(address, follow=True).content.decode()
        for address in (where, f"{where}record/", f"{where}replay/data/", "/play/", "/")
    )


@pytest.mark.sweep(1)
@pytest.mark.parametrize("decision", ["look", "blind nil"])
async def test_h3_no_frame_names_a_card_of_the_hand_before_the_blind_choice(decision: str) -> None:
    ann, table = await database_sync_to_async(dealt)()
    first, again = Line(table, ann), Line(table, ann)
    view = await first.open()
    assert (view["game"]["to_act"], view["game"]["blind_offer"], view["game"]["hand"]) == (
        [0],
        True,
        None,
    )
    for number, action in enumerate(["bid 99", "blind 5", "play AS", "pass 2C 3C", "keep"]):
        answer = await first.ask({"t": "act", "id": f"p{number}", "v": view["v"], "a": action})
        assert answer["t"] == "error"
    assert (await first.ask({"t": "claim", "id": "c", "v": view["v"]}))["t"] == "error"
    for frame in ({"t": "sync"}, {"t": "chats"}):
        await first.send(frame)
        await first.until("view", "chats")
    await again.open()  # A reload, or a second tab.

    # The errors quote the cards that were asked for; nothing else names one.
    sent = "".join([*first.texts, *again.texts]).replace("“AS”", "").replace("“2C”", "")
    assert CARD.findall(sent) == []
    words = await database_sync_to_async(pages)(ann, table)
    faces = await database_sync_to_async(Table.objects.get)(pk=table.pk)
    assert json.dumps(faces.state["hands"]) not in words

    await first.ask({"t": "act", "id": "d", "v": view["v"], "a": decision})
    for line in (first, again):
        view = await line.until("view")
        while view["game"]["hand"] is None:
            view = await line.until("view")
        assert len(view["game"]["hand"]) == 13
        await line.close()


def dealt_to_partners() -> tuple[Any, Any, Table]:
    """Return ann, who opens for her side and may bid blind, her partner bob, and their table with two bots."""
    ann, bob = (
        get_user_model().objects.create_user(name, f"{name}@example.org") for name in ("ann", "bob")
    )
    rules = preset("cardgames_io", bid_by="side", blind_bid=20, blind_bid_deficit=0, nil=None)
    table = services.open_table(services.TableTerms(rules=rules, first_dealer=3), created_by=ann)
    services.take_seat(table_id=table.pk, user=ann, seat=0, salt_hash="")
    services.take_seat(table_id=table.pk, user=bob, seat=2, salt_hash="")
    services.fill_with_bots(table_id=table.pk, by=ann)
    table.refresh_from_db()
    return ann, bob, table


@pytest.mark.sweep(1)
@pytest.mark.parametrize("decision", ["look", "blind side 6"])
async def test_h3_neither_partner_gets_a_card_before_the_opener_has_decided(decision: str) -> None:
    ann, bob, table = await database_sync_to_async(dealt_to_partners)()
    opener, closer = Line(table, ann), Line(table, bob)
    view, partners = await opener.open(), await closer.open()
    assert (view["game"]["to_act"], view["game"]["blind_offer"]) == ([0], True)
    for number, (line, action) in enumerate(
        [(opener, "blind side 27"), (opener, "nil 5"), (closer, "look"), (closer, "blind side 6")]
    ):
        frame = {"t": "act", "id": f"p{number}", "v": view["v"], "a": action}
        assert (await line.ask(frame))["t"] == "error"
    sent = "".join([*opener.texts, *closer.texts])
    assert CARD.findall(sent) == []
    assert partners["game"]["hand"] is None
    words = "".join([await database_sync_to_async(pages)(user, table) for user in (ann, bob)])
    faces = await database_sync_to_async(Table.objects.get)(pk=table.pk)
    assert json.dumps(faces.state["hands"]) not in words
    await opener.ask({"t": "act", "id": "d", "v": view["v"], "a": decision})
    for line in (opener, closer):
        view = await line.until("view")
        while view["game"]["hand"] is None:
            view = await line.until("view")
        assert len(view["game"]["hand"]) == 13
        await line.close()
