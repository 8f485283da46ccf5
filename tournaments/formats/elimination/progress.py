"""The progress of a knock-out bracket: a pure function of the bracket and the results.

The caller keeps one list of results: games won, and matches decided without play. `progress` recomputes everything
from it: who is in which match, which matches can begin, who deals first, who is eliminated and in which place. So
a corrected result needs no undo; `overturned` names the later results that become invalid with it.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from tournaments.formats.elimination.bracket import Bracket, From, Part, Slot, Source
from tournaments.formats.shape import FormatError, Pairing


class Game(NamedTuple):
    """One game of the match `match`, won by the entry `winner`."""

    match: str
    winner: int


class Award(NamedTuple):
    """A match decided without being played to the end: by a forfeit, a no-show, or the organizer.

    `winner` None: neither side advances.
    """

    match: str
    winner: int | None


class Status(StrEnum):
    """The state of a match."""

    WAITING = "waiting"
    """A side isn't known yet."""
    READY = "ready"
    """Both sides are known, no game has been played."""
    PLAYING = "playing"
    DECIDED = "decided"
    WALKOVER = "walkover"
    """Decided without being played to the end: a bye, an absent opponent, an award."""
    UNUSED = "unused"
    """Never played: no entrant gets here, or the reset isn't needed."""


@dataclass(frozen=True, slots=True)
class MatchState:
    """The sides of a match and its outcome.

    `a` and `b` are entries, None where a side isn't known (Status WAITING) or stays empty. `wins` are games.
    `home` is the entry that deals first in the match's first game (`home_in` for the others).
    """

    slot: Slot
    a: int | None
    b: int | None
    status: Status
    wins: tuple[int, int] = (0, 0)
    winner: int | None = None
    loser: int | None = None
    home: int | None = None

    @property
    def sides(self) -> tuple[int | None, int | None]:
        """Return both sides."""
        return self.a, self.b

    @property
    def pairing(self) -> Pairing | None:
        """Return the match's first game as a Pairing, with the first dealer at home; None unless it has two sides."""
        if self.a is None or self.b is None or self.home is None:
            return None
        return Pairing(self.a, self.b) if self.home == self.a else Pairing(self.b, self.a)

    @property
    def over(self) -> bool:
        """Return whether the match needs no further play."""
        return self.status in (Status.DECIDED, Status.WALKOVER, Status.UNUSED)

    @property
    def next_game(self) -> int | None:
        """Return the number, from 1, of the game to play now, or None."""
        return sum(self.wins) + 1 if self.status in (Status.READY, Status.PLAYING) else None

    def home_in(self, game: int) -> int | None:
        """Return who deals first in the given game, from 1: the two sides alternate."""
        return self.home if game % 2 == 1 else (self.b if self.home == self.a else self.a)


class Place(NamedTuple):
    """An eliminated entry or the champion: its place from `first` to `last`, shared where they differ."""

    entry: int
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Progress:
    """The current state of the bracket, match by match in the bracket's order."""

    bracket: Bracket
    states: Mapping[str, MatchState]
    places: tuple[Place, ...]
    """The entries that have finished, best first."""

    def __getitem__(self, key: str) -> MatchState:
        return self.states[key]

    @property
    def next_matches(self) -> tuple[MatchState, ...]:
        """Return the matches in which a game can be played now."""
        return tuple(state for state in self.states.values() if state.next_game is not None)

    @property
    def next_round(self) -> tuple[MatchState, ...]:
        """Return the matches of the tournament's next round: the earliest wave in which one can be played now."""
        for wave in self.bracket.waves():
            ready = tuple(
                state for slot in wave if (state := self.states[slot.key]).next_game is not None
            )
            if ready:
                return ready
        return ()

    @property
    def finished(self) -> bool:
        """Return whether nothing is left to play."""
        return all(state.over for state in self.states.values())

    @property
    def champion(self) -> int | None:
        """Return the champion, or None if there is none (yet, or because nobody is left)."""
        first = self.places[0] if self.places else None
        return first.entry if first and first.first == first.last == 1 else None


def progress(bracket: Bracket, results: Iterable[Game | Award]) -> Progress:
    """Return the state of the bracket after `results`, which may be in any order except for the games of one
    match.

    An award overrides the games of its match.

    Raises FormatError "unknown_match", "not_in_match" when a result names somebody who isn't (or is no longer) in
    the match, "nothing_to_play" when a side is missing (so far), "match_over" for games beyond the decision and
    "decided_twice" for two awards.
    """
    return _Run(bracket, results).finish()


