"""docs/rules.md 7: game records."""

import copy
import json
import re
from pathlib import Path
from typing import Any

import pytest

from games.engine import PRESETS
from games.engine.record import legal_in_record, replay, verify_record
from games.engine.record_shape import RecordError

DOCUMENT = Path(__file__).parents[2] / "docs" / "rules.md"


def small(**changes: Any) -> dict[str, Any]:
    """Return a record of one hand of two tricks; what is given replaces what it has."""
    return {
        "format": "spades-record/1",
        "rules": {
            "preset": "cardgames_io",
            "max_hands": 2,
            "removed": [
                rank + suit
                for rank in "23456789TJQKA"
                for suit in "CDHS"
                if rank + suit not in "2C 2H 3C 3H 4C 4H 5C 5S"
            ],
        },
        "first_dealer": 3,
        "hands": [
            {
                "deal": ["2C 2H", "3C 3H", "4C 4H", "5C 5S"],
                "actions": [
                    *("0 bid 1", "1 bid 1", "2 nil", "3 bid 2"),
                    *("0 play 2C", "1 play 3C", "2 play 4C", "3 play 5C"),
                    *("3 play 5S", "0 play 2H", "1 play 3H", "2 play 4H"),
                ],
                "result": {
                    "tricks": [0, 0, 0, 2],
                    "points": [90, -30],
                    "bags": [0, 0],
                    "totals": [90, -30],
                },
            }
        ],
        **changes,
    }


def changed(path: str, value: Any) -> dict[str, Any]:
    """Return the small record with one thing in it changed: a path like "hands.0.result"; None removes it."""
    record: Any = copy.deepcopy(small())
    thing = record
    *way, last = [int(word) if word.isdigit() else word for word in path.split(".")]
    for word in way:
        thing = thing[word]
    if value is None:
        del thing[last]
    else:
        thing[last] = value
    result: dict[str, Any] = record
    return result


def mistake(record: Any) -> tuple[int | None, int | None, str]:
    """Return the place and the sentence with which a record is refused."""
    with pytest.raises(RecordError) as refused:
        verify_record(record)
    error = refused.value
    assert "\n" not in str(error)
    assert error.code == "bad_record"
    return error.hand, error.action, str(error)


UNFINISHED = {"winners": [], "totals": [90, -30]}


def test_rule_7_1_rules_as_a_preset_or_whole() -> None:
    record = small()
    assert verify_record(record) == UNFINISHED
    whole = replay(record).rules.to_dict()
    assert verify_record({**record, "rules": whole}) == UNFINISHED
    every = {name: value for name, value in whole.items() if name != "preset"}
    assert verify_record({**record, "rules": every}) == UNFINISHED
    for wrong, words in (
        ({"preset": "x"}, "rules: There is no preset called “x”."),
        ({**whole, "min_bid": 3}, "rules: min_bid is above the highest bid, 2."),
        ({**whole, "colour": 1}, "rules: There is no rule called “colour”."),
        ({"target": 500}, "rules: Without a preset, every field is required"),
        ([], "rules is missing or no object"),
        ("cardgames_io", "rules is missing or no object"),
    ):
        assert mistake({**record, "rules": wrong})[2].startswith(words)


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        ("hands.0.deal", ["2C 2H", "3C 3H", "4C 4H"], "A deal has 4 hands, not 3."),
        ("hands.0.deal.1", "3C", "Seat 1 has 1 cards, not 2."),
        ("hands.0.deal.1", "3C 3C", "deal, seat 1: a card is named twice."),
        ("hands.0.deal.1", "3C 2H", "A card is dealt twice, or isn’t in the pack."),
        ("hands.0.deal.1", "3C AS", "A card is dealt twice, or isn’t in the pack."),
        ("hands.0.deal.1", "3C 1H", "deal, seat 1: “1H” isn’t a card."),
        ("hands.0.deal.1", 7, "deal, seat 1 is missing or no text"),
        ("hands.0.deal", "2C 2H", "deal is missing or no list"),
        ("hands.0.deal", None, "deal is missing or no list"),
        ("hands.0.stock", "2C 2H", "Under these rules a hand has a deal, not a stock."),
        ("hands.0", [], "The hand is no JSON object."),
        ("hands.0.cards", [], "The hand has an unknown key, “cards”."),
    ],
)
def test_rule_7_2_the_deal(path: str, value: Any, words: str) -> None:
    hand, action, sentence = mistake(changed(path, value))
    assert (hand, action, sentence[: len(words)]) == (1, None, words)


