"""The score pad in JavaScript against the engine: the same open bids, lines, totals, bags, sets, dealers and ends."""

import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

from games.engine import PRESETS, RuleSet, State, deal, new_game, preset
from games.engine.actions import BID, BLIND, LOOK
from games.engine.scoring import NO_BID, Bid, Revoke
from games.engine.scoring_terms import scoring_terms
from games.engine.state import BIDDING, DEAL, DRAW, PLAY

HANDS = 10_000
BY_CARDS = ("mirror", "whiz", "holder")
"""Words that leave open what the cards allow, which the pad doesn't know."""
HOUSE_RULES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("cardgames_io", {"ten_for_200": True, "boston_bonus": 200, "nil_is_set": True, "set_limit": 4}),
    ("cardgames_io", {"high_contracts": ("9 100 -50", "13 500 -250"), "slam_wins": True}),
    ("cardgames_io", {"failed_nil": "help_partner", "nil_failed": 50, "double_nil": 400, "bag_limit": 7}),
    ("cardgames_io", {"failed_nil": "nothing", "bag_limit": 3, "bag_penalty": 35, "boston_wins": True}),
    ("classic_blind_nil", {"blind_nil_deficit": 0, "blind_nil_failed": 150, "double_nil": 250}),
    ("cardgames_io", {"blind_bid": 20, "blind_bid_deficit": 0, "blind_bid_failed": 20, "bag_limit": None}),
    ("cardgames_io", {"revoke": "penalised", "sets_in_a_row": 2, "nil_is_set": True}),
    ("cardgames_io", {"winner": "lowest", "target": None, "max_hands": 6, "level_at_end": "one_more"}),
    ("cardgames_io", {"point_spread": 150, "loss_limit": 200, "set_points": 0, "overtrick_points": -10}),
    ("cardgames_io", {"programme": ("free", "mirror", "bid 3", "total 13", "nil", "copy", "suicide")}),
    ("cardgames_io", {"target": None, "max_hands": 1}),
    ("cardgames_io", {"min_side_bid": 5, "nil_partner_min": 4, "forbidden_total": 13, "blind_bid": 20}),
    ("suicide", {"min_side_bid": 4, "nil_partner_min": 3}),
    ("deuce_high", {"first_hand_loses": True}),
    ("jjdd_500", {"nil": 100, "blind_bid_deficit": 0, "blind_bid_failed": 10, "nil_partner_min": 4}),
    ("bicycle_4", {"blind_bid": 20, "blind_bid_deficit": 0, "set_limit": 3, "set_points": -10}),
    ("bicycle_5", {"nil": 50, "bag_limit": 5, "loss_limit": 100, "set_points": -10}),
)  # fmt: skip


def test_the_pad_scores_as_the_engine(tmp_path: Path) -> None:
    rng = random.Random(20261129)
    rule_sets = [*PRESETS.values(), *(preset(key, **fields) for key, fields in HOUSE_RULES)]
    hands = index = 0
    file = tmp_path / "games.jsonl"
    ends: set[str] = set()
    with file.open("w") as out:
        while hands < HANDS:
            game = _game(rule_sets[index % len(rule_sets)], rng)
            index += 1
            hands += len(game["played"])
            ends.add((game["expected"]["result"] or ["", "", "none"])[2])
            out.write(json.dumps(game) + "\n")
    node = Path(sys.executable).parent / "node"
    run = subprocess.run(
        [node, "tests/js/score_equality.js", file], capture_output=True, text=True, check=False
    )
    assert (run.stdout, run.stderr) == (f"{hands}\n", "")
    known = {"target", "hands", "loss_limit", "spread", "sets", "board", "slam", "boston", "none"}
    assert ends == known


def _game(rules: RuleSet, rng: random.Random) -> dict[str, Any]:
    """Return a game of at most 12 hands: bid by the engine's legal bids, with any tricks, scored by the engine."""
    dealer = rng.randrange(rules.players)
    state = new_game(rules, first_dealer=dealer)
    played: list[dict[str, Any]] = []
    expected: list[dict[str, Any]] = []
    while state.phase == DEAL and len(played) < 12:
        state = deal(state, rng.sample(rules.pack, len(rules.pack)))
        kind = "none" if state.phase == PLAY and state.bids[0] == NO_BID else state.word.kind
        offers = []
        while state.phase in (BIDDING, DRAW):
            if state.phase == BIDDING and rules.bid_by == "player" and kind not in BY_CARDS:
                offers.append(_offer(state))
            state.act(rng.choice(state.legal_codes()))
        bids = [bid for bid in state.bids if bid is not None]
        tricks = _tricks(rules, bids, rng)
        state.won = list(tricks)
        renege = None
        if rules.revoke == "penalised" and rng.random() < 0.3:
            renege = rng.randrange(2)
            state.revokes = (Revoke(rules.side_seats[renege][0], 1, "2C", "2D"),)
        state._end_hand()
        said = [_said(bid) for bid in bids]
        played.append({"bids": said, "tricks": tricks, "renege": renege, "offers": offers})
        expected.append(_scored(state, kind))
    result = state.result
    return {
        "rules": json.dumps(rules.to_record()),
        "terms": scoring_terms(rules),
        "dealer": dealer,
        "played": played,
        "expected": {
            "hands": expected,
            "sets": [list(state.sets.all), list(state.sets.running)],
            "result": result
            and [
                [side for side, place in enumerate(result.places) if place == 1],
                list(result.places),
                result.ended,
            ],
        },
    }


def _offer(state: State) -> dict[str, Any]:
    """Return the numbers open to the seat whose turn it is, 0 for nil, and those open blind if it hasn't looked."""
    codes = state.legal_codes()
    return {
        "seat": state.turn,
        "bids": [bid and _said(bid) for bid in state.bids],
        "totals": list(state.totals),
        "open": sorted(code - BID for code in codes if BID <= code < BLIND),
        "blind": None
        if state.looked[state.turn]
        else sorted(code - BLIND for code in codes if code >= BLIND and code != LOOK),
    }


def _said(bid: Bid) -> list[Any]:
    return [bid.value, bid.blind, bid.opening is not None]


def _scored(state: State, kind: str) -> dict[str, Any]:
    sides = state.hand_results[-1].sides
    return {
        "dealer": state.dealer,
        "kind": [kind, 0 if kind == "none" else state.word.number],
        "sides": [
            [side.points, side.bags, side.total, side.bags_after, [list(line) for line in side.lines]]
            for side in sides
        ],
    }  # fmt: skip


def _tricks(rules: RuleSet, bids: list[Bid], rng: random.Random) -> list[int]:
    """Return tricks by seat that add up: near the bids, far from them, or all of one side."""
    tricks = [0] * rules.players
    way = rng.random()
    side = rng.choice(rules.side_seats)
    weights = [
        (seat in side) if way < 0.08 else (1 if way < 0.4 else bid.value + 0.02)
        for seat, bid in enumerate(bids)
    ]
    for seat in rng.choices(range(rules.players), weights, k=rules.tricks):
        tricks[seat] += 1
    return tricks
