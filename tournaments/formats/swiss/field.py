"""The field of a draw by rank: score groups, earlier opponents, byes and first deals."""

from collections.abc import Collection, Iterable, Sequence, Set

from games.engine.sentences import message
from tournaments.formats.shape import FormatError
from tournaments.formats.swiss.shape import Entrant, Past


class Field:
    """The entrants by rank: 0 is the highest score's strongest seed. Everything else here is by rank.

    `group[p]` numbers the score groups from 0, the highest; `start[g]`, `end[g]` are a group's ranks; `met[p]`
    maps the ranks met to how often, `latest[p]` to the last round of it from 1; `floated[p]` is the entrant's, or
    0 where scores are `fine`; `apart[p]` holds those that should not be met; `club[p]` is a number that only
    club-mates share; `byes[p]` counts free points; `deals[p]` is a string of + (dealt first) and -, by round, with
    a dot for a round without a match.
    """

    def __init__(
        self,
        entries: Sequence[Entrant],
        history: Sequence[Iterable[Past]],
        apart: Collection[tuple[int, int]],
    ) -> None:
        self.entries = sorted(entries, key=lambda entrant: -entrant.score)
        self.n = len(entries)
        self.rank = {entrant.key: p for p, entrant in enumerate(self.entries)}
        _check(entries, self.rank, history)
        self._group()
        self._clubs()
        self.met: list[dict[int, int]] = [{} for _ in self.entries]
        self.latest: list[dict[int, int]] = [{} for _ in self.entries]
        # `fine`: hardly any two entries have the same score, so neighbours always come from different groups.
        self.fine = 2 * len(self.scores) > self.n > 4
        self.floated = [0 if self.fine else entrant.floated for entrant in self.entries]
        self.byes = [0] * self.n
        self.deals = [""] * self.n
        for number, past in enumerate(history):
            self._read(past, number)
        self.apart: list[set[int]] = [set() for _ in self.entries]
        for one, other in apart:
            p, q = self.rank.get(one), self.rank.get(other)
            if p is not None and q is not None and p != q:
                self.apart[p].add(q)
                self.apart[q].add(p)

    def _group(self) -> None:
        self.group: list[int] = []
        self.scores: list[int] = []
        self.start: list[int] = []
        for p, entrant in enumerate(self.entries):
            if not self.scores or entrant.score != self.scores[-1]:
                self.scores.append(entrant.score)
                self.start.append(p)
            self.group.append(len(self.scores) - 1)
        self.end = [*self.start[1:], self.n]

    def _clubs(self) -> None:
        numbers: dict[str, int] = {}
        self.club = [
            numbers.setdefault(entrant.club, len(numbers)) if entrant.club else -1 - p
            for p, entrant in enumerate(self.entries)
        ]
        mates: dict[int, list[int]] = {}
        if numbers:
            for p, club in enumerate(self.club):
                mates.setdefault(club, []).append(p)
        self._mates = {club: frozenset(ps) for club, ps in mates.items() if len(ps) > 1}

    def _read(self, past: Iterable[Past], number: int) -> None:
        rank, met, deals = self.rank.get, self.met, self.deals
        for a, b, absent in past:
            p = rank(a)
            q = None if b is None else rank(b)
            if b is None or absent:
                if p is not None and a not in absent:
                    self.byes[p] += 1
                if q is not None and b not in absent:
                    self.byes[q] += 1
                continue
            if p is not None:
                deals[p] = deals[p].ljust(number, ".") + "+"
                if q is not None:
                    met[p][q] = met[p].get(q, 0) + 1
                    self.latest[p][q] = self.latest[q][p] = number + 1
            if q is not None:
                deals[q] = deals[q].ljust(number, ".") + "-"
                if p is not None:
                    met[q][p] = met[q].get(p, 0) + 1

    def fits(self, p: int, q: int) -> bool:
        """Return whether `p` and `q` have not met and need not be kept apart."""
        return q not in self.met[p] and self.club[p] != self.club[q] and q not in self.apart[p]

    def shut(self, p: int) -> Set[int]:
        """Return the ranks that `p` must not meet."""
        shut: Set[int] = self.met[p].keys()
        if self.apart[p]:
            shut = shut | self.apart[p]
        mates = self._mates.get(self.club[p])
        return shut | mates if mates else shut

    def kept_apart(self, p: int, q: int) -> bool:
        """Return whether `p` and `q` are of one club or should not meet by request."""
        return self.club[p] == self.club[q] or q in self.apart[p]

    def floats_again(self, p: int, q: int) -> int:
        """Return how many of a pair float in the same direction as in the round before."""
        if q == self.n or self.group[p] == self.group[q]:
            return 0
        high, low = (p, q) if p < q else (q, p)
        return (self.floated[high] == 1) + (self.floated[low] == -1)

    def balance(self, p: int) -> int:
        """Return how many more matches `p` has dealt first than not."""
        deals = self.deals[p]
        return deals.count("+") - deals.count("-")

    def first_for_the_bye(self) -> int:
        """Return who is due for the bye: of those with the fewest byes the lowest score, and of these the lowest
        seed.
        """
        return min(range(self.n), key=lambda p: (self.byes[p], -self.group[p], -p))


def _check(
    entries: Sequence[Entrant], rank: dict[int, int], history: Sequence[Iterable[Past]]
) -> None:
    if len(entries) < 2:
        raise FormatError(
            "too_few_entries",
            message(
                "A Swiss round needs at least 2 entries, and there is 1. "
                "End the tournament here, or wait for more."
            )
            if entries
            else message(
                "A Swiss round needs at least 2 entries, and there is none. "
                "End the tournament here, or wait for more."
            ),
        )
    if len(rank) < len(entries):
        raise FormatError(
            "entered_twice", message("An entry is in the list of players twice. Remove one.")
        )
    for number, past in enumerate(history, start=1):
        seen: set[int] = set()
        for a, b, _absent in past:
            if a in seen or b in seen or a == b:
                twice = a if a in seen or a == b else b
                raise FormatError(
                    "paired_twice",
                    message(
                        "Entry %(twice)s is in round %(number)s twice. Correct that round first.",
                        twice=twice,
                        number=number,
                    ),
                )
            seen.add(a)
            if b is not None:
                seen.add(b)
