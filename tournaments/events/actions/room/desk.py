"""What organizers do for a room: cards for its tables, new digits, and the time of a round."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from spades_site.accounts.models import User
from spades_site.common import audit
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from tournaments.events.core.permissions import require_organizer
from tournaments.events.core.state import lock, save
from tournaments.events.matches import rooms
from tournaments.events.models import Round, Tournament

MOST_TABLES = 256
LONGER = timedelta(minutes=5)
"""By how much one press extends a round."""


def make_cards(*, tournament_id: int, by: User, tables: int) -> Tournament:
    """Let the room have at least this many tables, each with its card. Idempotent.

    Raises Refused: "unknown_tournament", "not_organizer", "not_in_room", "too_many".
    """
    with transaction.atomic():
        tournament = lock(tournament_id)
        require_organizer(by, tournament)
        if not tournament.is_in_room:
            raise Refused("not_in_room", _("This tournament isn’t played in a room."))
        if not 1 <= tables <= MOST_TABLES:
            raise Refused("too_many", _("Choose from 1 to %(n)d tables.") % {"n": MOST_TABLES})
        before = tournament.room_tables.count()
        rooms.add_tables(tournament, tables)
        after = tournament.room_tables.count()
        if after != before:
            save(tournament)
            audit.record(
                actor=by, verb="tournament.cards_made", subject=tournament,
                before={"tables": before}, after={"tables": after},
            )  # fmt: skip
    return tournament


def renew_digits(*, round_id: int, by: User, seen: str) -> Round:
    """Give a round in play other digits than those `seen`, so that they can be typed again at every table. Idempotent.

    Raises Refused: "unknown_round", "not_organizer", "not_in_play".
    """
    with transaction.atomic():
        tournament, round_ = _locked(round_id, by)
        if round_.digits == seen:
            round_.digits = rooms.new_digits(round_)
            save(tournament)
            audit.record(actor=by, verb="round.digits_renewed", subject=round_)
    return round_


def set_last_hand(*, round_id: int, by: User, at: datetime | None, seen: datetime | None) -> Round:
    """Set the moment after which the hand in play is the last at every table of a round in play; None: no limit. Idempotent.

    `seen` is the moment on the organizer's page. Raises Refused: "unknown_round", "not_organizer", "not_in_play", "stale".
    """
    with transaction.atomic():
        tournament, round_ = _locked(round_id, by)
        if round_.last_hand_at != at:
            if round_.last_hand_at != seen:
                raise Refused(
                    "stale", _("The time has changed since you looked at it. Look again.")
                )
            before, round_.last_hand_at = round_.last_hand_at, at
            round_.save(update_fields=["last_hand_at"])
            save(tournament)
            audit.record(
                actor=by, verb="round.clock_set", subject=round_,
                before={"until": before and before.isoformat()},
                after={"until": at and at.isoformat()},
            )  # fmt: skip
    return round_


def longer(round_: Round) -> datetime:
    """Return until when a round lasts that is extended now."""
    return max(round_.last_hand_at or now(), now()) + LONGER


def _locked(round_id: int, by: User) -> tuple[Tournament, Round]:
    found = Round.objects.filter(pk=round_id).values_list("tournament_id", flat=True).first()
    if found is None:
        raise Refused("unknown_round", _("There is no such round any more. Reload the page."))
    tournament = lock(found)
    require_organizer(by, tournament)
    round_ = Round.objects.get(pk=round_id)
    if round_.status != Round.Status.PLAYING or not tournament.is_in_room:
        raise Refused("not_in_play", _("This round isn’t on."))
    return tournament, round_
