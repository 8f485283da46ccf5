"""PURE Solve endings: what each card is worth with perfect play and all cards open.

The worth is the points of the side to move minus the mean of the other sides' (with two sides, the difference); a bag costs
its share of the penalty at once. Where the value of the game counts, it is the chance to win that. With more than two sides, all others are assumed to play against the side to move (the
"paranoid" assumption), so the worth is a lower bound.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from games.bots.value import Standing, stakes_of
from games.engine.actions import BID, BLIND, SILENT
from games.engine.rules import RuleSet
from games.engine.scoring import Bid, side_lines
from games.engine.state import PLAY, State

MOST_TRICKS: Final = {2: 10, 3: 8, 4: 8, 5: 6}
"""The maximum number of tricks left, by number of players, that can be solved in a few hundredths of a second."""
_PLACES: Final = (12, 12, 12, 12, 12, 12, 14, 16, 18)
"""The size of the transposition table by tricks left, as powers of two."""
_LEADS: Final = {"after_break": 0, "only_when_void": 1, "anytime": 2}


class Ending(NamedTuple):
    """A position in the play of a hand. Hands are sets of cards; `won` are the tricks by seat."""

    rules: RuleSet
    bids: tuple[Bid, ...]
    won: tuple[int, ...]
    hands: tuple[int, ...]
    leader: int
    trick: tuple[int, ...]
    broken: bool
    standing: Standing | None = None
    """What the game stood at, if its value counts, not the points of the hand."""

    @property
    def turn(self) -> int:
        """Return the seat to move."""
        return (self.leader + len(self.trick)) % self.rules.players

    @property
    def tricks_left(self) -> int:
        """Return the number of tricks left, including the current one."""
        return self.rules.tricks - sum(self.won)


def ending_of(state: State) -> Ending:
    """Return the position of a hand in play. Raises ValueError outside the play."""
    if state.phase != PLAY:
        raise ValueError("no card is to be played")
    bids = tuple(bid if bid is not None else Bid(0) for bid in state.bids)
    return Ending(
        state.rules, bids, tuple(state.won), tuple(state.hands), state.leader, tuple(state.trick), state.broken
    )  # fmt: skip


def can_solve(ending: Ending) -> bool:
    """Return whether the position is near enough to its end and its rules are supported."""
    near = 0 < ending.tricks_left <= MOST_TRICKS[ending.rules.players]
    return near and ending.rules.revoke == "prevented"


def solve(ending: Ending) -> dict[str, float]:
    """Return what each legal card is worth for the side to move, by the cards' names.

    Raises ValueError unless `can_solve`. Releases the interpreter lock.
    """
    if not can_solve(ending):
        raise ValueError("too many tricks are left, or none, or rules that let players revoke")
    import numpy as np

    from games.bots import endings_kernel as kernel

    rules = ending.rules
    side = rules.side_of[ending.turn]
    left = ending.tricks_left
    worth, scale = _worth(rules, ending.bids, ending.won, side, ending.standing)
    ours = sum(1 << seat for seat in rules.side_seats[side])
    terms = np.zeros(kernel.OWNERS + kernel.PACK, dtype=np.int64)
    terms[: kernel.OWNERS] = (
        rules.players,
        ours,
        _LEADS[rules.spade_lead],
        rules.lone_spades_break,
    )
    for seat, hand in enumerate(ending.hands):
        for card in range(kernel.PACK):
            if hand >> card & 1:
                terms[kernel.OWNERS + card] = seat
    places = 1 << _PLACES[min(left, len(_PLACES) - 1)]
    memo = np.zeros((places, 5), dtype=np.int64)
    hands = np.array(ending.hands, dtype=np.int64)
    trick = np.array(ending.trick, dtype=np.int64)
    values = np.full(kernel.PACK, kernel.FAR, dtype=np.int64)
    kernel.solve(terms, worth, memo, hands, ending.leader, trick, ending.broken, values)
    return {
        rules.names[card]: value / scale
        for card, value in enumerate(values.tolist())
        if value != kernel.FAR
    }


@lru_cache(maxsize=256)
def _worth(
    rules: RuleSet,
    bids: tuple[Bid, ...],
    won: tuple[int, ...],
    side: int,
    standing: Standing | None,
) -> tuple[Any, int]:
    """Return the table of what tricks are worth to a side, and the number of its units per point; it is 1 for chances.

    Each row stands for the numbers of further tricks won by each seat; the first is none. Its columns are the kernel's: the
    bounds of the final worth, its class (rows of a class are worth the same whatever follows), and for each seat the row
    after winning another trick.
    """
    import numpy as np

    left = rules.tricks - sum(won)
    rows = list(_counts(rules.players, left))
    number = {row: index for index, row in enumerate(rows)}
    scale = 1 if standing else (len(rules.side_seats) - 1) * (rules.bag_limit or 1)
    final = [row for row in rows if sum(row) == left]
    ends = [tuple(before + more for before, more in zip(won, row, strict=True)) for row in final]
    if standing:
        found = _chances(rules, bids, ends, side, standing)
    else:
        found = [_points(rules, bids, tricks, side) for tricks in ends]
    worth_of = dict(zip(final, found, strict=True))
    table = np.zeros((len(rows), 3 + rules.players), dtype=np.int64)
    classes: dict[tuple[int, ...], int] = {}
    for row in reversed(rows):
        # Rows are in order of their sums, so those after another trick are complete.
        line = table[number[row]]
        same: tuple[int, ...]
        if sum(row) == left:
            line[0] = line[1] = worth_of[row]
            same = (-1, int(line[0]))
        else:
            after = [number[(*row[:seat], row[seat] + 1, *row[seat + 1 :])] for seat in range(rules.players)]  # fmt: skip
            line[0] = min(table[each, 0] for each in after)
            line[1] = max(table[each, 1] for each in after)
            line[3:] = after
            same = (sum(row), *(int(table[each, 2]) for each in after))
        line[2] = classes.setdefault(same, len(classes))
    table.setflags(write=False)
    return table, scale


def _counts(seats: int, most: int) -> list[tuple[int, ...]]:
    """Return every way in which `seats` win at most `most` tricks, in order of their sums."""
    rows: list[tuple[int, ...]] = [()]
    for _seat in range(seats):
        rows = [(*row, count) for row in rows for count in range(most - sum(row) + 1)]
    return sorted(rows, key=sum)


def _chances(
    rules: RuleSet,
    bids: Sequence[Bid],
    ends: Sequence[tuple[int, ...]],
    side: int,
    standing: Standing,
) -> list[int]:
    """Return a side's chance to win the game after each way in which the hand may end, by the tricks won."""
    import numpy as np

    from games.bots import value_kernel as kernel

    codes = [
        (BLIND if bid.blind else BID) + (bid.value if bid.opening is None else SILENT)
        for bid in bids
    ]
    found = np.empty(len(ends), dtype=np.int64)
    kernel.after_each(
        stakes_of(rules, standing),
        np.array(codes, dtype=np.int16),
        np.array(ends, dtype=np.uint8),
        side,
        found,
    )
    chances: list[int] = found.tolist()
    return chances


def _points(rules: RuleSet, bids: Sequence[Bid], tricks: Sequence[int], side: int) -> int:
    """Return what the tricks of a whole hand are worth to a side, in units of the table."""
    limit = rules.bag_limit or 1
    share = rules.bag_penalty if rules.bag_limit else 0
    others = len(rules.side_seats) - 1
    total = 0
    for index, seats in enumerate(rules.side_seats):
        lines, bags = side_lines(rules, seats, bids, tricks, False)
        points = limit * sum(line.points for line in lines) - share * bags
        total += points * others if index == side else -points
    return rules.sign * total
