"""Which bids are open to a seat (docs/rules.md 3)."""

from collections.abc import Sequence
from typing import Final

from games.engine.actions import BID, BLIND, BLIND_SIDE, HIGHEST_BID, NIL_WITH, SILENT
from games.engine.rules import RuleSet
from games.engine.scoring import NO_BID, Bid

NIL = 0
BID_OF: Final[dict[int, Bid]] = {
    **{BID + value: Bid(value) for value in range(HIGHEST_BID + 1)},
    **{BLIND + value: Bid(value, True) for value in range(HIGHEST_BID + 1)},
    BID + SILENT: NO_BID,
}
"""The bid that an action makes."""


def open_bids(
    rules: RuleSet, bids: Sequence[Bid | None], seat: int, own_spades: int
) -> tuple[int, ...]:
    """Return the values, 0 for nil, that the seat may bid after looking; `own_spades` is the number of spades it
    holds.
    """
    if rules.bidding == "mirror":
        return (own_spades,)
    if rules.bidding == "whiz":
        return (own_spades, NIL) if own_spades else (NIL,)
    return _restricted(rules, bids, seat)


def open_blind_bids(
    rules: RuleSet, bids: Sequence[Bid | None], seat: int, totals: Sequence[int]
) -> tuple[int, ...]:
    """Return the values, 0 for nil, that the seat may bid blind, before looking at its hand."""
    behind = _behind(rules, totals, seat)
    nil = rules.blind_nil is not None and behind >= rules.blind_nil_deficit
    number = rules.blind_bid is not None and behind >= rules.blind_bid_deficit
    if not nil and not number:
        return ()
    values = _restricted(rules, bids, seat)
    return tuple(
        value
        for value in values
        if (number and rules.blind_bid_min <= value <= rules.highest_blind_bid if value else nil)
    )


def bidder_after(rules: RuleSet, dealer: int, seat: int) -> int:
    """Return the seat that bids after another: clockwise, or first both partners of the side that didn't deal (3.1, 3.17)."""
    if rules.bid_by == "player":
        return (seat + 1) % rules.players
    ahead = (seat - dealer) % 4
    return (dealer + {1: 3, 3: 2, 2: 0, 0: 1}[ahead]) % 4


def side_bids(rules: RuleSet, bids: Sequence[Bid | None], seat: int) -> tuple[int, ...]:
    """Return the actions with which a seat that has looked opens or closes its side's bid (3.17)."""
    numbers = range(rules.min_bid, rules.highest_bid + 1)
    nil = rules.nil is not None
    opened = bids[(seat + 2) % 4]
    if opened is None:
        return (*(BID + value for value in numbers), *([BID] if nil else []))
    beside_nil = [value for value in numbers if value >= rules.nil_partner_min]
    if opened.nil:
        both = [] if rules.nil_partner_min else [BID]
        return (*(BID + value for value in beside_nil), *both)
    contracts = [BID + value for value in numbers if value >= rules.min_side_bid]
    return (*contracts, *(NIL_WITH + value for value in beside_nil if nil))


def blind_side_bids(rules: RuleSet) -> tuple[int, ...]:
    """Return the actions with which a seat may open blind for its side."""
    return tuple(BLIND_SIDE + value for value in rules.blind_side_numbers)


def with_side_bid(bids: Sequence[Bid | None], seat: int, code: int) -> list[Bid | None]:
    """Return the bids after a seat opened or closed its side's: each partner's own share of the contract (3.17)."""
    after, partner = list(bids), (seat + 2) % 4
    if code >= NIL_WITH:
        after[seat], after[partner] = Bid(0), Bid(code - NIL_WITH)
    elif code >= BLIND_SIDE:
        after[seat], after[partner] = Bid(code - BLIND_SIDE, blind=True), NO_BID
    elif bids[partner] is None and code != BID:
        after[seat] = Bid(0, opening=code - BID)
    else:
        after[seat] = BID_OF[code]
    return after


def _behind(rules: RuleSet, totals: Sequence[int], seat: int) -> int:
    """Return how many points the seat's side is behind the leaders."""
    lead = max(rules.sign * total for total in totals)
    return lead - rules.sign * totals[rules.side_of[seat]]


def may_bid_blind(rules: RuleSet, seat: int, totals: Sequence[int]) -> bool:
    """Return whether the seat may bid blind in a hand that begins with these totals (3.5, 3.6)."""
    behind = _behind(rules, totals, seat)
    return (rules.blind_nil is not None and behind >= rules.blind_nil_deficit) or (
        rules.blind_bid is not None and behind >= rules.blind_bid_deficit
    )


def _restricted(rules: RuleSet, bids: Sequence[Bid | None], seat: int) -> tuple[int, ...]:
    """Return the values that the seat may bid under `suicide`, `min_side_bid`, `forbidden_total` and
    `nil_partner_min` (3.8, 3.11, 3.12, 3.15)."""
    partners = [bids[other] for other in rules.side_seats[rules.side_of[seat]] if other != seat]
    made = [bid for bid in partners if bid is not None]
    side_sum = sum(bid.value for bid in made)
    least = rules.min_side_bid
    values = _beside_nil(rules, made) if rules.nil_partner_min else rules.bid_values
    if len(made) == len(partners):
        if rules.bidding == "suicide":
            has_nil = any(bid.nil for bid in made)
            values = tuple(value for value in values if (value == NIL) != has_nil)
        values = tuple(value for value in values if side_sum + value >= least)
    elif rules.bidding == "suicide":
        # The partner of a number bids nil, so the number alone must reach the minimum.
        least = max(least, rules.nil_partner_min)
        values = tuple(value for value in values if value == NIL or value >= least)
    else:
        # The partner can add no more than the highest bid.
        values = tuple(value for value in values if value + rules.highest_bid >= least)
    return _avoiding_total(rules, values, bids, seat)


def _beside_nil(rules: RuleSet, made: Sequence[Bid]) -> tuple[int, ...]:
    """Return the values with which whoever bids beside a partner's nil bids at least `nil_partner_min` (3.15)."""
    least, values = rules.nil_partner_min, rules.bid_values
    if any(bid.nil for bid in made):
        return tuple(value for value in values if value >= least)
    if any(bid.value < least for bid in made):
        return tuple(value for value in values if value != NIL)
    return values


def _avoiding_total(
    rules: RuleSet, values: tuple[int, ...], bids: Sequence[Bid | None], seat: int
) -> tuple[int, ...]:
    """Return the values with which the last bid of a hand doesn't make the `forbidden_total` (3.12)."""
    others = [bid for other, bid in enumerate(bids) if other != seat]
    if rules.forbidden_total is None or None in others:
        return values
    total = sum(bid.value for bid in others if bid is not None)
    return tuple(value for value in values if total + value != rules.forbidden_total)
