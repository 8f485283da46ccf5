"""The length of a tournament: rounds, matches and concurrent tables, by format and number of entries."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.sentences import message
from tournaments.events.plan.choices import INDIVIDUAL, Format
from tournaments.events.plan.stages import StagePlan
from tournaments.events.setup.individual import size_of
from tournaments.formats import elimination, groups, round_robin, swiss
from tournaments.formats.elimination import double
from tournaments.formats.elimination.bracket import Bracket, Kind, Lengths


@dataclass(frozen=True)
class Length:
    """The size of a tournament with a known number of entries. `tables` is the maximum in play at the same time."""

    rounds: int
    matches: int
    tables: int


def length_of_stages(plans: Sequence[StagePlan], entries: int) -> Length:
    """Return the total length of consecutive stages, each with the qualifiers of the previous one."""
    parts: list[Length] = []
    for plan in plans:
        parts.append(length_of_stage(plan, entries))
        entries = plan.onward(entries)
    return Length(
        sum(part.rounds for part in parts),
        sum(part.matches for part in parts),
        max(part.tables for part in parts),
    )


def length_of_stage(plan: StagePlan, entries: int) -> Length:
    """Return the length of one stage for this number of entries, at least 2. The second final of a double elimination
    isn't counted.
    """
    if plan.format in INDIVIDUAL:
        size = size_of(plan.format, entries, plan.rounds)
        return Length(size.rounds, size.matches, size.tables)
    if plan.format == Format.SWISS:
        rounds, tables = rounds_of_swiss(entries, plan.rounds), entries // 2
        return Length(rounds, rounds * tables, tables)
    if plan.format == Format.GROUPS:
        drawn = groups.rounds(groups.snake(entries, plan.groups_of(entries)), plan.double)
        played = [sum(not pairing.is_bye for pairing in round_) for round_ in drawn]
        return Length(len(played), sum(played), max(played))
    if plan.format == Format.ROUND_ROBIN:
        matches = entries * (entries - 1) // 2 * (2 if plan.double else 1)
        return Length(round_robin.rounds_needed(entries, plan.double), matches, entries // 2)
    waves = [
        sum(slot.kind == Kind.MATCH and not slot.reset for slot in wave)
        for wave in bracket_for(plan.format, entries, third_place=plan.third_place).waves()
    ]
    return Length(sum(matches > 0 for matches in waves), sum(waves), max(waves))


def rounds_of_swiss(entries: int, asked: int | None) -> int:
    """Return the number of rounds of a Swiss: the requested one, or enough to leave one unbeaten, ceil(log2(entries)).

    At most the number of opponents, because any further draw would have rematches.
    """
    return min(asked or usual_rounds(entries), all_met_after(entries))


def swiss_sentence(rounds: int | None, entries: int) -> list[str]:
    """Return a sentence about the number of a Swiss's rounds, for a known number of entries."""
    asked = rounds or usual_rounds(entries)
    full = all_met_after(entries)
    if asked > full:
        return [
            message(
                "%(asked)s rounds were planned. With %(entries)s entries everybody has met "
                "everybody after %(full)s, so only %(full)s are played.",
                asked=asked,
                entries=entries,
                full=full,
            )
        ]
    return [flag.sentence for flag in swiss.planned(entries, asked)]


def usual_rounds(entries: int) -> int:
    """Return after how many rounds at most one entry is unbeaten if no match is drawn: ceil(log2(entries))."""
    return max(1, (entries - 1).bit_length())


def all_met_after(entries: int) -> int:
    """Return the number of rounds after which everybody has met everybody; an odd field has a bye in each."""
    return entries - 1 + entries % 2


def bracket_for(
    format_: str, entries: int, *, third_place: bool = False, lengths: Lengths | None = None
) -> Bracket:
    """Return the bracket of a knock-out; the third-place match needs four entries and is left out below that.

    Raises FormatError "too_few_entries" and "too_many_entries".
    """
    if format_ == Format.DOUBLE_KNOCK_OUT:
        return double.draw(entries, lengths=lengths)
    return elimination.draw(entries, lengths=lengths, third_place=third_place and entries >= 4)


def games_by_slot(plan: StagePlan, entries: int, usual: int) -> dict[str, int]:
    """Return the maximum number of games of a knock-out's matches, by place in the bracket."""
    bracket = bracket_for(
        plan.format, entries, third_place=plan.third_place, lengths=plan.lengths(usual)
    )
    return {slot.key: slot.best_of for slot in bracket.slots}


def games_in_turn(plans: Sequence[StagePlan], entries: int, usual: int) -> int:
    """Return the maximum number of consecutive games, from the first round to the last."""
    total = 0
    for plan in plans:
        if plan.is_knock_out:
            games = games_by_slot(plan, entries, usual)
            waves = bracket_for(plan.format, entries, third_place=plan.third_place).waves()
            played = [
                [games[slot.key] for slot in wave if slot.kind == Kind.MATCH and not slot.reset]
                for wave in waves
            ]
            total += sum(max(wave) for wave in played if wave)
        else:
            total += length_of_stage(plan, entries).rounds * (plan.best_of or usual)
        entries = plan.onward(entries)
    return total
