"""`python -m tools.values [KEY …]`: make the presets' tables of the game's value (games/bots/values) anew.

Bots play hands of each preset from 0 : 0, and each side's points, bags and sets are noted together. The tables follow from these hands
alone: the chance at a score is the mean of the chances after all of them, until nothing changes. Everything is fixed by the hands'
numbers.
"""

import argparse
import random
from collections import Counter
from typing import Any

import numpy as np
from numba import njit

from games.bots import choose, value
from games.bots.search import choices, position_of, search
from games.bots.value_kernel import SURE, chance
from games.engine import PRESETS, RuleSet, Start, deal, new_game, view_for
from games.engine.actions import parse_action
from games.engine.scoring import is_set
from games.engine.view import GameView

HANDS = 800
WORLDS = 16
"""So few deals for a card play well enough for the spread of results, and fast."""
STILL = 16
"""A table is done when no number in it moves by more."""
SWEEPS = 40

type Outcome = tuple[int, ...]
"""Points without bag penalties, bags, and whether it was set: of the dealer's side, and of another."""


def main() -> None:
    """Make the tables named on the command line, or all."""
    parser = argparse.ArgumentParser(prog="python -m tools.values", description=__doc__)
    parser.add_argument("key", nargs="*", help="by default every preset")
    parser.add_argument("--hands", type=int, default=HANDS)
    asked = parser.parse_args()
    value.FOLDER.mkdir(exist_ok=True)
    for key in asked.key or [key for key in PRESETS if key not in value.LIKE]:
        sides = len(PRESETS[key].side_seats)
        # As many outcomes of pairs of sides, however many sides there are.
        outcomes = outcomes_of(PRESETS[key], 2 * asked.hands // (sides * (sides - 1)))
        table, sweeps = solved(PRESETS[key], outcomes)
        stored = value.packed(table)
        (value.FOLDER / f"{key}.bin").write_bytes(stored)
        print(f"{key}: {len(outcomes)} outcomes, {sweeps} sweeps, {len(stored)} bytes", flush=True)


def outcomes_of(rules: RuleSet, hands: int) -> Counter[Outcome]:
    """Return the outcomes of hands between bots, for the side that deals and each of the others."""
    found: Counter[Outcome] = Counter()
    sides = len(rules.side_seats)
    for number in range(hands):
        dice = random.Random(f"value {number}")
        zeros = (0,) * sides
        # A hand that bids itself is no hand like others.
        start = Start(zeros, zeros, hands_played=1)
        dealer = dice.randrange(rules.players)
        if rules.first_dealer == "random":
            state = new_game(rules, first_dealer=dealer, start=start)
        else:
            plain = [card for card in rules.pack if card < 52]
            state = new_game(rules, draw_for_deal=dice.sample(plain, rules.players), start=start)
        state = deal(state, dice.sample(rules.pack, len(rules.pack)))
        while not state.hand_results:
            seat = state.to_act[0]
            state.act(parse_action(_choice(view_for(state, seat), rules, dice), rules.codes), seat)
        parts = []
        for side in state.hand_results[0].sides:
            points = sum(line.points for line in side.lines if line.code != "bag_penalty")
            parts.append((points, side.bags, int(is_set(rules, side.lines))))
        order = [(rules.side_of[state.dealer] + step) % sides for step in range(sides)]
        # The side that deals next is the one after the dealer's; who dealt last deals last.
        found.update(
            (*parts[one], *parts[other])
            for place, one in enumerate(order)
            for other in order[place + 1 :]
        )
    return found


def _choice(view: GameView, rules: RuleSet, dice: random.Random) -> str:
    by_rule = choose(view, rules, dice)
    if view["phase"] != "play" or len(view["legal"]) == 1:
        return by_rule
    position = position_of(view, rules)
    if choices(position) == 1:
        return by_rule
    found = search(position, WORLDS, int(dice.random() * 2**53))
    return by_rule if found.near(by_rule[5:]) else f"play {found.best}"


def solved(rules: RuleSet, outcomes: Counter[Outcome]) -> tuple[Any, int]:
    """Return the table in which each chance is the mean of those after each outcome, and how many sweeps it took."""
    shape = value.shape_of(rules)
    table = np.full(shape, 32768, dtype=np.uint16)
    rows = np.array([[*outcome, count] for outcome, count in sorted(outcomes.items())])
    standing = value.Standing((0, 0), (0, 0), (0, 0), (0, 0), None, 0)
    bags = np.array(value.bag_rows(rules), dtype=np.int64)
    two = _two(rules)
    if value.counts_hands(rules):
        leads = np.array(value.LEADS, dtype=np.int64)
        for hands in range(1, shape[0] + 1):
            left = hands - 1
            # The other side deals next.
            stakes = value._stakes(two, rules.preset, left, standing, table)
            by_hand = stakes._replace(left=left, dealer=1)
            _sweep_hand(by_hand, table[left], rows, bags, leads)
        return table, 1
    stakes = value._stakes(two, rules.preset, None, standing, table)._replace(dealer=1)
    distances = np.array(value.DISTANCES, dtype=np.int64)
    first = (rules.set_limit or rules.sets_in_a_row or 1) - value.sets_known(rules)
    for sweep in range(1, SWEEPS + 1):
        if _sweep(stakes, table, rows, bags, distances, first) <= STILL:
            return table, sweep
    return table, SWEEPS


def _two(rules: RuleSet) -> RuleSet:
    """Return the rules for two sides: of more, each pair of sides is looked at by itself."""
    if len(rules.side_seats) == 2:
        return rules
    from dataclasses import replace

    return replace(PRESETS["rubl_two_player"], **{
        name: getattr(rules, name)
        for name in ("target", "bag_limit", "bag_penalty", "set_points", "trick_points", "overtrick_points", "failed_nil", "nil")
    })  # fmt: skip


@njit(cache=True)
def _mean(stakes: Any, rows: Any, totals: Any, bags: Any, sets: Any) -> float:
    """Return the mean chance of the side that deals this hand, 65,535 for 1."""
    after = np.empty(2, dtype=np.int64)
    carried = np.empty(2, dtype=np.int64)
    lost = np.empty(2, dtype=np.int64)
    limit, penalty = stakes.terms.bag_limit, stakes.terms.bag_penalty
    total = 0.0
    weight = 0
    for row in rows:
        for side in range(2):
            points, new, now = row[3 * side], row[3 * side + 1], row[3 * side + 2]
            after[side] = totals[side] + points
            carried[side] = 0
            if limit > 0:
                carried[side] = (bags[side] + new) % limit
                after[side] -= (bags[side] + new) // limit * penalty
            lost[side] = sets[side] + now
        total += row[6] * np.float64(chance(stakes, after, carried, lost, lost, 0))
        weight += row[6]
    return total / weight / SURE * 65535


@njit(cache=True)
def _sweep(stakes: Any, table: Any, rows: Any, bags: Any, distances: Any, first: int) -> Any:
    """Compute every number of a table anew, nearest to the target first; return the largest change."""
    known = stakes.sets_known
    size = len(distances)
    totals = np.empty(2, dtype=np.int64)
    carried = np.empty(2, dtype=np.int64)
    sets = np.empty(2, dtype=np.int64)
    most = np.int64(0)
    for both in range(2 * size - 1):
        for x in range(max(0, both - size + 1), min(both, size - 1) + 1):
            y = both - x
            totals[0] = stakes.target - distances[x]
            totals[1] = stakes.target - distances[y]
            for lost in range(known * known - 1, -1, -1):
                sets[0], sets[1] = lost // known + first, lost % known + first
                for a in range(len(bags)):
                    for b in range(len(bags)):
                        carried[0], carried[1] = bags[a], bags[b]
                        found = np.int64(round(_mean(stakes, rows, totals, carried, sets)))
                        change = abs(found - np.int64(table[lost, a, b, x, y]))
                        most = max(most, np.int64(change))
                        table[lost, a, b, x, y] = found
    return most


@njit(cache=True)
def _sweep_hand(stakes: Any, table: Any, rows: Any, bags: Any, leads: Any) -> None:
    """Compute the chances with so many hands to play."""
    totals = np.zeros(2, dtype=np.int64)
    carried = np.empty(2, dtype=np.int64)
    sets = np.zeros(2, dtype=np.int64)
    for x in range(len(leads)):
        totals[0] = leads[x]
        for a in range(len(bags)):
            for b in range(len(bags)):
                carried[0], carried[1] = bags[a], bags[b]
                table[a, b, x, 0] = np.int64(round(_mean(stakes, rows, totals, carried, sets)))


if __name__ == "__main__":
    main()
