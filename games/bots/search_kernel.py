"""Compiled flat Monte-Carlo: play each legal card in many possible worlds, and the rest of the hand by rule.

A world is a deal of the hidden cards (`search_worlds`). All cards are tried in the same worlds with the same dice.
In a rollout, nine cards of ten are played by rule (`search_rules`) and one at random. Cards, sets of cards and bids
are the engine's numbers; the engine is the reference.
"""

import math
from typing import Any, Final, NamedTuple

import numpy as np
from numba import njit

from games.bots.search_rules import follow, lead, needs
from games.bots.search_worlds import HOLDERS, SUITS, deal_hidden, make_plan
from games.bots.value_kernel import Stakes, after
from games.engine.batch_kernel import (
    AFTER_BREAK,
    ANYTIME,
    HALF,
    NONE,
    ONE,
    SPADES,
    SUIT_LED,
    Terms,
    below,
    card_of,
    mixed,
    popcount,
    score,
    trailing_zeros,
)
from games.engine.cards import FIRST_SPADE

SEATS: Final = 5
TRUMP: Final = np.uint64(FIRST_SPADE)
SIDE_SUITS: Final = np.uint64((1 << FIRST_SPADE) - 1)
SPREAD: Final = 1.1
"""How far bids scatter around what hands are worth, in tricks."""
NOISE: Final = 10
KEEPING: Final = 6.0
"""In the draw for two, how the odds of a spade or a high card to be kept compare with those of another card.

The level-1 rule for drawing makes it 9; people don't all draw like that.
"""
NO_CARD: Final = np.uint64(63)
DOUBT: Final = 16
"""Where revokes are possible, one world in so many ignores the voids shown."""


class Known(NamedTuple):
    """A position as numbers: what the seat to play knows (see `search.Position`)."""

    seat: int
    side_of: Any
    leader: int
    trick: Any
    """The cards of the current trick."""
    hand: Any
    hidden: Any
    holders: Any
    """The seats of the holders of hidden cards; -1 for a pile of discards or no holder."""
    need: Any
    voids: Any
    kept: Any
    """The cards that a player who draws would rather keep; none unless cards were drawn."""
    played: Any
    """By seat, the cards that it has played."""
    held: Any
    """By seat, cards that the seat is known to hold; they aren't among `hidden`."""
    bids: Any
    said: Any
    """By seat, the tricks that it promised by itself; -1 where that isn't known."""
    won: Any
    broken: bool
    revoked: Any
    """By side, whether it has revoked for certain."""
    doubtful: bool
    """Whether seats may have revoked, so that voids aren't certain."""
    bag_cost: float


class Reckoned(NamedTuple):
    """What a hand is worth in tricks, as bidders reckon it (see `bidding.reckon`).

    A place in a table is 16 times the suit's honours, as bits, plus its length, at most 15.
    """

    tries: int
    luck: float
    share: float
    spades: Any
    spare: Any
    """By the spades held, how many tricks short suits may take by trumping at most."""
    side_suit: Any
    ruffs: Any
    """By length, what a suit that short takes by trumping."""


