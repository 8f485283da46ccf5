"""Rule sets: the documents' fields one by one, and conflicting fields."""

from typing import Any

import pytest

from games.engine import PRESET_TITLES, PRESETS, InconsistentRules, RuleSet, preset
from games.engine.rules import FIELD_NAMES

CARDGAMES_IO = {
    "preset": "cardgames_io",
    "target": 500,
    "max_hands": None,
    "level_at_end": "draw",
    "winner": "highest",
    "players": 4,
    "sides": "partners",
    "jokers": False,
    "high_deuces": [],
    "removed": [],
    "deal": "deal",
    "first_dealer": "random",
    "min_bid": 1,
    "max_bid": None,
    "nil": 100,
    "blind_nil": None,
    "blind_nil_deficit": 0,
    "blind_bid": None,
    "blind_bid_deficit": 100,
    "blind_bid_min": 1,
    "blind_bid_max": None,
    "nil_partner_min": 0,
    "bidding": "free",
    "programme": [],
    "bid_by": "player",
    "partners_talk": False,
    "first_hand": "bid",
    "first_hand_loses": False,
    "min_side_bid": 0,
    "throw_in": "never",
    "throw_in_below": 0,
    "forbidden_total": None,
    "nil_pass": 0,
    "blind_nil_pass": 0,
    "opening_lead": "left_of_dealer",
    "spade_lead": "after_break",
    "lone_spades_break": True,
    "first_trick": "free",
    "revoke": "prevented",
    "trick_points": 10,
    "overtrick_points": 1,
    "set_points": -10,
    "bag_limit": 10,
    "bag_penalty": 100,
    "failed_nil": "bags",
    "nil_failed": None,
    "blind_nil_failed": None,
    "double_nil": None,
    "blind_bid_failed": None,
    "ten_for_200": False,
    "high_contracts": [],
    "boston_bonus": 0,
    "set_limit": None,
    "sets_in_a_row": None,
    "nil_is_set": False,
    "slam_wins": False,
    "boston_wins": False,
    "point_spread": None,
    "loss_limit": None,
}
LATER = (
    "high_deuces",
    "blind_bid_min", "blind_bid_max", "nil_partner_min", "nil_failed", "blind_nil_failed", "double_nil",
    "blind_bid_failed", "high_contracts", "level_at_end", "first_trick", "set_limit", "sets_in_a_row", "nil_is_set",
    "slam_wins", "boston_wins", "point_spread", "bid_by", "first_hand", "first_hand_loses", "programme", "winner",
    "throw_in", "throw_in_below", "partners_talk",
)  # fmt: skip
BICYCLE = {
    "first_dealer": "high_card",
    "nil": None,
    "set_points": 0,
    "bag_limit": None,
    "failed_nil": "nothing",
}
JJDD = {
    "jokers": True, "high_deuces": ["2D", "2S"], "removed": ["2H", "2C"], "bid_by": "side", "min_side_bid": 4, "nil": None,
    "blind_bid": 20, "blind_bid_min": 6, "overtrick_points": 0,
}  # fmt: skip
ALONE = {**BICYCLE, "sides": "solo"}
DIFFERENT: dict[str, dict[str, Any]] = {
    "cardgames_io": {},
    "bicycle_2": {**ALONE, "players": 2, "deal": "draw"},
    "bicycle_3": {**ALONE, "players": 3, "removed": ["2C"]},
    "bicycle_4": ALONE,
    "bicycle_5": {**ALONE, "players": 5, "removed": ["2C", "2D"]},
    "bicycle_partnership": {**BICYCLE, "min_bid": 2},
    "bicycle_2_jokers": {
        **ALONE,
        "players": 2,
        "deal": "draw",
        "jokers": True,
        "removed": ["2C", "2D"],
    },
    "bicycle_3_jokers": {**ALONE, "players": 3, "jokers": True},
    "bicycle_4_jokers": {**ALONE, "jokers": True, "removed": ["2C", "2D"]},
    "bicycle_5_jokers": {
        **ALONE,
        "players": 5,
        "jokers": True,
        "removed": ["2C", "2D", "2H", "2S"],
    },
    "bicycle_partnership_jokers": {
        **BICYCLE,
        "min_bid": 2,
        "jokers": True,
        "removed": ["2C", "2D"],
    },
    "playingcards_io": {"first_dealer": "high_card", "blind_nil": 200, "lone_spades_break": False},
    "classic_blind_nil": {"blind_nil": 200, "blind_nil_deficit": 100},
    "rubl_two_player": {
        "players": 2,
        "sides": "solo",
        "deal": "draw",
        "lone_spades_break": False,
    },
    "jjdd_350": {**JJDD, "bag_limit": 7, "set_limit": 2, "target": 350},
    "jjdd_500": {**JJDD, "set_limit": 3},
    "deuce_high": {
        "jokers": True, "high_deuces": ["2S"], "removed": ["2D", "2H"], "bid_by": "side", "min_side_bid": 4, "nil": None,
        "first_hand": "bids_itself", "set_limit": 2, "target": 350,
    },
    "ace_high_350": {
        "spade_lead": "anytime", "high_contracts": ["10 150 -150"], "target": 350, "set_limit": 2,
    },
    "online_8_hands": {"target": None, "max_hands": 8},
    "suicide": {"bidding": "suicide", "loss_limit": 300},
    "mirror": {"bidding": "mirror"},
    "whiz": {"bidding": "whiz"},
    "bag_or_set": {"forbidden_total": 13},
}  # fmt: skip


