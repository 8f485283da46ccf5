"""H1 on the whole server: two games that look the same to a viewer give that viewer the same bytes everywhere.

Both games are played at tables of the same name, at the same frozen moment and with the same commitment, one after
the other. What the viewer's socket brings (pictures, answers, errors) and what pages and data they get, with their
headers, is compared.
"""

import random
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.contrib.auth import get_user_model
from django.test import Client

from games import fairness
from games.engine import card_name, legal_actions
from games.tables import services
from games.tables.chat import messages
from games.tables.game import dealing
from games.tables.game.locked_table import lock_table
from games.tables.game.moves import apply_action
from games.tables.models import Action, Table
from games.tables.models.chat import ChatMessage
from games.tables.pictures.picture import seat_rights
from spades_site.common.models import Tally
from tests.live.line import Line
from tests.security.twins import SPECTATOR, Twins, twins
from tests.support.frozen import AT, stop_the_clock

pytestmark = pytest.mark.django_db(transaction=True)

PAIRS = 2
LONG_PAIRS = 500
LIVE = 3
"""How many of a game's last actions are played while the viewer's socket is open."""
TABLE_ID = "twintwin22"
SEATS = 5
VIEWERS = (
    "seat0",
    "seat1",
    "seat2",
    "seat3",
    "seat4",
    "newcomer",
    "spectator",
    "organizer",
    "elsewhere",
    "anonymous",
)
PROBES = (
    "play AS", "play 2C", "play BJ", "play ZZ", "bid 14", "bid 1", "blind nil", "look", "keep", "refuse",
    "pass 2C 3C", "nonsense",
)  # fmt: skip
PAGES = (
    f"/play/t/{TABLE_ID}/",
    f"/play/t/{TABLE_ID}/record/",
    f"/play/t/{TABLE_ID}/replay/",
    f"/play/t/{TABLE_ID}/replay/data/",
    f"/play/t/{TABLE_ID}/picture.png",
    "/play/watch/",
    "/play/",
    "/people/p1/",
    "/",
)


@pytest.fixture(autouse=True)
def same_world(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    """The two games of a pair differ in their cards alone: no time passes and no other lot is drawn."""
    stop_the_clock(monkeypatch)
    secret = (bytes(fairness.MASTER_BYTES), fairness.commitment(bytes(fairness.MASTER_BYTES)))
    monkeypatch.setattr(dealing, "new_secret", lambda: secret)
    monkeypatch.setattr(
        "django.middleware.csrf.get_random_string", lambda length, **_: "c" * length
    )
    for module in ("django.utils.cache", "django.core.signing"):
        monkeypatch.setattr(f"{module}.time", SimpleNamespace(time=AT.timestamp))
    settings.TABLE_TIMERS = False


@contextmanager
def dealt_as(pair: Twins, *, other: bool) -> Iterator[None]:
    """Have the table deal the packs of the one or the other game."""
    packs = pair.other_packs if other else pair.packs
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dealing, "next_pack", lambda _table, state, _seats: packs[state.hand_no])
        patch.setattr(fairness, "first_dealer", lambda *_, **__: pair.first_dealer)
        names = [card_name(card) for card in pair.drawn or ()]
        patch.setattr(fairness, "drawn_names", lambda *_, **__: names)
        yield


def people() -> dict[str, Any]:
    """Make everybody who plays or looks on, and a table elsewhere."""
    make = get_user_model().objects.create_user
    everybody = {f"p{seat}": make(f"p{seat}", f"p{seat}@example.org") for seat in range(SEATS)}
    everybody["watcher"] = make("watcher", "watcher@example.org")
    everybody["elsewhere"] = make("elsewhere", "elsewhere@example.org")
    everybody["organizer"] = get_user_model().objects.create_superuser(
        "organizer", "organizer@example.org"
    )
    rules = twins(0, random.Random(1), key="cardgames_io").rules
    table = services.open_table(services.TableTerms(rules=rules), created_by=everybody["elsewhere"])
    services.take_seat(table_id=table.pk, user=everybody["elsewhere"], seat=0, salt_hash="")
    services.fill_with_bots(table_id=table.pk, by=everybody["elsewhere"])
    return everybody


