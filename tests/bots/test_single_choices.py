"""Positions with one correct choice, as handwritten views."""

import random
from typing import Any

import pytest

from games.bots import advise, choose
from games.bots.bidding import expected_tricks, nil_risk
from games.bots.cards import Card, cards
from games.bots.view import BotView
from games.engine import RuleSet, apply, deal, new_game, preset, view_for

CLASSIC = preset("cardgames_io")


def bid_of(value: int, *, nil: bool = False) -> dict[str, Any]:
    return {
        "text": "nil" if nil else str(value),
        "value": value,
        "nil": nil,
        "blind": False,
        "opening": None,
    }


def view(phase: str, hand: str, legal: list[str], **facts: Any) -> dict[str, Any]:
    """The picture of seat 0, which is to act."""
    names = hand.split()
    return {
        "phase": phase,
        "hand_no": 1,
        "dealer": 3,
        "to_act": [0],
        "bids": [None] * 4 if phase == "bid" else [bid_of(3)] * 4,
        "tricks_won": [0] * 4,
        "contracts": [{"bid": 6, "won": 0}, {"bid": 6, "won": 0}],
        "counts": [len(names)] * 4,
        "hand": names,
        "legal": legal,
        "trick": None,
        "history": {"tricks": []},
        "totals": [0, 0],
        "bags": [0, 0],
        "own_discards": [],
        "drawn_card": None,
    } | facts


def chosen(picture: dict[str, Any], rules: RuleSet = CLASSIC) -> str:
    return choose(picture, rules, random.Random(7))


def playing(
    hand: str, plays: list[tuple[int, str]], legal: str, rules: RuleSet = CLASSIC, **facts: Any
) -> str:
    trick = {"leader": plays[0][0] if plays else 0, "plays": [list(play) for play in plays]}
    # A player who has already played holds one card less.
    counts = [len(hand.split()) - (seat in dict(plays)) for seat in range(4)]
    picture = view("play", hand, [f"play {name}" for name in legal.split()], trick=trick)
    return chosen(picture | {"counts": counts} | facts, rules)


def named(text: str) -> tuple[Card, ...]:
    return cards(text.split())


NUMBERS = [f"bid {number}" for number in range(1, 14)]


def test_a_single_legal_action_is_taken() -> None:
    assert chosen(view("play", "2C", ["play 2C"])) == "play 2C"


def test_without_a_legal_action_there_is_nothing_to_choose() -> None:
    with pytest.raises(ValueError, match="nothing to do"):
        chosen(view("play", "2C", []))


def test_a_hand_of_nothing_bids_nil() -> None:
    weak = "2S 3S 2H 5H 8H 3D 4D 7D 9D 2C 4C 6C 8C"
    assert chosen(view("bid", weak, ["nil", *NUMBERS])) == "nil"


def test_a_strong_hand_bids_its_tricks() -> None:
    strong = "AS KS QS JS TS 9S AH KH 3H AD KD AC 2C"
    assert chosen(view("bid", strong, ["nil", *NUMBERS])) == "bid 10"


def test_the_ace_of_spades_is_no_nil() -> None:
    assert nil_risk(named("AS 2H 3H 4H 2D 3D 4D 5D 2C 3C 4C 5C 6C")) == 1.0


def test_the_ace_of_spades_is_worth_less_under_jokers() -> None:
    hand = named("AS 2H 3H 4H 2D 3D 4D 5D 2C 3C 4C 5C 6C")
    assert expected_tricks(hand, above=2) < expected_tricks(hand) - 0.4


def test_a_singleton_king_counts_less() -> None:
    guarded = expected_tricks(named("KH 2H 3H 2D 3D 4D 2C 3C 4C 5C 2S 3S 4S"))
    alone = expected_tricks(named("KH 2D 3D 4D 5D 2C 3C 4C 5C 6C 2S 3S 4S"))
    # The singleton's chance to ruff counts 0.6 and its king 0.2, the guarded king 0.6: one trick for luck, 0.8 of these.
    assert (round(guarded, 2), round(alone, 2)) == (1.48, 1.64)


def test_a_chance_to_bid_blind_is_given_up_when_the_game_is_open() -> None:
    picture = view("bid", "", ["look", "blind nil"]) | {"hand": None, "counts": [13] * 4}
    assert chosen(picture) == "look"


def test_the_last_to_play_wins_as_cheaply_as_can_be() -> None:
    plays = [(1, "5H"), (2, "2H"), (3, "9H")]
    assert playing("AH TH 3H 2C", plays, "AH TH 3H") == "play TH"


def test_a_trick_that_the_partner_has_is_left_to_the_partner() -> None:
    plays = [(1, "5H"), (2, "AH"), (3, "9H")]
    assert playing("KH TH 3H 2C", plays, "KH TH 3H") == "play 3H"


def test_made_contracts_duck_with_the_highest_card_that_loses() -> None:
    plays = [(1, "5H"), (2, "2H"), (3, "JH")]
    made = [{"bid": 6, "won": 7}, {"bid": 3, "won": 3}]
    assert playing("AH TH 3H 2C", plays, "AH TH 3H", contracts=made) == "play TH"


