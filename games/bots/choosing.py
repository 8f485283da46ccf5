"""The entry point: a view in, an action out."""

from typing import Final, Protocol

from games.bots.bid_search import options_of, search_bids
from games.bots.bidding import bid
from games.bots.exchange import keep_or_refuse, pass_cards
from games.bots.levels import CLUB, RELAXED, STRONG
from games.bots.play import play
from games.bots.search import choices, position_of, search
from games.bots.solved import near_the_end, solve
from games.bots.view import BotView, View
from games.engine.rules import RuleSet

WORLDS: Final = 160
"""How many deals a search samples for a card: more gain nothing measurable."""
BID_WORLDS: Final = {CLUB: 320, STRONG: 960}
"""By level, how many deals a search samples for a bid."""
SEEDS: Final = 2**53
SEARCHED: Final = ("bid", "play")
"""The phases in which bots above the first level search."""


class Dice(Protocol):
    """A source of randomness: `random.Random` fits."""

    def random(self) -> float:
        """Return a number at least 0 and below 1."""


def choose(
    view: View, rules: RuleSet, rng: Dice, level: int = RELAXED, *, points: bool = False
) -> str:
    """Return one of `view["legal"]`, for whichever phase the game is in.

    `view` is the picture of the seat that must act; `rng` breaks ties between equal choices and seeds searches, so that the
    same dice choose the same on every machine. Without the extra that a search needs, all levels play as the first. `rules`
    are the table's. Searches compare the chance to win the game, or only the `points` of the hand, which count where boards are
    compared. Raises ValueError if the seat has nothing to do.
    """
    legal = view["legal"]
    if not legal:
        raise ValueError("the seat of this view has nothing to do")
    if len(legal) == 1:
        return str(legal[0])
    seen = BotView(view, _seat(view), rules)
    match view["phase"]:
        case "draw":
            return keep_or_refuse(seen)
        case "pass":
            return pass_cards(seen)
        case "bid":
            return bid(seen) if level <= RELAXED else _searched_bid(seen, rng, level, points)
        case _:
            by_rule = play(seen, rng.random)
            if level <= RELAXED:
                return by_rule
            return _searched(seen, by_rule, rng, level, points)


def _searched_bid(seen: BotView, rng: Dice, level: int, points: bool) -> str:
    """Return the bid that is worth most in sampled deals, or the rule's if it is within one standard error of that."""
    by_rule = bid(seen)
    options = options_of(seen, by_rule)
    seed = int(rng.random() * SEEDS)
    if len(options) < 2:
        return by_rule
    found = search_bids(seen, options, BID_WORLDS[level], seed, for_game=not points)
    return by_rule if by_rule in options and found.near(by_rule) else found.best


def _searched(seen: BotView, by_rule: str, rng: Dice, level: int, points: bool) -> str:
    """Return the card that is worth most in sampled deals, or the rule's if it is within one standard error of that."""
    view: View = {**seen.view, "seat": seen.seat}
    position = position_of(view, seen.rules, for_game=not points)
    seed = int(rng.random() * SEEDS)
    if choices(position) == 1:
        return by_rule
    worth = solve if level == STRONG and near_the_end(position) else search
    found = worth(position, WORLDS, seed)
    return by_rule if found.near(by_rule.removeprefix("play ")) else f"play {found.best}"


def _seat(view: View) -> int:
    """Return the seat that the view belongs to: the view names it, or only one seat is to act."""
    seat = view.get("seat")
    return int(view["to_act"][0] if seat is None else seat)
