"""Draws that wait for the organizer's confirmation: view, change by hand, redraw, confirm. Players don't see them.

In a Swiss and at solo tables two entries can be swapped in every round. If the first draw determines the whole stage (a bracket, a round robin, a rotation), they swap seeds before it is confirmed, and so their places in the whole stage. Every step is audited, and the round lists the compromises of manual changes.

`expected_version` is the key of any match of the draw on the organizer's page; changes to an outdated draw are refused.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from games.engine.sentences import message
from spades_site.accounts.models import User
from spades_site.common import audit
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.text import clean_reason
from tournaments.events.advance import run_due_steps
from tournaments.events.core.permissions import require_organizer
from tournaments.events.core.state import UNDER_WAY, lock, save
from tournaments.events.draw import choosing, redrawing, renewing
from tournaments.events.draw.manual_changes import (
    exchange,
    flags_after,
    sides_drawn,
    swap_seeds,
    swapped,
    tables_of,
)
from tournaments.events.draw.quality import Judge, Quality
from tournaments.events.draw.round_rows import (
    LAST_LOT,
    draw_after,
    title_of,
)
from tournaments.events.models import Entry, Round, Tournament, played_by
from tournaments.events.notices import notify
from tournaments.events.scoring.stage_fields import field_of_stage

DRAFTED = Round.Status.DRAFTED


def draft_of(tournament: Tournament) -> Round | None:
    """Return the round whose draw waits for the organizer, with its matches' entries loaded, or None."""
    return (
        tournament.rounds.filter(status=DRAFTED)
        .select_related("stage")
        .prefetch_related("matches", *played_by("matches__"))
        .order_by("stage__index", "number")
        .first()
    )


@dataclass(frozen=True)
class Changes:
    """The possible changes to a draft: entries to swap, and whether it can be redrawn by lot."""

    entries: Sequence[Entry]
    redraw: bool
    second: Entry | None = None
    """The first entry that can be swapped with `first`, because the two don't meet."""


def changes_of(round_: Round) -> Changes:
    """Return the possible changes to a draft; its stage and matches are loaded."""
    by_lot = round_.stage.facts.pairs_each_round and redrawing.has_enough_left(round_.stage)
    if may_change(round_) and round_.stage.facts.first_draw_fixes_pairings:
        return _changes(round_, field_of_stage(round_.stage), redraw=False)
    seated = [entry for match in round_.matches.all() for entry in match.entries]
    return _changes(round_, seated if may_change(round_) else [], redraw=by_lot)


def _changes(round_: Round, entries: Sequence[Entry], *, redraw: bool) -> Changes:
    """Return the possible changes if `entries` can be swapped, which they can't if they all meet one another."""
    tables = [match.entries for match in round_.matches.all()]
    met: list[Entry] = next((table for table in tables if entries and entries[0] in table), [])
    second = next((entry for entry in entries[1:] if entry not in met), None)
    return Changes(entries if second else [], redraw, second)


@dataclass(frozen=True)
class Swap:
    """The effect of swapping two entries of a draft: the changed matches before and after, the round's new sentences,
    and the draw's qualities before and after.
    """

    first: Entry
    second: Entry
    before: Sequence[str]
    after: Sequence[str]
    flags: Sequence[str]
    was: Quality
    becomes: Quality


def swap_of(round_: Round, first_id: int, second_id: int) -> Swap:
    """Return what `swap` would do with a draft, without storing anything. The round's stage and tournament must be
    loaded.

    Raises Refused: "draw_fixed", "not_in_round", "same_match".
    """
    if not may_change(round_):
        raise _fixed()
    first, second = _entry_in(round_, first_id), _entry_in(round_, second_id)
    drawn = sides_drawn(round_)
    if any({first, second} <= set(table) for table in tables_of(drawn)):
        raise Refused("same_match", _("These two already meet. Choose entries of two matches."))
    judge, then = Judge(round_), swapped(drawn, first, second)
    changed = [at for at, sides in enumerate(then) if title_of(sides) != title_of(drawn[at])]
    return Swap(
        first,
        second,
        before=[title_of(drawn[at]) for at in changed],
        after=[title_of(then[at]) for at in changed],
        flags=flags_after(judge, drawn, first, second),
        was=judge.quality(drawn),
        becomes=judge.quality(then),
    )


def may_change(round_: Round) -> bool:
    """Return whether two entries can be swapped in the draw of a round."""
    if round_.status != DRAFTED:
        return False
    earlier = round_.stage.rounds.filter(number__lt=round_.number)
    return not round_.stage.facts.first_draw_fixes_pairings or not earlier.exists()


