"""Limits on how much one visitor or member may create in a day.

Counts are database rows, so a limit holds across processes and restarts. Windows are fixed: all windows of a kind
begin at the same times, counted from 1970 in UTC. Domain functions call `count` in the transaction that creates
something, as late as possible: requests refused for other reasons aren't counted, and the count's row, which stays
locked until the transaction ends, is the last lock taken. LIMITS in the settings overrides the numbers of
`limit_table`; 0 means no limit.
"""

import logging
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Count, Max, Model, Q, Value
from django.db.models.functions import StrIndex, Substr
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from spades_site.common import audit
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.limit_table import TABLE, Limit
from spades_site.common.models import Tally
from spades_site.common.text import clean_reason

log = logging.getLogger("spades.security")
KEPT = timedelta(days=2)
"""How long a tally is kept from the start of its window: longer than any window."""
AT_ONCE = 1000


def count(name: str, *who: object) -> None:
    """Count one thing created by `who` (keys of rows, an address), inside the caller's transaction.

    Raises Refused "limit", whose sentence says what was refused, the limit, and when it will work again; KeyError
    for an unknown name.
    """
    if not allow(name, *who):
        raise _reached_by(name, who)


def require_left(name: str, *who: object) -> None:
    """Refuse as `count` does if the limit is reached; counts nothing."""
    if 0 < number_of(name) <= used(name, *who):
        raise _reached_by(name, who)


def _reached_by(name: str, who: tuple[object, ...]) -> Refused:
    # Only keys of rows: an address may be somebody's.
    keys = ", ".join(str(key) for key in who if isinstance(key, int))
    log.info("limit reached: %s (%s)", name, keys or "an address")
    limit = TABLE[name]
    again = timezone.localtime(_start_of(limit) + limit.window)
    return Refused(
        "limit",
        str(limit.sentence) % {"number": number_of(name)}
        + " "
        + _("Try again %(at)s (%(zone)s) or later.")
        % {"at": date_format(again, "DAY_THEN_TIME"), "zone": again.tzname()},
    )


def count_invitation(by: Model, to: Model) -> None:
    """Count one person's invitation of another. Raises Refused "limit"."""
    count("bot_invitations" if getattr(by, "is_bot", False) else "invitations", by.pk)
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


def used(name: str, *who: object) -> int:
    """Return the count of `who` in the current window."""
    limit = TABLE[name]
    found = Tally.objects.filter(key=_key(name, who), start=_start_of(limit))
    return found.values_list("n", flat=True).first() or 0


@dataclass(frozen=True)
class Use:
    """The use of a limit today: how many are counted, the highest count, and how many have reached it."""

    name: str
    number: int
    counted: int
    highest: int
    reached: int

    @property
    def words(self) -> str:
        """Return what the limit counts."""
        return str(TABLE[self.name].words)


def in_force() -> list[Use]:
    """Return every limit with its use in the current window. Takes two queries."""
    start = _today()
    kind = Substr("key", 1, StrIndex("key", Value(":")) - 1)
    rows = Tally.objects.filter(start=start).annotate(kind=kind).order_by()
    sums = {
        row["kind"]: row
        for row in rows.values("kind").annotate(counted=Count("pk"), highest=Max("n"))
    }
    full = Counter(key.partition(":")[0] for key in _reached())
    none = {"counted": 0, "highest": 0}
    return [
        Use(name, number_of(name), said["counted"], said["highest"], full[name])
        for name in TABLE
        for said in [sums.get(name, none)]
    ]


def who_reached(name: str, people: Iterable[Any]) -> list[Any]:
    """Return which of the people (rows) have reached a limit that counts people one by one.

    A tally doesn't reveal whom it counts, so this computes each person's key.
    """
    full = set(_reached())
    return [person for person in people if _key(name, (person.pk,)) in full]


def _reached() -> list[str]:
    """Return the keys of the tallies that have reached their limit."""
    full = Q(pk__in=[])
    for name in TABLE:
        if number := number_of(name):
            full |= Q(key__startswith=f"{name}:", n__gte=number)
    found = Tally.objects.filter(full, start=_today())
    return list(found.values_list("key", flat=True)[:AT_ONCE])


def reset(*, counts: Iterable[tuple[Any, ...]], by: Any, about: Model | None, reason: str) -> int:
    """Reset somebody's counts, as staff: `counts` are names of limits, each with the `who` of `count`.

    `about` is the person; None for an address, which isn't logged. Idempotent. Returns how many counts were deleted. Raises
    Refused: "reason_missing", and as `clean_text` does.
    """
    reason = clean_reason(reason, _("Give a reason; it goes into the log."))
    names = {_key(name, tuple(who)): name for name, *who in counts}
    with transaction.atomic():
        found = Tally.objects.filter(key__in=names, start=_today())
        rows = list(found.select_for_update().order_by("pk"))
        if rows:
            before: Counter[str] = Counter()
            for row in rows:
                before[names[row.key]] += row.n
            audit.record(
                actor=by, verb="limit.reset", subject=about or rows[0], reason=reason,
                before=dict(before), after=dict.fromkeys(before, 0),
            )  # fmt: skip
            Tally.objects.filter(pk__in=[row.pk for row in rows]).delete()
    return len(rows)


def number_of(name: str) -> int:
    """Return a limit's number per window; 0: no limit."""
    return int(settings.LIMITS.get(name, TABLE[name].number))


def forget_old() -> int:
    """Delete the tallies of past windows; returns how many. Idempotent and safe to call concurrently."""
    old = Tally.objects.filter(start__lt=now() - KEPT).order_by("pk")
    gone = 0
    while keys := list(old.values_list("pk", flat=True)[:AT_ONCE]):
        gone += Tally.objects.filter(pk__in=keys).delete()[0]
    return gone


def _today() -> datetime:
    """Return the start of the current window, which is the same for all limits."""
    return _start_of(TABLE["guests"])


def _start_of(limit: Limit) -> datetime:
    seconds = int(limit.window.total_seconds())
    return datetime.fromtimestamp(int(now().timestamp()) // seconds * seconds, UTC)


def _key(name: str, who: tuple[object, ...]) -> str:
    """Return a tally's key, a keyed hash: addresses could be guessed from a plain one."""
    digest = salted_hmac("limits", repr((name, *map(str, who))), algorithm="sha256").hexdigest()
    return f"{name}:{digest[:32]}"