def test_rule_7_2_the_stock() -> None:
    pack = [rank + suit for rank in "23456789TJQKA" for suit in "CDHS"]
    record: dict[str, Any] = {
        "format": "spades-record/1",
        "rules": {"preset": "rubl_two_player"},
        "first_dealer": 1,
        "hands": [{"stock": " ".join(pack), "actions": ["0 keep", "1 refuse", "0 refuse"]}],
    }
    state = replay(record)
    assert [len(state.hand_cards(seat)) for seat in (0, 1)] == [2, 1]
    assert legal_in_record(record) == [
        [["0 keep", "0 refuse"], ["1 keep", "1 refuse"], ["0 keep", "0 refuse"]]
    ]
    for stock, words in (
        (" ".join(pack[:51]), "That isn’t the pack for these rules, which has 52 different cards."),
        (
            " ".join([*pack[:51], "2C"]),
            "That isn’t the pack for these rules, which has 52 different cards.",
        ),
        ("", "That isn’t the pack"),
        (5, "stock is missing or no text"),
        ("2C;3C", "stock: “2C;3C” isn’t a card."),
    ):
        record["hands"][0]["stock"] = stock
        hand, action, sentence = mistake(record)
        assert (hand, action, sentence[: len(words)]) == (1, None, words)
    assert mistake({**record, "hands": [{"deal": ["2C"], "actions": []}]})[2] == (
        "Under these rules a hand has a stock, not a deal."
    )


@pytest.mark.parametrize(
    ("index", "text", "words"),
    [
        (1, "1 bid 3", "Bid a number from 1 to 2, or nil."),
        (1, "0 bid 1", "It isn’t your turn."),
        (1, "4 bid 1", "“4 bid 1” doesn’t begin with a seat from 0 to 3"),
        (1, "bid 1", "“bid 1” doesn’t begin with a seat"),
        (1, "1", "“1” doesn’t begin with a seat"),
        (1, "1  bid 1", "“ bid 1” isn’t an action."),
        (1, "1 bid one", "“bid one” isn’t a bid."),
        (1, "¹ bid 1", "“¹ bid 1” doesn’t begin with a seat"),
        (1, "-1 bid 1", "“-1 bid 1” doesn’t begin with a seat"),
        (1, 5, "An action is a text like “2 play QS”, not 5."),
        (1, {"seat": 1}, "An action is a text like “2 play QS”, not an object."),
        (1, "1 play 3C", "The bidding isn’t over."),
        (1, "1 keep", "The bidding isn’t over."),
        (1, "1 blind nil", "A blind bid must be made before looking"),
        (1, "1 pass 3C 3H", "The bidding isn’t over."),
        (1, "1 look", "You have seen your hand already."),
        (5, "1 play 3H", "Clubs were led and you have some."),
        (5, "1 play 4C", "4C isn’t in your hand."),
        (5, "1 play ZZ", "“ZZ” isn’t a card."),
        (4, "0 play 5S", "5S isn’t in your hand."),
    ],
)
def test_rule_7_3_actions(index: int, text: Any, words: str) -> None:
    hand, action, sentence = mistake(changed(f"hands.0.actions.{index}", text))
    assert (hand, action, sentence[: len(words)]) == (1, index + 1, words)


