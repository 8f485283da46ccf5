"""The input and output of a Swiss draw."""

from dataclasses import dataclass
from typing import NamedTuple

from tournaments.formats.shape import Pairing, RoundPlan


@dataclass(frozen=True, slots=True)
class Entrant:
    """An entrant of this round. `entries` of a draw are in seeding order, the strongest first.

    `score` is in whole units of the tournament's own (match points, hundredths of victory points). Entrants of one
    `club`, if it isn't "", are kept apart where possible. `name` is for the organizer's sentences. `floated` says
    how it was paired in the round before: 1 with a lower score than its own, -1 with a higher one, 0 neither.
    """

    key: int
    score: int = 0
    club: str = ""
    name: str = ""
    floated: int = 0


class Past(NamedTuple):
    """One pairing of an earlier round: `a` dealt first; `b` is None where `a` had the bye.

    `absent` holds the keys of absent entries. Such a match wasn't played: the two may still meet, nobody dealt,
    and the entry that was present got a free point, which counts as a bye.
    """

    a: int
    b: int | None
    absent: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Flag:
    """A compromise of the draw. `code` is for programs, `entries` the keys concerned, `sentence` for the
    organizer.
    """

    code: str
    sentence: str
    entries: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Draw:
    """The pairings by table, the highest scores first and without the bye; who has the bye; the compromises.

    In each pairing `a` deals first and sits at the first seats.
    """

    pairings: tuple[Pairing, ...]
    bye: int | None
    flags: tuple[Flag, ...]

    def plan(self, number: int) -> RoundPlan:
        """Return the draw as round `number` of a tournament, the bye last."""
        byes = () if self.bye is None else (Pairing(self.bye, None),)
        return RoundPlan(number, self.pairings + byes, tuple(flag.sentence for flag in self.flags))