def walkovers(
    bracket: Bracket, results: Iterable[Game | Award], withdrawn: Collection[int]
) -> tuple[Award, ...]:
    """Return the awards that are due because of the `withdrawn` entries, to be added to the results.

    An opponent of a withdrawn entry advances; if both have withdrawn, neither does. Call again after every result:
    a withdrawn entry's later matches (the losers' bracket, the third place) become due when its opponent there is
    known.
    """
    known = list(results)
    due: list[Award] = []
    while True:
        now = progress(bracket, [*known, *due])
        fresh = [
            Award(state.slot.key, next((side for side in state.sides if side not in gone), None))
            for state in now.next_matches
            if (gone := set(withdrawn).intersection(state.sides))
        ]
        if not fresh:
            return tuple(due)
        due += fresh


def overturned(
    bracket: Bracket, before: Iterable[Game | Award], after: Iterable[Game | Award]
) -> tuple[str, ...]:
    """Return the matches whose results become invalid if the results `before` are corrected to `after`.

    They are the matches that have a result in `after` but would have other sides than before, and so must be
    replayed. `before` must be consistent; `after` may be inconsistent only in matches whose sides changed.
    """
    kept = list(after)
    old = progress(bracket, before)
    fallen: list[str] = []
    for slot in bracket:
        new = progress(
            bracket, [result for result in kept if _comes_before(bracket, result, slot.key)]
        )
        if any(result.match == slot.key for result in kept) and (
            new[slot.key].sides != old[slot.key].sides
        ):
            kept = [result for result in kept if result.match != slot.key]
            fallen.append(slot.key)
    return tuple(fallen)


def _comes_before(bracket: Bracket, result: Game | Award, key: str) -> bool:
    order = [slot.key for slot in bracket]
    return order.index(result.match) < order.index(key)


