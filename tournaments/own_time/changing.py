"""What organizers can change of an event that is open: its end, or whether it takes place."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from games.engine.sentences import message
from games.tables.services import abandon_table
from spades_site.accounts.models import User
from spades_site.common import audit, outbox
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.text import clean_reason
from tournaments.events.setup.proposal import NotValid
from tournaments.own_time import notify
from tournaments.own_time.core import lock_to_organize
from tournaments.own_time.deals import OVER
from tournaments.own_time.making import LONGEST_WINDOW
from tournaments.own_time.models import EventPlay, OwnTimeEvent
from tournaments.own_time.series import keep_in_series


def extend(*, event_id: int, by: User, closes_at: datetime) -> OwnTimeEvent:
    """Let an open event close later; everybody who plays is told. Idempotent.

    Raises Refused: "unknown_event", "not_organizer", "event_not_open", "event_over", "outside_season", or NotValid.
    """
    with transaction.atomic():
        event = _lock_open(event_id, by)
        if event.closes_at == closes_at:
            return event
        if closes_at < event.closes_at:
            raise _wrong(_("The event can only close later than planned."))
        if closes_at - event.opens_at > LONGEST_WINDOW:
            days = LONGEST_WINDOW.days
            raise _wrong(_("The window may last at most %(days)d days.") % {"days": days})
        made: dict[str, Any] = audit.changes(
            {"closes_at": event.closes_at.isoformat()}, {"closes_at": closes_at.isoformat()}
        )
        event.closes_at = closes_at
        keep_in_series(event)
        event.save(update_fields=["closes_at"])
        notify.extended(event)
        audit.record(actor=by, verb="own_time.extended", subject=event, **made)
    return event


def call_off(*, event_id: int, by: User, reason: str) -> OwnTimeEvent:
    """End an open event without results: deals in play end, nothing is counted, and everybody who plays is told. Idempotent.

    Raises Refused: "unknown_event", "not_organizer", "event_not_open", "event_over", "reason_missing".
    """
    reason = clean_reason(reason)
    if not reason:
        raise Refused("reason_missing", _("Give a reason; everybody who plays will read it."))
    with transaction.atomic():
        event = lock_to_organize(event_id, by)
        if event.called_off:
            return event
        event = _lock_open(event_id, by)
        event.called_off, event.closed_at = reason, now()
        event.save(update_fields=["called_off", "closed_at"])
        in_play = EventPlay.objects.filter(entry__event=event).exclude(table__status__in=OVER)
        for table_id in list(in_play.order_by("table_id").values_list("table_id", flat=True)):
            abandon_table(table_id=table_id, reason=message("The event was called off."))
        notify.called_off(event)
        audit.record(actor=by, verb="own_time.called_off", subject=event, reason=reason)
        outbox.emit("own_time.closed", {"event": event.pk})
    return event


def _lock_open(event_id: int, by: User) -> OwnTimeEvent:
    event = lock_to_organize(event_id, by)
    if not event.has_opened(now()):
        raise Refused(
            "event_not_open", _("The event hasn’t opened yet. Change its settings, or delete it.")
        )
    if not event.is_open(now()):
        raise Refused("event_over", _("The event is over. See its results."))
    return event


def _wrong(sentence: str) -> NotValid:
    return NotValid({"closes_at": [sentence]})
