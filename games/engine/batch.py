"""Many random hands at once, for bots that look ahead and for studies: numpy arrays instead of states.

The rules are the engine's, in a compiled kernel; the engine remains the reference. Nothing that serves a table imports this
module, because numpy and numba take a second to load.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from games.engine import batch_kernel as kernel
from games.engine.rules import RuleSet
from games.engine.scoring import nil_points

_NEEDED: Final[dict[str, object]] = {
    "players": 4,
    "deal": "deal",
    "bidding": "free",
    "programme": (),
    "bid_by": "player",
    "first_hand": "bid",
    "winner": "highest",
    "min_side_bid": 0,
    "forbidden_total": None,
    "throw_in": "never",
    "throw_in_below": 0,
    "nil_pass": 0,
    "blind_nil_pass": 0,
    "blind_bid_min": 1,
    "blind_bid_max": None,
    "nil_partner_min": 0,
    "first_trick": "free",
    "revoke": "prevented",
}
"""The field values that the kernel supports; every other field is free."""

_SPADE_LEADS: Final = {
    "after_break": kernel.AFTER_BREAK,
    "only_when_void": kernel.ONLY_WHEN_VOID,
    "anytime": kernel.ANYTIME,
}
_FAILED_NILS: Final = {
    "bags": kernel.BAGS,
    "help_partner": kernel.HELP_PARTNER,
    "nothing": kernel.NOTHING,
}


@dataclass(frozen=True, slots=True)
class Batch:
    """Random hands, one per row of each array; hands are independent of each other."""

    dealers: NDArray[np.int64]
    """(hands,): the dealer's seat."""
    totals: NDArray[np.int64]
    """(hands, sides): points before the hand."""
    carried: NDArray[np.int64]
    """(hands, sides): bags before the hand."""
    deals: NDArray[np.uint64]
    """(hands, seats): the cards dealt, as sets (see `cards`)."""
    bids: NDArray[np.int16]
    """(hands, seats): the bids, as actions (see `actions`)."""
    plays: NDArray[np.uint8]
    """(hands, cards): the cards in the order of play."""
    choices: NDArray[np.uint8]
    """(hands, cards): how many cards were legal at each play."""
    tricks: NDArray[np.uint8]
    """(hands, seats): tricks won."""
    points: NDArray[np.int64]
    """(hands, sides): the hand's points."""
    bags: NDArray[np.int64]
    """(hands, sides): the hand's bags, or overtricks where there are no bags."""
    totals_after: NDArray[np.int64]
    """(hands, sides): points after the hand."""
    bags_after: NDArray[np.int64]
    """(hands, sides): bags after the hand, with each full set of bags already penalised and removed."""

    def __len__(self) -> int:
        return len(self.dealers)


def simulate(
    rules: RuleSet,
    hands: int,
    seed: int,
    *,
    dealers: ArrayLike | None = None,
    totals: ArrayLike | None = None,
    bags: ArrayLike | None = None,
) -> Batch:
    """Return `hands` random hands: shuffled packs, with every legal bid and card equally likely.

    The same seed (0 to 2⁶⁴ - 1) gives the same hands, and a longer batch starts with the hands of a shorter one.
    `dealers` are seats (by default 0, 1, 2, 3, 0 …); `totals` and `bags` are what the sides have before the hand,
    by side or by hand and side (zero by default). Raises ValueError for a rule set that isn't for four players
    dealt the whole pack, or that has rules of bidding, passing or revoking that no preset has.
    """
    other = [name for name, value in _NEEDED.items() if getattr(rules, name) != value]
    if other:
        raise ValueError(
            f"The batch simulator doesn't play these rules: {', '.join(other)}. Use the engine's states instead."
        )
    terms = terms_of(rules)
    shape = (hands, terms.sides)
    seats = _rows(
        "dealers", np.arange(hands) % kernel.SEATS if dealers is None else dealers, (hands,)
    )
    if ((seats < 0) | (seats >= kernel.SEATS)).any():
        raise ValueError(f"dealers: a dealer is a seat from 0 to {kernel.SEATS - 1}.")
    before = _rows("totals", 0 if totals is None else totals, shape)
    carried = _rows("bags", 0 if bags is None else bags, shape)
    cards = terms.tricks * kernel.SEATS
    tally = kernel.Tally(
        deals=np.empty((hands, kernel.SEATS), dtype=np.uint64),
        bids=np.empty((hands, kernel.SEATS), dtype=np.int16),
        plays=np.empty((hands, cards), dtype=np.uint8),
        choices=np.empty((hands, cards), dtype=np.uint8),
        tricks=np.empty((hands, kernel.SEATS), dtype=np.uint8),
        points=np.empty(shape, dtype=np.int64),
        bags=np.empty(shape, dtype=np.int64),
        totals_after=np.empty(shape, dtype=np.int64),
        bags_after=np.empty(shape, dtype=np.int64),
    )
    pack = np.array(rules.pack, dtype=np.uint8)
    kernel.run(terms, pack, np.uint64(seed), seats, before, carried, tally)
    return Batch(dealers=seats, totals=before, carried=carried, **tally._asdict())


def _rows(name: str, given: ArrayLike, shape: tuple[int, ...]) -> NDArray[np.int64]:
    """Return what the caller gave as a new array with one row per hand."""
    try:
        return np.array(np.broadcast_to(np.asarray(given, dtype=np.int64), shape))
    except ValueError as wrong:
        raise ValueError(
            f"{name}: give numbers of the shape {shape}, or fewer to repeat."
        ) from wrong


def terms_of(rules: RuleSet) -> kernel.Terms:
    """Return the rule set as the kernel's numbers."""
    return kernel.Terms(
        players=rules.players,
        sides=len(rules.side_seats),
        tricks=rules.tricks,
        min_bid=rules.min_bid,
        max_bid=rules.highest_bid,
        nil=_or_never(rules.nil),
        blind_nil=_or_never(rules.blind_nil),
        blind_nil_deficit=rules.blind_nil_deficit,
        blind_bid=_or_never(rules.blind_bid),
        blind_bid_deficit=rules.blind_bid_deficit,
        two_of_clubs_leads=rules.opening_lead == "two_of_clubs",
        spade_lead=_SPADE_LEADS[rules.spade_lead],
        lone_spades_break=rules.lone_spades_break,
        trick_points=rules.trick_points,
        overtrick_points=rules.overtrick_points,
        set_points=rules.set_points,
        bag_limit=_or_never(rules.bag_limit),
        bag_penalty=rules.bag_penalty,
        failed_nil=_FAILED_NILS[rules.failed_nil],
        nil_failed=nil_points(rules, False, True),
        blind_nil_failed=nil_points(rules, True, True),
        double_nil=_or_never(rules.double_nil),
        blind_bid_failed=rules.set_points
        if rules.blind_bid_failed is None
        else -rules.blind_bid_failed,
        first_price=rules.first_price,
        prices=np.array(rules.prices or [(0, 0)], dtype=np.int64),
        boston_bonus=rules.boston_bonus,
        sign=rules.sign,
    )


def _or_never(number: int | None) -> int:
    return kernel.NEVER if number is None else number
