"""The score of a hand, in lines that a table can show unchanged, and the end of the game (docs/rules.md 5 and 6)."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final, NamedTuple, TypedDict

from games.engine.rules import RuleSet
from games.engine.schema import SeatNumber


@dataclass(frozen=True, slots=True)
class Bid:
    """A bid: `value` tricks, 0 for nil; `blind` when it was made before looking.

    `opening` isn't None for a player who bids nothing themself (3.17, 3.18): the number with which they opened for their side, 0 if
    they said none. Their `value` is 0, and their tricks count for their side.
    """

    value: int
    blind: bool = False
    opening: int | None = None

    @property
    def nil(self) -> bool:
        """Return whether this is a nil."""
        return self.value == 0 and self.opening is None

    @property
    def text(self) -> str:
        """Return the bid as people write it: "5", "nil", "blind 5", "blind nil", "(3)" for an opening, or nothing."""
        if self.opening is not None:
            return f"({self.opening})" if self.opening else ""
        text = "nil" if self.value == 0 else str(self.value)
        return f"blind {text}" if self.blind else text


NO_BID: Final = Bid(0, opening=0)
"""What a player bids who says nothing: the partner of a blind side bid, and everybody in a hand that bids itself."""


class ScoreLine(NamedTuple):
    """One line of a side's score: `text` is the reason, `points` the amount."""

    code: str
    text: str
    points: int


_THROWN_IN: Final = ScoreLine("thrown_in", "thrown in", 0)


class SideResult(NamedTuple):
    """A side's hand: the points scored, the bags taken, and the total and bags carried over."""

    points: int
    bags: int
    total: int
    bags_after: int
    lines: tuple[ScoreLine, ...]


@dataclass(frozen=True, slots=True)
class Revoke:
    """A revoke: the seat, the trick (from 1), the card, and the suit that was led (cards as in records)."""

    seat: int
    trick: int
    card: str
    led: str


class HandResult(NamedTuple):
    """A scored hand: tricks by seat, results by side, and revokes if the rule set allows them to happen.

    `shown` are the seats whose hands are shown to all because the hand was thrown in (3.22); nobody's, if it was played.
    """

    hand_no: int
    tricks: tuple[int, ...]
    sides: tuple[SideResult, ...]
    revokes: tuple[Revoke, ...] = ()
    shown: tuple[int, ...] = ()


class ResultView(TypedDict):
    winners: list[SeatNumber]
    totals: list[int]


@dataclass(frozen=True, slots=True)
class GameResult:
    """How a game ended: the winners' seats (of several sides after a tie at the last of `max_hands`) and all totals.

    `places` are the sides' places, 1 the best; `ended` is "target", "hands", "loss_limit", "spread", "sets", "board", "slam"
    or "boston". Both follow from the hands, so that results are equal without them.
    """

    winners: tuple[int, ...]
    totals: tuple[int, ...]
    places: tuple[int, ...] = field(default=(), compare=False)
    ended: str = field(default="", compare=False)

    def to_dict(self) -> ResultView:
        """Return it as records write it."""
        return {"winners": list(self.winners), "totals": list(self.totals)}

    def to_json(self) -> dict[str, Any]:
        """Return everything."""
        return {**self.to_dict(), "places": list(self.places), "ended": self.ended}


class Sets(NamedTuple):
    """How often each side has been set, and how often running (docs/rules.md 6.6)."""

    all: tuple[int, ...]
    running: tuple[int, ...]

    @classmethod
    def none(cls, sides: int) -> "Sets":
        """Return the counts before the first hand."""
        return cls((0,) * sides, (0,) * sides)

    def after(self, rules: RuleSet, hand: HandResult) -> "Sets":
        """Return the counts after a hand: a side is set at most once in each, and never in one that was thrown in."""
        if hand.shown:
            return self
        counts, running = list(self.all), [0] * len(self.all)
        for side, result in enumerate(hand.sides):
            if is_set(rules, result.lines):
                counts[side] += 1
                running[side] = self.running[side] + 1
        return Sets(tuple(counts), tuple(running))

    def at_limit(self, rules: RuleSet) -> set[int]:
        """Return the sides that lose by their sets."""
        limits = ((rules.set_limit, self.all), (rules.sets_in_a_row, self.running))
        return {
            side
            for limit, counts in limits
            if limit is not None
            for side, count in enumerate(counts)
            if count >= limit
        }


def is_set(rules: RuleSet, lines: Sequence[ScoreLine]) -> bool:
    """Return whether a hand with these lines is a set (6.6)."""
    # The contract's line comes first.
    if lines and lines[0][0] == "set":
        return True
    return rules.nil_is_set and any(line.code == "nil_broken" for line in lines)


