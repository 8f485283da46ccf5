"""Shared deals: every table of a round plays the same deals, and what counts is the comparison with the others.

A side is compared with those who held the same cards: the same deal, the same direction. So the value of the cards
cancels out. Two scales:

* matchpoints: for each other table 1 if the own score is better, ½ if tied, as a share of the possible. Where a
  deal was played less often than others, Neuberg's formula makes the shares comparable.
* capped difference: the own score less the mean of the other tables' scores, between -cap and +cap, so that one freak
  result counts no more than a very good one.

A side's score on a deal is its points less the mean of the other sides' points at its table; with two sides that
is the difference. All arithmetic is exact (fractions).
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from games.engine.comparing import margin
from games.engine.sentences import message
from tournaments.formats.shape import FormatError

CAP = 150
"""The largest difference that counts, in points; 2.8 standard deviations of one hand (54 points)."""


@dataclass(frozen=True, slots=True)
class Play:
    """A deal played at one table.

    `sides` are in the order of the directions (the first is that of seat 0) and name the entries that each side's
    score counts for: a pair, or its two players where partners change, or one player. `points` are the sides'
    scores.
    """

    deal: int
    sides: tuple[tuple[int, ...], ...]
    points: tuple[int, ...]


class Fault(Enum):
    """Who is to blame that a deal couldn't be played; the value is the share of matchpoints awarded.

    60, 50 and 40 %, following the Laws of Duplicate Bridge 2017 (12C2a). On the scale of differences, for which
    the laws of bridge give no such number, it is the same position between -cap and +cap.
    """

    OTHERS = Fraction(3, 5)
    SHARED = Fraction(1, 2)
    OWN = Fraction(2, 5)


@dataclass(frozen=True, slots=True)
class Unplayed:
    """A deal that the entries of one side couldn't play."""

    deal: int
    direction: int
    entries: tuple[int, ...]
    fault: Fault


@dataclass(frozen=True, slots=True)
class DealScore:
    """An entry's score on a deal, and the number of tables that it was compared with."""

    deal: int
    direction: int
    entry: int
    value: Fraction
    compared: int


@dataclass(frozen=True, slots=True)
class Total:
    """An entry's score on all its deals: the sum, and the mean (the share, in matchpoints)."""

    entry: int
    deals: int
    total: Fraction
    mean: Fraction


def matchpoints(plays: Sequence[Play], unplayed: Iterable[Unplayed] = ()) -> list[DealScore]:
    """Return each side's share, 0 to 1, of the matchpoints on each deal, in the order of the plays.

    If a deal was played n times and the most played one N times, the matchpoints M of n scores (2 for each score
    beaten, 1 for each tie) become (M + 1)·N/n - 1 out of 2(N - 1) (G. Neuberg; explained by M. Bavin for the
    English Bridge Union's Laws & Ethics Committee). A deal with a single result gives a half.

    Raises FormatError "sides_differ" and "played_twice".
    """
    fields = _fields(plays)
    most = max((len(scores) for scores in fields.values()), default=0)

    def share(own: Fraction, others: list[Fraction]) -> Fraction:
        if most == 1:
            return Fraction(1, 2)
        points = sum(2 * (own > other) + (own == other) for other in others)
        full = Fraction((points + 1) * most, len(others) + 1) - 1
        return full / (2 * (most - 1))

    return _compared(plays, fields, share) + [
        DealScore(gap.deal, gap.direction, entry, gap.fault.value, 0)
        for gap in _checked(plays, unplayed)
        for entry in gap.entries
    ]


def differences(
    plays: Sequence[Play], unplayed: Iterable[Unplayed] = (), *, cap: int = CAP
) -> list[DealScore]:
    """Return each side's score less the mean of the others' in its direction, within `cap`, in the order of the
    plays.

    The own score is excluded from the mean, as in a cross-comparison, so that a small field isn't damped. A deal
    with a single result gives 0.

    Raises FormatError "no_cap", "sides_differ" and "played_twice".
    """
    if cap < 1:
        raise FormatError(
            "no_cap",
            message("A cap of %(cap)s leaves nothing to count. Choose 1 or more.", cap=cap),
        )

    def beyond(own: Fraction, others: list[Fraction]) -> Fraction:
        if not others:
            return Fraction(0)
        return max(Fraction(-cap), min(Fraction(cap), own - sum(others, Fraction(0)) / len(others)))

    return _compared(plays, _fields(plays), beyond) + [
        DealScore(gap.deal, gap.direction, entry, (2 * gap.fault.value - 1) * cap, 0)
        for gap in _checked(plays, unplayed)
        for entry in gap.entries
    ]


