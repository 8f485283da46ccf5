"""Rounds of the formats in which an entry is one person: the seating, and its rows.

A whole rotation is drawn at the start, as even as the numbers allow; when a player withdraws or joins, the remaining
rounds are drawn one by one for the current players. Solo tables are reseated each round by the standings. Draws
identify players by their seeds, so the same field and seed give the same rounds. Everything here works on rows of a
tournament that the caller has locked.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from functools import lru_cache

from django.utils.translation import gettext as _

from games.engine.sentences import message
from spades_site.common.errors import Refused
from tournaments.events.draw.drawing import Drawing
from tournaments.events.draw.round_rows import (
    Drawn,
    Sides,
    by_seat,
    draw_after,
    is_by_lot,
    next_number,
    rounds_in,
    write_matches,
)
from tournaments.events.models import Entry, Match, Round, SideEntry, Stage, Tournament, played_by
from tournaments.events.notices import notify
from tournaments.events.scoring.ranking import standings_of_stage
from tournaments.events.scoring.stage_fields import field_of_stage
from tournaments.events.setup.individual import sizes_in
from tournaments.events.setup.lengths import length_of_stage
from tournaments.events.setup.timetable import first_status
from tournaments.formats import rotation, solo_tables
from tournaments.formats.rotation.quality import RotationRound
from tournaments.formats.shape import FormatError, lot

Tables = Sequence[Sequence[int]]
"""Tables as seeds from 0, clockwise from the seat that deals first."""


@lru_cache(maxsize=16)
def rotation_of(players: int, rounds: int, seed: str) -> rotation.Rotation:
    """Return the whole rotation. Cached, because a large one takes seconds: `prepare` computes it before taking a
    lock.
    """
    return rotation.draw(players, rounds, seed)


class IndividualRounds(Drawing):
    """Late entries and withdrawals change the tables of a round until it begins."""

    def plan_more(self, stage: Stage, starts_at: datetime) -> bool:
        if stage.rounds.count() >= rounds_in(stage):
            return False
        return self.draw_one(stage, starts_at, [])

    def redraw_if_changed(self, round_: Round) -> bool:
        """Redraw a round that is about to begin if its players have changed. Returns whether it was redrawn.

        Later rounds of a rotation are dropped with it, because they were balanced for another field.
        """
        stage, starts_at, number = round_.stage, round_.starts_at, round_.number
        present = {entry.pk for entry in field_of_stage(stage) if _is_here(stage, entry, number)}
        drawn = set(SideEntry.objects.filter(round=round_).values_list("entry_id", flat=True))
        if present == drawn:
            return False
        stage.rounds.filter(number__gte=number).delete()
        self.draw_one(
            stage,
            starts_at or stage.tournament.starts_at,
            [message("The field has changed since the draw; the tables were redrawn.")],
        )
        return True

    def draw_one(self, stage: Stage, starts_at: datetime, flags: Sequence[str]) -> bool:
        """Write the next round for the present players; return whether they were enough."""
        raise NotImplementedError


class RotationRounds(IndividualRounds):
    """The whole rotation is drawn at the start; after changes, each further round by itself."""

    def begin(
        self, stage: Stage, seeded: Sequence[Entry], at: datetime, flags: Sequence[str]
    ) -> None:
        if len(seeded) < stage.facts.least:
            return
        for plan in _rotation_for(stage, seeded).rounds:
            first = plan.number == 1
            notes = [*flags, *plan.flags] if first else plan.flags
            _write(stage, seeded, plan.tables, plan.byes, at if first else None, notes)

    def draw_one(self, stage: Stage, starts_at: datetime, flags: Sequence[str]) -> bool:
        number, field = next_number(stage), field_of_stage(stage)
        present = [place for place, entry in enumerate(field) if _is_here(stage, entry, number)]
        if len(present) < stage.facts.least:
            return False
        drawn = rotation.next_round(
            present, _rotation_history(stage, field, number), stage.tournament.seed
        )
        _write(stage, field, drawn.tables, drawn.byes, starts_at, [*flags, *drawn.flags])
        return True

    def drawn_again(
        self, round_: Round, number: int, field: Sequence[Entry]
    ) -> tuple[Sequence[Sides], Sequence[str]]:
        first = _rotation_for(round_.stage, field).rounds[0]
        seated = [*first.tables, *((place,) for place in first.byes)]
        return [by_seat([field[at] for at in table], partners=True) for table in seated], ()

    def prepare(self, tournament: Tournament, players: Callable[[], int]) -> None:
        """Compute the rotation, which `rotation_of` remembers."""
        plan, entries = tournament.plans[0], players()
        rounds = length_of_stage(plan, entries).rounds
        if rounds:
            rotation_of(entries, rounds, tournament.seed)


class SoloRounds(IndividualRounds):
    """Each round is seated after the one before, by the standings."""

    def begin(
        self, stage: Stage, seeded: Sequence[Entry], at: datetime, flags: Sequence[str]
    ) -> None:
        """Draw the first round, at `at`. Raises FormatError if the first stage has too few players for tables."""
        if len(seeded) < stage.facts.least:
            return
        if stage.index == 1:
            _write_solo(stage, seeded, at, flags)
        else:
            self._write_if_enough(stage, seeded, at, flags)

    def draw_one(self, stage: Stage, starts_at: datetime, flags: Sequence[str]) -> bool:
        return self._write_if_enough(stage, field_of_stage(stage), starts_at, flags)

    def drawn_again(
        self, round_: Round, number: int, field: Sequence[Entry]
    ) -> tuple[Sequence[Sides], Sequence[str]]:
        """Return the draw with this number: another lot among equally good tables."""
        drawn = solo_plan(round_.stage, field, round_.number, number)
        tables = [by_seat([field[at] for at in table], partners=False) for table in drawn.tables]
        return tables, drawn.flags

    def redraw(self, round_: Round) -> Round:
        stage = round_.stage
        starts_at, draw_no = round_.starts_at or stage.tournament.starts_at, round_.draw_no
        round_.delete()
        if not self.draw_one(stage, starts_at, []):
            raise Refused(
                "too_few", _("Too few are left for a table. Wait for more, or end the tournament.")
            )
        drawn = stage.rounds.select_related("stage").get(number=round_.number)
        drawn.draw_no = draw_after(draw_no)
        drawn.save(update_fields=["draw_no"])
        return drawn

    @staticmethod
    def _write_if_enough(
        stage: Stage, field: Sequence[Entry], starts_at: datetime, flags: Sequence[str]
    ) -> bool:
        try:
            _write_solo(stage, field, starts_at, flags)
        except FormatError:
            return False  # Too few are left for a table, so the stage ends here.
        return True


def _rotation_for(stage: Stage, field: Sequence[Entry]) -> rotation.Rotation:
    rounds = length_of_stage(stage.plan, len(field)).rounds
    return rotation_of(len(field), rounds, stage.tournament.seed)


def _write_solo(
    stage: Stage, field: Sequence[Entry], starts_at: datetime, flags: Sequence[str]
) -> None:
    drawn = solo_plan(stage, field, next_number(stage))
    _write(stage, field, drawn.tables, (), starts_at, [*flags, *drawn.flags])


def solo_plan(
    stage: Stage, field: Sequence[Entry], number: int, draw_no: int = 1
) -> solo_tables.SoloRound:
    """Return the solo tables of round `number` in its `draw_no`-th draw, as places of the field by seed. Draws by lot
    use another lot, which in the first round replaces the seeds.

    Raises FormatError if too few are left.
    """
    by_lot = is_by_lot(draw_no)
    seed = f"{stage.tournament.seed} {draw_no}" if by_lot else stage.tournament.seed
    places = {entry.pk: place for place, entry in enumerate(field)}
    order = list(range(len(field)))
    if stage.rounds.filter(number__lt=number).exists() or stage.plan.carry:
        order = [places[row.key] for row in standings_of_stage(stage)]
    elif by_lot:
        order.sort(key=lambda place: lot(seed, "tables", place))
    order = [place for place in order if _is_here(stage, field[place], number)]
    return solo_tables.draw(
        order,
        _solo_history(stage, field, number),
        seed=seed,
        sizes=sizes_in(stage),
    )


def _is_here(stage: Stage, entry: Entry, number: int) -> bool:
    late = stage.index == 1 and entry.joined_round > number
    return entry.status != Entry.Status.WITHDRAWN and not late


def _write(
    stage: Stage,
    field: Sequence[Entry],
    tables: Tables,
    byes: Iterable[int],
    starts_at: datetime | None,
    flags: Iterable[str],
) -> None:
    """Write a round: a match for each table, then the byes."""
    round_ = Round.objects.create(
        stage=stage,
        tournament_id=stage.tournament_id,
        number=next_number(stage),
        status=first_status(stage.tournament),
        starts_at=starts_at,
        flags=list(flags),
    )
    sitting: list[Sequence[int]] = [*tables, *((place,) for place in byes)]
    partners = stage.facts.partners_change
    write_matches(
        round_,
        (
            Drawn(table, by_seat([field[place] for place in places], partners=partners))
            for table, places in enumerate(sitting, start=1)
        ),
    )
    if starts_at is not None and round_.status == Round.Status.CONFIRMED:
        notify.drawn(round_)


def _past(
    stage: Stage, field: Sequence[Entry], before: int
) -> list[tuple[list[list[int]], list[int]]]:
    """Return the stage's rounds before round `before` as tables and byes, by number, in seeds from 0."""
    places = {entry.pk: place for place, entry in enumerate(field)}
    rounds: dict[int, tuple[list[list[int]], list[int]]] = {}
    matches = Match.objects.filter(round__stage=stage, round__number__lt=before)
    matches = matches.select_related("round")
    for match in matches.prefetch_related(*played_by()).order_by("round__number", "number"):
        match.tournament = stage.tournament
        tables, byes = rounds.setdefault(match.round.number, ([], []))
        if match.is_bye:
            byes.append(places[match.entries[0].pk])
        else:
            tables.append([places[entry.pk] for entry in match.seated])
    return [rounds[number] for number in sorted(rounds)]


def _rotation_history(stage: Stage, field: Sequence[Entry], before: int) -> list[RotationRound]:
    return [
        RotationRound(
            number,
            tuple((table[0], table[1], table[2], table[3]) for table in tables),
            tuple(byes),
        )
        for number, (tables, byes) in enumerate(_past(stage, field, before), start=1)
    ]


def _solo_history(stage: Stage, field: Sequence[Entry], before: int) -> list[list[tuple[int, ...]]]:
    return [[tuple(table) for table in tables] for tables, _byes in _past(stage, field, before)]
