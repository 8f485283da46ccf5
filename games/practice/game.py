"""A practice game: the hand as it was dealt and the actions since, so that any of them can be undone.

The player is seat 0; bots play the others, and there is no clock. `turns.py` gets the cards of bots that search.
"""

import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final, Self

from django.utils.translation import gettext as _

from games import bots, engine
from games.bots.levels import RELAXED
from games.engine import State
from games.engine.state import DEAL, OVER
from games.tables.game.bots import choice_with
from spades_site.common.errors import Refused

YOU: Final = 0
"""The player's seat."""
_dice = secrets.SystemRandom()

type Choose = Callable[[State, int], str]
"""What a bot in a seat does, without searching."""


def _at_random(state: State, seat: int) -> str:
    return choice_with(state, seat, _dice)


@dataclass(frozen=True, slots=True)
class Game:
    """A hand and its actions, like "2 play AH". Each change increments the version."""

    version: int
    start: State
    actions: tuple[str, ...] = ()
    level: int = RELAXED
    fell_back: bool = False
    """Whether the bots played their last turn without searching, because the bots' queue didn't answer."""

    @classmethod
    def stored(cls, data: dict[str, Any]) -> Self:
        """Return the game that `to_dict` wrote."""
        return cls(
            data["v"],
            engine.restore(data["start"]),
            tuple(data["actions"]),
            data.get("level", RELAXED),
            data.get("fell_back", False),
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the game as JSON, hidden cards included."""
        start = engine.snapshot(self.start)
        return {
            "v": self.version,
            "start": start,
            "actions": list(self.actions),
            "level": self.level,
            "fell_back": self.fell_back,
        }

    @property
    def playing_level(self) -> int:
        """The bots' current level."""
        return RELAXED if self.fell_back else self.level

    def states(self) -> list[State]:
        """Return the state that was dealt, and the state after each action."""
        states = [self.start]
        for action in self.actions:
            states.append(done(states[-1], action))
        return states

    @property
    def can_undo(self) -> bool:
        """Whether the player has acted in this hand."""
        return any(_seat(action) == YOU for action in self.actions)


def begin(preset: str, level: int = RELAXED) -> Game:
    """Return a new game under a preset's rules with bots of a level, played up to the player's turn."""
    rules = engine.preset(preset)
    dealer = _dice.randrange(rules.players)
    return _dealt(1, engine.new_game(rules, first_dealer=dealer), level)


def act(game: Game, action: str, choose: Choose = _at_random) -> Game:
    """Return the game after the player's action and the bots' replies. Raises an EngineError."""
    state = engine.apply(game.states()[-1], YOU, action)
    after = replace(game, version=game.version + 1, actions=(*game.actions, f"{YOU} {action}"))
    return with_bots(after, state, choose)


def undo(game: Game) -> Game:
    """Return the game before the player's last action. Raises Refused."""
    if not game.can_undo:
        raise Refused("nothing_to_undo", _("You haven’t done anything in this hand yet."))
    last = max(place for place, action in enumerate(game.actions) if _seat(action) == YOU)
    return replace(game, version=game.version + 1, actions=game.actions[:last])


def again(game: Game) -> Game:
    """Return the game with the same hand dealt again."""
    fresh = replace(game, version=game.version + 1, actions=())
    return with_bots(fresh, fresh.start)


def next_hand(game: Game) -> Game:
    """Return the game with its next hand dealt. Raises Refused while one is being played, or if the game is over."""
    state = game.states()[-1]
    if state.phase == OVER:
        raise Refused("game_over", _("This game is over. Begin a new one."))
    if state.phase != DEAL:
        raise Refused("hand_not_over", _("Play this hand to its end first."))
    return replace(_dealt(game.version + 1, state, game.level), fell_back=game.fell_back)


def hint(game: Game) -> bots.Advice:
    """Return what a bot would do in the player's place, and why. Raises Refused if it isn't the player's turn."""
    state = game.states()[-1]
    if YOU not in state.to_act:
        raise Refused("not_your_turn", _("It isn’t your turn."))
    return bots.advise(engine.view_for(state, YOU), state.rules, _dice)


def _dealt(version: int, state: State, level: int) -> Game:
    pack = list(engine.pack_for(state.rules))
    _dice.shuffle(pack)
    start = engine.deal(state, pack)
    return with_bots(Game(version, start, level=level), start)


def with_bots(game: Game, state: State, choose: Choose = _at_random) -> Game:
    """Let the bots act from the game's current state until it is the player's turn or the hand is over.

    They stop before a bid or a card that they must search for at the game's level.
    """
    actions = [*game.actions]
    while seats := others(state):
        searched = game.level > RELAXED and state.phase in bots.SEARCHED
        if searched and len(engine.legal_actions(state, seats[0])) > 1:
            break
        actions.append(f"{seats[0]} {choose(state, seats[0])}")
        state = done(state, actions[-1])
    return replace(game, actions=tuple(actions))


def others(state: State) -> list[int]:
    """Return the bots' seats that are to act."""
    return [seat for seat in state.to_act if seat != YOU]


def _seat(action: str) -> int:
    return int(action.split(" ", 1)[0])


def done(state: State, action: str) -> State:
    """Return the state after an action of a game."""
    seat, _space, what = action.partition(" ")
    return engine.apply(state, int(seat), what)
