"""How even an individual rotation is: who partners and opposes whom how often, who sits where, who sits out."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

Table = tuple[int, int, int, int]
"""Four players clockwise: the first and the third are partners, the first deals first."""

PARTNERS = ((0, 2), (1, 3))
OPPONENTS = ((0, 1), (1, 2), (2, 3), (3, 0))


@dataclass(frozen=True, slots=True)
class RotationRound:
    """One round: its number from 1, its tables, who sits out, and the compromises."""

    number: int
    tables: tuple[Table, ...]
    byes: tuple[int, ...] = ()
    flags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Quality:
    """The evenness of a sequence of rounds; every mapping says how many pairs (or players) have which count.

    `partners` and `opponents` count pairs of players by how often they did so, `meetings` by both together;
    `first_deals` and `byes` count players. `seats` is the largest difference between how often one player sat in
    two of the four seats, `directions` between how often one sat in either direction (the first and third seat,
    the second and fourth), `left_most` the largest number of times that somebody sat left of the same player,
    `byes_running` how often somebody sat out two rounds running.
    """

    partners: dict[int, int]
    opponents: dict[int, int]
    meetings: dict[int, int]
    byes: dict[int, int]
    byes_running: int
    first_deals: dict[int, int]
    seats: int
    directions: int
    left_most: int

    @property
    def perfect(self) -> bool:
        """Return whether partners, opponents and byes are as even as the numbers allow: no two counts differ by 2."""
        return all(
            max(counts) - min(counts) <= 1 for counts in (self.partners, self.opponents, self.byes)
        )


def quality(rounds: Sequence[RotationRound], players: Iterable[int] | None = None) -> Quality:
    """Return the quality of `rounds` for `players` (None: everybody named in them)."""
    field = sorted(
        {who for round_ in rounds for who in _everybody(round_)} if players is None else players
    )
    partners, opponents = meetings(rounds)
    pairs = [frozenset(pair) for pair in combinations(field, 2)]
    tables = [table for round_ in rounds for table in round_.tables]
    seats = Counter((who, seat) for table in tables for seat, who in enumerate(table))
    left = Counter((table[a], table[b]) for table in tables for a, b in OPPONENTS)
    byes = Counter(who for round_ in rounds for who in round_.byes)
    return Quality(
        partners=_spread(partners[pair] for pair in pairs),
        opponents=_spread(opponents[pair] for pair in pairs),
        meetings=_spread(partners[pair] + opponents[pair] for pair in pairs),
        byes=_spread(byes[who] for who in field),
        byes_running=sum(
            len(set(before.byes) & set(after.byes)) for before, after in pairwise(rounds)
        ),
        first_deals=_spread(seats[who, 0] for who in field),
        seats=max((_range(seats, who) for who in field), default=0),
        directions=max((_lean(seats, who) for who in field), default=0),
        left_most=max(left.values(), default=0),
    )


def meetings(
    rounds: Iterable[RotationRound],
) -> tuple[Counter[frozenset[int]], Counter[frozenset[int]]]:
    """Return how often each pair has partnered and how often opposed each other."""
    partners: Counter[frozenset[int]] = Counter()
    opponents: Counter[frozenset[int]] = Counter()
    for table in (table for round_ in rounds for table in round_.tables):
        partners.update(frozenset((table[a], table[b])) for a, b in PARTNERS)
        opponents.update(frozenset((table[a], table[b])) for a, b in OPPONENTS)
    return partners, opponents


def _everybody(round_: RotationRound) -> list[int]:
    return [*(who for table in round_.tables for who in table), *round_.byes]


def _spread(counts: Iterable[int]) -> dict[int, int]:
    return dict(sorted(Counter(counts).items()))


def _lean(seats: Counter[tuple[int, int]], who: int) -> int:
    return abs(seats[who, 0] + seats[who, 2] - seats[who, 1] - seats[who, 3])


def _range(seats: Counter[tuple[int, int]], who: int) -> int:
    own = [seats[who, seat] for seat in range(4)]
    return max(own) - min(own)