def test_a_bag_that_costs_at_once_is_ducked_too() -> None:
    plays = [(1, "5H"), (2, "2H"), (3, "JH")]
    made = {"contracts": [{"bid": 6, "won": 7}, {"bid": 3, "won": 3}]}
    free, costly = (
        preset("cardgames_io", bag_limit=None),
        preset("cardgames_io", overtrick_points=-9),
    )
    assert playing("AH TH 3H 2C", plays, "AH TH 3H", free, **made) == "play AH"
    assert playing("AH TH 3H 2C", plays, "AH TH 3H", costly, **made) == "play TH"


def test_a_nil_bidder_gets_under_with_the_highest_card() -> None:
    bids = [bid_of(0, nil=True), bid_of(3), bid_of(3), bid_of(3)]
    plays = [(3, "9H")]
    assert playing("KH 8H 3H 2C", plays, "KH 8H 3H", bids=bids) == "play 8H"


def test_a_partner_covers_a_nil_that_is_winning() -> None:
    bids = [bid_of(4), bid_of(3), bid_of(0, nil=True), bid_of(3)]
    made = [{"bid": 4, "won": 4}, {"bid": 6, "won": 0}]
    plays = [(1, "5H"), (2, "9H"), (3, "8H")]
    assert playing("AH TH 3H 2C", plays, "AH TH 3H", bids=bids, contracts=made) != "play 3H"


def test_an_opponents_nil_that_is_winning_is_left_there() -> None:
    bids = [bid_of(4), bid_of(0, nil=True), bid_of(3), bid_of(3)]
    plays = [(1, "5H"), (2, "2H"), (3, "4H")]
    assert playing("AH TH 3H 2C", plays, "AH TH 3H", bids=bids) == "play 3H"


def test_a_trick_that_is_needed_is_ruffed() -> None:
    plays = [(1, "AH"), (2, "2H"), (3, "4H")]
    assert playing("QS 3S 9C 2C", plays, "QS 3S 9C 2C") == "play 3S"


def test_the_draw_keeps_spades_and_refuses_low_cards() -> None:
    rules = preset("rubl_two_player")
    pair = {"bids": [None, None], "counts": [3, 3]}
    pair |= {"tricks_won": [0, 0], "contracts": [{"bid": 0, "won": 0}] * 2, "totals": [0, 0]}
    choices = [
        chosen(view("draw", "2C 3C 4C", ["keep", "refuse"], drawn_card=name, **pair), rules)
        for name in ("2S", "AD", "4D")
    ]
    assert choices == ["keep", "keep", "refuse"]


def test_jokers_that_are_a_house_rule_are_counted() -> None:
    house = preset("cardgames_io", jokers=True, removed=("2C", "2D"))
    hand = view("bid", "AS KS QS 9H 8H 7H 9D 8D 7D 9C 8C 7C 6C", ["bid 1", "bid 2", "bid 3"])
    assert [chosen(hand, rules) for rules in (CLASSIC, house)] == ["bid 3", "bid 1"]
    (ace,) = cards(["AS"])
    assert [BotView(hand, 0, rules).above(ace) for rules in (CLASSIC, house)] == [0, 2]
    assert len(BotView(hand, 0, house).unseen) == 52 - 13


def test_a_nil_bidder_passes_the_high_spades() -> None:
    hand = "KS JS 4H 3D 2C"
    legal = ["pass KS JS", "pass KS 4H", "pass JS 4H", "pass 3D 2C"]
    bids = [bid_of(0, nil=True), bid_of(3), bid_of(3), bid_of(3)]
    picture = view("pass", hand, legal, bids=bids, to_act=[0, 2], seat=0)
    assert chosen(picture) == "pass KS JS"


def test_a_closer_adds_its_own_tricks_to_the_opening() -> None:
    rules = preset("cardgames_io", bid_by="side", min_side_bid=4, nil=None)
    pack = list(rules.pack)
    random.Random(7).shuffle(pack)
    state = deal(new_game(rules, first_dealer=3), pack)
    alone = choose(view_for(state, 0), rules, random.Random(1))
    closer = apply(state, 0, "bid 5")
    own = int(expected_tricks(cards(view_for(closer, 2)["hand"])))
    advice = advise(view_for(closer, 2), rules, random.Random(1))
    assert alone == f"bid {int(expected_tricks(cards(view_for(state, 0)['hand'])))}"
    assert advice.action == f"bid {5 + own}"
    assert advice.why.endswith("Your partner opened with 5, and the contract is for both.")


def test_others_are_set_unless_the_tenth_bag_costs_more_than_their_game_is_worth() -> None:
    def fourth(**facts: Any) -> str:
        contracts = [{"bid": 6, "won": 6}, {"bid": 6, "won": 4}]
        plays = [(1, "QH"), (2, "3H"), (3, "4H")]
        return playing("KH 2H 5C 6C", plays, "KH 2H", contracts=contracts, **facts)

    assert fourth() == "play KH"
    assert fourth(bags=[9, 0]) == "play 2H"
    assert fourth(bags=[9, 0], totals=[100, 450]) == "play KH"


def test_the_score_moves_bids() -> None:
    def bids(hand: str, **facts: Any) -> str:
        return chosen(view("bid", hand, [*NUMBERS, "nil"], **facts))

    quiet = "AS 7S 4S KH QH 5H 2H JD 9D 6D TC 7C 3C"
    assert (bids(quiet), bids(quiet, bags=[9, 0])) == ("bid 2", "bid 3")
    risky = "TS 4S 9H 6H 3H 2H JD 8D 5D 4D 9C 6C 2C"
    assert (bids(risky), bids(risky, totals=[250, 470])) == ("bid 1", "nil")
