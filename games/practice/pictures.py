"""The data of the practice page: pictures from the player's seat, and the page's texts."""

from typing import Any

from games import bots, engine
from games.engine import State
from games.engine.state import DEAL, OVER
from games.practice.game import YOU, Game, others


def moment(game: Game, since: int = 0) -> dict[str, Any]:
    """Return the game for the page: its pictures after the first `since` actions (-1: from the deal on).

    The pictures hide the others' cards until the hand is over.
    """
    states = game.states()
    now = states[-1]
    over = now.phase in (DEAL, OVER)
    return {
        "v": game.version,
        "frames": [*map(_watched, states[since + 1 : -1]), engine.view_for(now, YOU)],
        "rules": now.rules.to_dict(),
        "over": "" if not over else "game" if now.phase == OVER else "hand",
        "undo": game.can_undo,
        "level": game.playing_level,
        "fell_back": game.fell_back,
        "thinking": bool(others(now)),
    }


def names(players: int) -> list[str]:
    """Return the names by seat; the page's script writes "You" for the player's empty one."""
    return ["", *bots.NAMES[: players - 1]]


def _watched(state: State) -> engine.GameView:
    return {**engine.view_for(state, YOU), "to_act": [], "legal": []}
