"""Bots that search: chosen outside every lock, stored for one turn, played when it fits, and missed by nobody."""

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection

from games import bots, engine
from games.bots.levels import CLUB, RELAXED
from games.tables import services
from games.tables.models import BotChoice, Table
from games.tables.tasks import choose_for_bot
from games.tables.timing import outages
from spades_site.common.server import background
from tests.support.crashes import crash_everywhere
from tests.tables.playing import act, seated, state_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def asked(
    monkeypatch: pytest.MonkeyPatch, settings: Any
) -> list[tuple[str, tuple[int, ...], bool]]:
    """All jobs that are sent; bots that search play the first legal card; everything else is the last legal action."""
    sent: list[tuple[str, tuple[int, ...], bool]] = []
    settings.BOTS_QUEUE = True

    def choose(
        view: Mapping[str, Any], _rules: Any, _rng: Any, level: int = RELAXED, **_: Any
    ) -> str:
        if level == RELAXED or view["phase"] not in bots.SEARCHED:
            return str(view["legal"][-1])
        assert not connection.in_atomic_block
        return str(view["legal"][0])

    def send(name: str, *args: int, urgent: bool = False) -> None:
        sent.append((name, args, urgent))

    monkeypatch.setattr(bots, "choose", choose)
    monkeypatch.setattr(background, "send", send)
    return sent


def at_play(ann: Any, hands: Any, level: int) -> Table:
    """Return a table at which bots play all cards, one of them for ann, who isn't there; the first card is next."""
    table = seated([ann], turn_seconds=10, max_hands=1, bots_level=level)
    while state_of(table).phase != "play":
        hands.forward(30)
        # All bots but ann's stand-in are at turn at once: the first call of each turn has them act.
        assert services.wake_table(table.pk)
        table.refresh_from_db()
    return table


def answer(args: tuple[int, ...]) -> None:
    """Do a job in a thread of its own."""
    choose_for_bot(*args)
    connection.close()


@pytest.mark.slow
def test_a_stored_choice_is_played_in_its_turn_and_only_then(
    member: Any, hands: Any, asked: list[Any]
) -> None:
    table = at_play(member("ann"), hands, CLUB)
    expected, stale = [], None
    for turn in range(10_000):
        state = state_of(table)
        index = state.to_act[0]
        legal = engine.legal_actions(state, index)
        job = ("games.tables.tasks.choose_for_bot", (table.pk, table.turn_version, index), True)
        # A person's first turn that runs out isn't a bot's turn: the clock plays it at once.
        by_bot = table.seats.get(index=index).by_bot
        assert (asked[-1] == job) is (by_bot and len(legal) > 1)
        match turn % 4:
            case 0:
                # Asked twice, and again while it is answered.
                with ThreadPoolExecutor(3) as threads:
                    list(threads.map(answer, [job[1]] * 3))
                expected.append(legal[0] if by_bot else legal[-1])
                stale = job[1]
            case 1:
                # The process is dead: nobody answers, and the table isn't woken any later.
                expected.append(legal[-1])
            case 2:
                # Answers an hour late, and for a turn that never was.
                choose_for_bot(*stale)
                choose_for_bot(table.pk, table.turn_version + 1, index)
                choose_for_bot(table.pk, table.turn_version, (index + 1) % 4)
                expected.append(legal[-1])
            case _:
                # What happened meanwhile at the table leaves the turn what it is.
                choose_for_bot(*job[1])
                hands.forward(60)
                outages.beat()
                expected.append(legal[0] if by_bot else legal[-1])
        hands.forward(30)
        assert services.wake_table(table.pk)
        table.refresh_from_db()
        if table.is_over:
            break
        assert BotChoice.objects.count() <= 1
    played = table.actions.filter(kind="play", text__startswith="play").order_by("version")
    assert list(played.values_list("text", flat=True)) == expected
    assert len(expected) == 52
    choose_for_bot(*stale)
    assert not BotChoice.objects.exists()


