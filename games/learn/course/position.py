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
"""How a seat whose turn it is acts: from the state to a legal action."""


@dataclass(frozen=True, slots=True)
class Position:
    """Four hands of equal size, and the actions since the deal, like "2 play AH".

    A pack of just these cards is used, so a position may show the last tricks of a hand, or a short one. `house` are
    rules that differ from those of `cardgames_io`; `totals` and `bags` are the score before the hand, by side. After the
    actions, `tricks` more tricks are played by everybody as `sensible` does.
    """

    hands: tuple[str, str, str, str]
    dealer: int = 3
    actions: tuple[str, ...] = ()
    totals: tuple[int, int] = (0, 0)
    bags: tuple[int, int] = (0, 0)
    house: tuple[tuple[str, Any], ...] = ()
    tricks: int = 0

    def state(self) -> State:
        """Return the state after the actions. Raises an EngineError for a deal or an action that can't be."""
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
    """Return what the seat whose turn it is may do."""
    return tuple(action_text(code) for code in state.legal_codes())


def lowest(state: State) -> str:
    """Play the lowest card that may be played: a rule."""
    return action_text(min(state.legal, key=_worth))


def sensible(state: State) -> str:
    """Play as most people do, without a look at other hands: a rule.

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
    """Return the states after each action of a script; one that isn't legal is replaced by what the rule does."""
    states = []
    for line in script:
        if state.turn < 0:
            break
        state = done(state, line if _legal(state, line) else f"{state.turn} {rule(state)}")
        states.append(state)
    return states


def to_trick_end(state: State, rule: Rule) -> list[State]:
    """Return the states in which the others finish the trick on the table; none if there is none."""
    states = []
    while state.trick and state.turn != YOU:
        state = done(state, f"{state.turn} {rule(state)}")
        states.append(state)
    return states


def to_own_turn(state: State, rule: Rule) -> list[State]:
    """Return the states in which the others act until it is the learner's turn, or the hand is over."""
    states = []
    while state.turn > YOU:
        state = done(state, f"{state.turn} {rule(state)}")
        states.append(state)
    return states


def to_hand_end(state: State, rule: Rule) -> list[State]:
    """Return the state after the hand, which everybody plays to its end."""
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
    """Return the card that wins a trick, whole or not."""
    best = max(cards)
    if best >= FIRST_SPADE:
        return best
    return max(card for card in cards if SUIT_OF[card] == SUIT_OF[cards[0]])


def _worth(card: int) -> tuple[bool, int]:
    """Order cards by how little it costs to play them."""
    return card >= FIRST_SPADE, card % 13


def bids(dealer: int, *said: str) -> tuple[str, ...]:
    """Return the bidding of a hand: what the seats 0 to 3 say, in the order in which they say it."""
    order = [(dealer + 1 + turn) % EVERYBODY for turn in range(EVERYBODY)]
    return tuple(
        f"{seat} {said[seat] if said[seat] == 'nil' else f'bid {said[seat]}'}" for seat in order
    )
