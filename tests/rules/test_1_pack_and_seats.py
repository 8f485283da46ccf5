"""docs/rules.md 1: the pack and the seats."""

from itertools import pairwise
from typing import Any

import pytest

from games.engine import (
    PRESETS,
    InconsistentRules,
    card_name,
    deal,
    new_game,
    pack_for,
    preset,
    sides,
    view_for,
)
from games.engine.cards import SPADES_MASK, mask_of
from games.engine.errors import BadDeal
from games.engine.presets import DECLARED
from tests.rules.play import (
    again,
    bids,
    do,
    drawing,
    hand_of,
    leads,
    open_to,
    plays,
    refusal,
    table,
)

SUITS = "CDHS"
RANKS = "23456789TJQKA"
STANDARD = {rank + suit for rank in RANKS for suit in SUITS}


def names(key: str) -> set[str]:
    return {card_name(card) for card in pack_for(PRESETS[key])}


@pytest.mark.parametrize(
    "key",
    [
        *("cardgames_io", "bicycle_2", "bicycle_4", "bicycle_partnership"),
        *("playingcards_io", "classic_blind_nil", "rubl_two_player"),
    ],
)
def test_rule_1_1_the_standard_pack(key: str) -> None:
    assert names(key) == STANDARD
    assert len(pack_for(PRESETS[key])) == 52


def test_rule_1_1_every_card_once() -> None:
    state = plays(bids(table("2C 2H", "3C 3H", "4C 4H", "2S 5H"), *"1111"), "2C 3C 4C 2S")
    assert refusal(state, "3 play 2S") == ("not_your_card", "4.3")
    over = table("2C", "3C", "4C", "2S")
    with pytest.raises(BadDeal, match="dealt twice, or isn’t in the pack"):
        again(plays(bids(over, *"1111"), "2C 3C 4C 2S"), "2C", "3C", "4C", "4C")
    with pytest.raises(BadDeal, match="isn’t the pack"):
        deal(new_game(PRESETS["cardgames_io"], first_dealer=0), [*range(51), 50])


def test_rule_1_2_the_ranks() -> None:
    for low, high in pairwise(RANKS):
        two = table(f"{low}H 2S", f"{high}H 3S", key="bicycle_2", deal="deal")
        state = plays(bids(two, "1", "1"), f"{low}H {high}H")
        assert state.won == [0, 1]


def test_rule_1_3_the_jokers() -> None:
    state = bids(table("AS", "LJ", "BJ", "KS", players=4), *"1111")
    assert plays(state, "AS LJ BJ KS").won == [0, 0, 1, 0]
    assert plays(bids(table("BJ", "LJ", "AS", "KS"), *"1111"), "BJ LJ AS KS").won == [1, 0, 0, 0]
    assert (
        plays(bids(table("AS BJ", "LJ 3S", "2S 4S", "KS 5S"), *"1111"), "AS LJ 2S KS").won[1] == 1
    )
    # Both are spades: they must be played to a spade that is led.
    state = plays(
        bids(table("AS 2H", "LJ 3H", "BJ 4H", "KS 5H", spade_lead="anytime"), *"1111"), "AS"
    )
    assert refusal(state, "1 play 3H") == ("must_follow", "4.3")
    # And they can't be led before spades are broken.
    state = bids(table("BJ 2H", "LJ 3H", "2S 4H", "KS 5H"), *"1111")
    assert refusal(state, "0 play BJ") == ("spades_not_broken", "4.4")


@pytest.mark.parametrize(
    ("key", "missing", "cards", "trumps"),
    [
        ("bicycle_3", {"2C"}, 17, 13),
        ("bicycle_5", {"2C", "2D"}, 10, 13),
        ("bicycle_2_jokers", {"2C", "2D"}, 13, 15),
        ("bicycle_3_jokers", set(), 18, 15),
        ("bicycle_4_jokers", {"2C", "2D"}, 13, 15),
        ("bicycle_partnership_jokers", {"2C", "2D"}, 13, 15),
        ("bicycle_5_jokers", {"2C", "2D", "2H", "2S"}, 10, 14),
    ],
)
def test_rule_1_4_the_cards_removed(key: str, missing: set[str], cards: int, trumps: int) -> None:
    jokers = {"BJ", "LJ"} if "jokers" in key else set()
    assert names(key) == (STANDARD | jokers) - missing
    assert PRESETS[key].tricks == cards
    assert (mask_of(pack_for(PRESETS[key])) & SPADES_MASK).bit_count() == trumps


def test_rule_1_5_spades_are_trumps() -> None:
    assert plays(bids(table("AH", "KH", "2S", "QH"), *"1111"), "AH KH 2S QH").won == [0, 0, 1, 0]


LEAGUES = {key for key, one in DECLARED.items() if one.family == "As leagues play"}


def test_rule_1_6_sides() -> None:
    partnerships = {key for key, rules in PRESETS.items() if sides(rules) == ((0, 2), (1, 3))}
    assert partnerships == {
        "cardgames_io",
        "bicycle_partnership",
        "bicycle_partnership_jokers",
        "playingcards_io",
        "classic_blind_nil",
        *LEAGUES,
    }
    for key in set(PRESETS) - partnerships:
        assert sides(PRESETS[key]) == tuple((seat,) for seat in range(PRESETS[key].players))
    players = {key: rules.players for key, rules in PRESETS.items()}
    assert sorted(set(players.values())) == [2, 3, 4, 5]
    with pytest.raises(InconsistentRules) as refused:
        preset("cardgames_io", players=3)
    assert refused.value.fields == ("sides", "players")


