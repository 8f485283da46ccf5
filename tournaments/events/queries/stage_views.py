"""View models of a tournament's stages, from loaded rows."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import zip_longest

from django.utils.translation import gettext as _

from spades_site.common.translation import translate
from tournaments.events.models import (
    Entry,
    Match,
    Penalty,
    Qualifier,
    Result,
    Round,
    Stage,
    Tournament,
)
from tournaments.events.models.entries import name_of_players
from tournaments.events.plan.choices import Carry
from tournaments.events.queries.view_models import (
    BracketView,
    RoundView,
    StageTable,
    StageView,
    StandingRow,
    TieBreakValue,
)
from tournaments.events.scoring.brackets import ended, progress_from
from tournaments.events.scoring.ranking import (
    AFRESH,
    Onset,
    onset_from,
    penalties_of,
    standings_from,
)
from tournaments.events.scoring.stage_fields import field_from, group_name, group_numbers, groups_of
from tournaments.standings import TIE_BREAKS, Standings


class Stages:
    """A tournament's stages with their loaded rows; `results` come with matches, rounds and stages."""

    def __init__(
        self,
        tournament: Tournament,
        entries: Sequence[Entry],
        results: Iterable[Result],
        mine: Entry | None,
    ) -> None:
        self.tournament, self.entries, self.mine = tournament, entries, mine
        self.results = list(results)
        self.stages = list(tournament.stages.order_by("index"))
        later = [stage.pk for stage in self.stages[1:]]
        self.qualifiers = list(Qualifier.objects.filter(stage__in=later)) if later else []
        self.penalties = list(Penalty.objects.filter(stage__in=self.stages))
        for stage in self.stages:
            stage.tournament = tournament

    def views(self, rounds: Sequence[RoundView]) -> list[StageView]:
        """Return the views of the drawn stages."""
        by_stage: dict[int, list[RoundView]] = {}
        for round_ in rounds:
            by_stage.setdefault(round_.round.stage_id, []).append(round_)
        return [
            self._view(stage, by_stage[stage.pk]) for stage in self.stages if stage.pk in by_stage
        ]

    def field(self, stage: Stage) -> list[Entry]:
        """Return the entries of a drawn stage, by seed."""
        return field_from(stage, self.entries, self.qualifiers)

    def penalties_when(self, round_: Round) -> list[Penalty]:
        """Return the penalties in force in a round's stage when the round ended."""
        at = round_.finished_at
        return [
            one
            for one in self.penalties
            if one.stage_id == round_.stage_id
            and at is not None
            and one.at <= at
            and (one.undone_at is None or one.undone_at > at)
        ]

    def group_of(self, match: Match) -> str:
        """Return the name of the group of a match (loaded with its round); "" without groups."""
        number = self._groups.get((match.round.stage_id, match.sides[0].keys[0]))
        return group_name(number) if number else ""

    @cached_property
    def _groups(self) -> dict[tuple[int, int], int]:
        """Return each entry's group, by the stage and the entry."""
        return {
            (stage.pk, entry): number
            for stage in self.stages
            if stage.plan.groups > 1
            for entry, number in group_numbers(groups_of(stage, self.field(stage))).items()
        }

    def _view(self, stage: Stage, rounds: list[RoundView]) -> StageView:
        field = self.field(stage)
        results = [each for each in self.results if self._in(each, stage)]
        going = {row.entry_id for row in self.qualifiers if self._index(row) == stage.index + 1}
        bracket, tables = None, []
        if stage.plan.is_knock_out:
            lines = {line.match.slot: line for round_ in rounds for line in round_.matches}
            now = progress_from(stage, field, map(ended, results))
            bracket = BracketView(now, field, lines, self.mine, frozenset(going))
        else:
            parts = groups_of(stage, field)
            tables = [
                StageTable(
                    _("Group %(name)s") % {"name": group_name(number)} if len(parts) > 1 else "",
                    self._rows(stage, part, results, going),
                )
                for number, part in enumerate(parts, start=1)
            ]
        return StageView(stage, rounds, tables, bracket, alone=len(self.stages) == 1)

    def onset(self, stage: Stage) -> Onset:
        """Return a drawn stage's onset."""
        before = next((one for one in self.stages if one.index == stage.index - 1), None)
        if before is None:
            return AFRESH
        results = [each for each in self.results if self._in(each, before)]
        # All of a stage's rounds are over when the next stage is drawn.
        first = max((each.match.round.number for each in results), default=0) + 1
        return onset_from(
            stage,
            first,
            results=results,
            earlier=self.onset(before).results if stage.plan.carry == Carry.BETWEEN else (),
            tables=self._tables(before) if stage.plan.carry == Carry.ALL else (),
        )

    def _tables(self, stage: Stage) -> list[Standings]:
        results = [each for each in self.results if self._in(each, stage)]
        parts = groups_of(stage, self.field(stage))
        return [self._standings(stage, part, results) for part in parts]

    def _standings(
        self, stage: Stage, part: Sequence[Entry], results: Sequence[Result]
    ) -> Standings:
        held = self._held(stage)
        return standings_from(self.tournament, part, results, penalties_of(held), self.onset(stage))

    def _held(self, stage: Stage) -> list[Penalty]:
        return [one for one in self.penalties if one.stage_id == stage.pk and one.undone_at is None]

    @staticmethod
    def _in(result: Result, stage: Stage | None) -> bool:
        return stage is not None and result.match.round.stage_id == stage.pk

    def _index(self, row: Qualifier) -> int:
        return next(stage.index for stage in self.stages if stage.pk == row.stage_id)

    def _rows(
        self, stage: Stage, part: Sequence[Entry], results: Sequence[Result], going: set[int]
    ) -> list[StandingRow]:
        by_key = {entry.pk: entry for entry in part}
        held = self._held(stage)
        standings = self._standings(stage, part, results)
        rows = list(standings)
        bots, played_as = _by_bots(results), _played_as(results)
        corrected = _corrected(results)
        below = rows[1:]
        whys = [
            standings.why_above(one.key, other.key) for one, other in zip(rows, below, strict=False)
        ]
        return [
            StandingRow(
                row=row,
                entry=by_key[row.key],
                tie_breaks=[
                    TieBreakValue(code, translate(TIE_BREAKS[code].title), value)
                    for code, value in row.tie_breaks.items()
                ],
                why=why,
                mine=self.mine is not None and row.key == self.mine.pk,
                goes_on=row.key in going,
                penalties=[one for one in held if one.entry_id == row.key] if held else (),
                corrected=corrected[row.key],
                by_bots=bots[row.key],
                played_as=played_as.get(row.key, ""),
            )
            for row, why in zip_longest(rows, whys)
        ]


def _by_bots(results: Iterable[Result]) -> Counter[int]:
    """Return in how many of these matches bots played most of an entry's cards, by entry key."""
    return Counter(entry for result in results for entry in result.stood_in)


def _corrected(results: Iterable[Result]) -> Counter[int]:
    """Return how many of an entry's results somebody has corrected, by entry key."""
    return Counter(
        entry
        for result in results
        if result.is_corrected
        for side in result.match.sides
        for entry in side.keys
    )


def _played_as(results: Iterable[Result]) -> dict[int, str]:
    """Return the names of those present at these matches, for entries with a replaced player, by entry key."""
    came: dict[int, list[tuple[int, str]]] = {}
    for result in results:
        for row in result.match.changed:
            if row.present:
                came.setdefault(row.entry_id, []).append((row.position, row.user.username))
    return {entry: name_of_players(players) for entry, players in came.items()}