def _finish(
    dice: Any,
    terms: Terms,
    known: Known,
    leader: int,
    card: Any,
    hands: Any,
    won: Any,
    takes: Any,
    nil: Any,
    plays: Any,
    choices: Any,
) -> int:
    """Play `card` for the seat to play, unless it is NO_CARD, and the rest of the hand by rule. Return how many cards were played."""
    players = terms.players
    bags_hurt = known.bag_cost > 0 or terms.overtrick_points < 0
    nils = 0
    tricks_left = np.int64(terms.tricks)
    for seat in range(players):
        won[seat] = known.won[seat]
        tricks_left -= np.int64(won[seat])
        nil[seat] = (known.bids[seat] & 31) == 0 and won[seat] == 0
        nils += nil[seat]
    broken = known.broken
    placed = len(known.trick)
    needs(terms, known.bids, won, tricks_left, bags_hurt, takes)
    led = best = card
    winner = known.seat
    if placed:
        led = best = np.uint64(known.trick[0])
        winner = leader
        for index in range(1, placed):
            other = np.uint64(known.trick[index])
            if other > best and ((ONE << other) & (SUIT_LED[led] | SPADES)):
                best = other
                winner = (leader + index) % players
    chosen = card != NO_CARD
    suit = NONE
    count = 0
    while tricks_left:
        seat = leader + placed
        if seat >= players:
            seat -= players
        while placed < players:
            hand = hands[seat]
            if placed == 0:
                others = hand & SIDE_SUITS
                free = (broken and terms.spade_lead == AFTER_BREAK) or terms.spade_lead == ANYTIME
                legal = hand if free or not others else others
                follows = True
            else:
                suit = SUIT_LED[led]
                follow_set = hand & suit
                follows = follow_set != NONE
                legal = follow_set if follows else hand
            choices[count] = popcount(legal)
            if chosen:
                chosen = False
                play = np.uint64(card)
            elif not legal & (legal - ONE):
                play = trailing_zeros(legal)
            else:
                dice[0] += np.uint64(0x9E3779B97F4A7C15)
                roll = mixed(dice[0])
                if ((roll >> HALF) * np.uint64(NOISE)) >> HALF == NONE:
                    play = card_of(dice, legal, popcount(legal))
                elif placed == 0:
                    play = lead(
                        terms,
                        known.side_of,
                        hands,
                        seat,
                        legal,
                        takes[known.side_of[seat]] != 0,
                        nil,
                        nils,
                        np.int64(roll & np.uint64(3)),
                    )
                else:
                    play = follow(
                        terms,
                        known.side_of,
                        hands,
                        seat,
                        players - 1 - placed,
                        legal,
                        follows,
                        suit,
                        best,
                        winner,
                        takes[known.side_of[seat]] != 0,
                        nil,
                        nils,
                    )
            bit = ONE << play
            hands[seat] = hand & ~bit
            plays[count] = play
            count += 1
            if placed == 0:
                led = best = play
                winner = seat
                if play >= TRUMP:
                    broken = broken or terms.lone_spades_break
            else:
                if play >= TRUMP and led < TRUMP:
                    broken = True
                if play > best and bit & (SUIT_LED[led] | SPADES):
                    best = play
                    winner = seat
            placed += 1
            seat += 1
            if seat == players:
                seat = 0
        won[winner] += 1
        nils -= nil[winner]
        nil[winner] = 0
        leader = winner
        placed = 0
        tricks_left -= 1
        needs(terms, known.bids, won, tricks_left, bags_hurt, takes)
    return count


def _worth(terms: Terms, known: Known, stakes: Stakes, won: Any, revoked: Any) -> float:
    """Return the own side's chance to win the game, of `SURE`; where only the hand counts, its points less the mean of the other
    sides', with each bag's share of the penalty.
    """
    own_side = known.side_of[known.seat]
    if stakes.on:
        return np.float64(after(stakes, known.bids, won, revoked, own_side))
    own = others = 0.0
    for side in range(terms.sides):
        points, bags, _ = score(terms, side, known.bids, won, 0, revoked[side])
        value = points - bags * known.bag_cost
        if side == own_side:
            own = value
        else:
            others += value
    return terms.sign * (own - others / (terms.sides - 1))


def _reckon(reckoned: Any, hand: Any) -> Any:
    """Return what a hand is worth in tricks (see `bidding.reckon`)."""
    trumps = np.int64(hand >> TRUMP)
    length = np.int64(popcount(hand >> TRUMP))
    place = (trumps >> 9) * 16 + (length if length < 15 else 15)
    spare = reckoned.spare[place]
    tricks = reckoned.spades[place]
    for suit in range(3):
        held = (hand >> np.uint64(13 * suit)) & np.uint64(0x1FFF)
        length = np.int64(popcount(held))
        tricks += reckoned.side_suit[np.int64(held >> np.uint64(10)) * 16 + length]
        tricks += min(reckoned.ruffs[length], spare)
    return reckoned.luck + reckoned.share * tricks


def _likely(terms: Terms, known: Known, reckoned: Any, hands: Any) -> float:
    """Return how well the hands that the others would have been dealt fit their bids, from 0 to 1."""
    likely = 1.0
    for holder in range(HOLDERS):
        seat = known.holders[holder]
        if seat < 0 or known.said[seat] < 0:
            continue
        hand = hands[seat] | known.played[seat]
        tricks = reckon(reckoned, hand)
        value = known.said[seat]
        if value:
            off = (tricks - value - 0.4) / SPREAD
            if off < 0.0 and value == terms.min_bid:
                off = 0.0
        else:
            off = max(0.0, tricks - 1.0) / SPREAD
            if hand >> (TRUMP + np.uint64(11)):
                likely *= 0.1
        likely *= math.exp(-0.5 * off * off)
    return likely + 1e-9