def thrown_in(
    hand_no: int, shown: Sequence[int], players: int, totals: Sequence[int], bags: Sequence[int]
) -> HandResult:
    """Return the result of a hand that was thrown in, which scores nothing (3.22)."""
    sides = [
        SideResult(0, 0, total, carried, (_THROWN_IN,))
        for total, carried in zip(totals, bags, strict=True)
    ]
    return HandResult(hand_no, (0,) * players, tuple(sides), shown=tuple(shown))


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
    limit = rules.bag_limit
    results = []
    for side, seats in enumerate(rules.side_seats):
        lines, new_bags = side_lines(rules, seats, bids, tricks, side in revoked)
        after = 0 if limit is None else bags[side] + new_bags
        if limit is not None and after >= limit:
            passed, after = divmod(after, limit)
            lines.append(_penalty(limit, passed, rules.bag_penalty))
        points = sum([line.points for line in lines])
        results.append(SideResult(points, new_bags, totals[side] + points, after, tuple(lines)))
    return HandResult(hand_no, tuple(tricks), tuple(results), tuple(revokes))


def side_lines(
    rules: RuleSet,
    seats: Sequence[int],
    bids: Sequence[Bid],
    tricks: Sequence[int],
    revoked: bool,
) -> tuple[list[ScoreLine], int]:
    """Return a side's lines without the bag penalty, and its new bags (docs/rules.md 5.1 to 5.4, 5.8 to 5.10, 5.15
    to 5.19)."""
    contract = worth = won = nil_tricks = lost = silent = 0
    by_blind = cost = 0
    blind = False
    nils = []
    for seat in seats:
        bid, taken = bids[seat], tricks[seat]
        value = bid.value
        if not value and bid.opening is not None:
            silent += 1
            won += taken
            continue
        if not value:
            nil_tricks += taken
            nils.append(_nil_line(bid.blind, taken > 0, nil_points(rules, bid.blind, taken > 0)))
            continue
        contract += value
        won += taken
        if bid.blind:
            blind = True
            by_blind += value
            worth += value * (rules.blind_bid or rules.trick_points)
            failed = rules.blind_bid_failed
            cost += value * (rules.set_points if failed is None else -failed)
            # A blind bidder's own overtricks score nothing and aren't bags.
            lost += max(0, taken - value)
        else:
            worth += value * rules.trick_points
    lines = []
    bags = 0
    all_won = won + nil_tricks == rules.tricks
    failed_nil = rules.failed_nil
    if failed_nil == "help_partner":
        won += nil_tricks
    if silent and blind:
        # The bid is the side's, and so are the overtricks that score nothing.
        lost = max(0, won - contract)
    if silent == len(seats):
        lines.append(_tricks_line(won, won * rules.trick_points))
    elif contract:
        cost += (contract - by_blind) * rules.set_points
        if contract >= rules.first_price and rules.prices is not None:
            worth, cost = rules.prices[min(contract, len(rules.prices) - 1)]
        if won < contract:
            lines.append(_set_line(blind, contract, won, cost))
        elif revoked:
            lines.append(_revoke_line(blind, contract))
        else:
            lines.append(_contract_line(blind, contract, worth))
            bags = max(0, won - contract - lost)
    elif failed_nil == "help_partner":
        bags = nil_tricks
    if failed_nil == "bags":
        bags += nil_tricks
    if bags:
        what = "overtrick" if rules.bag_limit is None else "bag"
        lines.append(_bags_line(what, bags, bags * rules.overtrick_points))
    if rules.double_nil is not None and len(nils) > 1 and not nil_tricks:
        nils = [_double_nil_line(rules.double_nil)]
    lines += nils
    if all_won:
        lines.append(ScoreLine("boston", "Boston", rules.boston_bonus))
    return lines, bags


def nil_points(rules: RuleSet, blind: bool, broken: bool) -> int:
    """Return what a nil scores by itself (5.6, 5.16)."""
    won, lost = (
        (rules.blind_nil, rules.blind_nil_failed) if blind else (rules.nil, rules.nil_failed)
    )
    if not broken:
        return won or 0
    return -((won or 0) if lost is None else lost)


# There are few different lines and they are read-only, so each is created once and cached.


@lru_cache(maxsize=4096)
def _set_line(blind: bool, contract: int, won: int, points: int) -> ScoreLine:
    return ScoreLine("set", f"{_contract(blind, contract)} set, {won} won", points)


@lru_cache(maxsize=4096)
def _revoke_line(blind: bool, contract: int) -> ScoreLine:
    return ScoreLine("revoke", f"{_contract(blind, contract)} made with a revoke", 0)


@lru_cache(maxsize=4096)
def _contract_line(blind: bool, contract: int, points: int) -> ScoreLine:
    return ScoreLine("contract", _contract(blind, contract), points)


