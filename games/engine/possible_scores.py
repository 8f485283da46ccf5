"""Which scores a game can end with: a check of scores that people write down.

No score of a real game is refused. Each side's total is checked exactly: every sum of hands that its rules allow, with
the bag penalties. So are the tricks of the last hand, which the sides share, and that the game wasn't over before.
Of earlier hands only the sum of the sides' points is compared, and blind bids count as open from the second hand on.
A game of so many hands, or with such numbers, that this would take more than a moment (`exact_hands`) is only held
against the best and the worst that its hands can bring.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise, product
from math import isqrt
from typing import NamedTuple

from games.engine.cards import SPADES, SUIT_OF
from games.engine.rules import RuleSet
from games.engine.scoring import NO_BID, Bid, game_result, is_set, side_lines
from games.engine.sentences import Sentence, counted, message

type _Outcomes = Mapping[tuple[int, int], int]
"""What a side can score in a hand, as points and bags, each with the set of its numbers of tricks."""
MOST_STEPS, MOST_BITS = 30_000, 320_000_000
"""The additions of sets that a game's sums may take, and the bits that these may touch: some 15 ms of processor time."""


@dataclass(frozen=True, slots=True)
class Impossible:
    """Why no game ends so: `side` is the side whose points are impossible, None if it isn't about one side."""

    sentence: Sentence
    side: int | None = None


class OtherEnd(NamedTuple):
    """An end that totals don't show: how the game ended (one of `RuleSet.other_ends`), and the side that won it."""

    how: str
    winner: int


@dataclass(frozen=True)
class _Sums:
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


def why_impossible(
    rules: RuleSet,
    totals: Sequence[int],
    hands: int,
    *,
    may_stop: bool = False,
    end: OtherEnd | None = None,
) -> Impossible | None:
    """Return why no game of `hands` hands under these rules ends with `totals`, by side; None if one may.

    `may_stop`: a time limit can end the game after any hand, as if that were the last of `max_hands`. `end`: how it ended where the
    totals didn't decide.
    """
    return (
        _wrong_length(rules, totals, hands, may_stop or end is not None)
        or (end and _wrong_end(rules, totals, hands, end))
        or _unreachable(rules, totals, hands)
        or _apart(rules, totals, hands, end)
    )


def carried_bags(rules: RuleSet, total: int, hands: int) -> tuple[int, ...]:
    """Return the bags that a side may carry with this total after `hands` hands; (0,) where nothing is known."""
    sums = _sums(rules, hands)
    return (sums.bags_of(total) if sums else ()) or (0,)


def hand_points(rules: RuleSet) -> frozenset[int]:
    """Return what a side can score in one hand, whatever bags it carries into it."""
    return frozenset(
        points - penalty
        for (points, bags) in _all_outcomes(rules)
        for penalty in {_bagged(rules, carried, bags)[1] for carried in _carriable(rules)}
    )


# ------------------------------------------------------------------------------------------------ the checks
def _wrong_length(
    rules: RuleSet, totals: Sequence[int], hands: int, may_stop: bool
) -> Impossible | None:
    most = rules.max_hands
    if hands < 1:
        return Impossible(message("Enter how many hands were played, at least one."))
    if most is not None and hands > most and rules.level_at_end == "draw":
        return Impossible(
            counted(
                "A game under these rules has at most %(n)s hand.",
                "A game under these rules has at most %(n)s hands.",
                most,
            )
        )
    if may_stop or game_result(rules, totals, hands) is not None:
        return None
    if _ends_at(rules, totals) or (most is not None and hands >= most):
        return Impossible(
            message("The leaders are level, so the game goes on with another hand."),
        )
    if rules.target is None:
        return Impossible(message("The game isn’t over: it has %(most)s hands.", most=most))
    return Impossible(
        message("The game isn’t over: nobody has reached %(target)s points.", target=rules.target)
    )


