"""docs/rules.md 6: the end of the game."""

import pytest

from games.engine import PRESETS, EngineError, GameResult, pack_for, preset
from games.engine.scoring import game_result
from tests.rules.play import bids, plays, refusal, table


def end(
    totals: tuple[int, ...], hands: int = 3, *, key: str = "cardgames_io", **house: int | None
) -> GameResult | None:
    return game_result(preset(key, **house), totals, hands)


@pytest.mark.parametrize("key", [key for key in PRESETS if PRESETS[key].sides == "partners"])
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


def test_rule_6_5_after_the_end() -> None:
    state = plays(bids(table("2S", "3C", "4C", "5C", max_hands=1), *"1111"), "2S 3C 4C 5C")
    assert (state.phase, state.to_act) == ("over", ())
    assert state.copy().result == GameResult((0, 1, 2, 3), (-20, -20))
    assert [result.hand_no for result in state.hand_results] == [1]
    assert refusal(state, "0 bid 1") == ("wrong_phase", "")
    assert refusal(state, "0 play 2S") == ("wrong_phase", "")
    with pytest.raises(EngineError, match="The game is over: there is no further hand"):
        state.deal(pack_for(state.rules))
