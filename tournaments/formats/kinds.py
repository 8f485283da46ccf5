"""What a format is: its texts and facts, and the kinds of draws between sides that stay together.

`registry` has the formats themselves, `individual_kinds` the kinds in which everybody enters alone. A format that pairs two sides in rounds of its own needs only an object of
`PairedByRound` there; what stores and simulates the draws of a kind is in `tournaments.events.draw.drawings` and in
`tournaments.organizer.simulation.runs`.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from math import ceil
from typing import Protocol

from games.engine import RuleSet
from games.engine.sentences import Sentence, message
from tournaments.formats import arena, elimination, groups, round_robin
from tournaments.formats.elimination import double
from tournaments.formats.elimination.bracket import Bracket, Kind, Lengths, Part
from tournaments.formats.shape import FormatError, RoundPlan
from tournaments.formats.swiss import Entrant, Past

USUAL_HAND_MINUTES = 4
"""An estimate until games were measured: four people take about this long for a hand."""
USUAL_GAME_MINUTES = 8 * USUAL_HAND_MINUTES


class Options(Protocol):
    """The options of a stage on which its draw and its length depend."""

    @property
    def double(self) -> bool: ...

    @property
    def rounds(self) -> int | None: ...

    @property
    def third_place(self) -> bool: ...

    @property
    def lasts_minutes(self) -> int: ...

    def groups_of(self, entries: int) -> int: ...


@dataclass(frozen=True)
class Length:
    """The size of a stage or tournament with a known number of entries. `tables` is the maximum in play at once."""

    rounds: int
    matches: int
    tables: int


@dataclass(frozen=True, kw_only=True, eq=False)
class Format:
    """A format: what it is called, what it is like, and how long it takes.

    `named` begins a sentence ("A Swiss"). `options` are the fields of a stage that it supports. `least` entries can
    play it, `least_of_several` as one of several stages, and `most` (None: as many as the platform takes).

    `is_individual`: an entry is one person, who sits with others each round; `partners_change` with each of them, and
    with `places_score` the places at a table bring points. `is_knock_out`: it has a bracket, in which every match has a
    winner. `first_draw_fixes_pairings`: nothing that happens later changes who meets whom, as long as the field stays.
    `late_entries_join_next_round`: a late entry plays from the next round that can be drawn with it; elsewhere it needs
    a free place. `matches_can_wait`: no round waits for the results of another. `pairs_by_score`: entries with similar
    scores meet. `keeps_apart`: its draw keeps pairs apart that should not meet. `odd_field_sits_out`: of an odd field
    one entry sits out in each round. `is_continuous`: its one round stays open for a set time, in which whoever is free
    is paired again and again. `fits_trf`: its tournaments can be written as FIDE's tournament report file.
    """

    code: str
    title: Sentence
    named: Sentence
    help: Sentence
    rounds_help: str = ""
    options: frozenset[str]
    least: int = 2
    least_of_several: int = 2
    most: int | None = None
    is_individual: bool = False
    partners_change: bool = False
    places_score: bool = False
    is_knock_out: bool = False
    first_draw_fixes_pairings: bool = True
    late_entries_join_next_round: bool = False
    matches_can_wait: bool = False
    pairs_by_score: bool = False
    keeps_apart: bool = False
    odd_field_sits_out: bool = False
    is_continuous: bool = False
    fits_trf: bool = False

    @property
    def has_groups(self) -> bool:
        """Return whether the field plays in groups."""
        return "groups" in self.options

    @property
    def pairs_each_round(self) -> bool:
        """Return whether sides that stay together are paired anew for each round."""
        fixed = self.first_draw_fixes_pairings or self.is_continuous
        return not (fixed or self.is_individual)

    def length(self, options: Options, entries: int) -> Length:
        """Return the length of a stage for this number of entries, at least 2."""
        raise NotImplementedError

    def can_play(self, entries: int, sizes: Sequence[int]) -> bool:
        """Return whether this number is enough for a round; `sizes` are the allowed sizes of tables."""
        return entries >= self.least

    def check_entries(self, entries: int) -> None:
        """Raise FormatError if this number can't play the format as one of several stages."""
        least = max(self.least, self.least_of_several)
        if entries < least:
            raise FormatError(
                "too_few_entries",
                message(
                    "%(format)s can’t be played by %(entries)s. Let at least %(least)s reach it.",
                    format=self.named,
                    entries=entries,
                    least=least,
                ),
            )

    def check_rules(self, rules: RuleSet, entries: int) -> None:
        """Raise FormatError "not_two_sides" or another one if the rules don't fit the format; `entries` is the maximum."""
        if len(rules.side_seats) != 2:
            raise FormatError(
                "not_two_sides",
                message(
                    "This format is for two sides, and by these rules everybody plays alone. Choose "
                    "rules for two partnerships or for two players, or the format solo tables."
                ),
            )

    def hints(self, options: Options, entries: int) -> tuple[str, ...]:
        """Return sentences for the organizer about this number of entries."""
        return ()

    def by_lot(self, number: int) -> Sentence:
        """Return the sentence about the `number`-th draw of a round, from 2, in which lots decide."""
        return message("Draw %(number)d: the seeds were drawn by lot.", number=number)