def _wrong_end(
    rules: RuleSet, totals: Sequence[int], hands: int, end: OtherEnd
) -> Impossible | None:
    """Why a game can't have ended so: too early or too late, or by the sets of a side that has too many points."""
    if end.how == "board" and hands > 1:
        return Impossible(
            message(
                "Only the first hand can be lost by the board. Enter 1 hand, or another way to end."
            )
        )
    if end.how != "sets":
        return None
    sets = rules.sets_to_lose
    scored = hands - (rules.first_hand == "bids_itself")
    if scored < sets:
        return Impossible(
            counted(
                "In %(n)s hand nobody can have been set %(sets)s times.",
                "In %(n)s hands nobody can have been set %(sets)s times.",
                hands,
                sets=sets,
            )
        )
    _least, most = _least_and_most(rules)
    points_of_sets = [points for points, _bags in _special_outcomes(rules, "sets")]
    if not points_of_sets:
        return None
    bound = sets * max(points_of_sets) + (hands - sets) * most
    loser = min((side for side in range(len(totals)) if side != end.winner), key=totals.__getitem__)
    if totals[loser] <= bound:
        return None
    return Impossible(
        counted(
            "A side that was set often enough to lose has at most %(most)s points after %(n)s hand.",
            "A side that was set often enough to lose has at most %(most)s points after %(n)s hands.",
            hands,
            most=f"{bound}".replace("-", "−"),
        ),
        loser,
    )


def _unreachable(rules: RuleSet, totals: Sequence[int], hands: int) -> Impossible | None:
    """Totals that no side can have after so many hands, each or together."""
    sums = _sums(rules, hands)
    for side, total in enumerate(totals):
        near = _nearest(sums, total) if sums else _bounded(rules, total, hands)
        if near:
            params = {"points": total, "near": ", ".join(map(str, near)).replace("-", "−")}
            return Impossible(
                counted(
                    "No hand under these rules ends with %(points)s points. The nearest: %(near)s.",
                    "No %(n)s hands under these rules end with %(points)s points. The nearest: %(near)s.",
                    hands,
                    **params,
                ),
                side,
            )
    most = hands * _best_together(rules)
    if sum(totals) > most:
        return Impossible(
            counted(
                "In %(n)s hand the sides can’t score more than %(most)s points together.",
                "In %(n)s hands the sides can’t score more than %(most)s points together.",
                hands,
                most=most,
            )
        )
    return None


def _apart(
    rules: RuleSet, totals: Sequence[int], hands: int, end: OtherEnd | None
) -> Impossible | None:
    """Totals to which no last hand leads, from a score with which the game wasn't over."""
    # Not the other way round: before the first hand the sums are known, but computed with that hand's.
    if _sums(rules, hands) is None or (before := _sums(rules, hands - 1)) is None:
        return None
    # Of several sides that lost, one alone need have come to its end in this hand.
    losers: list[int | None] = [None]
    if end is not None:
        losers = [side for side in range(len(totals)) if side != end.winner]
    found = [_apart_if(rules, before, totals, hands, end, loser) for loser in losers]
    return None if None in found else found[0]


def _apart_if(
    rules: RuleSet,
    before: _Sums,
    totals: Sequence[int],
    hands: int,
    end: OtherEnd | None,
    loser: int | None,
) -> Impossible | None:
    """The same, if it was this side that lost by the `end`."""
    sides = []
    for side, total in enumerate(totals):
        outcomes = _outcomes_of(rules, first=hands == 1)
        if end is not None:
            outcomes = _that_end(rules, outcomes, end, lost=side == loser, won=side == end.winner)
        sides.append(_before_last(rules, before, total, outcomes))
    going_on = [_tricks_from(side, lambda total: not _ends_at(rules, [total])) for side in sides]
    if _shared(rules, going_on) or _level_before(rules, sides):
        return None
    if end is not None:
        return Impossible(message("With these points no last hand ends the game so."))
    for side, mask in enumerate(going_on):
        if not mask:
            params = {"points": totals[side]}
            return Impossible(
                message(
                    "The game would have been over before a last hand that ends with %(points)s points.",
                    **params,
                ),
                side,
            )
    return Impossible(
        message("Each side’s points are possible, but not both in the same hands.")
        if len(sides) == 2
        else message("Each side’s points are possible, but not all in the same hands.")
    )


