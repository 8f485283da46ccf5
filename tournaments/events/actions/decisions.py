"""Organizers' decisions about matches. `advance` records the results of tables."""

from dataclasses import replace
from datetime import datetime
from enum import StrEnum
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from games.engine.sentences import format_score
from games.ratings.models import RatedResult
from games.ratings.services import confirm_result, lock_pools_of, rate_table, void_result
from games.tables.models import Table
from spades_site.accounts.models import User
from spades_site.common import audit, outbox
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.text import LONGEST_REASON, clean_text
from tournaments.events.advance import run_due_steps
from tournaments.events.core import line_ups
from tournaments.events.core.permissions import require_judge
from tournaments.events.core.state import UNDER_WAY, lock, save
from tournaments.events.draw.champion import leader, reason_of_result
from tournaments.events.matches import claims, match_games
from tournaments.events.matches.disputes import answered_by_decision
from tournaments.events.matches.match_tables import close_for
from tournaments.events.models import (
    Match,
    Result,
    Round,
    Status,
    Tournament,
    played_by,
    with_scores,
)
from tournaments.events.scoring.brackets import corrected, progress_of_stage
from tournaments.events.scoring.recording import (
    Outcome,
    forfeit,
    is_outcome_of,
    last_decision,
    record_result,
    recorded,
    void,
)
from tournaments.events.scoring.stage_fields import field_of_stage

__all__ = ["Outcome", "Verdict", "decide_match", "record_result", "replay_match", "undo_decision"]


CORRECTED = "tournament.corrected"
"""The outbox topic of a decision about a match of a finished tournament; the payload names the `tournament`."""


class Verdict(StrEnum):
    """What an organizer can decide about a match."""

    FORFEIT = "forfeit"
    """One side wins without play, or all sides forfeit."""
    VOID = "void"
    """The match counts for nobody."""
    PLAYED = "played"
    """The tables' results count again, with the forfeits of absent single players."""
    EXCUSED = "excused"
    """The tables' results count for everybody, even for absent players."""


def decide_match(
    *,
    match_id: int,
    by: User,
    verdict: Verdict = Verdict.FORFEIT,
    winner: int | None = None,
    reason: str,
    expected_version: int | None = None,
) -> Result:
    """Set a match's result by decision, with a reason that is stored; earlier versions are kept.

    `winner` is the index of the side that wins by forfeit, None if all forfeit. A table in play is
    abandoned. Only played matches are rated.

    In a knock-out one side must advance. Once the next round that depends on the match is drawn, only decisions that
    leave that round unchanged are allowed.

    `expected_version` is the version of the result that the organizer saw, 0 for none. A decision about another
    version is refused, unless it has the same outcome.

    Raises Refused: "unknown_match", "not_arbiter", "own_match", "reason_missing", "draw_waits", "bye", "not_under_way",
    "no_such_result", "not_played", "nobody_came", "decided_meanwhile", "void_in_bracket", "next_round_drawn",
    "match_needed".
    """
    reason = clean_text(reason, what=_("The reason"), longest=LONGEST_REASON)
    with transaction.atomic():
        tournament, match, own = _locked(match_id, by, reason)
        match_games.note_tables(match)
        outcome = _outcome(match, verdict, winner)
        _check_version(match, expected_version, outcome)
        what = {"verb": "match.decided", "verdict": verdict, "winner": winner}
        return _settle(tournament, match, outcome, by, reason, what | own)


def undo_decision(*, match_id: int, by: User, reason: str, expected_version: int) -> Result:
    """Return to the result that a match had before a decision, as a new version; no version is lost. Idempotent.

    `expected_version` is that of the decision, as the organizer saw it. What depends on results follows at once, as
    after a decision.

    Raises Refused: "unknown_match", "not_arbiter", "own_match", "reason_missing", "draw_waits", "bye", "not_under_way",
    "nothing_to_undo", "decided_meanwhile", "next_round_drawn", "match_needed".
    """
    reason = clean_text(reason, what=_("The reason"), longest=LONGEST_REASON)
    with transaction.atomic():
        tournament, match, own = _locked(match_id, by, reason)
        found = last_decision(match, expected_version)
        if found is None:
            raise Refused(
                "nothing_to_undo",
                _(
                    "There is no earlier result to return to. Decide the match, or have it replayed."
                ),
            )
        outcome = recorded(found[1])
        _check_version(match, expected_version, outcome)
        current = match.results.get(current=True)
        if is_outcome_of(current, outcome):
            return current
        return _settle(
            tournament, match, outcome, by, reason, {"verb": "match.decision_undone", **own}
        )


def undoable(match: Match) -> tuple[Result, Result] | None:
    """Return the decision that `undo_decision` would undo now, and the result before it; None if there is none."""
    found = last_decision(match, version_of(match))
    if found is None:
        return None
    try:
        _check(match.tournament, match)
        if match.slot:
            _check_bracket(match.tournament, match, recorded(found[1]))
    except Refused:
        return None
    return found


def version_of(match: Match) -> int:
    """Return the version of a match's current result, 0 if it has none, for `expected_version`."""
    current = match.results.filter(current=True).values_list("version", flat=True).first()
    return current or 0


