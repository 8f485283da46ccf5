"""The field of a stage, by seed, and its groups."""

from collections.abc import Iterable, Mapping, Sequence

from tournaments.events.models import Entry, Qualifier, Stage, Tournament
from tournaments.formats import groups


def current_stage(tournament: Tournament) -> Stage | None:
    """Return the last stage that has been drawn, or the first while none has."""
    drawn = tournament.stages.filter(rounds__isnull=False).distinct().order_by("-index").first()
    return drawn or tournament.stages.order_by("index").first()


def next_stage(stage: Stage) -> Stage | None:
    """Return the stage after this one, or None."""
    return Stage.objects.filter(tournament_id=stage.tournament_id, index=stage.index + 1).first()


def previous_stage(stage: Stage) -> Stage | None:
    """Return the stage before this one, or None."""
    if stage.index == 1:
        return None
    return (
        Stage.objects.filter(tournament_id=stage.tournament_id, index=stage.index - 1)
        .select_related("tournament")
        .first()
    )


def field_of_stage(stage: Stage) -> list[Entry]:
    """Return the entries of a drawn stage by seed."""
    if stage.index == 1:
        entries = Entry.objects.filter(tournament_id=stage.tournament_id, seed_no__isnull=False)
        return list(entries.order_by("seed_no"))
    return [row.entry for row in stage.qualifiers.select_related("entry").order_by("seed_no")]


def field_from(
    stage: Stage, entries: Iterable[Entry], qualifiers: Iterable[Qualifier]
) -> list[Entry]:
    """Return the same as `field_of_stage`, from the tournament's loaded entries and qualifiers."""
    if stage.index == 1:
        drawn = [entry for entry in entries if entry.seed_no is not None]
        return sorted(drawn, key=lambda entry: entry.seed_no or 0)
    by_key = {entry.pk: entry for entry in entries}
    mine = [row for row in qualifiers if row.stage_id == stage.pk]
    return [by_key[row.entry_id] for row in sorted(mine, key=lambda row: row.seed_no)]


def groups_of(stage: Stage, field: Sequence[Entry]) -> list[list[Entry]]:
    """Return the groups of a stage's field, filled in snake order by seed; a stage without groups is one."""
    number = stage.plan.groups_of(len(field))
    if number < 2:
        return [list(field)]
    return [[field[seed] for seed in group] for group in groups.snake(len(field), number)]


def group_numbers(parts: Sequence[Sequence[Entry]]) -> Mapping[int, int]:
    """Return each entry's group, from 1, by entry key; empty if there is only one."""
    if len(parts) < 2:
        return {}
    return {entry.pk: number for number, part in enumerate(parts, start=1) for entry in part}


def group_name(number: int) -> str:
    """Return the name of a group that counts from 1: "A", "B", …"""
    return chr(ord("A") + number - 1)