def _world(
    dice: Any,
    terms: Terms,
    known: Known,
    reckoned: Any,
    strict: Any,
    loose: Any,
    dealt: Any,
    hands: Any,
    chosen: Any,
) -> None:
    """Deal the hidden cards into `hands`, by seat: one of a few deals, the likelier the better it fits the bids."""
    doubt = known.doubtful and below(dice, DOUBT) == 0
    total = 0.0
    for _ in range(reckoned.tries):
        deal_hidden(dice, loose if doubt else strict, dealt)
        for seat in range(SEATS):
            hands[seat] = known.held[seat]
        hands[known.seat] = known.hand
        for holder in range(HOLDERS):
            seat = known.holders[holder]
            if seat >= 0:
                hands[seat] |= dealt[holder]
        if reckoned.tries == 1:
            return
        likely = likelihood(terms, known, reckoned, hands)
        total += likely
        if np.float64(below(dice, 1 << 30)) * (total / (1 << 30)) < likely:
            for seat in range(SEATS):
                chosen[seat] = hands[seat]
    for seat in range(SEATS):
        hands[seat] = chosen[seat]


def _note_revokes(terms: Terms, known: Known, hands: Any, revoked: Any) -> None:
    """Find the sides that have revoked in a world: a seat holds cards of a suit in which it showed out."""
    for side in range(terms.sides):
        revoked[side] = known.revoked[side]
    if known.doubtful:
        for holder in range(HOLDERS):
            seat = known.holders[holder]
            if seat >= 0:
                for suit in range(4):
                    if known.voids[holder] >> suit & 1 and hands[seat] & SUITS[suit]:
                        revoked[known.side_of[seat]] = True


def _search(
    terms: Terms,
    known: Known,
    reckoned: Any,
    stakes: Stakes,
    cards: Any,
    worlds: int,
    seed: Any,
    values: Any,
    tape: Any,
) -> None:
    """Fill in `values` (world, card): what each card is worth in each world.

    `tape` (world, card, 2, plays) takes the cards played and the numbers of legal ones, for the first worlds.
    """
    hands = np.empty(SEATS, dtype=np.uint64)
    dealt = np.empty(HOLDERS, dtype=np.uint64)
    held = np.empty(SEATS, dtype=np.uint64)
    won = np.empty(SEATS, dtype=np.uint8)
    takes = np.empty(SEATS, dtype=np.int64)
    nil = np.empty(SEATS, dtype=np.int64)
    revoked = np.empty(SEATS, dtype=np.bool_)
    plays = np.empty(64, dtype=np.uint8)
    choices = np.empty(64, dtype=np.uint8)
    dice = np.empty(1, dtype=np.uint64)
    strict = make_plan(known.hidden, known.need, known.voids, known.kept, KEEPING)
    loose = strict
    if known.doubtful:
        loose = make_plan(known.hidden, known.need, np.zeros_like(known.voids), known.kept, KEEPING)
    for row in range(worlds):
        start = mixed(mixed(seed) + np.uint64(row))
        dice[0] = start
        world(dice, terms, known, reckoned, strict, loose, dealt, hands, held)
        note_revokes(terms, known, hands, revoked)
        own_side = known.side_of[known.seat]
        before = revoked[own_side]
        for column in range(len(cards)):
            dice[0] = ~start
            for seat in range(SEATS):
                held[seat] = hands[seat]
            card = np.uint64(cards[column])
            if len(known.trick):
                suit = SUIT_LED[known.trick[0]]
                revoked[own_side] = before or (
                    known.hand & suit != NONE and (ONE << card) & suit == NONE
                )
            count = finish(
                dice, terms, known, known.leader, card, held, won, takes, nil, plays, choices
            )
            values[row, column] = worth(terms, known, stakes, won, revoked)
            if row < len(tape):
                for place in range(count):
                    tape[row, column, 0, place] = plays[place]
                    tape[row, column, 1, place] = choices[place]
                for seat in range(SEATS):
                    tape[row, column, 2, seat] = hands[seat]
                    tape[row, column, 3, seat] = won[seat]


finish: Any = njit(cache=True)(_finish)
worth: Any = njit(cache=True)(_worth)
reckon: Any = njit(cache=True)(_reckon)
likelihood: Any = njit(cache=True)(_likely)
world: Any = njit(cache=True)(_world)
note_revokes: Any = njit(cache=True)(_note_revokes)
search: Any = njit(cache=True, nogil=True)(_search)
