"""The compiled core of `batch`: random hands on bit masks, in the subset of Python that numba compiles.

Cards, sets of cards and bids are the engine's numbers (see `cards` and `actions`). The functions are plain Python
and compiled at the end of the module; the engine is their reference, and tests/engine/batch compares the two.
"""

from typing import Any, Final, NamedTuple

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic

from games.engine.actions import BID, BLIND, SILENT
from games.engine.cards import FIRST_SPADE, MASK_OF_SUIT_OF, SPADES_MASK

SEATS: Final = 4
SPADES: Final = np.uint64(SPADES_MASK)
SUIT_LED: Final = np.array(MASK_OF_SUIT_OF, dtype=np.uint64)
ONE: Final = np.uint64(1)
NONE: Final = np.uint64(0)
HALF: Final = np.uint64(32)
LOW: Final = np.uint64(0xFFFF_FFFF)
AFTER_BREAK, ONLY_WHEN_VOID, ANYTIME = range(3)
BAGS, HELP_PARTNER, NOTHING = range(3)
NEVER: Final = -1


class Terms(NamedTuple):
    """A rule set as numbers: NEVER for what it doesn't offer."""

    players: int
    sides: int
    tricks: int
    min_bid: int
    max_bid: int
    nil: int
    blind_nil: int
    blind_nil_deficit: int
    blind_bid: int
    blind_bid_deficit: int
    two_of_clubs_leads: bool
    spade_lead: int
    lone_spades_break: bool
    trick_points: int
    overtrick_points: int
    set_points: int
    bag_limit: int
    bag_penalty: int
    failed_nil: int
    nil_failed: int
    blind_nil_failed: int
    double_nil: int
    blind_bid_failed: int
    first_price: int
    prices: Any
    """(contracts, 2): what contracts from `first_price` on score when made, and when failed."""
    boston_bonus: int
    sign: int
    """What a point more is worth to a side: -1 where the lowest total wins."""


class Tally(NamedTuple):
    """The output of a batch, one row per hand (see `batch.Batch`)."""

    deals: Any
    bids: Any
    plays: Any
    choices: Any
    tricks: Any
    points: Any
    bags: Any
    totals_after: Any
    bags_after: Any


def _ctpop(typing: Any, mask: Any) -> Any:
    """Compile to the processor instruction that counts the set bits."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.uint64(types.uint64), build


def _cttz(typing: Any, mask: Any) -> Any:
    """Compile to the processor instruction that finds the lowest set bit; the mask isn't 0."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.uint64(types.uint64), build


