"""The entry point: a view in, an action out."""

from typing import Protocol

from games.bots.bidding import bid
from games.bots.exchange import keep_or_refuse, pass_cards
from games.bots.levels import RELAXED
from games.bots.play import play
from games.bots.view import BotView, View
from games.engine.rules import RuleSet


class Dice(Protocol):
    """A source of randomness: `random.Random` fits."""

    def random(self) -> float:
        """Return a number at least 0 and below 1."""


def choose(view: View, rng: Dice, level: int = RELAXED, rules: RuleSet | None = None) -> str:
    """Return one of `view["legal"]`, for whichever phase the game is in.

    `view` is the picture of the seat that must act; `rng` breaks ties between equal choices. A level that can't play
    here is replaced by level 1. `rules` are the table's, needed where they differ from those of the view's preset.
    Raises ValueError if the seat has nothing to do.
    """
    legal = view["legal"]
    if not legal:
        raise ValueError("the seat of this view has nothing to do")
    if len(legal) == 1:
        return str(legal[0])
    seen = BotView(view, _seat(view))
    match view["phase"]:
        case "draw":
            return keep_or_refuse(seen)
        case "pass":
            return pass_cards(seen)
        case "bid":
            return bid(seen)
        case _:
            return play(seen, rng.random)


def _seat(view: View) -> int:
    """Return the seat that the view belongs to: the view names it, or only one seat is to act."""
    seat = view.get("seat")
    return int(view["to_act"][0] if seat is None else seat)
