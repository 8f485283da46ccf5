"""Qualification for the next stage, with seeds. Works on rows of a tournament that the caller has locked."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from games.engine.sentences import message
from tournaments.events.models import Entry, Qualifier, Stage
from tournaments.events.plan.stages import StagePlan
from tournaments.events.scoring.brackets import progress_of_stage
from tournaments.events.scoring.ranking import standings_of_stage
from tournaments.events.scoring.stage_fields import field_of_stage, groups_of
from tournaments.formats import groups, groups_crossing
from tournaments.formats.groups import Finisher
from tournaments.formats.shape import lot
from tournaments.standings import Row


def qualify(stage: Stage, into: Stage) -> tuple[list[Entry], list[str]]:
    """Store the qualifiers of a finished stage; return them by seed, with sentences for the organizer.

    The next entry replaces a withdrawn one. Qualifiers of one group are seeded as far apart as possible.
    """
    by_key = {entry.pk: entry for entry in field_of_stage(stage)}
    onward = qualifiers_of(stage, into)
    Qualifier.objects.bulk_create(
        Qualifier(
            stage=into,
            entry=by_key[one.entry],
            seed_no=seed,
            from_group=one.group + 1,
            from_place=one.place,
        )
        for seed, one in enumerate(onward.seeds, start=1)
    )
    return [by_key[one.entry] for one in onward.seeds], list(onward.flags)


def qualifiers_of(stage: Stage, into: Stage) -> "Onward":
    """Return the qualifiers of a finished stage by its results of now, without storing them."""
    parts = groups_of(stage, field_of_stage(stage))
    tables = [_table(stage, group, part) for group, part in enumerate(parts, start=1)]
    return going_on(stage.plan, into.plan, tables, stage.tournament.seed)


class Onward(NamedTuple):
    """The qualifiers by their seeds in the next stage, with sentences for the organizer.

    `earliest` is the first round of a knock-out in which two entries of one group can meet again; None: never, or not a
    knock-out.
    """

    seeds: Sequence[groups.Qualifier]
    flags: Sequence[str] = ()
    earliest: int | None = None


def going_on(
    plan: StagePlan, into: StagePlan, tables: Sequence[Sequence[Finisher]], seed: str
) -> Onward:
    """Return the qualifiers from a stage's final standings (one table per group), up to the number that the plan
    allows.
    """
    wanted = plan.advance * plan.groups + plan.best_next
    several = len(tables) > 1
    tables = [table for table in tables if table]
    if not tables:
        return Onward(())
    places = min(plan.advance, *map(len, tables))
    nexts = sum(len(table) > places for table in tables)
    more = min(wanted - places * len(tables), nexts)
    going = groups.qualify(tables, places, best_next=more, seed=seed)
    flags = []
    if len(going) < wanted:
        flags.append(
            message(
                "%(wanted)d were to advance, but only %(there)d are left: the others have withdrawn.",
                wanted=wanted,
                there=len(going),
            )
        )
    if not (several and into.is_knock_out and len(going) > 1):
        return Onward(going, flags)
    crossing = groups_crossing.cross(going)
    return Onward(crossing.seeds, [*flags, *crossing.flags], crossing.earliest)


def _table(stage: Stage, group: int, part: Sequence[Entry]) -> list[Finisher]:
    """Return the final standings of a group, or of the whole stage, best first, without withdrawn entries."""
    gone = {entry.pk for entry in part if entry.status == Entry.Status.WITHDRAWN}
    if stage.plan.is_knock_out:
        order = [part[place.entry].pk for place in progress_of_stage(stage).places]
        return [Finisher(key) for key in order if key not in gone]
    found = finishers(standings_of_stage(stage, group), stage.tournament.seed)
    return [finisher for finisher in found if finisher.entry not in gone]


def finishers(table: Iterable[Row], seed: str) -> list[Finisher]:
    """Return the rows of final standings as a group's finishers; a lot under `seed` orders entries that share a rank."""
    rows = sorted(table, key=lambda row: (row.rank, lot(seed, "rank", row.key)))
    return [Finisher(row.key, _merit(row)) for row in rows]


def _merit(row: Row) -> tuple[Fraction, ...]:
    """Return the sort key for entries in the same place of different groups: averages per match, as sizes may differ."""
    counted = row.played + row.forfeits_won + row.forfeits_lost + row.byes
    difference = Fraction(row.score_for - row.score_against)
    return Fraction(row.points) / max(1, counted), difference / max(1, row.played)