class _Run:
    """One pass through the bracket in order, sources first."""

    def __init__(self, bracket: Bracket, results: Iterable[Game | Award]) -> None:
        self.bracket = bracket
        self.games: dict[str, list[int]] = {}
        self.awards: dict[str, int | None] = {}
        for result in results:
            self._note(result)
        self.states: dict[str, MatchState] = {}
        self.first_deals: dict[int, list[bool]] = {}
        """For each entry, whether it dealt first, match by match."""

    def finish(self) -> Progress:
        for slot in self.bracket:
            self.states[slot.key] = state = self._state(slot)
            if state.wins != (0, 0) and state.home is not None:
                for side in state.sides:
                    if side is not None:
                        self.first_deals.setdefault(side, []).append(side == state.home)
        return Progress(self.bracket, self.states, _places(self.bracket, self.states))

    def _note(self, result: Game | Award) -> None:
        if result.match not in self.bracket.by_key:
            raise FormatError(
                "unknown_match",
                f"There is no match {result.match} in this bracket. Take its name from the bracket.",
            )
        if isinstance(result, Game):
            self.games.setdefault(result.match, []).append(result.winner)
            return
        if result.match in self.awards:
            raise FormatError(
                "decided_twice",
                f"Match {result.match} has been awarded twice. Take one of the two back.",
            )
        self.awards[result.match] = result.winner

    def _state(self, slot: Slot) -> MatchState:
        if slot.reset and not self._reset_needed(slot):
            self._refuse_any(slot, "as the first final has decided")
            return MatchState(slot, None, None, Status.UNUSED)
        (a, a_known), (b, b_known) = self._side(slot.a), self._side(slot.b)
        if not (a_known and b_known):
            self._refuse_any(slot, "before both its sides are known")
            return MatchState(slot, a, b, Status.WAITING)
        if a is None or b is None:
            self._refuse_any(slot, "with nobody to play against")
            return _alone(slot, a, b)
        self._check(slot, (a, b))
        played, awarded = self.games.get(slot.key, []), slot.key in self.awards
        wins = (played.count(a), played.count(b))
        home = self._home(a, b)
        if awarded:
            return _decided(slot, (a, b), wins, self.awards[slot.key], home, Status.WALKOVER)
        if max(wins) > slot.best_of // 2:
            winner = a if wins[0] > wins[1] else b
            return _decided(slot, (a, b), wins, winner, home, Status.DECIDED)
        status = Status.PLAYING if played else Status.READY
        return MatchState(slot, a, b, status, wins, home=home)

    def _side(self, source: Source) -> tuple[int | None, bool]:
        """Return a side's entry and whether it is known."""
        if source.kind == From.SEED:
            return source.seed, True
        if source.kind == From.NOBODY:
            return None, True
        before = self.states[source.match]
        return (before.winner if source.kind == From.WINNER else before.loser), before.over

    def _check(self, slot: Slot, sides: tuple[int, int]) -> None:
        """Refuse results that name an entry not in the match, and games after the decision."""
        games = self.games.get(slot.key, [])
        named = {*games, *([self.awards[slot.key]] if slot.key in self.awards else [])}
        if named - {*sides, None}:
            raise FormatError(
                "not_in_match",
                f"The result of match {slot.key} names an entry that isn't in it. "
                "Take it back, and have the match played by those who are.",
            )
        if any(games[:-1].count(side) > slot.best_of // 2 for side in sides):
            raise FormatError(
                "match_over",
                f"Match {slot.key} was decided before its last game, best of {slot.best_of}. "
                "Take that game back.",
            )

    def _refuse_any(self, slot: Slot, why: str) -> None:
        if slot.key in self.games or slot.key in self.awards:
            raise FormatError(
                "nothing_to_play",
                f"Match {slot.key} can't have a result {why}. Take the result back.",
            )

    def _home(self, a: int, b: int) -> int:
        """Return who deals first: the side that has done so less often; then the one that didn't last time; then
        the better seed.

        Source: FIDE C.04.6, 4.
        """

        def due(side: int) -> tuple[int, bool, int]:
            had = self.first_deals.get(side, [])
            return 2 * sum(had) - len(had), bool(had) and had[-1], side

        return min((a, b), key=due)

    def _reset_needed(self, slot: Slot) -> bool:
        final = self.states[slot.a.match]
        return not final.over or (final.winner == final.b and final.loser is not None)


def _alone(slot: Slot, a: int | None, b: int | None) -> MatchState:
    """Return a match with one side, which advances, or with none."""
    entry = b if a is None else a
    status = Status.UNUSED if entry is None else Status.WALKOVER
    return MatchState(slot, a, b, status, winner=entry)


def _decided(
    slot: Slot,
    sides: tuple[int, int],
    wins: tuple[int, int],
    winner: int | None,
    home: int,
    status: Status,
) -> MatchState:
    """Return a decided match. If neither side wins it, it has no loser either: both are eliminated."""
    a, b = sides
    loser = None if winner is None else (b if winner == a else a)
    return MatchState(slot, a, b, status, wins, winner, loser, home)


def _places(bracket: Bracket, states: Mapping[str, MatchState]) -> tuple[Place, ...]:
    """Return the places. Entries eliminated at the same depth share theirs; an unplayed third-place match leaves
    both open.
    """
    last = {side: state for state in states.values() for side in state.sides if side is not None}
    depth: dict[int, float] = {}
    for entry, state in last.items():
        left = _exit(bracket, states, state, entry)
        if left is not None:
            depth[entry] = left
    level = sorted(depth.values(), reverse=True)
    alive = bracket.entries - len(depth)
    placed = []
    for entry, mine in depth.items():
        first = alive + level.index(mine) + 1
        placed.append(Place(entry, first, first + level.count(mine) - 1))
    return tuple(sorted(placed, key=lambda place: (place.first, place.entry)))


def _exit(
    bracket: Bracket, states: Mapping[str, MatchState], last: MatchState, entry: int
) -> float | None:
    """Return how far an entry came before it was eliminated (more is further), None while it still plays."""
    if not last.over:
        return None
    goes_on = [slot for slot in bracket.after(last.slot.key) if _sends(last, slot, entry, states)]
    if goes_on:
        return None
    return _depth(bracket, last, won=last.winner == entry)


def _sends(state: MatchState, slot: Slot, entry: int, states: Mapping[str, MatchState]) -> bool:
    """Return whether a finished match sends the entry on to a place that is used."""
    for source in (slot.a, slot.b):
        if source.match == state.slot.key and states[slot.key].status != Status.UNUSED:
            way = state.winner if source.kind == From.WINNER else state.loser
            if way == entry:
                return True
    return False


def _depth(bracket: Bracket, last: MatchState, *, won: bool) -> float:
    """Return how far somebody came: the depth of their last match, plus half a step for winning it.

    Losers' rounds count from 100, so that in double elimination an entry with only one loss, in a match that
    neither side won, doesn't rank below those with an earlier loss: it ranks with the losers' round that it would
    have reached.
    """
    part, number = last.slot.part, last.slot.round
    depth = float(number)
    if part == Part.THIRD:
        depth = len(bracket.rounds(Part.WINNERS)) - 1
    elif part == Part.LOSERS:
        depth += 100
    elif part == Part.FINAL:
        depth += 200
    elif bracket.rounds(Part.FINAL):
        depth = 100.0 + max(1, 2 * number - 2)
    return depth + (0.5 if won else 0.0)