def begin(pair: Twins, everybody: dict[str, Any], shown: int, newcomer: Any = None) -> Table:
    """Open the table, seat everybody, play the first `shown` actions, and let a newcomer take the last seat over."""
    Table.objects.filter(public_id=TABLE_ID).delete()
    # One person opens more tables here than one may in a day.
    Tally.objects.all().delete()
    users = [everybody[f"p{seat}"] for seat in range(pair.rules.players)]
    table = services.open_table(
        services.TableTerms(rules=pair.rules), created_by=users[0], seats=users
    )
    Table.objects.filter(pk=table.pk).update(public_id=TABLE_ID)
    for user in users:
        services.arrive(table_id=table.pk, user=user, salt_hash="")
    act(table.pk, pair.actions[:shown], users)
    if newcomer is not None and shown:
        services.leave_seat(table_id=table.pk, user=users[-1])
        services.take_seat(table_id=table.pk, user=newcomer, seat=len(users) - 1, salt_hash="")
    return table


def act(table_id: int, actions: Sequence[tuple[int, str]], users: Sequence[Any]) -> int:
    """Play actions, and the deals before them where they are due, as the server does; returns the version."""
    with lock_table(table_id) as locked:
        for seat, action in actions:
            if locked.game.phase == "deal":
                dealing.deal_next(locked)
            apply_action(locked, locked.seats[seat], action, by=Action.By.PLAYER, user=users[seat])
        locked.save()
        return int(locked.table.version)


async def bytes_of(pair: Twins, who: str, everybody: dict[str, Any], *, other: bool) -> list[str]:
    """Play the one or the other game; returns all that the viewer got, the socket's different frames sorted."""
    in_database = database_sync_to_async
    users = [everybody[f"p{seat}"] for seat in range(pair.rules.players)]
    viewer = _viewer(who, everybody)
    shown = max(0, len(pair.actions) - LIVE)
    with dealt_as(pair, other=other):
        newcomer = viewer if who == "newcomer" else None
        table = await in_database(begin)(pair, everybody, shown, newcomer)
        line = Line(TABLE_ID, viewer)
        await line.open()
        for step in pair.actions[shown:]:
            version = await in_database(act)(table.pk, [step], users)
            while (await line.until("view"))["v"] < version:
                pass
        version = await in_database(_version)(table.pk)
        open_now = await in_database(_open_to)(table.pk, viewer)
        for number, action in enumerate(PROBES):
            # What is accepted shows more, and rightly: a card from the stock, one's own hand, the end of a hand.
            if action not in open_now:
                await line.ask({"t": "act", "id": f"p{number}", "v": version, "a": action})
        if "claim" not in open_now:
            await line.ask({"t": "claim", "id": "claim", "v": version})
        await line.ask({"t": "sit", "id": "sit", "seat": 0, "hash": ""})
        version = await in_database(_version)(table.pk)
        await line.send({"t": "sync"})
        while (await line.until("view"))["v"] < version:
            pass
        pages = await in_database(_pages)(viewer)
        await line.close()
    # A picture may come twice, by the news and by the round over all sockets: that hangs on time, not on cards.
    return sorted(set(line.texts)) + pages


def _viewer(who: str, everybody: dict[str, Any]) -> Any:
    if who.startswith("seat"):
        return everybody[f"p{who[-1]}"]
    return everybody.get("watcher" if who in ("spectator", "newcomer") else who)


def _open_to(table_id: int, viewer: Any) -> set[str]:
    """Return what the viewer may do now: the seat's legal actions, and "claim" where the rest is certain."""
    with lock_table(table_id) as locked:
        seat = locked.seat_of(viewer)
        if seat is None or seat.next_hand:
            return set()
        claim = {"claim"} & set(seat_rights(locked.table, seat, locked.seats, locked.state)["can"])
        return {*legal_actions(locked.game, seat.index), *claim}


def _version(table_id: int) -> int:
    return int(Table.objects.values_list("version", flat=True).get(pk=table_id))


def _pages(viewer: Any) -> list[str]:
    client = Client(raise_request_exception=False)
    if viewer is not None:
        client.force_login(viewer)
    answers = []
    for path in PAGES:
        answer = client.get(path)
        body = answer.content.decode(errors="backslashreplace") if not answer.streaming else ""
        cookies = {name: cookie.value for name, cookie in answer.cookies.items()}
        answers.append(f"{path} {answer.status_code} {sorted(answer.items())} {cookies} {body}")
        assert answer.status_code < 500
    return answers


