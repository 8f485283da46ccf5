"""What decides when beat sends which task: Celery's own scheduler, which doesn't wait when the machine's clock is set back."""

import time
from typing import Any

from celery.beat import Scheduler as CelerysScheduler


class Scheduler(CelerysScheduler):
    """Celery's scheduler would send nothing until the clock shows again what it did at the last run: an hour, if it was an hour ahead."""

    ticked_at = 0.0

    def tick(self, *args: Any, **kwargs: Any) -> float:
        """Send a task that is due; returns for how many seconds to wait."""
        moment = time.time()
        if moment < self.ticked_at:
            for entry in self.schedule.values():
                entry.last_run_at = entry.default_now()
            # Computed anew, with the times from now on.
            self._heap = None
        self.ticked_at = moment
        return float(super().tick(*args, **kwargs))
