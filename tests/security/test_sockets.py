"""S2: the socket is as guarded as the pages."""

import json
from importlib import import_module
from typing import Any

import pytest
from allauth.usersessions.models import UserSession
from channels.db import database_sync_to_async
from channels.testing import WebsocketCommunicator
from django.conf import settings as django_settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user_model
from django.db import OperationalError
from django.test import Client
from django.urls import reverse

from games.engine import preset
from games.live import base, consumer, requests, sockets
from games.live.middleware import ByToken, Guard, OwnOrigins
from games.tables import services
from games.tables.models import Action, Table
from spades_site import asgi
from spades_site.accounts.closing import close_account
from tests.live.line import Line

pytestmark = pytest.mark.django_db(transaction=True)


def user(name: str) -> Any:
    return get_user_model().objects.create_user(username=name, email=f"{name}@example.org")


def session_of(person: Any) -> Any:
    """Return a signed-in session, as a browser's cookie would name it."""
    session = import_module(django_settings.SESSION_ENGINE).SessionStore()
    session[SESSION_KEY] = str(person.pk)
    session[BACKEND_SESSION_KEY] = django_settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = person.get_session_auth_hash()
    session.save()
    return session


def running_table(person: Any) -> Table:
    table = services.open_table(
        services.TableTerms(rules=preset("cardgames_io")), created_by=person
    )
    services.take_seat(table_id=table.pk, user=person, seat=0, salt_hash="")
    services.fill_with_bots(table_id=table.pk, by=person)
    table.refresh_from_db()
    while table.wake_at is not None and services.wake_table(table.pk):
        table.refresh_from_db()
    return table


@pytest.fixture
async def ann_and_table() -> tuple[Any, Table]:
    def make() -> tuple[Any, Table]:
        ann = user("ann")
        return ann, running_table(ann)

    return await database_sync_to_async(make)()


# The handshake


OUR_OWN = ("https://spades.example", "http://localhost:8000")
FOREIGN = (
    None, "null", "", "https://evil.example", "http://spades.example", "https://spades.example:8443",
    "https://spades.example.evil.example", "https://evil-spades.example", "https://sub.spades.example",
    "https://spades.example@evil.example", "https://spades.example/", "https://spades.example/x",
    "file://", "chrome-extension://abc", "\x00", "http://[::1", "//spades.example", "http://localhost",
    "http://localhost:8001", "https://localhost:8000", "https://spades.example https://spades.example",
)  # fmt: skip


async def welcomes(*headers: tuple[bytes, bytes]) -> bool:
    """Return whether a handshake with these headers gets through to what stands behind the guard."""

    async def behind(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "websocket.accept"})

    guarded = OwnOrigins(behind, ["https://spades.example:443", "http://LocalHost:8000/"])
    socket = WebsocketCommunicator(guarded, "/ws/t/x/", headers=[*headers])
    connected, _ = await socket.connect()
    return bool(connected)


async def test_s2_only_our_own_pages_may_open_a_socket() -> None:
    asked = {origin: [] if origin is None else [(b"origin", origin.encode("latin1"))]
             for origin in (*OUR_OWN, *FOREIGN)}  # fmt: skip
    answers = {origin: await welcomes(*headers) for origin, headers in asked.items()}
    assert answers == {**dict.fromkeys(OUR_OWN, True), **dict.fromkeys(FOREIGN, False)}
    own = (b"origin", b"https://spades.example")
    assert not await welcomes(own, (b"origin", b"https://evil.example"))
    assert not await welcomes(own, own)


def test_s2_the_program_guards_its_sockets_that_way() -> None:
    outermost = asgi.by_protocol.application_mapping["websocket"]
    assert isinstance(outermost, Guard)
    programs = outermost.application
    assert isinstance(programs, ByToken)
    guard = programs.browsers
    assert isinstance(guard, OwnOrigins)
    assert guard.allowed == {"http://localhost:8000", "http://127.0.0.1:8000"}


