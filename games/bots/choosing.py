"""The entry point: a view in, an action out."""

from typing import Final, Protocol

from games.bots.bidding import bid
from games.bots.exchange import keep_or_refuse, pass_cards
from games.bots.levels import RELAXED, available
from games.bots.play import play
from games.bots.search import position_of, search
from games.bots.view import BotView, View
from games.engine.presets import DOCUMENTS
from games.engine.rules import RuleSet, preset

WORLDS: Final = 160
"""How many deals level 2 samples for a card: more gain nothing measurable."""
SEEDS: Final = 2**53
DEFAULT_PRESET: Final = "cardgames_io"


class Dice(Protocol):
    """A source of randomness: `random.Random` fits."""

    def random(self) -> float:
        """Return a number at least 0 and below 1."""


def choose(view: View, rng: Dice, level: int = RELAXED, rules: RuleSet | None = None) -> str:
    """Return one of `view["legal"]`, for whichever phase the game is in.

    `view` is the picture of the seat that must act; `rng` breaks ties between equal choices and seeds searches, so that the
    same dice choose the same on every machine. A level that can't play here is replaced by the next lower one. `rules` are the
    table's, needed where they differ from those of the view's preset. Raises ValueError if the seat has nothing to do.
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
            by_rule = play(seen, rng.random)
            strength = max(each for each in available() if each <= max(level, RELAXED))
            return by_rule if strength == RELAXED else _searched(seen, by_rule, rng, rules)


def _searched(seen: BotView, by_rule: str, rng: Dice, rules: RuleSet | None) -> str:
    """Return the card that is worth most in sampled deals, or the rule's if it is within one standard error of that."""
    key = seen.view["preset"]
    rules = rules or preset(key if key in DOCUMENTS else DEFAULT_PRESET)
    position = position_of({**seen.view, "seat": seen.seat}, rules)
    found = search(position, WORLDS, int(rng.random() * SEEDS))
    return by_rule if found.near(by_rule.removeprefix("play ")) else f"play {found.best}"


def _seat(view: View) -> int:
    """Return the seat that the view belongs to: the view names it, or only one seat is to act."""
    seat = view.get("seat")
    return int(view["to_act"][0] if seat is None else seat)
