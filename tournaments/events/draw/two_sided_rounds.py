"""Rounds of the formats whose sides stay together: round robins, brackets, arenas, and rounds paired one by one.

The stored results determine every draw. Everything here works on rows of a tournament that the caller has locked.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime

from games.engine.sentences import message
from tournaments.events.draw import paired_rounds
from tournaments.events.draw.drawing import Drawing
from tournaments.events.draw.round_rows import (
    Drawn,
    Sides,
    next_number,
    rounds_in,
    sides_of,
    write_matches,
)
from tournaments.events.models import Entry, Round, Stage
from tournaments.events.notices import notify
from tournaments.events.scoring.brackets import current_results, progress_from
from tournaments.events.scoring.stage_fields import field_of_stage
from tournaments.events.setup.lengths import games_by_slot
from tournaments.events.setup.timetable import first_status, window_opens
from tournaments.formats.elimination.progress import Progress
from tournaments.formats.kinds import RoundRobin
from tournaments.formats.shape import Pairing, RoundPlan

Place = tuple[Pairing, str]
"""The pairings, and their places in the bracket ("" without one)."""


class RoundRobins(Drawing):
    """All rounds are drawn at once."""

    def begin(
        self, stage: Stage, seeded: Sequence[Entry], at: datetime, flags: Sequence[str]
    ) -> None:
        """Draw all rounds, with the first one at `at`, or each when its window opens."""
        first = next_number(stage)
        for drawn in round_robins(stage, seeded):
            number, begins = first + drawn.number - 1, drawn.number == 1
            starts_at = at if begins else window_opens(stage.tournament, number)
            notes = flags if begins else ()
            _write(stage, seeded, _places(drawn), number, starts_at, notes, announce=begins)

    def drawn_again(
        self, round_: Round, number: int, field: Sequence[Entry]
    ) -> tuple[Sequence[Sides], Sequence[str]]:
        return [sides_of(one, field) for one in round_robins(round_.stage, field)[0]], ()


class PairedRounds(Drawing):
    """Each round is paired after the one before, by the function of the format's object."""

    def begin(
        self, stage: Stage, seeded: Sequence[Entry], at: datetime, flags: Sequence[str]
    ) -> None:
        planned = paired_rounds.paired(stage).notes(stage.plan.rounds, len(seeded))
        drawn = paired_rounds.draw(stage, seeded)
        notes = [*flags, *planned, *drawn.flags]
        _write(stage, seeded, _places(drawn), next_number(stage), at, notes)

    def plan_more(self, stage: Stage, starts_at: datetime) -> bool:
        """Draw the next round, unless it was the last or fewer than two entries are left."""
        field = field_of_stage(stage)
        left = sum(entry.status != Entry.Status.WITHDRAWN for entry in field)
        if stage.rounds.count() >= rounds_in(stage) or left < 2:
            return False
        drawn = paired_rounds.draw(stage, field)
        _write(stage, field, _places(drawn), next_number(stage), starts_at, drawn.flags)
        return True

    def drawn_again(
        self, round_: Round, number: int, field: Sequence[Entry]
    ) -> tuple[Sequence[Sides], Sequence[str]]:
        """Return the draw with this number: lots or other seeds among level entries."""
        return paired_rounds.replay(round_, number, field)

    def redraw(self, round_: Round) -> Round:
        """Redraw the draft in place, by the same lots."""
        drawn, flags = paired_rounds.replay(round_)
        rewrite(round_, drawn)
        round_.flags = list(flags)
        return round_


class Brackets(Drawing):
    """Each round is drawn when the bracket knows who meets in it."""

    def begin(
        self, stage: Stage, seeded: Sequence[Entry], at: datetime, flags: Sequence[str]
    ) -> None:
        third = [_too_few_for_third()] if stage.plan.third_place and len(seeded) < 4 else []
        ready = _ready(progress_from(stage, seeded, []))
        _write(stage, seeded, ready, next_number(stage), at, [*flags, *third])

    def plan_more(self, stage: Stage, starts_at: datetime) -> bool:
        field = field_of_stage(stage)
        ready = _ready(progress_from(stage, field, current_results(stage)))
        if ready:
            _write(stage, field, ready, next_number(stage), starts_at)
        return bool(ready)

    def drawn_again(
        self, round_: Round, number: int, field: Sequence[Entry]
    ) -> tuple[Sequence[Sides], Sequence[str]]:
        ready = _ready(progress_from(round_.stage, field, []))
        return [sides_of(pairing, field) for pairing, _slot in ready], ()


class Arenas(Drawing):
    """One round without matches: they are added while it is open (`matches.arena`)."""

    def begin(
        self, stage: Stage, seeded: Sequence[Entry], at: datetime, flags: Sequence[str]
    ) -> None:
        Round.objects.create(
            stage=stage,
            tournament_id=stage.tournament_id,
            number=next_number(stage),
            status=Round.Status.CONFIRMED,
            starts_at=at,
            flags=list(flags),
        )


def round_robins(stage: Stage, field: Sequence[Entry]) -> Sequence[RoundPlan]:
    """Return the rounds of a stage of round robins, one per group; `field` is by seed."""
    assert isinstance(stage.facts, RoundRobin)
    return stage.facts.rounds(stage.plan, len(field))


def rewrite(round_: Round, drawn: Sequence[Sides]) -> None:
    """Rewrite the matches of a drafted round without a bracket."""
    games = games_of(round_.stage, len(drawn))
    round_.matches.all().delete()
    write_matches(
        round_,
        (
            Drawn(number, sides, best_of=games.get(""))
            for number, sides in enumerate(drawn, start=1)
        ),
    )


def _write(
    stage: Stage,
    field: Sequence[Entry],
    places: Iterable[Place],
    number: int,
    starts_at: datetime | None,
    flags: Iterable[str] = (),
    *,
    announce: bool = True,
) -> None:
    """Write a round and its matches; `field` is by seed, as pairings count.

    Notifies players now if its time is known, or if `announce` is false when its window opens.
    """
    round_ = Round.objects.create(
        stage=stage,
        tournament_id=stage.tournament_id,
        number=number,
        status=first_status(stage.tournament),
        starts_at=starts_at,
        flags=list(flags),
    )
    games = games_of(stage, len(field))
    write_matches(
        round_,
        (
            Drawn(table, sides_of(pairing, field), slot, games.get(slot))
            for table, (pairing, slot) in enumerate(places, start=1)
        ),
    )
    if starts_at is not None and round_.status == Round.Status.CONFIRMED and announce:
        notify.drawn(round_)


def games_of(stage: Stage, entries: int) -> dict[str, int]:
    """Return the number of games of a stage's matches, by place in the bracket; "" is the default."""
    plan, usual = stage.plan, stage.tournament.best_of
    if plan.is_knock_out:
        return games_by_slot(plan, entries, usual)
    return {"": plan.best_of or usual}


def _places(plan: RoundPlan) -> list[Place]:
    return [(pairing, "") for pairing in plan]


def _ready(now: Progress) -> list[Place]:
    return [(state.pairing, state.slot.key) for state in now.next_round if state.pairing]


def _too_few_for_third() -> str:
    return message("There is no third-place match: it needs 4 entries.")