JJDD = {"jokers": True, "high_deuces": ("2D", "2S"), "removed": ("2H", "2C")}
DEUCE_HIGH = {"jokers": True, "high_deuces": ("2S",), "removed": ("2D", "2H")}
ALL_FOUR = {"high_deuces": ("2H", "2C", "2S", "2D")}


@pytest.mark.parametrize(
    ("house", "top"),
    [
        (JJDD, "BJ LJ 2D 2S AS KS"),
        (DEUCE_HIGH, "BJ LJ 2S AS KS"),
        (ALL_FOUR, "2H 2C 2S 2D AS KS"),
        ({"high_deuces": ("2D",)}, "2D AS KS"),
    ],
)
def test_rule_1_8_the_pack_with_high_deuces(house: dict[str, Any], top: str) -> None:
    rules = preset("cardgames_io", **house)
    in_order = [rules.names[card] for card in rules.pack]
    jokers = {"BJ", "LJ"} if house.get("jokers") else set()
    assert set(in_order) == (STANDARD | jokers) - set(house.get("removed", ()))
    assert len(in_order) == 52
    assert in_order[: -len(top.split()) - 1 : -1] == top.split()
    assert [rules.codes[name] for name in in_order] == list(rules.pack)


def test_rule_1_8_high_deuces_are_the_highest_spades_after_the_jokers() -> None:
    state = bids(table("AS", "2D", "2S", "KS", high_deuces=("2D", "2S")), *"1111")
    assert plays(state, "AS 2D 2S KS").won == [0, 1, 0, 0]
    state = bids(table("2S", "2D", "AS", "KS", high_deuces=("2S", "2D")), *"1111")
    assert plays(state, "2S 2D AS KS").won == [1, 0, 0, 0]
    state = bids(table("2D", "LJ", "BJ", "2S", high_deuces=("2D", "2S")), *"1111")
    assert plays(state, "2D LJ BJ 2S").won == [0, 0, 1, 0]


def test_rule_1_8_a_high_deuce_is_a_spade_in_every_respect() -> None:
    raised = {"high_deuces": ("2D",)}
    # It must be played to a spade that is led, and not to its own suit.
    spade = bids(table("AS 4D", "2D 3H", "3S 5D", "KS 6D", spade_lead="anytime", **raised), *"1111")
    led = plays(spade, "AS")
    assert refusal(led, "1 play 3H") == ("must_follow", "4.3")
    assert leads(led) == {"2D"}
    diamond = plays(bids(table("4D AS", "2D 3D", "3S 5D", "KS 6D", **raised), *"1111"), "4D")
    assert refusal(diamond, "1 play 2D") == ("must_follow", "4.3")
    # It can't be led before spades are broken, and breaks them when it is discarded.
    closed = bids(table("2D 4D", "3S 3D", "4S 5D", "5S 6D", **raised), *"1111")
    assert refusal(closed, "0 play 2D") == ("spades_not_broken", "4.4")
    ruff = plays(bids(table("4D 3C", "2D 4C", "3S 5D", "KS 6D", **raised), *"1111"), "4D 2D")
    assert ruff.broken
    assert plays(ruff, "5D 6D").won == [0, 1, 0, 0]
    # It counts for mirror and whiz bids, and hands show it among the spades.
    raised = {"high_deuces": ("2D", "2H")}
    mirror = table("2D 2H", "3S 3D", "4D 5D", "5S 6S", bidding="mirror", **raised)
    assert open_to(mirror) == {"bid 2"}
    assert open_to(bids(table("2D 3H", "3S 3D", "4D 2H", "5S 6S", bidding="whiz", **raised))) == {
        "bid 1",
        "nil",
    }
    shown = table("2D 3D AS AH", "3S 4D 5D 6D", "2H 7D 8D 9D", "5S TD JD QD", **raised)
    assert view_for(shown, 0)["hand"] == ["2D", "AS", "AH", "3D"]


def test_rule_1_8_what_goes_with_high_deuces() -> None:
    # In the draw for high card a raised deuce is an ordinary one.
    rules = preset("cardgames_io", first_dealer="high_card", high_deuces=("2D",))
    drawn = [rules.codes[name] for name in ("3C", "2D", "4C", "2S")]
    assert new_game(rules, draw_for_deal=drawn).first_dealer == 2
    # The deuce of clubs isn't the lowest club when it is raised.
    state = table(
        "2C 4C", "5C 3H", "6C 4H", "7C 5H", high_deuces=("2C",), first_trick="lowest_club"
    )
    assert leads(bids(state, *"1111")) == {"4C"}
    passed = table("2D 3D", "4D 5D", "6D 7D", "8D 9D", high_deuces=("2D",), nil_pass=1)
    state = do(bids(passed, "nil", "1", "1", "1"), "0 pass 2D", "2 pass 6D")
    assert hand_of(state, 2) == {"2D", "7D"}


def test_rule_1_7_a_side_may_be_one_player() -> None:
    assert len(drawing("rubl_two_player").totals) == 2
    assert PRESETS["bicycle_5"].side_of == (0, 1, 2, 3, 4)
    assert PRESETS["cardgames_io"].side_of == (0, 1, 0, 1)