@pytest.mark.parametrize("key", DIFFERENT)
def test_every_field_of_every_preset(key: str) -> None:
    assert PRESETS[key].to_dict() == {**CARDGAMES_IO, **DIFFERENT[key], "preset": key}


def test_the_presets_and_the_fields_are_all_named() -> None:
    assert list(PRESETS) == list(DIFFERENT)
    assert list(PRESET_TITLES) == list(PRESETS)
    assert tuple(CARDGAMES_IO) == FIELD_NAMES


@pytest.mark.parametrize("key", PRESETS)
def test_a_rule_set_survives_json(key: str) -> None:
    rules = PRESETS[key]
    assert RuleSet.from_dict(rules.to_dict()) == rules
    assert RuleSet.from_dict({"preset": key}) == rules
    every = {name: value for name, value in rules.to_dict().items() if name != "preset"}
    assert RuleSet.from_dict(every) == RuleSet(**{**every, "preset": ""})
    assert RuleSet.from_dict({"preset": key, "target": 300}) == preset(key, target=300)


def test_a_whole_set_from_before_the_later_fields_means_the_same_and_records_leave_them_out() -> (
    None
):
    rules = preset("cardgames_io", target=300)
    old = {name: value for name, value in rules.to_dict().items() if name not in LATER}
    assert RuleSet.from_dict(old) == rules
    assert rules.to_record() == old
    new = preset("cardgames_io", double_nil=400, high_contracts=("13 500 -250",))
    plain = {**old, "target": 500}
    assert new.to_record() == plain | {"double_nil": 400, "high_contracts": ["13 500 -250"]}
    assert RuleSet.from_dict(new.to_record()) == new


