"""The value of a game: every preset has its table, a game that is over is worth what the engine says, and a score what it should be."""

import random

import numpy as np
import pytest

from games.bots import value
from games.bots.value import (
    Standing,
    counts_hands,
    nearest,
    shape_of,
    stakes_of,
    standing_of,
    table_of,
)
from games.bots.value_kernel import SURE, after, chance
from games.engine import (
    PRESETS,
    Bid,
    RuleSet,
    Start,
    deal,
    new_game,
    pack_for,
    preset,
    view_for,
)
from games.engine.actions import BID
from games.engine.scoring import Sets, game_result, score_hand

CLASSIC = PRESETS["cardgames_io"]


def at(
    rules: RuleSet,
    totals: tuple[int, ...],
    bags: tuple[int, ...] = (),
    sets: tuple[int, ...] = (),
    *,
    side: int = 0,
    dealer: int = 0,
    left: int | None = None,
) -> float:
    """Return a side's chance at a score, in percent."""
    zeros = (0,) * len(totals)
    standing = Standing(totals, bags or zeros, sets or zeros, zeros, left, dealer)
    carried, lost = (np.array(each or zeros, dtype=np.int64) for each in (bags, sets))
    stakes = stakes_of(rules, standing)
    scored = np.array(totals, dtype=np.int64)
    return float(100 * chance(stakes, scored, carried, lost, lost, side) / SURE)


@pytest.mark.parametrize("key", PRESETS)
def test_every_preset_has_a_table(key: str) -> None:
    rules = PRESETS[key]
    own = nearest(rules, by_hands=counts_hands(rules))
    assert own == value.LIKE.get(key, key)
    assert table_of(own).shape == shape_of(PRESETS[own])
    assert (value.FOLDER / f"{own}.bin").stat().st_size < 100_000
    sides = len(rules.side_seats)
    level = [at(rules, (100,) * sides, side=side, left=rules.max_hands) for side in range(sides)]
    assert sum(level) == pytest.approx(100, abs=0.01)
    # Who deals last is a little better off, among five more than among two.
    assert max(level) - min(level) < 8
    ahead = at(rules, (200, *(100,) * (sides - 1)), left=rules.max_hands)
    assert ahead > level[0] + 5


def test_a_score_is_worth_what_its_bags_and_its_distance_from_the_target_make_of_it() -> None:
    worth = [
        at(CLASSIC, (380, 495)),
        at(CLASSIC, (480, 470)),
        at(CLASSIC, (480, 470), (9, 9)),
        at(CLASSIC, (480, 470), (9, 0)),
        at(CLASSIC, (-300, 0)),
    ]
    assert [round(each / 10) for each in worth] == [1, 6, 5, 2, 1]
    totals = [at(CLASSIC, (total, 250)) for total in range(-300, 500, 10)]
    assert totals == sorted(totals)
    bags = [at(CLASSIC, (250, 250), (bags, 0)) for bags in range(10)]
    assert bags == sorted(bags, reverse=True)
    # A game to 250 is one to 500 from 250.
    short = preset("cardgames_io", target=250)
    assert at(short, (50, 0)) == at(CLASSIC, (300, 250))
    sets = PRESETS["jjdd_350"]
    assert at(sets, (100, 100), (0, 0), (1, 0)) < 40
    hands = PRESETS["online_8_hands"]
    assert at(hands, (100, 0), left=6) < at(hands, (100, 0), left=1) < at(hands, (100, 0), left=0)


def test_other_rule_sets_use_the_table_of_the_nearest_preset() -> None:
    given = {
        "house": preset("cardgames_io", target=200, boston_bonus=50),
        "jokers": preset("cardgames_io", jokers=True, removed=("2C", "2D")),
        "alone": preset("bicycle_3", target=300),
        "sets": preset("jjdd_350", bag_limit=10, set_limit=3),
        "no bags": preset("bicycle_partnership", set_points=-10),
    }
    found = {name: nearest(rules, by_hands=False) for name, rules in given.items()}
    assert found == {
        "house": "cardgames_io",
        "jokers": "cardgames_io",
        "alone": "bicycle_3",
        "sets": "jjdd_500",
        "no bags": "bicycle_partnership",
    }
    assert nearest(CLASSIC, by_hands=True) == "online_8_hands"


@pytest.mark.parametrize(
    "rules",
    [
        CLASSIC,
        PRESETS["suicide"],
        PRESETS["jjdd_350"],
        PRESETS["online_8_hands"],
        PRESETS["bicycle_3"],
        preset("cardgames_io", target=None, max_hands=4, winner="lowest", point_spread=90),
    ],
)
def test_a_game_that_a_hand_ends_is_worth_what_the_engine_says(rules: RuleSet) -> None:
    dice = random.Random(3)
    sides = len(rules.side_seats)
    over = 0
    for _ in range(300):
        totals = tuple(dice.randrange(300, 495) for _side in range(sides))
        bags = tuple(dice.randrange(rules.bag_limit or 1) for _side in range(sides))
        sets = tuple(dice.randrange(rules.set_limit or 1) for _side in range(sides))
        left = None if rules.max_hands is None else dice.randrange(2)
        bids = [Bid(dice.randrange(1, 5)) for _seat in range(rules.players)]
        won = [0] * rules.players
        for _trick in range(rules.tricks):
            won[dice.randrange(rules.players)] += 1
        result = score_hand(rules, hand_no=1, bids=bids, tricks=won, totals=totals, bags=bags)
        lost = Sets(sets, sets).after(rules, result)
        number = 1 if rules.max_hands is None else rules.max_hands - (left or 0)
        ended = game_result(
            rules, [side.total for side in result.sides], number, lost=lost.at_limit(rules)
        )
        if ended is None:
            continue
        over += 1
        stakes = stakes_of(rules, Standing(totals, bags, sets, sets, left, 0))
        codes = np.array([BID + bid.value for bid in bids], dtype=np.int16)
        tricks, revoked = np.array(won, dtype=np.uint8), np.zeros(sides, dtype=np.bool_)
        for side, seats in enumerate(rules.side_seats):
            share = len(set(seats) & set(ended.winners)) / len(ended.winners)
            found = after(stakes, codes, tricks, revoked, side) / SURE
            assert found == pytest.approx(share, abs=1e-6)
    assert over > 20


def test_only_a_game_that_goes_on_has_a_value() -> None:
    def standing(rules: RuleSet) -> Standing | None:
        start = Start(totals=(90, 70), bags=(3, 4), hands_played=0)
        state = deal(new_game(rules, first_dealer=1, start=start), pack_for(rules))
        return standing_of(view_for(state, 2), rules)

    assert standing(CLASSIC) == Standing((90, 70), (3, 4), (0, 0), (0, 0), None, 2)
    eight = standing(PRESETS["online_8_hands"])
    assert eight is not None
    assert eight.left == 7
    assert standing(preset("cardgames_io", max_hands=1)) is None
