"""Chat over real consumers: recipients, channels, and limits."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.contrib.auth import get_user_model

from games.engine import preset
from games.tables import services
from games.tables.chat import messages
from games.tables.models import Block, ChatMessage, Mute, Report, Table
from spades_site.accounts.guests import create_guest
from tests.live.line import Line

pytestmark = pytest.mark.django_db(transaction=True)


STRANGERS = ("nobody", "guest")


@asynccontextmanager
async def club(*watchers: str, rated: bool = False) -> AsyncIterator[tuple[Table, dict[str, Line]]]:
    """Give a two-player table in play with lines of ann and bob, and of zoe and others who watch; "nobody" isn't
    signed in, "guest" is one.
    """

    def make() -> tuple[Table, dict[str, Any]]:
        user = get_user_model().objects.create_user
        names = ["ann", "bob", "zoe", *(name for name in watchers if name not in STRANGERS)]
        people: dict[str, Any] = {name: user(name, f"{name}@example.org") for name in names}
        if "guest" in watchers:
            people["guest"] = create_guest()
        table = services.open_table(
            services.TableTerms(rules=preset("rubl_two_player"), bots_allowed=False, rated=rated),
            created_by=people["ann"],
        )
        for seat, name in enumerate(("ann", "bob")):
            services.take_seat(table_id=table.pk, user=people[name], seat=seat, salt_hash="")
        table.refresh_from_db()
        return table, people

    table, people = await database_sync_to_async(make)()
    lines = {name: Line(table, people.get(name)) for name in ("ann", "bob", "zoe", *watchers)}
    try:
        for line in lines.values():
            await line.open()
            assert await line.until("chats") == {"t": "chats", "messages": [], "older": []}
        yield table, lines
    finally:
        for line in lines.values():
            await line.close()


def say(text: str, *, to: str = "table", id_: str = "one") -> dict[str, Any]:
    """Return a frame with a chat message."""
    return {"t": "say", "id": id_, "to": to, "text": text}


async def heard(lines: dict[str, Line], name: str) -> list[str]:
    """Return what somebody's line brought until now: zoe says one thing more, and all that came before it counts."""
    await lines["zoe"].ask(say("that is all", to="spectators", id_=f"end-{name}"))
    texts: list[str] = []
    while "that is all" not in texts:
        message = (await lines[name].until("chat"))["message"]
        texts.append(message["text"] or message["phrase"])
    return texts[:-1]


async def remembered(line: Line) -> list[str]:
    """Return the messages that the server gives on request."""
    await line.send({"t": "chats"})
    return [one["text"] or one["phrase"] for one in (await line.until("chats"))["messages"]]


async def test_players_talk_before_everybody_and_watchers_among_themselves() -> None:
    async with club("eve", "nobody") as (table, lines):
        answer = await lines["ann"].ask(say("hello"))
        assert answer == {"t": "ack", "id": "one", "v": table.version}
        message = (await lines["nobody"].until("chat"))["message"]
        assert (message["to"], message["name"], message["seat"], message["text"]) == (
            "table", "ann", 0, "hello",
        )  # fmt: skip
        phrase = {"t": "phrase", "id": "two", "to": "spectators", "code": "nice_hand"}
        assert (await lines["eve"].ask(phrase))["t"] == "ack"
        got = (await lines["bob"].until("chat"))["message"]
        assert got == message
        got = (await lines["bob"].until("chat"))["message"]
        assert (got["to"], got["seat"], got["text"], got["phrase"]) == (
            "spectators", None, None, "nice_hand",
        )  # fmt: skip
        await database_sync_to_async(table.refresh_from_db)()
        assert answer["v"] == table.version


async def test_in_a_rated_game_nothing_from_outside_reaches_a_player_before_the_end() -> None:
    async with club("eve", "nobody", "guest", rated=True) as (table, lines):
        assert (await lines["ann"].ask(say("I hold the ace")))["code"] == "phrases_only"
        assert (await lines["eve"].ask(say("ann has the ace", to="spectators")))["t"] == "ack"
        phrase = {"t": "phrase", "id": "two", "to": "table", "code": "good_luck"}
        assert (await lines["bob"].ask(phrase))["t"] == "ack"
        # Messages keep their order: who has the later one would have had the first.
        assert (await lines["ann"].until("chat"))["message"]["phrase"] == "good_luck"
        assert (await lines["zoe"].until("chat"))["message"]["text"] == "ann has the ace"
        assert (await lines["zoe"].until("chat"))["message"]["phrase"] == "good_luck"
        # A player's second window may have no account.
        for stranger in STRANGERS:
            assert (await lines[stranger].until("chat"))["message"]["phrase"] == "good_luck"
            assert await remembered(lines[stranger]) == ["good_luck"]
        again = Line(table, lines["ann"].socket.scope["user"])
        await again.open()
        assert [one["phrase"] for one in (await again.until("chats"))["messages"]] == ["good_luck"]
        await again.close()
        assert "the ace" not in "".join([*lines["ann"].texts, *lines["bob"].texts, *again.texts])
        await database_sync_to_async(services.abandon_table)(table_id=table.pk, reason="over")
        for name in ("ann", *STRANGERS):
            assert await remembered(lines[name]) == ["ann has the ace", "good_luck"]


