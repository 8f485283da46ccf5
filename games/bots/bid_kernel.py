"""Compiled search for a bid: each is played out in many possible worlds. Whoever bids later bids by rule (`bidding`), and the cards are
played as in the search for a card.
"""

from typing import Any, Final, NamedTuple

import numpy as np
from numba import njit

from games.bots.search_kernel import (
    KEEPING,
    NO_CARD,
    SEATS,
    TRUMP,
    Known,
    finish,
    reckon,
    world,
    worth,
)
from games.bots.search_worlds import HOLDERS, SUITS, make_plan
from games.bots.value_kernel import Stakes
from games.engine.actions import BID, SILENT
from games.engine.batch_kernel import HALF, NONE, ONE, Terms, mixed, popcount, trailing_zeros
from games.engine.cards import SUIT_OF

SLIP: Final = 0.5
"""Of the nils that a rollout keeps, a table breaks so many for each of their risk: of 109 that the rule would bid, 81 % were kept and 87 %
in rollouts; of 97 that it wouldn't, 58 % and 76 %.
"""
BY_RULE: Final = -1
"""As an option, the bid that the rule finds after looking."""
FREE, SUICIDE, MIRROR, WHIZ, SIDE = range(5)
RANK: Final = np.array([card - 13 * suit + 2 for card, suit in enumerate(SUIT_OF)], dtype=np.int64)
LOW_CARDS: Final = np.array([0.045, 0.03, 0.02, 0.01])


class Bidding(NamedTuple):
    """How the others bid, as numbers."""

    style: int
    later: Any
    """The seats that bid after this one, in order."""
    made: Any
    """By seat, its bid as an action; -1 if it is still to come."""
    opened: Any
    """By seat, the number with which it opened for its side; 0 otherwise."""
    mates: Any
    """By seat, its partner; -1 without one."""
    nil: bool
    least: int
    most: int
    least_of_side: int
    forbidden: int
    risk: float
    """How likely a nil may be broken that is bid all the same."""


def _nil_risk(hand: Any) -> Any:
    """Return how likely a hand is to be forced to win a trick (see `bidding.nil_risk`)."""
    safe = 1.0
    for suit in range(4):
        held = hand & SUITS[suit]
        risk = 0.0
        if suit == 3 and (popcount(held) > 4 or held >> (TRUMP + np.uint64(11))):
            return 1.0
        place = 0
        while held and place < 4:
            rank = RANK[trailing_zeros(held)]
            held &= held - ONE
            if suit == 3:
                risk += max(0.0, rank - 5.0 - place) * 0.06 + 0.04
            else:
                risk += max(0.0, rank - (4.0 + 2.6 * place)) * LOW_CARDS[place]
            place += 1
        safe *= 1.0 - min(1.0, risk)
    return 1.0 - safe


def _nil_is_safe(bidding: Bidding, seat: int, hand: Any, tricks: float, bids: Any) -> Any:
    """Return whether a seat bids nil by rule (see `bidding._nil_is_safe`)."""
    limit = bidding.risk
    mate = bidding.mates[seat]
    if mate >= 0:
        if bids[mate] >= 0 and bids[mate] & 31 == 0:
            limit *= 0.4
        limit -= 0.15 * max(0.0, tricks - 1.9)
    return nil_risk(hand) < limit


def _by_rule(
    terms: Terms, bidding: Bidding, reckoned: Any, seat: int, hand: Any, bids: Any, opened: Any
) -> Any:
    """Return the bid of a seat by rule, as an action; an opening is noted in `opened`."""
    style, mate = bidding.style, bidding.mates[seat]
    spades = np.int64(popcount(hand >> TRUMP))
    if style == MIRROR:
        return BID + spades
    tricks = reckon(reckoned, hand)
    if style == SIDE:
        if bids[mate] < 0:
            opened[seat] = max(bidding.least, np.int64(tricks))
            return BID + SILENT
        both: Any = np.int64(tricks + opened[mate])
        return BID + min(max(both, bidding.least_of_side, bidding.least), bidding.most)
    others = count = 0
    for other in range(terms.players):
        if other != seat and bids[other] >= 0:
            others += bids[other] & 31
            count += 1
    last = count == terms.players - 1
    may_nil = bidding.nil and not (last and others == bidding.forbidden)
    if style == SUICIDE and bids[mate] >= 0:
        if bids[mate] & 31:
            return BID
    elif may_nil and nil_is_safe(bidding, seat, hand, tricks, bids):
        return BID
    if style == WHIZ:
        return BID + spades
    if last:
        left = terms.tricks - others
        if tricks - left > 1.5:
            tricks = min(tricks, np.float64(left))
        elif tricks > left:
            tricks -= 0.25
    number: Any = min(max(np.int64(max(tricks, 0.0)), bidding.least), bidding.most)
    if last and others + number == bidding.forbidden:
        number += -1 if number > bidding.least else 1
    return BID + number