def test_rule_7_3_the_look_may_be_left_out() -> None:
    record = small(rules={**small()["rules"], "blind_nil": 200})
    record["hands"][0]["result"] = None
    for look in ([], ["0 look"]):
        record["hands"][0]["actions"][:-12] = look
        assert verify_record(record) == UNFINISHED
    assert mistake(changed("hands.0.actions", ["0 look"]))[:2] == (1, 1)
    blind = copy.deepcopy(record)
    blind["hands"][0]["actions"] = ["0 look", "0 blind nil"]
    assert mistake(blind)[:2] == (1, 2)
    blind["hands"][0]["actions"] = ["0 blind nil", "1 bid 1"]
    assert legal_in_record(blind)[0][1] == ["1 bid 1", "1 bid 2", "1 nil", "1 look", "1 blind nil"]
    # Under whiz rules too, where the look is asked for at the table.
    blind["rules"] = {**blind["rules"], "bidding": "whiz"}
    blind["hands"][0]["actions"] = ["0 blind nil", "1 nil", "2 look", "2 nil", "3 bid 1"]
    assert legal_in_record(blind)[0] == [
        ["0 nil", "0 look", "0 blind nil"],
        ["1 nil", "1 look", "1 blind nil"],
        ["2 nil", "2 look", "2 blind nil"],
        ["2 nil"],
        ["3 bid 1", "3 nil", "3 look", "3 blind nil"],
    ]


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        ("hands.0.result.tricks", [0, 0, 1, 1], "tricks of the hand: the record says [0, 0, 1, 1], by the rules it is [0, 0, 0, 2]."),
        ("hands.0.result.points", [91, -30], "points of the hand: the record says [91, -30], by the rules it is [90, -30]."),
        ("hands.0.result.bags", [0, 1], "bags of the hand: the record says [0, 1], by the rules it is [0, 0]."),
        ("hands.0.result.totals", [90, 30], "totals of the hand: the record says [90, 30], by the rules it is [90, -30]."),
        ("hands.0.result.totals", [90], "totals has 1 numbers, not 2."),
        ("hands.0.result.tricks", [0, 0, 2], "tricks has 3 numbers, not 4."),
        ("hands.0.result.points", [90.0, -30], "points is a list of whole numbers."),
        ("hands.0.result.points", [90, True], "points is a list of whole numbers."),
        ("hands.0.result.points", "90 -30", "points is a list of whole numbers."),
        ("hands.0.result.points", [90, 10**12], "points is a list of whole numbers."),
        ("hands.0.result.score", [90, -30], "The hand's result has an unknown key, “score”."),
        ("hands.0.result", 4, "The hand's result is no JSON object."),
    ],
)  # fmt: skip
def test_rule_7_4_results_are_checked(path: str, value: Any, words: str) -> None:
    hand, action, sentence = mistake(changed(path, value))
    assert (hand, action, sentence[: len(words)]) == (1, None, words)


def test_rule_7_4_results_may_be_left_out() -> None:
    assert verify_record(changed("hands.0.result", None)) == UNFINISHED
    for key in ("tricks", "points", "bags", "totals"):
        assert verify_record(changed(f"hands.0.result.{key}", None)) == UNFINISHED


def game(**changes: Any) -> dict[str, Any]:
    """Return the small record as a whole game of one hand."""
    rules = {**small()["rules"], "max_hands": 1}
    return small(rules=rules, result={"winners": [0, 2], "totals": [90, -30]}, **changes)


def test_rule_7_4_the_games_result() -> None:
    assert verify_record(game()) == {"winners": [0, 2], "totals": [90, -30]}
    for result in ({"winners": [2, 0]}, {"totals": [90, -30]}, {}, None):
        assert verify_record({**game(), "result": result})["winners"] == [0, 2]
    for result, words in (
        ({"winners": [1, 3]}, "winners of the game: the record says [1, 3], by the rules it is [0, 2]."),
        ({"winners": [0]}, "winners of the game: the record says [0], by"),
        ({"totals": [90, -31]}, "totals of the game: the record says [90, -31], by"),
        ({"winners": "ann"}, "result: winners is a list of whole numbers."),
        ({"totals": [1, 2, 3]}, "result: totals has 3 numbers, not 2."),
        ({"winner": [0]}, "result has an unknown key, “winner”."),
        ([], "result is no JSON object."),
    ):  # fmt: skip
        hand, action, sentence = mistake({**game(), "result": result})
        assert (hand, action, sentence[: len(words)]) == (None, None, words)


