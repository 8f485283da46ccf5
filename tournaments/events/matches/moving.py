"""Which matches an organizer can give a time of their own, and until when."""

from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from spades_site.common.errors import Refused
from tournaments.events.core.state import UNDER_WAY
from tournaments.events.matches import offers
from tournaments.events.models import Entry, Match, Round, Timing

LATEST = timedelta(days=60)
"""How long after the start of its round a match can be played that is in no window."""


def why_not_moved(match: Match) -> Refused | None:
    """Return why a match (with round and tournament) can't get another time ("no_window"), or None if it can.

    Beside matches in windows these are drawn matches of a round that has a start: they open at their own time instead.
    """
    tournament, round_ = match.tournament, match.round
    if (
        tournament.status not in UNDER_WAY
        or match.status != Match.Status.DRAWN
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
    """Return the latest time to which an organizer can move a match: in a window as postponed, else before the next round
    that has a time.
    """
    tournament, starts_at = match.tournament, match.round.starts_at
    if tournament.timing == Timing.WINDOWS or starts_at is None:
        return offers.latest_by_organizer(match)
    following = tournament.rounds.filter(starts_at__gt=starts_at).order_by("starts_at").first()
    return starts_at + LATEST if following is None else following.starts_at


def _refused(sentence: str) -> Refused:
    return Refused("no_window", sentence)
