"""Check-in opens automatically: the first access after its time opens it, by the sweep or by a player."""

from datetime import datetime

from tournaments.events.core.state import check_in_opens, move, save
from tournaments.events.models import Status, Tournament
from tournaments.events.notices import notify


def catch_up(tournament: Tournament, at: datetime) -> bool:
    """Open the (locked) tournament's check-in if that is due at the moment `at`. Returns whether it was."""
    due = (
        tournament.status == Status.REGISTRATION
        and tournament.check_in_minutes > 0
        and at >= check_in_opens(tournament)
    )
    if due:
        move(tournament, "open_check_in")
        save(tournament)
        notify.check_in_open(tournament)
    return due
