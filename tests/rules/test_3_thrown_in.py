from typing import Any

import pytest

from games.engine import Start, State, deal_hands, new_game, with_last_hand
from games.engine.record import legal_in_record, replay, verify_record
from games.engine.scoring import Sets
from games.engine.view import ORGANIZER, SPECTATOR, view_for
from tests.rules.play import again, bids, do, lines, open_to, plays, refusal, table

HANDS = ("AC 3C 4C", "AS KC QS", "AH JC QH", "JS 9C 2S")
"""Seat 0 holds no spade and no face card, seat 2 no spade; seat 0 bids first, seat 3 deals."""
TRICKS = "AC KC JC 9C 3C QS AH 2S AS QH JS 4C"


def thrown(state: State, *hands: str) -> State:
    """Deal the next hand and throw it in."""
    return do(again(state, *(hands or HANDS)), f"{(state.dealer + 1) % 4} throw in")


def test_rule_3_20_a_hand_without_spades_may_be_thrown_in_in_place_of_a_bid() -> None:
    state = table(*HANDS, throw_in="no_spades")
    assert open_to(state) == {"bid 1", "bid 2", "bid 3", "nil", "throw in"}
    asked = bids(state, "1")
    assert open_to(asked) == {"bid 1", "bid 2", "bid 3", "nil"}
    assert refusal(asked, "1 throw in") == ("illegal_bid", "3.20")
    assert refusal(asked, "2 throw in") == ("not_your_turn", "4.8")
    assert do(bids(asked, "1"), "2 throw in").phase == "deal"
    said = bids(state, "1", "1", "1", "1")
    assert refusal(said, "0 throw in") == ("wrong_phase", "3.3")
    assert refusal(table(*HANDS), "0 throw in") == ("illegal_bid", "3.20")


def test_rule_3_20_or_only_one_without_faces_too() -> None:
    state = table(*HANDS, throw_in="no_spades_or_faces")
    assert "throw in" in open_to(state)
    third = bids(state, "1", "1")
    assert "throw in" not in open_to(third)
    assert refusal(third, "2 throw in") == ("illegal_bid", "3.20")


def test_rule_3_20_jokers_and_raised_deuces_are_spades() -> None:
    house: dict[str, Any] = {"throw_in": "no_spades_or_faces", "high_deuces": ("2H",)}
    state = table("AC 2H 4C", "AS KC QS", "AH BJ QH", "LJ 9C 2S", **house)
    assert "throw in" not in open_to(state)
    assert "throw in" not in open_to(bids(state, "1", "1"))


def test_rule_3_20_who_may_bid_blind_looks_first() -> None:
    state = table(*HANDS, throw_in="no_spades", blind_nil=200)
    assert open_to(state) == {"look", "bid 1", "bid 2", "bid 3", "nil", "blind nil"}
    assert view_for(state, 0)["legal"] == ["look", "blind nil"]
    assert refusal(state, "0 throw in") == ("illegal_bid", "3.20")
    assert "throw in" in view_for(do(state, "0 look"), 0)["legal"]


def test_rule_3_20_openers_and_closers_throw_in_and_a_silent_partner_does_not() -> None:
    state = table(*HANDS, throw_in="no_spades", bid_by="side", blind_bid=20, blind_bid_deficit=0)
    opener = do(state, "0 look")
    assert "throw in" in open_to(opener)
    closer = bids(opener, "1")
    assert (closer.turn, "throw in" in open_to(closer)) == (2, True)
    assert do(closer, "2 throw in").hand_results[-1].shown == (2,)
    assert bids(state, "blind side 2").turn == 1


def test_rule_3_21_a_hand_is_thrown_in_when_all_bids_are_too_few_tricks() -> None:
    state = table(*HANDS, throw_in_below=3, nil_pass=1)
    low = bids(state, "1", "1", "nil", "nil")
    assert (low.phase, low.hand_results[-1].shown) == ("deal", (0, 1, 2, 3))
    assert view_for(low, SPECTATOR)["bids"][3]["text"] == "nil"
    assert bids(state, "1", "1", "1", "nil").phase == "pass"
    assert bids(state, "1", "1", "1", "1").phase == "play"
    assert "throw in" not in open_to(state)
    together = table(*HANDS, throw_in_below=3, bid_by="side")
    # The openers' numbers bind nobody, and so don't count.
    assert bids(together, "3", "1", "3", "1").phase == "deal"
    assert bids(together, "1", "2", "1", "1").phase == "play"


def test_rule_3_22_the_thrown_hand_alone_is_shown_and_scores_nothing() -> None:
    house: dict[str, Any] = {"throw_in": "no_spades", "sets_in_a_row": 2}
    so_far: dict[str, Any] = {"totals": (50, 60), "bags": (3, 4), "sets": Sets((1, 0), (1, 0))}
    state = do(table(*HANDS, **house, **so_far), "0 throw in")
    assert (state.phase, state.to_act, state.result) == ("deal", (), None)
    assert (state.totals, state.bags, state.sets) == ([50, 60], [3, 4], Sets((1, 0), (1, 0)))
    result = state.hand_results[-1]
    assert (result.tricks, lines(result)) == ((0, 0, 0, 0), [("thrown in", 0)])
    for viewer in (*range(4), SPECTATOR, ORGANIZER):
        view = view_for(state, viewer)
        assert view["hands_open"] == {"0": ["AC", "4C", "3C"]}
        assert view["scores"][-1]["thrown_in"] == [0]
        assert (view["hand"], view["counts"]) == ([] if viewer >= 0 else None, [0] * 4)
    low = bids(table(*HANDS, throw_in_below=3), "1", "nil", "nil", "nil")
    opened = view_for(low, SPECTATOR)["hands_open"]
    assert opened == {str(seat): view_for(low, seat)["hands_open"][str(seat)] for seat in range(4)}


