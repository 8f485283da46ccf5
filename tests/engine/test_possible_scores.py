"""Which scores a game can end with: those of every played game, and none that no hands make."""

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from games import engine
from games.engine import PRESETS, RuleSet, State, possible_sums, preset
from games.engine.possible_scores import (
    OtherEnd,
    carried_bags,
    hand_points,
    why_impossible,
)
from games.engine.possible_sums import exact_hands
from tests.engine.rulesets import any_rules

CLASSIC = preset("cardgames_io")
LONGEST = 12


def played(rules: RuleSet, rng: random.Random) -> State:
    """Return a game of random bids and cards, stopped after `LONGEST` hands as by a time limit."""
    game = engine.new_game(
        rules,
        first_dealer=None if rules.first_dealer == "high_card" else 0,
        draw_for_deal=rng.sample([card for card in rules.pack if card < 52], rules.players)
        if rules.first_dealer == "high_card"
        else None,
    )
    while game.result is None:
        if game.phase == "deal":
            if game.hand_no >= LONGEST and not game.is_redealt:
                return engine.with_last_hand(game)
            game = engine.deal(game, rng.sample(rules.pack, len(rules.pack)))
            continue
        seat = game.to_act[0]
        game = engine.apply(game, seat, rng.choice(engine.legal_actions(game, seat)))
    return game


@pytest.mark.parametrize("seed", range(20))
def test_no_score_of_a_played_game_is_refused(seed: int) -> None:
    rng = random.Random(seed)
    # Otherwise sides that stay level play on for ever.
    rules = replace(any_rules(rng), level_at_end="draw")
    for _game in range(2):
        game = played(rules, rng)
        assert game.result is not None
        end = None
        if game.result.ended in rules.other_ends:
            end = OtherEnd(game.result.ended, rules.side_of[game.result.winners[0]])
        refused = why_impossible(
            rules, game.totals, game.counted, may_stop=game.hand_no >= LONGEST, end=end
        )
        assert refused is None, (rules, game.totals, game.counted, refused)
        for side, total in enumerate(game.totals):
            assert game.bags[side] in carried_bags(rules, total, game.counted)
        scored = [hand for hand in game.hand_results if not hand.shown]
        points = {side.points for hand in scored for side in hand.sides}
        assert points <= hand_points(rules)


@pytest.mark.parametrize("key", ["cardgames_io", "classic_blind_nil", "bicycle_5", "bicycle_2"])
def test_nor_one_of_the_presets(key: str) -> None:
    rng = random.Random(7)
    game = played(preset(key), rng)
    assert why_impossible(preset(key), game.totals, game.hand_no, may_stop=True) is None


IMPOSSIBLE: Sequence[tuple[RuleSet, tuple[int, ...], int, int | None, str]] = [
    (CLASSIC, (512, 340), 0, None, "Enter how many hands were played, at least one."),
    (CLASSIC, (480, 340), 8, None, "The game isn’t over: nobody has reached 500 points."),
    (CLASSIC, (520, 520), 8, None, "The leaders are level, so the game goes on with another hand."),
    (
        CLASSIC,
        (511, 287),
        2,
        0,
        "No 2 hands under these rules end with 511 points. The nearest: 460.",
    ),
    (
        CLASSIC,
        (1200, 40),
        9,
        0,
        "The game would have been over before a last hand that ends with 1200 points.",
    ),
    (
        preset("cardgames_io", max_hands=1, target=None),
        (5, 100),
        1,
        None,
        "Each side’s points are possible, but not both in the same hands.",
    ),
    (
        preset("cardgames_io", max_hands=8),
        (512, 340),
        9,
        None,
        "A game under these rules has at most 8 hands.",
    ),
    (
        preset("cardgames_io", max_hands=8, target=None),
        (212, 140),
        7,
        None,
        "The game isn’t over: it has 8 hands.",
    ),
    (
        # Whole tricks bid, no bags: every score is a multiple of ten.
        preset("cardgames_io", nil=None, overtrick_points=0),
        (512, 340),
        8,
        0,
        "No 8 hands under these rules end with 512 points. The nearest: 510, 520.",
    ),
    (
        preset("cardgames_io", nil=None),
        (501, 270),
        5,
        None,
        "In 5 hands the sides can’t score more than 650 points together.",
    ),
    (
        # Exactly one of two partners bids nil.
        preset("cardgames_io", bidding="suicide", max_hands=1, target=None),
        (7, -60),
        1,
        0,
        "No hand under these rules ends with 7 points. The nearest: 3, 10.",
    ),
    (
        preset("cardgames_io", bidding="mirror", max_hands=1, target=None),
        (160, -60),
        1,
        None,
        "Each side’s points are possible, but not both in the same hands.",
    ),
    (
        preset("bicycle_5"),
        (500, 20, 20, 20, -10),
        20,
        4,
        "No 20 hands under these rules end with −10 points. The nearest: 0.",
    ),
]