def _ends_at(rules: RuleSet, totals: Sequence[int]) -> bool:
    """Whether a side's total ends the game, unless the leaders are level."""
    reached = rules.target is not None and max(totals) >= rules.target
    return reached or (rules.loss_limit is not None and min(totals) <= -rules.loss_limit)


def _level_before(rules: RuleSet, sides: Sequence[Mapping[int, int]]) -> bool:
    """Whether the last hand can have followed one after which the leaders were level."""
    level = {total for side in sides for total in side}
    for lead in sorted(level):
        if sum(lead in side for side in sides) < 2:
            continue
        # Tricks by how many sides have the lead: none, one, or more.
        found = [1, 0, 0]
        for side in sides:
            below = _tricks_from(side, _behind(rules, lead))
            at = side.get(lead, 0)
            found = [
                _added(found[0], below),
                _added(found[1], below) | _added(found[0], at),
                _added(found[2], below) | _added(found[2] | found[1], at),
            ]
        if found[2] >> rules.tricks & 1:
            return True
    return False


def _behind(rules: RuleSet, lead: int) -> Callable[[int], bool]:
    return lambda total: rules.sign * total < rules.sign * lead


def _shared(rules: RuleSet, sides: Sequence[int]) -> bool:
    """Whether the sides can have shared the tricks of a hand; each is a set of numbers of tricks."""
    found = 1
    for side in sides:
        found = _added(found, side)
    return bool(found >> rules.tricks & 1)


def _added(sums: int, more: int) -> int:
    """Return the sums of one number of each set, as a set."""
    found = 0
    while more:
        lowest = more & -more
        found |= sums * lowest
        more ^= lowest
    return found


def _tricks_from(side: Mapping[int, int], may: Callable[[int], bool]) -> int:
    found = 0
    for total, tricks in side.items():
        if may(total):
            found |= tricks
    return found


def _that_end(
    rules: RuleSet, outcomes: _Outcomes, end: OtherEnd, *, lost: bool, won: bool
) -> _Outcomes:
    """Return a side's outcomes of the hand that ended the game so."""
    if end.how == "sets":
        return _special_outcomes(rules, "sets") if lost else outcomes
    if end.how == "slam" and won:
        outcomes = _special_outcomes(rules, "slam")
    if end.how == "board":
        tricks = (1 << rules.min_side_bid) - 1 if lost else -1
    else:
        tricks = 1 << rules.tricks if won else 1
    return {outcome: of & tricks for outcome, of in outcomes.items() if of & tricks}


def _before_last(rules: RuleSet, before: _Sums, total: int, outcomes: _Outcomes) -> dict[int, int]:
    """Return the totals before a last hand that leads to `total`, each with the set of tricks that it took."""
    found: dict[int, int] = {}
    for (points, bags), tricks in outcomes.items():
        for carried in _carriable(rules):
            _after, penalty = _bagged(rules, carried, bags)
            earlier = total - points + penalty
            if before.has(carried, earlier):
                found[earlier] = found.get(earlier, 0) | tricks
    return found


def _nearest(sums: _Sums, total: int) -> list[int]:
    """Return the possible totals next below and above an impossible one; nothing if it is possible."""
    return [] if sums.bags_of(total) else sums.beside(total)


def _bounded(rules: RuleSet, total: int, hands: int) -> list[int]:
    """Return the nearest total that so many hands may bring, if this one is above the best or below the worst."""
    least, most = _least_and_most(rules)
    if total > hands * most:
        return [hands * most]
    return [hands * least] if total < hands * least else []


# ------------------------------------------------------------------------------------------------ what hands score
def _bagged(rules: RuleSet, carried: int, bags: int) -> tuple[int, int]:
    """Return the bags carried on and the penalty."""
    if rules.bag_limit is None:
        return 0, 0
    passed, after = divmod(carried + bags, rules.bag_limit)
    return after, passed * rules.bag_penalty


