"""The compiled rules by which a rollout plays cards: what each seat wants, and the card that looks best for that.

The seats see each other's cards, but look no further than the trick.
"""

from typing import Any, Final

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic

from games.bots.search_worlds import SUITS
from games.engine.actions import SILENT
from games.engine.batch_kernel import HELP_PARTNER, NONE, ONE, SPADES, Terms, trailing_zeros
from games.engine.cards import SUIT_OF

TWO: Final = np.uint64(2)
TOP: Final = np.uint64(63)
RANK: Final = np.array([card - 13 * suit for card, suit in enumerate(SUIT_OF)], dtype=np.int64)


def _ctlz(typing: Any, mask: Any) -> Any:
    """Compile to the processor instruction that counts leading zeros; the mask isn't 0."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctlz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.uint64(types.uint64), build


def _highest(cards: Any) -> Any:
    """Return the highest card of a set."""
    return TOP - leading_zeros(cards)


def _up_to(card: Any) -> Any:
    """Return the set of all cards up to and including a card."""
    return (TWO << card) - ONE


def _top_of(cards: Any) -> Any:
    """Return all cards up to the highest of a set: those that don't beat it."""
    return up_to(highest(cards)) if cards else NONE


def _cheapest(legal: Any) -> Any:
    """Return the card of least worth: the lowest rank outside spades, else the lowest spade."""
    best = np.int64(99)
    found = trailing_zeros(legal)
    for suit in range(3):
        held = legal & SUITS[suit]
        if held:
            card = trailing_zeros(held)
            if RANK[card] < best:
                best = RANK[card]
                found = card
    return found


def _dearest(legal: Any) -> Any:
    """Return the card that a seat avoiding tricks wants to be rid of: the highest rank outside spades."""
    best = np.int64(-1)
    found = highest(legal)
    for suit in range(3):
        held = legal & SUITS[suit]
        if held:
            card = highest(held)
            if RANK[card] > best:
                best = RANK[card]
                found = card
    return found


def _answers(hand: Any, suit: Any) -> Any:
    """Return the cards of a hand that can win a trick in a suit, if high enough."""
    follow = hand & suit
    return follow if follow else hand & SPADES


def _lead(
    terms: Terms,
    side_of: Any,
    hands: Any,
    seat: int,
    legal: Any,
    takes: bool,
    nil: Any,
    nils: int,
    first: int,
) -> Any:
    """Return the card to lead by rule, starting to look at suit `first`."""
    own_side = side_of[seat]
    avoid = not takes or nil[seat]
    best = np.int64(-1)
    found = trailing_zeros(legal)
    for number in range(4):
        suit = SUITS[(first + number) & 3]
        own = legal & suit
        if not own:
            continue
        threats = mates = NONE
        bonus = 0
        low = trailing_zeros(own)
        for other in range(terms.players):
            if other == seat:
                continue
            if side_of[other] == own_side:
                if nil[other]:
                    # Cover the partner's nil with a high card where he can't be below a low one.
                    bonus += 40
                else:
                    mates |= answers(hands[other], suit)
            else:
                answer = answers(hands[other], suit)
                threats |= answer
                if nils and nil[other]:
                    theirs = hands[other] & suit
                    if theirs and trailing_zeros(theirs) > low:
                        bonus -= 60
        top = highest(own)
        spade = suit == SPADES
        if avoid:
            # Lead the lowest card that somebody beats.
            others = threats | mates
            lost = others and highest(others) > low
            value = (100 if lost else 20) - RANK[low] - (30 if spade else 0)
            if not nil[seat]:
                value -= bonus
            card = low
        else:
            sure = not threats or top > highest(threats)
            if sure:
                value = 60 if spade else 100
                card = top
            elif mates and highest(mates) > highest(threats):
                value = 50 if spade else 80
                card = low
            else:
                value = 30 - RANK[low] - (15 if spade else 0)
                card = low
            if bonus > 0:
                card = top
                value = RANK[top] * 4
            elif bonus < 0:
                card = low
                value += 60 - RANK[low]
        if value > best:
            best = value
            found = card
    return found


def _duck(legal: Any, under: Any, follows: bool) -> Any:
    """Return the card to lose the trick with: the highest that does."""
    return highest(under) if follows else dearest(under)


