"""docs/rules.md 3: bidding and passing."""

from dataclasses import replace

import pytest

from games.engine import SPECTATOR, Bid, Start, State, deal_hands, new_game, view_for
from games.engine.scoring import NO_BID
from tests.rules.play import again, bids, do, hand_of, open_to, plays, refusal, table

# Seat 0 holds two spades, seat 1 none, seat 2 one, seat 3 three.
HANDS = ("AS KS 2C", "3C 4C 5C", "QS 2H 3H", "JS TS 9S")


def numbers(*values: int) -> set[str]:
    return {f"bid {value}" for value in values}


def test_rule_3_1_once_round_from_the_dealers_left() -> None:
    state = table(*HANDS, dealer=1)
    for seat in (2, 3, 0, 1):
        assert state.to_act == (seat,)
        assert refusal(state, f"{(seat + 1) % 4} bid 1") == ("not_your_turn", "4.8")
        assert refusal(state, f"{seat} play 2C") == ("wrong_phase", "3.1")
        assert refusal(state, f"{seat} pass 2C 3C") == ("wrong_phase", "3.1")
        state = bids(state, "1")
    assert (state.phase, state.turn) == ("play", 2)


def test_rule_3_2_the_range_of_bids() -> None:
    assert open_to(table(*HANDS)) == {*numbers(1, 2, 3), "nil"}
    assert refusal(table(*HANDS), "0 bid 4") == ("illegal_bid", "3.2")
    assert refusal(table(*HANDS), "0 bid 0") == ("bad_action", "3.2")
    assert refusal(table(*HANDS), "0 bid 27") == ("bad_action", "3.2")
    assert open_to(table(*HANDS, min_bid=2, max_bid=2)) == {*numbers(2), "nil"}
    assert open_to(table(*HANDS, key="bicycle_partnership")) == numbers(2, 3)
    assert refusal(table(*HANDS, key="bicycle_partnership"), "0 bid 1") == ("illegal_bid", "3.2")
    assert open_to(table(*HANDS, key="bicycle_4")) == numbers(1, 2, 3)


def test_rule_3_3_bids_stand() -> None:
    state = bids(table(*HANDS), "1", "1", "1")
    assert refusal(state, "0 bid 2") == ("not_your_turn", "4.8")
    state = bids(state, "1")
    assert refusal(state, "0 bid 2") == ("wrong_phase", "3.3")
    assert refusal(state, "0 look") == ("wrong_phase", "3.3")


def test_rule_3_4_nil() -> None:
    assert refusal(table(*HANDS, key="bicycle_4"), "0 nil") == ("illegal_bid", "3.4")
    assert open_to(table(*HANDS, key="bicycle_4", nil=100)) == {*numbers(1, 2, 3), "nil"}
    state = bids(table(*HANDS), "nil")
    assert view_for(state, SPECTATOR)["bids"][0] == {
        "text": "nil",
        "value": 0,
        "nil": True,
        "blind": False,
        "opening": None,
    }


def test_rule_3_5_blind_nil_for_anybody() -> None:
    state = table(*HANDS, key="playingcards_io", totals=(400, 0))
    for _seat in range(4):
        assert open_to(state) == {*numbers(1, 2, 3), "nil", "look", "blind nil"}
        assert refusal(state, f"{state.turn} blind 2") == ("illegal_bid", "3.6")
        state = bids(state, "blind nil")
    assert [bid.text for bid in state.bids if bid] == ["blind nil"] * 4


@pytest.mark.parametrize(
    ("totals", "offered"),
    [
        ((0, 100), {0, 2}),
        ((0, 99), set()),
        ((0, 0), set()),
        ((250, -1), {1, 3}),
        ((5, 105), {0, 2}),
    ],
)
def test_rule_3_5_blind_nil_for_those_behind(totals: tuple[int, int], offered: set[int]) -> None:
    state = table(*HANDS, key="classic_blind_nil", totals=totals)
    for seat in range(4):
        assert ("blind nil" in open_to(state)) == (seat in offered)
        if seat not in offered:
            assert refusal(state, f"{seat} blind nil") == ("illegal_bid", "3.5")
        state = bids(state, "1")


