"""Replaying a match, or a table's game from one of its hands on."""

from django.db import transaction
from django.utils.translation import gettext as _

from games.tables.models import Table
from spades_site.accounts.models import User
from spades_site.common import audit
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.text import LONGEST_REASON, clean_text
from tournaments.events.actions.decisions.checks import check, check_version, locked
from tournaments.events.actions.decisions.settling import close, in_log
from tournaments.events.core import line_ups
from tournaments.events.core.state import UNDER_WAY, save
from tournaments.events.matches import match_games
from tournaments.events.models import Match, Round, Tournament


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
        tournament, match, own = locked(match_id, by, reason)
        _check_replay(tournament, match)
        check_version(match, expected_version, None)
        close(match, by, reason, at=now(), version=None)
        before = in_log(match)
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
            after=in_log(match),
            **own,
        )
    return match


def may_replay(match: Match) -> bool:
    """Return whether `replay_match` would be allowed now; the match is loaded with its round."""
    try:
        check(match.tournament, match)
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
