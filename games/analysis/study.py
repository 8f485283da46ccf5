"""The findings about a finished hand.

`study` returns them for JSON. Seats and steps are numbers (a step is the index of an action in the hand's log), cards are names:

| key | value |
|---|---|
| `bids` | for each bid: `seat`, `bid`, the tricks won, what bots estimate the cards to be worth, and the risk of a nil |
| `plays` | the cards that cost points, given what their players could know: see `plays.py` |
| `open` | the cards that cost points with all cards open: see `_endings` |
| `start` | with two sides: the step from which endings are solved, and the difference in points there and at the end |
| `par` | what the sides score when bots bid and play the hand, by side: mean, and the bounds of the middle 80 % |
| `points` | what they actually scored |
| `decisions` | by seat, the number of cards its player chose freely |
| `searched` | whether plays and endings were examined |
"""

from collections.abc import Collection, Iterator, Sequence
from typing import Any, Final, NamedTuple

from games.analysis import plays
from games.analysis.par import par
from games.bots import endings
from games.bots.bidding import nil_risk, reckon
from games.bots.cards import cards
from games.engine import State
from games.engine.actions import BID, KEEP, LOOK, PASS, action_text
from games.engine.cards import names_of
from games.engine.state import PLAY

LEAST: Final = 3.0
"""The minimum cost of a card in an ending, in points."""


class Hand(NamedTuple):
    """A hand to be studied: the game after its deal, the actions, and which of them people chose themselves."""

    dealt: State
    actions: Sequence[tuple[int, int]]
    """Seats and actions."""
    own: Collection[int]
    """The steps that people chose themselves, in their own seats."""
    key: str
    """Seeds the random choices."""


class Step(NamedTuple):
    """A step of a hand: the state before it, the seat and its action."""

    number: int
    before: State
    seat: int
    code: int


def study(hand: Hand) -> dict[str, Any]:
    """Return the findings about a hand. Deterministic."""
    steps = list(_steps(hand))
    last = steps[-1].before.copy()
    last.act(steps[-1].code, steps[-1].seat)
    result = last.hand_results[-1]
    own = [step for step in steps if step.number in hand.own and _is_free(step)]
    return {
        "bids": [_bid(step, result.tricks[step.seat]) for step in steps if _is_bid(step)],
        "plays": list(_costly(own, hand.key)),
        **_endings(steps, last),
        "par": par(hand.dealt, hand.key),
        "points": [side.points for side in result.sides],
        "decisions": [sum(step.seat == seat for step in own) for seat in range(last.rules.players)],
        "searched": True,
    }


def _steps(hand: Hand) -> Iterator[Step]:
    state = hand.dealt.copy()
    for number, (seat, code) in enumerate(hand.actions):
        yield Step(number, state, seat, code)
        state = state.copy()
        state.act(code, seat)


def _is_bid(step: Step) -> bool:
    # A number that closes a side's bid says nothing of one hand.
    alone = step.before.rules.bid_by == "player"
    return alone and BID <= step.code < PASS and step.code not in (LOOK, KEEP, KEEP + 1)


def _is_free(step: Step) -> bool:
    return step.before.phase == PLAY and len(step.before.legal) > 1


def _bid(step: Step, tricks: int) -> dict[str, Any]:
    state = step.before
    rules = state.rules
    held = cards(names_of(state.hands[step.seat], rules.names), rules.high_deuces)
    worth = reckon(held, rules.players, above=rules.above_ace)
    return {
        "seat": step.seat,
        "bid": action_text(step.code),
        "tricks": tricks,
        "worth": round(worth.total, 1),
        "spades": round(worth.spades, 1),
        "high": round(worth.high, 1),
        "ruffs": round(worth.ruffs, 1),
        "risk": round(nil_risk(held), 2),
    }


def _costly(own: Sequence[Step], key: str) -> Iterator[dict[str, Any]]:
    for step in own:
        cost = plays.cost_of(step.before, step.seat, step.code, f"{key} {step.number}")
        if cost is not None:
            yield {"step": step.number, **cost}


# ---- with all cards open


def _endings(steps: Sequence[Step], last: State) -> dict[str, Any]:
    """Return the cards that cost points in the solved ending, and what the ending was worth at its start."""
    near = [(step, endings.ending_of(step.before)) for step in steps if step.before.phase == PLAY]
    found: list[dict[str, Any]] = []
    start: dict[str, Any] | None = None
    for step, ending in near:
        if not endings.can_solve(ending):
            continue
        values = endings.solve(ending)
        best = max(values.values())
        card = last.rules.names[step.code]
        if start is None and len(last.rules.side_seats) == 2:
            sign = 1 if last.rules.side_of[step.seat] == 0 else -1
            start = {"step": step.number, "worth": sign * best, "end": _difference(last)}
        if best - values[card] >= LEAST:
            better = min(name for name, value in values.items() if value == best)
            cost = round(best - values[card], 1)
            found.append({"step": step.number, "seat": step.seat, "card": card, "better": better, "cost": cost})  # fmt: skip
    return {"open": found, "start": start}


def _difference(last: State) -> float:
    """Return the first side's points minus the second's; a bag costs its share of the penalty, as in endings."""
    rules = last.rules
    share = rules.bag_penalty / rules.bag_limit if rules.bag_limit else 0
    own, theirs = (
        sum(line.points for line in side.lines if line.code != "bag_penalty") - share * side.bags
        for side in last.hand_results[-1].sides
    )
    return own - theirs
