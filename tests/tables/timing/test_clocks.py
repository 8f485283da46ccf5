"""A time for every turn, then a bank for the game, by the server's clock."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import engine
from games.live.requests import load_picture, recheck
from games.tables import services
from games.tables.models import SharedDeals, Table
from games.tables.server import presence
from games.tables.timing import outages
from games.tables.timing.clocks import has_no_clock
from spades_site.common.clock import machine_time, now
from spades_site.common.errors import Refused
from tests.tables.playing import act, seat, seated, state_of, wake

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann(member: Any) -> Any:
    return member("ann")


@pytest.fixture
def table(ann: Any) -> Table:
    """Ann's turn at a table with 10 seconds a turn and 60 in the bank."""
    return wake(seated([ann], turn_seconds=10, bank_seconds=60, max_hands=1))


def test_a_turn_within_its_time_leaves_the_bank_alone(table: Table, ann: Any, hands: Any) -> None:
    hands.forward(8)
    act(table, ann)
    assert seat(table, 0).bank_left == 60


def test_a_turn_beyond_its_time_is_paid_from_the_bank(table: Table, ann: Any, hands: Any) -> None:
    hands.forward(30)
    assert not services.wake_table(table.pk)
    act(table, ann)
    assert seat(table, 0).bank_left == pytest.approx(40, abs=0.5)
    assert seat(table, 0).stand_in is False


def test_a_bot_acts_only_when_the_bank_is_empty_too(table: Table, hands: Any) -> None:
    assert table.wake_at == table.deadline + timedelta(seconds=60)
    hands.forward(69)
    assert not services.wake_table(table.pk)
    hands.forward(2)
    assert services.wake_table(table.pk)
    ann = seat(table, 0)
    assert (ann.stand_in, ann.bank_left, ann.missed) == (True, 0, 1)
    assert table.actions.filter(by="clock", kind="play").count() == 1


def test_an_empty_bank_leaves_the_turns_own_time(table: Table, ann: Any, hands: Any) -> None:
    hands.forward(71)
    assert services.wake_table(table.pk)
    services.take_back_seat(table_id=table.pk, user=ann)
    table = wake(table)
    assert state_of(table).to_act == (0,)
    assert table.wake_at == table.deadline
    assert table.deadline - now() == pytest.approx(timedelta(seconds=10), abs=timedelta(seconds=1))


def test_a_look_goes_on_with_the_same_turn(ann: Any, hands: Any) -> None:
    table = wake(seated([ann], preset="playingcards_io", turn_seconds=10, bank_seconds=60))
    view = engine.view_for(state_of(table), 0)
    assert view["legal"][0] == "look"
    hands.forward(20)
    deadline = table.deadline
    table = act(table, ann)
    assert (table.deadline, seat(table, 0).bank_left) == (deadline, 60)
    hands.forward(10)
    act(table, ann)
    assert seat(table, 0).bank_left == pytest.approx(40, abs=0.5)


def test_an_outage_costs_no_bank(table: Table, ann: Any) -> None:
    outages.beat(machine_time())
    outages.beat(machine_time() + timedelta(seconds=3600))
    before = table.deadline
    table.refresh_from_db()
    assert table.deadline - before == pytest.approx(
        timedelta(seconds=3600) + outages.COMING_BACK, abs=timedelta(seconds=1)
    )
    act(table, ann)
    assert seat(table, 0).bank_left == 60


def test_pages_learn_of_a_deadline_that_an_outage_moved(
    table: Table, ann: Any, member: Any
) -> None:
    bob = member("bob")
    other = wake(seated([bob], turn_seconds=10))
    outages.beat(machine_time())
    with CaptureQueriesContext(connection) as queries:
        outages.beat(machine_time() + timedelta(seconds=60))
    # The pulse read and written, the tables read and written, and a savepoint around each writing.
    assert len(queries) <= 8
    for one, player in ((table, ann), (other, bob)):
        found = recheck([], {one.pk})[1][one.pk]
        seen, turn, deadline = one.version, one.turn_version, one.deadline
        one.refresh_from_db()
        assert (one.version, one.turn_version, found) == (seen + 1, turn, seen + 1)
        shown = json.loads(load_picture(one.pk)["table"])
        assert (shown["version"], shown["deadline"]) == (seen + 1, one.deadline.isoformat())
        assert one.deadline > deadline
        # A card that was played on the picture from before the outage is taken all the same.
        legal = engine.view_for(state_of(one), 0)["legal"]
        done = services.submit_action(
            table_id=one.pk, user=player, action=legal[0], action_id="x", expected_version=seen
        )
        assert done.version > one.version


