"""docs/rules.md 2: dealing, and the draw for two."""

import random
from itertools import combinations

import pytest

from games.engine import (
    ORGANIZER,
    PRESETS,
    SPECTATOR,
    State,
    card_name,
    deal,
    highest_card,
    new_game,
    pack_for,
    parse_card,
    preset,
    view_for,
)
from games.engine.cards import mask_of
from games.engine.errors import BadDeal
from games.engine.presets import DECLARED
from tests.rules.play import bids, do, drawing, hand_of, leads, open_to, plays, refusal


def test_rule_2_1_who_deals_first() -> None:
    by_lot = {"cardgames_io", "classic_blind_nil", "rubl_two_player"} | {
        key for key, one in DECLARED.items() if one.family == "As leagues play"
    }
    assert {key for key, rules in PRESETS.items() if rules.first_dealer == "random"} == by_lot
    assert new_game(PRESETS["cardgames_io"], first_dealer=2).dealer == 2
    with pytest.raises(BadDeal, match="Name the first dealer"):
        new_game(PRESETS["cardgames_io"])
    with pytest.raises(BadDeal, match="a seat from 0 to 3"):
        new_game(PRESETS["cardgames_io"], first_dealer=4)


def test_rule_2_2_the_draw_for_high_card() -> None:
    order = [rank + suit for rank in "23456789TJQKA" for suit in "CDHS"]
    for low, high in combinations(range(0, 52, 3), 2):
        cards = [parse_card(order[low]), parse_card(order[high])]
        assert highest_card(cards) == 1
        assert highest_card(cards[::-1]) == 0
    rules = PRESETS["playingcards_io"]
    drawn = [parse_card(name) for name in ["9H", "KD", "2S", "KH"]]
    state = new_game(rules, draw_for_deal=drawn)
    assert state.dealer == 3
    assert view_for(state, SPECTATOR)["draw_for_deal"] == ["9H", "KD", "2S", "KH"]
    with pytest.raises(BadDeal, match="Seat 3 drew the highest card"):
        new_game(rules, draw_for_deal=drawn, first_dealer=1)
    # Where the lot decides, a draw that is told binds nobody.
    assert new_game(PRESETS["cardgames_io"], draw_for_deal=drawn, first_dealer=1).dealer == 1


@pytest.mark.parametrize("drawn", ["9H KD 2S", "9H KD 2S 9H", "9H KD 2S BJ", "9H KD 2C AS"])
def test_rule_2_2_no_such_draw(drawn: str) -> None:
    rules = PRESETS["bicycle_4_jokers"]
    with pytest.raises(BadDeal):
        new_game(rules, draw_for_deal=[parse_card(name) for name in drawn.split()])


@pytest.mark.parametrize("key", PRESETS)
def test_rule_2_3_the_deal_passes_to_the_left(key: str) -> None:
    rules = PRESETS[key].to_the_last_hand(max_hands=7)
    state = new_game(rules, first_dealer=rules.players - 1)
    dealers = []
    for _hand in range(7):
        state = deal(state, pack_for(rules))
        dealers.append(state.dealer)
        while state.to_act:
            state.act(state.legal_codes()[0])
    assert dealers == [(rules.players - 1 + hand) % rules.players for hand in range(7)]


@pytest.mark.parametrize("key", [key for key, rules in PRESETS.items() if rules.deal == "deal"])
def test_rule_2_4_cards_are_dealt_singly(key: str) -> None:
    rules = PRESETS[key]
    pack = list(pack_for(rules))
    random.Random(key).shuffle(pack)
    state = deal(new_game(rules, first_dealer=1), pack)
    for place in range(rules.players):
        seat = (2 + place) % rules.players
        assert state.hand_cards(seat) == tuple(sorted(pack[place :: rules.players]))
        assert len(state.hand_cards(seat)) == rules.tricks


