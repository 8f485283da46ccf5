"""docs/rules.md 6: the end of the game."""

from typing import Any

import pytest

from games.engine import (
    PRESETS,
    EngineError,
    GameResult,
    HandResult,
    ScoreLine,
    Sets,
    SideResult,
    pack_for,
    preset,
    restore,
    snapshot,
    with_last_hand,
)
from games.engine.bidding import may_bid_blind
from games.engine.scoring import game_result
from tests.rules.play import bids, plays, refusal, table


def end(
    totals: tuple[int, ...], hands: int = 3, *, key: str = "cardgames_io", **house: Any
) -> GameResult | None:
    return game_result(preset(key, **house), totals, hands)


@pytest.mark.parametrize(
    "key",
    [key for key, rules in PRESETS.items() if (rules.sides, rules.target) == ("partners", 500)],
)
def test_rule_6_1_the_target(key: str) -> None:
    assert end((499, -200), key=key) is None
    assert end((500, 320), key=key) == GameResult((0, 2), (500, 320))
    assert end((510, 512), key=key) == GameResult((1, 3), (510, 512))
    assert end((-10, 200), key=key, target=200) == GameResult((1, 3), (-10, 200))
    assert end((300, 299), key=key) is None


def test_rule_6_1_alone() -> None:
    assert end((499, 12, 400), key="bicycle_3") is None
    assert end((505, 12, 506), key="bicycle_3") == GameResult((2,), (505, 12, 506))
    assert end((800, 799), key="rubl_two_player", target=800) == GameResult((0,), (800, 799))


def test_rule_6_2_equal_scores_play_on() -> None:
    assert end((510, 510)) is None
    assert end((510, 510, 3), key="bicycle_3") is None
    assert end((510, 5, 520, 510), key="bicycle_4") == GameResult((2,), (510, 5, 520, 510))
    assert end((-500, -500), loss_limit=500) is None
    # Also in play.
    state = table("2C", "3C", "4C", "5S", totals=(499, 509))
    assert state.totals == [499, 509]
    state = plays(bids(state, "nil", "1", "nil", "nil"), "2C 3C 4C 5S")
    assert state.totals == [699, 509 - 10 + 1 - 100]
    state = table("2S", "3C", "4C", "5C", totals=(490, 500), nil=10)
    state = plays(bids(state, "1", "nil", "nil", "nil"), "2S 3C 4C 5C")
    assert (state.totals, state.phase, state.result) == (
        [510, 520],
        "over",
        GameResult((1, 3), (510, 520)),
    )
    state = table("2S", "3C", "4C", "5C", totals=(500, 500), nil=10)
    state = plays(bids(state, "1", "nil", "nil", "nil"), "2S 3C 4C 5C")
    assert (state.totals, state.phase, state.result) == ([520, 520], "deal", None)


def test_rule_6_3_the_last_hand() -> None:
    assert end((10, 20), hands=3, max_hands=4) is None
    assert end((10, 20), hands=4, max_hands=4) == GameResult((1, 3), (10, 20))
    assert end((20, 20), hands=4, max_hands=4) == GameResult((0, 1, 2, 3), (20, 20))
    assert end((20, 7, 20), hands=4, key="bicycle_3", max_hands=4) == GameResult(
        (0, 2), (20, 7, 20)
    )
    assert end((500, 20), hands=2, max_hands=4) == GameResult((0, 2), (500, 20))
    assert end((500, 500), hands=2, max_hands=4) is None
    assert end((9000, 20), hands=2, max_hands=4, target=None) is None
    state = plays(bids(table("2S", "3C", "4C", "5C", max_hands=1), *"1111"), "2S 3C 4C 5C")
    assert state.result == GameResult((0, 1, 2, 3), (-20, -20))


