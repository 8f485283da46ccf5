"""The structure of a knock-out bracket, for single and double elimination alike.

A bracket is a fixed table of matches, laid out for a power of two and drawn before anything is played. Each side
of a match names its source: a seed, the winner or the loser of an earlier match, or nobody where the field leaves
a gap. So a bracket can be drawn on paper in advance, and `progress` only has to fill in the entries.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from games.engine.sentences import message
from tournaments.formats.shape import FormatError

MOST_ENTRIES = 128


class From(StrEnum):
    """Where a side of a match comes from."""

    SEED = "seed"
    WINNER = "winner"
    LOSER = "loser"
    NOBODY = "nobody"


class Source(NamedTuple):
    """One side's source. `seed` counts from 0 (kind SEED); `match` is a match's key (WINNER and LOSER)."""

    kind: From
    seed: int | None = None
    match: str = ""


NOBODY = Source(From.NOBODY)


class Part(StrEnum):
    """The part of a bracket to which a match belongs; the value begins the match's key."""

    WINNERS = "W"
    """The main bracket; apart from the third-place match, the only one in single elimination."""
    LOSERS = "L"
    FINAL = "F"
    """Double elimination's final between the two brackets, and the second one that resets it."""
    THIRD = "T"


class Kind(StrEnum):
    """The kind of a place, which depends on the number of entries."""

    MATCH = "match"
    BYE = "bye"
    """Only one side can ever have an entrant, who advances without playing."""
    EMPTY = "empty"
    """No entrant can ever get here. Not drawn."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A match's place in the bracket.

    `round` counts from 1 within the part and `position` from 0, from the top of the page; `best_of` is the number
    of games of which more than half win the match. A `reset` is played only if its final's second side won the
    final.
    """

    key: str
    part: Part
    round: int
    position: int
    a: Source
    b: Source
    best_of: int
    kind: Kind
    reset: bool = False


@dataclass(frozen=True, slots=True)
class Bracket:
    """All matches of a knock-out, each after its sources.

    `size` is the power of two for which it was laid out, `entries` the number of seeds.
    """

    entries: int
    size: int
    slots: tuple[Slot, ...]
    by_key: dict[str, Slot] = field(init=False, repr=False, compare=False)
    _after: dict[str, list[Slot]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "by_key", {slot.key: slot for slot in self.slots})
        after: dict[str, list[Slot]] = {slot.key: [] for slot in self.slots}
        for slot in self.slots:
            for source in {slot.a.match, slot.b.match} - {""}:
                after[source].append(slot)
        object.__setattr__(self, "_after", after)

    def __getitem__(self, key: str) -> Slot:
        return self.by_key[key]

    def __iter__(self) -> Iterator[Slot]:
        return iter(self.slots)

    def rounds(self, part: Part) -> tuple[tuple[Slot, ...], ...]:
        """Return the columns of one part, for drawing it: its rounds in order, each from top to bottom."""
        columns: dict[int, list[Slot]] = {}
        for slot in self.slots:
            if slot.part == part:
                columns.setdefault(slot.round, []).append(slot)
        return tuple(tuple(columns[number]) for number in sorted(columns))

    def matches(self) -> tuple[Slot, ...]:
        """Return the places at which a match may be played, in order."""
        return tuple(slot for slot in self.slots if slot.kind == Kind.MATCH)

    def waves(self) -> tuple[tuple[Slot, ...], ...]:
        """Return the rounds of the tournament: the matches that can be played at the same time, each right after
        its sources.

        In double elimination a wave holds rounds of both brackets. Byes are in the wave where they would be
        played, empty places in none; a wave without a match is left out.
        """
        wave: dict[str, int] = {}
        played: dict[int, list[Slot]] = {}
        for slot in self.slots:
            before = [wave[source.match] for source in (slot.a, slot.b) if source.match]
            wave[slot.key] = max([slot.round - 1 if slot.part == Part.WINNERS else 0, *before]) + 1
            if slot.kind != Kind.EMPTY:
                played.setdefault(wave[slot.key], []).append(slot)
        return tuple(
            tuple(slots)
            for _, slots in sorted(played.items())
            if any(slot.kind == Kind.MATCH for slot in slots)
        )

    def after(self, key: str) -> tuple[Slot, ...]:
        """Return the places to which the match `key` sends its winner or loser, nearest first."""
        return tuple(self._after[key])