def test_rule_3_5_no_blind_nil_elsewhere() -> None:
    assert refusal(table(*HANDS, totals=(-400, 0)), "0 blind nil") == ("illegal_bid", "3.5")


def test_rule_3_6_blind_numbers() -> None:
    state = table(*HANDS, key="bicycle_4", blind_bid=20, totals=(100, 0, 101, 1))
    texts = {"look", "blind 1", "blind 2", "blind 3"}
    for offered in (False, True, False, True):
        assert open_to(state) == (numbers(1, 2, 3) | texts if offered else numbers(1, 2, 3))
        assert offered or refusal(state, f"{state.turn} blind 1") == ("illegal_bid", "3.6")
        state = bids(state, "1")
    state = table(*HANDS, key="bicycle_4", blind_bid=20, blind_bid_deficit=0, max_bid=2)
    assert open_to(state) == {*numbers(1, 2), "look", "blind 1", "blind 2"}
    both = table(*HANDS, blind_bid=20, blind_nil=200, totals=(0, 100))
    assert open_to(both) == {*numbers(1, 2, 3), "nil", *texts, "blind nil"}
    only_nil = table(*HANDS, blind_bid=20, blind_nil=200, totals=(0, 99))
    assert open_to(only_nil) == {*numbers(1, 2, 3), "nil", "look", "blind nil"}


def test_rule_3_6_and_3_5_each_by_its_own_deficit() -> None:
    house = {"blind_bid": 20, "blind_bid_deficit": 50, "blind_nil": 200, "blind_nil_deficit": 100}
    blind = [
        {text for text in open_to(table(*HANDS, **house, totals=(0, lead))) if "blind" in text}
        for lead in (49, 50, 99, 100)
    ]
    assert blind == [
        set(),
        {"blind 1", "blind 2", "blind 3"},
        {"blind 1", "blind 2", "blind 3"},
        {"blind 1", "blind 2", "blind 3", "blind nil"},
    ]


def test_rule_3_7_looking_gives_the_blind_bid_up() -> None:
    state = table(*HANDS, key="playingcards_io")
    hidden = view_for(state, 0)
    assert (hidden["hand"], hidden["legal"], hidden["blind_offer"]) == (
        None,
        ["look", "blind nil"],
        True,
    )
    looked = do(state, "0 look")
    assert looked.turn == 0
    seen = view_for(looked, 0)
    assert (seen["hand"], seen["blind_offer"]) == (["AS", "KS", "2C"], False)
    assert open_to(looked) == {*numbers(1, 2, 3), "nil"}
    assert refusal(looked, "0 blind nil") == ("illegal_bid", "3.5")
    assert refusal(looked, "0 look") == ("illegal_bid", "3.7")
    # A bid of either kind shows the hand too; the others' stay hidden.
    for bid in ("2", "blind nil"):
        after = bids(state, bid)
        assert view_for(after, 0)["hand"] == ["AS", "KS", "2C"]
        assert [view_for(after, seat)["hand"] for seat in (1, 2, 3)] == [None] * 3
    # Players who may not bid blind see their hand at the deal.
    plain = table(*HANDS, key="classic_blind_nil", totals=(0, 100))
    hands = [view_for(plain, seat)["hand"] for seat in range(4)]
    assert hands == [None, ["5C", "4C", "3C"], None, ["JS", "TS", "9S"]]


def test_rule_3_7_refusals_tell_nothing_of_a_hand_not_looked_at() -> None:
    for hands in (HANDS, (HANDS[1], HANDS[0], HANDS[2], HANDS[3])):
        state = table(*hands, key="playingcards_io", bidding="whiz")
        assert open_to(state) == {"look", "blind nil"}
        for bid in ("bid 1", "bid 2", "nil"):
            assert refusal(state, f"0 {bid}") == ("illegal_bid", "3.7")