async def test_s2_a_user_has_only_so_many_sockets(
    ann_and_table: tuple[Any, Table], settings: Any
) -> None:
    ann, table = ann_and_table
    settings.SOCKETS_PER_USER = 2
    one, two, three, other = (Line(table, who) for who in (ann, ann, ann, None))
    await one.open()
    await two.open()
    await three.socket.connect()
    assert (await three.until("bye"))["code"] == "too_many"
    assert await three.closed() == base.TOO_MANY
    await other.open()
    await two.close()
    four = Line(table, ann)
    await four.open()
    for line in (one, four, other):
        await line.close()


async def test_s2_an_address_has_only_so_many_sockets(
    ann_and_table: tuple[Any, Table], settings: Any
) -> None:
    _ann, table = ann_and_table
    settings.SOCKETS_PER_ADDRESS = 3
    opened = [Line(table, None) for _ in range(3)]
    for line in opened:
        await line.open()
    more, elsewhere = Line(table, None), Line(table, None)
    elsewhere.socket.scope["client"] = ("192.0.2.7", 1)
    await more.socket.connect()
    assert (await more.until("bye"))["code"] == "busy"
    assert await more.closed() == base.TRY_AGAIN
    await elsewhere.open()
    for line in (*opened, elsewhere):
        await line.close()


@pytest.mark.parametrize(("proxies", "wanted"), [(0, ["busy", "busy"]), (1, ["busy", "view"])])
async def test_s2_a_forged_address_does_not_escape_the_limit(
    ann_and_table: tuple[Any, Table], settings: Any, proxies: int, wanted: list[str]
) -> None:
    _ann, table = ann_and_table
    settings.SOCKETS_PER_ADDRESS, settings.TRUSTED_PROXY_COUNT = 2, proxies
    lines_of = [
        ["198.51.100.1, 203.0.113.5"],
        ["198.51.100.2", "203.0.113.5"],
        ["garbage, 198.51.100.3, 203.0.113.5"],
        ["203.0.113.5, 203.0.113.6"],
    ]
    opened = [Line(table, None) for _ in lines_of]
    firsts = []
    for line, told in zip(opened, lines_of, strict=True):
        headers = [(b"x-forwarded-for", each.encode()) for each in told]
        line.socket.scope.update(client=("192.0.2.7", 1), headers=headers)
        await line.socket.connect()
        await line.send({"t": "hello", "seen": 0, "hash": ""})
        frame = await line.until("view", "bye")
        firsts.append(frame.get("code", frame["t"]))
    assert firsts == ["view", "view", *wanted]
    for line in opened:
        await line.close()


# The session behind a socket


@pytest.mark.parametrize("end", ["logout", "everywhere", "ban", "password", "closed", "deleted"])
async def test_s2_a_session_that_ends_ends_its_sockets(end: str) -> None:
    def make() -> tuple[Any, Any, Any, Table]:
        ann, bob = user("ann"), user("bob")
        return ann, session_of(ann), session_of(bob), running_table(bob)

    def finish() -> None:
        if end == "logout":
            session.flush()
        elif end == "everywhere":
            elsewhere = Client()
            elsewhere.force_login(ann)
            here = {"user": ann, "ip": "192.0.2.1", "session_key": session.session_key}
            UserSession.objects.create(**here)
            elsewhere.post(reverse("usersessions_list"))
        elif end == "closed":
            close_account(user_id=ann.pk, by=ann)
        elif end == "ban":
            get_user_model().objects.filter(pk=ann.pk).update(is_active=False)
        elif end == "password":
            person = get_user_model().objects.get(pk=ann.pk)
            person.set_password("a new one, and long")
            person.save()
        else:
            get_user_model().objects.get(pk=ann.pk).delete()

    ann, session, bobs, table = await database_sync_to_async(make)()
    bob = await database_sync_to_async(get_user_model().objects.get)(username="bob")
    gone, stays = Line(table, ann, session=session), Line(table, bob, session=bobs)
    await gone.open()
    await stays.open()
    await sockets.sockets_here().check_all()
    await gone.send({"t": "ping"})
    assert (await gone.until("pong", "bye"))["t"] == "pong"
    await database_sync_to_async(finish)()
    # Nobody calls the round: its own timer must come within the five seconds.
    assert (await gone.until("bye"))["code"] == "signed_out"
    assert await gone.closed() == base.SIGNED_OUT
    await stays.send({"t": "ping"})
    assert (await stays.until("pong", "bye"))["t"] == "pong"
    await stays.close()


