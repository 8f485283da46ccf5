"""Moving matches: which ones an organizer can give their own time, the latest possible time, and closing waiting
tables.
"""

from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from games.engine.sentences import message
from games.tables.services import abandon_table
from spades_site.accounts.models import User
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from tournaments.events.core.state import UNDER_WAY
from tournaments.events.matches import offers
from tournaments.events.matches.claims import answered_by_decision
from tournaments.events.matches.match_games import is_fresh, play_anew
from tournaments.events.models import Entry, Match, Round, Timing

LATEST = timedelta(days=60)
"""How long after the start of its round a match outside windows can be played."""


def why_not_moved(match: Match) -> Refused | None:
    """Return why a match (with round and tournament) can't get another time ("no_window"), or None if it can.

    Movable are matches in windows, and matches of a round with a start, as long as no card is dealt at their tables.
    """
    tournament, round_ = match.tournament, match.round
    if (
        tournament.status not in UNDER_WAY
        or not (match.status == Match.Status.DRAWN or is_fresh(match))
        or match.is_bye
        or any(entry.status == Entry.Status.WITHDRAWN for entry in match.entries)
    ):
        return _refused(_("Only a match that hasn’t begun can be moved. Reload the page."))
    if round_.status == Round.Status.DRAFTED:
        return _refused(_("The draw of its round isn’t confirmed yet. Confirm it, then move it."))
    if round_.starts_at is None:
        return _refused(
            _("Its round has no time yet: it begins after the round before. Move the match then.")
        )
    if tournament.timing == Timing.WINDOWS:
        over = round_.closes_at is not None and round_.closes_at <= now()
        if over and (latest := latest_of(match)) is not None and latest <= now():
            return _refused(_("No time is left for this match: decide it instead."))
        return None
    if tournament.is_individual:
        return _refused(
            _("In this format everybody meets others each round, so a round is played together.")
        )
    if tournament.shares_deals:
        return _refused(
            _("All tables of its round play the same deals, so they begin at the same time.")
        )
    return None


def latest_of(match: Match) -> datetime | None:
    """Return the latest time to which an organizer can move a match: in a window the limit for postponing, else the
    next round with a time.
    """
    tournament, starts_at = match.tournament, match.round.starts_at
    if tournament.timing == Timing.WINDOWS or starts_at is None:
        return offers.latest_by_organizer(match)
    following = tournament.rounds.filter(starts_at__gt=starts_at).order_by("starts_at").first()
    return starts_at + LATEST if following is None else following.starts_at


def close_waiting(match: Match, *, reason: str, by: User, at: datetime) -> None:
    """Close the waiting tables of a match, so that it can open at another time. Raises Refused "no_window" if one has
    begun meanwhile.
    """
    if not is_fresh(match):
        return
    text = message("The match was moved to another time. Reason: %(reason)s", reason=reason)
    for one in sorted(match.open_tables, key=lambda one: one.table_id or 0):
        table = abandon_table(table_id=one.table_id or 0, reason=text, by=by)
        if table.started_at is not None:
            raise _refused(_("Its game has begun, so it can’t be moved. Reload the page."))
    answered_by_decision(match, by=by, reason=reason, at=at)
    play_anew(match)
    match.status, match.waits_until = Match.Status.DRAWN, None


def _refused(sentence: str) -> Refused:
    return Refused("no_window", sentence)
