"""Redrawing unconfirmed draws whose entries have changed since, by withdrawals or late entries.

A draw with a withdrawn entry can't be confirmed if it can be redrawn without it. If it can't be redrawn, because
earlier draws determine it (the later rounds of a bracket) or too few are left, the opponents advance without play.
Everything here works on rows of a tournament that the caller has locked.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from spades_site.common.errors import Refused
from tournaments.events.draw import pairing
from tournaments.events.draw.by_format import drawing_of
from tournaments.events.draw.champion import can_play
from tournaments.events.models import Entry, Round, Stage
from tournaments.events.plan.stages import unplayable
from tournaments.events.scoring.stage_fields import field_of_stage, previous_stage

DRAFTED = Round.Status.DRAFTED
GONE = Entry.Status.WITHDRAWN


@dataclass(frozen=True)
class News:
    """Changes of the field since a draft was drawn. `consequence` explains the effect on confirming it.

    `may_draw`: it can be redrawn for the current entries; `blocks`: it must be redrawn before it can be confirmed.
    """

    gone: Sequence[Entry] = ()
    late: Sequence[Entry] = ()
    may_draw: bool = False
    blocks: bool = False
    consequence: str = ""


def news_of(round_: Round) -> News:
    """Return the entries that withdrew or entered since a draft was drawn; its stage must be loaded."""
    gone, late = withdrawn_since(round_), late_entries(round_)
    if not gone and not late:
        return News()
    may_draw = may_draw_anew(round_)
    # A rotation is balanced for its players, so it never begins with one missing.
    blocks = may_draw and bool(gone or round_.stage.facts.first_draw_fixes_pairings)
    if blocks:
        sentence = _("Redraw it: it can’t be confirmed as it is.")
    elif not gone:
        sentence = _(
            "Redraw it to include them, or confirm it: then they play from the next round on."
        )
    elif round_.stage.facts.is_individual:
        sentence = _("Too few are left for a table. When you confirm it, the tournament ends.")
    else:
        sentence = _("When you confirm it, their opponents win without play.")
    return News(gone, late, may_draw, blocks, sentence)


def withdrawn_since(round_: Round) -> list[Entry]:
    """Return the entries of a draft that have withdrawn since it was drawn."""
    stage = round_.stage
    # In a bracket, entries with a bye aren't in any match of the first draw.
    whole = stage.facts.first_draw_fixes_pairings and is_unseen(stage)
    return [
        entry
        for entry in (field_of_stage(stage) if whole else _drawn(round_))
        if entry.status == GONE
    ]


def late_entries(round_: Round) -> list[Entry]:
    """Return the entries that entered after a draft was drawn, and would play from the following round."""
    joins = round_.stage.index == 1 and round_.stage.facts.late_entries_join_next_round
    if round_.status != DRAFTED or not joins:
        return []
    drawn = _drawn(round_)
    late = round_.tournament.entries.filter(seed_no__isnull=False).exclude(status=GONE)
    return [entry for entry in late.order_by("seed_no") if entry not in drawn]


def has_enough_left(stage: Stage) -> bool:
    """Return whether the remaining entries of a stage are enough for a round."""
    return can_play(stage, _left(stage))


def may_draw_anew(round_: Round) -> bool:
    """Return whether a draft can be redrawn for the current entries."""
    stage = round_.stage
    if round_.status != DRAFTED or (stage.facts.first_draw_fixes_pairings and not is_unseen(stage)):
        return False
    left = _left(stage)
    if stage.index == 1 and is_unseen(stage):
        return can_play(stage, left) and unplayable(stage.tournament.plans, left) is None
    return can_play(stage, left)


def require_present(round_: Round) -> None:
    """Raise Refused "field_changed" if a draft must be redrawn before it can be confirmed."""
    if news_of(round_).blocks:
        raise Refused(
            "field_changed",
            _("Entries have changed since this draw. Redraw it, then confirm it."),
        )


def draw_for_present(round_: Round, late: Sequence[Entry]) -> Round:
    """Redraw a draft for the current entries, late ones included; return the new round.

    Raises Refused "draw_fixed", "too_few".
    """
    if not may_draw_anew(round_):
        if round_.stage.facts.first_draw_fixes_pairings and not is_unseen(round_.stage):
            raise Refused(
                "draw_fixed",
                _(
                    "Later draws follow from the first draw of this stage and the results. Confirm the "
                    "draw."
                ),
            )
        raise too_few()
    admit_late(round_, late)
    stage = round_.stage
    if stage.facts.first_draw_fixes_pairings:
        pairing.redraw_first(stage)
        if not stage.rounds.exists():
            raise too_few()
        return stage.rounds.select_related("stage").order_by("number")[0]
    if is_unseen(stage):
        pairing.renew_field(stage)
        if not can_play(stage, len(field_of_stage(stage))):
            raise too_few()
    return drawing_of(stage).redraw(round_)


def too_few() -> Refused:
    """Return the refusal to draw a round for too few entries."""
    return Refused(
        "too_few", _("Too few are left to redraw it. Wait for more, or end the tournament.")
    )


def admit_late(round_: Round, late: Sequence[Entry]) -> None:
    """Let late entries play from this round on; those that have come back joined earlier."""
    keys = [entry.pk for entry in late]
    Entry.objects.filter(pk__in=keys, joined_round__gt=round_.number).update(
        joined_round=round_.number
    )


def _left(stage: Stage) -> int:
    """Return the number of entries that can play a stage; while it is unconfirmed, the next of the previous stage fill
    free places.
    """
    field = field_of_stage(stage)
    before = previous_stage(stage) if is_unseen(stage) else None
    if before is None:
        return sum(entry.status != GONE for entry in field)
    left = sum(entry.status != GONE for entry in field_of_stage(before))
    return before.plan.onward(left)


def is_unseen(stage: Stage) -> bool:
    """Return whether all draws of a stage are unconfirmed."""
    return not stage.rounds.exclude(status=DRAFTED).exists()


def _drawn(round_: Round) -> list[Entry]:
    """Return the entries that play or have a bye in a drafted round."""
    drawn = round_.tournament.entries.filter(match_places__round=round_)
    return list(drawn.order_by("seed_no", "pk"))
