"""A second implementation of standings from docs/tie-breaks.md alone: with fractions, slow, without the code under
test.

An entrant's rounds are kept as `Reading`, by the round. All points are fractions of a point.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from itertools import combinations

from tests.standings.duels import Duel, Outcome
from tournaments.standings import Entrant, Policy

AT_A_TABLE = {Outcome.A_WON, Outcome.B_WON, Outcome.DRAWN}
HALF = Fraction(1, 2)


@dataclass
class Reading:
    """One round as one entrant saw it: `what` is won, drawn, lost, forfeit won, forfeit lost, bye, half, zero."""

    what: str
    points: Fraction
    opponent: int | None = None
    score: int = 0
    against: int = 0
    bags: int = 0

    @property
    def played(self) -> bool:
        return self.what in ("won", "drawn", "lost")


WHAT = {
    Outcome.A_WON: ("won", "lost"),
    Outcome.B_WON: ("lost", "won"),
    Outcome.DRAWN: ("drawn", "drawn"),
    Outcome.A_FORFEITS: ("forfeit lost", "forfeit won"),
    Outcome.B_FORFEITS: ("forfeit won", "forfeit lost"),
    Outcome.BOTH_FORFEIT: ("forfeit lost", "forfeit lost"),
    Outcome.BYE: ("bye", ""),
    Outcome.HALF_BYE: ("half", ""),
    Outcome.ZERO_BYE: ("zero", ""),
}


class Oracle:
    """The standings of a field after `rounds` rounds."""

    def __init__(
        self, entries: Sequence[Entrant], results: Sequence[Duel], policy: Policy, rounds: int
    ) -> None:
        self.entries = {entry.key: entry for entry in entries}
        self.policy, self.rounds = policy, rounds
        self.worth = {
            name: Fraction(str(points))
            for name, points in {
                "won": policy.win,
                "drawn": policy.draw,
                "lost": policy.loss,
                "forfeit won": policy.forfeit_win,
                "forfeit lost": policy.forfeit_loss,
                "bye": policy.bye,
                "half": policy.half_bye,
                "zero": policy.zero_bye,
            }.items()
        }
        self.seen: dict[int, dict[int, Reading]] = {key: {} for key in self.entries}
        self.most = self.worth["won"]
        for result in results:
            self._see(result)
        self.earned = {
            key: sum((one.points for one in seen.values()), Fraction())
            for key, seen in self.seen.items()
        }
        self.points = {
            key: self.earned[key] - Fraction(str(entry.penalty))
            for key, entry in self.entries.items()
        }

    def _see(self, result: Duel) -> None:
        at_a_table = result.outcome in AT_A_TABLE
        given = result.points
        if given is not None:
            self.most = max(self.most, sum((Fraction(str(one)) for one in given), Fraction()))
        for place, key in enumerate((result.a, result.b)):
            if key is None:
                continue
            what = WHAT[result.outcome][place]
            points = self.worth[what] if given is None else Fraction(str(given[place]))
            opponent = (result.b, result.a)[place]
            seen = Reading(what, points, opponent)
            if at_a_table:
                seen.score, seen.against = result.score[place], result.score[1 - place]
                seen.bags = result.bags[place]
            self.seen[key][result.round] = seen

    # -------------------------------------------------------------------------------------- opponents
    def whole(self, key: int) -> list[Reading]:
        """Every round of an entrant in order, rounds without a result as zero-point byes (not in a round robin)."""
        last = max([self.rounds, *self.seen[key]], default=0)
        filled = {
            number: Reading("zero", Fraction())
            for number in range(1, self.rounds + 1)
            if not self.policy.predetermined
        }
        rounds = filled | self.seen[key]
        return [rounds[number] for number in range(1, last + 1) if number in rounds]

    def as_opponents_see(self, key: int) -> Fraction:
        if self.policy.predetermined:
            return self.earned[key]
        rounds = self.whole(key)
        back = max(
            (
                place
                for place, one in enumerate(rounds)
                if one.what not in ("half", "zero", "forfeit lost")
            ),
            default=-1,
        )
        return sum(
            (
                self.worth["drawn"] if place > back and one.what in ("half", "zero") else one.points
                for place, one in enumerate(rounds)
            ),
            Fraction(),
        )

    def contributions(self, key: int) -> list[tuple[Reading, Fraction]]:
        """Each round that counts with the points of the opponent, or of the dummy that stands for one."""
        found = []
        for one in self.whole(key):
            if self.policy.predetermined:
                if one.opponent is not None:
                    found.append((one, self.earned[one.opponent]))
            elif one.opponent is None:
                found.append((one, min(self.earned[key], self.worth["drawn"] * self.rounds)))
            elif one.played:
                found.append((one, self.as_opponents_see(one.opponent)))
            else:
                found.append((one, min(self.earned[key], self.as_opponents_see(one.opponent))))
        return found

    # -------------------------------------------------------------------------------------- tie-breaks
    def value(self, code: str, key: int) -> Fraction | None:
        """The value of a tie-break other than head-to-head."""
        found: Fraction | None = getattr(self, code)(key)
        return found

    def score_difference(self, key: int) -> Fraction:
        cap = self.policy.difference_cap or 10**9
        return Fraction(
            sum(sorted((-cap, one.score - one.against, cap))[1] for one in self.seen[key].values())
        )

    def points_for(self, key: int) -> Fraction:
        return Fraction(sum(one.score for one in self.seen[key].values()))

    def bags(self, key: int) -> Fraction:
        return Fraction(sum(one.bags for one in self.seen[key].values()))

    def wins(self, key: int) -> Fraction:
        kinds = ("won", "forfeit won") if self.policy.predetermined else ("won",)
        return Fraction(sum(one.what in kinds for one in self.seen[key].values()))

    def wins_and_byes(self, key: int) -> Fraction:
        return Fraction(
            sum(
                one.what == "won"
                or (
                    one.what in ("forfeit won", "bye", "half", "zero")
                    and self.worth[one.what] >= self.worth["won"]
                )
                for one in self.seen[key].values()
            )
        )

    def fewest_forfeits(self, key: int) -> Fraction:
        return Fraction(sum(one.what == "forfeit lost" for one in self.seen[key].values()))

    def sonneborn_berger(self, key: int) -> Fraction:
        return sum((one.points * theirs for one, theirs in self.contributions(key)), Fraction())

    def buchholz(self, key: int) -> Fraction:
        return sum((theirs for _, theirs in self.contributions(key)), Fraction())

    def _cut(self, key: int) -> list[Fraction]:
        rounds = self.contributions(key)
        away = [
            theirs for one, theirs in rounds if one.what in ("half", "zero", "forfeit lost")
        ] or [theirs for _, theirs in rounds]
        kept = [theirs for _, theirs in rounds]
        if kept:
            kept.remove(min(away))
        return kept

    def buchholz_cut1(self, key: int) -> Fraction:
        return sum(self._cut(key), Fraction())

    def buchholz_median(self, key: int) -> Fraction:
        kept = self._cut(key)
        return sum(kept, Fraction()) - max(kept, default=Fraction())

    def average_rating(self, key: int) -> Fraction | None:
        met = [
            self.entries[one.opponent].rating
            for one in self.seen[key].values()
            if one.played and one.opponent is not None
        ]
        known = [rating for rating in met if rating is not None]
        return Fraction((Fraction(sum(known), len(known)) + HALF) // 1) if known else None

    def lots(self, key: int) -> Fraction:
        text = b"\x1f".join([self.policy.seed.encode(), b"lots", str(key).encode()])
        return Fraction(int(sha256(text).hexdigest()[:8], 16))

    # -------------------------------------------------------------------------------------- head-to-head
    def between(self, one: int, other: int) -> list[Fraction]:
        """What `one` scored in the matches against `other` that head-to-head counts."""
        return [
            seen.points
            for seen in self.seen[one].values()
            if seen.opponent == other and (seen.played or self.policy.predetermined)
        ]

    def table(self, group: Sequence[int]) -> dict[int, Fraction]:
        """The points of a table among `group`, each pair's matches by their average."""
        found = dict.fromkeys(group, Fraction())
        for one in group:
            for other in group:
                if one != other and (met := self.between(one, other)):
                    found[one] += sum(met, Fraction()) / len(met)
        return found

    def all_met(self, group: Sequence[int]) -> bool:
        return all(self.between(*pair) for pair in combinations(group, 2))

    def surely_before(self, one: int, other: int, group: Sequence[int]) -> bool:
        """Whether `one` has more than `other` in the table of `group` whatever the missing matches had brought."""
        table = self.table(group)
        worst = table[one] + self.worth["lost"] * self._missing(one, group)
        return worst > table[other] + self.most * self._missing(other, group)

    def _missing(self, one: int, group: Sequence[int]) -> int:
        return sum(not self.between(one, other) for other in group if other != one)

    def head_to_head(self, group: Sequence[int]) -> list[list[int]]:
        """`group` in parts, best first."""
        if len(group) == 1:
            return [list(group)]
        table = self.table(group)
        if self.all_met(group):
            levels = sorted(set(table.values()), reverse=True)
            if len(levels) == 1:
                return [list(group)]
            return [
                part
                for level in levels
                for part in self.head_to_head([key for key in group if table[key] == level])
            ]
        # The table stays that of the whole group while its top is taken off one by one.
        low = {key: table[key] + self.worth["lost"] * self._missing(key, group) for key in group}
        high = {key: table[key] + self.most * self._missing(key, group) for key in group}
        rest, first = list(group), []
        while len(rest) > 1:
            alone = [key for key in rest if all(low[key] > high[one] for one in rest if one != key)]
            if not alone:
                break
            first += [alone]
            rest.remove(alone[0])
        return [*first, *(self.head_to_head(rest) if first else [rest])]

    # -------------------------------------------------------------------------------------- ranks
    def ranked(self) -> tuple[list[list[int]], dict[frozenset[int], str]]:
        """Return those who share a rank, from the first rank to the last, and what parted each two."""
        parted: dict[frozenset[int], str] = {}
        groups = self._split([list(self.entries)], "points", parted)
        for code in self.policy.tie_breaks:
            groups = self._split(groups, code, parted)
        return groups, parted

    def _split(
        self, groups: list[list[int]], code: str, parted: dict[frozenset[int], str]
    ) -> list[list[int]]:
        found: list[list[int]] = []
        for group in groups:
            parts = self._parts(group, code)
            for above, below in combinations(parts, 2):
                parted.update({frozenset((one, other)): code for one in above for other in below})
            found += parts
        return found

    def _parts(self, group: list[int], code: str) -> list[list[int]]:
        if code == "head_to_head":
            return self.head_to_head(group)
        fewer = code in ("bags", "fewest_forfeits")
        worth: dict[int, tuple[bool, Fraction]] = {}
        for key in group:
            value = self.points[key] if code == "points" else self.value(code, key)
            number = Fraction() if value is None else value
            worth[key] = (value is not None, -number if fewer else number)
        return [
            [key for key in group if worth[key] == level]
            for level in sorted(set(worth.values()), reverse=True)
        ]
