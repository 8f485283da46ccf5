"""Results from each entrant's point of view, and the sums from which tie-breaks are computed."""

from collections.abc import Sequence
from enum import IntEnum, auto
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from games.engine.sentences import message
from tournaments.standings.model import (
    Ending,
    Entrant,
    MatchResult,
    StandingsError,
    hundredths,
)
from tournaments.standings.placing import placement_points
from tournaments.standings.policy import Policy


class Kind(IntEnum):
    """The kind of a round for one entrant; integers, because they are hashed faster."""

    WON = auto()
    DRAWN = auto()
    LOST = auto()
    FORFEIT_WON = auto()
    FORFEIT_LOST = auto()
    BYE = auto()
    HALF_BYE = auto()
    ZERO_BYE = auto()


FORFEITS = frozenset({Kind.FORFEIT_WON, Kind.FORFEIT_LOST})
REQUESTED = frozenset({Kind.HALF_BYE, Kind.ZERO_BYE})
VOLUNTARY = REQUESTED | {Kind.FORFEIT_LOST}
"""Voluntarily unplayed rounds (FIDE C.07, 16.1.2)."""

_BYES = {
    Ending.BYE: Kind.BYE,
    Ending.HALF_BYE: Kind.HALF_BYE,
    Ending.ZERO_BYE: Kind.ZERO_BYE,
}


class RoundRecord(NamedTuple):
    """One round of one entrant; `points` in hundredths, `played` at a table."""

    round: int
    kind: Kind
    opponent: int | None
    points: int
    score_for: int = 0
    score_against: int = 0
    bags: int = 0
    played: bool = False


class Field:
    """All entrants with their records. Every mapping is keyed by the entrants' keys."""

    def __init__(
        self,
        entries: Sequence[Entrant],
        results: Sequence[MatchResult],
        policy: Policy,
        rounds: int,
    ) -> None:
        self.entrants = {entry.key: entry for entry in entries}
        if len(self.entrants) < len(entries):
            raise StandingsError(
                "entered_twice", message("An entry is in the list twice. Remove one.")
            )
        self.policy = policy
        self.worth = _worth(policy)
        # Maximum points of one match: a win, or both sides' points if matches bring their own.
        self.most = self.worth[Kind.WON]
        self.records: dict[int, list[RoundRecord]] = {key: [] for key in self.entrants}
        for result in results:
            self._add(result)
        if policy.walkover_average:
            self._raise_walkovers()
        self.rounds = rounds
        for key, records in self.records.items():
            records.sort(key=lambda record: record.round)
            _check_once_a_round(self.entrants[key], records)
        self.earned = {
            key: sum(record.points for record in self.records[key]) for key in self.records
        }
        self.penalties = {key: hundredths(one.penalty) for key, one in self.entrants.items()}
        self.brought = {key: hundredths(one.brought) for key, one in self.entrants.items()}
        # Points deducted by the organizer and points brought along count for the entrant's own rank; the opponents'
        # tie-breaks use only the points from results.
        self.points = {
            key: self.earned[key] + self.brought[key] - self.penalties[key] for key in self.records
        }

    def _add(self, result: MatchResult) -> None:
        """Give each entry of a side the side's record. Two sides of one entry each are opponents; the score against a
        side is the mean of the others', as a whole number.
        """
        self._check(result)
        sides, others = result.sides, len(result.sides) - 1
        kinds = _kinds(result.ending, [side.place for side in sides])
        points = self._points_of(result, kinds)
        played = result.ending == Ending.PLAYED
        total = sum([side.score for side in sides])
        duel = others == 1 and len(sides[0].keys) == len(sides[1].keys) == 1
        for index, side in enumerate(sides):
            opponent = sides[1 - index].keys[0] if duel else None
            score = against = bags = 0
            if played:
                score, bags = side.score, side.bags
                against = (2 * (total - score) + others) // (2 * others)
            record = RoundRecord(
                result.round, kinds[index], opponent, points[index], score, against, bags, played
            )
            for key in side.keys:
                self.records[key].append(self._absence(record) if key in result.absent else record)

    def _raise_walkovers(self) -> None:
        """Give a win by forfeit the best of its points, the winner's mean, and the mean of those who played the loser.

        The means are over the matches that were played so far, half up to a hundredth, so only the last match settles
        them. Nobody loses by an opponent's absence. Source: usual in team leagues at bridge.
        """
        own: dict[int, list[int]] = {key: [] for key in self.records}
        against: dict[int, list[int]] = {key: [] for key in self.records}
        for key, records in self.records.items():
            for record in records:
                if record.played and record.opponent is not None:
                    own[key].append(record.points)
                    against[record.opponent].append(record.points)
        for key, records in self.records.items():
            for place, record in enumerate(records):
                if record.kind == Kind.FORFEIT_WON and record.opponent is not None:
                    best = max(record.points, _mean(own[key]), _mean(against[record.opponent]))
                    records[place] = record._replace(points=best)

    def _check(self, result: MatchResult) -> None:
        keys = result.keys
        if unknown := [key for key in keys if key not in self.entrants]:
            raise StandingsError(
                "unknown_entry",
                message(
                    "A result of round %(round)s names entry %(key)s, which isn’t in the field.",
                    round=result.round,
                    key=unknown[0],
                ),
            )
        sides = len(result.sides)
        if (
            (sides == 1) != (result.ending in _BYES)
            or len(set(keys)) < len(keys)
            or (result.points is not None and len(result.points) != sides)
        ):
            raise StandingsError(
                "impossible_result",
                message(
                    "A result of round %(round)s is invalid: a match needs two sides or more, a bye one; no entry is "
                    "on two sides, and points are given for all or none.",
                    round=result.round,
                ),
            )

    def _points_of(self, result: MatchResult, kinds: Sequence[Kind]) -> list[int]:
        """Return each side's points, in hundredths."""
        if result.points is not None:
            points = [hundredths(each) for each in result.points]
            self.most = max(self.most, sum(points))
            return points
        if len(kinds) > 2 and result.ending == Ending.PLAYED:
            worth = placement_points([side.place for side in result.sides])
            return [round(100 * each) for each in worth]
        return [self.worth[kind] for kind in kinds]

    def _absence(self, record: RoundRecord) -> RoundRecord:
        lost = Kind.FORFEIT_LOST
        return RoundRecord(record.round, lost, record.opponent, self.worth[lost])

    @cached_property
    def all_records(self) -> dict[int, list[RoundRecord]]:
        """Return the records, with a zero-point bye added for each finished round of a Swiss in which an entrant has
        none.

        Source: FIDE C.07, 16.1.1 (rounds after a withdrawal); rounds before a late entry count alike.
        """
        if self.policy.predetermined:
            return self.records
        return {key: self._filled(records) for key, records in self.records.items()}

    def _filled(self, records: list[RoundRecord]) -> list[RoundRecord]:
        rounds = {record.round for record in records}
        missing = [
            RoundRecord(number, Kind.ZERO_BYE, None, 0)
            for number in range(1, self.rounds + 1)
            if number not in rounds
        ]
        return sorted([*records, *missing], key=lambda record: record.round) if missing else records

    @cached_property
    def seen_points(self) -> dict[int, int]:
        """Return the points used by the opponents' tie-breaks (FIDE C.07, 15.2 and 16.3).

        In a Swiss, a requested bye that is followed only by voluntarily unplayed rounds counts as a draw.
        """
        if self.policy.predetermined:
            return self.earned
        draw = hundredths(self.policy.draw)
        seen = {}
        for key, records in self.all_records.items():
            total, trailing = 0, True
            for record in reversed(records):
                trailing = trailing and record.kind in VOLUNTARY
                total += draw if trailing and record.kind in REQUESTED else record.points
            seen[key] = total
        return seen

    def opponent_points(self, key: int, record: RoundRecord) -> int | None:
        """Return the points that count for the opponent of this record, or None where there are none.

        Source: FIDE C.07. With predetermined pairings forfeits are games like others (15.2) and byes are no rounds.
        In a Swiss an unplayed round counts as a game against a dummy that has the entrant's own points, but no more
        than the scheduled opponent (16.4.1), or than a draw in every round (16.4.2).
        """
        if self.policy.predetermined:
            return None if record.opponent is None else self.earned[record.opponent]
        if record.opponent is None:
            return min(self.earned[key], hundredths(self.policy.draw) * self.rounds)
        if record.played:
            return self.seen_points[record.opponent]
        return min(self.earned[key], self.seen_points[record.opponent])