def _slip(terms: Terms, bids: Any, hands: Any, start: Any, won: Any) -> None:
    """Break a few of the nils that were kept: whoever sees all cards covers a nil better than people and bots do."""
    for seat in range(terms.players):
        kept = bids[seat] & 31 == 0 and won[seat] == 0
        rolled = np.float64(mixed(start + np.uint64(seat + 1)) >> HALF) / (1 << 32)
        if kept and rolled < SLIP * nil_risk(hands[seat]):
            most = 0
            for other in range(terms.players):
                if won[other] > won[most]:
                    most = other
            won[most] -= 1
            won[seat] += 1


def _search(
    terms: Terms,
    known: Known,
    reckoned: Any,
    stakes: Stakes,
    bidding: Bidding,
    options: Any,
    worlds: int,
    seed: Any,
    values: Any,
    tape: Any,
) -> None:
    """Fill in `values` (world, option): what each bid is worth in each world. `tape` (world, option, 3, seats) takes the hands, bids
    and tricks of the first worlds.
    """
    hands = np.empty(SEATS, dtype=np.uint64)
    dealt = np.empty(HOLDERS, dtype=np.uint64)
    held = np.empty(SEATS, dtype=np.uint64)
    won = np.empty(SEATS, dtype=np.uint8)
    takes = np.empty(SEATS, dtype=np.int64)
    nil = np.empty(SEATS, dtype=np.int64)
    opened = np.empty(SEATS, dtype=np.int64)
    plays = np.empty(64, dtype=np.uint8)
    choices = np.empty(64, dtype=np.uint8)
    dice = np.empty(1, dtype=np.uint64)
    plan = make_plan(known.hidden, known.need, known.voids, known.kept, KEEPING)
    for row in range(worlds):
        start = mixed(mixed(seed) + np.uint64(row))
        dice[0] = start
        world(dice, terms, known, reckoned, plan, plan, dealt, hands, held)
        leader, card = known.leader, NO_CARD
        if terms.two_of_clubs_leads:
            for seat in range(terms.players):
                if hands[seat] & ONE:
                    leader, card = seat, NONE
        for column in range(len(options)):
            dice[0] = ~start
            for seat in range(terms.players):
                held[seat] = hands[seat]
                known.bids[seat] = bidding.made[seat]
                opened[seat] = bidding.opened[seat]
            own = options[column]
            if own == BY_RULE:
                own = by_rule(
                    terms, bidding, reckoned, known.seat, hands[known.seat], known.bids, opened
                )
            known.bids[known.seat] = own
            for seat in bidding.later:
                known.bids[seat] = by_rule(
                    terms, bidding, reckoned, seat, hands[seat], known.bids, opened
                )
            finish(dice, terms, known, leader, card, held, won, takes, nil, plays, choices)
            slip(terms, known.bids, hands, start, won)
            values[row, column] = worth(terms, known, stakes, won, known.revoked)
            if row < len(tape):
                for seat in range(terms.players):
                    tape[row, column, 0, seat] = hands[seat]
                    tape[row, column, 1, seat] = known.bids[seat]
                    tape[row, column, 2, seat] = won[seat]


nil_risk: Any = njit(cache=True)(_nil_risk)
nil_is_safe: Any = njit(cache=True)(_nil_is_safe)
by_rule: Any = njit(cache=True)(_by_rule)
slip: Any = njit(cache=True)(_slip)
search: Any = njit(cache=True, nogil=True)(_search)