def test_rule_3_8_suicide() -> None:
    state = table(*HANDS, bidding="suicide")
    assert open_to(state) == {*numbers(1, 2, 3), "nil"}
    state = bids(state, "2", "nil")
    assert open_to(state) == {"nil"}
    assert refusal(state, "2 bid 1") == ("illegal_bid", "3.8")
    state = bids(state, "nil")
    assert open_to(state) == numbers(1, 2, 3)
    assert refusal(state, "3 nil") == ("illegal_bid", "3.8")
    state = table(*HANDS, bidding="suicide", min_side_bid=2)
    assert open_to(state) == {*numbers(2, 3), "nil"}
    assert refusal(state, "0 bid 1") == ("illegal_bid", "3.8")
    assert open_to(bids(state, "nil", "nil")) == numbers(2, 3)


def test_rule_3_9_mirror() -> None:
    state = table(*HANDS, bidding="mirror")
    for own in ("bid 2", "nil", "bid 1", "bid 3"):
        assert open_to(state) == {own}
        wrong = "nil" if own != "nil" else "bid 1"
        assert refusal(state, f"{state.turn} {wrong}") == ("illegal_bid", "3.9")
        state = do(state, f"{state.turn} {own}")


def test_rule_3_10_whiz() -> None:
    state = table(*HANDS, bidding="whiz")
    for own in ("bid 2", "nil", "bid 1", "bid 3"):
        assert open_to(state) == {own, "nil"}
        wrong = "bid 1" if own != "bid 1" else "bid 2"
        assert refusal(state, f"{state.turn} {wrong}") == ("illegal_bid", "3.10")
        state = do(state, f"{state.turn} {own}")


def test_rule_3_11_the_least_bid_of_a_side() -> None:
    state = table(*HANDS, min_side_bid=3)
    assert open_to(state) == {*numbers(1, 2, 3), "nil"}
    state = bids(state, "1", "nil")
    assert open_to(state) == numbers(2, 3)
    assert refusal(state, "2 bid 1") == ("illegal_bid", "3.11")
    assert refusal(state, "2 nil") == ("illegal_bid", "3.11")
    state = bids(state, "2")
    assert open_to(state) == numbers(3)
    # More than one player can bid: the first leaves the partner what can still be reached.
    state = table(*HANDS, min_side_bid=5)
    assert open_to(state) == numbers(2, 3)
    assert refusal(state, f"{state.turn} bid 1") == ("illegal_bid", "3.11")


def test_rule_3_12_the_forbidden_total() -> None:
    state = bids(table(*HANDS, forbidden_total=4), "1", "1", "1")
    assert open_to(state) == {*numbers(2, 3), "nil"}
    assert refusal(state, "3 bid 1") == ("illegal_bid", "3.12")
    state = bids(table(*HANDS, forbidden_total=4), "1", "2", "1")
    assert open_to(state) == numbers(1, 2, 3)
    assert refusal(state, "3 nil") == ("illegal_bid", "3.12")
    assert open_to(bids(table(*HANDS, forbidden_total=13), "1", "1", "1")) == {
        *numbers(1, 2, 3),
        "nil",
    }