def test_rule_2_4_no_such_deal() -> None:
    state = new_game(preset("cardgames_io"), first_dealer=0)
    whole = [mask_of(range(seat * 13, seat * 13 + 13)) for seat in range(4)]
    for hands, words in (
        (whole[:3], "4 hands, not 3"),
        ([*whole[:3], mask_of(range(39, 51))], "Seat 3 has 12 cards, not 13"),
    ):
        with pytest.raises(BadDeal, match=words):
            state.copy().set_hands(tuple(hands))


def test_rule_2_5_two_draw_from_a_stock() -> None:
    with_draw = {"bicycle_2", "bicycle_2_jokers", "rubl_two_player"}
    assert {key for key, rules in PRESETS.items() if rules.deal == "draw"} == with_draw
    state = drawing("rubl_two_player")
    assert (state.phase, state.stock, state.hands) == ("draw", pack_for(state.rules), [0, 0])
    with pytest.raises(BadDeal, match="draw from a stock"):
        new_game(state.rules, first_dealer=0).set_hands((0, 0))


def test_rule_2_6_keep_or_refuse() -> None:
    state = drawing("rubl_two_player", "AS 2C KD 3C 4H QS 5D 6D")
    assert open_to(state) == {"keep", "refuse"}
    assert refusal(state, "0 bid 3") == ("wrong_phase", "2.6")
    assert refusal(state, "1 keep") == ("not_your_turn", "4.8")
    state = do(state, "0 keep", "1 refuse", "0 refuse", "1 keep")
    assert hand_of(state, 0) == {"AS", "QS"}
    assert hand_of(state, 1) == {"3C", "5D"}
    assert view_for(state, 0)["own_discards"] == ["4H", "2C"]
    assert view_for(state, 1)["own_discards"] == ["KD", "6D"]
    while state.phase == "draw":
        state = do(state, f"{state.turn} keep")
    assert [len(state.hand_cards(seat)) for seat in (0, 1)] == [13, 13]
    assert (state.phase, state.turn, state.stock) == ("bid", 0, ())
    assert refusal(state, "0 keep") == ("wrong_phase", "3.1")


def test_rule_2_7_what_is_seen_of_the_draw() -> None:
    state = drawing("rubl_two_player", "AS 2C KD 3C 4H QS")
    seen = [view_for(state, viewer)["drawn_card"] for viewer in (0, 1, SPECTATOR, ORGANIZER)]
    assert seen == ["AS", None, None, None]
    state = do(state, "0 refuse", "1 keep")
    for viewer, own in ((0, {"AS", "2C", "4H"}), (1, {"3C", "KD"}), (SPECTATOR, set())):
        assert cards_in(view_for(state, viewer)) == own


def test_rule_2_7_after_the_hand_the_discards_stay_hidden() -> None:
    state = drawing("rubl_two_player", "AS 2C KD 3C 4H QS")
    while state.phase == "draw":
        state = do(state, f"{state.turn} keep")
    hands = {str(seat): hand_of(state, seat) for seat in (0, 1)}
    state = finished(state)
    shown = view_for(state, SPECTATOR)["hands_open"]
    assert {seat: set(hand) for seat, hand in shown.items()} == hands
    assert {"2C", "3C"} & cards_in(view_for(state, ORGANIZER)) == set()


def cards_in(thing: object) -> set[str]:
    """Return every card that is named anywhere in a view."""
    if isinstance(thing, dict):
        return set().union(*map(cards_in, thing.values()))
    if isinstance(thing, (list, tuple)):
        return set().union(*map(cards_in, thing))
    if not isinstance(thing, str):
        return set()
    known = {card_name(card) for card in range(54)}
    return {word for word in thing.split() if word in known}


def finished(state: State) -> State:
    while state.to_act:
        state.act(state.legal_codes()[0])
    return state


def test_rule_2_8_two_take_turns_to_begin() -> None:
    state = drawing("rubl_two_player", dealer=1, target=None, max_hands=9)
    for first in (0, 1, 0):
        assert state.turn == first
        while state.phase == "draw":
            state = do(state, f"{state.turn} keep")
        assert state.turn == first
        state = bids(state, "2", "2")
        assert state.turn == first
        state = plays(state, min(leads(state)))
        state = deal(finished(state), pack_for(state.rules))
