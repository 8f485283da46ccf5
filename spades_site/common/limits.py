"""Limits on how much one visitor or member may create in a day.

Counts are database rows, so a limit holds across processes and restarts. Windows are fixed: all windows of a kind
begin at the same times, counted from 1970 in UTC. Domain functions call `count` in the transaction that creates
something, as late as possible: requests refused for other reasons aren't counted, and the count's row, which stays
locked until the transaction ends, is the last lock taken. LIMITS in the settings overrides the numbers in this
table; 0 means no limit.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import connection
from django.db.models import Model
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.models import Tally

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

DAY = timedelta(days=1)
KEPT = timedelta(days=2)
"""How long a tally is kept from the start of its window: longer than any window."""
AT_ONCE = 1000


@dataclass(frozen=True)
class Limit:
    """At most `number` in each `window`. `sentence` says what was refused; %(number)d is the limit."""

    number: int
    sentence: "StrOrPromise"
    window: timedelta = DAY


# The numbers allow for a club night: 60 people behind one address, all invited by one organizer.
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
    # Per reader and kind. Nobody reads a sentence: notices beyond the limit appear only on the page.
    "mails": Limit(20, ""),
    # Per address and kind, for mails that anybody can trigger to any address.
    "account_mails": Limit(20, ""),
}


def count(name: str, *who: object) -> None:
    """Count one thing created by `who` (keys of rows, an address), inside the caller's transaction.

    Raises Refused "limit", whose sentence says what was refused, the limit, and when it will work again; KeyError
    for an unknown name.
    """
    if not allow(name, *who):
        limit = TABLE[name]
        again = timezone.localtime(_start_of(limit) + limit.window)
        raise Refused(
            "limit",
            str(limit.sentence) % {"number": number_of(name)}
            + " "
            + _("Try again %(at)s (%(zone)s) or later.")
            % {"at": date_format(again, "DAY_THEN_TIME"), "zone": again.tzname()},
        )


def count_invitation(by: Model, to: Model) -> None:
    """Count one person's invitation of another. Raises Refused "limit"."""
    count("invitations", by.pk)
    count("invitations_to_one", by.pk, to.pk)


def allow(name: str, *who: object) -> bool:
    """Count one thing and return True; return False if the limit is reached."""
    limit, number = TABLE[name], number_of(name)
    if number == 0:
        return True
    with connection.cursor() as cursor:
        # A single statement, so that of two concurrent calls neither reads a count that the other is about to
        # raise.
        cursor.execute(
            'INSERT INTO common_tally ("key", start, n) VALUES (%s, %s, 1)'
            ' ON CONFLICT ("key", start) DO UPDATE SET n = common_tally.n + 1'
            " WHERE common_tally.n < %s RETURNING n",
            [_key(name, who), connection.ops.adapt_datetimefield_value(_start_of(limit)), number],
        )
        return cursor.fetchone() is not None


def number_of(name: str) -> int:
    """Return how many of a kind are allowed per window; 0: no limit."""
    return int(settings.LIMITS.get(name, TABLE[name].number))


def forget_old() -> int:
    """Delete the tallies of past windows; returns how many. Idempotent and safe to call concurrently."""
    old = Tally.objects.filter(start__lt=now() - KEPT).order_by("pk")
    gone = 0
    while keys := list(old.values_list("pk", flat=True)[:AT_ONCE]):
        gone += Tally.objects.filter(pk__in=keys).delete()[0]
    return gone


def check_settings() -> None:
    """Raise ImproperlyConfigured if LIMITS has an unknown name, or a number below 0."""
    for name, number in settings.LIMITS.items():
        if name not in TABLE or number < 0:
            raise ImproperlyConfigured(
                f"LIMITS: {name}={number} is no limit. Names: {', '.join(TABLE)}; numbers from 0 (no limit)."
            )


def _start_of(limit: Limit) -> datetime:
    seconds = int(limit.window.total_seconds())
    return datetime.fromtimestamp(int(now().timestamp()) // seconds * seconds, UTC)


def _key(name: str, who: tuple[object, ...]) -> str:
    """Return a tally's key without revealing whom it counts: addresses are few enough to be guessed from a plain
    hash.
    """
    digest = salted_hmac("limits", repr((name, *map(str, who))), algorithm="sha256").hexdigest()
    return f"{name}:{digest[:32]}"