def totals(scores: Iterable[DealScore]) -> list[Total]:
    """Return every entry's total, best mean first, ties by entry."""
    own: dict[int, list[Fraction]] = defaultdict(list)
    for score in scores:
        own[score.entry].append(score.value)
    rows = [
        Total(entry, len(values), sum(values, Fraction(0)), sum(values, Fraction(0)) / len(values))
        for entry, values in own.items()
    ]
    return sorted(rows, key=lambda row: (-row.mean, row.entry))


def comparable(plays: Sequence[Play]) -> tuple[tuple[int, ...], ...]:
    """Return the fields that can be ranked, each in order: more than one if some were never compared with the
    rest.

    An entry that always sits in one direction is never compared with those in the other: then each direction has
    its own winner. Changing directions makes one field.
    """
    leader = {entry: entry for play in plays for side in play.sides for entry in side}

    def find(entry: int) -> int:
        while leader[entry] != entry:
            entry = leader[entry]
        return entry

    held: dict[tuple[int, int], list[int]] = defaultdict(list)
    for play in plays:
        for direction, side in enumerate(play.sides):
            held[play.deal, direction] += side
    for entries in held.values():
        for entry in entries[1:]:
            low, high = sorted((find(entries[0]), find(entry)))
            leader[high] = low
    fields: dict[int, list[int]] = defaultdict(list)
    for entry in sorted(leader):
        fields[find(entry)].append(entry)
    return tuple(tuple(field) for _, field in sorted(fields.items()))


Scores = dict[tuple[int, int], list[Fraction]]
Scale = Callable[[Fraction, list[Fraction]], Fraction]


def _fields(plays: Sequence[Play]) -> Scores:
    """Return the scores by deal and direction, after checking that they can be compared."""
    widths: dict[int, int] = {}
    held: set[tuple[int, int]] = set()
    fields: Scores = defaultdict(list)
    for play in plays:
        count = widths.setdefault(play.deal, len(play.sides))
        if not count == len(play.sides) == len(play.points) or count < 2:
            raise FormatError(
                "sides_differ",
                message(
                    "Deal %(deal)s was not played by the same number of sides at each table. "
                    "Compare only tables that play the same game.",
                    deal=play.deal,
                ),
            )
        for direction, side in enumerate(play.sides):
            for entry in side:
                _once(held, play.deal, entry)
            fields[play.deal, direction].append(margin(play.points, direction))
    return fields


def _checked(plays: Sequence[Play], unplayed: Iterable[Unplayed]) -> list[Unplayed]:
    held = {(play.deal, entry) for play in plays for side in play.sides for entry in side}
    gaps = list(unplayed)
    for gap in gaps:
        for entry in gap.entries:
            _once(held, gap.deal, entry)
    return gaps


def _once(held: set[tuple[int, int]], deal: int, entry: int) -> None:
    if (deal, entry) in held:
        raise FormatError(
            "played_twice",
            message(
                "Entry %(entry)s has two results on deal %(deal)s. Nobody plays a deal twice: "
                "remove one.",
                entry=entry,
                deal=deal,
            ),
        )
    held.add((deal, entry))


def _compared(plays: Sequence[Play], fields: Scores, scale: Scale) -> list[DealScore]:
    scores = []
    for play in plays:
        for direction, side in enumerate(play.sides):
            others = list(fields[play.deal, direction])
            own = margin(play.points, direction)
            others.remove(own)
            value = scale(own, others)
            scores += [DealScore(play.deal, direction, entry, value, len(others)) for entry in side]
    return scores