async def test_a_doubled_request_is_one_message_and_sent_once() -> None:
    async with club() as (_table, lines):
        first = await lines["ann"].ask(say("hello"))
        assert await lines["ann"].ask(say("hello")) == first
        assert await lines["ann"].ask(say("something else")) == first
        assert await heard(lines, "bob") == ["hello"]
        assert await remembered(lines["bob"]) == ["hello", "that is all"]


async def test_a_reconnected_socket_gets_the_history_with_ids() -> None:
    async with club() as (table, lines):
        for number in range(3):
            await lines["ann"].ask(say(str(number), id_=f"m{number}"))
        live = [(await lines["bob"].until("chat"))["message"] for _ in range(3)]
        back = Line(table, lines["bob"].socket.scope["user"])
        await back.open()
        assert (await back.until("chats"))["messages"] == live
        await back.close()


async def test_markup_is_a_text_like_any_other() -> None:
    async with club() as (_table, lines):
        evil = '<script>alert("&amp;")</script> {{ 7*7 }} \u0627\u0644'
        await lines["ann"].ask(say(evil))
        assert (await lines["bob"].until("chat"))["message"]["text"] == evil


@pytest.mark.sweep(4)
@pytest.mark.parametrize(
    ("frame", "code"),
    [
        (say("x" * 301), "text_long"),
        (say(" "), "text_empty"),
        (say("a\u202eb"), "text_unseen"),
        (say("a\x07b"), "text_unseen"),
        ('{"t":"say","id":"one","to":"table","text":"\\ud800"}', "bad_frame"),
        (say("x" * 2100), "too_large"),
        (say("x", to="everybody"), "bad_frame"),
        ({**say("x"), "text": 7}, "bad_frame"),
        ({**say("x"), "seat": 1}, "bad_frame"),
        (say("x", to="spectators"), "players_write_there"),
        ({"t": "phrase", "id": "one", "to": "table", "code": "ace_of_spades"}, "no_such_phrase"),
        ({"t": "phrase", "id": "one", "to": "table", "code": "<b>"}, "bad_frame"),
        ({"t": "mute", "id": "one", "name": "nobody", "yes": True}, "unknown_user"),
        ({"t": "mute", "id": "one", "name": "ann", "yes": True}, "yourself"),
        ({"t": "block", "id": "one", "name": "", "yes": True}, "bad_frame"),
        (
            {"t": "report", "id": "one", "name": "", "message": 99, "reason": "spam", "text": ""},
            "no_such_message",
        ),
        (
            {"t": "report", "id": "one", "name": "bob", "message": 0, "reason": "x", "text": ""},
            "no_such_reason",
        ),
    ],
)
async def test_what_is_refused_changes_nothing_and_reaches_nobody(frame: Any, code: str) -> None:
    async with club() as (_table, lines):
        answer = await lines["ann"].ask(frame)
        assert (answer["t"], answer["code"]) == ("error", code)
        assert answer["message"]
        counts = [
            await database_sync_to_async(model.objects.count)()
            for model in (ChatMessage, Mute, Block, Report)
        ]
        assert counts == [0, 0, 0, 0]
        assert await heard(lines, "bob") == []


async def test_writing_too_fast_is_refused_without_affecting_others() -> None:
    async with club() as (_table, lines):
        answers = [await lines["ann"].ask(say("x", id_=f"m{number}")) for number in range(8)]
        assert [answer.get("code", "") for answer in answers] == [""] * 6 + ["chat_too_fast"] * 2
        assert await heard(lines, "bob") == ["x"] * 6
        assert (await lines["bob"].ask(say("y")))["t"] == "ack"


