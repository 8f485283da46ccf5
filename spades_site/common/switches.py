"""Switches with which staff temporarily turn off parts of the site. A switch is on until somebody turns it off.

Domain functions call `require` before they change anything; pages call `is_on`, and show the switch's sentence instead of
unavailable actions. A process caches the switches for SECONDS, so a change takes effect everywhere within that time.
"""

import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from spades_site.common import audit
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.models import Switch
from spades_site.common.text import clean_reason

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

SECONDS = 5.0
"""How long a process caches the switches."""


@dataclass(frozen=True)
class About:
    """A switch: its title, the effect of turning it off, and the sentence for users while it is off."""

    title: "StrOrPromise"
    effect: "StrOrPromise"
    sentence: "StrOrPromise"


TABLE: Mapping[str, About] = {
    "sign_up": About(
        gettext_lazy("Sign-up"),
        gettext_lazy("Nobody can create an account, guests included. Members sign in as usual."),
        gettext_lazy("New accounts can’t be created at the moment. Try again later."),
    ),
    "guests": About(
        gettext_lazy("Guests"),
        gettext_lazy("Nobody new can play as a guest. Guests who are here stay."),
        gettext_lazy("Nobody new can play as a guest at the moment. Sign in, or try again later."),
    ),
    "tables": About(
        gettext_lazy("Casual tables"),
        gettext_lazy("Nobody can open a casual table or a rematch. Games in play go on, and matches are opened."),
        gettext_lazy("New casual tables can’t be opened at the moment. Games in play go on."),
    ),
    "leagues": About(
        gettext_lazy("New leagues"),
        gettext_lazy("Nobody can create a league. Leagues that exist are as usual."),
        gettext_lazy("New leagues can’t be created at the moment. Try again later."),
    ),
    "tournaments": About(
        gettext_lazy("New tournaments"),
        gettext_lazy("Nobody can create a tournament. Schedules and seasons go on."),
        gettext_lazy("New tournaments can’t be created at the moment. Try again later."),
    ),
    "mails": About(
        gettext_lazy("Mails about notices"),
        gettext_lazy("Mails about notices and invitations wait; those that are no longer useful later are dropped. Mails about accounts are sent."),
        gettext_lazy("The site sends no mails about notices at the moment. You find your notices on the site."),
    ),
}  # fmt: skip

_off: frozenset[str] = frozenset()
_until = 0.0


def is_on(name: str) -> bool:
    """Return whether a switch is on. One query at most every SECONDS. Raises KeyError for an unknown name."""
    TABLE[name]
    if time.monotonic() >= _until:
        remember(Switch.objects.filter(is_on=False).values_list("name", flat=True), SECONDS)
    return name not in _off


def require(name: str) -> None:
    """Raise Refused "switched_off" with the switch's sentence while it is off."""
    if not is_on(name):
        raise Refused("switched_off", str(TABLE[name].sentence))


def remember(off: Iterable[str], seconds: float = float("inf")) -> None:
    """Cache for `seconds` which switches are off. Called by `is_on` after its query, and by tests."""
    global _off, _until
    _off, _until = frozenset(off), time.monotonic() + seconds


def forget() -> None:
    """Clear the cache."""
    remember((), 0.0)


def turn(*, name: str, on: bool, by: Any, reason: str) -> Switch:
    """Turn a switch on or off, as staff. Idempotent.

    Raises Refused: "no_such_switch", "reason_missing", and what `clean_text` refuses.
    """
    if name not in TABLE:
        raise Refused("no_such_switch", _("There is no such switch. Reload the page."))
    reason = clean_reason(reason, _("Give a reason; it goes into the log."))
    with transaction.atomic():
        Switch.objects.get_or_create(name=name)
        switch = Switch.objects.select_for_update().get(name=name)
        if switch.is_on != on:
            before, switch.is_on, switch.reason = switch.is_on, on, reason
            switch.changed_by, switch.changed_at = by, now()
            switch.save()
            verb = "switch.turned_on" if on else "switch.turned_off"
            audit.record(
                actor=by,
                verb=verb,
                subject=switch,
                reason=reason,
                name=name,
                before=before,
                after=on,
            )
        transaction.on_commit(forget)
    return switch
