"""S1 for the socket: every request × every role, at a casual table and at a match."""

from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.contrib.auth import get_user_model

from games import engine
from games.live.frames import CLIENT
from games.tables import services
from games.tables.models import Action, ChatMessage, Seat, Table
from spades_site.accounts.guests import create_guest
from tests.live.line import Line

pytestmark = pytest.mark.django_db(transaction=True)

FIELDS: dict[str, Any] = {
    "id": "r",
    "v": 0,
    "a": "bid 3",
    "seat": 1,
    "hash": "",
    "salt": "0f" * 32,
    "name": "pal",
    "yes": True,
    "seen": 0,
    "to": "table",
    "text": "hello",
    "code": "hello",
    "message": 0,
    "reason": "other",
    "level": 1,
}
ROLES = ("anonymous", "guest", "user", "elsewhere", "staff", "player")
NOT_HERE = "not_seated"
# By request: what somebody gets who doesn't sit here, at a casual table in play and at a match in play; then what the
# player at turn gets at both. "" is an acknowledgement. Nobody ever acts outside the own seat: nothing else is sent.
EXPECTED: dict[str, tuple[str, str, str, str]] = {
    "act": (NOT_HERE, NOT_HERE, "", ""),
    "claim": (NOT_HERE, NOT_HERE, "not_certain", "not_certain"),
    "sit": ("not_open", "not_open", "already_seated", "already_seated"),
    "leave": (NOT_HERE, NOT_HERE, "", "match_seat"),
    "add_bot": ("not_open",) * 4,
    "fill": ("not_open",) * 4,
    "take_back": (NOT_HERE, NOT_HERE, "", ""),
    "swap": ("not_open",) * 4,
    "invite": ("not_open",) * 4,
    "end_vote": (NOT_HERE, NOT_HERE, "", "match_seat"),
    "reveal": (NOT_HERE, NOT_HERE, "too_late", "too_late"),
    "ready": (NOT_HERE, NOT_HERE, "too_late", "too_late"),
    "rematch": (NOT_HERE, NOT_HERE, "not_over", "match_seat"),
    "say": (NOT_HERE, NOT_HERE, "", "phrases_only"),
    "phrase": (NOT_HERE, NOT_HERE, "", ""),
    # What concerns oneself alone, and the call for help: everybody may who is signed in.
    "mute": ("", "", "", ""),
    "block": ("", "", "", ""),
    "report": ("", "", "", ""),
}
NO_REQUEST = {"hello", "ping", "sync", "chats"}
"""Frames that ask for nothing but one's own view."""


def test_s1_every_frame_has_its_row() -> None:
    assert set(EXPECTED) | NO_REQUEST == set(CLIENT)


def house(kind: str) -> tuple[Table, dict[str, Any]]:
    """Make a table in play, two people at it, and everybody else."""
    make = get_user_model().objects.create_user
    people = {
        name: make(name, f"{name}@example.org") for name in ("player", "pal", "user", "elsewhere")
    }
    people["staff"] = get_user_model().objects.create_superuser("staff", "staff@example.org")
    people["guest"] = create_guest()
    other = services.open_table(
        services.TableTerms(rules=engine.preset("bicycle_2")), created_by=people["elsewhere"]
    )
    services.take_seat(table_id=other.pk, user=people["elsewhere"], seat=0, salt_hash="")
    services.fill_with_bots(table_id=other.pk, by=people["elsewhere"])
    seats = [people["player"], people["pal"]]
    table = services.open_table(
        services.TableTerms(rules=engine.preset("rubl_two_player"), kind=kind, bots_allowed=False),
        seats=seats,
    )
    for person in seats:
        services.arrive(table_id=table.pk, user=person, salt_hash="")
    table.refresh_from_db()
    state = engine.restore({**table.state, "rules": table.rules})
    if state.to_act != (0,):
        services.submit_action(
            table_id=table.pk, user=people["pal"], action="keep", action_id="first",
            expected_version=table.version,
        )  # fmt: skip
        table.refresh_from_db()
    return table, people


def stored(table: Table) -> tuple[Any, ...]:
    seats = Seat.objects.filter(table=table).values_list(
        "index", "user", "bot", "stand_in", "wants_end"
    )
    return (
        Table.objects.get(pk=table.pk).state,
        list(seats),
        Action.objects.filter(table=table).count(),
        ChatMessage.objects.filter(table=table).count(),
    )


@pytest.mark.sweep(3)
@pytest.mark.parametrize("kind", ["casual", "match"])
@pytest.mark.parametrize("role", ROLES)
async def test_s1_nobody_acts_outside_the_own_seat(role: str, kind: str) -> None:
    in_database = database_sync_to_async
    table, people = await in_database(house)(kind)
    before = await in_database(stored)(table)
    got, expected = {}, {}
    for name, row in EXPECTED.items():
        line = Line(table, people.get(role))
        view = await line.open()
        fields = {
            **FIELDS,
            "v": view["v"],
            "id": f"{role}-{name}",
            "a": (view["game"]["legal"] or ["keep"])[0],
        }
        named = CLIENT[name].model_fields.keys() - {"t"}
        answer = await line.ask({"t": name, **{field: fields[field] for field in named}})
        got[name] = answer.get("code", "")
        if role == "anonymous":
            expected[name] = "signed_out"
        else:
            expected[name] = row[(kind == "match") + 2 * (role == "player")]
        await line.close()
        if role == "player" and got[name] == "":
            # What the player may do was done: begin anew for the next row.
            await in_database(clear)()
            table, people = await in_database(house)(kind)
            before = await in_database(stored)(table)
    assert got == expected
    assert await in_database(stored)(table) == before


def clear() -> None:
    Table.objects.all().delete()
    get_user_model().objects.all().delete()
