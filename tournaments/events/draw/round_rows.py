"""A stage's rounds and their matches as rows, for every format."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.events.models import Entry, Match, MatchSide, Round, SideEntry, Stage
from tournaments.events.scoring.stage_fields import field_of_stage
from tournaments.events.setup.lengths import length_of_stage
from tournaments.events.setup.match_times import match_time_in
from tournaments.formats.shape import Pairing

type Sides = Sequence[Sequence[Entry]]
"""Each side's entries, by index; a single side has a bye."""


LAST_LOT = 999
"""The highest number of a draw by lot. Draw 1 uses the seeds, draws from 2 to this one lots, and draws beyond it other
seeds.
"""


def is_by_lot(draw_no: int) -> bool:
    """Return whether a draw uses lots instead of the seeds."""
    return 1 < draw_no <= LAST_LOT


def draw_after(draw_no: int) -> int:
    """Return the number of the next draw by lot."""
    return draw_no + 1 if draw_no < LAST_LOT else 2


@dataclass(frozen=True, slots=True)
class Drawn:
    """One match of a round: table number, sides, place in the bracket and maximum games."""

    number: int
    sides: Sides
    slot: str = ""
    best_of: int | None = None


def write_matches(
    round_: Round, drawn: Iterable[Drawn], turns: Mapping[int, int] | None = None
) -> list[Match]:
    """Write matches of a round with their sides, in three statements, and return them. If the round's window has opened
    or has its time, matches get the default time. `turns`: in an arena, which of its matches it is, by entry.
    """
    turns = turns or {}
    drawn = list(drawn)
    starts_at = match_time_in(round_)
    matches = Match.objects.bulk_create(
        Match(
            round=round_,
            tournament_id=round_.tournament_id,
            number=one.number,
            slot=one.slot,
            best_of=one.best_of,
            starts_at=starts_at if len(one.sides) > 1 else None,
        )
        for one in drawn
    )
    sides = MatchSide.objects.bulk_create(
        MatchSide(match=match, index=index)
        for match, one in zip(matches, drawn, strict=True)
        for index in range(len(one.sides))
    )
    seated = (entries for one in drawn for entries in one.sides)
    SideEntry.objects.bulk_create(
        SideEntry(
            side=side, round=round_, entry=entry, position=position, turn=turns.get(entry.pk, 1)
        )
        for side, entries in zip(sides, seated, strict=True)
        for position, entry in enumerate(entries)
    )
    return matches


def sides_of(pairing: Pairing, field: Sequence[Entry]) -> Sides:
    """Return the sides of a match from its pairing, which names places of the field."""
    both = (pairing.a,) if pairing.b is None else (pairing.a, pairing.b)
    return [[field[place]] for place in both]


def title_of(sides: Sides) -> str:
    """Return the names of a match's sides; the entry alone if it has a bye."""
    return " – ".join(" & ".join(entry.name for entry in side) for side in sides)


def by_seat(seated: Sequence[Entry], *, partners: bool) -> Sides:
    """Return the sides of a table from its entries clockwise; a single entry has a bye."""
    if partners and len(seated) > 1:
        return [seated[0::2], seated[1::2]]
    return [[entry] for entry in seated]


def next_number(stage: Stage) -> int:
    """Return the number of the next round to draw, counted over the whole tournament."""
    return Round.objects.filter(tournament_id=stage.tournament_id).count() + 1


def rounds_in(stage: Stage, joining: int = 0) -> int:
    """Return the number of rounds of a stage that late entries can join, with `joining` more of them."""
    return length_of_stage(stage.plan, max(2, counting_in(stage, joining))).rounds


def counting_in(stage: Stage, joining: int = 0) -> int:
    """Return how many entries determine the number of a stage's rounds, to which late entries add none in individual
    formats.
    """
    field = field_of_stage(stage)
    if not stage.facts.is_individual:
        return len(field) + joining
    return sum(stage.index > 1 or entry.joined_round == 1 for entry in field)
