"""Cards that a nil bidder swaps with the partner before the first trick (docs/rules.md 3.13)."""

from collections.abc import Sequence
from itertools import combinations

from games.engine.actions import PASS
from games.engine.cards import cards_of, mask_of
from games.engine.rules import RuleSet
from games.engine.scoring import Bid


def pass_size(rules: RuleSet, bids: Sequence[Bid | None], seat: int) -> int:
    """Return how many cards a seat with a partner passes: the most that one of their nils asks for."""
    return max(_asked(rules, bids[seat]), _asked(rules, bids[partner_of(seat)]))


def passers(rules: RuleSet, bids: Sequence[Bid | None]) -> tuple[int, ...]:
    """Return the seats that pass cards in this hand."""
    if not (rules.nil_pass or rules.blind_nil_pass):
        return ()
    return tuple(seat for seat in range(rules.players) if pass_size(rules, bids, seat))


def partner_of(seat: int) -> int:
    """Return the seat opposite at a table of four."""
    return (seat + 2) % 4


def open_passes(
    rules: RuleSet, bids: Sequence[Bid | None], seat: int, hand: int
) -> tuple[int, ...]:
    """Return every pass open to the seat."""
    size = pass_size(rules, bids, seat)
    return tuple(PASS + mask_of(cards) for cards in combinations(cards_of(hand), size))


def swap(hands: Sequence[int], passes: Sequence[int]) -> tuple[list[int], list[int]]:
    """Return the hands after all passes, made at once and unseen, and what each seat received."""
    received = [passes[partner_of(seat)] for seat in range(len(hands))]
    after = [hand & ~given | got for hand, given, got in zip(hands, passes, received, strict=True)]
    return after, received


def _asked(rules: RuleSet, bid: Bid | None) -> int:
    if bid is None or not bid.nil:
        return 0
    return rules.blind_nil_pass if bid.blind else rules.nil_pass
