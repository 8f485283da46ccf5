"""PURE A problem's position: a hand as it was dealt, the score before it, and the actions since.

The seats are turned so that the solver sits at seat 0. The engine replays the actions, so every stored position can be
reached in a game.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Final, Self

from games.engine import RuleSet, Start, State, apply, deal_hands, new_game
from games.engine.cards import SUIT_OF, cards_of, mask_of
from games.engine.state import BIDDING, PLAY

YOU: Final = 0
SEATS: Final = 4
FAR: Final = 120
"""The minimum distance, in points, of both sides from the end of the game: nearer, the game matters more than the hand."""


@dataclass(frozen=True, slots=True)
class Position:
    """A hand of two pairs. `totals` and `bags` are the sides' before it; actions are like "2 play AH"."""

    rules: RuleSet
    dealer: int
    totals: tuple[int, ...]
    bags: tuple[int, ...]
    hands: tuple[int, ...]
    actions: tuple[str, ...] = ()

    @classmethod
    def stored(cls, data: dict[str, Any]) -> Self:
        """Return the position that `to_dict` wrote."""
        rules = RuleSet.from_dict(data["rules"])
        return cls(
            rules,
            data["dealer"],
            tuple(data["totals"]),
            tuple(data["bags"]),
            tuple(mask_of(rules.codes[name] for name in hand.split()) for hand in data["hands"]),
            tuple(data["actions"]),
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the position as JSON, hidden cards included."""
        names = self.rules.names
        return {
            "rules": self.rules.to_record(),
            "dealer": self.dealer,
            "totals": list(self.totals),
            "bags": list(self.bags),
            "hands": [" ".join(names[card] for card in cards_of(hand)) for hand in self.hands],
            "actions": list(self.actions),
        }

    def states(self) -> list[State]:
        """Return the hand as it was dealt and after each action. Raises an EngineError for an impossible position."""
        game = new_game(self.rules, first_dealer=self.dealer, start=Start(self.totals, self.bags))
        states = [deal_hands(game, self.hands)]
        for action in self.actions:
            states.append(done(states[-1], action))
        return states

    def state(self) -> State:
        """Return the state in which the question is asked."""
        return self.states()[-1]

    def after(self, action: str) -> Self:
        """Return the position after one more action."""
        return replace(self, actions=(*self.actions, action))

    def turned(self, seat: int) -> Self:
        """Return the position with `seat` in the place of seat 0."""

        def by_seat[Thing](things: Sequence[Thing]) -> tuple[Thing, ...]:
            return (*things[seat:], *things[:seat])

        def by_side[Thing](things: Sequence[Thing]) -> tuple[Thing, ...]:
            return (*things[seat % 2 :], *things[: seat % 2])

        actions = tuple(f"{(int(one[0]) - seat) % SEATS}{one[1:]}" for one in self.actions)
        return replace(
            self,
            dealer=(self.dealer - seat) % SEATS,
            totals=by_side(self.totals),
            bags=by_side(self.bags),
            hands=by_seat(self.hands),
            actions=actions,
        )


def done(state: State, action: str) -> State:
    """Return the state after an action with its seat, like "2 play AH"."""
    seat, _space, what = action.partition(" ")
    return apply(state, int(seat), what)


def suits_rules(rules: RuleSet) -> bool:
    """Return whether games under these rules can give problems: two pairs, a dealt pack, no revokes, no passing, bids by each
    player in every hand alike, the highest total wins, and no deuces above the ace, which the problems' pages would show in
    their own suit.
    """
    return (
        (rules.players, rules.sides, rules.deal, rules.revoke)
        == (SEATS, "partners", "deal", "prevented")
        and not rules.nil_pass
        and not rules.blind_nil_pass
        and not rules.high_deuces
        and (rules.bid_by, rules.first_hand, rules.programme) == ("player", "bid", ())
        and not rules.throws_in
        and rules.winner == "highest"
    )


def asks(state: State) -> bool:
    """Return whether a position may be a problem: its seat has looked at the hand, and no side is near the end."""
    rules = state.rules
    near = rules.target is not None and max(state.totals) > rules.target - FAR
    lost = rules.loss_limit is not None and min(state.totals) < FAR - rules.loss_limit
    in_play = state.phase in (BIDDING, PLAY) and state.turn >= 0 and state.looked[state.turn]
    return in_play and not near and not lost


def unseen(state: State, seat: int) -> list[int]:
    """Return the cards in the other seats' hands. Sort or shuffle them: their order gives the hands away."""
    return [
        card for other, hand in enumerate(state.hands) if other != seat for card in cards_of(hand)
    ]


def shown_out(states: Sequence[State]) -> list[set[int]]:
    """Return, by seat, the suits in which it has shown out. `states` are a hand's states in order."""
    out: list[set[int]] = [set() for _seat in range(SEATS)]
    for before, after in pairwise(states):
        if before.phase != PLAY or not before.trick:
            continue
        cards = after.trick or (after.last_trick[1] if after.last_trick else ())
        led, played = SUIT_OF[before.trick[0]], SUIT_OF[cards[len(before.trick)]]
        if played != led:
            out[before.turn].add(led)
    return out
