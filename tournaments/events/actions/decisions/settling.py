"""The consequences of a decision: closed tables, answered disputes, and the tournament's next steps.

A decision changes no rating: a game is rated as it ended at its table, and only staff void that (`games/ratings`). Otherwise
anybody who runs a league could take back what their other account lost.
"""

from datetime import datetime
from typing import Any

from games.engine.sentences import format_score
from spades_site.accounts.models import User
from spades_site.common import audit, outbox
from spades_site.common.clock import now
from tournaments.events.actions.decisions.checks import check_bracket
from tournaments.events.advance import run_due_steps
from tournaments.events.core.state import save
from tournaments.events.draw.champion import leader, reason_of_result
from tournaments.events.matches import claims
from tournaments.events.matches.disputes import answered_by_decision
from tournaments.events.matches.match_tables import close_for
from tournaments.events.models import Match, Result, Status, Tournament, with_scores
from tournaments.events.scoring.recording import Outcome, record_result

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
    close(match, by, reason, at=at, version=result.version)
    audit.record(
        actor=by, subject=match, reason=reason, version=result.version, before=before,
        after=in_log(match), **what,
    )  # fmt: skip
    _carry_on(tournament, at, by_itself=by_itself)
    return result


def close(match: Match, by: User, reason: str, *, at: datetime, version: int | None) -> None:
    """Close the match's tables and answer its disputes and claims.

    `version` is the new result's, None if the match is replayed.
    """
    close_for(match, reason=reason, by=by)
    answered_by_decision(match, by=by, reason=reason, at=at, version=version)
    claims.answered_by_decision(match, by=by, reason=reason, at=at)


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
