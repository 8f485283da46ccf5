"""Rounds of the formats in which an entry is one person: the seating, and its rows.

A whole rotation is drawn at the start, as even as the numbers allow; when a player withdraws or joins, the remaining
rounds are drawn one by one for the current players. Solo tables are reseated each round by the standings. Draws
identify players by their seeds, so the same field and seed give the same rounds. Everything here works on rows of a
tournament that the caller has locked.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import lru_cache

from django.utils.translation import gettext as _

from games.engine.sentences import message
from spades_site.common.errors import Refused
from tournaments.events.draw.round_rows import Drawn, by_seat, draw_after, is_by_lot, write_matches
from tournaments.events.models import (
    Entry,
    Format,
    Match,
    Round,
    SideEntry,
    Stage,
    Tournament,
    played_by,
)
from tournaments.events.notices import notify
from tournaments.events.plan.choices import INDIVIDUAL
from tournaments.events.scoring.ranking import standings_of_stage
from tournaments.events.scoring.stage_fields import field_of_stage
from tournaments.events.setup.individual import LEAST, rounds_of, size_of, sizes_of
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


def prepare(tournament: Tournament, players: int) -> None:
    """Precompute the rounds of a rotation before taking the lock."""
    if players >= LEAST[tournament.first_format]:
        rotation_of(players, rounds_of(tournament, players), tournament.seed)


def rounds_in(stage: Stage, joining: int = 0) -> int:
    """Return the number of rounds of a stage of a Swiss or an individual format, with `joining` more late entries."""
    return length_of_stage(stage.plan, max(2, counting_in(stage, joining))).rounds


def counting_in(stage: Stage, joining: int = 0) -> int:
    """Return how many entries determine the number of a stage's rounds, to which late entries add none in individual
    formats.
    """
    field = field_of_stage(stage)
    if stage.format not in INDIVIDUAL:
        return len(field) + joining
    return sum(stage.index > 1 or entry.joined_round == 1 for entry in field)


def begin(stage: Stage, seeded: Sequence[Entry], at: datetime, flags: Sequence[str] = ()) -> bool:
    """Draw a seeded stage, with its first round at `at`. Returns whether there are enough players."""
    if len(seeded) < LEAST[stage.format]:
        return False
    if stage.format == Format.SOLO:
        return _solo_round(stage, seeded, at, flags, must=stage.index == 1)
    rounds = size_of(stage.format, len(seeded), stage.plan.rounds).rounds
    drawn = rotation_of(len(seeded), rounds, stage.tournament.seed)
    for plan in drawn.rounds:
        first = plan.number == 1
        notes = [*flags, *plan.flags] if first else plan.flags
        _write(stage, seeded, plan.tables, plan.byes, at if first else None, notes)
    return True


def plan_more(stage: Stage, starts_at: datetime) -> bool:
    """Draw the stage's next round if there is one and enough players are left; return whether it was drawn."""
    if stage.rounds.count() >= rounds_in(stage):
        return False
    return _draw_one(stage, starts_at, [])


def redraw_if_changed(round_: Round) -> bool:
    """Redraw a round that is about to begin if its players have changed. Returns whether it was redrawn.

    Later rounds of a rotation are dropped with it, because they were balanced for another field.
    """
    stage, starts_at = round_.stage, round_.starts_at
    present = {entry.pk for entry in field_of_stage(stage) if _is_here(stage, entry, round_.number)}
    drawn = set(SideEntry.objects.filter(round=round_).values_list("entry_id", flat=True))
    if present == drawn:
        return False
    stage.rounds.filter(number__gte=round_.number).delete()
    _draw_one(
        stage,
        starts_at or stage.tournament.starts_at,
        [message("The field has changed since the draw; the tables were redrawn.")],
    )
    return True


def redraw_solo_round(round_: Round) -> Round:
    """Redraw a waiting round of solo tables for the current players; return the new round.

    Raises Refused "too_few".
    """
    stage = round_.stage
    starts_at, draw_no = round_.starts_at or stage.tournament.starts_at, round_.draw_no
    round_.delete()
    if not _draw_one(stage, starts_at, []):
        raise Refused(
            "too_few", _("Too few are left for a table. Wait for more, or end the tournament.")
        )
    drawn = stage.rounds.select_related("stage").get(number=round_.number)
    drawn.draw_no = draw_after(draw_no)
    drawn.save(update_fields=["draw_no"])
    return drawn


def _draw_one(stage: Stage, starts_at: datetime, flags: Sequence[str]) -> bool:
    """Write the next round for the current players; end the stage if they are too few."""
    number = next_number(stage)
    field = field_of_stage(stage)
    if stage.format == Format.SOLO:
        return _solo_round(stage, field, starts_at, flags)
    present = [place for place, entry in enumerate(field) if _is_here(stage, entry, number)]
    if len(present) < 4:
        return False
    drawn = rotation.next_round(
        present, _rotation_history(stage, field, number), stage.tournament.seed
    )
    _write(stage, field, drawn.tables, drawn.byes, starts_at, [*flags, *drawn.flags])
    return True


def _solo_round(
    stage: Stage,
    field: Sequence[Entry],
    starts_at: datetime,
    flags: Sequence[str] = (),
    *,
    must: bool = False,
) -> bool:
    try:
        drawn = solo_plan(stage, field, next_number(stage))
    except FormatError:
        if must:
            raise
        return False  # Too few are left for a table, so the stage ends here.
    _write(stage, field, drawn.tables, (), starts_at, [*flags, *drawn.flags])
    return True


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
        sizes=sizes_of(stage.tournament),
    )


def next_number(stage: Stage) -> int:
    """Return the number of the next round to draw, counted over the whole tournament."""
    return Round.objects.filter(tournament_id=stage.tournament_id).count() + 1


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
    partners = stage.format == Format.ROTATION
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