def test_s2_the_rounds_come_often_enough() -> None:
    assert sockets.ROUND_SECONDS <= 2.5


# What comes in


NO_FRAMES = [
    ("", "not_json"),
    ("\x00", "not_json"),
    ("{" * 1000, "not_json"),
    ("[" * 2000, "not_json"),
    ('{"t":' + "[" * 900 + "]" * 900 + "}", "unknown_frame"),
    ('{"t":"act","id":"a","v":NaN,"a":"bid 3"}', "bad_frame"),
    ('{"t":"act","id":"a","v":Infinity,"a":"bid 3"}', "bad_frame"),
    ('{"t":"act","id":"a","v":1e999,"a":"bid 3"}', "bad_frame"),
    ('{"t":"act","id":"a","v":' + "9" * 1900 + ',"a":"bid 3"}', "bad_frame"),
    ('{"t":"act","id":"\\u0000","v":1,"a":"bid 3"}', "bad_frame"),
    ('{"t":"act","id":"\\ud800","v":1,"a":"bid 3"}', "bad_frame"),
    ('{"t":"act","id":"a b","v":1,"a":"bid 3"}', "bad_frame"),
    ('{"t":"act","id":"a","v":1,"a":"bid 3","seat":2}', "bad_frame"),
    ('{"t":"act","id":"a","v":1,"a":"bid 3","table":"other"}', "bad_frame"),
    ('{"t":"dispatch"}', "unknown_frame"),
    ('{"t":"table.picture"}', "unknown_frame"),
    ('{"t":"__init__"}', "unknown_frame"),
    ('{"t":null}', "unknown_frame"),
    ('"' + "x" * 2100 + '"', "too_large"),
]


async def test_s2_what_is_no_frame_is_answered_and_changes_nothing(
    ann_and_table: tuple[Any, Table],
) -> None:
    ann, table = ann_and_table
    line = Line(table, ann)
    await line.open()
    before = await log_of(table)
    answers = [await line.ask(text) for text, _ in NO_FRAMES]
    assert [(answer["t"], answer["code"]) for answer in answers] == [
        ("error", code) for _, code in NO_FRAMES
    ]
    assert await log_of(table) == before
    await line.send({"t": "ping"})
    assert (await line.until("pong"))["t"] == "pong"
    await line.close()


async def test_s2_texts_that_databases_stumble_over_are_no_actions(
    ann_and_table: tuple[Any, Table],
) -> None:
    ann, table = ann_and_table
    line = Line(table, ann)
    view = await line.open()
    before = await log_of(table)
    for action in ("bid \x00", "bid \ud800", "bid ３", " bid 3", "bid 3 ", "x" * 32):
        answer = await line.ask({"t": "act", "id": "x", "v": view["v"], "a": action})
        code = "bad_frame" if "\ud800" in action else "bad_action"
        assert (answer["t"], answer["id"], answer["code"]) == ("error", "x", code)
    assert await log_of(table) == before
    await line.close()


async def test_s2_a_hash_or_salt_that_is_none_is_refused() -> None:
    ann = await database_sync_to_async(user)("ann")
    table = await database_sync_to_async(services.open_table)(
        services.TableTerms(rules=preset("cardgames_io")), created_by=ann
    )
    line = Line(table, ann)
    await line.open("")
    for text in ("\x00", "\ud800", "ä" * 32, "0F" * 32, "0f" * 31, "0f" * 33):
        for frame in ({"t": "sit", "seat": 0, "hash": text}, {"t": "reveal", "salt": text}):
            answer = await line.ask({**frame, "id": "x"})
            assert (answer["t"], answer["code"]) == ("error", "bad_frame")
    await line.close()


