"""Results from each entrant's point of view, and the sums from which tie-breaks are computed."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import cached_property
from itertools import pairwise

from games.engine.sentences import message
from tournaments.standings.model import (
    BYES,
    Entrant,
    Outcome,
    Result,
    StandingsError,
    TableResult,
    hundredths,
)
from tournaments.standings.policy import Policy


class Kind(Enum):
    """The kind of a round for one entrant."""

    WON = auto()
    DRAWN = auto()
    LOST = auto()
    FORFEIT_WON = auto()
    FORFEIT_LOST = auto()
    BYE = auto()
    HALF_BYE = auto()
    ZERO_BYE = auto()


PLAYED = frozenset({Kind.WON, Kind.DRAWN, Kind.LOST})
FORFEITS = frozenset({Kind.FORFEIT_WON, Kind.FORFEIT_LOST})
REQUESTED = frozenset({Kind.HALF_BYE, Kind.ZERO_BYE})
VOLUNTARY = REQUESTED | {Kind.FORFEIT_LOST}
"""Voluntarily unplayed rounds (FIDE C.07, 16.1.2)."""

_KINDS = {
    Outcome.A_WON: (Kind.WON, Kind.LOST),
    Outcome.B_WON: (Kind.LOST, Kind.WON),
    Outcome.DRAWN: (Kind.DRAWN, Kind.DRAWN),
    Outcome.A_FORFEITS: (Kind.FORFEIT_LOST, Kind.FORFEIT_WON),
    Outcome.B_FORFEITS: (Kind.FORFEIT_WON, Kind.FORFEIT_LOST),
    Outcome.BOTH_FORFEIT: (Kind.FORFEIT_LOST, Kind.FORFEIT_LOST),
    Outcome.BYE: (Kind.BYE, Kind.BYE),
    Outcome.HALF_BYE: (Kind.HALF_BYE, Kind.HALF_BYE),
    Outcome.ZERO_BYE: (Kind.ZERO_BYE, Kind.ZERO_BYE),
}


@dataclass(frozen=True, slots=True)
class RoundRecord:
    """One round of one entrant; `points` in hundredths."""

    round: int
    kind: Kind
    opponent: int | None
    points: int
    score_for: int = 0
    score_against: int = 0
    bags: int = 0

    @property
    def played(self) -> bool:
        """Return whether this match was played at a table."""
        return self.kind in PLAYED


class Field:
    """All entrants with their records. Every mapping is keyed by the entrants' keys."""

    def __init__(
        self,
        entries: Sequence[Entrant],
        results: Sequence[Result | TableResult],
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
        # The most that one match can bring: a win, or both sides' points where matches bring their own.
        self.most = self.worth[Kind.WON]
        self.records: dict[int, list[RoundRecord]] = {key: [] for key in self.entrants}
        for result in results:
            if isinstance(result, TableResult):
                self._add_table(result)
            else:
                self._add(result)
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

    def _add(self, result: Result) -> None:
        for key in (result.a, result.b):
            if key is not None and key not in self.entrants:
                raise StandingsError(
                    "unknown_entry",
                    message(
                        "A result of round %(round)s names entry %(key)s, which isn't in the field.",
                        round=result.round,
                        key=key,
                    ),
                )
        if (result.b is None) != (result.outcome in BYES) or result.a == result.b:
            raise StandingsError(
                "impossible_result",
                message(
                    "A result of round %(round)s is invalid: a match needs two entries, a bye one.",
                    round=result.round,
                ),
            )
        mine, theirs = _KINDS[result.outcome]
        points = (self.worth[mine], self.worth[theirs])
        if result.points is not None:
            points = (hundredths(result.points[0]), hundredths(result.points[1]))
            self.most = max(self.most, sum(points))
        score, bags = result.score, result.bags
        if mine not in PLAYED:
            score = bags = (0, 0)
        self.records[result.a].append(
            RoundRecord(result.round, mine, result.b, points[0], score[0], score[1], bags[0])
        )
        if result.b is not None:
            self.records[result.b].append(
                RoundRecord(result.round, theirs, result.a, points[1], score[1], score[0], bags[1])
            )

    def _add_table(self, result: TableResult) -> None:
        """Give each member of a side the side's record; the opponent's score is the mean of the other sides, as a
        whole number.
        """
        keys = [key for side in result.sides for key in side]
        widths = {len(result.sides), len(result.places), len(result.scores), len(result.bags)}
        if len(widths) > 1 or len(result.sides) < 2 or len(set(keys)) < len(keys):
            raise StandingsError(
                "impossible_result",
                message(
                    "A result of round %(round)s is invalid: each side needs a place, a score and bags, "
                    "and nobody sits on two sides.",
                    round=result.round,
                ),
            )
        first = result.places.count(1)
        lost = Kind.FORFEIT_LOST
        forfeited = RoundRecord(result.round, lost, None, self.worth[lost])
        for number, side in enumerate(result.sides):
            won = result.places[number] == 1
            if result.forfeit:
                kind = Kind.FORFEIT_WON if won else Kind.FORFEIT_LOST
            else:
                kind = Kind.LOST if not won else Kind.WON if first == 1 else Kind.DRAWN
            points = (
                self.worth[kind] if result.points is None else hundredths(result.points[number])
            )
            own = 0 if result.forfeit else result.scores[number]
            others = 0 if result.forfeit else sum(result.scores) - own
            count = len(result.sides) - 1
            bags = 0 if result.forfeit else result.bags[number]
            record = RoundRecord(
                result.round, kind, None, points, own, (2 * others + count) // (2 * count), bags
            )
            for key in side:
                if key not in self.entrants:
                    raise StandingsError(
                        "unknown_entry",
                        message(
                            "A result of round %(round)s names entry %(key)s, which isn't in the field.",
                            round=result.round,
                            key=key,
                        ),
                    )
                self.records[key].append(forfeited if key in result.absent else record)

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
        there = {record.round for record in records}
        missing = [
            RoundRecord(number, Kind.ZERO_BYE, None, 0)
            for number in range(1, self.rounds + 1)
            if number not in there
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
