"""The daily limits and their names. Apart from `limits`, which counts, because the settings check LIMITS against them
before there are models.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

DAY = timedelta(days=1)


@dataclass(frozen=True)
class Limit:
    """At most `number` in each `window`. `sentence` says what was refused; %(number)d is the limit."""

    number: int
    sentence: "StrOrPromise"
    window: timedelta = DAY


# The numbers allow for a club evening: 60 people behind one address, all invited by one organizer.
TABLE: Mapping[str, Limit] = {
    # Per address, because nothing else is known about guests.
    "guests": Limit(
        100,
        gettext_lazy("Too many guests came from your network today: the limit is %(number)d."),
    ),
    "accounts": Limit(
        100,
        gettext_lazy(
            "Too many accounts were created from your network today: the limit is %(number)d."
        ),
    ),
    # Per member, or per guest where guests may.
    "tables": Limit(
        100, gettext_lazy("You opened too many tables today: the limit is %(number)d.")
    ),
    "tokens": Limit(
        20, gettext_lazy("You created too many tokens today: the limit is %(number)d.")
    ),
    # Per bot account.
    "bot_tables": Limit(
        50,
        gettext_lazy("This bot account opened too many tables today: the limit is %(number)d."),
    ),
    "bot_invitations": Limit(
        50,
        gettext_lazy("This bot account invited people too often today: the limit is %(number)d."),
    ),
    "webhooks": Limit(
        50,
        gettext_lazy("You added or tested webhooks too often today: the limit is %(number)d."),
    ),
    "leagues": Limit(
        10, gettext_lazy("You created too many leagues today: the limit is %(number)d.")
    ),
    "tournaments": Limit(
        100, gettext_lazy("You created too many tournaments today: the limit is %(number)d.")
    ),
    "invitations": Limit(
        300, gettext_lazy("You invited people too often today: the limit is %(number)d.")
    ),
    # Per pair of inviter and invited.
    "invitations_to_one": Limit(
        20, gettext_lazy("You invited this person too often today: the limit is %(number)d.")
    ),
    # Per league and applicant.
    "requests": Limit(
        3, gettext_lazy("You asked to join this league too often today: the limit is %(number)d.")
    ),
    # Per league.
    "messages": Limit(
        100,
        gettext_lazy("Too many messages in this tournament today: the limit is %(number)d."),
    ),
    "announcements": Limit(
        10, gettext_lazy("Too many announcements in this league today: the limit is %(number)d.")
    ),
    # Offered times, contested results, moved starts and the like.
    "notices": Limit(
        200, gettext_lazy("You sent other people too many notices today: the limit is %(number)d.")
    ),
    # Per reader and kind. No sentence is needed: notices beyond the limit appear only on the page.
    "mails": Limit(20, ""),
    "pushes": Limit(20, ""),
    # Per address and kind, for mails that anybody can trigger to any address.
    "account_mails": Limit(20, ""),
}
