"""Draws that wait for the organizer's word: looked at, changed by hand, drawn anew, confirmed. Players don't see them.

Only a Swiss can be changed: in a bracket the seeds say who meets whom, in a round robin everybody meets everybody.
Everything is written in the audit log, and what a change by hand gives up stands with the round.

Where several organizers look at a draw, `seen` is the key of any match that was in it: what was meant for a draw that
somebody has changed since is refused.
"""

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from games.engine.said import said
from spades_site.common import audit
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.text import clean_text
from tournaments.events import planning, telling
from tournaments.events.models import Entry, Format, Match, Round, Tournament
from tournaments.events.permissions import require_organizer
from tournaments.events.running import settle
from tournaments.events.state import UNDER_WAY, lock, save

LONGEST_REASON = 300
DRAFTED = Round.Status.DRAFTED


def draft_of(tournament: Tournament) -> Round | None:
    """Return the round whose draw waits for the organizer, with its matches' entries loaded; None where none does."""
    return (
        tournament.rounds.filter(status=DRAFTED)
        .select_related("stage")
        .prefetch_related("matches__entry_a", "matches__entry_b", "matches__seats__entry")
        .order_by("stage__index", "number")
        .first()
    )


def may_change(round_: Round) -> bool:
    """Return whether the draw of a round can be changed by hand or drawn anew."""
    return bool(round_.status == DRAFTED and round_.stage.format == Format.SWISS)


def confirm(*, round_id: int, by: Any, seen: int | None = None) -> Round:
    """Let a draw hold, with all that was drawn together with it; its round begins at its time, or now if that passed.

    Raises Refused: "unknown_round", "not_organizer", "not_drafted", "not_under_way", "draw_changed".
    """
    with transaction.atomic():
        tournament, round_ = _locked(round_id, by, seen)
        at = now()
        if round_.starts_at is not None:
            round_.starts_at = max(round_.starts_at, at)
            round_.save(update_fields=["starts_at"])
        round_.stage.rounds.filter(status=DRAFTED).update(status=Round.Status.CONFIRMED)
        round_.status = Round.Status.CONFIRMED
        if round_.starts_at is not None:
            telling.drawn(round_)
        audit.record(
            actor=by, verb="round.confirmed", subject=tournament, round=round_.number,
            draw=round_.draw_no,
        )  # fmt: skip
        if not settle(tournament, at):
            save(tournament)
    return round_


def swap(
    *,
    round_id: int,
    first_id: int,
    second_id: int,
    by: Any,
    reason: str,
    seen: int | None = None,
) -> Round:
    """Let two entries of a drafted Swiss round change places.

    Raises Refused: "unknown_round", "not_organizer", "not_drafted", "not_under_way", "draw_changed", "draw_fixed",
    "reason_missing", "not_in_round", "same_match".
    """
    reason = clean_text(reason, what=_("The reason"), longest=LONGEST_REASON)
    with transaction.atomic():
        tournament, round_ = _locked_to_change(round_id, by, seen)
        if not reason:
            raise Refused("reason_missing", _("Say why: the reason is kept with the draw."))
        matches = list(round_.matches.select_related("entry_a", "entry_b").order_by("number"))
        first, second = _entry_in(matches, first_id), _entry_in(matches, second_id)
        pairs = [(match.entry_a, match.entry_b) for match in matches]
        if any({first, second} <= set(pair) for pair in pairs):
            raise Refused("same_match", _("These two meet already. Choose entries of two matches."))
        other = {first: second, second: first}
        changed = [(other.get(a, a), other.get(b, b) if b is not None else None) for a, b in pairs]
        _rewrite(round_, changed)
        told = _given_up(tournament, pairs, changed, first, second)
        _note(round_, [*round_.flags, *told])
        audit.record(
            actor=by, verb="round.swapped", subject=tournament, reason=reason,
            round=round_.number, first=first.name, second=second.name,
        )  # fmt: skip
        save(tournament)
    return round_


