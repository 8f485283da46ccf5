"""The record of a table's game is a game record that the engine verifies."""

import json
from typing import Any

import pytest

from games import fairness
from games.engine.record import hand_result, replay, verify_record
from games.engine.record_shape import RecordError
from games.tables import services
from games.tables.models import StoredRecord
from games.tables.replay.records import lines_of
from tests.support.presets import EVERY_PRESET
from tests.tables.playing import act, seated, state_of, wake


def played_out(user: Any, **rules: Any) -> Any:
    """Return a table whose game is over: bots in the other seats, the user playing any legal card."""
    table = wake(seated([user], **rules))
    while table.status == "playing":
        table = wake(act(table, user))
    return table


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("key", EVERY_PRESET)
def test_a_tables_record_verifies(member: Any, key: str) -> None:
    table = played_out(member("ann"), preset=key, max_hands=2)
    state = state_of(table)
    record = json.loads(json.dumps(services.record_of(table)))
    assert verify_record(record) == {
        "winners": list(state.result.winners),
        "totals": state.totals,
    }
    assert record["rules"] == state.rules.to_record()
    assert [hand["result"] for hand in record["hands"]] == [
        hand_result(result) for result in state.hand_results
    ]
    again = replay(record)
    assert (again.hands, again.won, again.bags) == (state.hands, state.won, state.bags)
    assert record["x-fairness"]["commitment"] == table.commitment
    assert record["x-fairness"]["algorithm"] == fairness.ALGORITHM


@pytest.mark.slow
@pytest.mark.django_db
def test_a_game_that_cannot_be_read_is_left_out_of_many(member: Any) -> None:
    ann = member("ann")
    good, bad = played_out(ann, max_hands=1), played_out(ann, max_hands=1)
    assert len(lines_of([bad, good]).splitlines()) == 2
    StoredRecord.objects.all().delete()
    bad.actions.filter(kind="deal").delete()
    (line,) = lines_of([bad, good]).splitlines()
    assert json.loads(line)["x-fairness"]["commitment"] == good.commitment


@pytest.mark.django_db
def test_a_tables_record_with_house_rules_verifies(member: Any) -> None:
    house = {"blind_nil": 200, "blind_nil_pass": 2, "nil_pass": 1, "revoke": "penalised"}
    table = played_out(member("ann"), max_hands=2, **house)
    record = json.loads(json.dumps(services.record_of(table)))
    assert verify_record(record)["totals"] == state_of(table).totals
    record["hands"][1]["result"]["points"][0] += 1
    with pytest.raises(RecordError, match="points of the hand"):
        verify_record(record)
