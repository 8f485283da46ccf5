"""The problems of each day: one of each kind, the same for everybody."""

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
"""How long before its day a problem is chosen: early enough for midnight, late enough for the latest games."""


def choose_due() -> None:
    """Choose today's problems, and tomorrow's shortly before midnight. Idempotent and safe to run concurrently."""
    soon = (now() + AHEAD).astimezone(UTC).date()
    for day in sorted({today(), soon}):
        for kind in Problem.Kind.values:
            _choose(kind, day)


def of_day(day: date) -> list[Problem]:
    """Return the problems chosen for a day, bidding first."""
    return list(Problem.objects.filter(day=day).order_by("kind"))


def published() -> QuerySet[Problem]:
    """Return the problems of today and all earlier days, newest first."""
    return Problem.objects.filter(day__lte=today()).order_by("-day", "kind")


def _choose(kind: str, day: date) -> None:
    if Problem.objects.filter(kind=kind, day=day).exists():
        return
    ready = Problem.objects.filter(kind=kind, day=None, ready_at__isnull=False)
    # Prefer games between people to games between bots.
    best = ready.order_by(F("table").asc(nulls_last=True), "pk").first() or _first_unused(kind)
    if best is None:
        return
    try:
        with transaction.atomic():
            Problem.objects.filter(pk=best.pk, day=None).update(day=day)
    except IntegrityError:
        # Another process has chosen one meanwhile.
        return


def _first_unused(kind: str) -> Problem | None:
    """Return the first unused problem of those shipped with the site, as a row."""
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
