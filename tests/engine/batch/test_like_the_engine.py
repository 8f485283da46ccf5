"""The batch simulator compared with the engine: every simulated hand is replayed by `State.act`."""

import numpy as np
import pytest

from games.engine import PRESETS, RuleSet, Start, deal_hands, new_game, preset
from games.engine.batch import Batch, simulate
from games.engine.state import BIDDING, State

HANDS = 2_000
MANY_HANDS = 100_000
FOUR = sorted(
    key
    for key, rules in PRESETS.items()
    if (rules.players, rules.bidding, rules.bid_by) == (4, "free", "player")
    and rules.forbidden_total is None
)
"""The presets that the batch simulator plays."""
HOUSE_RULES = {
    "blind numbers": preset("cardgames_io", blind_bid=20, blind_bid_deficit=50, blind_nil=150),
    "blind numbers alone": preset("bicycle_4", blind_bid=20, blind_bid_deficit=0),
    "help partner": preset("playingcards_io", failed_nil="help_partner", bag_limit=3),
    "failed nil is nothing": preset("cardgames_io", failed_nil="nothing", overtrick_points=-1),
    "ten for 200 and Boston": preset("cardgames_io", ten_for_200=True, boston_bonus=200),
    "prices of their own": preset(
        "classic_blind_nil",
        blind_nil_deficit=0,
        blind_nil_failed=30,
        blind_bid=20,
        blind_bid_deficit=0,
        blind_bid_failed=15,
        nil_failed=50,
        double_nil=400,
        high_contracts=("8 120 -60", "10 200 -200"),
    ),
    "two of clubs leads": preset("cardgames_io", opening_lead="two_of_clubs"),
    "spades when void": preset("cardgames_io", spade_lead="only_when_void"),
    "spades at any time": preset("cardgames_io", spade_lead="anytime", max_bid=6),
    "joker, joker, deuce, deuce": preset(
        "cardgames_io", jokers=True, high_deuces=("2D", "2S"), removed=("2H", "2C")
    ),
    "four high deuces": preset("classic_blind_nil", high_deuces=("2C", "2S", "2D", "2H")),
    "a short pack": preset("cardgames_io", removed=("2C", "2D", "2H", "2S")),
}


def test_every_preset_for_four_with_free_bids_is_here() -> None:
    assert FOUR == [
        "ace_high_350",
        "bicycle_4",
        "bicycle_4_jokers",
        "bicycle_partnership",
        "bicycle_partnership_jokers",
        "cardgames_io",
        "classic_blind_nil",
        "online_8_hands",
        "playingcards_io",
    ]


@pytest.mark.sweep(2)
@pytest.mark.parametrize("key", FOUR)
def test_a_preset(key: str) -> None:
    replay(PRESETS[key], HANDS, seed=1)


@pytest.mark.long
@pytest.mark.parametrize("key", FOUR)
def test_a_preset_at_length(key: str) -> None:
    replay(PRESETS[key], MANY_HANDS, seed=2)


@pytest.mark.sweep(4)
@pytest.mark.parametrize("name", HOUSE_RULES)
def test_house_rules(name: str) -> None:
    replay(HOUSE_RULES[name], HANDS // 2, seed=3)


def replay(rules: RuleSet, hands: int, *, seed: int) -> None:
    """Simulate hands from scores all over a game, and compare each with the engine's."""
    sides = len(rules.side_seats)
    chance = np.random.default_rng(seed)
    batch = simulate(
        rules,
        hands,
        seed,
        dealers=chance.integers(0, 4, hands),
        totals=chance.integers(-30, 50, (hands, sides)) * 10,
        bags=chance.integers(0, rules.bag_limit or 1, (hands, sides)),
    )
    assert len(batch) == hands
    for row in range(hands):
        state = start_of(rules, batch, row)
        for code in bids_of(batch, row, state):
            state.act(code)
        assert state.phase == "play"
        options = []
        for card in batch.plays[row].tolist():
            options.append(len(state.legal_codes()))
            state.act(card)
        assert options == batch.choices[row].tolist()
        (result,) = state.hand_results
        assert list(result.tricks) == batch.tricks[row].tolist()
        assert [
            [side.points, side.bags, side.total, side.bags_after] for side in result.sides
        ] == np.column_stack(
            (batch.points[row], batch.bags[row], batch.totals_after[row], batch.bags_after[row])
        ).tolist()


def start_of(rules: RuleSet, batch: Batch, row: int) -> State:
    """Return the engine's state after the row's deal."""
    start = Start(tuple(batch.totals[row].tolist()), tuple(batch.carried[row].tolist()))
    state = new_game(rules, first_dealer=int(batch.dealers[row]), start=start)
    return deal_hands(state, batch.deals[row].tolist())


def bids_of(batch: Batch, row: int, state: State) -> list[int]:
    """Return the row's bids in the order of bidding."""
    assert state.phase == BIDDING
    seats = [(state.turn + index) % 4 for index in range(4)]
    return [int(batch.bids[row, seat]) for seat in seats]
