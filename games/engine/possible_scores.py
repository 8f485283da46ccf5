"""Which scores a game can end with: a check of scores that people write down.

No score of a real game is refused. Each side's total is checked exactly: every sum of hands that its rules allow, with
the bag penalties. So are the tricks of the last hand, which the sides share, and that the game wasn't over before.
Of earlier hands only the sum of the sides' points is compared, and blind bids count as open from the second hand on.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise, product

from games.engine.cards import SPADES, SUIT_OF
from games.engine.rules import RuleSet
from games.engine.scoring import Bid, game_result, side_lines
from games.engine.sentences import Sentence, counted, message

MOST_WORK = 20_000_000_000
"""Bits that the sums of a game may touch. Only rules with enormous numbers need more; their sums aren't checked."""

type Totals = dict[int, int]
"""By carried bags, a set of totals: bit n is the total n above the lowest."""


@dataclass(frozen=True, slots=True)
class Impossible:
    """Why no game ends so: `side` is the side whose points are impossible, None if it isn't about one side."""

    sentence: Sentence
    side: int | None = None


@dataclass(frozen=True, slots=True)
class _Sums:
    """A side's possible totals after a number of hands."""

    lowest: int
    by_bags: Totals

    def has(self, bags: int, total: int) -> bool:
        place = total - self.lowest
        return place >= 0 and bool(self.by_bags.get(bags, 0) >> place & 1)

    def bags_of(self, total: int) -> tuple[int, ...]:
        return tuple(bags for bags in sorted(self.by_bags) if self.has(bags, total))


def why_impossible(
    rules: RuleSet, totals: Sequence[int], hands: int, *, may_stop: bool = False
) -> Impossible | None:
    """Return why no game of `hands` hands under these rules ends with `totals`, by side; None if one may.

    `may_stop`: a time limit can end the game after any hand, as if that were the last of `max_hands`.
    """
    return (
        _wrong_length(rules, totals, hands, may_stop)
        or _unreachable(rules, totals, hands)
        or _apart(rules, totals, hands)
    )


def carried_bags(rules: RuleSet, total: int, hands: int) -> tuple[int, ...]:
    """Return the bags that a side may carry with this total after `hands` hands; (0,) where nothing is known."""
    sums = _sums(rules, hands)
    return (sums.bags_of(total) if sums else ()) or (0,)


def hand_points(rules: RuleSet) -> frozenset[int]:
    """Return what a side can score in one hand, whatever bags it carries into it."""
    return frozenset(
        points - penalty
        for (points, bags) in _outcomes(rules, blind=True)
        for penalty in {_bagged(rules, carried, bags)[1] for carried in _carriable(rules)}
    )


# ------------------------------------------------------------------------------------------------ the checks
def _wrong_length(
    rules: RuleSet, totals: Sequence[int], hands: int, may_stop: bool
) -> Impossible | None:
    most = rules.max_hands
    if hands < 1:
        return Impossible(message("Enter how many hands were played, at least one."))
    if most is not None and hands > most:
        return Impossible(
            counted(
                "A game under these rules has at most %(n)s hand.",
                "A game under these rules has at most %(n)s hands.",
                most,
            )
        )
    if may_stop or game_result(rules, totals, hands) is not None:
        return None
    if _ends_at(rules, totals):
        return Impossible(
            message("The leaders are level, so the game goes on with another hand."),
        )
    if rules.target is None:
        return Impossible(message("The game isn’t over: it has %(most)s hands.", most=most))
    return Impossible(
        message("The game isn’t over: nobody has reached %(target)s points.", target=rules.target)
    )


def _unreachable(rules: RuleSet, totals: Sequence[int], hands: int) -> Impossible | None:
    """Totals that no side can have after so many hands, each or together."""
    sums = _sums(rules, hands)
    if sums is None:
        return None
    for side, total in enumerate(totals):
        if not sums.bags_of(total):
            near = [each for each in _nearest(sums, total) if each is not None]
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


def _apart(rules: RuleSet, totals: Sequence[int], hands: int) -> Impossible | None:
    """Totals to which no last hand leads, from a score with which the game wasn't over."""
    before = _sums(rules, hands - 1)
    if before is None:
        return None
    sides = [_before_last(rules, before, total, first=hands == 1) for total in totals]
    going_on = [_tricks_from(side, lambda total: not _ends_at(rules, [total])) for side in sides]
    if _shared(rules, going_on) or _level_before(rules, sides):
        return None
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
            below = _tricks_from(side, _below(lead))
            at = side.get(lead, 0)
            found = [
                _added(found[0], below),
                _added(found[1], below) | _added(found[0], at),
                _added(found[2], below) | _added(found[2] | found[1], at),
            ]
        if found[2] >> rules.tricks & 1:
            return True
    return False


