"""The checks of every decision about a match, under the tournament's lock."""

from typing import Any

from django.utils.translation import gettext as _

from spades_site.accounts.models import User
from spades_site.common.errors import Refused
from tournaments.events.core.arena import paired_since
from tournaments.events.core.locks import lock_match
from tournaments.events.core.permissions import require_judge
from tournaments.events.core.state import UNDER_WAY
from tournaments.events.models import Match, Result, Round, Status, Tournament, played_by
from tournaments.events.scoring.brackets import corrected, progress_of_stage
from tournaments.events.scoring.recording import Outcome, is_outcome_of
from tournaments.events.scoring.stage_fields import field_of_stage


def locked(match_id: int, by: User, reason: str) -> tuple[Tournament, Match, dict[str, Any]]:
    """Lock the match's tournament and check that `by` may decide the match for this reason. Returns both, and what the
    log adds if it is the decider's own match. Raises Refused.
    """
    tournament, match = lock_match(match_id)
    own = require_judge(by, tournament, match.entries, match)
    if not reason:
        raise Refused("reason_missing", _("Give a reason: it is shown with the result."))
    check(tournament, match)
    return tournament, match, own


def check(tournament: Tournament, match: Match) -> None:
    if tournament.status not in UNDER_WAY | {str(Status.FINISHED)}:
        raise Refused(
            "not_under_way",
            _("Matches can be decided while the tournament is under way, or corrected afterwards."),
        )
    if match.round.status == Round.Status.DRAFTED:
        raise Refused(
            "draw_waits",
            _("This match is in a draw that isn’t confirmed yet. Confirm the draw first."),
        )
    if match.is_bye:
        raise Refused("bye", _("Nobody plays in a bye, so there is nothing to decide."))


def check_not_paired_since(match: Match) -> None:
    """Refuse to resume an arena's match whose entries play, or have played, another one since."""
    if paired_since(match):
        raise Refused(
            "drawn_since",
            _("They have been paired again since. Decide this match, or correct its score."),
        )


def check_bracket(tournament: Tournament, match: Match, outcome: Outcome) -> None:
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


def version_of(match: Match) -> int:
    """Return the version of a match's current result, 0 if it has none, for `expected_version`."""
    current = match.results.filter(current=True).values_list("version", flat=True).first()
    return current or 0


def check_version(match: Match, expected_version: int | None, outcome: Outcome | None) -> None:
    """Refuse to overwrite a result newer than `expected_version`; repeating a decision is allowed."""
    if expected_version is None or expected_version == version_of(match):
        return
    current = match.results.filter(current=True).first()
    if current is None or outcome is None or not is_outcome_of(current, outcome):
        raise Refused(
            "stale",
            _("The result has changed since you looked at it. Look again, then decide."),
        )