@dataclass(frozen=True, kw_only=True, eq=False)
class RoundRobin(Format):
    """Everybody meets everybody, in the whole field or in groups; all rounds are drawn at once."""

    matches_can_wait: bool = True

    def rounds(self, options: Options, entries: int) -> Sequence[RoundPlan]:
        """Return all rounds, with the seeds of the field from 0."""
        number = options.groups_of(entries)
        if number < 2:
            return round_robin.rounds(entries, options.double)
        return groups.rounds(groups.snake(entries, number), options.double)

    def length(self, options: Options, entries: int) -> Length:
        if options.groups_of(entries) < 2:
            matches = entries * (entries - 1) // 2 * (2 if options.double else 1)
            return Length(round_robin.rounds_needed(entries, options.double), matches, entries // 2)
        drawn = self.rounds(options, entries)
        played = [sum(not pairing.is_bye for pairing in round_) for round_ in drawn]
        return Length(len(played), sum(played), max(played))

    def check_entries(self, entries: int) -> None:
        # Only too few entries can fail, and drawing many takes long.
        round_robin.rounds(min(entries, 2))


Pair = Callable[
    [Sequence[Entrant], Sequence[Iterable[Past]], str, Collection[tuple[int, int]]], RoundPlan
]
"""Pairs the round after a history: who plays it, the earlier rounds, the random seed, and the pairs of keys to keep
apart. The same input gives the same round.
"""


def _no_warnings(entries: int, rounds: int) -> tuple[str, ...]:
    return ()


@dataclass(frozen=True, kw_only=True, eq=False)
class PairedByRound(Format):
    """Sides that stay together are paired for each round by `pair`, by default for as many as leave one unbeaten.

    `warnings` are sentences about a number of entries and of rounds.
    """

    pair: Pair
    warnings: Callable[[int, int], tuple[str, ...]] = _no_warnings
    first_draw_fixes_pairings: bool = False
    late_entries_join_next_round: bool = True
    odd_field_sits_out: bool = True

    def rounds(self, asked: int | None, entries: int) -> int:
        """Return the number of rounds: the requested one, or enough to leave one unbeaten, ceil(log2(entries)).

        At most the number of opponents, because any further draw would have rematches.
        """
        return min(asked or usual_rounds(entries), all_met_after(entries))

    def length(self, options: Options, entries: int) -> Length:
        rounds, tables = self.rounds(options.rounds, entries), entries // 2
        return Length(rounds, rounds * tables, tables)

    def hints(self, options: Options, entries: int) -> tuple[str, ...]:
        return () if options.rounds is None else self.warnings(entries, options.rounds)

    def notes(self, asked: int | None, entries: int) -> list[str]:
        """Return sentences about the number of rounds, for a known number of entries."""
        rounds, full = asked or usual_rounds(entries), all_met_after(entries)
        if rounds > full:
            return [
                message(
                    "%(asked)s rounds were planned. With %(entries)s entries everybody has met "
                    "everybody after %(full)s, so only %(full)s are played.",
                    asked=rounds,
                    entries=entries,
                    full=full,
                )
            ]
        return list(self.warnings(entries, rounds))

    def by_lot(self, number: int) -> Sentence:
        return message("Draw %(number)d: ties are paired by lot, not by seed.", number=number)


@dataclass(frozen=True, kw_only=True, eq=False)
class Arena(Format):
    """Whoever is free is paired with somebody free, until a set time is over."""

    first_draw_fixes_pairings: bool = False
    late_entries_join_next_round: bool = True
    is_continuous: bool = True

    def draw(self, free: Sequence[arena.Waiting], seed: str) -> list[arena.Sides]:
        """Return the matches that begin now among those who are free; the same input gives the same matches."""
        return arena.pair(free, seed)

    def length(self, options: Options, entries: int) -> Length:
        """Return the length of a stage; how many matches are played depends on how long they take. Those begun in time
        count.
        """
        tables = entries // self.least
        return Length(1, tables * ceil(options.lasts_minutes / USUAL_GAME_MINUTES), tables)


@dataclass(frozen=True, kw_only=True, eq=False)
class KnockOut(Format):
    """A bracket, in which one loss eliminates."""

    is_knock_out: bool = True

    def bracket(
        self, entries: int, *, third_place: bool = False, lengths: Lengths | None = None
    ) -> Bracket:
        """Return the bracket; the third-place match needs four entries and is left out below that.

        Raises FormatError "too_few_entries" and "too_many_entries".
        """
        return elimination.draw(entries, lengths=lengths, third_place=third_place and entries >= 4)

    def cuts(self, size: int) -> frozenset[int]:
        """Return the numbers of entries that can advance from a bracket of `size`, so that no shared place is split.

        Entries eliminated in the same round share their places. So 1, 2, 4, 8 and so on can advance, or all of them.
        """
        return frozenset({size, *(1 << power for power in range((size - 1).bit_length()))})

    def length(self, options: Options, entries: int) -> Length:
        """Return the length of a stage for this number of entries, at least 2. The second final of a double elimination
        isn't counted.
        """
        waves = [
            sum(slot.kind == Kind.MATCH and not slot.reset for slot in wave)
            for wave in self.bracket(entries, third_place=options.third_place).waves()
        ]
        return Length(sum(matches > 0 for matches in waves), sum(waves), max(waves))

    def check_entries(self, entries: int) -> None:
        super().check_entries(entries)
        if self.most is not None and entries > self.most:
            raise FormatError(
                "too_many_entries",
                message(
                    "%(format)s takes at most %(most)s entries, and %(entries)s would reach it. Let "
                    "fewer advance.",
                    format=self.named,
                    most=self.most,
                    entries=entries,
                ),
            )


@dataclass(frozen=True, kw_only=True, eq=False)
class DoubleKnockOut(KnockOut):
    """Two brackets: who loses in the first plays on in the second."""

    def bracket(
        self, entries: int, *, third_place: bool = False, lengths: Lengths | None = None
    ) -> Bracket:
        return double.draw(entries, lengths=lengths)

    def cuts(self, size: int) -> frozenset[int]:
        """Return the numbers of entries that can advance from a bracket of `size`, so that no shared place is split.

        Those are the finalists, and with each round of the losers' bracket, from its last, as many more as it has
        matches.
        """
        return _double_cuts(size)


@lru_cache(maxsize=512)
def _double_cuts(size: int) -> frozenset[int]:
    matches = Counter(
        slot.round
        for slot in double.draw(size).slots
        if slot.part == Part.LOSERS and slot.kind == Kind.MATCH
    )
    later = (matches[number] for number in sorted(matches, reverse=True))
    return frozenset({1, *accumulate(later, initial=2)})


def usual_rounds(entries: int) -> int:
    """Return after how many rounds at most one entry is unbeaten if no match is drawn: ceil(log2(entries))."""
    return max(1, (entries - 1).bit_length())


def all_met_after(entries: int) -> int:
    """Return the number of rounds after which everybody has met everybody; an odd field has a bye in each."""
    return entries - 1 + entries % 2