@dataclass(frozen=True, slots=True)
class Lengths:
    """The maximum number of games of each match: best of 1, 3, 5 …; None means the length of `rest`.

    `semi_finals` are the two matches whose winners meet in the final (in double elimination the last of each
    bracket); `final` also applies to a reset.
    """

    rest: int = 1
    semi_finals: int | None = None
    final: int | None = None
    third_place: int | None = None

    def __post_init__(self) -> None:
        for games in (self.rest, self.semi_finals, self.final, self.third_place):
            if games is not None and (games < 1 or games % 2 == 0):
                raise FormatError(
                    "best_of_even",
                    message(
                        "Best of %(games)s can end in a tie. Choose an odd number: best of 1, 3, 5 …",
                        games=games,
                    ),
                )

    def of(self, special: int | None) -> int:
        """Return the length of a special match, or that of the rest if none was set."""
        return self.rest if special is None else special


def size_for(entries: int, name: str) -> int:
    """Return the smallest power of two that holds `entries`, at least 2.

    Raises FormatError "too_few_entries" and "too_many_entries"; `name` names the format in the sentence.
    """
    if entries < 2:
        raise FormatError(
            "too_few_entries",
            message(
                "A %(name)s needs at least 2 entries, and there is 1. Wait for more, or cancel.",
                name=name,
            )
            if entries == 1
            else message(
                "A %(name)s needs at least 2 entries, and there is none. Wait for more, or cancel.",
                name=name,
            ),
        )
    if entries > MOST_ENTRIES:
        raise FormatError(
            "too_many_entries",
            message(
                "A %(name)s takes at most %(most)s entries, and there are %(entries)s. Play groups "
                "or a Swiss first, and let the best %(most)s advance.",
                name=name,
                most=MOST_ENTRIES,
                entries=entries,
            ),
        )
    return 1 << (entries - 1).bit_length()


def seed_order(size: int) -> tuple[int, ...]:
    """Return the seeds of a full bracket of `size` (a power of two) from top to bottom, from 0.

    The usual balanced order: if the better seed always wins, seeds s and t (from 1) meet in the round in which
    max(s, t) entries are left at the earliest; 1 meets the last, and 2 is at the other end. Each step doubles the
    bracket by giving seed s the opponent that makes their sum constant, with the better seed outermost.
    """
    order = [0]
    while len(order) < size:
        last = 2 * len(order) - 1
        order = [
            seed
            for place, better in enumerate(order)
            for seed in ((better, last - better) if place % 2 == 0 else (last - better, better))
        ]
    return tuple(order)


def kind_of(a: Source, b: Source) -> Kind:
    """Return what kind of place two sources make; NOBODY is a gap."""
    gaps = (a == NOBODY) + (b == NOBODY)
    return (Kind.MATCH, Kind.BYE, Kind.EMPTY)[gaps]


class Layout:
    """Lays out a bracket match by match, and tracks which entrants each place can send on."""

    def __init__(self) -> None:
        self.slots: list[Slot] = []
        self._by_key: dict[str, Slot] = {}

    def add(self, part: Part, place: tuple[int, int], sides: Sequence[Source], best_of: int) -> str:
        """Add the match at `place` (round, position) and return its key. Its sources must have been added before."""
        a, b = (self._source(side) for side in sides)
        key = f"{part}{place[0]}.{place[1] + 1}"
        slot = Slot(key, part, place[0], place[1], a, b, best_of, kind_of(a, b))
        return self._put(slot)

    def add_reset(self, final: str) -> str:
        """Add the second final, played if the second side won the first. Returns its key."""
        first = self._by_key[final]
        sides = (Source(From.WINNER, match=final), Source(From.LOSER, match=final))
        slot = Slot(
            f"{Part.FINAL}2.1", Part.FINAL, 2, 0, *sides, first.best_of, Kind.MATCH, reset=True
        )
        return self._put(slot)

    def _put(self, slot: Slot) -> str:
        self.slots.append(slot)
        self._by_key[slot.key] = slot
        return slot.key

    def _source(self, side: Source) -> Source:
        """Return the source, simplified: an empty place sends nobody on, and a place with a single entrant has no
        loser.
        """
        if side.kind in (From.SEED, From.NOBODY):
            return side
        kind = self._by_key[side.match].kind
        gone = kind == Kind.EMPTY or (kind == Kind.BYE and side.kind == From.LOSER)
        return NOBODY if gone else side


def winners_bracket(layout: Layout, entries: int, size: int, lengths: Sequence[int]) -> None:
    """Add the main bracket: seeds in order, with gaps opposite the best of them; `lengths` by round."""
    order = seed_order(size)
    sides = [Source(From.SEED, seed) if seed < entries else NOBODY for seed in order]
    for number, best_of in enumerate(lengths, start=1):
        keys = [
            layout.add(Part.WINNERS, (number, place), sides[2 * place : 2 * place + 2], best_of)
            for place in range(len(sides) // 2)
        ]
        sides = [Source(From.WINNER, match=key) for key in keys]