def test_rule_7_4_bags_that_dont_count() -> None:
    rules = {**small()["rules"], "bag_limit": None, "max_hands": 4}
    hand: dict[str, Any] = small()["hands"][0]
    low = [
        text.replace("3 bid 2", "3 bid 1").replace("1 bid 1", "1 nil") for text in hand["actions"]
    ]

    def record(*bags: list[int], start: list[int] | None = None) -> dict[str, Any]:
        hands = []
        for number, said in enumerate(bags):
            turned = {
                "deal": [hand["deal"][(seat - number) % 4] for seat in range(4)],
                "actions": [f"{(int(text[0]) + number) % 4}{text[1:]}" for text in low],
                "result": {"bags": said},
            }
            hands.append(turned)
        begin = {} if start is None else {"start": {"totals": [0, 0], "bags": start}}
        return small(rules=rules, hands=hands, **begin)

    # Side 1 takes an overtrick in the first hand, side 0 in the second.
    assert verify_record(record([0, 1], [1, 1], [1, 2]))["winners"] == []
    assert verify_record(record([0, 0], [0, 0], [0, 0]))["winners"] == []
    assert verify_record(record([3, 5], [4, 5], start=[3, 4]))["winners"] == []
    assert mistake(record([0, 1], [1, 0]))[0] == 2
    assert mistake(record([1, 0]))[0] == 1
    assert mistake(record([0, 2]))[0] == 1
    # One of the two, not now this and now that.
    assert mistake(record([0, 0], [1, 1]))[0] == 2
    assert mistake(record([0, 1], [0, 0]))[0] == 2


def test_rule_7_5_the_last_hand_may_break_off() -> None:
    for count in range(12):
        record = changed("hands.0.actions", small()["hands"][0]["actions"][:count])
        hand, action, sentence = mistake(record)
        assert (hand, action) == (1, count + 1)
        assert sentence == "The hand isn't finished and yet has a result."
        record["hands"][0]["result"] = None
        assert verify_record(record) == {"winners": [], "totals": [0, 0]}
        assert mistake({**record, "result": {"totals": [0, 0]}})[2] == (
            "The game isn't over and yet has a result."
        )
        two = {**record, "hands": [record["hands"][0], small()["hands"][0]]}
        assert mistake(two) == (
            2,
            None,
            "The hand before isn't finished: only the last may break off.",
        )
    more = changed("hands.0.actions", [*small()["hands"][0]["actions"], "0 bid 1"])
    assert mistake(more) == (1, 13, "The hand was over before this action. Remove it.")
    assert mistake(game(hands=small()["hands"] * 2)) == (
        2,
        None,
        "The game was over before this hand.",
    )


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"first_dealer": None}, "first_dealer is missing"),
        ({"first_dealer": 4}, "first_dealer is a seat from 0 to 3."),
        ({"first_dealer": -1}, "first_dealer is a seat from 0 to 3."),
        ({"first_dealer": True}, "first_dealer is a seat from 0 to 3."),
        ({"first_dealer": "3"}, "first_dealer is a seat from 0 to 3."),
        ({"draw_for_deal": ["2C", "3C", "4C"]}, "The draw for the deal needs one card per seat"),
        ({"draw_for_deal": ["2C", "3C", "4C", "4C"]}, "The draw for the deal needs one card per seat"),
        ({"draw_for_deal": ["2C", "3C", "4C", "AS"]}, "A card drawn for the deal isn’t in the pack"),
        ({"draw_for_deal": "2C"}, "draw_for_deal is a list of cards"),
        ({"draw_for_deal": [1, 2, 3, 4]}, "draw_for_deal is a list of cards"),
        ({"draw_for_deal": ["X", "3C", "4C", "5C"]}, "draw_for_deal: “X” isn’t a card."),
        ({"players": ["a", "b"]}, "players has 2 names for 4 seats."),
        ({"players": "abcd"}, "players is a list of names"),
        ({"players": [1, 2, 3, 4]}, "players is a list of names"),
        ({"start": 5}, "start is no JSON object."),
        ({"start": {"totals": [1, 2, 3]}}, "start: totals has 3 numbers, not 2."),
        ({"start": {"bags": [1, 10]}}, "The bags at the start must be from 0 to 9."),
        ({"start": {"bags": [-1, 1]}}, "The bags at the start must be from 0 to 9."),
        ({"start": {"points": [1, 1]}}, "start has an unknown key, “points”."),
        ({"format": "spades-record/2"}, "format isn't “spades-record/1”"),
        ({"format": None}, "format isn't “spades-record/1”"),
        ({"hands": None}, "hands is missing or no list"),
        ({"hands": {}}, "hands is missing or no list"),
        ({"colour": "red"}, "The record has an unknown key, “colour”."),
    ],
)  # fmt: skip
def test_rule_7_6_the_frame(changes: dict[str, Any], words: str) -> None:
    hand, action, sentence = mistake(small(**changes))
    assert (hand, action, sentence[: len(words)]) == (None, None, words)


