"""PURE What each answer is worth: every answer is tried in many worlds, each a new deal of the unseen cards.

After a card, all four players play the ending perfectly with all cards open. After a bid, bots play the hand, seeing only
what people would see. A hand's worth is the own side's points minus the other side's; a bag costs its share of the penalty
at once.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from statistics import fmean, stdev
from typing import Final, NamedTuple, Protocol

from games import bots
from games.engine import Bid, RuleSet, State, view_for
from games.engine.actions import action_text
from games.engine.cards import SUIT_OF, cards_of
from games.engine.scoring import side_lines
from games.engine.state import BIDDING, PLAY
from games.problems.position import SEATS, YOU, Position, asks, done, shown_out, unseen

WORLDS: Final = 40
EARLY: Final = 12
"""The number of worlds after which an unpromising position is given up."""
FIRST_LOOK: Final = 4
"""The number of worlds after which a position is given up if all answers are right so far."""
NEAR: Final = 2.0
"""Answers this close to the best one are right too."""
LEAST: Final = 12.0
"""The minimum difference, in points, between the right answers and the others."""
SURE: Final = 2.5
"""The minimum difference, in standard errors."""
TRIES: Final = 6
"""The number of deals for each world of a bidding problem; the one that best fits the bids made is used."""
_AROUND: Final = 3
"""How far the bids that are tried may differ from a bot's."""
_TRIES_AT_VOIDS: Final = 200


class Dice(bots.Dice, Protocol):
    """A source of randomness: `random.Random` fits."""

    def shuffle(self, x: list[int], /) -> None:
        """Shuffle a list in place."""


type DiceOf = Callable[[int], Dice]
"""The dice of each world, by its number."""
type Known = dict[tuple[object, ...], tuple[float, float]]
"""The bounds of positions' worth."""
type Values = dict[str, list[float]]
"""What each answer is worth in each world."""


class Verdict(NamedTuple):
    """The result of the worlds: each answer's mean worth, the right answers, and their margin over the others."""

    worth: Mapping[str, float]
    right: tuple[str, ...]
    margin: float
    errors: float
    """The margin in standard errors."""


def answers(state: State) -> tuple[str, ...]:
    """Return the answers to try in a position: one of each run of equivalent cards, or nil and the bids near a bot's."""
    if state.phase == PLAY:
        return tuple(action_text(card) for card in _different(state))
    legal = [action_text(code) for code in state.legal_codes()]
    numbers = {int(text[4:]): text for text in legal if text.startswith("bid ")}
    if not numbers:
        return ()
    view = view_for(state, state.turn)
    guess = bots.choose({**view, "legal": [*numbers.values()]}, state.rules, _Middle())
    middle = int(guess.rsplit(" ", 1)[1])
    near = [text for number, text in sorted(numbers.items()) if abs(number - middle) <= _AROUND]
    return (*(["nil"] if "nil" in legal else []), *near)


def same_card(state: State, answer: str) -> str:
    """Return the answer that represents a card: the lowest of its equivalent cards."""
    if state.phase != PLAY:
        return answer
    lowest = ""
    tried = set(answers(state))
    for card in sorted(state.legal):
        text = action_text(card)
        lowest = text if text in tried else lowest
        if text == answer:
            return lowest
    return answer


def examined(position: Position, values: Values, upto: int, dice_of: DiceOf) -> Values:
    """Return the values extended to `upto` worlds. Deterministic in the dice."""
    states = position.states()
    state = states[-1]
    extended = {answer: [*values.get(answer, ())] for answer in answers(state)}
    first = min((len(each) for each in extended.values()), default=upto)
    for number in range(first, upto):
        dice = dice_of(number)
        world = _world(states, position, dice)
        known: Known = {}
        for answer, worth in extended.items():
            after = done(world, f"{YOU} {answer}")
            worth.append(_solved(after, known) if state.phase == PLAY else _rolled(after, dice))
    return extended


def verdict(values: Values) -> Verdict:
    """Return the result of the worlds examined so far."""
    worth = {answer: fmean(each) for answer, each in values.items()}
    best = max(worth, key=lambda answer: worth[answer])
    right = tuple(answer for answer in worth if worth[best] - worth[answer] <= NEAR)
    others = [answer for answer in worth if answer not in right]
    if not others:
        return Verdict(worth, right, 0.0, 0.0)
    second = max(others, key=lambda answer: worth[answer])
    margin = min(worth[answer] for answer in right) - worth[second]
    gaps = [one - other for one, other in zip(values[best], values[second], strict=True)]
    spread = stdev(gaps) if len(gaps) > 1 else 0.0
    return Verdict(worth, right, margin, margin / (max(spread, 0.1) / len(gaps) ** 0.5))


def is_clear(found: Verdict) -> bool:
    """Return whether a position is a problem: few answers are right, by a large and significant margin."""
    few = len(found.right) * 2 <= len(found.worth)
    return few and found.margin >= LEAST and found.errors >= SURE


def is_hopeless(found: Verdict, worlds: int) -> bool:
    """Return whether a position, examined in `worlds` worlds, is unlikely to become a problem."""
    if worlds < EARLY:
        return worlds >= FIRST_LOOK and len(found.right) == len(found.worth)
    return found.margin < LEAST / 2 or len(found.right) * 2 > len(found.worth)


# ---- worlds


def _world(states: Sequence[State], position: Position, dice: Dice) -> State:
    """Return the position with the unseen cards dealt anew, consistently with the actions so far."""
    state = states[-1]
    if state.phase == PLAY:
        return _with_hands(state, _lying(state, shown_out(states), dice))
    dealt = [_with_hands(state, _lying(state, [set()] * SEATS, dice)) for _try in range(TRIES)]
    return min(dealt, key=lambda world: _oddity(position, world))


