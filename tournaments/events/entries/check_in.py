"""Check-in: opened by the first access after its time, by the sweep or a player."""

from datetime import datetime

from django.utils.translation import gettext as _

from spades_site.common.errors import Refused
from tournaments.events.core.state import check_in_opens, move, save
from tournaments.events.entries.waiting import Place, waits
from tournaments.events.models import Entry, PartnerInvitation, Status, Tournament
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


def require_check_in(tournament: Tournament) -> None:
    """Raise Refused "check_in_closed" unless check-in is open."""
    if tournament.status == Status.CHECK_IN:
        return
    if tournament.check_in_minutes == 0:
        sentence = _("This tournament needs no check-in: just be there at the start.")
    else:
        sentence = _("Check-in is not open yet. It opens %(minutes)d minutes before the start.") % {
            "minutes": tournament.check_in_minutes
        }
    raise Refused("check_in_closed", sentence)


def note_coming(tournament: Tournament, place: Place, at: datetime) -> bool:
    """Check an entry or single player in at `at`; return False if they already were. Raises Refused "partner_open"."""
    if place.status == Entry.Status.INVITED or _unanswered(place):
        raise Refused(
            "partner_open",
            _("Your partner has not accepted yet. Ask them to, or withdraw and enter alone."),
        )
    if place.checked_in_at is not None:
        return False
    place.checked_in_at = at
    if not waits(place):
        place.status = place.Status.CHECKED_IN
    place.save(update_fields=["status", "checked_in_at"])
    save(tournament)
    return True


def _unanswered(place: Place) -> bool:
    return isinstance(place, Entry) and bool(
        place.invitations.filter(status=PartnerInvitation.Status.SENT).exists()
    )