def test_relaxed_bots_ask_nobody_and_bids_are_never_stored(
    member: Any, hands: Any, asked: list[Any]
) -> None:
    relaxed = at_play(member("ann"), hands, RELAXED)
    assert asked == []
    choose_for_bot(relaxed.pk, relaxed.turn_version, state_of(relaxed).to_act[0])
    at_play(member("ben"), hands, CLUB)
    for _name, args, _urgent in asked[:-1]:
        choose_for_bot(*args)
    assert not BotChoice.objects.exists()
    assert asked


def test_a_bid_that_isnt_open_before_the_look_is_made_after_it(
    member: Any, hands: Any, asked: list[Any]
) -> None:
    """Under whiz the list of open bids would tell something of the hand (3.7)."""
    rules = {"bidding": "whiz", "blind_nil": 100, "max_hands": 1}
    table = seated([member("ann")], turn_seconds=10, bots_level=CLUB, **rules)
    while not table.seats.get(index=state_of(table).to_act[0]).by_bot:
        hands.forward(30)
        assert services.wake_table(table.pk)
        table.refresh_from_db()
    (index,) = state_of(table).to_act
    choose_for_bot(*asked[-1][1])
    found = BotChoice.objects.get(table=table).action
    while state_of(table).to_act == (index,):
        hands.forward(30)
        assert services.wake_table(table.pk)
        table.refresh_from_db()
    said = table.actions.filter(kind="play", seat=index).order_by("version")
    assert list(said.values_list("text", flat=True)) == ["look", found]


def test_the_same_turn_always_gets_the_same_card(
    member: Any, hands: Any, asked: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = at_play(member("ann"), hands, CLUB)
    monkeypatch.setattr(
        bots, "choose", lambda _view, _rules, rng, _level=1, **_: f"play {rng.random()}"[:40]
    )
    chosen = set()
    for _time in range(2):
        choose_for_bot(*asked[-1][1])
        chosen.add(BotChoice.objects.get(table=table).action)
        BotChoice.objects.all().delete()
    assert len(chosen) == 1


def test_d4_a_choice_and_the_move_after_it_that_crashed_anywhere_are_made_again(
    member: Any, hands: Any, asked: list[Any]
) -> None:
    table = at_play(member("ann"), hands, CLUB)
    legal = engine.legal_actions(state_of(table), asked[-1][1][2])
    assert crash_everywhere(lambda: choose_for_bot(*asked[-1][1])) == 1
    hands.forward(30)
    assert crash_everywhere(lambda: services.wake_table(table.pk)) == 2
    assert table.actions.order_by("version").last().text == legal[0]


@pytest.mark.parametrize("answers", [True, False])
def test_the_card_for_somebody_whose_clock_ran_out_is_asked_for_before_it_is_played(
    member: Any, hands: Any, asked: list[Any], settings: Any, answers: bool
) -> None:
    settings.BOT_SECONDS = 1
    ann = member("ann")
    table = seated([ann], turn_seconds=10, max_hands=1, bots_level=CLUB)
    while (
        (state := state_of(table)).phase != "play"
        or state.to_act != (0,)
        or len(engine.legal_actions(state, 0)) == 1
    ):
        if 0 in state.to_act:
            act(table, ann)
        hands.forward(3)
        services.wake_table(table.pk)
        table.refresh_from_db()
    legal = engine.legal_actions(state, 0)
    hands.forward(30)
    assert services.wake_table(table.pk)
    table.refresh_from_db()
    assert (state_of(table).to_act, table.seats.get(index=0).stand_in) == ((0,), True)
    assert asked[-1] == (
        "games.tables.tasks.choose_for_bot",
        (table.pk, table.turn_version, 0),
        True,
    )
    if answers:
        choose_for_bot(*asked[-1][1])
    hands.forward(3)
    assert services.wake_table(table.pk)
    own = table.actions.filter(kind="play", seat=0, text__startswith="play", by="bot")
    assert [each.text for each in own] == [legal[0] if answers else legal[-1]]
    assert table.seats.get(index=0).missed == 1