async def test_visitors_read_and_write_nothing_and_watchers_dont_write_to_the_table() -> None:
    async with club("eve", "nobody") as (_table, lines):
        assert (await lines["nobody"].ask(say("x", to="spectators")))["code"] == "signed_out"
        assert (await lines["eve"].ask(say("x")))["code"] == "not_seated"
        assert (await lines["eve"].ask(say("x", to="spectators")))["t"] == "ack"


async def test_a_muted_person_is_heard_by_the_others_alone() -> None:
    async with club("eve") as (_table, lines):
        await lines["ann"].ask(say("before", id_="m1"))
        assert (await lines["bob"].until("chat"))["message"]["text"] == "before"
        mute = {"t": "mute", "id": "m2", "name": "ann", "yes": True}
        assert (await lines["bob"].ask(mute))["t"] == "ack"
        assert (await lines["bob"].ask(mute))["t"] == "ack"
        await lines["ann"].ask(say("unheard", id_="m3"))
        assert await heard(lines, "eve") == ["before", "unheard"]
        assert await heard(lines, "bob") == []
        assert await remembered(lines["bob"]) == ["that is all"] * 2
        await lines["bob"].ask({**mute, "id": "m4", "yes": False})
        assert await remembered(lines["bob"]) == ["before", "unheard", *["that is all"] * 2]


async def test_a_block_hides_messages_and_nobody_is_told() -> None:
    async with club() as (_table, lines):
        block = {"t": "block", "id": "m1", "name": "ann", "yes": True}
        assert (await lines["bob"].ask(block))["t"] == "ack"
        assert (await lines["ann"].ask(say("hello", id_="m2")))["t"] == "ack"
        assert await heard(lines, "bob") == []
        assert await remembered(lines["ann"]) == ["hello", "that is all"]


async def test_a_report_is_one_report_however_often_it_is_sent() -> None:
    async with club() as (_table, lines):
        await lines["ann"].ask(say("rude"))
        message = (await lines["bob"].until("chat"))["message"]
        report = {
            "t": "report", "id": "r", "name": "", "message": message["id"], "reason": "abuse", "text": "",
        }  # fmt: skip
        assert (await lines["bob"].ask(report))["t"] == "ack"
        assert (await lines["bob"].ask(report))["t"] == "ack"
        row = await database_sync_to_async(Report.objects.select_related("about").get)()
        assert (row.about.username, row.reason, row.context["messages"]) == (
            "ann", "abuse", [message],
        )  # fmt: skip


async def test_a_guest_writes_at_a_casual_table() -> None:
    async with club() as (table, lines):
        guest = await database_sync_to_async(create_guest)()
        line = Line(table, guest)
        await line.open()
        assert (await line.ask(say("hi", to="spectators")))["t"] == "ack"
        assert (await lines["ann"].until("chat"))["message"]["name"] == guest.username
        await line.close()


async def test_chat_before_hello_reaches_no_socket() -> None:
    async with club() as (table, lines):
        silent = Line(table, None)
        await silent.socket.connect()
        await lines["ann"].ask(say("hello"))
        await lines["bob"].until("chat")
        assert await silent.socket.receive_nothing() is True
        await silent.close()


async def test_a_message_of_somebody_gone_keeps_its_name() -> None:
    async with club("eve") as (table, lines):
        await lines["eve"].ask(say("bye", to="spectators"))
        await database_sync_to_async(lines["eve"].socket.scope["user"].delete)()
        recent = await database_sync_to_async(messages.recent)(table_id=table.pk, user=None)
        assert [(one["name"], one["text"]) for one in recent.messages] == [("eve", "bye")]


async def test_no_log_holds_what_people_write_and_a_mishap_loses_nothing(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with club() as (_table, lines):
        with caplog.at_level("DEBUG"):
            await lines["ann"].ask(say("plover one", id_="m1"))
            await lines["ann"].ask(say("plover\x07", id_="m2"))
            with monkeypatch.context() as broken:
                broken.setattr(messages, "_send", _stumble)
                answer = await lines["ann"].ask(say("plover two", id_="m3"))
            assert (answer["t"], answer["code"]) == ("error", "try_again")
            assert (await lines["ann"].ask(say("plover two", id_="m3")))["t"] == "ack"
        assert await remembered(lines["bob"]) == ["plover one", "plover two"]
        assert "a “say” frame failed: builtins.RuntimeError" in caplog.text
        assert "plover" not in caplog.text


def _stumble(message: ChatMessage) -> None:
    raise RuntimeError(f"{message.text} could not be sent")
