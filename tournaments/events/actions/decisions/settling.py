"""The consequences of a decision: closed tables, counted or voided ratings, and the tournament's next steps."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from games.engine.sentences import format_score
from games.ratings.models import RatedResult
from games.ratings.services import confirm_result, lock_pools_of, rate_table, void_result
from spades_site.accounts.models import User
from spades_site.common import audit, outbox
from spades_site.common.clock import now
from tournaments.events.actions.decisions.checks import check_bracket
from tournaments.events.advance import run_due_steps
from tournaments.events.core.permissions import is_concerned
from tournaments.events.core.state import save
from tournaments.events.draw.champion import leader, reason_of_result
from tournaments.events.matches import claims, match_games
from tournaments.events.matches.disputes import answered_by_decision
from tournaments.events.matches.match_tables import close_for
from tournaments.events.models import Match, Result, Status, Tournament, with_scores
from tournaments.events.scoring.recording import Outcome, outcome_entered, record_result

CORRECTED = "tournament.corrected"
"""The outbox topic for decisions about matches of finished tournaments; the payload has the key of the `tournament`."""


def settle(
    tournament: Tournament,
    match: Match,
    outcome: Outcome,
    by: User,
    reason: str,
    what: dict[str, Any],
) -> Result:
    """Make a checked outcome the match's result and apply all consequences; `what` is for the log."""
    if match.slot:
        check_bracket(tournament, match, outcome)
    at, before = now(), in_log(match)
    by_itself = tournament.status_reason == reason_of_result(tournament, tournament.winner)
    result = record_result(match, outcome, at=at, by=by, reason=reason)
    played = outcome.kind == Result.Kind.PLAYED
    counting = rated_games(match, outcome) if played else frozenset()
    close(match, by, reason, at=at, version=result.version, counting=counting)
    audit.record(
        actor=by, subject=match, reason=reason, version=result.version, before=before,
        after=in_log(match), **what,
    )  # fmt: skip
    _carry_on(tournament, at, by_itself=by_itself)
    return result


def close(
    match: Match,
    by: User,
    reason: str,
    *,
    at: datetime,
    version: int | None,
    counting: Collection[int] = (),
) -> None:
    """Close the match's tables, resolve its disputes, rate its games or void their ratings.

    `version` is the new result's, None if the match is replayed; `counting` has the keys of the tables whose games
    count as played. Who decides about their own side changes no rating: otherwise anybody who founds a league could
    take back what they lost.
    """
    concerned = is_concerned(by, match.entries, match)
    # Lock order: the games' rating pool before the table, as when rating a finished table.
    lock_pools_of(at_table.table for at_table in match.tables if at_table.table)
    close_for(match, reason=reason, by=by)
    answered_by_decision(match, by=by, reason=reason, at=at, version=version)
    claims.answered_by_decision(match, by=by, reason=reason, at=at)
    for table_id in () if concerned else match_games.finished_tables(match):
        _settle_rating(table_id, by, reason, counts=table_id in counting)


def rated_games(match: Match, outcome: Outcome) -> frozenset[int]:
    """Return the keys of the tables whose game counts for ratings: those without an entered score that changes the
    winner.
    """
    entered = {one.table: outcome_entered(one) for one in outcome.entered}
    return frozenset(
        at.table_id
        for at in match.counting
        if at.table_id is not None
        and (
            at.number not in entered
            or [one.place for one in at.scores.all()]
            == [side.place for side in entered[at.number].sides]
        )
    )


def in_log(match: Match) -> dict[str, str | None]:
    """Return the match's current result in the log's format: how it ended with the sides' points, and the winner."""
    found = match.results.filter(current=True).prefetch_related(*with_scores()).first()
    if found is None:
        return {"result": None, "who": None}
    found.match = match
    return {
        "result": f"{found.kind}, {format_score(found.points)}",
        "who": found.winner_name or None,
    }


def _carry_on(tournament: Tournament, at: datetime, *, by_itself: bool) -> None:
    """Run the steps that are due after a decision, or recompute the winner if the tournament is over.

    `by_itself` tells whether the platform wrote the text about the end, which is then updated with the winner.
    """
    if tournament.status == Status.FINISHED:
        tournament.winner = leader(tournament)
        if by_itself:
            tournament.status_reason = reason_of_result(tournament, tournament.winner)
        save(tournament)
        outbox.emit(CORRECTED, {"tournament": tournament.pk})
    elif not run_due_steps(tournament, at):
        save(tournament)


def _settle_rating(table_id: int, by: User, reason: str, *, counts: bool) -> None:
    """Void the rating of a finished game that doesn't count as played; restore it if it counts again.

    A game whose deals others still play is rated now only if its rating must be voided; otherwise that can wait.
    """
    # The table's outbox event may be pending; rate it first to keep the order.
    rated = rate_table(table_id, early=not counts)
    if rated is None:
        return
    rated = RatedResult.objects.get(pk=rated.pk)
    if counts and rated.is_void:
        confirm_result(table_id, by, reason)
    elif not counts and not rated.is_void:
        void_result(table_id, by, reason)
