"""Alternative draws of an unconfirmed round: the same field with other lots or other seeds.

Draw 1 of a round uses the seeds. In later ones lots decide: in a Swiss among level entries, at solo tables among
equally good tables, and where the first draw determines the whole stage they replace the seeds. The first round of a
tournament also has draws with other seedings than planned (`SEEDINGS`). The same number gives the same draw. Nothing is
stored until one is chosen; the caller has then locked the tournament.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import F
from django.utils.translation import gettext as _

from games.engine.sentences import message
from tournaments.events.draw import pairing, redrawing
from tournaments.events.draw.by_format import drawing_of
from tournaments.events.draw.manual_changes import sides_drawn
from tournaments.events.draw.round_rows import LAST_LOT, Sides
from tournaments.events.draw.seeding import ENTERED, seeded, standings_for
from tournaments.events.draw.two_sided_rounds import rewrite
from tournaments.events.models import Entry, EntryPlayer, Round, Seeding, Stage
from tournaments.events.scoring.stage_fields import field_of_stage, groups_of
from tournaments.formats.shape import lot

OTHERS = 3
"""How many alternative draws are shown beside the waiting one."""
SEEDINGS = {1001: str(Seeding.RATING), 1002: str(Seeding.STANDINGS), 1003: ENTERED}
"""How the field is seeded in the draws with these numbers."""


@dataclass(frozen=True)
class Option:
    """One draw of a round: its number, the sides of its matches, its compromises, and its groups, if it has several."""

    number: int
    drawn: Sequence[Sides]
    flags: Sequence[str] = ()
    groups: Sequence[Sequence[Entry]] = ()


def may_choose(round_: Round) -> bool:
    """Return whether a draft has other draws to choose from; its stage and tournament are loaded."""
    if round_.status != Round.Status.DRAFTED or redrawing.withdrawn_since(round_):
        return False
    if not redrawing.has_enough_left(round_.stage):
        return False
    if round_.stage.facts.first_draw_fixes_pairings:
        # In later stages the seeds keep qualifiers of one group apart.
        return round_.stage.index == 1 and redrawing.may_draw_anew(round_)
    return True


def seedings(round_: Round) -> list[int]:
    """Return the numbers of the draws of a round with other seeds than planned; none once a draw is confirmed."""
    tournament, stage = round_.stage.tournament, round_.stage
    if stage.index > 1 or not redrawing.is_unseen(stage):
        return []
    return [
        number
        for number, by in SEEDINGS.items()
        if by != tournament.seeding
        and (by != Seeding.STANDINGS or standings_for(tournament) is not None)
    ]


def title(round_: Round, number: int) -> str:
    """Return the title of a draw."""
    by = SEEDINGS.get(number)
    if by == Seeding.RATING:
        return _("Seeded by rating")
    if by == ENTERED:
        return _("Seeded in the order of entry")
    if by == Seeding.STANDINGS:
        earlier = standings_for(round_.stage.tournament)
        return _("Seeded by the standings of %(name)s") % {"name": earlier or "–"}
    return _("Draw %(number)d") % {"number": number}


def waiting(round_: Round) -> Option:
    """Return the waiting draw as stored."""
    stage = round_.stage
    return Option(
        round_.draw_no, sides_drawn(round_), round_.flags, _groups(stage, field_of_stage(stage))
    )


def option(round_: Round, number: int) -> Option:
    """Return the `number`-th draw of a draft, from 1, without storing it."""
    stage = round_.stage
    field = _field(round_, number)
    drawn, flags = drawing_of(stage).drawn_again(round_, number, field)
    groups = _groups(stage, field) if stage.facts.first_draw_fixes_pairings else []
    return Option(number, drawn, flags, groups)


def numbers_beside(round_: Round, start: int) -> list[int]:
    """Return the numbers of the alternative draws to show, from `start` on."""
    ahead = range(start, min(start + OTHERS + 1, LAST_LOT + 1))
    return [number for number in ahead if number != round_.draw_no][:OTHERS]


def take(round_: Round, number: int) -> Round:
    """Replace a draft by its `number`-th draw; return its round, which is a new row if the stage is redrawn."""
    stage = round_.stage
    if round_.stage.facts.first_draw_fixes_pairings:
        _write_seeds(_field(round_, number))
        pairing.redraw_first(stage)
        stage.rounds.update(draw_no=number)
        drawn = stage.rounds.select_related("stage").order_by("number")[0]
        drawn.stage.tournament = stage.tournament
        return drawn
    chosen = option(round_, number)
    if _is_reseeded(round_, number):
        _write_seeds(_field(round_, number))
    rewrite(round_, chosen.drawn)
    round_.draw_no, round_.flags = number, list(chosen.flags)
    round_.save(update_fields=["draw_no", "flags"])
    return round_


def sentence(round_: Round, number: int) -> str:
    """Return the sentence stored with a round about how it was drawn; "" for its first draw."""
    if number == 1:
        return ""
    if number in SEEDINGS:
        return _seeded_words(round_, SEEDINGS[number])
    return round_.stage.facts.by_lot(number)


def _seeded_words(round_: Round, by: str) -> str:
    if by == Seeding.RATING:
        return message("The field is seeded by rating, otherwise than planned.")
    if by == ENTERED:
        return message("The field is seeded in the order of entry, otherwise than planned.")
    name = str(standings_for(round_.stage.tournament) or "–")
    return message("The field is seeded by the standings of %(name)s.", name=name)


def _write_seeds(field: Sequence[Entry]) -> None:
    """Store the field's order as its seeds."""
    # Clear the way first: seeds are unique.
    most = max(entry.seed_no or 0 for entry in field)
    Entry.objects.filter(pk__in=[entry.pk for entry in field]).update(seed_no=F("seed_no") + most)
    for seed, entry in enumerate(field, start=1):
        entry.seed_no = seed
    Entry.objects.bulk_update(field, ["seed_no"])


def _is_reseeded(round_: Round, number: int) -> bool:
    """Return whether a draw has other seeds than the waiting one, in a format that draws each round separately."""
    return number in SEEDINGS or round_.draw_no in SEEDINGS


def _field(round_: Round, number: int) -> list[Entry]:
    """Return the field of a draw by seed."""
    field = field_of_stage(round_.stage)
    if round_.stage.facts.first_draw_fixes_pairings:
        return _order(round_.stage, field, number)
    if not _is_reseeded(round_, number) or not redrawing.is_unseen(round_.stage):
        return field
    return _order(round_.stage, field, number if number in SEEDINGS else 1)


def _order(stage: Stage, field: Sequence[Entry], number: int) -> list[Entry]:
    """Return the first stage's field by the seeds of a draw: the tournament's seeding, by lot, or one of `SEEDINGS`."""
    players: dict[int, list[int]] = {entry.pk: [] for entry in field}
    places = EntryPlayer.objects.filter(entry__in=players, active=True)
    for key, user in places.values_list("entry_id", "user_id"):
        players[key].append(user)
    if number == 1 or number in SEEDINGS:
        return seeded(stage.tournament, list(field), players, SEEDINGS.get(number))
    seed = stage.tournament.seed
    return sorted(field, key=lambda one: lot(seed, "seeds", number, *sorted(players[one.pk])))


def _groups(stage: Stage, field: Sequence[Entry]) -> list[list[Entry]]:
    parts = groups_of(stage, field)
    return parts if len(parts) > 1 else []
