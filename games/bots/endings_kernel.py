"""The compiled core of `endings`: alpha-beta search with a transposition table, in the subset of Python that numba compiles.

Cards and sets of cards are the engine's numbers. A hand's worth comes from a table (`endings._worth`): the kernel implements
the play, not the scoring. The engine is the reference, and tests/bots/test_endings.py compares the two.
"""

from typing import Any, Final

import numpy as np
from numba import njit

from games.engine.batch_kernel import popcount, trailing_zeros
from games.engine.cards import FIRST_SPADE, MASK_OF_SUIT_OF, NUMBERS, SUIT_MASKS

SUIT_LED: Final = np.array(MASK_OF_SUIT_OF, dtype=np.int64)
SPADES: Final = SUIT_MASKS[3]
PACK: Final = NUMBERS
"""Every card's number is below this."""
SYMBOLS: Final = 21
"""Symbols of three bits in a word of a key: a card's holder, or the end of a suit. Two words have room for 39 cards."""
END_OF_SUIT: Final = 7
LOW, HIGH, CLASS, WON_BY = range(4)
"""The columns of a table of worths: the bounds, what is worth the same whatever follows, and from WON_BY on each winner's next row."""
AFTER_BREAK, ONLY_WHEN_VOID, ANYTIME = range(3)
FAR: Final = 1 << 40
"""Beyond every worth."""
SEATS, OURS, LEADS, LONE, OWNERS = range(5)
"""The terms: seats, the set of the seats for which the worth is, how spades may be led, whether a spade led by a player with
nothing else breaks them; then each card's holder at the start."""
TURN, PLAYED, LED, BEST, WINNER, ON_TABLE, BROKEN, ROW = range(8)
ALPHA, BETA, LEAST, MOST, FOUND, CARDS, HAND, WINNING, WANTS = range(8, 17)
PLACE, FIRST, SECOND, THIRD, AT_LEAST, AT_MOST, COLUMNS = range(17, 24)
"""The columns of the stack, a row a position. `PLAYED` cards lie in the trick, `LED` first; `BEST`, of seat `WINNER`, is winning; `ROW`
is that of the tricks won so far in the table of worths. `ALPHA` and `BETA` are the window asked for, `LEAST` and `MOST` what is left of
it; `CARDS` are to be tried. At the start of a trick also its `PLACE` and key in the transposition table, and the bounds from there."""


def _key(terms: Any, hands: Any, leader: int, broken: int, group: int) -> Any:
    """Return a position at the start of a trick as three numbers.

    It encodes the cards only by their holders and order within each suit, because it doesn't matter which cards are gone.
    """
    left = 0
    for seat in range(terms[SEATS]):
        left |= hands[seat]
    first = second = count = 0
    for suit in range(4):
        cards = left & SUIT_MASKS[suit]
        while cards:
            low = trailing_zeros(np.uint64(cards))
            cards &= cards - 1
            symbol = terms[OWNERS + np.int64(low)]
            if count < SYMBOLS:
                first = first << 3 | symbol
            else:
                second = second << 3 | symbol
            count += 1
        if suit < 3:
            if count < SYMBOLS:
                first = first << 3 | END_OF_SUIT
            else:
                second = second << 3 | END_OF_SUIT
            count += 1
    open_spades = broken != 0 or terms[LEADS] != AFTER_BREAK or not left & SPADES
    return first, second, 1 + (group << 5 | leader << 1 | np.int64(open_spades))


def _place(first: int, second: int, third: int, size: int) -> Any:
    """Return the index of a key in the transposition table."""
    mixed = np.uint64(first) * np.uint64(0x9E3779B97F4A7C15)
    mixed ^= np.uint64(second) * np.uint64(0xBF58476D1CE4E5B9)
    mixed ^= np.uint64(third) * np.uint64(0x94D049BB133111EB)
    mixed ^= mixed >> np.uint64(29)
    mixed *= np.uint64(0xD6E8FEB86659FD93)
    return np.int64((mixed >> np.uint64(32)) & np.uint64(size - 1))


def _legal(terms: Any, hand: int, led: int, broken: int) -> Any:
    """Return the cards that may be played: `led` is the first card of the trick, or -1."""
    if led >= 0:
        follow = hand & SUIT_LED[led]
        return follow if follow else hand
    others = hand & ~SPADES
    if not others or terms[LEADS] == ANYTIME or (broken and terms[LEADS] == AFTER_BREAK):
        return hand
    return others