REFUSED: list[tuple[dict[str, Any], tuple[str, ...], str]] = [
    ({"winner": "lowest"}, ("winner", "max_hands", "loss_limit"), "Set max_hands or loss_limit, too"),
    ({"high_contracts": "10 200 -200"}, ("high_contracts",), 'a list of prices, like ["10 200 -200"]'),
    ({"high_contracts": ["10 200"]}, ("high_contracts",), "“10 200” isn’t a price. Write the contract"),
    ({"high_contracts": ["10 200 200"]}, ("high_contracts",), "isn’t a price"),
    ({"high_contracts": ["28 200 -200"]}, ("high_contracts",), "isn’t a price"),
    ({"high_contracts": ["13 1 -1", "10 1 -1"]}, ("high_contracts",), "the lowest first"),
    (
        {"high_contracts": ["10 200 -200"], "ten_for_200": True},
        ("ten_for_200", "high_contracts"),
        "Turn the first off",
    ),
    (
        {"blind_bid": 20, "blind_bid_min": 7, "blind_bid_max": 6},
        ("blind_bid_min", "blind_bid_max", "max_bid"),
        "both at most 13, the highest bid",
    ),
    (
        {"blind_bid": 20, "blind_bid_min": 7, "max_bid": 6},
        ("blind_bid_min", "blind_bid_max", "max_bid"),
        "both at most 6, the highest bid",
    ),
    (
        {"bid_by": "side", "blind_bid": 20, "blind_bid_max": 3, "min_side_bid": 4},
        ("blind_bid_max", "min_side_bid", "bid_by"),
        "Leave blind_bid_max empty, or set it to 4 at least",
    ),
    (
        {"nil_partner_min": 4, "nil": None},
        ("nil_partner_min", "sides", "nil", "bidding"),
        "partners who may bid nil",
    ),
    ({"nil_partner_min": 5, "max_bid": 4}, ("nil_partner_min", "max_bid"), "above the highest bid, 4"),
    ({"first_trick": "no_spades", "revoke": "penalised"}, ("first_trick", "revoke"), "Set first_trick to “free”"),
    ({"double_nil": 400, "nil": None}, ("double_nil", "sides", "nil"), "Leave double_nil empty"),
    ({"players": 3}, ("sides", "players"), "Set players to 4, or sides to “solo”"),
    ({"deal": "draw"}, ("deal", "players"), "Set players to 2"),
    ({"removed": ["2C"]}, ("players", "jokers", "removed"), "Add 3 more to removed"),
    ({"jokers": True}, ("players", "jokers", "removed"), "Add 2 more to removed"),
    (
        {"removed": [rank + "S" for rank in "23456789TJQKA"] + ["2C", "3C", "4C"]},
        ("removed",),
        "no spades left",
    ),
    ({"removed": ["2C", "2C"]}, ("removed",), "names a card twice"),
    ({"removed": ["1C"]}, ("removed",), "“1C” isn’t a card"),
    ({"removed": "2C"}, ("removed",), "a list of cards"),
    ({"removed": [2]}, ("removed",), "a list of cards"),
    (
        {
            "first_dealer": "high_card", "jokers": True, "players": 3, "sides": "solo",
            "removed": [r + s for r in "23456789TJQKA" for s in "CDHS" if r + s != "AS"],
        },
        ("first_dealer", "removed"),
        "one card per seat",
    ),
    ({"removed": 5}, ("removed",), "a list of cards"),
    ({"removed": None}, ("removed",), "a list of cards"),
    ({"removed": {"2C": 1}}, ("removed",), "a list of cards"),
    ({"removed": ["BJ"], "jokers": True}, ("removed", "jokers"), "turn jokers off"),
    ({"high_deuces": ["2D", "3S"]}, ("high_deuces",), "Take 3S out of high_deuces"),
    ({"high_deuces": ["2D", "2D"]}, ("high_deuces",), "names a card twice"),
    (
        {"high_deuces": ["2D", "2S"], "removed": ["2C", "2D", "2H", "3C"]},
        ("high_deuces", "removed"),
        "Take 2D out of high_deuces or out of removed",
    ),
    (
        {"high_deuces": ["2C"], "opening_lead": "two_of_clubs"},
        ("high_deuces", "opening_lead"),
        "it is raised, and so a spade",
    ),
    ({"max_bid": 14}, ("max_bid",), "13 tricks"),
    ({"min_bid": 5, "max_bid": 4}, ("min_bid", "max_bid"), "above the highest bid, 4"),
    ({"blind_nil": 200, "nil": None}, ("blind_nil", "nil"), "needs nil"),
    ({"min_side_bid": 9, "max_bid": 4}, ("min_side_bid", "max_bid"), "at most 8"),
    ({"min_side_bid": 14, "bidding": "suicide"}, ("min_side_bid", "max_bid"), "at most 13"),
    ({"min_side_bid": 14, "sides": "solo"}, ("min_side_bid", "max_bid"), "at most 13"),
    (
        {"forbidden_total": 13, "min_bid": 4, "max_bid": 4, "nil": None},
        ("forbidden_total", "min_bid", "max_bid", "min_side_bid", "nil_partner_min"),
        "no choice left",
    ),
    (
        {"forbidden_total": 13, "max_bid": 4, "min_side_bid": 4},
        ("forbidden_total", "min_bid", "max_bid", "min_side_bid", "nil_partner_min"),
        "no choice left",
    ),
    ({"partners_talk": True}, ("partners_talk", "bid_by"), "Turn off partners_talk, or set bid_by to “side”"),
    ({"players": 2, "sides": "solo", "deal": "draw", "throw_in": "no_spades"}, ("throw_in", "deal"), "Set throw_in to “never”"),
    ({"players": 2, "sides": "solo", "deal": "draw", "throw_in_below": 11}, ("throw_in_below", "deal"), "Set throw_in_below to “0”"),
    ({"bidding": "mirror", "throw_in": "no_spades"}, ("throw_in", "bidding"), "allow free bids in bidding"),
    ({"programme": ["nil", "copy"], "throw_in_below": 11}, ("throw_in_below", "programme"), "allow free bids in programme"),
    ({"throw_in_below": 14}, ("throw_in_below",), "Set throw_in_below to at most 13"),
    ({"throw_in_below": 11, "max_bid": 2}, ("throw_in_below",), "Set throw_in_below to at most 8"),
    ({"throw_in": "always"}, ("throw_in",), "Choose one of: never, no_spades, no_spades_or_faces"),
    ({"bidding": "suicide", "nil": None}, ("bidding", "nil"), "needs nil"),
    ({"bidding": "mirror", "nil": None}, ("bidding", "nil"), "needs nil"),
    (
        {"bidding": "suicide", "sides": "solo"},
        ("bidding", "sides"),
        "for partnerships",
    ),
    ({"bidding": "whiz", "forbidden_total": 13}, ("bidding", "forbidden_total"), "no choice"),
    ({"bidding": "suicide", "forbidden_total": 13}, ("bidding", "forbidden_total"), "no choice"),
    ({"bidding": "mirror", "min_bid": 2}, ("bidding", "min_bid", "max_bid", "min_side_bid"), "spades"),
    ({"bidding": "whiz", "max_bid": 9}, ("bidding", "min_bid", "max_bid", "min_side_bid"), "spades"),
    ({"bidding": "whiz", "min_side_bid": 2}, ("bidding", "min_bid", "max_bid", "min_side_bid"), "spades"),
    ({"bidding": "mirror", "blind_nil": 200}, ("bidding", "blind_bid", "blind_nil"), "blind"),
    ({"bidding": "whiz", "blind_bid": 20}, ("bidding", "blind_bid", "blind_nil"), "blind"),
    ({"nil_pass": 1, "sides": "solo"}, ("nil_pass", "sides"), "partner to pass"),
    ({"nil_pass": 1, "nil": None}, ("nil_pass", "nil"), "needs that bid"),
    ({"blind_nil_pass": 2}, ("blind_nil_pass", "blind_nil"), "needs that bid"),
    ({"target": None}, ("target", "max_hands"), "never end"),
    ({"opening_lead": "two_of_clubs", "jokers": True, "removed": ["2C", "2D"]}, ("opening_lead", "removed"), "isn’t in the pack"),
    ({"players": 2, "sides": "solo", "deal": "draw", "opening_lead": "two_of_clubs"}, ("opening_lead", "deal"), "discarded"),
    ({"players": 2, "sides": "solo", "deal": "draw", "blind_nil": 200}, ("deal", "blind_bid", "blind_nil"), "seen"),
    ({"players": 2, "sides": "solo", "deal": "draw", "blind_bid": 20}, ("deal", "blind_bid", "blind_nil"), "seen"),
    ({"players": 6, "sides": "solo"}, ("players",), "from 2 to 5"),
    ({"players": 4.0}, ("players",), "from 2 to 5"),
    ({"players": True}, ("players",), "from 2 to 5"),
    ({"target": "500"}, ("target",), "or null"),
    ({"bag_limit": 0}, ("bag_limit",), "or null"),
    ({"min_bid": None}, ("min_bid",), "from 1 to 26"),
    ({"jokers": 1}, ("jokers",), "true or false"),
    ({"sides": "teams"}, ("sides",), "can’t be “teams”. Choose one of: partners, solo"),
    ({"spade_lead": ["anytime"]}, ("spade_lead",), "can’t be “a list”"),
    ({"nil": [[[]]]}, ("nil",), "whole number"),
    ({"preset": "hearts"}, ("preset",), "no preset called “hearts”"),
    ({"preset": 3}, ("preset",), "no preset called “3”"),
    ({"colour": "red"}, ("colour",), "no rule called “colour”"),
]  # fmt: skip


