"""Positions worth examining, from public games and from games between bots."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from games import bots, engine
from games.engine import RuleSet, State, view_for
from games.engine.state import BIDDING
from games.problems.position import SEATS, Position, done, suits_rules
from games.problems.solving import playable
from games.tables.models import Table
from games.tables.replay.records import record_of


@dataclass(frozen=True, slots=True)
class Candidate:
    """A position, and the action taken in the game. `odd`: a bot would have acted differently."""

    kind: str
    hand_no: int
    position: Position
    played: str
    odd: bool


def from_table(table: Table) -> list[Candidate]:
    """Return up to one position of each kind from a game; none unless it is public, or if a bot account played.

    Deterministic.
    """
    rules = RuleSet.from_dict(table.rules)
    if not table.has_public_game or not suits_rules(rules):
        return []
    if table.seats.filter(program=True).exists():
        return []
    record = record_of(table)
    return _chosen(_in_record(record, rules), random.Random(table.public_id))


def from_bots(number: int) -> list[Candidate]:
    """Return up to one position of each kind from a hand between bots. Deterministic in `number`."""
    rules = engine.preset("cardgames_io")
    dice = random.Random(f"bots {number}")
    pack = list(rules.pack)
    dice.shuffle(pack)
    state = engine.deal(engine.new_game(rules, first_dealer=dice.randrange(SEATS)), pack)
    position = Position(rules, state.dealer, (0, 0), (0, 0), state.dealt)
    actions = []
    while state.to_act:
        choice = bots.choose(view_for(state, state.turn), state.rules, dice)
        actions.append(f"{state.turn} {choice}")
        state = done(state, actions[-1])
    return _chosen(_in_hand(1, replace(position, actions=tuple(actions))), dice)


def _in_record(record: dict[str, Any], rules: RuleSet) -> Iterator[Candidate]:
    begun = record.get("start") or {"totals": [0, 0], "bags": [0, 0]}
    most = rules.max_hands or 0
    for number, hand in enumerate(record["hands"]):
        if most > 1 and number + 1 == most:
            # In the last hand, winning the game matters more than the hand's points.
            return
        held = tuple(
            sum(1 << engine.parse_card(name) for name in cards.split()) for cards in hand["deal"]
        )
        position = Position(
            rules,
            (record["first_dealer"] + number) % SEATS,
            tuple(begun["totals"]),
            tuple(begun["bags"]),
            held,
            tuple(hand["actions"]),
        )
        yield from _in_hand(number + 1, position)
        begun = hand["result"]


def _in_hand(number: int, hand: Position) -> Iterator[Candidate]:
    """Yield a hand's positions that may become problems, each turned to the seat that acts."""
    for place, (state, action) in enumerate(zip(hand.states(), hand.actions, strict=False)):
        seat, _space, played = action.partition(" ")
        if int(seat) == state.turn and played != "look" and playable(state):
            yield Candidate(
                "bid" if state.phase == BIDDING else "play",
                number,
                replace(hand, actions=hand.actions[:place]).turned(state.turn),
                played,
                _bot_would(state) != played,
            )


def _bot_would(state: State) -> str:
    return bots.choose(view_for(state, state.turn), state.rules, random.Random(0))


def _chosen(candidates: Iterator[Candidate], dice: random.Random) -> list[Candidate]:
    """Return one candidate of each kind, preferring those where a bot would have acted differently."""
    of_kind: dict[str, list[Candidate]] = {}
    for one in candidates:
        of_kind.setdefault(one.kind, []).append(one)
    return [_pick(found, dice) for _kind, found in sorted(of_kind.items())]


def _pick(found: Sequence[Candidate], dice: random.Random) -> Candidate:
    odd = [one for one in found if one.odd]
    return dice.choice(odd or found)
