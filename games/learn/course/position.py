"""A position at a table, computed by the engine from a deal and the actions since."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final

from games.engine import EngineError, Start, State, apply, deal_hands, new_game, preset
from games.engine.actions import action_text
from games.engine.cards import FIRST_SPADE, NAMES, SUIT_OF, mask_of, parse_card
from games.engine.state import PLAY

YOU: Final = 0
"""The learner's seat. The others follow clockwise: 1 on the left, 2 the partner, 3 on the right."""
EVERYBODY: Final = 4

type Rule = Callable[[State], str]
"""A strategy: maps a state to a legal action for the seat whose turn it is."""


@dataclass(frozen=True, slots=True)
class Position:
    """Four hands of equal size, and the actions since the deal, like "2 play AH".

    The pack has just these cards, so a position may be a short hand, or the last tricks of one. `house` are house rules
    on top of `cardgames_io`; `totals` and `bags` are the score before the hand, by side. After the actions, everybody
    plays `tricks` more tricks by the rule `sensible`.
    """

    hands: tuple[str, str, str, str]
    dealer: int = 3
    actions: tuple[str, ...] = ()
    totals: tuple[int, int] = (0, 0)
    bags: tuple[int, int] = (0, 0)
    house: tuple[tuple[str, Any], ...] = ()
    tricks: int = 0

    def state(self) -> State:
        """Return the state after the actions. Raises an EngineError for an impossible deal or action."""
        hands = [mask_of(map(parse_card, hand.split())) for hand in self.hands]
        held = {name for hand in self.hands for name in hand.split()}
        rules = preset(
            "cardgames_io",
            removed=tuple(name for name in NAMES[:52] if name not in held),
            **dict(self.house),
        )
        game = new_game(rules, first_dealer=self.dealer, start=Start(self.totals, self.bags))
        state = deal_hands(game, hands)
        for action in self.actions:
            state = done(state, action)
        until = sum(state.won) + self.tricks
        while sum(state.won) < until:
            state = done(state, f"{state.turn} {sensible(state)}")
        return state


def done(state: State, action: str) -> State:
    """Return the state after an action with its seat, like "2 play AH". Raises an EngineError."""
    seat, _, what = action.partition(" ")
    return apply(state, int(seat), what)


def options(state: State) -> tuple[str, ...]:
    """Return the legal actions of the seat whose turn it is."""
    return tuple(action_text(code) for code in state.legal_codes())


def lowest(state: State) -> str:
    """Rule: play the lowest legal card."""
    return action_text(min(state.legal, key=_worth))


def sensible(state: State) -> str:
    """Rule: play as most people do, without looking at other hands.

    Lead a high card of another suit than spades. Win as cheaply as you can, unless your partner is winning; else throw
    the lowest card away. With a nil of your own, play the highest card that doesn't win.
    """
    cards = state.legal
    if state.phase != PLAY or not cards:
        return action_text(cards[0])
    bid = state.bids[state.turn]
    if bid is not None and bid.nil:
        return _ducked(state)
    if not state.trick:
        return action_text(max(cards, key=lambda card: (card < FIRST_SPADE, card % 13)))
    best = _winning(state.trick)
    place = state.trick.index(best)
    if (state.leader + place) % EVERYBODY == (state.turn + 2) % EVERYBODY:
        return lowest(state)
    better = [card for card in cards if _winning([*state.trick, card]) == card]
    return action_text(min(better, key=_worth)) if better else lowest(state)


def scripted(state: State, script: Iterable[str], rule: Rule) -> list[State]:
    """Return the states after each action of a script; `rule` replaces actions that aren't legal."""
    states = []
    for line in script:
        if state.turn < 0:
            break
        state = done(state, line if _legal(state, line) else f"{state.turn} {rule(state)}")
        states.append(state)
    return states


def to_trick_end(state: State, rule: Rule) -> list[State]:
    """Return the states until the trick on the table is finished; none if there is no trick."""
    states = []
    while state.trick and state.turn != YOU:
        state = done(state, f"{state.turn} {rule(state)}")
        states.append(state)
    return states


def to_own_turn(state: State, rule: Rule) -> list[State]:
    """Return the states until it is the learner's turn or the hand is over."""
    states = []
    while state.turn > YOU:
        state = done(state, f"{state.turn} {rule(state)}")
        states.append(state)
    return states


def to_hand_end(state: State, rule: Rule) -> list[State]:
    """Return the state at the end of the hand, which everybody plays by `rule`."""
    while state.turn >= YOU:
        state = done(state, f"{state.turn} {rule(state)}")
    return [state]


def _ducked(state: State) -> str:
    under = [card for card in state.legal if _winning([*state.trick, card]) != card]
    return action_text(max(under, key=_worth)) if under and state.trick else lowest(state)


def _legal(state: State, action: str) -> bool:
    try:
        done(state, action)
    except EngineError:
        return False
    return True


def _winning(cards: list[int]) -> int:
    """Return the winning card of a trick, complete or not."""
    best = max(cards)
    if best >= FIRST_SPADE:
        return best
    return max(card for card in cards if SUIT_OF[card] == SUIT_OF[cards[0]])


def _worth(card: int) -> tuple[bool, int]:
    """Return a sort key: cards that cost less to play come first."""
    return card >= FIRST_SPADE, card % 13


def bids(dealer: int, *by_seat: str) -> tuple[str, ...]:
    """Return the bidding of a hand as actions in order; `by_seat` are the bids of seats 0 to 3."""
    order = [(dealer + 1 + turn) % EVERYBODY for turn in range(EVERYBODY)]
    return tuple(
        f"{seat} {by_seat[seat] if by_seat[seat] == 'nil' else f'bid {by_seat[seat]}'}"
        for seat in order
    )