def replay_match(
    *, match_id: int, by: User, reason: str, expected_version: int | None = None
) -> Match:
    """Replay a match of the round in play at a new table; the old table no longer counts.

    `expected_version` as in `decide_match`.

    Raises Refused: "unknown_match", "not_arbiter", "own_match", "reason_missing", "draw_waits", "bye", "not_under_way",
    "round_over", "deals_known", "fresh_already", "decided_meanwhile".
    """
    reason = clean_text(reason, what=_("The reason"), longest=LONGEST_REASON)
    with transaction.atomic():
        tournament, match, own = _locked(match_id, by, reason)
        _check_replay(tournament, match)
        _check_version(match, expected_version, None)
        _close(match, by, reason, at=now(), version=None, counts=False)
        before = _in_log(match)
        match.results.filter(current=True).update(current=False)
        match_games.play_anew(match)
        match_games.open_game(tournament, match)
        save(tournament)
        audit.record(
            actor=by,
            verb="match.replayed",
            subject=match,
            reason=reason,
            before=before,
            after=_in_log(match),
            **own,
        )
    return match


def _in_log(match: Match) -> dict[str, str | None]:
    """Return the match's current result as the log keeps it: how it ended with the sides' points, and the winner."""
    found = match.results.filter(current=True).prefetch_related(*with_scores()).first()
    if found is None:
        return {"result": None, "who": None}
    found.match = match
    return {
        "result": f"{found.kind}, {format_score(found.points)}",
        "who": found.winner_name or None,
    }


def may_decide(match: Match, verdict: Verdict, winner: int | None = None) -> bool:
    """Return whether `decide_match` would accept this decision now; the match is loaded with its round and stage."""
    try:
        _check(match.tournament, match)
        outcome = _outcome(match, verdict, winner)
        if match.slot:
            _check_bracket(match.tournament, match, outcome)
    except Refused:
        return False
    return True


def may_replay(match: Match) -> bool:
    """Return whether `replay_match` would be allowed now; the match is loaded with its round."""
    try:
        _check(match.tournament, match)
        _check_replay(match.tournament, match)
    except Refused:
        return False
    return True


def _check_replay(tournament: Tournament, match: Match) -> None:
    if tournament.status not in UNDER_WAY or match.round.status != Round.Status.PLAYING:
        raise Refused(
            "round_over",
            _("Only a match of the current round can be replayed. Decide it instead."),
        )
    if tournament.shares_deals:
        raise Refused(
            "deals_known",
            _("These deals are already known, so they can't be replayed. Decide the match."),
        )
    if _is_fresh(match) and not line_ups.replaced_of(match):
        raise Refused(
            "fresh_already",
            _("A new table is already open for this match, and nobody has played there yet."),
        )


def _is_fresh(match: Match) -> bool:
    """Whether all the match's tables wait for their first card: it was replayed already, or hasn't begun."""
    tables = [at.table for at in match.counting]
    waiting = [table for table in tables if table and table.status == Table.Status.OPEN]
    return match.status == Match.Status.PLAYING and bool(tables) and tables == waiting


def _check_version(match: Match, expected_version: int | None, outcome: Outcome | None) -> None:
    """Refuse to overwrite a result that the organizer has not seen; repeating a decision is allowed."""
    if expected_version is None or expected_version == version_of(match):
        return
    current = match.results.filter(current=True).first()
    if current is None or outcome is None or not is_outcome_of(current, outcome):
        raise Refused(
            "decided_meanwhile",
            _("The result has changed since you looked at it. Look again, then decide."),
        )


def _locked(match_id: int, by: User, reason: str) -> tuple[Tournament, Match, dict[str, Any]]:
    """Return the match, with its tournament locked, if `by` may decide it for this reason, and what the log adds about
    their own side. Raises Refused.
    """
    found = Match.objects.filter(pk=match_id).values_list("tournament_id", flat=True).first()
    if found is None:
        raise Refused("unknown_match", _("There is no such match. Reload the page."))
    tournament = lock(found)
    match = Match.objects.select_related("round__stage", "tournament").get(pk=match_id)
    own = require_judge(by, tournament, match.entries, match)
    if not reason:
        raise Refused("reason_missing", _("Give a reason: it is shown with the result."))
    _check(tournament, match)
    return tournament, match, own


def _check(tournament: Tournament, match: Match) -> None:
    if tournament.status not in UNDER_WAY | {str(Status.FINISHED)}:
        raise Refused(
            "not_under_way",
            _("Matches can be decided while the tournament is under way, or corrected afterwards."),
        )
    if match.round.status == Round.Status.DRAFTED:
        raise Refused(
            "draw_waits",
            _("This match is in a draw that isn't confirmed yet. Confirm the draw first."),
        )
    if match.is_bye:
        raise Refused("bye", _("Nobody plays in a bye, so there is nothing to decide."))


