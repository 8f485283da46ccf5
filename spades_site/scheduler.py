"""Beat's scheduler: Celery's own, made robust against the machine's clock being set back."""

import time
from typing import Any

from celery.beat import Scheduler as CelerysScheduler


class Scheduler(CelerysScheduler):
    """Celery's own would send nothing until the clock reaches the time of the last run again, perhaps an hour later."""

    ticked_at = 0.0

    def tick(self, *args: Any, **kwargs: Any) -> float:
        """Send the next due task; return how many seconds to wait."""
        moment = time.time()
        if moment < self.ticked_at:
            for entry in self.schedule.values():
                entry.last_run_at = entry.default_now()
            # Rebuild the heap with times from now on.
            self._heap = None
        self.ticked_at = moment
        return float(super().tick(*args, **kwargs))
