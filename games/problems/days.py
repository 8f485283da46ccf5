"""Which problem is whose day's: one of each kind a day, the same for everybody."""

import json
from datetime import UTC, date, timedelta
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.db.models import F, QuerySet

from games.practice.daily import today
from games.problems.models import Problem
from spades_site.common.clock import now

FIRST: Final = Path(__file__).with_name("first_problems.json")
"""Problems from games between bots, for a site on which nobody has played yet."""
AHEAD: Final = timedelta(minutes=10)
"""How long before its day a problem is chosen, so that there is one at midnight and the latest games have their chance."""


def choose_due() -> None:
    """Make sure that today has its problems, and the next day when it is near. Idempotent and safe to run concurrently."""
    soon = (now() + AHEAD).astimezone(UTC).date()
    for day in sorted({today(), soon}):
        for kind in Problem.Kind.values:
            _choose(kind, day)


def of_day(day: date) -> list[Problem]:
    """Return the problems of a day, bidding first; fewer where none have been chosen yet."""
    return list(Problem.objects.filter(day=day).order_by("kind"))


def published() -> QuerySet[Problem]:
    """Return the problems of today and of all days before, the latest first."""
    return Problem.objects.filter(day__lte=today()).order_by("-day", "kind")


def _choose(kind: str, day: date) -> None:
    if Problem.objects.filter(kind=kind, day=day).exists():
        return
    ready = Problem.objects.filter(kind=kind, day=None, ready_at__isnull=False)
    # What people played goes before what bots did among themselves.
    best = ready.order_by(F("table").asc(nulls_last=True), "pk").first() or _first_unused(kind)
    if best is None:
        return
    try:
        with transaction.atomic():
            Problem.objects.filter(pk=best.pk, day=None).update(day=day)
    except IntegrityError:
        # Somebody else chose another one meanwhile.
        return


def _first_unused(kind: str) -> Problem | None:
    """Return the first of the problems that come with the site which isn't used yet, as a row."""
    of_kind = [row for row in _first_problems() if row["kind"] == kind]
    used = set(Problem.objects.filter(kind=kind, table=None).values_list("key", flat=True))
    for row in of_kind:
        if row["key"] not in used:
            return Problem.objects.get_or_create(
                key=row["key"], defaults={**row, "ready_at": now()}
            )[0]
    return None


@lru_cache(maxsize=1)
def _first_problems() -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads(FIRST.read_text())
    return rows