@lru_cache(maxsize=4096)
def _tricks_line(won: int, points: int) -> ScoreLine:
    return ScoreLine("tricks", f"{won} trick{'' if won == 1 else 's'}", points)


@lru_cache(maxsize=4096)
def _bags_line(what: str, bags: int, points: int) -> ScoreLine:
    return ScoreLine(f"{what}s", f"{bags} {what}{'' if bags == 1 else 's'}", points)


@lru_cache(maxsize=4096)
def _nil_line(blind: bool, broken: bool, points: int) -> ScoreLine:
    name = "blind nil" if blind else "nil"
    if broken:
        return ScoreLine("nil_broken", f"{name} broken", points)
    return ScoreLine("nil_kept", f"{name} kept", points)


@lru_cache(maxsize=64)
def _double_nil_line(points: int) -> ScoreLine:
    return ScoreLine("double_nil", "both nils kept", points)


@lru_cache(maxsize=4096)
def _penalty(limit: int, passed: int, points: int) -> ScoreLine:
    name = "tenth bag" if limit == 10 else f"bag {limit}"
    times = "" if passed == 1 else f", {passed} times"
    return ScoreLine("bag_penalty", name + times, -points * passed)


def _contract(blind: bool, contract: int) -> str:
    return f"blind contract {contract}" if blind else f"contract {contract}"


def contract_made(side: SideResult) -> int:
    """Return the contract that a side made in a hand; 0 if it made none."""
    texts = (line.text for line in side.lines if line.code == "contract")
    return next((int(text.rpartition(" ")[2]) for text in texts), 0)


def short_of_board(rules: RuleSet, bids: Sequence[Bid | None], hand: HandResult) -> set[int]:
    """Return the sides that lose the game by winning fewer tricks than `min_side_bid` in a hand that bid itself (6.10)."""
    if not rules.first_hand_loses or any(bid != NO_BID for bid in bids):
        return set()
    return {
        side
        for side, seats in enumerate(rules.side_seats)
        if sum(hand.tricks[seat] for seat in seats) < rules.min_side_bid
    }


def won_outright(rules: RuleSet, hand: HandResult) -> tuple[int, str] | None:
    """Return the side that wins the game by a hand, whatever the totals, and how (docs/rules.md 6.8)."""
    for side, result in enumerate(hand.sides):
        if rules.slam_wins and contract_made(result) == rules.tricks:
            return side, "slam"
        if rules.boston_wins and any(line.code == "boston" for line in result.lines):
            return side, "boston"
    return None


def game_result(
    rules: RuleSet,
    totals: Sequence[int],
    hands: int,
    *,
    lost: Collection[int] = (),
    by: str = "sets",
    outright: tuple[int, str] | None = None,
) -> GameResult | None:
    """Return the result after `hands` hands: the winners if the game is over, or None if it goes on.

    `lost` are the sides that lose whatever the totals, `by` their "sets" or by the "board"; `outright` is what
    `won_outright` says of the last hand. Sides that share the best total play another hand until they
    differ (docs/rules.md 6.2), unless that was the last of `max_hands`: then the game is drawn between them (6.3).
    """
    if outright is not None:
        side, ended = outright
        # Nobody else's place depends on the sets: the game was won, not lost.
        keys = [(index != side, -rules.sign * total) for index, total in enumerate(totals)]
        return _placed(rules, totals, keys, ended)
    last = rules.max_hands is not None and hands >= rules.max_hands
    ended = by if lost else _ended_by(rules, totals, last)
    if not ended:
        return None
    # Where all sides are at the limit, the totals decide between them.
    losers = lost if len(lost) < len(totals) else ()
    keys = [(index in losers, -rules.sign * total) for index, total in enumerate(totals)]
    level = keys.count(min(keys)) > 1
    if level and not (last and rules.level_at_end == "draw"):
        return None
    return _placed(rules, totals, keys, ended)


def _ended_by(rules: RuleSet, totals: Sequence[int], last: bool) -> str:
    """Return what ends the game now, unless the leaders are level; "" if nothing does."""
    if rules.target is not None and max(totals) >= rules.target:
        return "target"
    if rules.loss_limit is not None and min(totals) <= -rules.loss_limit:
        return "loss_limit"
    if rules.point_spread is not None:
        best, second = sorted((rules.sign * total for total in totals), reverse=True)[:2]
        if best - second >= rules.point_spread:
            return "spread"
    return "hands" if last else ""


def _placed(
    rules: RuleSet, totals: Sequence[int], keys: Sequence[tuple[bool, int]], ended: str
) -> GameResult:
    """Return the result in which sides with the least key win."""
    places = tuple(1 + sum(other < key for other in keys) for key in keys)
    first = [side for side, place in enumerate(places) if place == 1]
    seats = sorted(seat for side in first for seat in rules.side_seats[side])
    return GameResult(tuple(seats), tuple(totals), places, ended)
