"""The kinds of formats in which an entry is one person.

In a *rotation* partners change each round, and in an *individual arena* each match; *solo tables* have no partners at all.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine import RuleSet
from games.engine.sentences import Sentence, message
from tournaments.formats import arena, rotation, solo_tables
from tournaments.formats.kinds import Arena, Format, Length, Options
from tournaments.formats.shape import FormatError

USUAL_ROTATION = 13
"""The default maximum number of rounds; more wouldn't fit into an evening."""
USUAL_SOLO = 4


@dataclass(frozen=True, kw_only=True, eq=False)
class Individual(Format):
    """An entry is one person; late entries don't add to the number of rounds."""

    is_individual: bool = True
    late_entries_join_next_round: bool = True

    def usual_rounds(self, players: int) -> int:
        """Return the default number of rounds."""
        raise NotImplementedError

    def tables(self, players: int) -> int:
        """Return how many tables this number of players fills."""
        raise NotImplementedError

    def length(self, options: Options, entries: int) -> Length:
        """Return the length of a stage for this number of entries; with too few for the format it has no rounds."""
        if entries < self.least:
            return Length(0, 0, 0)
        rounds, tables = options.rounds or self.usual_rounds(entries), self.tables(entries)
        return Length(rounds, rounds * tables, tables)


@dataclass(frozen=True, kw_only=True, eq=False)
class Rotation(Individual):
    """Partners change each round, and the whole rotation is drawn at the start."""

    partners_change: bool = True

    def usual_rounds(self, players: int) -> int:
        """Return the default number of rounds.

        A rotation is balanced after one round fewer than players, or as many if they don't divide by 4. Larger fields
        play only some of these rounds, in which nobody has the same partner twice.
        """
        return min(rotation.full_rounds(players), USUAL_ROTATION)

    def tables(self, players: int) -> int:
        return players // 4

    def check_rules(self, rules: RuleSet, entries: int) -> None:
        _check_partnerships(rules)

    def hints(self, options: Options, entries: int) -> tuple[str, ...]:
        notes: list[str] = []
        out, full = entries % 4, rotation.full_rounds(entries)
        if out:
            notes.append(
                message(
                    "With %(players)d players, %(out)d sit out in each round, in turn. With %(below)d "
                    "or %(above)d nobody does.",
                    players=entries,
                    out=out,
                    below=entries - out,
                    above=entries - out + 4,
                )
            )
        if (options.rounds or self.usual_rounds(entries)) > full:
            notes.append(
                message(
                    "After %(full)d rounds everybody has had everybody as partner; then the cycle repeats.",
                    full=full,
                )
            )
        return tuple(notes)


@dataclass(frozen=True, kw_only=True, eq=False)
class IndividualArena(Arena):
    """An arena in which everybody has another partner in each match."""

    is_individual: bool = True
    partners_change: bool = True
    least: int = arena.AT_A_TABLE

    def draw(self, free: Sequence[arena.Waiting], seed: str) -> list[arena.Sides]:
        return arena.seat(free, seed)

    def check_rules(self, rules: RuleSet, entries: int) -> None:
        _check_partnerships(rules)


@dataclass(frozen=True, kw_only=True, eq=False)
class SoloTables(Individual):
    """Everybody plays alone, and is reseated each round by the standings."""

    places_score: bool = True
    first_draw_fixes_pairings: bool = False

    def usual_rounds(self, players: int) -> int:
        return USUAL_SOLO

    def tables(self, players: int) -> int:
        return len(solo_tables.table_sizes(players))

    def can_play(self, entries: int, sizes: Sequence[int]) -> bool:
        try:
            solo_tables.table_sizes(entries, sizes)
        except FormatError:
            return False
        return True

    def check_entries(self, entries: int) -> None:
        solo_tables.table_sizes(entries)
        super().check_entries(entries)

    def check_rules(self, rules: RuleSet, entries: int) -> None:
        if rules.players not in (3, 4, 5) or rules.sides == "partners":
            raise FormatError(
                "not_for_solo",
                message(
                    "Solo tables need rules by which 3, 4 or 5 players play each for themselves."
                ),
            )
        if self.least <= entries <= (self.most or entries):
            sizes = solo_tables.allowed_sizes(rules.preset, rules.players)
            solo_tables.table_sizes(entries, sizes)

    def hints(self, options: Options, entries: int) -> tuple[str, ...]:
        sizes = solo_tables.table_sizes(entries)
        if len(set(sizes)) == 1:
            return ()
        return (
            message(
                "%(players)d players sit at tables of different sizes: %(tables)s.",
                players=entries,
                tables=_counted_tables(sizes),
            ),
        )

    def by_lot(self, number: int) -> Sentence:
        return message("Draw %(number)d: the tables were drawn by another lot.", number=number)


def _check_partnerships(rules: RuleSet) -> None:
    if rules.players != 4 or rules.sides != "partners":
        raise FormatError(
            "not_for_rotation",
            message("In this format partners change: it needs rules for two partnerships."),
        )


def _counted_tables(sizes: Sequence[int]) -> Sentence:
    """Return how many tables there are of each size, e.g. "2 of 4, 1 of 3"."""
    first, *others = [
        message("%(count)d of %(size)d", count=sizes.count(size), size=size)
        for size in sorted(set(sizes), reverse=True)
    ]
    for other in others:
        first = message("%(parts)s, %(part)s", parts=first, part=other)
    return first