async def hold(who: str, number: int) -> None:
    """Fail if one of so many pairs can be told apart by the viewer."""
    everybody = await database_sync_to_async(people)()
    dice = random.Random(f"h1 {who}")
    seat = int(who[-1]) if who.startswith("seat") else SPECTATOR
    for _ in range(number):
        pair = twins(seat, dice)
        one = await bytes_of(pair, who, everybody, other=False)
        two = await bytes_of(pair, who, everybody, other=True)
        assert len(one) == len(two)
        for mine, theirs in zip(one, two, strict=True):
            at = first_difference(mine, theirs)
            assert (mine[at : at + 200], theirs[at : at + 200]) == ("", ""), mine[:80]


def first_difference(one: str, two: str) -> int:
    """Return the place from which two texts differ, or the length of the longer one."""
    pairs = enumerate(zip(one, two, strict=False))
    longer = max(len(one), len(two))
    ends = longer if len(one) == len(two) else min(len(one), len(two))
    return next((at for at, (mine, theirs) in pairs if mine != theirs), ends)


@pytest.mark.sweep(2)
@pytest.mark.parametrize("who", VIEWERS)
async def test_h1_no_byte_tells_two_deals_apart(who: str) -> None:
    await hold(who, PAIRS)


@pytest.mark.long
@pytest.mark.parametrize("who", VIEWERS)
async def test_h1_no_byte_tells_two_deals_apart_at_length(who: str) -> None:
    await hold(who, LONG_PAIRS)


@pytest.mark.slow
async def test_h1_the_comparison_can_fire() -> None:
    """The canary: what a seat gets differs where the seat's own cards differ."""
    everybody = await database_sync_to_async(people)()
    pair = twins(SPECTATOR, random.Random(3), key="cardgames_io")
    one = await bytes_of(pair, "seat1", everybody, other=False)
    two = await bytes_of(pair, "seat1", everybody, other=True)
    assert one != two
    assert await bytes_of(pair, "spectator", everybody, other=False) == await bytes_of(
        pair, "spectator", everybody, other=True
    )


TALKERS = (0, 2)
NOT_TOLD = tuple(who for who in VIEWERS if who not in ("seat0", "seat2", "seat4"))
"""Everybody but the two partners, whatever they are at the table; there are four seats."""


@pytest.mark.slow
async def test_h1_no_byte_tells_what_partners_say_to_each_other() -> None:
    """H3, too: they talk before either of them has seen a card."""
    everybody = await database_sync_to_async(people)()
    house = {"bid_by": "side", "partners_talk": True, "blind_bid": 20, "blind_bid_deficit": 0}
    pair = twins(SPECTATOR, random.Random(5), key="cardgames_io", **house)
    pair = replace(pair, first_dealer=3, actions=((0, "look"), (0, "bid 4")))
    for who in (*NOT_TOLD, "seat2"):
        one = await _bytes_of_talk(pair, who, everybody, "hearts are long")
        two = await _bytes_of_talk(pair, who, everybody, "clubs are short")
        assert (one == two) == (who != "seat2"), who


async def _bytes_of_talk(pair: Twins, who: str, everybody: dict[str, Any], text: str) -> list[str]:
    """Have partners talk before and amid the bidding; returns all that the viewer got."""
    in_database = database_sync_to_async
    viewer = _viewer(who, everybody)
    users = [everybody[f"p{seat}"] for seat in range(4)]
    await in_database(ChatMessage.objects.all().delete)()
    with dealt_as(pair, other=False):
        table = await in_database(begin)(pair, everybody, 0)
        await in_database(act)(table.pk, pair.actions[:1], users)
        if who == "newcomer":
            await in_database(services.leave_seat)(table_id=table.pk, user=users[3])
            await in_database(services.take_seat)(
                table_id=table.pk, user=viewer, seat=3, salt_hash=""
            )
        line = Line(TABLE_ID, viewer)
        await line.open()
        for seat in TALKERS:
            await in_database(messages.say)(
                table_id=table.pk, user=users[seat], to="partner", text=f"{text} {seat}"
            )
            if seat == 0:
                await in_database(act)(table.pk, pair.actions[1:], users)
        probe = {"t": "say", "id": "probe", "to": "partner", "text": "psst"}
        await line.ask(probe)
        await line.send({"t": "chats"})
        await line.until("chats")
        pages = await in_database(_pages)(viewer)
        await line.close()
    assert any(f"{text} 0" in text_ for text_ in line.texts) == (who == "seat2")
    hidden = re.compile(r'"id":\s*\d+')
    return sorted({hidden.sub("", each) for each in line.texts}) + pages
