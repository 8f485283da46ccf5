"""Unconfirmed draws whose results have changed since, by corrections, late results or penalties: what would differ, and
drawing them again.

Everything that changes rows works on a tournament that the caller has locked.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from tournaments.events.draw import choosing, pairing, redrawing
from tournaments.events.draw.manual_changes import by_hand, sides_drawn
from tournaments.events.draw.qualifying import qualifiers_of
from tournaments.events.draw.round_rows import Sides, title_of
from tournaments.events.models import Match, Penalty, Result, Round, Stage, played_by
from tournaments.events.scoring.stage_fields import field_of_stage, previous_stage


@dataclass(frozen=True)
class Renewal:
    """The matches whose results changed after a draft was drawn, whether penalties did, and what would differ if it were
    drawn again: its matches, or for a later stage its seeds, now and then.

    `undoes`: the draft was changed by hand, which drawing it again undoes.
    """

    matches: Sequence[Match]
    penalties: bool
    before: Sequence[str]
    after: Sequence[str]
    undoes: bool = False

    @property
    def differs(self) -> bool:
        """Return whether the draw would be another one."""
        return bool(self.before or self.after)

    @property
    def rows(self) -> list[tuple[str, str]]:
        """Return what would differ, side by side."""
        return list(zip_longest(self.before, self.after, fillvalue=""))

    @property
    def keys(self) -> list[int]:
        """Return the keys of the results that changed, as the organizer saw them."""
        return [one.pk for match in self.matches for one in match.results.all() if one.current]


def newer_results() -> Exists:
    """Return the condition on rounds that a result of an earlier round is newer than the draw."""
    return Exists(_newer(OuterRef("tournament"), OuterRef("number"), OuterRef("drawn_at")))


def _newer(tournament: Any, number: Any, drawn_at: Any) -> QuerySet[Result]:
    return Result.objects.filter(
        match__tournament=tournament, match__round__number__lt=number, current=True, at__gt=drawn_at
    )


def renewal_of(round_: Round) -> Renewal | None:
    """Return how a draft would change with the results of now; None if they are those that it was made from, or if the
    format doesn't draw by results. Its stage and tournament must be loaded.
    """
    if round_.status != Round.Status.DRAFTED or not _follows_results(round_):
        return None
    newer = _newer(round_.tournament_id, round_.number, round_.drawn_at)
    changed = Match.objects.filter(results__in=newer).select_related("round")
    matches = list(
        changed.prefetch_related(*played_by(), "results").order_by("round__number", "number")
    )
    penalties = Penalty.objects.filter(
        Q(at__gt=round_.drawn_at) | Q(undone_at__gt=round_.drawn_at),
        entry__tournament=round_.tournament_id,
    ).exists()
    if not matches and not penalties:
        return None
    before, after = _differences(round_)
    return Renewal(matches, penalties, before, after, any(map(by_hand, round_.flags)))


def draw_anew(round_: Round) -> Round:
    """Redraw a draft by the same lots from the results of now; return its round, which may be a new row."""
    if _seeds_differ(round_.stage):
        pairing.redraw_first(round_.stage, requalify=True)
        if not round_.stage.rounds.exists():
            raise redrawing.too_few()
        return round_.stage.rounds.select_related("stage").order_by("number")[0]
    if not round_.stage.facts.pairs_each_round:
        return round_
    if not redrawing.has_enough_left(round_.stage):
        raise redrawing.too_few()
    return choosing.take(round_, round_.draw_no)


def _follows_results(round_: Round) -> bool:
    """Return whether earlier results determine the draw: of a round drawn by itself, or of a later stage's first draw."""
    stage = round_.stage
    if not redrawing.has_enough_left(stage):
        return False
    if stage.index > 1 and redrawing.is_unseen(stage):
        return True
    return stage.facts.pairs_each_round


def _differences(round_: Round) -> tuple[list[str], list[str]]:
    stage = round_.stage
    if _seeds_differ(stage):
        now, then = _seeds(stage), _seeds_by_results(stage)
        places = range(max(len(now), len(then)))
        now, then = ([*names, *["–"] * (len(places) - len(names))] for names in (now, then))
        moved = [at for at in places if now[at] != then[at]]
        return (
            [f"{at + 1}. {now[at]}" for at in moved],
            [f"{at + 1}. {then[at]}" for at in moved],
        )
    if not stage.facts.pairs_each_round:
        return [], []
    drawn, new = sides_drawn(round_), choosing.option(round_, round_.draw_no).drawn
    return _titles(drawn, without=new), _titles(new, without=drawn)


def _titles(drawn: Sequence[Sides], *, without: Sequence[Sides]) -> list[str]:
    """Return the titles of the matches that the other draw doesn't have."""
    others = set(map(_table, without))
    return [title_of(sides) for sides in drawn if _table(sides) not in others]


def _table(sides: Sides) -> frozenset[int]:
    return frozenset(entry.pk for side in sides for entry in side)


def _seeds_differ(stage: Stage) -> bool:
    """Return whether other entries, or in another order, would qualify for an unconfirmed later stage by now."""
    if stage.index == 1 or not redrawing.is_unseen(stage):
        return False
    return _seeds(stage) != _seeds_by_results(stage)


def _seeds(stage: Stage) -> list[str]:
    return [entry.name for entry in field_of_stage(stage)]


def _seeds_by_results(stage: Stage) -> list[str]:
    before = previous_stage(stage)
    assert before is not None
    names = {entry.pk: entry.name for entry in field_of_stage(before)}
    return [names[one.entry] for one in qualifiers_of(before, stage).seeds]
