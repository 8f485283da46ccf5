"""What the sides can score in one hand, and what a side can have after a number of hands.

A hand's outcomes are every bid and every number of tricks that the rules allow, scored by the engine itself. A side's totals after some
hands are sets of bits, so that a hand is added to all of them at once.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise, product
from math import isqrt

from games.engine.cards import SPADES, SUIT_OF
from games.engine.rules import RuleSet
from games.engine.scoring import NO_BID, Bid, is_set, side_lines

type Outcomes = Mapping[tuple[int, int], int]
"""What a side can score in a hand, as points and bags, each with the set of its numbers of tricks."""
MOST_STEPS, MOST_BITS = 30_000, 320_000_000
"""The additions of sets that a game's sums may take, and the bits that these may touch: some 15 ms of processor time."""


@dataclass(frozen=True)
class Sums:
    """A side's possible totals after a number of hands.

    `packed` has a bit for each number of carried bags, `width` in all, of each total from `lowest` on.
    """

    lowest: int
    width: int
    packed: int

    @cached_property
    def _bytes(self) -> bytes:
        # Shifting the whole number would copy it for each bit that is read.
        return self.packed.to_bytes(self.packed.bit_length() // 8 + 1, "little")

    def has(self, bags: int, total: int) -> bool:
        bit = (total - self.lowest) * self.width + bags
        return 0 <= bit < 8 * len(self._bytes) and bool(self._bytes[bit >> 3] >> (bit & 7) & 1)

    def bags_of(self, total: int) -> tuple[int, ...]:
        return tuple(bags for bags in range(self.width) if self.has(bags, total))

    def beside(self, total: int) -> list[int]:
        """Return the totals next below and above one that isn't possible."""
        place = max(total - self.lowest, 0) * self.width
        below, above = self.packed & ((1 << place) - 1), self.packed >> place
        bits = [
            *([below.bit_length() - 1] if below else []),
            *([place + (above & -above).bit_length() - 1] if above else []),
        ]
        return [self.lowest + bit // self.width for bit in bits]


def bagged(rules: RuleSet, carried: int, bags: int) -> tuple[int, int]:
    """Return the bags carried on and the penalty."""
    if rules.bag_limit is None:
        return 0, 0
    passed, after = divmod(carried + bags, rules.bag_limit)
    return after, passed * rules.bag_penalty


def carriable(rules: RuleSet) -> range:
    return range(rules.bag_limit or 1)


@lru_cache(maxsize=64)
def least_and_most(rules: RuleSet) -> tuple[int, int]:
    """Return what a side can score in a hand at worst, with as many bag penalties as can come at once, and at best."""
    points = [
        (points, bagged(rules, len(carriable(rules)) - 1, bags)[1])
        for points, bags in all_outcomes(rules)
    ]
    return min(each - penalty for each, penalty in points), max(each for each, _penalty in points)


@lru_cache(maxsize=64)
def exact_hands(rules: RuleSet) -> int:
    """Return up to how many hands the sums of a game are computed: as long as that takes only a moment."""
    steps = steps_of_a_hand(rules)
    least, most = least_and_most(rules)
    bits = steps * len(carriable(rules)) * max(1, most - least)
    return min(MOST_STEPS // steps, isqrt(2 * MOST_BITS // bits))


def steps_of_a_hand(rules: RuleSet) -> int:
    """Return how many additions of sets a hand takes."""
    return sum(
        3 + sum(1 + count.bit_length() for _start, _step, count in runs)
        for _bags, runs in _runs(rules, first=False)
    )


def sums_after(rules: RuleSet, hands: int) -> Sums | None:
    """Return a side's possible totals after `hands` hands; None where that would take too long."""
    if hands > exact_hands(rules):
        return None
    return _last_two(rules, max(hands, 1))[min(hands, 1)]


@lru_cache(maxsize=64)
def _last_two(rules: RuleSet, hands: int) -> tuple[Sums, Sums]:
    """Return the possible totals before the last of so many hands and after it."""
    before = after = Sums(0, len(carriable(rules)), 1)
    for number in range(1, hands + 1):
        before, after = after, _with_a_hand(rules, after, first=number == 1)
    return before, after


def _with_a_hand(rules: RuleSet, before: Sums, *, first: bool) -> Sums:
    """Return the possible totals after one more hand."""
    width = before.width
    least, _most = least_and_most(rules)
    found = 0
    for bags, runs in _runs(rules, first=first):
        # The side carries on the bags of this hand; those that pass the limit start again, less the penalty.
        turns, over = divmod(bags, width)
        penalty = 0 if rules.bag_limit is None else (turns + (over > 0)) * rules.bag_penalty
        moved = before.packed
        if over:
            kept = moved & _fewest_bags(rules, width - over)
            without = 0 if rules.bag_limit is None else rules.bag_penalty * width
            moved = kept << over + without | (moved ^ kept) >> width - over
        for start, step, count in runs:
            found |= _repeated(moved, step * width, count) << (start - penalty - least) * width
    return Sums(before.lowest + least, width, found)


def _repeated(sums: int, step: int, count: int) -> int:
    """Return the union of `count` copies of a set, each `step` above the one before."""
    done = 1
    while done < count:
        more = min(done, count - done)
        sums |= sums << more * step
        done += more
    return sums


@lru_cache(maxsize=128)
def _runs(rules: RuleSet, *, first: bool) -> list[tuple[int, list[tuple[int, int, int]]]]:
    """Return the points of a hand by its bags, as runs with equal steps: the start, the step and the count of each."""
    by_bags: dict[int, set[int]] = {}
    for points, bags in outcomes_of(rules, first=first):
        by_bags.setdefault(bags, set()).add(points)
    return [(bags, _in_runs(points)) for bags, points in by_bags.items()]


def _in_runs(points: set[int]) -> list[tuple[int, int, int]]:
    steps = Counter(above - below for below, above in pairwise(sorted(points)))
    step = max(steps, key=steps.__getitem__, default=1)
    runs = []
    for start in points:
        if start - step not in points:
            count = next(
                count for count in range(1, len(points) + 1) if start + count * step not in points
            )
            runs.append((start, step, count))
    return runs


@lru_cache(maxsize=256)
def _fewest_bags(rules: RuleSet, number: int) -> int:
    """Return the bits of the `number` smallest numbers of bags, of all totals that `sums_after` computes."""
    least, most = least_and_most(rules)
    width, totals, mask, done = (
        len(carriable(rules)),
        exact_hands(rules) * (most - least) + 1,
        (1 << number) - 1,
        1,
    )
    while done < totals:
        mask |= mask << done * width
        done *= 2
    return mask


@lru_cache(maxsize=64)
def best_together(rules: RuleSet) -> int:
    """Return what all sides can score in a hand together, without bag penalties."""
    best: dict[int, int] = {}
    for (points, _bags), tricks in all_outcomes(rules).items():
        for number in range(rules.tricks + 1):
            if tricks >> number & 1:
                best[number] = max(best.get(number, points), points)
    found = {0: 0}
    for _side in rules.side_seats:
        found = {
            total: max(
                found[total - number] + points
                for number, points in best.items()
                if total - number in found
            )
            for total in range(rules.tricks + 1)
            if any(total - number in found for number in best)
        }
    return found[rules.tricks]


def _blind_at_once(rules: RuleSet) -> bool:
    """Whether a blind bid is open in the first hand, when nobody is behind; bids count as open if one is."""
    return (rules.blind_nil is not None and rules.blind_nil_deficit == 0) or (
        rules.blind_bid is not None and rules.blind_bid_deficit == 0
    )


def outcomes_of(rules: RuleSet, *, first: bool) -> Outcomes:
    """Return the outcomes of the first hand, or of a later one, in which a side may be behind and bid blind."""
    if first and rules.first_hand == "bids_itself":
        return _outcomes(rules, blind=False, bidding=False)
    return _outcomes(rules, blind=rules.offers_blind and (not first or _blind_at_once(rules)))


def all_outcomes(rules: RuleSet) -> Outcomes:
    """Return the outcomes of any hand."""
    found = dict(outcomes_of(rules, first=False))
    for outcome, tricks in outcomes_of(rules, first=True).items():
        found[outcome] = found.get(outcome, 0) | tricks
    return found


def special_outcomes(rules: RuleSet, only: str) -> Outcomes:
    """Return the outcomes of a hand in which a side is set ("sets"), or has bid all tricks ("slam")."""
    return _outcomes(rules, blind=rules.offers_blind, only=only)


@lru_cache(maxsize=128)
def _outcomes(rules: RuleSet, *, blind: bool, bidding: bool = True, only: str = "") -> Outcomes:
    """Return what a side can score in a hand, as points and bags without the penalty, with the sets of tricks.

    `only`: as in `special_outcomes`.
    """
    seats = range(len(rules.side_seats[0]))
    revokes = (False, True) if rules.revoke == "penalised" else (False,)
    found: dict[tuple[int, int], int] = {}
    none = iter([(NO_BID,) * len(seats)])
    for bids in _side_bids(rules, len(seats), blind) if bidding else none:
        contract = sum([bid.value for bid in bids])
        if only == "slam" and contract != rules.tricks:
            continue
        for taken, tricks in _splits(rules, bids):
            # A revoke costs only a contract that was made.
            for revoked in revokes if 0 < contract <= taken else (False,):
                lines, bags = side_lines(rules, seats, bids, tricks, revoked)
                if only == "sets" and not is_set(rules, lines):
                    continue
                key = sum([line.points for line in lines]), bags
                found[key] = found.get(key, 0) | 1 << taken
    return found


def _splits(rules: RuleSet, bids: Sequence[Bid]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield the tricks of a side and of its players, one split of each kind that scores alike.

    Who won them matters only beside a nil, and with a blind number for the overtricks that the rules ignore.
    """
    every = range(rules.tricks + 1)
    if len(bids) == 1 or not any(bid.nil or bid.blind for bid in bids):
        yield from ((taken, (taken, *(0 for _other in bids[1:]))) for taken in every)
        return
    one, other = bids
    if one.nil or other.nil:
        yield from ((taken, (n, taken - n)) for taken in every for n in range(taken + 1))
        return
    contract = one.value + other.value
    for taken in every:
        if taken < contract:
            yield taken, (taken, 0)
            continue
        seen = set()
        for first in range(taken + 1):
            ignored = one.blind * max(0, first - one.value)
            ignored += other.blind * max(0, taken - first - other.value)
            # More than the overtricks can't be ignored.
            ignored = min(ignored, taken - contract)
            if ignored not in seen:
                seen.add(ignored)
                yield taken, (first, taken - first)


def _side_bids(rules: RuleSet, seats: int, blind: bool) -> Iterator[tuple[Bid, ...]]:
    """Yield the bids that a side's players can make, in one order: it changes no score."""
    if rules.bid_by == "side":
        yield from _joint_bids(rules, blind)
        return
    spades = sum(SUIT_OF[card] == SPADES for card in rules.pack)
    # A programme's hands have bounds of their own: every bid counts as open there.
    bounded = set(rules.programme) <= {"free"}
    if not bounded:
        values = (*range(1, rules.tricks + 1), *([] if rules.nil is None else [0]))
    elif rules.bidding in ("mirror", "whiz"):
        values = tuple(range(min(spades, rules.tricks) + 1))
    else:
        values = rules.bid_values
    bids = [Bid(value) for value in values]
    if blind:
        offered = range(rules.blind_bid_min, rules.highest_blind_bid + 1)
        numbers = range(0) if rules.blind_bid is None else offered
        bids += [
            Bid(value, True)
            for value in values
            if (value in numbers if value else rules.blind_nil is not None)
        ]
    order = {bid: place for place, bid in enumerate(bids)}
    plain = set()
    for chosen in product(bids, repeat=seats):
        if any(order[one] > order[other] for one, other in pairwise(chosen)):
            continue
        if not any(bid.nil or bid.blind for bid in chosen):
            # Ordinary bids are added up: one pair of each sum is enough.
            contract = sum(bid.value for bid in chosen)
            if contract in plain:
                continue
            plain.add(contract)
        total, nils = sum(bid.value for bid in chosen), sum(bid.nil for bid in chosen)
        if not bounded:
            yield chosen
            continue
        if total < rules.min_side_bid or (rules.bidding == "suicide" and nils != 1):
            continue
        if rules.bidding in ("mirror", "whiz") and total > spades:
            continue
        if rules.nil_partner_min and nils and total < rules.nil_partner_min:
            continue
        yield chosen


def _joint_bids(rules: RuleSet, blind: bool) -> Iterator[tuple[Bid, ...]]:
    """Yield the bids of partners who bid together (3.17)."""
    numbers = range(rules.min_bid, rules.highest_bid + 1)
    yield from ((Bid(value), NO_BID) for value in numbers if value >= rules.min_side_bid)
    if blind and rules.blind_bid is not None:
        yield from ((Bid(value, True), NO_BID) for value in rules.blind_side_numbers)
    if rules.nil is not None:
        yield from ((Bid(0), Bid(value)) for value in numbers if value >= rules.nil_partner_min)
        if not rules.nil_partner_min:
            yield Bid(0), Bid(0)