def test_rule_3_13_cards_passed_beside_a_blind_nil() -> None:
    state = table(*HANDS, key="playingcards_io", blind_nil_pass=2)
    state = bids(state, "2", "1", "blind nil", "1")
    assert (state.phase, state.to_act) == ("pass", (0, 2))
    assert open_to(state, 0) == {"pass 2C KS", "pass 2C AS", "pass KS AS"}
    assert open_to(state, 1) == set()
    assert refusal(state, "1 pass 3C 4C") == ("not_your_turn", "3.13")
    assert refusal(state, "0 pass 2C") == ("illegal_pass", "3.13")
    assert refusal(state, "0 pass 2C QS") == ("not_your_card", "3.13")
    assert refusal(state, "0 pass 2C 2C") == ("bad_action", "3.13")
    assert refusal(state, "0 pass 2C 3C 4C 5C") == ("bad_action", "3.13")
    assert refusal(state, "0 play 2C") == ("wrong_phase", "3.13")
    one = do(state, "2 pass QS 3H")
    assert one.to_act == (0,)
    # Unseen: nothing changes hands before both have passed.
    assert view_for(one, 0)["passed"] is None
    assert view_for(one, 2)["passed"] == {"given": ["QS", "3H"], "received": None}
    assert hand_of(one, 0) == {"AS", "KS", "2C"}
    assert refusal(one, "2 pass QS 3H") == ("not_your_turn", "3.13")
    both = do(one, "0 pass 2C KS")
    assert (both.phase, both.turn) == ("play", 0)
    assert (hand_of(both, 0), hand_of(both, 2)) == ({"AS", "QS", "3H"}, {"KS", "2C", "2H"})
    assert view_for(both, 0)["passed"] == {"given": ["KS", "2C"], "received": ["QS", "3H"]}
    assert view_for(both, 1)["passed"] is None
    later = do(both, "0 play 3H")
    assert view_for(later, 0)["passed"] == {"given": ["KS", "2C"], "received": ["QS", "3H"]}
    assert view_for(later, 2)["passed"] == {"given": ["QS", "3H"], "received": ["KS", "2C"]}
    assert refusal(both, "0 pass AS QS") == ("wrong_phase", "3.3")


def test_rule_3_13_cards_passed_beside_a_nil() -> None:
    state = bids(table(*HANDS, nil_pass=1), "2", "nil", "1", "1")
    assert state.to_act == (1, 3)
    state = do(state, "3 pass JS", "1 pass 5C")
    assert (hand_of(state, 1), hand_of(state, 3)) == ({"3C", "4C", "JS"}, {"TS", "9S", "5C"})
    # Beside a nil and a blind nil: the greater number.
    house = {"nil_pass": 1, "blind_nil": 200, "blind_nil_pass": 2}
    state = bids(table(*HANDS, **house), "nil", "1", "blind nil", "1")
    assert {len(action.split()) for action in open_to(state, 0)} == {3}
    state = bids(table(*HANDS, **house), "nil", "1", "nil", "1")
    assert {len(action.split()) for action in open_to(state, 2)} == {2}


def test_rule_3_13_nothing_passed_without_such_a_bid() -> None:
    house = {"key": "playingcards_io", "blind_nil_pass": 2}
    for texts in (("2", "1", "1", "1"), ("nil", "1", "1", "nil")):
        assert bids(table(*HANDS, **house), *texts).phase == "play"
    assert (
        bids(table(*HANDS, key="classic_blind_nil", totals=(0, 100)), "blind nil", *"111").phase
        == "play"
    )


def test_rule_3_13_the_two_of_clubs_may_be_passed() -> None:
    state = table(*HANDS, nil_pass=1, opening_lead="two_of_clubs")
    state = do(bids(state, "nil", "1", "1", "1"), "0 pass 2C", "2 pass QS")
    assert (state.turn, open_to(state)) == (2, {"play 2C"})


def test_rule_3_14_partners_bids_make_the_contract() -> None:
    state = bids(table(*HANDS), "2", "1", "1", "nil")
    assert [side["bid"] for side in view_for(state, SPECTATOR)["contracts"]] == [3, 1]
    alone = bids(table(*HANDS, key="bicycle_4"), "2", "1", "1", "3")
    assert [side["bid"] for side in view_for(alone, SPECTATOR)["contracts"]] == [2, 1, 1, 3]


