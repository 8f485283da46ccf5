"""Sending messages to servers that users name (webhooks, push services), of which some are slow or hostile.

A run sends AT_ONCE messages at a time, and starts the next one as soon as one is answered. A site has one run of a kind at a
time, so slow servers hold up one thread of its workers at most. Slow receivers, and those of one host, get only some of
the places, so the others needn't wait for them.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from time import monotonic
from typing import Protocol

from spades_site.common.turns import Turn

AT_ONCE = 8
SLOW_AT_ONCE, SAME_HOST_AT_ONCE = 4, 4
"""How many of these may be to receivers known to be slow, and to one host."""
RUN_SECONDS = 30.0
"""After this a run starts nothing more; what it has started takes at most endpoints.LONGEST."""
QUICK_SECONDS = 2.0
"""A receiver that takes longer to answer is slow."""


class Receiver(Protocol):
    """Where a message goes."""

    @property
    def host(self) -> str:
        """Return the host's name."""

    @property
    def is_slow(self) -> bool:
        """Return whether it failed, or took long, the last time."""


@dataclass(frozen=True)
class Answer:
    """The HTTP status of an answer, 0 if none came, and how long it took."""

    status: int
    seconds: float

    @property
    def accepted(self) -> bool:
        """Return whether the receiver took the message."""
        return 200 <= self.status < 300

    @property
    def is_slow(self) -> bool:
        """Return whether its receiver is slow from now on."""
        return not self.accepted or self.seconds > QUICK_SECONDS


def run[To: Receiver, Job](
    task: str,
    *,
    due: Callable[[float], Iterable[To]],
    claim: Callable[[To], Job | None],
    post: Callable[[Job], int],
    settle: Callable[[Job, Answer], None],
) -> None:
    """Send what is due, unless another run of the task is doing so.

    `due` is called again and again with the seconds that are left (none: 0 or less), and returns receivers in the order in
    which they get a place. `claim` returns the next message to one of them, or None. `post` sends it, in another thread, and
    returns the status of the answer; `settle` stores it.
    """
    turn = Turn(task)
    if not turn.take():
        return
    end = monotonic() + RUN_SECONDS
    sent: dict[Future[Answer], tuple[To, Job]] = {}
    try:
        with ThreadPoolExecutor(AT_ONCE) as pool:
            while True:
                receivers = iter(due(end - monotonic() if turn.keep() else 0.0))
                while len(sent) < AT_ONCE and (to := next(receivers, None)) is not None:
                    others = [other for other, _job in sent.values()]
                    if _has_place(to, others) and (job := claim(to)) is not None:
                        sent[pool.submit(_timed, post, job)] = (to, job)
                if not sent:
                    return
                for one in wait(sent, return_when=FIRST_COMPLETED).done:
                    _to, job = sent.pop(one)
                    settle(job, one.result())
    finally:
        turn.end()


def _has_place(to: Receiver, others: Sequence[Receiver]) -> bool:
    hosts = Counter(other.host for other in others)
    slow = sum(other.is_slow for other in others)
    return hosts[to.host] < SAME_HOST_AT_ONCE and not (to.is_slow and slow >= SLOW_AT_ONCE)


def _timed[Job](post: Callable[[Job], int], job: Job) -> Answer:
    begun = monotonic()
    status = post(job)
    return Answer(status, monotonic() - begun)
