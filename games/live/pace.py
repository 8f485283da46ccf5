"""Rate limits for one socket and for one user, or an address' visitors, over all sockets; and the limits on the number of sockets."""

from typing import Final

BURST: Final = 40
A_SECOND: Final = 10.0
"""Frames of one socket: the burst size, and the rate per second in the long run."""
USER_BURST: Final = 80
USER_A_SECOND: Final = 20.0
"""The same for all sockets of one user in this process."""
VISITORS_BURST: Final = 500
VISITORS_A_SECOND: Final = 40.0
"""The same for all sockets of one address whose people don't count for themselves."""
HANDSHAKES_A_SECOND: Final = 50.0
"""New sockets from one address per second in the long run; the burst is the number that it may have open."""
WARNINGS: Final = 60
"""A socket that keeps sending after this many refusals is closed."""


class Bucket:
    """A leaky bucket; `now` is in seconds of a monotonic clock."""

    def __init__(self, now: float, burst: float = BURST, a_second: float = A_SECOND) -> None:
        self._burst = burst
        self._a_second = a_second
        self._level = float(burst)
        self._at = now
        self.refused = 0

    def take(self, now: float) -> bool:
        """Count one more; return whether it is allowed."""
        self._level = min(self._burst, self._level + (now - self._at) * self._a_second)
        self._at = now
        if self._level < 1:
            self.refused += 1
            return False
        self._level -= 1
        return True

    @property
    def overflowing(self) -> bool:
        """Return whether the sender ignores the refusals."""
        return self.refused > WARNINGS
