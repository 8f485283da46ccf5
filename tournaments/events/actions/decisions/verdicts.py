"""Deciding a match without its tables, or by their results."""

from dataclasses import replace
from enum import StrEnum

from django.db import transaction
from django.utils.translation import gettext as _

from spades_site.accounts.models import User
from spades_site.common.errors import Refused
from spades_site.common.text import clean_reason
from tournaments.events.actions.decisions.checks import (
    check,
    check_bracket,
    check_version,
    locked,
)
from tournaments.events.actions.decisions.settling import settle
from tournaments.events.matches import match_games
from tournaments.events.models import Match, Result
from tournaments.events.scoring.recording import Outcome, forfeit, void


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
    """Set a match's result by decision, with a stored reason; earlier versions are kept.

    `winner` is the index of the side that wins by forfeit, None if all forfeit. A table in play is
    abandoned. Only played matches are rated.

    In a knock-out one side must advance. Once the next round that depends on the match is drawn, only decisions that
    leave that round unchanged are allowed.

    `expected_version` is the version of the result on the organizer's page, 0 for none. A decision about another
    version is refused, unless it has the same outcome.

    Raises Refused: "unknown_match", "not_arbiter", "own_match", "reason_missing", "draw_waits", "bye", "not_under_way",
    "no_such_result", "not_played", "nobody_came", "stale", "void_in_bracket", "next_round_drawn",
    "match_needed".
    """
    reason = clean_reason(reason)
    with transaction.atomic():
        tournament, match, own = locked(match_id, by, reason)
        match_games.note_tables(match)
        outcome = _outcome(match, verdict, winner)
        check_version(match, expected_version, outcome)
        what = {"verb": "match.decided", "verdict": verdict, "winner": winner}
        return settle(tournament, match, outcome, by, reason, what | own)


def may_decide(match: Match, verdict: Verdict, winner: int | None = None) -> bool:
    """Return whether `decide_match` would accept this decision now; the match is loaded with its round and stage."""
    return why_not_decide(match, verdict, winner) is None


def why_not_decide(match: Match, verdict: Verdict, winner: int | None = None) -> Refused | None:
    """Return why `decide_match` would refuse this decision now; None if it wouldn't."""
    try:
        check(match.tournament, match)
        outcome = _outcome(match, verdict, winner)
        if match.slot:
            check_bracket(match.tournament, match, outcome)
    except Refused as refusal:
        return refusal
    return None


def _outcome(match: Match, verdict: Verdict, winner: int | None) -> Outcome:
    if verdict == Verdict.FORFEIT and len(match.sides) > 2:
        raise Refused(
            "no_such_result",
            _(
                "At a solo table nobody wins by forfeit: a bot plays for players who leave. Let the "
                "table’s result count, have it replayed, or declare it void."
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
