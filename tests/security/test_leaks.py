"""H2: hidden cards and secrets don't leak by logs, tasks, cache keys, the outbox, the audit log, sessions or
addresses.

Each scan has its canary: a planted card or secret that it must find.
"""

import inspect
import json
import logging
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.contrib.auth import get_user_model
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.core.cache.backends.base import BaseCache
from django.db import IntegrityError
from django.test import Client

from games import engine
from games.live.pace import Bucket
from games.tables import services
from games.tables.levels import levels_here
from games.tables.lobby import play_now
from games.tables.models import Seat, Table, TableSecret
from games.tables.timing.timers import Timers
from spades_site.celery import app
from spades_site.common import audit, outbox
from spades_site.common.models import AuditEntry, OutboxEvent
from spades_site.common.monitoring.safe_logging import DiscreetFormatter, trace_of
from spades_site.common.server import background
from tests.live.line import Line
from tests.support.salts import hash_of, reveal

pytestmark = pytest.mark.django_db(transaction=True)

CARD = re.compile(r"(?<![A-Za-z0-9_])(?:[2-9TJQKA][SHDC]|BJ|LJ)(?![A-Za-z0-9_])")
ROW = 'DETAIL:  Failing row contains (1, {"hands": [4503599627370495]}, QS KH).'


def findings(text: str) -> list[str]:
    """Return the card tokens, and the halves of masters and salts in a text."""
    masters = [bytes(secret.master).hex() for secret in TableSecret.objects.all()]
    secrets = [*masters, *Seat.objects.exclude(salt="").values_list("salt", flat=True)]
    return CARD.findall(text) + [
        part for secret in secrets for part in (secret[:32], secret[32:]) if part in text
    ]


def plant() -> str:
    """Return a canary: a card and a master."""
    return f"QS {bytes(TableSecret.objects.all()[0].master).hex()}"


class Collector(logging.Handler):
    """Keeps all log lines as the program would write them."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        # The formatter of the handler that the settings put there; none is a failure.
        (formatter,) = {
            handler.formatter
            for handler in logging.getLogger().handlers
            if isinstance(handler.formatter, DiscreetFormatter)
        }
        self.setFormatter(formatter)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep one line."""
        self.lines.append(self.format(record))

    @property
    def text(self) -> str:
        """All lines."""
        return "\n".join(self.lines)


@pytest.fixture
def logs() -> Iterator[Collector]:
    """Everything that is logged, down to DEBUG."""
    collector, root = Collector(), logging.getLogger()
    levels = {logger: logger.level for logger in (root, logging.getLogger("spades"))}
    root.addHandler(collector)
    for logger in levels:
        logger.setLevel(logging.DEBUG)
    yield collector
    for logger, level in levels.items():
        logger.setLevel(level)
    root.removeHandler(collector)