def _follow_nil(legal: Any, under: Any, follows: bool, behind: Any) -> Any:
    """Return the card that a seat with a nil plays to a trick."""
    if under:
        spades = under & SPADES
        if spades:
            return highest(spades)
        return duck(legal, under, follows)
    if behind:
        beaten = legal & (up_to(highest(behind)))
        if beaten:
            return trailing_zeros(beaten)
        return trailing_zeros(legal)
    return highest(legal)


def _follow(
    terms: Terms,
    side_of: Any,
    hands: Any,
    seat: int,
    left: int,
    legal: Any,
    follows: bool,
    suit: Any,
    best: Any,
    winner: int,
    takes: bool,
    nil: Any,
    nils: int,
) -> Any:
    """Return the card to play by rule to a trick to which `left` more seats play afterwards."""
    own_side = side_of[seat]
    threats = mates = NONE
    other = seat
    for _ in range(left):
        other += 1
        if other == terms.players:
            other = 0
        if side_of[other] == own_side:
            mates |= answers(hands[other], suit)
        else:
            threats |= answers(hands[other], suit)
    over = ~up_to(best)
    beating = legal & over & (suit | SPADES)
    under = legal & ~beating
    if nils:
        if nil[seat]:
            return follow_nil(legal, under, follows, (threats | mates) & over)
        if side_of[winner] == own_side and nil[winner]:
            if beating:
                return trailing_zeros(beating)
        elif nil[winner] and under and not (takes and beating):
            return duck(legal, under, follows)
        other = seat
        for _ in range(left):
            other += 1
            if other == terms.players:
                other = 0
            if not nil[other]:
                continue
            theirs = hands[other] & suit
            if not theirs:
                continue
            low = trailing_zeros(theirs)
            if side_of[other] == own_side:
                cover = beating & ~up_to(low)
                if cover and low > best:
                    return trailing_zeros(cover)
            elif low > best:
                beneath = under | (beating & up_to(low))
                if beneath:
                    return duck(legal, beneath, follows)
    threat = top_of(threats)
    if takes:
        if side_of[winner] == own_side and (ONE << best) & threat == NONE:
            return cheapest(legal)
        sure = beating & ~threat
        if sure:
            return trailing_zeros(sure)
        return cheapest(legal)
    if under:
        return duck(legal, under, follows)
    beaten = legal & (threat | top_of(mates))
    return highest(beaten) if beaten else highest(legal)


def _needs(terms: Terms, bids: Any, won: Any, left: int, bags_hurt: bool, takes: Any) -> None:
    """Set for each side whether it wants tricks: not if it has made its contract and can set nobody else."""
    wanted = 0
    for side in range(terms.sides):
        need = contract_left(terms, side, bids, won)
        takes[side] = need
        wanted += max(0, need)
    tight = wanted >= left
    for side in range(terms.sides):
        need = takes[side]
        others = wanted > max(0, need)
        takes[side] = 1 if need > 0 or (tight and others) or not bags_hurt else 0
        if terms.sign < 0:
            # Whatever was bid, a contract that fails brings the total down.
            takes[side] = 0


def _contract_left(terms: Terms, side: int, bids: Any, won: Any) -> Any:
    """Return how many tricks a side still needs, all if it bid nothing; below 0 are overtricks."""
    need = np.int64(0)
    silent = 0
    for seat in range(side, terms.players, terms.sides):
        value = np.int64(bids[seat]) & 31
        if value == SILENT:
            silent += 1
        else:
            need += value
        if value or terms.failed_nil == HELP_PARTNER:
            need -= np.int64(won[seat])
    return terms.tricks if silent * terms.sides == terms.players else need


leading_zeros: Any = intrinsic(_ctlz)
highest: Any = njit(cache=True)(_highest)
up_to: Any = njit(cache=True)(_up_to)
top_of: Any = njit(cache=True)(_top_of)
cheapest: Any = njit(cache=True)(_cheapest)
dearest: Any = njit(cache=True)(_dearest)
answers: Any = njit(cache=True)(_answers)
duck: Any = njit(cache=True)(_duck)
lead: Any = njit(cache=True)(_lead)
follow_nil: Any = njit(cache=True)(_follow_nil)
follow: Any = njit(cache=True)(_follow)
contract_left: Any = njit(cache=True)(_contract_left)
needs: Any = njit(cache=True)(_needs)