def confirm(
    *,
    round_id: int,
    by: User,
    expected_version: int | None = None,
    seen: Collection[int] | None = None,
) -> Round:
    """Confirm a draw and all rounds drawn with it. Its round begins at its time, or now if that has passed.

    `seen` are the keys of the results newer than the draw that the organizer was shown; if others would change it by
    now, the confirmation is refused as stale.

    Raises Refused: "unknown_round", "not_organizer", "not_drafted", "not_under_way", "stale",
    "field_changed".
    """
    with transaction.atomic():
        tournament, round_ = _locked(round_id, by, expected_version)
        redrawing.require_present(round_)
        _require_seen(round_, seen)
        at = now()
        if round_.starts_at is not None:
            round_.starts_at = max(round_.starts_at, at)
            round_.save(update_fields=["starts_at"])
        round_.stage.rounds.filter(status=DRAFTED).update(status=Round.Status.CONFIRMED)
        round_.status = Round.Status.CONFIRMED
        if round_.starts_at is not None:
            notify.drawn(round_)
        audit.record(
            actor=by, verb="round.confirmed", subject=tournament, round=round_.number,
            draw=round_.draw_no,
        )  # fmt: skip
        if not run_due_steps(tournament, at):
            save(tournament)
    return round_


def _require_seen(round_: Round, seen: Collection[int] | None) -> None:
    """Raise Refused "stale" if results have changed the draw since the organizer looked."""
    renewal = None if seen is None else renewing.renewal_of(round_)
    if renewal is not None and renewal.differs and set(renewal.keys) != set(seen or ()):
        raise Refused(
            "stale",
            _("Results have changed since you looked at this draw. Look again, then decide."),
        )


def swap(
    *,
    round_id: int,
    first_id: int,
    second_id: int,
    by: User,
    reason: str,
    expected_version: int | None = None,
) -> Round:
    """Swap two entries of a drafted round, or of the whole stage if the first draw determines it.

    Raises Refused: "unknown_round", "not_organizer", "not_drafted", "not_under_way", "stale", "draw_fixed",
    "reason_missing", "not_in_round", "same_match".
    """
    reason = clean_reason(reason)
    with transaction.atomic():
        tournament, round_ = _locked(round_id, by, expected_version)
        if not may_change(round_):
            raise _fixed()
        if not reason:
            raise Refused("reason_missing", _("Give a reason: it is kept with the draw."))
        found = swap_of(round_, first_id, second_id)
        first, second = found.first, found.second
        if round_.stage.facts.first_draw_fixes_pairings:
            swap_seeds(round_.stage, first, second)
            for each in round_.stage.rounds.all():
                exchange(each, first, second)
        else:
            exchange(round_, first, second)
        _note(round_, found.flags)
        audit.record(
            actor=by,
            verb="round.swapped",
            subject=tournament,
            reason=reason,
            round=round_.number,
            first=first.name,
            second=second.name,
            before={"names": list(found.before)},
            after={"names": list(found.after)},
        )
        save(tournament)
    return round_


def redraw(
    *, round_id: int, by: User, reason: str = "", expected_version: int | None = None
) -> Round:
    """Redraw a drafted Swiss round by the next lot, which replaces the seeds among level entries. Includes later
    entries.

    The same number of draws gives the same round. Raises Refused as `swap`.
    """
    reason = clean_reason(reason)
    with transaction.atomic():
        tournament, round_ = _locked(round_id, by, expected_version)
        if not round_.stage.facts.pairs_each_round:
            raise Refused(
                "draw_fixed",
                _(
                    "Only a Swiss can be redrawn, by lot among tied entries. Swap two entries, or "
                    "confirm the draw."
                ),
            )
        if not redrawing.has_enough_left(round_.stage):
            raise redrawing.too_few()
        redrawing.admit_late(round_, redrawing.late_entries(round_))
        return _put(tournament, round_, draw_after(round_.draw_no), by, reason)


def choose(*, round_id: int, number: int, by: User, expected_version: int | None = None) -> Round:
    """Replace the waiting draw of a round by its `number`-th draw (`choosing.option`). Idempotent.

    Raises Refused: "unknown_round", "not_organizer", "not_drafted", "not_under_way", "stale", "draw_fixed",
    "unknown_draw".
    """
    with transaction.atomic():
        tournament, round_ = _locked(round_id, by, expected_version)
        if not choosing.may_choose(round_):
            raise Refused(
                "draw_fixed", _("There is no other draw of this round now. Reload the page.")
            )
        if not 1 <= number <= LAST_LOT and number not in choosing.seedings(round_):
            raise Refused("unknown_draw", _("There is no such draw. Choose one of those shown."))
        return _put(tournament, round_, number, by, "")


