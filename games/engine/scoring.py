"""The score of a hand, in lines that a table can show as they are, and the end of the game (docs/rules.md 5 and 6)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.engine.rules import RuleSet

BIG_CONTRACT = 10
"""From this contract on `ten_for_200` applies (docs/rules.md 5.10)."""


@dataclass(frozen=True, slots=True)
class Bid:
    """A bid: `value` tricks, 0 for nil; `blind` when it was made before looking."""

    value: int
    blind: bool = False

    @property
    def nil(self) -> bool:
        """Return whether this is a nil."""
        return self.value == 0

    @property
    def text(self) -> str:
        """Return the bid as people write it: "5", "nil", "blind 5", "blind nil"."""
        text = "nil" if self.value == 0 else str(self.value)
        return f"blind {text}" if self.blind else text


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a side's score: `text` says for what, `points` how much."""

    code: str
    text: str
    points: int


@dataclass(frozen=True, slots=True)
class SideResult:
    """A side's hand: points scored, bags taken, and the total and the bags that it carries on."""

    points: int
    bags: int
    total: int
    bags_after: int
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Revoke:
    """A revoke: who, in which trick (from 1), with which card, when which suit was led (cards as in records)."""

    seat: int
    trick: int
    card: str
    led: str


@dataclass(frozen=True, slots=True)
class HandResult:
    """A scored hand: tricks by seat, results by side, revokes if the rule set lets them happen."""

    hand_no: int
    tricks: tuple[int, ...]
    sides: tuple[SideResult, ...]
    revokes: tuple[Revoke, ...] = ()


@dataclass(frozen=True, slots=True)
class GameResult:
    """How a game ended: the winners' seats (of several sides after a tie at the last of `max_hands`) and all totals."""

    winners: tuple[int, ...]
    totals: tuple[int, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return it as records write it."""
        return {"winners": list(self.winners), "totals": list(self.totals)}


def score_hand(
    rules: RuleSet,
    *,
    hand_no: int,
    bids: Sequence[Bid],
    tricks: Sequence[int],
    totals: Sequence[int],
    bags: Sequence[int],
    revokes: Sequence[Revoke] = (),
) -> HandResult:
    """Return the hand's result: `bids` and `tricks` by seat, `totals` and `bags` by side before the hand."""
    revoked = {rules.side_of[revoke.seat] for revoke in revokes}
    results = []
    for side, seats in enumerate(rules.side_seats):
        lines, new_bags = _side_lines(
            rules, [bids[seat] for seat in seats], [tricks[seat] for seat in seats], side in revoked
        )
        after = bags[side] if rules.bag_limit is None else bags[side] + new_bags
        if rules.bag_limit is None:
            after = 0
        elif after >= rules.bag_limit:
            passed, after = divmod(after, rules.bag_limit)
            lines.append(_penalty(rules, passed))
        points = sum(line.points for line in lines)
        results.append(SideResult(points, new_bags, totals[side] + points, after, tuple(lines)))
    return HandResult(hand_no, tuple(tricks), tuple(results), tuple(revokes))


def _side_lines(
    rules: RuleSet, bids: Sequence[Bid], tricks: Sequence[int], revoked: bool
) -> tuple[list[Line], int]:
    """Return a side's lines without the bag penalty, and its new bags."""
    contract = sum(bid.value for bid in bids)
    nil_tricks = sum(won for bid, won in zip(bids, tricks, strict=True) if bid.nil)
    won = sum(tricks) - nil_tricks
    if rules.failed_nil == "help_partner":
        won += nil_tricks
    lines: list[Line] = []
    bags = 0
    if contract:
        bags = _contract_lines(lines, rules, bids, tricks, contract, won, revoked)
    elif rules.failed_nil == "help_partner":
        bags = nil_tricks
    if rules.failed_nil == "bags":
        bags += nil_tricks
    if bags:
        what = "overtrick" if rules.bag_limit is None else "bag"
        lines.append(Line(what + "s", _count(bags, what), bags * rules.overtrick_points))
    for bid, taken in zip(bids, tricks, strict=True):
        if bid.nil:
            lines.append(_nil_line(rules, bid, taken))
    if sum(tricks) == rules.tricks:
        lines.append(Line("boston", "Boston", rules.boston_bonus))
    return lines, bags


def _contract_lines(
    lines: list[Line],
    rules: RuleSet,
    bids: Sequence[Bid],
    tricks: Sequence[int],
    contract: int,
    won: int,
    revoked: bool,
) -> int:
    """Append the contract's line and return the overtricks that count (docs/rules.md 5.1 to 5.3, 5.8 to 5.10)."""
    blind = any(bid.blind and bid.value for bid in bids)
    name = f"{'blind ' if blind else ''}contract {contract}"
    big = rules.ten_for_200 and contract >= BIG_CONTRACT
    if won < contract:
        points = -200 if big else rules.set_points * contract
        lines.append(Line("set", f"{name} set, {won} won", points))
        return 0
    if revoked:
        lines.append(Line("revoke", f"{name} made with a revoke", 0))
        return 0
    points = 200 if big else sum(bid.value * _trick_points(rules, bid) for bid in bids)
    lines.append(Line("contract", name, points))
    # A blind bidder's own overtricks score nothing and are no bags.
    lost = sum(
        max(0, taken - bid.value)
        for bid, taken in zip(bids, tricks, strict=True)
        if bid.blind and bid.value
    )
    return max(0, won - contract - lost)


def _trick_points(rules: RuleSet, bid: Bid) -> int:
    if bid.blind and rules.blind_bid is not None:
        return rules.blind_bid
    return rules.trick_points


def _nil_line(rules: RuleSet, bid: Bid, taken: int) -> Line:
    worth = (rules.blind_nil if bid.blind else rules.nil) or 0
    name = "blind nil" if bid.blind else "nil"
    if taken:
        return Line("nil_broken", f"{name} broken", -worth)
    return Line("nil_kept", f"{name} kept", worth)


def _penalty(rules: RuleSet, passed: int) -> Line:
    limit = rules.bag_limit or 0
    name = "tenth bag" if limit == 10 else f"bag {limit}"
    times = "" if passed == 1 else f", {passed} times"
    return Line("bag_penalty", name + times, -rules.bag_penalty * passed)


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def game_result(rules: RuleSet, totals: Sequence[int], hands: int) -> GameResult | None:
    """Return how the game stands after `hands` hands: over, with its winners, or None when it goes on.

    Sides that share the highest total play another hand until they differ (docs/rules.md 6.2), unless that was the last
    of `max_hands`: then the game is drawn between them (6.3).
    """
    best = max(totals)
    last = rules.max_hands is not None and hands >= rules.max_hands
    reached = rules.target is not None and best >= rules.target
    lost = rules.loss_limit is not None and min(totals) <= -rules.loss_limit
    if not (last or reached or lost):
        return None
    leaders = [side for side, total in enumerate(totals) if total == best]
    if len(leaders) > 1 and not last:
        return None
    seats = sorted(seat for side in leaders for seat in rules.side_seats[side])
    return GameResult(tuple(seats), tuple(totals))
