"""The qualities of a draw, for comparing draws of a round, or a draw before and after a change."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from tournaments.events.draw.paired_rounds import scores_of
from tournaments.events.draw.round_rows import Sides
from tournaments.events.draw.separation import places_apart, team_mates
from tournaments.events.models import Entry, Match, Result, Round, played_by
from tournaments.events.scoring.stage_fields import field_of_stage

Table = Sequence[Entry]
"""The entries at a table, or one entry with a bye."""


@dataclass(frozen=True)
class Quality:
    """A draw's compromises, and how even its matches are. None: doesn't apply to the format.

    `mates` are pairings of players of one team of the league, None if no two entries have such players; `across` are
    pairings across scores, `gap` is the mean difference of ratings between two sides.
    """

    rematches: int | None
    apart: int
    mates: int | None
    second_byes: int
    across: int | None
    gap: int | None
    byes: tuple[str, ...]


class Judge:
    """The rounds before a round, by which its draws are judged; loaded lazily."""

    def __init__(self, round_: Round) -> None:
        self.round, self.stage = round_, round_.stage

    def quality(self, drawn: Sequence[Sides]) -> Quality:
        """Return the qualities of a draw, which is passed as the sides of its matches."""
        tables = [[entry for side in sides for entry in side] for sides in drawn]
        partners = self.stage.facts.partners_change
        return Quality(
            rematches=None if partners else len(self.again(tables)),
            apart=0 if partners else len(self.together(tables)),
            mates=len(_among(tables, self._mates)) if self._mates and not partners else None,
            second_byes=len(self.second_byes(tables)),
            across=self._across(drawn) if self.stage.facts.pairs_by_score else None,
            gap=_gap(drawn),
            byes=tuple(table[0].name for table in tables if len(table) == 1),
        )

    def again(self, tables: Iterable[Table]) -> list[tuple[Entry, Entry]]:
        """Return the pairs at these tables that have met: at solo tables in this stage, otherwise in the tournament."""
        return _among(tables, self._met)

    def together(self, tables: Iterable[Table]) -> list[tuple[Entry, Entry]]:
        """Return the pairs at these tables that should be kept apart."""
        return _among(tables, self._apart)

    def second_byes(self, tables: Iterable[Table]) -> list[Entry]:
        """Return the entries that would sit out again."""
        return [table[0] for table in tables if len(table) == 1 and table[0].pk in self._sat_out]

    def score(self, entry: Entry) -> int:
        """Return an entry's score, as a Swiss pairs by it."""
        return self._scores.get(entry.pk, 0)

    def _across(self, drawn: Sequence[Sides]) -> int:
        duels = [sides for sides in drawn if len(sides) == 2]
        return sum(self.score(a[0]) != self.score(b[0]) for a, b in duels)

    @cached_property
    def _met(self) -> set[frozenset[int]]:
        played = Match.objects.filter(
            tournament_id=self.round.tournament_id, results__current=True,
            results__kind=Result.Kind.PLAYED,
        )  # fmt: skip
        if self.stage.facts.places_score:
            played = played.filter(round__stage=self.stage)
        return {
            frozenset((a.pk, b.pk))
            for match in played.prefetch_related(*played_by())
            for a, b in combinations(match.entries, 2)
        }

    @cached_property
    def _apart(self) -> set[frozenset[int]]:
        field = field_of_stage(self.stage)
        found = places_apart(self.stage.tournament, field)
        return {frozenset((field[a].pk, field[b].pk)) for a, b in found}

    @cached_property
    def _mates(self) -> set[frozenset[int]]:
        field = field_of_stage(self.stage)
        found = team_mates(self.stage.tournament, field)
        return {frozenset((field[a].pk, field[b].pk)) for a, b in found}

    @cached_property
    def _sat_out(self) -> set[int]:
        byes = Result.objects.filter(
            match__tournament=self.round.tournament_id, current=True, kind=Result.Kind.BYE
        )
        return set(byes.values_list("match__sides__places__entry", flat=True))

    @cached_property
    def _scores(self) -> dict[int, int]:
        earlier = self.stage.rounds.filter(number__lt=self.round.number).exists()
        return scores_of(self.stage) if earlier or self.stage.plan.carry else {}


def _pairs(tables: Iterable[Table]) -> Iterable[tuple[Entry, Entry]]:
    return ((a, b) for table in tables for a, b in combinations(table, 2))


def _among(tables: Iterable[Table], wanted: set[frozenset[int]]) -> list[tuple[Entry, Entry]]:
    """Return the pairs at these tables that are among `wanted`."""
    return [(a, b) for a, b in _pairs(tables) if frozenset((a.pk, b.pk)) in wanted]


def _gap(drawn: Iterable[Sides]) -> int | None:
    """Return the mean difference of ratings between the two sides of a match; None without ratings, or with more sides."""
    gaps = []
    for sides in drawn:
        means = [
            sum(entry.rating for entry in side if entry.rating) / len(side)
            for side in sides
            if all(entry.rating for entry in side)
        ]
        if len(sides) == 2 == len(means):
            gaps.append(abs(means[0] - means[1]))
    return round(sum(gaps) / len(gaps)) if gaps else None
