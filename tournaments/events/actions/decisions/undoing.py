"""Undoing the last decision about a match."""

from django.db import transaction
from django.utils.translation import gettext as _

from spades_site.accounts.models import User
from spades_site.common.errors import Refused
from spades_site.common.text import LONGEST_REASON, clean_text
from tournaments.events.actions.decisions.checks import (
    check,
    check_bracket,
    check_version,
    locked,
    version_of,
)
from tournaments.events.actions.decisions.settling import settle
from tournaments.events.models import Match, Result
from tournaments.events.scoring.recording import is_outcome_of, last_decision, recorded


def undo_decision(*, match_id: int, by: User, reason: str, expected_version: int) -> Result:
    """Return to the result that a match had before a decision, as a new version; no version is lost. Idempotent.

    `expected_version` is that of the decision, as the organizer saw it. What depends on results follows at once, as
    after a decision.

    Raises Refused: "unknown_match", "not_arbiter", "own_match", "reason_missing", "draw_waits", "bye", "not_under_way",
    "nothing_to_undo", "decided_meanwhile", "next_round_drawn", "match_needed".
    """
    reason = clean_text(reason, what=_("The reason"), longest=LONGEST_REASON)
    with transaction.atomic():
        tournament, match, own = locked(match_id, by, reason)
        found = last_decision(match, expected_version)
        if found is None:
            raise Refused(
                "nothing_to_undo",
                _(
                    "There is no earlier result to return to. Decide the match, or have it replayed."
                ),
            )
        outcome = recorded(found[1])
        check_version(match, expected_version, outcome)
        current = match.results.get(current=True)
        if is_outcome_of(current, outcome):
            return current
        return settle(
            tournament, match, outcome, by, reason, {"verb": "match.decision_undone", **own}
        )


def undoable(match: Match) -> tuple[Result, Result] | None:
    """Return the decision that `undo_decision` would undo now, and the result before it; None if there is none."""
    found = last_decision(match, version_of(match))
    if found is None:
        return None
    try:
        check(match.tournament, match)
        if match.slot:
            check_bracket(match.tournament, match, recorded(found[1]))
    except Refused:
        return None
    return found