@pytest.mark.parametrize(("rules", "totals", "hands", "side", "sentence"), IMPOSSIBLE)
def test_a_score_that_no_hands_make_is_refused_in_words(
    rules: RuleSet, totals: tuple[int, ...], hands: int, side: int | None, sentence: str
) -> None:
    refused = why_impossible(rules, totals, hands)
    assert refused is not None
    assert (refused.side, str(refused.sentence)) == (side, sentence)


TWO_SETS = preset("cardgames_io", set_limit=2)
ENDS: Sequence[tuple[RuleSet, tuple[int, int], int, OtherEnd, str]] = [
    (TWO_SETS, (300, 140), 1, OtherEnd("sets", 1), "In 1 hand nobody can have been set 2 times."),
    (
        # Two sets cost 20 at least, less a failed nil's bags; three other hands bring 230 each at most.
        TWO_SETS,
        (900, 140),
        5,
        OtherEnd("sets", 1),
        "A side that was set often enough to lose has at most 870 points after 5 hands.",
    ),
    (
        preset("cardgames_io", nil=None, set_limit=1),
        (0, 40),
        1,
        OtherEnd("sets", 1),
        "A side that was set often enough to lose has at most −20 points after 1 hand.",
    ),
    (
        # All tricks won, but with a contract of ten.
        preset("cardgames_io", nil=None, slam_wins=True),
        (103, -40),
        1,
        OtherEnd("slam", 0),
        "With these points no last hand ends the game so.",
    ),
    (
        preset("deuce_high", first_hand_loses=True),
        (100, 30),
        2,
        OtherEnd("board", 0),
        "Only the first hand can be lost by the board. Enter 1 hand, or another way to end.",
    ),
    (
        preset("deuce_high", first_hand_loses=True),
        (90, 40),
        1,
        OtherEnd("board", 0),
        "With these points no last hand ends the game so.",
    ),
]


@pytest.mark.parametrize(("rules", "totals", "hands", "end", "sentence"), ENDS)
def test_an_end_that_no_hands_make_is_refused_in_words(
    rules: RuleSet, totals: tuple[int, int], hands: int, end: OtherEnd, sentence: str
) -> None:
    refused = why_impossible(rules, totals, hands, end=end)
    assert refused is not None
    assert str(refused.sentence) == sentence


def test_an_end_that_points_dont_show_is_possible() -> None:
    assert why_impossible(TWO_SETS, (212, 140), 5, end=OtherEnd("sets", 1)) is None
    board = preset("deuce_high", first_hand_loses=True)
    assert why_impossible(board, (100, 30), 1, end=OtherEnd("board", 0)) is None
    slam = preset("cardgames_io", nil=None, slam_wins=True)
    assert why_impossible(slam, (130, -40), 1, end=OtherEnd("slam", 0)) is None
    # Of three sides one lost by its sets.
    three = preset("bicycle_3", set_limit=1)
    assert why_impossible(three, (50, 40, 0), 1, end=OtherEnd("sets", 0)) is None


def test_a_time_limit_lets_a_game_end_after_any_hand() -> None:
    assert why_impossible(CLASSIC, (212, 140), 3, may_stop=True) is None
    assert why_impossible(CLASSIC, (140, 140), 3, may_stop=True) is None


def test_after_a_level_score_at_the_target_another_hand_is_possible() -> None:
    rules = preset("cardgames_io", target=10)
    # 60 each, then 120 and 50: before the last hand the leaders were level.
    assert why_impossible(rules, (120, 10), 2) is None