def test_rule_6_4_the_loss_limit() -> None:
    assert end((-199, 20), loss_limit=200) is None
    assert end((-200, 20), loss_limit=200) == GameResult((1, 3), (-200, 20))
    assert end((30, 40, -250, 40), key="bicycle_4", loss_limit=200) is None
    assert end((30, 40, -250, 41), key="bicycle_4", loss_limit=200) == GameResult(
        (3,), (30, 40, -250, 41)
    )
    assert end((-20_000, 20)) is None


def after(
    *hands: str, key: str = "cardgames_io", sets: Sets | None = None, **house: Any
) -> tuple[Sets, GameResult | None]:
    """Return the sets and the result after hands in which the sides named were set ("0", "1", "01" or "")."""
    rules = preset(key, **house)
    counts = sets or Sets.none(len(rules.side_seats))
    result = None
    for number, sides in enumerate(hands, 1):
        assert result is None
        lines = [
            (ScoreLine("set", "contract 5 set, 4 won", -50),) if str(side) in sides else ()
            for side in range(len(rules.side_seats))
        ]
        hand = HandResult(number, (), tuple(SideResult(0, 0, 0, 0, each) for each in lines))
        counts = counts.after(rules, hand)
        totals = tuple(100 * side for side in range(len(lines)))
        result = game_result(rules, totals, number, lost=counts.at_limit(rules))
    return counts, result


def test_rule_6_6_sets_end_the_game() -> None:
    assert after("1", "0", set_limit=2) == (Sets((1, 1), (1, 0)), None)
    counts, result = after("1", "", "1", set_limit=2)
    assert counts == Sets((0, 2), (0, 1))
    assert result == GameResult((0, 2), (0, 100))
    assert (result and result.places, result and result.ended) == ((1, 2), "sets")
    # Running.
    assert after("1", "", "1", sets_in_a_row=2)[1] is None
    assert after("1", "1", sets_in_a_row=2)[1] == GameResult((0, 2), (0, 100))
    # Both at once: the higher total wins.
    assert after("01", "01", set_limit=2)[1] == GameResult((1, 3), (0, 100))
    level = game_result(preset("cardgames_io", set_limit=2), (50, 50), 4, lost={0, 1})
    assert level is None
    # The target doesn't help a side that was set too often.
    reached = game_result(preset("cardgames_io", set_limit=2), (510, 100), 4, lost={0})
    assert reached == GameResult((1, 3), (510, 100))
    # Of several sides the one at the limit comes last, though others have less.
    three = after("2", "2", key="bicycle_3", set_limit=2)[1]
    assert three is not None
    assert (three.winners, three.places) == ((1,), (2, 1, 3))


def test_rule_6_6_what_a_set_is() -> None:
    house: dict[str, Any] = {"nil": 10, "set_limit": 1}
    state = table("2S", "3C", "4C", "5C", **house)
    failed = plays(bids(state, "nil", "nil", "nil", "nil"), "2S 3C 4C 5C")
    assert (failed.sets, failed.result) == (Sets((0, 0), (0, 0)), None)
    state = table("2S", "3C", "4C", "5C", nil_is_set=True, **house)
    failed = plays(bids(state, "nil", "nil", "nil", "nil"), "2S 3C 4C 5C")
    assert failed.sets == Sets((1, 0), (1, 0))
    assert failed.result == GameResult((1, 3), (1, 20))
    state = table("2S", "3C", "4C", "5C", sets=Sets((1, 1), (0, 1)), set_limit=2)
    assert restore(snapshot(state)).sets == Sets((1, 1), (0, 1))
    lost = plays(bids(state, "1", "1", "nil", "nil"), "2S 3C 4C 5C")
    assert (lost.sets, lost.result and lost.result.winners) == (Sets((1, 2), (0, 2)), (0, 2))
    assert restore(snapshot(lost)).result == lost.result


def test_rule_6_7_a_lead_that_wins() -> None:
    assert end((150, -149), point_spread=300) is None
    assert end((150, -150), point_spread=300) == GameResult((0, 2), (150, -150))
    assert end((100, 90, -300), key="bicycle_3", point_spread=300) is None