@pytest.mark.parametrize(("house", "fields", "words"), REFUSED)
def test_what_cant_be_played_is_refused(
    house: dict[str, Any], fields: tuple[str, ...], words: str
) -> None:
    with pytest.raises(InconsistentRules) as refused:
        RuleSet.from_dict({"preset": "cardgames_io", **house})
    assert refused.value.fields == fields
    assert words in str(refused.value)
    assert refused.value.code == "inconsistent_rules"


def test_rules_that_are_no_object_or_not_whole() -> None:
    with pytest.raises(InconsistentRules, match="an object of fields"):
        RuleSet.from_dict(["cardgames_io"])  # type: ignore[arg-type]
    with pytest.raises(InconsistentRules) as refused:
        RuleSet.from_dict({"target": 500})
    assert refused.value.fields == tuple(
        name for name in FIELD_NAMES if name not in ("preset", "target", *LATER)
    )
    with pytest.raises(InconsistentRules, match="no preset called “x”"):
        preset("x")


@pytest.mark.parametrize(
    "house",
    [
        {"forbidden_total": 13, "min_bid": 4, "max_bid": 4},
        {"forbidden_total": 13},
        {"min_side_bid": 13},
        {"nil_pass": 3, "blind_nil": 200, "blind_nil_pass": 3},
        {"bidding": "suicide", "min_side_bid": 13, "blind_nil": 200, "blind_bid": 20},
        {"bidding": "whiz", "blind_nil": 200},
        {"target": None, "max_hands": 1},
        {
            "throw_in": "no_spades_or_faces",
            "throw_in_below": 13,
            "bid_by": "side",
            "min_side_bid": 4,
        },
        {"throw_in": "no_spades", "programme": ("nil", "free"), "first_hand": "bids_itself"},
        {"nil": None, "min_bid": 13},
        {"removed": [r + s for r in "23456789TJQK" for s in "CDHS"]},
    ],
)
def test_what_can_be_played_is_not_refused(house: dict[str, Any]) -> None:
    rules = preset("cardgames_io", **house)
    assert {name: getattr(rules, name) for name in house if name != "removed"} == {
        name: value for name, value in house.items() if name != "removed"
    }