def test_acting_before_the_first_sweep_after_an_outage_delays_no_bot(
    table: Table, ann: Any, hands: Any, settings: Any
) -> None:
    settings.BOT_SECONDS = 1
    outages.beat(machine_time() - timedelta(seconds=3600))
    act(table, ann)
    table.refresh_from_db()
    bot_acts, turn_ends = table.wake_at, table.deadline
    assert outages.beat() >= timedelta(seconds=3600)
    table.refresh_from_db()
    assert (table.wake_at - bot_acts, table.deadline - turn_ends) == (
        pytest.approx(timedelta(), abs=timedelta(seconds=1)),
        pytest.approx(timedelta(), abs=timedelta(seconds=1)),
    )


def test_taking_a_seat_back_gives_no_time_to_others(member: Any, hands: Any) -> None:
    ann, bob = member("ann"), member("bob")
    table = wake(seated([ann, bob], turn_seconds=10))
    first, second = (ann, bob) if 0 in state_of(table).to_act else (bob, ann)
    hands.forward(11)
    table = wake(table)
    while table.seats.get(user=second).index not in state_of(table).to_act:
        table = wake(table)
    deadline = table.deadline
    hands.forward(3)
    services.take_back_seat(table_id=table.pk, user=first)
    table.refresh_from_db()
    assert table.deadline == deadline


@pytest.mark.parametrize(("turn", "bank"), [(4, 0), (604_801, 0), (30, -1), (30, 3601)])
def test_impossible_clocks_are_refused(ann: Any, turn: int, bank: int) -> None:
    with pytest.raises(Refused) as refusal:
        services.open_table(
            services.TableTerms(
                rules=engine.preset("cardgames_io"), turn_seconds=turn, bank_seconds=bank
            ),
            created_by=ann,
        )
    assert refusal.value.code == "bad_clock"
    assert not Table.objects.exists()


def test_a_slow_table_of_a_tournament_shows_its_clock_even_if_its_deals_were_fixed_before() -> None:
    fixed = SharedDeals(pk=1, dealt_at=now())
    table = Table(deals=fixed, turn_seconds=86_400, salts_from=None)
    assert has_no_clock(table)
    fixed.reveal_by = now()
    assert not has_no_clock(table)


def test_a_correspondence_table_waits_for_days(member: Any, hands: Any) -> None:
    table = services.open_table(
        services.TableTerms(rules=engine.preset("cardgames_io"), turn_seconds=86_400),
        created_by=member("ann"),
    )
    hands.forward(6 * 86_400)
    assert not services.wake_table(table.pk)
    hands.forward(2 * 86_400)
    assert services.wake_table(table.pk)
    table.refresh_from_db()
    assert table.status == "abandoned"


def test_coming_or_going_between_hands_does_not_change_the_pause(
    ann: Any, hands: Any, settings: Any
) -> None:
    settings.HAND_PAUSE_SECONDS = 6
    table = wake(seated([ann], max_hands=2))
    while state_of(table).phase != "deal":
        table = act(table, ann)
    next_hand, turn = table.wake_at, table.turn_version
    for change in (presence.gone, presence.still_here, presence.gone):
        hands.forward(1)
        change(table.pk, ann)
    table.refresh_from_db()
    assert (table.wake_at, table.turn_version) == (next_hand, turn)
    hands.forward(2)
    assert not services.wake_table(table.pk)
    hands.forward(1)
    assert services.wake_table(table.pk)
    assert state_of(Table.objects.get(pk=table.pk)).hand_no == 2


def test_coming_or_going_delays_no_bot(ann: Any, hands: Any, settings: Any) -> None:
    table = wake(seated([ann], max_hands=1))
    settings.BOT_SECONDS = 4
    act(table, ann)
    table.refresh_from_db()
    bot_acts = table.wake_at
    for change in (presence.gone, presence.still_here):
        hands.forward(1)
        change(table.pk, ann)
    table.refresh_from_db()
    assert table.wake_at == bot_acts > now()