def test_rule_6_8_all_the_tricks_win() -> None:
    hands = ("2S", "3C", "4C", "5C")
    bid = plays(bids(table(*hands, slam_wins=True), "1", "1", "nil", "nil"), "2S 3C 4C 5C")
    assert bid.result == GameResult((0, 2), tuple(bid.totals))
    assert bid.result.ended == "slam"
    won = plays(bids(table(*hands, slam_wins=True), "nil", "1", "nil", "nil"), "2S 3C 4C 5C")
    assert won.result is None
    won = plays(bids(table(*hands, boston_wins=True), "nil", "1", "nil", "nil"), "2S 3C 4C 5C")
    assert won.result is not None
    assert (won.result.winners, won.result.ended) == ((0, 2), "boston")


def test_rule_6_9_level_after_the_last_hand() -> None:
    assert end((20, 20), hands=4, max_hands=4, level_at_end="one_more") is None
    assert end((20, 30), hands=5, max_hands=4, level_at_end="one_more") == GameResult(
        (1, 3), (20, 30)
    )


def test_rule_6_5_after_the_end() -> None:
    state = plays(bids(table("2S", "3C", "4C", "5C", max_hands=1), *"1111"), "2S 3C 4C 5C")
    assert (state.phase, state.to_act) == ("over", ())
    assert state.copy().result == GameResult((0, 1, 2, 3), (-20, -20))
    assert [result.hand_no for result in state.hand_results] == [1]
    assert refusal(state, "0 bid 1") == ("wrong_phase", "")
    assert refusal(state, "0 play 2S") == ("wrong_phase", "")
    with pytest.raises(EngineError, match="The game is over: there is no further hand"):
        state.deal(pack_for(state.rules))


def test_rule_6_10_too_few_tricks_in_a_first_hand_that_bids_itself_lose_the_game() -> None:
    house = {
        "first_hand": "bids_itself",
        "first_hand_loses": True,
        "min_side_bid": 1,
        "spade_lead": "anytime",
    }
    state = table("AS AC", "KS 5C", "QS 7C", "JS 9C", **house)
    lost = plays(state, "AS KS QS JS AC 5C 7C 9C")
    assert lost.result is not None
    assert (lost.result.winners, lost.result.places, lost.result.ended) == ((0, 2), (1, 2), "board")
    level = table("AS 3C", "KS 5C", "QS 7C", "JS 9C", **house)
    assert plays(level, "AS KS QS JS 3C 5C 7C 9C").result is None


def test_rule_6_11_the_lowest_total_may_win() -> None:
    rules = preset("cardgames_io", winner="lowest", target=100, point_spread=90, max_hands=20)
    ended = game_result(rules, [120, 40], 3)
    assert ended is not None
    assert (ended.winners, ended.places, ended.ended) == ((1, 3), (2, 1), "target")
    assert game_result(rules, [100, 100], 3) is None
    led = game_result(rules, [-60, 40], 3)
    assert led is not None
    assert (led.winners, led.ended) == ((0, 2), "spread")
    blind = preset(
        "cardgames_io", winner="lowest", loss_limit=300, blind_nil=200, blind_nil_deficit=50
    )
    assert [may_bid_blind(blind, seat, [0, 60]) for seat in (0, 1)] == [False, True]


def test_rule_6_9_level_sides_play_on_after_a_hand_that_time_makes_the_last() -> None:
    state = table("AS KC", "KS AC", "QS QC", "JS JC", level_at_end="one_more", spade_lead="anytime")
    level = plays(bids(state, "1", "1", "nil", "nil"), "AS KS QS JS KC AC QC JC")
    assert (level.phase, level.totals[0] == level.totals[1]) == ("deal", True)
    last = with_last_hand(level)
    assert (last.phase, last.result, last.rules.max_hands) == ("deal", None, 1)
