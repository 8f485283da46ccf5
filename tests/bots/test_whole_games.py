"""Bots play every rule set to the end, and play it well."""

from typing import Any

import pytest

from games.bots import choose
from games.engine import PRESETS, preset
from tests.bots.games import at_random, play_game


@pytest.mark.sweep(4)
@pytest.mark.parametrize("key", sorted(PRESETS))
def test_bots_finish_a_game_of_every_preset(key: str) -> None:
    state = play_game(key, 1, [choose] * preset(key).players)
    assert (state.phase, state.result is not None) == ("over", True)


HOUSE_RULES: list[dict[str, Any]] = [
    {"blind_nil": 200, "blind_nil_pass": 2},
    {"nil_pass": 2},
    {"blind_bid": 20, "blind_bid_deficit": 0},
    {"bidding": "suicide"},
    {"bidding": "mirror"},
    {"bidding": "whiz"},
    {"opening_lead": "two_of_clubs", "spade_lead": "only_when_void"},
    {"min_side_bid": 4, "forbidden_total": 13},
    {"failed_nil": "help_partner", "ten_for_200": True},
    {"revoke": "penalised"},
    {"nil": None},
    {"target": None, "max_hands": 4},
    {"jokers": True, "high_deuces": ("2D", "2S"), "removed": ("2H", "2C")},
    {"high_deuces": ("2H", "2C", "2D", "2S"), "nil_pass": 2, "bidding": "mirror"},
]


@pytest.mark.parametrize("house", HOUSE_RULES, ids=lambda house: "-".join(house))
def test_bots_know_what_to_do_under_house_rules(house: dict[str, Any]) -> None:
    state = play_game("cardgames_io", 2, [choose] * 4, stop_after=6, **house)
    assert len(state.hand_results) >= 4


def test_bots_follow_suit_also_where_they_need_not() -> None:
    state = play_game("cardgames_io", 2, [choose] * 4, stop_after=6, revoke="penalised")
    assert [hand.revokes for hand in state.hand_results] == [()] * len(state.hand_results)
    assert len(state.hand_results) >= 4


@pytest.mark.slow
def test_bots_beat_players_who_only_know_the_rules() -> None:
    won = 0
    for seed in range(40):
        mine = (0, 2) if seed % 2 else (1, 3)
        seats = [choose if seat in mine else at_random for seat in range(4)]
        result = play_game("cardgames_io", seed, seats).result
        assert result is not None
        won += tuple(result.winners) == mine
    assert won == 40


@pytest.mark.slow
def test_bots_bid_what_they_make() -> None:
    """Over some hundred hands contracts are made about as often as good players make them, with few bags."""
    made = sides = bags = 0
    for seed in range(30):
        for hand in play_game("cardgames_io", seed, [choose] * 4).hand_results:
            for side in hand.sides:
                sides += 1
                bags += side.bags
                made += any(line.code == "contract" and line.points > 0 for line in side.lines)
    assert made / sides > 0.7
    assert bags / sides < 2


def test_the_same_dice_give_the_same_game() -> None:
    one, two = (play_game("cardgames_io", 5, [choose] * 4) for _ in range(2))
    assert (one.totals, one.hand_results) == (two.totals, two.hand_results)
