"""Tasks of which the site has one run at a time, so that they never take more than one thread of its workers."""

from datetime import datetime, timedelta

from django.db.models import Q

from spades_site.common.clock import now
from spades_site.common.models import TaskRun

LEASE = timedelta(seconds=40)
"""How long others wait for a run that died. A run calls `keep` more often than that."""


class Turn:
    """The only run of the task `name`, from `take` to `end`."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.until: datetime | None = None

    def take(self) -> bool:
        """Begin, unless another run hasn't ended; returns whether it is this one's turn."""
        if not TaskRun.objects.filter(name=self.name).exists():
            TaskRun.objects.bulk_create([TaskRun(name=self.name)], ignore_conflicts=True)
        at = now()
        # A lease that ends much too late is from before the clock was set back.
        free = Q(busy_until=None) | Q(busy_until__lte=at) | Q(busy_until__gt=at + 2 * LEASE)
        return self._store(free, at + LEASE)

    def keep(self) -> bool:
        """Go on; returns False if another run has begun because this one was too slow."""
        return self._store(Q(busy_until=self.until), now() + LEASE)

    def end(self) -> None:
        """Let others begin."""
        self._store(Q(busy_until=self.until), None)

    def _store(self, on_condition: Q, until: datetime | None) -> bool:
        rows = TaskRun.objects.filter(on_condition, name=self.name)
        stored = bool(rows.update(busy_until=until))
        if stored:
            self.until = until
        return stored
