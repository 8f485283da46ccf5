"""The engine's score of hands that were entered by hand, and the pad's in JavaScript: the same, whatever a renege costs."""

import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from games.engine import PRESETS, RuleSet, preset
from games.engine.errors import BadAction
from games.engine.pad import RENEGE_RULES, PadHand, score_pad, why_impossible_hand
from tests.engine.test_score_pad import HOUSE_RULES, _game

HANDS = 1_500


def test_the_engine_scores_entered_hands_as_the_pad(tmp_path: Path) -> None:
    rng = random.Random(34)
    rule_sets = [*PRESETS.values(), *(preset(key, **fields) for key, fields in HOUSE_RULES)]
    count = index = 0
    file = tmp_path / "games.jsonl"
    ends: set[str] = set()
    with file.open("w") as out:
        while count < HANDS:
            rules = rule_sets[index % len(rule_sets)]
            rule = RENEGE_RULES[index // len(rule_sets) % 4]
            if rule == "tricks" and len(rules.side_seats) > 2:
                rule = "set"
            index += 1
            made = _entered(rules, rule, rng)
            count += len(made["played"])
            ends.add((made["expected"]["result"] or ["", "", "none"])[2])
            out.write(json.dumps(made) + "\n")
    node = Path(sys.executable).parent / "node"
    run = subprocess.run(
        [node, "tests/js/score_equality.js", file], capture_output=True, text=True, check=False
    )
    assert (run.stdout, run.stderr) == (f"{count}\n", "")
    assert {"target", "hands", "sets", "renege", "none"} <= ends


def _entered(rules: RuleSet, rule: Any, rng: random.Random) -> dict[str, Any]:
    """Return a game that the engine's bids made possible, with reneges, as this module scores it."""
    made = _game(rules, rng)
    hands = []
    for one in made["played"]:
        one["renege"] = rng.randrange(len(rules.side_seats)) if rng.random() < 0.15 else None
        names = ("value", "blind", "silent")
        bids = [dict(zip(names, bid, strict=True)) for bid in one["bids"]]
        hands.append(PadHand.from_json({**one, "bids": bids}, rules))
        one["offers"] = []
    dealer = made["dealer"]
    for number, hand in enumerate(hands, start=1):
        before = score_pad(rules, hands[: number - 1], rule)
        if before.result is None:
            at = (dealer + number - 1) % rules.players
            # With reneges the totals differ from those by which the engine allowed blind bids.
            allowed = why_impossible_hand(rules, number, at, before.totals, hand)
            assert allowed is None or any(bid.blind for bid in hand.bids)
    game = score_pad(rules, hands, rule)
    result = game.result
    made["rule"] = rule
    made["expected"] = {
        "hands": [
            {
                "dealer": (dealer + index) % rules.players,
                "kind": old["kind"],
                "sides": [
                    [side.points, side.bags, side.total, side.bags_after, [list(line) for line in side.lines]]
                    for side in hand.sides
                ],
            }
            for index, (hand, old) in enumerate(zip(game.hands, made["expected"]["hands"], strict=True))
        ],
        "sets": [list(game.sets.all), list(game.sets.running)],
        "result": result
        and [
            [side for side, place in enumerate(result.places) if place == 1],
            list(result.places),
            result.ended,
        ],
    }  # fmt: skip
    return made


def hand(bids: list[int], tricks: list[int]) -> dict[str, Any]:
    said = [{"value": bid, "blind": False, "silent": False} for bid in bids]
    return {"bids": said, "tricks": tricks, "renege": None}


def test_impossible_hands_are_told_apart() -> None:
    rules = preset("cardgames_io", min_side_bid=4)
    for said, sentence in (
        (hand([4, 3, 2, 4], [4, 3, 2, 4]), None),
        (hand([4, 3, 2, 4], [4, 3, 2, 3]), "The tricks of a hand add up to 13, these to 12."),
        (hand([1, 3, 2, 4], [4, 3, 2, 4]), "A bid isn’t possible under these rules: 2."),
        (hand([14, 3, 2, 4], [4, 3, 2, 4]), "A bid isn’t possible under these rules: 14."),
    ):
        why = why_impossible_hand(rules, 1, 3, (0, 0), PadHand.from_json(said, rules))
        assert (why and str(why)) == sentence
    for wrong in (
        None,
        {},
        hand([4, 3, 2], [4, 3, 6]),
        hand([-1, 3, 2, 4], [4, 3, 2, 4]),
        {**hand([4, 3, 2, 4], [4, 3, 2, 4]), "renege": 2},
        {**hand([4, 3, 2, 4], [4, 3, 2, 4]), "tricks": "4324"},
    ):
        with pytest.raises(BadAction):
            PadHand.from_json(wrong, rules)