def test_rule_7_6_what_may_be_left_out_or_added() -> None:
    record = small(**{"x-site": {"any": [1, {"deep": None}]}, "players": ["a", "b", "c", "d"]})
    record["hands"][0]["x-note"] = 1
    record["hands"][0]["result"]["x-note"] = 1
    record["rules"]["x-note"] = 1
    assert verify_record(record) == UNFINISHED
    later = small(start={"totals": [371, 422], "bags": [1, 2]}, hands=[])
    assert verify_record(later) == {"winners": [], "totals": [371, 422]}
    assert verify_record(small(hands=[], start={})) == {"winners": [], "totals": [0, 0]}
    for wrong in (None, 3, "x", [], [small()]):
        assert mistake(wrong) == (None, None, "The record is no JSON object.")


def test_rule_7_6_the_draw_binds_where_the_rules_say_so() -> None:
    drawn = ["4H", "5C", "3C", "2C"]
    assert replay(small(draw_for_deal=drawn)).dealer == 3
    assert replay(small(draw_for_deal=drawn, first_dealer=None, hands=[])).dealer == 1
    high = {**small()["rules"], "first_dealer": "high_card"}
    assert mistake(small(rules=high, draw_for_deal=drawn)) == (
        None,
        None,
        "Seat 1 drew the highest card and deals first.",
    )
    assert verify_record(small(rules=high)) == UNFINISHED
    assert replay(small(rules=high, draw_for_deal=["2H", "3H", "4H", "5S"])).dealer == 3


def test_rule_7_7_the_place_of_a_mistake() -> None:
    record = small()
    second = copy.deepcopy(record["hands"][0])
    second["deal"] = second["deal"][-1:] + second["deal"][:-1]
    second["actions"] = [f"{(int(text[0]) + 1) % 4}{text[1:]}" for text in second["actions"]]
    second["result"] = {"totals": [60, 60]}
    record["hands"].append(second)
    assert verify_record(record) == {"winners": [0, 1, 2, 3], "totals": [60, 60]}
    second["actions"][6] = "3 play 4H"
    assert mistake(record)[:2] == (2, 7)


def test_rule_7_1_the_documents_example_says_what_the_rules_do() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    example = re.search(r"```json\n(.*?)```", text, re.DOTALL)
    assert example is not None
    record = json.loads(example[1])
    assert set(record["rules"]) == {"preset", "boston_bonus"}
    start, result = record["start"], record["hands"][0]["result"]
    assert [a + b for a, b in zip(start["totals"], result["points"], strict=True)] == result[
        "totals"
    ]
    assert record["result"]["totals"] == result["totals"]
    assert record["rules"]["preset"] in PRESETS