def _mean(points: Sequence[int]) -> int:
    """Return the mean, rounded half up; 0 if there are no points."""
    return (2 * sum(points) + len(points)) // (2 * len(points)) if points else 0


def _worth(policy: Policy) -> dict[Kind, int]:
    return {
        Kind.WON: hundredths(policy.win),
        Kind.DRAWN: hundredths(policy.draw),
        Kind.LOST: hundredths(policy.loss),
        Kind.FORFEIT_WON: hundredths(policy.forfeit_win),
        Kind.FORFEIT_LOST: hundredths(policy.forfeit_loss),
        Kind.BYE: hundredths(policy.bye),
        Kind.HALF_BYE: hundredths(policy.half_bye),
        Kind.ZERO_BYE: hundredths(policy.zero_bye),
    }


def _kinds(ending: Ending, places: Sequence[int]) -> list[Kind]:
    """Return the kind of the round for each side."""
    if ending in _BYES:
        return [_BYES[ending]]
    if ending == Ending.FORFEIT:
        return [Kind.FORFEIT_WON if place == 1 else Kind.FORFEIT_LOST for place in places]
    first = Kind.WON if places.count(1) == 1 else Kind.DRAWN
    return [first if place == 1 else Kind.LOST for place in places]


def _check_once_a_round(entrant: Entrant, records: list[RoundRecord]) -> None:
    for earlier, later in pairwise(records):
        if earlier.round == later.round:
            raise StandingsError(
                "twice_in_a_round",
                message(
                    "%(entrant)s has two results in round %(round)s. Remove one of them.",
                    entrant=entrant,
                    round=later.round,
                ),
            )