def _check_bracket(tournament: Tournament, match: Match, outcome: Outcome) -> None:
    """Refuse results that would change the entries of a drawn match, or require a match after the end."""
    if outcome.kind == Result.Kind.VOID:
        raise Refused(
            "void_in_bracket",
            _(
                "In a knock-out one side must advance. Give the match to one side, or let both forfeit."
            ),
        )
    stage = match.round.stage
    after = corrected(stage, match.slot, outcome)
    seeds = {entry.pk: seed for seed, entry in enumerate(field_of_stage(stage))}
    drawn = tournament.matches.filter(round__stage=stage).exclude(pk=match.pk)
    if after is None or any(
        set(after[each.slot].sides) != {seeds[entry.pk] for entry in each.entries}
        for each in drawn.prefetch_related(*played_by())
    ):
        raise Refused(
            "next_round_drawn",
            _(
                "Its winner or loser is already drawn in a later match. Only a result with which "
                "the same sides advance can still be entered."
            ),
        )
    over = tournament.status == Status.FINISHED
    if over and not after.finished and progress_of_stage(stage).finished:
        raise Refused(
            "match_needed",
            _(
                "That would require another final, and the tournament is over. Only a result with "
                "the same winner can still be entered."
            ),
        )


def _outcome(match: Match, verdict: Verdict, winner: int | None) -> Outcome:
    if verdict == Verdict.FORFEIT and len(match.sides) > 2:
        raise Refused(
            "no_such_result",
            _(
                "At a solo table nobody wins by forfeit: a bot plays for players who leave. Let the "
                "table's result count, have it replayed, or declare it void."
            ),
        )
    if verdict == Verdict.FORFEIT and winner in (None, 0, 1):
        return forfeit(match, winner)
    if verdict == Verdict.VOID and winner is None:
        return void(match)
    if verdict in (Verdict.PLAYED, Verdict.EXCUSED) and winner is None:
        if not match_games.is_played(match):
            raise Refused(
                "not_played",
                _("This match has no finished table. Give it to one side, or declare it void."),
            )
        outcome = match_games.outcome_of(match.tournament, match)
        if outcome.kind != Result.Kind.PLAYED:
            raise Refused(
                "nobody_came",
                _(
                    "Nobody came to this match: bots played all of it, so it can’t count as played."
                    " Give it to one side, or let both forfeit."
                ),
            )
        return replace(outcome, absent=frozenset()) if verdict == Verdict.EXCUSED else outcome
    raise Refused(
        "no_such_result",
        _("Give the match to one side, let both forfeit, or declare it void."),
    )


def _settle(
    tournament: Tournament,
    match: Match,
    outcome: Outcome,
    by: User,
    reason: str,
    what: dict[str, Any],
) -> Result:
    """Make a checked outcome the match's result, with all that follows from it; `what` is for the log."""
    if match.slot:
        _check_bracket(tournament, match, outcome)
    at, before = now(), _in_log(match)
    by_itself = tournament.status_reason == reason_of_result(tournament, tournament.winner)
    result = record_result(match, outcome, at=at, by=by, reason=reason)
    played = outcome.kind == Result.Kind.PLAYED
    _close(match, by, reason, at=at, version=result.version, counts=played)
    audit.record(
        actor=by, subject=match, reason=reason, version=result.version, before=before,
        after=_in_log(match), **what,
    )  # fmt: skip
    _carry_on(tournament, at, by_itself=by_itself)
    return result


def _close(
    match: Match, by: User, reason: str, *, at: datetime, version: int | None, counts: bool
) -> None:
    """Close the match's table, answer its disputes, and rate its games or void their ratings.

    `version` is that of the new result, None if the match is replayed.
    """
    # The pool of the games is locked before the table, in the same order as rating a finished table.
    lock_pools_of(at_table.table for at_table in match.tables if at_table.table)
    close_for(match, reason=reason, by=by)
    answered_by_decision(match, by=by, reason=reason, at=at, version=version)
    claims.answered_by_decision(match, by=by, reason=reason, at=at)
    _settle_rating(match, by, reason, counts=counts)


def _carry_on(tournament: Tournament, at: datetime, *, by_itself: bool) -> None:
    """Take the steps that are due after a decision, or find the winner again if the tournament is over.

    `by_itself` says whether the text about the end is the platform's own, which follows the winner.
    """
    if tournament.status == Status.FINISHED:
        tournament.winner = leader(tournament)
        if by_itself:
            tournament.status_reason = reason_of_result(tournament, tournament.winner)
        save(tournament)
        outbox.emit(CORRECTED, {"tournament": tournament.pk})
    elif not run_due_steps(tournament, at):
        save(tournament)


def _settle_rating(match: Match, by: User, reason: str, *, counts: bool) -> None:
    """Void the ratings of a match that doesn't count as played; restore them if it counts again.

    A table whose deals others still play is rated at once only to be void: if it counts, that can wait.
    """
    for table_id in match_games.finished_tables(match):
        # The table's own message may be pending; rating it first keeps the order.
        rated = rate_table(table_id, early=not counts)
        if rated is None:
            continue
        rated = RatedResult.objects.get(pk=rated.pk)
        if counts and rated.is_void:
            confirm_result(table_id, by, reason)
        elif not counts and not rated.is_void:
            void_result(table_id, by, reason)
