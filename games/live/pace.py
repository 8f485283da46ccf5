"""How fast one socket may send."""

BURST = 40
A_SECOND = 10.0
"""Frames: so many at once, and so many a second in the long run."""
WARNINGS = 60
"""A socket that goes on after this many refusals is closed."""


class Bucket:
    """A leaky bucket of frames; `now` is a monotonic clock's seconds."""

    def __init__(self, now: float) -> None:
        self._level = float(BURST)
        self._at = now
        self.refused = 0

    def take(self, now: float) -> bool:
        """Return whether one more frame is allowed now."""
        self._level = min(BURST, self._level + (now - self._at) * A_SECOND)
        self._at = now
        if self._level < 1:
            self.refused += 1
            return False
        self._level -= 1
        return True

    @property
    def overflowing(self) -> bool:
        """Return whether the sender doesn't listen."""
        return self.refused > WARNINGS