def _below(lead: int) -> Callable[[int], bool]:
    return lambda total: total < lead


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


def _before_last(rules: RuleSet, before: _Sums, total: int, *, first: bool) -> dict[int, int]:
    """Return the totals before a last hand that leads to `total`, each with the set of tricks that it took."""
    found: dict[int, int] = {}
    for (points, bags), tricks in _outcomes(
        rules, blind=not first or _blind_at_once(rules)
    ).items():
        for carried in before.by_bags:
            _after, penalty = _bagged(rules, carried, bags)
            earlier = total - points + penalty
            if before.has(carried, earlier):
                found[earlier] = found.get(earlier, 0) | tricks
    return found


def _nearest(sums: _Sums, total: int) -> tuple[int | None, int | None]:
    """Return the possible totals next below and above an impossible one."""
    every = 0
    for mask in sums.by_bags.values():
        every |= mask
    place = total - sums.lowest
    below = every & ((1 << max(place, 0)) - 1)
    above = every >> max(place, 0)
    return (
        sums.lowest + below.bit_length() - 1 if below else None,
        sums.lowest + max(place, 0) + (above & -above).bit_length() - 1 if above else None,
    )


# ------------------------------------------------------------------------------------------------ what hands score
def _bagged(rules: RuleSet, carried: int, bags: int) -> tuple[int, int]:
    """Return the bags carried on and the penalty."""
    if rules.bag_limit is None:
        return 0, 0
    passed, after = divmod(carried + bags, rules.bag_limit)
    return after, passed * rules.bag_penalty


def _carriable(rules: RuleSet) -> range:
    return range(rules.bag_limit or 1)


@lru_cache(maxsize=256)
def _sums(rules: RuleSet, hands: int) -> _Sums | None:
    """Return a side's possible totals after `hands` hands; None where that would take too long."""
    if hands <= 0:
        return _Sums(0, {0: 1})
    before = _sums(rules, hands - 1)
    outcomes = _outcomes(rules, blind=hands > 1 or _blind_at_once(rules))
    steps = {
        (carried, points - penalty, after)
        for carried in (before.by_bags if before else ())
        for points, bags in outcomes
        for after, penalty in [_bagged(rules, carried, bags)]
    }
    if before is None or not steps:
        return None
    least = min(points for _carried, points, _after in steps)
    most = max(points for _carried, points, _after in steps)
    if len(steps) * (most - least) * hands > MOST_WORK // hands:
        return None
    found: Totals = {}
    for carried, points, after in steps:
        found[after] = found.get(after, 0) | before.by_bags[carried] << points - least
    return _Sums(before.lowest + least, found)


@lru_cache(maxsize=64)
def _best_together(rules: RuleSet) -> int:
    """Return what all sides can score in a hand together, without bag penalties."""
    best: dict[int, int] = {}
    for (points, _bags), tricks in _outcomes(rules, blind=True).items():
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


@lru_cache(maxsize=128)
def _outcomes(rules: RuleSet, *, blind: bool) -> Mapping[tuple[int, int], int]:
    """Return what a side can score in a hand, as points and bags without the penalty, with the sets of tricks."""
    seats = rules.side_seats[0]
    revokes = (False, True) if rules.revoke == "penalised" else (False,)
    found: dict[tuple[int, int], int] = {}
    for bids in _side_bids(rules, len(seats), blind):
        for tricks in product(range(rules.tricks + 1), repeat=len(seats)):
            taken = sum(tricks)
            if taken > rules.tricks:
                continue
            for revoked in revokes:
                lines, bags = side_lines(rules, range(len(seats)), bids, tricks, revoked)
                key = sum(line.points for line in lines), bags
                found[key] = found.get(key, 0) | 1 << taken
    return found


def _side_bids(rules: RuleSet, seats: int, blind: bool) -> Iterator[tuple[Bid, ...]]:
    """Yield the bids that a side's players can make, in one order: it changes no score."""
    spades = sum(SUIT_OF[card] == SPADES for card in rules.pack)
    if rules.bidding in ("mirror", "whiz"):
        values = tuple(range(min(spades, rules.tricks) + 1))
    else:
        values = rules.bid_values
    bids = [Bid(value) for value in values]
    if blind:
        bids += [
            Bid(value, True)
            for value in values
            if (rules.blind_bid if value else rules.blind_nil) is not None
        ]
    order = {bid: place for place, bid in enumerate(bids)}
    for chosen in product(bids, repeat=seats):
        if any(order[one] > order[other] for one, other in pairwise(chosen)):
            continue
        total, nils = sum(bid.value for bid in chosen), sum(bid.nil for bid in chosen)
        if total < rules.min_side_bid or (rules.bidding == "suicide" and nils != 1):
            continue
        if rules.bidding in ("mirror", "whiz") and total > spades:
            continue
        yield chosen
