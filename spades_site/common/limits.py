"""How much one visitor or member may create in a day.

Counts are rows of the database, so a limit holds across processes and restarts. Windows are fixed: all of a kind begin at
the same moments, counted from 1970 in UTC. Domain functions call `count` in the transaction that creates something, as
late as they can: what is refused for another reason isn't counted, and the count's row, which stays locked until the
transaction ends, is the last lock that is taken. LIMITS in the settings has other numbers than the table here; 0 is no limit.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import connection
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.models import Tally

DAY = timedelta(days=1)
KEPT = timedelta(days=2)
"""How long a tally is kept from the start of its window: longer than any window."""
AT_ONCE = 1000


@dataclass(frozen=True)
class Limit:
    """At most `number` in each `window`. `sentence` says what was refused; %(number)d is the limit."""

    number: int
    sentence: Any
    window: timedelta = DAY


# The numbers leave room for a club night: 60 people behind one address, all of them invited by one organizer.
TABLE: Mapping[str, Limit] = {
    # For each address: of guests nothing else is known.
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
    # For each member, or guest where guests may.
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
    # For each pair of who invites and who is invited.
    "invitations_to_one": Limit(
        20, gettext_lazy("You invited this person too often today: the limit is %(number)d.")
    ),
    # For each league and who asks to join it.
    "requests": Limit(
        3, gettext_lazy("You asked this league too often today: the limit is %(number)d.")
    ),
    # Times offered, results contested, starts moved and the like.
    "notices": Limit(
        200, gettext_lazy("You sent other people too many notices today: the limit is %(number)d.")
    ),
    # For each reader and kind. Nobody reads this sentence: what exceeds the limit is shown in the page alone.
    "mails": Limit(20, ""),
    # For each address and kind, of those mails that anybody can have sent to any address.
    "account_mails": Limit(20, ""),
}


def count(name: str, *who: object) -> None:
    """Count one thing created by `who` (keys of rows, an address), inside the caller's transaction.

    Raises Refused "limit" with what was refused, the number, and when it works again; KeyError for an unknown name.
    """
    if not allow(name, *who):
        limit = TABLE[name]
        again = timezone.localtime(_start_of(limit) + limit.window)
        raise Refused(
            "limit",
            str(limit.sentence) % {"number": number_of(name)}
            + " "
            + _("It works again %(at)s (%(zone)s).")
            % {"at": date_format(again, "DAY_THEN_TIME"), "zone": again.tzname()},
        )


def count_invitation(by: Any, to: Any) -> None:
    """Count that one person invites another. Raises Refused "limit"."""
    count("invitations", by.pk)
    count("invitations_to_one", by.pk, to.pk)


def allow(name: str, *who: object) -> bool:
    """Count one thing and return True, or return False where the limit is reached."""
    limit, number = TABLE[name], number_of(name)
    if number == 0:
        return True
    with connection.cursor() as cursor:
        # One statement, so that of two at once neither reads a count that the other is about to raise.
        cursor.execute(
            'INSERT INTO common_tally ("key", start, n) VALUES (%s, %s, 1)'
            ' ON CONFLICT ("key", start) DO UPDATE SET n = common_tally.n + 1'
            " WHERE common_tally.n < %s RETURNING n",
            [_key(name, who), connection.ops.adapt_datetimefield_value(_start_of(limit)), number],
        )
        return cursor.fetchone() is not None


def number_of(name: str) -> int:
    """Return how many of a kind are allowed in a window; 0: no limit."""
    return int(settings.LIMITS.get(name, TABLE[name].number))


def forget_old() -> int:
    """Remove the tallies of windows that are over; returns how many. Idempotent and safe to call concurrently."""
    old = Tally.objects.filter(start__lt=now() - KEPT).order_by("pk")
    gone = 0
    while keys := list(old.values_list("pk", flat=True)[:AT_ONCE]):
        gone += Tally.objects.filter(pk__in=keys).delete()[0]
    return gone


def check_settings() -> None:
    """Raise ImproperlyConfigured where LIMITS names no limit, or a number below 0."""
    for name, number in settings.LIMITS.items():
        if name not in TABLE or number < 0:
            raise ImproperlyConfigured(
                f"LIMITS: {name}={number} is no limit. Names: {', '.join(TABLE)}; numbers from 0 (no limit)."
            )


def _start_of(limit: Limit) -> datetime:
    seconds = int(limit.window.total_seconds())
    return datetime.fromtimestamp(int(now().timestamp()) // seconds * seconds, UTC)


def _key(name: str, who: tuple[object, ...]) -> str:
    """Name a tally without naming who it counts: addresses are few enough to be guessed from a plain hash."""
    digest = salted_hmac("limits", repr((name, *map(str, who))), algorithm="sha256").hexdigest()
    return f"{name}:{digest[:32]}"
