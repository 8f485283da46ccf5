"""The golden records: whole games of every preset, and that one wrong card, score or bag never verifies."""

import copy
import json
import random
from typing import Any

import pytest

from games.engine import PRESETS
from games.engine.record import replay, verify_record
from games.engine.record_shape import RecordError
from tests.golden.make import FOLDER, text

FILES = {file.stem: file for file in sorted(FOLDER.glob("*.jsonl"))}


def records(key: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in FILES[key].read_text("utf-8").splitlines()]


def refused(record: dict[str, Any]) -> bool:
    try:
        verify_record(record)
    except RecordError:
        return True
    return False


def test_every_preset_has_its_file() -> None:
    assert set(FILES) == set(PRESETS)


@pytest.mark.parametrize("key", PRESETS)
def test_golden_records_verify(key: str) -> None:
    plain, house = records(key)
    assert plain["rules"] == {"preset": key}
    assert set(house["rules"]) > {"preset"}
    for record in (plain, house):
        assert verify_record(record) == record["result"]
        assert replay(record).phase == "over"
        assert all("result" in hand for hand in record["hands"])


@pytest.mark.parametrize("key", PRESETS)
def test_golden_records_are_what_the_script_makes(key: str) -> None:
    assert FILES[key].read_text("utf-8") == text(key)


@pytest.mark.sweep(4)
@pytest.mark.parametrize("key", PRESETS)
def test_every_wrong_score_and_bag_is_found(key: str) -> None:
    rng = random.Random(key)
    for record in records(key):
        for number, hand in enumerate(record["hands"]):
            places = [
                (name, index) for name, row in hand["result"].items() for index in range(len(row))
            ]
            for name, index in places if number == 0 else rng.sample(places, 2):
                # Where bags don't count a running count may stand in place of noughts.
                deltas = (
                    [40] if name == "bags" and PRESETS[key].bag_limit is None else [-10, -1, 1, 10]
                )
                wrong = copy.deepcopy(
                    {**record, "result": None, "hands": record["hands"][: number + 1]}
                )
                wrong["hands"][number]["result"][name][index] += rng.choice(deltas)
                assert refused(wrong), (number, name, index)
        for index in range(len(record["result"]["totals"])):
            wrong = copy.deepcopy(record)
            wrong["result"]["totals"][index] -= 1
            assert refused(wrong)
        wrong = copy.deepcopy(record)
        players = PRESETS[key].players
        wrong["result"]["winners"] = [
            s for s in range(players) if s not in record["result"]["winners"]
        ]
        assert refused(wrong)


@pytest.mark.sweep(1)
@pytest.mark.parametrize("key", PRESETS)
def test_every_wrong_card_is_found(key: str) -> None:
    rng = random.Random(key)
    for record in records(key):
        pack = sorted({word for hand in record["hands"] for word in cards_of(hand)})
        for number in rng.sample(range(len(record["hands"])), min(3, len(record["hands"]))):
            hand = record["hands"][number]
            upto = {**record, "result": None, "hands": record["hands"][: number + 1]}
            for index, action in enumerate(hand["actions"]):
                if " play " not in action:
                    continue
                right = action[-2:]
                wrong = copy.deepcopy(upto)
                other = rng.choice([name for name in pack if name != right])
                wrong["hands"][number]["actions"][index] = action[:-2] + other
                assert refused(wrong), (number, index, other)
            for name in rng.sample(cards_of(hand), 8):
                wrong = copy.deepcopy(upto)
                other = rng.choice([card for card in pack if card != name])
                place = "stock" if "stock" in hand else "deal"
                wrong["hands"][number][place] = json.loads(
                    json.dumps(hand[place]).replace(name, other)
                )
                assert refused(wrong), (number, name, other)


def cards_of(hand: dict[str, Any]) -> list[str]:
    """Return a hand's cards as its record has them."""
    dealt: list[str] = [hand["stock"]] if "stock" in hand else hand["deal"]
    return [word for words in dealt for word in words.split()]
