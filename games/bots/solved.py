"""The last tricks at level 3: what each legal card is worth in solved endings, averaged over sampled deals."""

from typing import Final

from games.bots import endings
from games.bots.search import Found, Position, sampled, summed_up
from games.engine.bidding import BID_OF

MOST_TRICKS: Final = 5
"""With more tricks left, deals are played out by rule instead."""


def near_the_end(position: Position) -> bool:
    """Return whether to solve a position's sampled deals: near the end, with two sides (more don't play as one), without revokes."""
    rules = position.rules
    near = rules.tricks - sum(position.won) <= MOST_TRICKS
    return near and len(rules.side_seats) == 2 and rules.revoke == "prevented"


def solve(position: Position, worlds: int, seed: int) -> Found:
    """Return what each legal card is worth, in the same deals as in a search with this seed."""
    import numpy as np

    rules = position.rules
    names = [rules.names[card] for card in position.legal]
    bids = tuple(BID_OF[action] for action in position.bids)
    deals = sampled(position, worlds, seed)
    worth = {
        hands: endings.solve(
            endings.Ending(
                rules, bids, position.won, hands, position.leader, position.trick, position.broken, position.standing
            )
        )
        for hands in set(deals)
    }  # fmt: skip
    values = np.array([[worth[hands][name] for name in names] for hands in deals])
    return summed_up(position, values, range(len(names)))
