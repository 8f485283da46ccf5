"""Undoing the last decision about a match, or a replay from a hand."""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from games.tables.models import Action
from games.tables.services import abandon_table
from spades_site.accounts.models import User
from spades_site.common import audit
from spades_site.common.errors import Refused
from spades_site.common.text import clean_reason
from tournaments.events.actions.decisions.checks import (
    check,
    check_bracket,
    check_not_paired_since,
    check_version,
    locked,
    version_of,
)
from tournaments.events.actions.decisions.settling import in_log, settle
from tournaments.events.core.state import UNDER_WAY, save
from tournaments.events.matches import match_games
from tournaments.events.models import Match, MatchTable, Result, Round, Tournament
from tournaments.events.scoring.recording import is_outcome_of, last_decision, recorded


def undo_decision(*, match_id: int, by: User, reason: str, expected_version: int) -> Result | None:
    """Restore the result that a match had before a decision, as a new version; no version is lost. Idempotent.

    If it had none because its table was in play, the game goes on there, and the match has no result (None).
    `expected_version` is the decision's version on the organizer's page. The consequences are the same as after a
    decision.

    Raises Refused: "unknown_match", "not_arbiter", "own_match", "reason_missing", "draw_waits", "bye", "not_under_way",
    "nothing_to_undo", "stale", "drawn_since", "next_round_drawn", "match_needed", "deals_known".
    """
    reason = clean_reason(reason)
    with transaction.atomic():
        tournament, match, own = locked(match_id, by, reason)
        what = {"verb": "match.decision_undone", **own}
        found = last_decision(match, expected_version)
        if found is None:
            _go_on(tournament, match, by, reason, expected_version, what)
            return None
        outcome = recorded(found[1])
        check_version(match, expected_version, outcome)
        current = match.results.get(current=True)
        if is_outcome_of(current, outcome):
            return current
        return settle(tournament, match, outcome, by, reason, what)


def undoable(match: Match) -> tuple[Result, Result | None] | None:
    """Return the decision that `undo_decision` would undo now, and the result before it (None: the game goes on);
    None if there is none.
    """
    version = version_of(match)
    found = last_decision(match, version)
    try:
        check(match.tournament, match)
        if found is None:
            decision = match.results.filter(current=True, by__isnull=False).first()
            can_go_on = decision and _stopped(match.tournament, match, decision)
            return (decision, None) if decision and can_go_on else None
        if match.slot:
            check_bracket(match.tournament, match, recorded(found[1]))
    except Refused:
        return None
    return found


def undo_replay(*, at_id: int, by: User, reason: str) -> MatchTable:
    """Undo a replay from a hand while no card has been played at its new table, `at_id`. Idempotent.

    The old table counts again: with the match's former result, or its game resumes where it stopped. Returns the old
    table.

    Raises Refused: "unknown_table", "not_arbiter", "own_match", "reason_missing", "draw_waits", "bye", "not_under_way",
    "round_over", "nothing_to_undo", "cards_played", "deals_known".
    """
    reason = clean_reason(reason)
    with transaction.atomic():
        found = MatchTable.objects.filter(pk=at_id, continues__isnull=False)
        match_id = found.values_list("match", flat=True).first()
        tournament, match, own = locked(match_id or 0, by, reason)
        new = next(at for at in match.tables if at.pk == at_id)
        old = next(at for at in match.tables if at.pk == new.continues_id)
        if old.counts:
            return old
        _check_replay(tournament, match, new)
        before = in_log(match)
        MatchTable.objects.filter(pk=new.pk).update(counts=False)
        MatchTable.objects.filter(pk=old.pk).update(counts=True)
        match.forget_tables()
        what = {"verb": "match.replay_undone", "tables": [new.number, old.number], **own}
        assert old.table is not None
        assert new.table is not None
        earlier = match.results.order_by("-version").first()
        if earlier is not None and earlier.at >= old.table.created_at:
            settle(tournament, match, recorded(earlier), by, reason, what)
        else:
            # Lock the old table first: it has the lower key.
            match_games.go_on(match, [old], by)
            abandon_table(table_id=new.table.pk, reason=reason, by=by)
            save(tournament)
            audit.record(
                actor=by, subject=match, reason=reason, before=before, after=in_log(match), **what
            )
        # The new table is locked, so nobody can play there from here on.
        if _has_cards(new):
            raise _cards_played()
    return old


def _go_on(
    tournament: Tournament,
    match: Match,
    by: User,
    reason: str,
    expected_version: int,
    what: dict[str, Any],
) -> None:
    """Resume the games that the decision of this version stopped."""
    decision = match.results.filter(version=expected_version, by__isnull=False).first()
    if decision is not None and not decision.current and match.status == Match.Status.PLAYING:
        newest = match.results.order_by("-version").first()
        opened = [at.table.created_at for at in match.open_tables if at.table]
        if decision == newest and opened and max(opened) < decision.at:
            return  # Done already.
    stopped = _stopped(tournament, match, decision) if decision is not None else []
    if not stopped:
        raise Refused(
            "nothing_to_undo",
            _(
                "There is no earlier result to return to, and no game that could go on. Decide the match, or have it replayed."
            ),
        )
    check_version(match, expected_version, None)
    before = in_log(match)
    match_games.go_on(match, stopped, by)
    save(tournament)
    audit.record(actor=by, subject=match, reason=reason, before=before, after=in_log(match), **what)


def _stopped(tournament: Tournament, match: Match, decision: Result) -> list[MatchTable]:
    """Return the tables whose games a decision stopped in the round in play, if they can be resumed. Raises Refused."""
    if tournament.status not in UNDER_WAY or match.round.status != Round.Status.PLAYING:
        return []
    found = match_games.stopped_by(match, decision)
    if found:
        check_not_paired_since(match)
    return found


def _check_replay(tournament: Tournament, match: Match, new: MatchTable) -> None:
    if tournament.status not in UNDER_WAY or match.round.status != Round.Status.PLAYING:
        raise Refused("round_over", _("The round is over, so the replay holds. Correct the score."))
    if not match.counting or match.counting[-1].pk != new.pk or not new.table or new.table.is_over:
        raise Refused(
            "nothing_to_undo",
            _("That table no longer counts, or its game is over, so there is nothing to undo."),
        )
    if _has_cards(new):
        raise _cards_played()


def _has_cards(at: MatchTable) -> bool:
    played = Action.objects.filter(
        table=at.table_id, kind=Action.Kind.PLAY, text__startswith="play "
    )
    return played.exists()


def _cards_played() -> Refused:
    return Refused(
        "cards_played",
        _(
            "A card has been played at the new table, so the replay holds. Correct the score, or have it replayed."
        ),
    )