def _put(tournament: Tournament, round_: Round, number: int, by: User, reason: str) -> Round:
    """Replace the waiting draw, and log it."""
    before = _in_log(round_)
    drawn = choosing.take(round_, number)
    _drawn_now(drawn)
    sentence = choosing.sentence(drawn, number)
    _note(drawn, [*drawn.flags, *([sentence] if sentence else [])])
    audit.record(
        actor=by,
        verb="round.redrawn",
        subject=tournament,
        reason=reason,
        round=drawn.number,
        draw=number,
        before=before,
        after=_in_log(drawn),
    )
    save(tournament)
    return drawn


def _in_log(round_: Round) -> dict[str, Any]:
    """Return a draw in the log's format."""
    return {"draw": round_.draw_no, "names": [title_of(sides) for sides in sides_drawn(round_)]}


def draw_anew(*, round_id: int, by: User, expected_version: int | None = None) -> Round:
    """Redraw a drafted round with the current entries and results: without withdrawn entries, with new ones.

    A wholly unconfirmed stage is redrawn from its first round on. Remaining entries keep their seeds or lots. Raises
    Refused like `redraw`, and "nothing_new", "too_few".
    """
    with transaction.atomic():
        tournament, round_ = _locked(round_id, by, expected_version)
        gone, late = redrawing.withdrawn_since(round_), redrawing.late_entries(round_)
        names, before = {"gone": _names(gone), "late": _names(late)}, _in_log(round_)
        renewal = renewing.renewal_of(round_)
        if not gone and not late and renewal is None:
            raise Refused(
                "nothing_new",
                _(
                    "Nobody has entered or withdrawn, and no result has changed, since this round was drawn. "
                    "Reload the page."
                ),
            )
        if gone or late:
            round_ = redrawing.draw_for_present(round_, late)
        else:
            round_ = renewing.draw_anew(round_)
        _drawn_now(round_)
        without = message("Redrawn without %(names)s.", names=names["gone"])
        taken_in = message("Redrawn with %(names)s.", names=names["late"])
        corrected = message("Redrawn with the new results.")
        notes = [without] * bool(gone) + [taken_in] * bool(late) + [corrected] * bool(renewal)
        _note(round_, [*round_.flags, *notes])
        audit.record(
            actor=by, verb="round.redrawn", subject=tournament, reason="",
            round=round_.number, draw=round_.draw_no, **names, before=before, after=_in_log(round_),
        )  # fmt: skip
        save(tournament)
    return round_


def _names(entries: Sequence[Entry]) -> str:
    return ", ".join(entry.name for entry in entries)


def _drawn_now(round_: Round) -> None:
    """Note that a draw is made from the results of now."""
    Round.objects.filter(pk=round_.pk).update(drawn_at=now())
    round_.refresh_from_db(fields=["drawn_at"])


def _note(round_: Round, flags: Sequence[str]) -> None:
    Round.objects.filter(pk=round_.pk).update(flags=list(flags))
    round_.refresh_from_db(fields=["flags"])


def _entry_in(round_: Round, entry_id: int) -> Entry:
    for entry in changes_of(round_).entries:
        if entry.pk == entry_id:
            return entry
    raise Refused("not_in_round", _("That entry isn’t in the draw. Reload the page."))


def _locked(round_id: int, by: User, expected_version: int | None) -> tuple[Tournament, Round]:
    found = Round.objects.filter(pk=round_id).values_list("tournament_id", flat=True).first()
    if found is None:
        raise Refused("unknown_round", _("There is no such round any more. Reload the page."))
    tournament = lock(found)
    require_organizer(by, tournament)
    round_ = Round.objects.select_related("stage").get(pk=round_id)
    if tournament.status not in UNDER_WAY:
        raise Refused("not_under_way", _("The tournament is not under way."))
    if round_.status != DRAFTED:
        raise not_drafted()
    if expected_version is not None and not round_.matches.filter(pk=expected_version).exists():
        raise Refused(
            "stale",
            _("The draw has changed since you looked at it. Look again, then decide."),
        )
    round_.stage.tournament = tournament
    return tournament, round_


def not_drafted() -> Refused:
    """Return the refusal to change a draw that no longer waits for confirmation."""
    return Refused("not_drafted", _("That draw is already confirmed and can’t be changed."))


def _fixed() -> Refused:
    return Refused(
        "draw_fixed",
        _(
            "Only the first draw of this stage could be changed: later ones follow from it and "
            "the results. Confirm the draw."
        ),
    )
