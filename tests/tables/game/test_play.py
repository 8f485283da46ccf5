"""Tables from the first seat to the last trick, through the domain functions."""

from typing import Any

import pytest

from games import engine
from games.tables import services
from games.tables.models import Action
from spades_site.common.errors import Refused
from tests.support.presets import EVERY_PRESET
from tests.support.salts import hash_of, salt_of
from tests.tables.playing import seated, state_of, wake


@pytest.mark.sweep(1)
@pytest.mark.django_db
@pytest.mark.parametrize("preset", EVERY_PRESET)
def test_bots_play_a_whole_game_of_every_preset(member: Any, preset: str) -> None:
    ann = member("ann")
    table = seated([ann], preset=preset, max_hands=2)
    table = wake(table)
    moves = 0
    while table.status == "playing":
        legal = engine.view_for(state_of(table), 0)["legal"]
        services.submit_action(
            table_id=table.pk,
            user=ann,
            action=legal[0],
            action_id=f"a{moves}",
            expected_version=table.version,
        )
        moves += 1
        table = wake(table)
    assert table.status == "finished"
    state = state_of(table)
    assert table.result == {
        "winners": list(state.result.winners),
        "totals": state.totals,
        "bags": state.bags,
        "hands": 2,
    }
    versions = list(table.actions.values_list("version", flat=True))
    assert versions == sorted(set(versions))
    assert table.actions.filter(by="player", kind="play").count() == moves


@pytest.mark.django_db
def test_the_log_replayed_is_the_state(member: Any) -> None:
    table = wake(seated([member("ann")], max_hands=1))
    state = state_of(table)
    replayed = engine.new_game(state.rules, first_dealer=state.first_dealer)
    for row in table.actions.exclude(kind="table").order_by("version"):
        if row.kind == Action.Kind.DEAL:
            pack = [engine.parse_card(name) for name in row.text.split(" ")[1:]]
            replayed = engine.deal(replayed, pack)
        else:
            replayed = engine.apply(replayed, row.seat, row.text)
    assert engine.snapshot(replayed) == engine.snapshot(state)


@pytest.mark.django_db
def test_the_same_action_id_counts_once(member: Any) -> None:
    ann = member("ann")
    table = wake(seated([ann]))
    legal = engine.view_for(state_of(table), 0)["legal"]
    first = services.submit_action(
        table_id=table.pk,
        user=ann,
        action=legal[0],
        action_id="one",
        expected_version=table.version,
    )
    again = services.submit_action(
        table_id=table.pk, user=ann, action=legal[0], action_id="one", expected_version=0
    )
    assert (again.version, again.duplicate, first.duplicate) == (first.version, True, False)
    assert Action.objects.filter(table=table, action_id="one").count() == 1


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"action": "bid 14"}, "illegal_bid"),
        ({"action": "bid 99"}, "bad_action"),
        ({"action": "play ZZ"}, "bad_card"),
        ({"action": "play AS"}, "wrong_phase"),
        ({"action": "drop table"}, "bad_action"),
        ({"expected_version": 0}, "stale"),
        ({"expected_version": 10_000}, "stale"),
    ],
)
def test_what_is_refused_changes_nothing(member: Any, change: dict[str, Any], code: str) -> None:
    ann = member("ann")
    table = wake(seated([ann]))
    before = (table.version, table.state, table.actions.count())
    asked = {
        "action": "bid 3",
        "action_id": "x",
        "expected_version": table.version,
        **change,
    }
    with pytest.raises(Refused) as refusal:
        services.submit_action(table_id=table.pk, user=ann, **asked)
    assert refusal.value.code == code
    table.refresh_from_db()
    assert (table.version, table.state, table.actions.count()) == before


@pytest.mark.django_db
def test_the_clock_takes_a_turn_and_the_person_takes_the_seat_back(member: Any, hands: Any) -> None:
    ann = member("ann")
    table = wake(seated([ann], max_hands=1))
    assert table.deadline is not None
    hands.forward(29)
    assert not services.wake_table(table.pk)
    hands.forward(2)
    assert services.wake_table(table.pk)
    seat = table.seats.get(index=0)
    assert (seat.stand_in, seat.missed) == (True, 1)
    row = table.actions.filter(kind="play").order_by("-version").first()
    assert (row.seat, row.by, row.user) == (0, "clock", None)
    with pytest.raises(Refused) as refusal:
        services.submit_action(
            table_id=table.pk, user=ann, action="bid 3", action_id="x", expected_version=1
        )
    assert refusal.value.code == "stand_in"
    services.take_back_seat(table_id=table.pk, user=ann)
    seat.refresh_from_db()
    assert (seat.stand_in, seat.missed) == (False, 0)


@pytest.mark.django_db
def test_nobody_sees_anothers_cards(member: Any) -> None:
    from games.tables.pictures.picture import picture_of

    table = wake(seated([member("ann")]))
    state = state_of(table)
    picture = picture_of(table, list(table.seats.all()), state)
    hidden = {seat: engine.view_for(state, seat)["hand"] for seat in range(4)}
    for viewer, view in enumerate([*picture["seats"], picture["watchers"]]):
        for seat, cards in hidden.items():
            if viewer != seat:
                assert not any(f'"{card}"' in view for card in cards)
    assert not any(card in picture["table"] for cards in hidden.values() for card in cards)


@pytest.mark.django_db
def test_a_record_verifies_the_deals(member: Any) -> None:
    from games import fairness

    ann = member("ann")
    table = wake(seated([ann], max_hands=1))
    number = 0
    while table.status == "playing":
        legal = engine.view_for(state_of(table), 0)["legal"]
        services.submit_action(
            table_id=table.pk, user=ann, action=legal[-1], action_id=str(number),
            expected_version=table.version,
        )  # fmt: skip
        number += 1
        table = wake(table)
    record = services.record_of(table)
    secret = record["x-fairness"]
    master = bytes.fromhex(secret["master"])
    assert fairness.commitment(master) == table.commitment
    assert secret["salts"] == [salt_of("salt 0"), "", "", ""]
    assert secret["salt_hashes"] == [hash_of("salt 0"), "", "", ""]
    assert (secret["algorithm"], secret["salts_from"]) == ("spades-deal/2", 0)
    order = fairness.shuffled_names(
        map(engine.card_name, range(52)), master=master, salts=secret["salts"], hand_no=1
    )
    dealt = fairness.dealt_names(order, players=4, dealer=record["first_dealer"])
    assert [hand.split(" ") for hand in record["hands"][0]["deal"]] == [list(h) for h in dealt]