def _different(legal: Any, between: int) -> Any:
    """Return the cards without those equivalent to a higher one; `between` are all cards of others."""
    kept: Any = 0
    above = np.int64(-1)
    cards = legal
    while cards:
        card = np.int64(63 - leading_zeros(cards))
        cards ^= np.int64(1) << card
        touches = above >= 0 and SUIT_LED[card] == SUIT_LED[above]
        if touches:
            gap = ((np.int64(1) << above) - 1) & ~((np.int64(2) << card) - 1)
            touches = not between & gap
        if not touches:
            kept |= np.int64(1) << card
        above = card
    return kept


def _leading_zeros(mask: int) -> Any:
    """Return the number of zero bits above the highest set bit of a set that isn't empty."""
    full = np.uint64(mask)
    full |= full >> np.uint64(1)
    full |= full >> np.uint64(2)
    full |= full >> np.uint64(4)
    full |= full >> np.uint64(8)
    full |= full >> np.uint64(16)
    full |= full >> np.uint64(32)
    return 64 - np.int64(popcount(full))


def _next_card(cards: Any, winners: int, wants: bool) -> Any:
    """Return the card to try next: the highest winner if the trick is wanted, the highest loser if not; otherwise the lowest."""
    losers = cards & ~winners
    if wants:
        if cards & winners:
            return 63 - leading_zeros(cards & winners)
        return np.int64(trailing_zeros(np.uint64(losers)))
    if losers:
        return 63 - leading_zeros(losers)
    return np.int64(trailing_zeros(np.uint64(cards)))


def _winners(led: int, best: int) -> Any:
    """Return the cards that beat the best of a trick so far."""
    if led < 0:
        return np.int64((1 << PACK) - 1)
    above = ~((np.int64(2) << best) - 1)
    return above & (SUIT_LED[best] | SPADES)


def _enter(terms: Any, worth: Any, memo: Any, hands: Any, frame: Any) -> bool:
    """Enter a position; return whether it needs no search, with FOUND as its worth or a bound outside the window."""
    turn, row = frame[TURN], frame[ROW]
    frame[PLACE] = -1
    if frame[PLAYED] == 0:
        low, high = worth[row, LOW], worth[row, HIGH]
        if known(frame, low, high):
            return True
        first, second, third = key(terms, hands, turn, frame[BROKEN], worth[row, CLASS])
        place = place_of(first, second, third, len(memo))
        if memo[place, 0] == first and memo[place, 1] == second and memo[place, 2] == third:
            low, high = memo[place, 3], memo[place, 4]
            if known(frame, low, high):
                return True
        frame[PLACE], frame[FIRST], frame[SECOND], frame[THIRD] = place, first, second, third
        frame[AT_LEAST], frame[AT_MOST] = low, high
        frame[ALPHA], frame[BETA] = max(frame[ALPHA], low), min(frame[BETA], high)
    frame[LEAST], frame[MOST] = frame[ALPHA], frame[BETA]
    frame[HAND] = hands[turn]
    between = frame[ON_TABLE]
    for seat in range(terms[SEATS]):
        if seat != turn:
            between |= hands[seat]
    frame[CARDS] = different(legal(terms, hands[turn], frame[LED], frame[BROKEN]), between)
    frame[WINNING] = winners(frame[LED], frame[BEST])
    frame[FOUND] = -FAR if terms[OURS] >> turn & 1 else FAR
    won = worth[row, WON_BY + turn]
    lost = worth[row, WON_BY + (turn + 1) % terms[SEATS]]
    better = worth[won, LOW] + worth[won, HIGH] >= worth[lost, LOW] + worth[lost, HIGH]
    frame[WANTS] = better == (terms[OURS] >> turn & 1 == 1)
    return False


def _known(frame: Any, low: int, high: int) -> bool:
    """Return whether bounds decide a position within its window, with FOUND as the result."""
    if low >= frame[BETA] or low == high:
        frame[FOUND] = low
        return True
    if high <= frame[ALPHA]:
        frame[FOUND] = high
        return True
    return False


def _play(terms: Any, worth: Any, hands: Any, frame: Any, card: int, after: Any) -> None:
    """Play a card, and set up the position after it."""
    turn, played = frame[TURN], frame[PLAYED]
    bit = np.int64(1) << card
    hands[turn] = frame[HAND] ^ bit
    takes = played == 0 or frame[WINNING] & bit != 0
    led = card if played == 0 else frame[LED]
    winner = turn if takes else frame[WINNER]
    breaks = card >= FIRST_SPADE and (led < FIRST_SPADE or (played == 0 and terms[LONE] == 1))
    after[BROKEN] = 1 if breaks else frame[BROKEN]
    after[ALPHA], after[BETA] = frame[LEAST], frame[MOST]
    if played + 1 == terms[SEATS]:
        after[TURN], after[PLAYED], after[ON_TABLE] = winner, 0, 0
        after[LED], after[BEST], after[WINNER] = -1, -1, -1
        after[ROW] = worth[frame[ROW], WON_BY + winner]
    else:
        after[TURN], after[PLAYED] = (turn + 1) % terms[SEATS], played + 1
        after[ON_TABLE] = frame[ON_TABLE] | bit
        after[LED], after[BEST], after[WINNER] = led, card if takes else frame[BEST], winner
        after[ROW] = frame[ROW]