def test_rule_3_15_the_bid_beside_a_nil() -> None:
    state = table(*HANDS, nil_partner_min=2)
    assert open_to(state) == {*numbers(1, 2, 3), "nil"}
    beside_nil = bids(state, "nil", "1")
    assert open_to(beside_nil) == numbers(2, 3)
    assert refusal(beside_nil, "2 bid 1") == ("illegal_bid", "3.15")
    assert refusal(beside_nil, "2 nil") == ("illegal_bid", "3.15")
    beside_one = bids(state, "1", "2")
    assert open_to(beside_one) == numbers(1, 2, 3)
    assert refusal(beside_one, "2 nil") == ("illegal_bid", "3.15")
    assert open_to(bids(beside_one, "1")) == {*numbers(1, 2, 3), "nil"}
    state = table(*HANDS, nil_partner_min=2, bidding="suicide")
    assert open_to(state) == {*numbers(2, 3), "nil"}


def test_rule_3_16_the_range_of_blind_bids() -> None:
    state = table(*HANDS, blind_bid=20, blind_bid_deficit=0, blind_bid_min=2, blind_bid_max=2)
    assert open_to(state) == {*numbers(1, 2, 3), "nil", "look", "blind 2"}
    assert refusal(state, "0 blind 3")[0] == "illegal_bid"
    state = table(*HANDS, blind_bid=20, blind_bid_deficit=0, blind_bid_min=2)
    assert open_to(state) == {*numbers(1, 2, 3), "nil", "look", "blind 2", "blind 3"}


FOUR = ("AS 3C 4C", "KS 5C 6C", "QS 7C 8C", "JS 9C TC")


def test_rule_3_17_the_side_that_did_not_deal_bids_first_and_the_closer_names_the_contract() -> (
    None
):
    state = table(*FOUR, bid_by="side", min_side_bid=2, nil=None)
    assert state.turn == 0
    assert open_to(state) == {"bid 1", "bid 2", "bid 3"}
    assert refusal(state, "0 nil 2") == refusal(state, "0 nil") == ("illegal_bid", "3.4")
    state = bids(state, "3")
    assert state.turn == 2
    # The opener's three binds nobody, but the board does.
    assert open_to(state) == {"bid 2", "bid 3"}
    state = bids(state, "2")
    assert (state.turn, state.phase) == (1, "bid")
    state = bids(state, "1")
    assert state.turn == 3
    assert refusal(state, "3 bid 1") == ("illegal_bid", "3.11")
    state = bids(state, "3")
    assert state.phase == "play"
    assert [bid and (bid.value, bid.opening, bid.nil) for bid in state.bids] == [
        (0, 3, False), (0, 1, False), (2, None, False), (3, None, False),
    ]  # fmt: skip


def test_rule_3_17_a_nil_is_a_partners_own() -> None:
    state = table(*FOUR, bid_by="side", min_side_bid=3)
    opened = bids(state, "nil")
    assert open_to(opened) == {"bid 1", "bid 2", "bid 3", "nil"}
    assert bids(opened, "nil").bids[0] == bids(opened, "nil").bids[2] == Bid(0)
    closing = bids(state, "1")
    assert open_to(closing) == {"bid 3", "nil 1", "nil 2", "nil 3"}
    assert refusal(closing, "2 nil") == ("illegal_bid", "3.17")
    after = bids(closing, "nil 2")
    assert (after.bids[0], after.bids[2]) == (Bid(2), Bid(0))
    assert refusal(state, "0 nil 2") == ("illegal_bid", "3.17")
    assert refusal(opened, "2 nil 2") == ("illegal_bid", "3.17")
    alone = table(*FOUR)
    assert refusal(alone, "0 nil 2") == refusal(alone, "0 blind side 2") == ("illegal_bid", "3.17")