@pytest.fixture
def cache_keys(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every key under which something is cached or looked up."""
    keys: list[str] = []
    make_key = BaseCache.make_key

    def noting(self: Any, key: Any, version: Any = None) -> Any:
        keys.append(str(key))
        return make_key(self, key, version)

    monkeypatch.setattr(BaseCache, "make_key", noting)
    return keys


@pytest.fixture
def tasks(monkeypatch: pytest.MonkeyPatch, settings: Any) -> list[str]:
    """The arguments of every task that is sent."""
    sent: list[str] = []
    settings.BOTS_QUEUE = True

    def noting(name: str, args: Any = None, kwargs: Any = None, **options: Any) -> None:
        sent.append(json.dumps([name, args, kwargs, options], default=repr))

    monkeypatch.setattr(app, "send_task", noting)
    monkeypatch.setattr(background, "send", lambda name, *args, urgent: noting(name, args))
    monkeypatch.setattr(
        app.Task,
        "apply_async",
        lambda self, args=None, kwargs=None, **options: noting(self.name, args, kwargs, **options),
    )
    return sent


def ann_and_table() -> tuple[Any, Table]:
    ann = get_user_model().objects.create_user("ann", "ann@example.org")
    rules = engine.preset("playingcards_io", max_hands=1)
    terms = services.TableTerms(rules=rules, bots_level=max(levels_here()))
    table = services.open_table(terms, created_by=ann)
    services.take_seat(table_id=table.pk, user=ann, seat=0, salt_hash=hash_of("ann"))
    services.fill_with_bots(table_id=table.pk, by=ann)
    reveal(table, ann, "ann")
    return ann, table


def wake(table: Table) -> None:
    table.refresh_from_db()
    while table.wake_at is not None and services.wake_table(table.pk):
        table.refresh_from_db()


async def play_a_game() -> tuple[Any, Table, list[str]]:
    """Play a game over a socket, with wrong moves and pages in between; returns the addresses that were shown."""
    ann, table = await database_sync_to_async(ann_and_table)()
    await database_sync_to_async(wake)(table)
    line = Line(table, ann)
    view = await line.open()
    addresses: list[str] = []
    number = 0
    while view["table"]["status"] == "playing":
        for action in (view["game"]["legal"][-1], "play AS", "play 2C", "junk"):
            number += 1
            await line.ask({"t": "act", "id": f"a{number}", "v": view["v"], "a": action})
        await database_sync_to_async(wake)(table)
        await line.send({"t": "sync"})
        while (view := await line.until("view"))["v"] < table.version:
            pass
        addresses += [link for link in view["table"]["links"].values() if link]
        addresses += await database_sync_to_async(_addresses)(ann, table)
    await line.close()
    return ann, table, addresses


def _addresses(ann: Any, table: Table) -> list[str]:
    client = Client()
    client.force_login(ann)
    page = client.get(f"/play/t/{table.public_id}/").content.decode()
    return re.findall(r'(?:href|src|action|hx-[a-z]+)="([^"]*)"', page)


def _rows() -> str:
    """Return the contents of all rows except the tables' own."""
    rows: list[Any] = [[event.topic, event.payload] for event in OutboxEvent.objects.all()]
    rows += [
        [entry.verb, entry.subject, entry.reason, entry.data] for entry in AuditEntry.objects.all()
    ]
    rows += [session.get_decoded() for session in Session.objects.all()]
    return json.dumps(rows, default=repr)


async def test_h2_a_game_leaves_no_card_and_no_secret_anywhere(
    logs: Collector, cache_keys: list[str], tasks: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # The test plays faster than a socket may.
    monkeypatch.setattr(Bucket, "take", lambda *_: True)
    look = database_sync_to_async(findings)
    ann, table, addresses = await play_a_game()
    await database_sync_to_async(outbox.deliver_due)()
    assert table.status == "finished"
    assert addresses
    assert len(tasks) > 20
    rows = await database_sync_to_async(_rows)()
    assert await look(rows) == []
    for text in (logs.text, *cache_keys, *tasks, *addresses):
        assert await look(text) == [], text

    canary = await database_sync_to_async(plant)()
    logging.getLogger("spades.tables").debug("the queen: %s", canary)
    assert len(await look(logs.text)) == 3
    cache.get(canary.replace(" ", ":"))
    assert len(await look(" ".join(cache_keys))) == 3
    app.send_task("canary", args=[canary])
    assert len(await look(" ".join(tasks))) == 3

    def note() -> str:
        audit.record(actor=ann, verb="canary", subject=table, cards=canary)
        return _rows()

    assert len(await look(await database_sync_to_async(note)())) == 3


def test_h2_what_beat_and_the_workers_are_given_names_rows_and_nothing_more() -> None:
    app.loader.import_default_modules()
    ours = {
        name: task
        for name, task in app.tasks.items()
        if name.startswith(("games.", "tournaments.", "spades_site."))
    }
    assert set(ours) >= {entry["task"] for entry in app.conf.beat_schedule.values()}
    for entry in app.conf.beat_schedule.values():
        assert not entry.get("args")
        assert not entry.get("kwargs")
    for name, task in ours.items():
        kinds = {one.annotation for one in inspect.signature(task.run).parameters.values()}
        assert kinds <= {int}, name


def broken(*_: Any, **__: Any) -> None:
    """Fail as Postgres does where a row breaks a constraint: it quotes the row."""
    raise IntegrityError(f'new row violates check constraint "seat_bot_or_user"\n{ROW}')


def by_timer() -> None:
    Timers(broken, broken)._ring(1)


def by_task() -> None:
    """Log as Celery does when a task fails."""
    try:
        broken()
    except IntegrityError:
        logging.getLogger("celery.app.trace").exception("Task sweep raised unexpected")


def by_page() -> None:
    client = Client(raise_request_exception=False)
    assert client.post("/play/now/").status_code == 500


@pytest.mark.parametrize("way", [by_timer, by_task, by_page])
def test_h2_a_failing_row_is_not_quoted_in_the_log(
    logs: Collector, monkeypatch: pytest.MonkeyPatch, way: Callable[[], None]
) -> None:
    ann_and_table()
    monkeypatch.setattr(play_now, "open_table", broken)
    way()
    assert "IntegrityError" in logs.text
    assert "4503599627370495" not in logs.text
    assert findings(logs.text) == []


def test_h2_a_trace_has_places_and_no_message() -> None:
    try:
        try:
            broken()
        except IntegrityError as error:
            raise RuntimeError("with QS") from error
    except RuntimeError as error:
        trace = trace_of(error)
    assert re.fullmatch(
        r"builtins\.RuntimeError \(security/test_leaks\.py:\d+\) because of "
        r"django\.db\.utils\.IntegrityError \(security/test_leaks\.py:\d+ > security/test_leaks\.py:\d+\)",
        trace,
    )


def test_h3_a_hand_is_not_sent_before_a_blind_bid_is_decided() -> None:
    """For every preset that offers one: nothing that the seat gets names a card of its own, until it looks."""
    offered = 0
    for key, plain in engine.PRESETS.items():
        if (plain.first_dealer, plain.deal) != ("random", "deal") or plain.bidding == "mirror":
            continue
        blind = (
            {"blind_bid": 20, "blind_bid_deficit": 0, "first_hand": "bid"}
            if plain.bid_by == "side"
            else {"blind_nil": 200, "blind_nil_deficit": 0, "nil": 100}
        )
        state = engine.new_game(engine.preset(key, **blind), first_dealer=0)
        state = engine.deal(state, state.rules.pack)
        seat = state.to_act[0]
        view = engine.view_for(state, seat)
        assert (view["blind_offer"], view["hand"]) == (True, None)
        assert CARD.findall(json.dumps(view)) == []
        assert all(action.startswith("blind") or action == "look" for action in view["legal"])
        looked = engine.view_for(engine.apply(state, seat, "look"), seat)
        assert len(looked["hand"]) == looked["counts"][seat]
        assert not any("blind" in action for action in looked["legal"])
        offered += 1
    assert offered >= 8