def test_rule_3_22_the_same_dealer_deals_the_next_hand() -> None:
    state = do(table(*HANDS, throw_in="no_spades"), "0 throw in")
    second = again(state, *HANDS)
    assert (second.hand_no, second.dealer, second.turn) == (2, 3, 0)
    third = again(plays(bids(second, "1", "1", "1", "nil"), TRICKS), *HANDS)
    assert (third.hand_no, third.dealer) == (3, 0)


def test_rule_3_22_it_counts_neither_for_the_hands_nor_the_programme_nor_the_first_hand() -> None:
    house: dict[str, Any] = {
        "throw_in": "no_spades",
        "programme": ("free", "bid 1"),
        "max_hands": 2,
    }
    state = do(table(*HANDS, **house), "0 throw in")
    assert (state.counted, view_for(state, 0)["word"]) == (0, "free")
    second = again(state, *HANDS)
    assert (second.counted, second.word.kind) == (1, "free")
    third = again(plays(bids(second, "1", "1", "1", "1"), TRICKS), *HANDS)
    assert (third.hand_no, third.counted, open_to(third)) == (3, 2, {"bid 1"})
    last = plays(bids(third, "1", "1", "1", "1"), "KC JC 9C AC" + TRICKS[11:])
    assert (last.phase, len(last.hand_results)) == ("over", 3)
    first = new_game(
        table(*HANDS, throw_in="no_spades", first_hand="bids_itself").rules, first_dealer=3
    )
    assert deal_hands(first, table(*HANDS).dealt).phase == "play"
    later = new_game(first.rules, first_dealer=3, start=Start((0, 0), (0, 0), hands_played=1))
    once = do(deal_hands(later, table(*HANDS).dealt), "0 throw in")
    assert again(once, *HANDS).phase == "bid"


def test_rule_3_22_only_free_hands_and_not_after_three_in_a_row() -> None:
    bound = table(*HANDS, throw_in="no_spades", throw_in_below=3, programme=("bid 1", "free"))
    assert open_to(bound) == {"bid 1"}
    assert refusal(bound, "0 throw in") == ("illegal_bid", "3.22")
    state = do(table(*HANDS, throw_in="no_spades", throw_in_below=3), "0 throw in")
    state = bids(again(state, *HANDS), "nil", "nil", "nil", "nil")
    state = thrown(state)
    played = again(state, *HANDS)
    assert (played.hand_no, played.dealer) == (4, 3)
    assert "throw in" not in open_to(played)
    assert refusal(played, "0 throw in") == ("illegal_bid", "3.22")
    after = plays(bids(played, "nil", "nil", "nil", "nil"), TRICKS)
    assert (after.hand_results[-1].tricks, after.hand_results[-1].shown) == ((1, 2, 0, 0), ())
    # After a hand that was played, three more may be.
    assert "throw in" in open_to(again(after, HANDS[3], *HANDS[:3]))


@pytest.mark.parametrize("looked", [True, False])
def test_rule_7_3_records_have_hands_thrown_in(looked: bool) -> None:
    rules = table(*HANDS, throw_in="no_spades", blind_nil=200).rules
    nothing = {"tricks": [0] * 4, "points": [0, 0], "bags": [0, 0], "totals": [0, 0]}
    acts = ["0 look", "0 throw in"] if looked else ["0 throw in"]
    hand = {"deal": list(HANDS), "actions": acts, "result": nothing}
    record: dict[str, Any] = {
        "format": "spades-record/1",
        "rules": rules.to_record(),
        "first_dealer": 3,
        "hands": [hand, {**hand, "actions": ["0 bid 1"], "result": None}],
    }
    assert verify_record(record) == {"winners": [], "totals": [0, 0]}
    assert replay(record).dealer == 3
    assert "0 throw in" in legal_in_record(record)[0][0]
    assert record["rules"]["throw_in"] == "no_spades"


def test_rule_3_22_the_hand_agreed_as_the_last_is_played_after_one_thrown_in() -> None:
    dealt = table(*HANDS, throw_in="no_spades")
    first = do(with_last_hand(dealt), "0 throw in")
    assert (first.phase, first.rules.max_hands) == ("deal", 1)
    assert with_last_hand(first).phase == "deal"
    assert plays(bids(again(first, *HANDS), "1", "1", "1", "nil"), TRICKS).phase == "over"
    scored = plays(bids(dealt, "1", "1", "1", "nil"), TRICKS)
    thrown_after = do(again(scored, *HANDS[3:], *HANDS[:3]), "1 throw in")
    last = with_last_hand(thrown_after)
    assert (last.phase, last.rules.max_hands) == ("deal", 2)
    # Nobody ends the game by throwing in what was announced as its last hand.
    assert again(last, *HANDS[3:], *HANDS[:3]).counted == 2
    assert with_last_hand(scored).phase == "over"