def test_rule_3_17_the_opener_decides_blind_for_both_and_until_then_neither_sees_a_card() -> None:
    house = {"bid_by": "side", "blind_bid": 20, "blind_bid_min": 2, "blind_bid_deficit": 100}
    state = table(*FOUR, totals=(0, 100), **house)
    hidden = [view_for(state, seat)["hand"] for seat in range(4)]
    assert [hand is None for hand in hidden] == [True, False, True, False]
    assert view_for(state, 0)["legal"] == ["look", "blind side 2", "blind side 3"]
    blind = bids(state, "blind side 2")
    assert blind.turn == 1
    assert (blind.bids[0], blind.bids[2]) == (Bid(2, blind=True), NO_BID)
    assert [view_for(blind, seat)["hand"] is None for seat in (0, 2)] == [False, False]
    assert refusal(bids(state, "look"), "0 blind side 2") == ("illegal_bid", "3.17")
    looked = do(state, "0 look")
    assert [view_for(looked, seat)["hand"] is None for seat in (0, 2)] == [False, False]
    assert refusal(bids(looked, "1"), "2 blind side 2") == ("illegal_bid", "3.17")
    # The side that leads sees its cards, and never bids blind.
    assert refusal(bids(looked, "1", "1"), "1 blind side 2") == ("illegal_bid", "3.17")


def test_rule_3_18_nobody_bids_in_a_first_hand_that_bids_itself() -> None:
    state = table(*FOUR, first_hand="bids_itself", blind_nil=200, spade_lead="anytime")
    assert (state.phase, state.turn) == ("play", 0)
    assert state.bids == [NO_BID] * 4
    assert view_for(state, 2)["hand"] == ["QS", "8C", "7C"]
    second = again(plays(state, "AS KS QS JS 3C 5C 7C TC 9C 4C 6C 8C"), *FOUR)
    assert second.phase == "bid"
    later = new_game(state.rules, first_dealer=3, start=Start((0, 0), (0, 0), hands_played=1))
    assert deal_hands(later, state.dealt).phase == "bid"


def test_rule_3_19_each_hand_is_bid_as_its_word_says() -> None:
    words = ("mirror", "bid 2", "nil", "free")
    state = table(*FOUR, programme=words, min_bid=2, blind_nil=50, spade_lead="anytime")
    assert view_for(state, 0)["word"] == "mirror"
    assert view_for(state, 0)["blind_offer"] is False
    assert open_to(state) == {"bid 1"}
    assert refusal(state, "0 bid 2") == ("illegal_bid", "3.19")
    tricks = "AS KS QS JS 3C 5C 7C TC 9C 4C 6C 8C"
    after = plays(bids(state, "1", "1", "1", "1"), tricks)
    # Before the deal the table says how the next hand is bid.
    assert view_for(after, 0)["word"] == "bid 2"
    second = again(after, *FOUR)
    assert (view_for(second, 0)["word"], open_to(second)) == ("bid 2", {"bid 2"})
    fifth = new_game(state.rules, first_dealer=3, start=Start((0, 0), (0, 0), hands_played=3))
    free = deal_hands(fifth, state.dealt)
    assert open_to(free) == {"look", "bid 2", "bid 3", "nil", "blind nil"}
    decider = state.rules.of_a_decider()
    assert (decider.programme, decider.max_hands) == ((), 1)
    assert replace(state.rules, programme=("mirror", "nil")).of_a_decider().programme == (
        "mirror",
        "nil",
    )


def test_rule_3_23_partners_talk_until_their_sides_number_stands() -> None:
    state = table(*FOUR, bid_by="side", partners_talk=True)

    def talking(state: State) -> list[int]:
        return [seat for seat in range(4) if state.may_talk(seat)]

    assert talking(state) == [0, 1, 2, 3]
    opened = bids(state, "1")
    assert talking(opened) == [0, 1, 2, 3]
    closed = bids(opened, "2")
    assert talking(closed) == [1, 3]
    assert talking(bids(closed, "1", "1")) == []
    assert talking(table(*FOUR, bid_by="side")) == []
    # Nobody bids, so there is nothing to talk about.
    itself = {"bid_by": "side", "partners_talk": True, "first_hand": "bids_itself"}
    assert talking(table(*FOUR, **itself)) == []
    blind = {"blind_bid": 20, "blind_bid_deficit": 0, "bid_by": "side", "partners_talk": True}
    assert talking(bids(table(*FOUR, **blind), "blind side 2")) == [1, 3]
