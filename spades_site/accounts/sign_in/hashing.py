"""Passwords' hashes, at most two at a time: each takes 100 MB and a tenth of a second of all cores.

They are computed in threads of their own, at low priority, and on the cores that the rest of the process leaves free.
"""

import os
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from django.contrib.auth.hashers import Argon2PasswordHasher
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.translation import gettext as _

from spades_site.common.server import precedence
from spades_site.common.server.turns import TooBusy

AT_ONCE: Final = 2
WAITING: Final = 32
PATIENCE: Final = 30.0
"""How long a hash may take with its wait, in seconds."""
NICENESS: Final = 15
UNAVAILABLE: Final = 503
_places = threading.BoundedSemaphore(AT_ONCE + WAITING)
_cores: set[int] = set()


def keep_to(cores: Iterable[int]) -> None:
    """Compute hashes on these cores from now on, if there are any; before the first one."""
    _cores.update(cores)


def _step_back() -> None:
    # Linux has both for single threads.
    if hasattr(os, "sched_setaffinity"):
        if _cores:
            os.sched_setaffinity(0, _cores)
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)


_threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="hashing", initializer=_step_back)


def _in_turn[T](call: Callable[..., T], *given: Any) -> T:
    """Call in one of the threads. Raises TooBusy."""
    if not _places.acquire(blocking=False):
        raise TooBusy
    hashed = _threads.submit(call, *given)
    hashed.add_done_callback(lambda _future: _places.release())
    try:
        with precedence.aside():
            return hashed.result(timeout=PATIENCE)
    except TimeoutError:
        hashed.cancel()
        raise TooBusy from None


class BoundedArgon2(Argon2PasswordHasher):
    """Django's Argon2, a few at a time."""

    def encode(self, password: str, salt: str) -> str:
        """Return a password's hash. Raises TooBusy."""
        return _in_turn(super().encode, password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        """Return whether a hash is a password's. Raises TooBusy."""
        return _in_turn(super().verify, password, encoded)


class TooBusyMiddleware:
    """Answers 503 and a sentence when too many passwords are being checked."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, failure: Exception) -> HttpResponse | None:
        """Return the sentence."""
        if not isinstance(failure, TooBusy):
            return None
        sentence = _("Too many people are signing in at once. Try again in a few seconds.")
        return HttpResponse(
            sentence,
            status=UNAVAILABLE,
            content_type="text/plain; charset=utf-8",
            headers={"Retry-After": "10"},
        )