def test_enormous_numbers_are_not_summed() -> None:
    rules = preset("cardgames_io", bag_limit=1000, bag_penalty=10_000, nil=1000, set_points=-1000)
    assert why_impossible(rules, (512, 340), 40) is None


def test_bags_follow_from_the_points() -> None:
    assert carried_bags(CLASSIC, 512, 8) == (2,)
    assert carried_bags(preset("bicycle_4"), 512, 8) == (0,)


WILD = {
    "nil": 997, "blind_nil": 991, "blind_bid": 983, "blind_bid_deficit": 0, "trick_points": 977,
    "set_points": -971, "overtrick_points": -967, "bag_limit": 953, "bag_penalty": 9941,
    "target": 100_000, "boston_bonus": 9973, "revoke": "penalised",
}  # fmt: skip


@pytest.mark.parametrize("key", [*PRESETS, "wild"])
@pytest.mark.parametrize("hands", [1, 12, 100, 1000])
def test_every_number_of_hands_is_answered_with_bounded_work(
    key: str, hands: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = preset("cardgames_io", **WILD) if key == "wild" else preset(key)
    sides = len(rules.side_seats)
    found = [exact_hands(rules), possible_sums.steps_of_a_hand(rules)]
    assert found[0] * found[1] <= possible_sums.MOST_STEPS
    assert found[0] >= (0 if key == "wild" else 14)
    for totals in ([505, *[400] * (sides - 1)], [-1000] * sides):
        why_impossible(rules, totals, hands, may_stop=True)
    above = hands * possible_sums.least_and_most(rules)[1] + 1
    found_why = why_impossible(rules, [above, *[0] * (sides - 1)], hands, may_stop=True)
    assert found_why is not None
    if rules.max_hands is not None and hands > rules.max_hands:
        assert (
            found_why.sentence == f"A game under these rules has at most {rules.max_hands} hands."
        )
        return
    assert found_why.side == 0
    assert str(found_why.sentence).startswith("No ")


def test_no_hand_is_summed_where_that_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = preset("cardgames_io", **WILD)
    assert exact_hands(rules) == 0
    monkeypatch.setattr(
        possible_sums, "_with_a_hand", lambda *_given, **_named: pytest.fail("summed")
    )
    assert why_impossible(rules, [505, 400], 1, may_stop=True) is None


def test_a_long_game_is_held_against_the_best_its_hands_can_bring() -> None:
    rules = preset("cardgames_io", target=None, max_hands=1000)
    assert why_impossible(rules, [505, 400], 1000) is None
    assert str(why_impossible(rules, [400_001, 0], 1000).sentence) == (  # type: ignore[union-attr]
        "No 1000 hands under these rules end with 400001 points. The nearest: 230000."
    )


def test_a_long_game_is_summed_once_for_each_number_of_hands(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules = preset("bicycle_5", target=None, max_hands=1000)
    hands, summed = exact_hands(rules), []
    with_a_hand = possible_sums._with_a_hand

    def counted(*given: Any, **named: Any) -> Any:
        summed.append(given)
        return with_a_hand(*given, **named)

    possible_sums._last_two.cache_clear()
    monkeypatch.setattr(possible_sums, "_with_a_hand", counted)
    why_impossible(rules, [20] * 5, hands, may_stop=True)
    assert hands > 256
    assert len(summed) <= 2 * hands


@pytest.mark.parametrize("seed", range(10))
def test_the_sums_are_those_of_every_hand_after_every_other(seed: int) -> None:
    rules = any_rules(random.Random(seed))
    width = rules.bag_limit or 1
    known = {(0, 0)}
    for number in range(1, 4):
        outcomes = possible_sums.outcomes_of(rules, first=number == 1)
        after = set()
        for total, carried in known:
            for points, bags in outcomes:
                kept, penalty = possible_sums.bagged(rules, carried, bags)
                after.add((total + points - penalty, kept))
        known = after
        sums = possible_sums.sums_after(rules, number)
        assert sums is not None
        low, high = min(known)[0] - 5, max(known)[0] + 5
        found = {
            (total, bags)
            for total in range(low, high)
            for bags in range(width)
            if sums.has(bags, total)
        }
        assert found == known