def _take(terms: Any, frame: Any, worth: int) -> None:
    """Update a position with the worth of a card that was tried."""
    if terms[OURS] >> frame[TURN] & 1:
        frame[FOUND] = max(frame[FOUND], worth)
        frame[LEAST] = max(frame[LEAST], worth)
    else:
        frame[FOUND] = min(frame[FOUND], worth)
        frame[MOST] = min(frame[MOST], worth)


def _leave(memo: Any, hands: Any, frame: Any) -> None:
    """Leave a position: undo its cards, and store its bounds."""
    hands[frame[TURN]] = frame[HAND]
    place, found = frame[PLACE], frame[FOUND]
    if place >= 0:
        memo[place, 0], memo[place, 1], memo[place, 2] = frame[FIRST], frame[SECOND], frame[THIRD]
        memo[place, 3] = found if found > frame[ALPHA] else frame[AT_LEAST]
        memo[place, 4] = found if found < frame[BETA] else frame[AT_MOST]


def _search(terms: Any, worth: Any, memo: Any, hands: Any, stack: Any, base: int) -> Any:
    """Return what the position at `base` of the stack is worth. It is a loop: numba can't store compiled recursion."""
    depth = base
    if enter(terms, worth, memo, hands, stack[depth]):
        return stack[depth, FOUND]
    while True:
        frame = stack[depth]
        if frame[CARDS] and frame[LEAST] < frame[MOST]:
            card = next_card(frame[CARDS], frame[WINNING], frame[WANTS] != 0)
            frame[CARDS] ^= np.int64(1) << card
            play(terms, worth, hands, frame, card, stack[depth + 1])
            if enter(terms, worth, memo, hands, stack[depth + 1]):
                take(terms, frame, stack[depth + 1, FOUND])
            else:
                depth += 1
            continue
        leave(memo, hands, frame)
        if depth == base:
            return frame[FOUND]
        depth -= 1
        take(terms, stack[depth], frame[FOUND])


def _solve(
    terms: Any, worth: Any, memo: Any, hands: Any, leader: int, trick: Any, broken: bool, values: Any
) -> None:  # fmt: skip
    """Write what each legal card of the seat to move is worth into `values`, by card; the others stay as they are."""
    stack = np.zeros((PACK + 2, COLUMNS), dtype=np.int64)
    root = stack[0]
    seats = terms[SEATS]
    root[LED] = root[BEST] = root[WINNER] = -1
    for index in range(len(trick)):
        card = trick[index]
        if index == 0 or winners(root[LED], root[BEST]) >> card & 1:
            root[BEST], root[WINNER] = card, (leader + index) % seats
        if index == 0:
            root[LED] = card
        root[ON_TABLE] |= np.int64(1) << card
    turn = (leader + len(trick)) % seats
    root[TURN], root[PLAYED], root[BROKEN] = turn, len(trick), broken
    root[HAND] = hands[turn]
    root[LEAST], root[MOST] = -FAR, FAR
    root[WINNING] = winners(root[LED], root[BEST])
    between = root[ON_TABLE]
    for seat in range(seats):
        if seat != turn:
            between |= hands[seat]
    cards = legal(terms, hands[turn], root[LED], root[BROKEN])
    kept = different(cards, between)
    worth_of_run = np.int64(0)
    for card in range(PACK - 1, -1, -1):
        if cards >> card & 1:
            if kept >> card & 1:
                play(terms, worth, hands, root, card, stack[1])
                worth_of_run = search(terms, worth, memo, hands, stack, 1)
                hands[turn] = root[HAND]
            values[card] = worth_of_run


leading_zeros: Any = njit(cache=True)(_leading_zeros)
key: Any = njit(cache=True)(_key)
place_of: Any = njit(cache=True)(_place)
legal: Any = njit(cache=True)(_legal)
different: Any = njit(cache=True)(_different)
next_card: Any = njit(cache=True)(_next_card)
winners: Any = njit(cache=True)(_winners)
known: Any = njit(cache=True)(_known)
enter: Any = njit(cache=True)(_enter)
play: Any = njit(cache=True)(_play)
take: Any = njit(cache=True)(_take)
leave: Any = njit(cache=True)(_leave)
search: Any = njit(cache=True, nogil=True)(_search)
solve: Any = njit(cache=True, nogil=True)(_solve)
