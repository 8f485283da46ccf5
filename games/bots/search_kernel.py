"""Compiled flat Monte-Carlo: play each legal card in many possible worlds, and the rest of the hand by rule.

A world is a deal of the hidden cards (`search_worlds`). All cards are tried in the same worlds with the same dice.
In a rollout the seats see each other's cards, but look no further than the trick; one card in ten is a random legal
one. Cards, sets of cards and bids are the engine's numbers; the engine is the reference. Needs the extra “fast”.
"""

from typing import Any, Final, NamedTuple

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic

from games.bots.search_worlds import HOLDERS, SUITS, deal_hidden, make_plan
from games.engine.batch_kernel import (
    AFTER_BREAK,
    ANYTIME,
    HALF,
    HELP_PARTNER,
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
TWO: Final = np.uint64(2)
TOP: Final = np.uint64(63)
TRUMP: Final = np.uint64(FIRST_SPADE)
SIDE_SUITS: Final = np.uint64((1 << FIRST_SPADE) - 1)
RANK: Final = np.array([card - 13 * min(card // 13, 3) for card in range(54)], dtype=np.int64)
NOISE: Final = 10
KEEPING: Final = 6.0
"""In the draw for two, how the odds of a spade or a high card to be kept compare with those of another card.

The level-1 rule for drawing makes it 9; people don't all draw like that.
"""
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
    held: Any
    """By seat, cards that the seat is known to hold; they aren't among `hidden`."""
    bids: Any
    won: Any
    broken: bool
    revoked: Any
    """By side, whether it has revoked for certain."""
    doubtful: bool
    """Whether seats may have revoked, so that voids aren't certain."""
    bag_cost: float


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


def _contract_left(terms: Terms, side: int, bids: Any, won: Any) -> Any:
    """Return how many tricks a side still needs; below 0 are overtricks."""
    need = np.int64(0)
    for seat in range(side, terms.players, terms.sides):
        value = np.int64(bids[seat]) & 31
        need += value
        if value or terms.failed_nil == HELP_PARTNER:
            need -= np.int64(won[seat])
    return need


def _finish(
    dice: Any,
    terms: Terms,
    known: Known,
    card: Any,
    hands: Any,
    won: Any,
    takes: Any,
    nil: Any,
    plays: Any,
    choices: Any,
) -> int:
    """Play `card` for the seat to play and the rest of the hand by rule. Return how many cards were played."""
    players = terms.players
    bags_hurt = known.bag_cost > 0 or terms.overtrick_points < 0
    nils = 0
    for seat in range(players):
        won[seat] = known.won[seat]
        nil[seat] = (known.bids[seat] & 31) == 0 and won[seat] == 0
        nils += nil[seat]
    broken = known.broken
    leader = known.leader
    placed = len(known.trick)
    tricks_left = np.int64(popcount(known.hand))
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
    chosen = True
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


def _worth(terms: Terms, known: Known, won: Any, revoked: Any) -> float:
    """Return the own side's points less the mean of the other sides', with each bag's share of the penalty."""
    own_side = known.side_of[known.seat]
    own = others = 0.0
    for side in range(terms.sides):
        points, bags, _ = score(terms, side, known.bids, won, 0, revoked[side])
        value = points - bags * known.bag_cost
        if side == own_side:
            own = value
        else:
            others += value
    return own - others / (terms.sides - 1)


def _world(dice: Any, known: Known, strict: Any, loose: Any, dealt: Any, hands: Any) -> None:
    """Deal the hidden cards into `hands`, by seat."""
    if known.doubtful and below(dice, DOUBT) == 0:
        deal_hidden(dice, loose, dealt)
    else:
        deal_hidden(dice, strict, dealt)
    for seat in range(SEATS):
        hands[seat] = known.held[seat]
    hands[known.seat] = known.hand
    for holder in range(HOLDERS):
        seat = known.holders[holder]
        if seat >= 0:
            hands[seat] |= dealt[holder]


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
    terms: Terms, known: Known, cards: Any, worlds: int, seed: Any, values: Any, tape: Any
) -> None:
    """Fill in `values` (world, card): what each card is worth in each world.

    `tape` (world, card, 2, plays) takes the cards played and the numbers of legal ones, for the first worlds.
    """
    hands = np.empty(SEATS, dtype=np.uint64)
    dealt = np.empty(HOLDERS, dtype=np.uint64)
    after = np.empty(SEATS, dtype=np.uint64)
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
        world(dice, known, strict, loose, dealt, hands)
        note_revokes(terms, known, hands, revoked)
        own_side = known.side_of[known.seat]
        before = revoked[own_side]
        for column in range(len(cards)):
            dice[0] = ~start
            for seat in range(SEATS):
                after[seat] = hands[seat]
            card = np.uint64(cards[column])
            if len(known.trick):
                suit = SUIT_LED[known.trick[0]]
                revoked[own_side] = before or (
                    known.hand & suit != NONE and (ONE << card) & suit == NONE
                )
            count = finish(dice, terms, known, card, after, won, takes, nil, plays, choices)
            values[row, column] = worth(terms, known, won, revoked)
            if row < len(tape):
                for place in range(count):
                    tape[row, column, 0, place] = plays[place]
                    tape[row, column, 1, place] = choices[place]
                for seat in range(SEATS):
                    tape[row, column, 2, seat] = hands[seat]
                    tape[row, column, 3, seat] = won[seat]


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
finish: Any = njit(cache=True)(_finish)
worth: Any = njit(cache=True)(_worth)
world: Any = njit(cache=True)(_world)
note_revokes: Any = njit(cache=True)(_note_revokes)
search: Any = njit(cache=True, nogil=True)(_search)