def _mixed(number: Any) -> Any:
    """Return the number's bits well mixed: the output function of SplitMix64 (Steele, Lea, Flood 2014)."""
    number = (number ^ (number >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    number = (number ^ (number >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return number ^ (number >> np.uint64(31))


def _below(dice: Any, limit: Any) -> Any:
    """Return the next random number below `limit`: the upper half of a product (Lemire 2019), with bias below 2⁻²⁶."""
    dice[0] += np.uint64(0x9E3779B97F4A7C15)
    return ((mixed(dice[0]) >> HALF) * np.uint64(limit)) >> HALF


def _card_of(dice: Any, cards: Any, count: Any) -> Any:
    """Return a random card of a set of `count`."""
    for _ in range(below(dice, count)):
        cards &= cards - ONE
    return trailing_zeros(cards)


def _deal(dice: Any, pack: Any, shuffled: Any, first: int, hands: Any) -> None:
    """Shuffle the pack (Fisher-Yates) and deal it clockwise from seat `first` on."""
    for index in range(len(pack)):
        shuffled[index] = pack[index]
    for seat in range(SEATS):
        hands[seat] = NONE
    for index in range(len(pack) - 1, -1, -1):
        other = below(dice, index + 1)
        card = shuffled[other]
        shuffled[other] = shuffled[index]
        hands[(first + index) % SEATS] |= ONE << np.uint64(card)


def _bid(dice: Any, terms: Terms, behind: int) -> Any:
    """Return a random bid for a seat whose side trails the highest total by `behind` points."""
    numbers = terms.max_bid - terms.min_bid + 1
    plain = numbers + (terms.nil != NEVER)
    blind_nil = terms.blind_nil != NEVER and behind >= terms.blind_nil_deficit
    blind_number = terms.blind_bid != NEVER and behind >= terms.blind_bid_deficit
    if blind_nil or blind_number:
        # As many options as the engine offers: look, and the bids allowed before looking.
        ways = plain + 1 + blind_nil + numbers * blind_number
        way = np.int64(below(dice, ways))
        if way < plain:
            return BID + (terms.min_bid + way if way < numbers else 0)
        way -= plain + 1
        if way >= 0:
            return BLIND + (terms.min_bid + way if blind_number and way < numbers else 0)
    way = np.int64(below(dice, plain))
    return BID + (terms.min_bid + way if way < numbers else 0)


def _play(
    dice: Any, terms: Terms, first: int, hands: Any, won: Any, plays: Any, choices: Any
) -> None:
    """Play the tricks at random; record the tricks each seat won, the cards, and how many cards were legal at each
    play.
    """
    leader = first
    broken = terms.spade_lead == ANYTIME
    for seat in range(SEATS):
        won[seat] = 0
    place = 0
    for trick in range(terms.tricks):
        hand = hands[leader]
        others = hand & ~SPADES
        legal = hand if broken or others == NONE else others
        if trick == 0 and terms.two_of_clubs_leads:
            while not hands[leader] & ONE:
                leader = (leader + 1) % SEATS
            legal = ONE
        count = popcount(legal)
        led = card_of(dice, legal, count)
        hands[leader] ^= ONE << led
        plays[place] = led
        choices[place] = count
        suit = SUIT_LED[led]
        spade_led = led >= FIRST_SPADE
        trumped = False
        best = led
        winner = leader
        for index in range(1, SEATS):
            seat = (leader + index) % SEATS
            hand = hands[seat]
            follow = hand & suit
            legal = follow if follow else hand
            count = popcount(legal)
            card = card_of(dice, legal, count)
            bit = ONE << card
            hands[seat] = hand ^ bit
            plays[place + index] = card
            choices[place + index] = count
            spade = card >= FIRST_SPADE
            trumped |= spade
            takes = (card > best) & (spade | ((bit & suit) != NONE))
            best = card if takes else best
            winner = seat if takes else winner
        if terms.spade_lead == AFTER_BREAK:
            broken |= terms.lone_spades_break if spade_led else trumped
        won[winner] += 1
        leader = winner
        place += SEATS


def _score(terms: Terms, side: int, bids: Any, tricks: Any, carried: int, revoked: bool) -> Any:
    """Return a side's points, bags, and bags carried over (docs/rules.md 5)."""
    contract = won = nil_tricks = worth = cost = lost = nils = nil_bids = silent = blinds = 0
    for seat in range(side, terms.players, terms.sides):
        blind = bids[seat] >= BLIND
        value = bids[seat] - (BLIND if blind else BID)
        taken: Any = np.int64(tricks[seat])
        if value == SILENT:
            silent += 1
            won += taken
        elif value:
            contract += value
            won += taken
            if blind:
                blinds += 1
                worth += value * terms.blind_bid
                cost += value * terms.blind_bid_failed
                lost += max(0, taken - value)
            else:
                worth += value * terms.trick_points
                cost += value * terms.set_points
        else:
            nil_tricks += taken
            nil_bids += 1
            if taken:
                nils += terms.blind_nil_failed if blind else terms.nil_failed
            else:
                nils += terms.blind_nil if blind else terms.nil
    if terms.double_nil != NEVER and nil_bids > 1 and nil_tricks == 0:
        nils = terms.double_nil
    points = nils
    if won + nil_tricks == terms.tricks:
        points += terms.boston_bonus
    bags = 0
    if terms.failed_nil == HELP_PARTNER:
        won += nil_tricks
    if silent and blinds:
        lost = max(0, won - contract)
    if silent * terms.sides == terms.players:
        points += won * terms.trick_points
    elif contract:
        if contract >= terms.first_price:
            worth, cost = terms.prices[contract, 0], terms.prices[contract, 1]
        if won < contract:
            points += cost
        elif not revoked:
            points += worth
            bags = max(0, won - contract - lost)
    elif terms.failed_nil == HELP_PARTNER:
        bags = nil_tricks
    if terms.failed_nil == BAGS:
        bags += nil_tricks
    points += bags * terms.overtrick_points
    if terms.bag_limit == NEVER:
        return points, bags, 0
    after = carried + bags
    points -= after // terms.bag_limit * terms.bag_penalty
    return points, bags, after % terms.bag_limit


def _run(
    terms: Terms, pack: Any, seed: Any, dealers: Any, totals: Any, bags: Any, tally: Tally
) -> None:
    """Play one hand per row. The random numbers of hand n depend only on the seed and n."""
    hands = np.empty(SEATS, dtype=np.uint64)
    shuffled = np.empty(len(pack), dtype=np.uint8)
    dice = np.empty(1, dtype=np.uint64)
    for row in range(len(dealers)):
        dice[0] = mixed(mixed(seed) + np.uint64(row))
        first = (dealers[row] + 1) % SEATS
        deal(dice, pack, shuffled, first, hands)
        best = totals[row].max()
        for index in range(SEATS):
            seat = (first + index) % SEATS
            tally.deals[row, seat] = hands[seat]
            tally.bids[row, seat] = bid(dice, terms, best - totals[row, seat % terms.sides])
        play(dice, terms, first, hands, tally.tricks[row], tally.plays[row], tally.choices[row])
        for side in range(terms.sides):
            points, new, after = score(
                terms, side, tally.bids[row], tally.tricks[row], bags[row, side], False
            )
            tally.points[row, side] = points
            tally.bags[row, side] = new
            tally.totals_after[row, side] = totals[row, side] + points
            tally.bags_after[row, side] = after


popcount: Any = intrinsic(_ctpop)
trailing_zeros: Any = intrinsic(_cttz)
mixed: Any = njit(cache=True)(_mixed)
below: Any = njit(cache=True)(_below)
card_of: Any = njit(cache=True)(_card_of)
deal: Any = njit(cache=True)(_deal)
bid: Any = njit(cache=True)(_bid)
play: Any = njit(cache=True)(_play)
score: Any = njit(cache=True)(_score)
run: Any = njit(cache=True)(_run)