async def test_s2_binary_is_not_taken(ann_and_table: tuple[Any, Table]) -> None:
    ann, table = ann_and_table
    line = Line(table, ann)
    await line.open()
    await line.socket.send_to(bytes_data=b'{"t":"ping"}')
    assert (await line.until("bye", "pong"))["code"] == "binary"
    assert await line.closed() == base.BINARY


async def test_s2_a_flood_ends_the_flooder_alone(ann_and_table: tuple[Any, Table]) -> None:
    ann, table = ann_and_table
    flooder, other = Line(table, None), Line(table, ann)
    await flooder.open()
    await other.open()
    for _ in range(120):
        await flooder.send({"t": "ping"})
    assert (await flooder.until("bye"))["code"] == "flooding"
    assert await flooder.closed() == base.FLOODING
    # The rest of the flood is dropped: an answer after the close would be an exception in the log for each frame.
    assert await flooder.socket.receive_nothing(0.3)
    await other.send({"t": "ping"})
    assert (await other.until("pong", "error"))["t"] == "pong"
    await other.close()


async def test_s2_many_tabs_do_not_make_a_flooder_faster(ann_and_table: tuple[Any, Table]) -> None:
    ann, table = ann_and_table
    tabs = [Line(table, ann) for _ in range(4)]
    for line in tabs:
        await line.open()
    answers = []
    for line in tabs:
        for _ in range(35):
            await line.send({"t": "ping"})
        answers += [(await line.until("pong", "error"))["t"] for _ in range(35)]
    assert 70 <= answers.count("pong") <= 100
    assert answers.count("pong") + answers.count("error") == 140
    for line in tabs:
        await line.close()


# When something breaks


REQUESTS: tuple[dict[str, Any], ...] = (
    {"t": "act", "id": "x", "v": 1, "a": "bid 3"},
    {"t": "leave", "id": "x"},
    {"t": "sync"},
    {"t": "hello", "seen": 0, "hash": ""},
)


async def test_s2_an_outage_gives_an_error_frame_and_the_line_goes_on(
    ann_and_table: tuple[Any, Table], monkeypatch: pytest.MonkeyPatch, caplog: Any
) -> None:
    ann, table = ann_and_table
    line = Line(table, ann)
    await line.open()

    def broken(*_: Any, **__: Any) -> None:
        raise OperationalError("DETAIL: Failing row contains (1, {QS KH}).")

    with monkeypatch.context() as patch:
        patch.setattr(consumer, "serve", broken)
        for name in ("arrived", "load_picture"):
            patch.setattr(requests, name, broken)
        answers = [await line.ask(frame) for frame in REQUESTS]
    assert [(answer["t"], answer["code"], answer["id"]) for answer in answers] == [
        ("error", "try_again", frame.get("id", "")) for frame in REQUESTS
    ]
    assert "QS" not in json.dumps(answers)
    assert "OperationalError" in caplog.text
    assert "QS" not in caplog.text
    again = await line.ask({"t": "act", "id": "y", "v": 0, "a": "bid 3"})
    assert (again["t"], again["id"]) == ("error", "y")
    await line.close()


async def test_s2_a_line_in_an_outage_is_told_to_come_again(
    ann_and_table: tuple[Any, Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> None:
        raise OperationalError("the database is away")

    monkeypatch.setattr(requests, "table_key", broken)
    line = Line(ann_and_table[1], None)
    connected, _ = await line.socket.connect()
    assert connected
    assert (await line.until("bye"))["code"] == "try_again"
    assert await line.closed() == base.TRY_AGAIN


async def log_of(table: Table) -> list[tuple[int, str]]:
    def read() -> list[tuple[int, str]]:
        return list(Action.objects.filter(table=table).values_list("version", "text"))

    return await database_sync_to_async(read)()
