"""The data of the practice page: pictures from the player's seat, and the page's texts."""

from typing import Any

from django.utils.translation import gettext as _

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


def practice_words() -> dict[str, str]:
    """Return the texts of static/js/practice in the page's language."""
    return {
        "undo": _("Undo"),
        "hint": _("Hint"),
        "next_hand_now": _("Next hand"),
        "on_from_here": _("How to go on"),
        "leave_practice": _("Leave practice"),
        "same_again": _("Same cards again"),
        "new_game": _("New game"),
        "to_ranking": _("To the ranking"),
        "hint_is": _("Try %(action)s."),
        "hint_bid": _("a bid of %(bid)s"),
        "look_first": _("looking at your cards"),
        "keep_it": _("keeping the card"),
        "leave_it": _("refusing the card"),
        "pass_these": _("passing on %(cards)s"),
        "failed": _("That didn’t work. Check your connection and try again."),
        "fell_back": _(
            "The bots that think ahead don’t answer at the moment. Until they do, bots play at the level Relaxed."
        ),
        "bots_late": _(
            "The bots take longer than usual. This deal waits for them, so that everybody meets the same bots."
            " You can leave, and play on until midnight UTC."
        ),
    }


def _watched(state: State) -> dict[str, Any]:
    return {**engine.view_for(state, YOU), "to_act": [], "legal": []}
