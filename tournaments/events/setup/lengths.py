"""The length of a tournament: rounds, matches and concurrent tables, by format and number of entries."""

from collections.abc import Sequence
from datetime import timedelta

from tournaments.events.plan.match_terms import MatchTerms
from tournaments.events.plan.stages import StagePlan
from tournaments.formats.elimination.bracket import Bracket, Kind, Lengths
from tournaments.formats.kinds import KnockOut, Length
from tournaments.formats.shape import FormatError


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
    """Return the length of one stage for this number of entries, at least 2."""
    return plan.facts.length(plan, entries)


def bracket_of(plan: StagePlan, entries: int, lengths: Lengths | None = None) -> Bracket:
    """Return the bracket of a knock-out. Raises FormatError "too_few_entries" and "too_many_entries"."""
    assert isinstance(plan.facts, KnockOut)
    return plan.facts.bracket(entries, third_place=plan.third_place, lengths=lengths)


def games_by_slot(plan: StagePlan, entries: int, usual: int) -> dict[str, int]:
    """Return the maximum number of games of a knock-out's matches, by place in the bracket."""
    bracket = bracket_of(plan, entries, plan.lengths(usual))
    return {slot.key: slot.best_of for slot in bracket.slots}


def games_in_turn(plan: StagePlan, entries: int, usual: int) -> int:
    """Return the maximum number of consecutive games of a stage, from its first round to its last; of an arena the last
    one, which begins before its time is over.
    """
    if not plan.is_knock_out:
        each = 1 if plan.facts.is_continuous else plan.best_of or usual
        return length_of_stage(plan, entries).rounds * each
    games = games_by_slot(plan, entries, usual)
    played = [
        [games[slot.key] for slot in wave if slot.kind == Kind.MATCH and not slot.reset]
        for wave in bracket_of(plan, entries).waves()
    ]
    return sum(max(wave) for wave in played if wave)


def usual_duration(
    plans: Sequence[StagePlan], entries: int, terms: MatchTerms, best_of: int, pause: timedelta
) -> timedelta:
    """Return about how long a tournament takes that is played in one sitting, with matches of usual length; of a field
    that can't play its stages, one game.
    """
    try:
        play = pause * (length_of_stages(plans, entries).rounds - 1)
        for plan in plans:
            games = games_in_turn(plan, entries, best_of)
            game = timedelta(minutes=terms.of_stage(plan).game_minutes)
            play += timedelta(minutes=plan.lasts_minutes) + games * game
            entries = plan.onward(entries)
    except FormatError:
        return timedelta(minutes=terms.game_minutes)
    return play