def redraw(*, round_id: int, by: Any, reason: str = "", seen: int | None = None) -> Round:
    """Draw a drafted Swiss round anew by the next lot: level entries meet by that, no longer by their seeds.

    The same number of draws gives the same round. Raises Refused as `swap`.
    """
    reason = clean_text(reason, what=_("The reason"), longest=LONGEST_REASON)
    with transaction.atomic():
        tournament, round_ = _locked_to_change(round_id, by, seen)
        round_.draw_no += 1
        pairs, flags = planning.swiss_again(round_)
        _rewrite(round_, pairs)
        round_.save(update_fields=["draw_no"])
        lot = said(
            "Draw %(number)d: who is level meets by lot, not by seed.", number=round_.draw_no
        )
        _note(round_, [*flags, lot])
        audit.record(
            actor=by, verb="round.redrawn", subject=tournament, reason=reason,
            round=round_.number, draw=round_.draw_no,
        )  # fmt: skip
        save(tournament)
    return round_


def _note(round_: Round, flags: Sequence[str]) -> None:
    Round.objects.filter(pk=round_.pk).update(flags=list(flags))
    round_.refresh_from_db(fields=["flags"])


def _rewrite(round_: Round, pairs: Sequence[tuple[Entry, Entry | None]]) -> None:
    games = planning.games_of(round_.stage, len(pairs))
    round_.matches.all().delete()
    Match.objects.bulk_create(
        Match(
            round=round_,
            tournament_id=round_.tournament_id,
            number=number,
            entry_a=a,
            entry_b=b,
            best_of=games.get(""),
        )
        for number, (a, b) in enumerate(pairs, start=1)
    )


def _given_up(
    tournament: Tournament,
    before: Sequence[tuple[Entry, Entry | None]],
    after: Sequence[tuple[Entry, Entry | None]],
    first: Entry,
    second: Entry,
) -> list[str]:
    """What a change by hand means, in sentences."""
    words = {"first": first.name, "second": second.name}
    told: list[str] = [said("Changed by hand: %(first)s and %(second)s changed places.", **words)]
    met = {
        frozenset((match.entry_a_id, match.entry_b_id))
        for match in tournament.matches.filter(results__current=True, results__kind="played")
    }
    byes = set(
        tournament.matches.filter(results__current=True, entry_b=None).values_list(
            "entry_a_id", flat=True
        )
    )
    for a, b in after:
        if (a, b) in before:
            continue
        if b is None:
            if a.pk in byes:
                told.append(said("%(name)s sit out a second time.", name=a.name))
        elif frozenset((a.pk, b.pk)) in met:
            told.append(said("%(a)s and %(b)s meet again.", a=a.name, b=b.name))
    return told


def _entry_in(matches: Sequence[Match], entry_id: int) -> Entry:
    for match in matches:
        for entry in (match.entry_a, match.entry_b):
            if entry is not None and entry.pk == entry_id:
                return entry
    raise Refused("not_in_round", _("That entry isn't in the draw. Reload the page."))


def _locked(round_id: int, by: Any, seen: int | None) -> tuple[Tournament, Round]:
    found = Round.objects.filter(pk=round_id).values_list("tournament_id", flat=True).first()
    if found is None:
        raise Refused("unknown_round", _("There is no such round any more. Reload the page."))
    tournament = lock(found)
    require_organizer(by, tournament)
    round_ = Round.objects.select_related("stage").get(pk=round_id)
    if tournament.status not in UNDER_WAY:
        raise Refused("not_under_way", _("The tournament is not under way."))
    if round_.status != DRAFTED:
        raise Refused("not_drafted", _("That draw is confirmed already; it can't be changed."))
    if seen is not None and not round_.matches.filter(pk=seen).exists():
        raise Refused(
            "draw_changed",
            _("The draw has been changed since you looked at it. Look again, then decide."),
        )
    round_.stage.tournament = tournament
    return tournament, round_


def _locked_to_change(round_id: int, by: Any, seen: int | None) -> tuple[Tournament, Round]:
    tournament, round_ = _locked(round_id, by, seen)
    if not may_change(round_):
        raise Refused(
            "draw_fixed",
            _(
                "Only a Swiss can be drawn otherwise: here the seeds, or everybody meeting everybody,"
                " say who meets whom. Confirm the draw."
            ),
        )
    return tournament, round_