def _lying(state: State, out: Sequence[set[int]], dice: Dice) -> list[int]:
    """Return hands for all seats, with the unseen cards dealt at random but in no suit in which a seat has shown out."""
    others = [seat for seat in range(SEATS) if seat != YOU]
    real = state.hands
    cards = unseen(state, YOU)
    for _try in range(_TRIES_AT_VOIDS):
        dice.shuffle(cards)
        # Cards that few seats can have are dealt first.
        cards.sort(key=lambda card: -sum(SUIT_OF[card] in out[seat] for seat in others))
        missing = {seat: real[seat].bit_count() for seat in others}
        hands = [real[YOU], 0, 0, 0]
        for card in cards:
            allowed = [s for s in others if missing[s] and SUIT_OF[card] not in out[s]]
            if not allowed:
                break
            places = [seat for seat in allowed for _place in range(missing[seat])]
            seat = places[int(dice.random() * len(places))]
            hands[seat] |= 1 << card
            missing[seat] -= 1
        else:
            return hands
    return real


def _with_hands(state: State, hands: Sequence[int]) -> State:
    world = state.copy()
    played = [dealt & ~held for dealt, held in zip(state.dealt, state.hands, strict=True)]
    world.hands = list(hands)
    world.dealt = tuple(gone | held for gone, held in zip(played, hands, strict=True))
    return world


def _oddity(position: Position, world: State) -> float:
    """Return how far the bids made differ from what bots would bid with these hands."""
    bidding = Position(position.rules, position.dealer, position.totals, position.bags, world.dealt)
    state = bidding.state()
    odd = 0.0
    for action in position.actions:
        seat, _space, what = action.partition(" ")
        if what.startswith(("bid", "nil")) and int(seat) != YOU:
            would = _tricks(bots.choose(view_for(state, int(seat)), state.rules, _Middle()))
            odd += abs(would - _tricks(what)) + 3 * ((would == 0) != (what == "nil"))
        state = done(state, action)
    return odd


def _tricks(bid: str) -> int:
    last = bid.rsplit(" ", 1)[-1]
    return int(last) if last.isdigit() else 0


class _Middle:
    """Dice that always return 0.5."""

    def random(self) -> float:
        return 0.5


# ---- worth


def _rolled(state: State, dice: Dice) -> float:
    """Let bots play the hand to its end, and return its worth."""
    before = len(state.hand_results)
    while len(state.hand_results) == before:
        seat = state.to_act[0]
        state = done(state, f"{seat} {bots.choose(view_for(state, seat), state.rules, dice)}")
    return _worth(state)


def _solved(state: State, known: Known, least: float = -math.inf, most: float = math.inf) -> float:
    """Return the worth of a hand that everybody plays perfectly with all cards open (alpha-beta search).

    A result at most `least` or at least `most` may be just a bound. `known` is the transposition table.
    """
    if state.phase != PLAY:
        return _worth(state)
    key = (
        tuple(map(tuple, state.suits)), tuple(state.trick), state.turn, state.broken, tuple(state.won),
    )  # fmt: skip
    low, high = known.get(key, (-math.inf, math.inf))
    if low >= most or low == high:
        return low
    if high <= least:
        return high
    least, most = max(least, low), min(most, high)
    ours = state.turn % 2 == YOU % 2
    begun = least if ours else most
    best = -math.inf if ours else math.inf
    for card in reversed(_different(state)):
        after = state.copy()
        after.act(card)
        if ours:
            best = max(best, _solved(after, known, max(least, best), most))
        else:
            best = min(best, _solved(after, known, least, min(most, best)))
        if best >= most if ours else best <= least:
            break
    if ours:
        known[key] = (best if best > begun else low, best if best < most else high)
    else:
        known[key] = (best if best > least else low, best if best < begun else high)
    return best


def _different(state: State) -> list[int]:
    """Return the legal cards, only the lowest of each run of equivalent ones (nobody else holds a card in between)."""
    between = 0
    for seat, hand in enumerate(state.hands):
        if seat != state.turn:
            between |= hand
    for card in state.trick:
        between |= 1 << card
    kept: list[int] = []
    last = -1
    for card in sorted(state.legal):
        gap = between >> (last + 1) & ((1 << (card - last - 1)) - 1) if last >= 0 else 1
        if last < 0 or SUIT_OF[last] != SUIT_OF[card] or gap:
            kept.append(card)
        last = card
    return kept


def _worth(state: State) -> float:
    """Return what the hand just scored was worth to seat 0's side."""
    bids = tuple(bid if bid is not None else Bid(0) for bid in state.bids)
    own, theirs = _sides(state.rules, bids, tuple(state.hand_results[-1].tricks))
    return own - theirs


@lru_cache(maxsize=4096)
def _sides(rules: RuleSet, bids: tuple[Bid, ...], tricks: tuple[int, ...]) -> tuple[float, ...]:
    share = rules.bag_penalty / rules.bag_limit if rules.bag_limit else 0
    worth = []
    for seats in rules.side_seats:
        lines, bags = side_lines(rules, seats, bids, tricks, False)
        worth.append(sum(line.points for line in lines) - share * bags)
    return tuple(worth)


def playable(state: State) -> bool:
    """Return whether a position can be a problem: there are enough answers, and solving it is fast enough."""
    if not asks(state):
        return False
    if state.phase == BIDDING:
        return len(answers(state)) > 3
    left = len(cards_of(state.hands[state.turn]))
    return left in (4, 5) and len(_different(state)) > 2
