"""Members' part in an event's deals: a text that each may give before it opens."""

import hashlib

from django.db import transaction
from django.utils.translation import gettext as _

from spades_site.accounts.models import User
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from tournaments.leagues.permissions import is_member, refuse_banned, require_account
from tournaments.own_time.core import lock_event
from tournaments.own_time.making import require_unopened
from tournaments.own_time.models import EventSalt, OwnTimeEvent

LONGEST_TEXT = 200


def salt_from(text: str) -> str:
    """Return the salt that a text gives: the SHA-256 of its UTF-8, in hexadecimal."""
    return hashlib.sha256(text.encode()).hexdigest()


def give_salt(*, event_id: int, user: User, text: str) -> EventSalt:
    """Mix a member's text into an event's deals, in place of their earlier one; only before it opens. Idempotent.

    Raises Refused: "unknown_event", "guest", "people_only", "not_member", "banned", "event_opened".
    """
    with transaction.atomic():
        require_account(user)
        event = lock_event(event_id)
        if not is_member(event.league, user):
            raise Refused("not_member", _("Join the league first."))
        refuse_banned(event.league, user)
        require_unopened(event)
        mine = event.salts.filter(user=user).first() or EventSalt(event=event, user=user)
        if mine.salt != salt_from(text):
            mine.salt, mine.given_at = salt_from(text), now()
            mine.save()
    return mine


def salts_of(event: OwnTimeEvent) -> list[str]:
    """Return the salts of an event's deals, in the order in which they were first given: final once it has opened."""
    return list(event.salts.order_by("pk").values_list("salt", flat=True))