def _carriable(rules: RuleSet) -> range:
    return range(rules.bag_limit or 1)


@lru_cache(maxsize=64)
def _least_and_most(rules: RuleSet) -> tuple[int, int]:
    """Return what a side can score in a hand at worst, with as many bag penalties as can come at once, and at best."""
    points = [
        (points, _bagged(rules, len(_carriable(rules)) - 1, bags)[1])
        for points, bags in _all_outcomes(rules)
    ]
    return min(each - penalty for each, penalty in points), max(each for each, _penalty in points)


@lru_cache(maxsize=64)
def exact_hands(rules: RuleSet) -> int:
    """Return up to how many hands the sums of a game are computed: as long as that takes only a moment."""
    steps = steps_of_a_hand(rules)
    least, most = _least_and_most(rules)
    bits = steps * len(_carriable(rules)) * max(1, most - least)
    return min(MOST_STEPS // steps, isqrt(2 * MOST_BITS // bits))


def steps_of_a_hand(rules: RuleSet) -> int:
    """Return how many additions of sets a hand takes."""
    return sum(
        3 + sum(1 + count.bit_length() for _start, _step, count in runs)
        for _bags, runs in _runs(rules, first=False)
    )


def _sums(rules: RuleSet, hands: int) -> _Sums | None:
    """Return a side's possible totals after `hands` hands; None where that would take too long."""
    if hands > exact_hands(rules):
        return None
    return _last_two(rules, max(hands, 1))[min(hands, 1)]


@lru_cache(maxsize=64)
def _last_two(rules: RuleSet, hands: int) -> tuple[_Sums, _Sums]:
    """Return the possible totals before the last of so many hands and after it."""
    before = after = _Sums(0, len(_carriable(rules)), 1)
    for number in range(1, hands + 1):
        before, after = after, _with_a_hand(rules, after, first=number == 1)
    return before, after


def _with_a_hand(rules: RuleSet, before: _Sums, *, first: bool) -> _Sums:
    """Return the possible totals after one more hand."""
    width = before.width
    least, _most = _least_and_most(rules)
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
    return _Sums(before.lowest + least, width, found)


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
    for points, bags in _outcomes_of(rules, first=first):
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
    """Return the bits of the `number` smallest numbers of bags, of all totals that `_sums` computes."""
    least, most = _least_and_most(rules)
    width, totals, mask, done = (
        len(_carriable(rules)),
        exact_hands(rules) * (most - least) + 1,
        (1 << number) - 1,
        1,
    )
    while done < totals:
        mask |= mask << done * width
        done *= 2
    return mask


@lru_cache(maxsize=64)
def _best_together(rules: RuleSet) -> int:
    """Return what all sides can score in a hand together, without bag penalties."""
    best: dict[int, int] = {}
    for (points, _bags), tricks in _all_outcomes(rules).items():
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


def _outcomes_of(rules: RuleSet, *, first: bool) -> _Outcomes:
    """Return the outcomes of the first hand, or of a later one, in which a side may be behind and bid blind."""
    if first and rules.first_hand == "bids_itself":
        return _outcomes(rules, blind=False, bidding=False)
    return _outcomes(rules, blind=rules.offers_blind and (not first or _blind_at_once(rules)))


def _all_outcomes(rules: RuleSet) -> _Outcomes:
    """Return the outcomes of any hand."""
    found = dict(_outcomes_of(rules, first=False))
    for outcome, tricks in _outcomes_of(rules, first=True).items():
        found[outcome] = found.get(outcome, 0) | tricks
    return found


def _special_outcomes(rules: RuleSet, only: str) -> _Outcomes:
    """Return the outcomes of a hand in which a side is set ("sets"), or has bid all tricks ("slam")."""
    return _outcomes(rules, blind=rules.offers_blind, only=only)


@lru_cache(maxsize=128)
def _outcomes(rules: RuleSet, *, blind: bool, bidding: bool = True, only: str = "") -> _Outcomes:
    """Return what a side can score in a hand, as points and bags without the penalty, with the sets of tricks.

    `only`: as in `_special_outcomes`.
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
