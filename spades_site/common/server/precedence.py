"""What players do at a table goes before pages: a page's next query waits while one of their actions is being carried out.

Threads of one process share one interpreter. Without this, a page that is rendered takes part of every action's time again and
again, whenever the action waits for the database (`script/bench flood`).
"""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from django.db import connection
from django.http import HttpRequest, HttpResponseBase

MOST_SECONDS: Final = 0.25
"""How long all queries of one page wait together at most."""

_free = threading.Condition()
_actions = 0


@contextmanager
def action() -> Iterator[None]:
    """Mark that an action is being carried out, from any thread."""
    global _actions
    with _free:
        _actions += 1
    try:
        yield
    finally:
        with _free:
            _actions -= 1
            if not _actions:
                _free.notify_all()


class ActionsFirstMiddleware:
    """Lets a page's queries wait for actions at tables."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        left = MOST_SECONDS

        def wait(execute: Callable[..., Any], *query: Any) -> Any:
            nonlocal left
            if _actions and left > 0 and not connection.in_atomic_block:
                begun = time.monotonic()
                with _free:
                    _free.wait_for(lambda: not _actions, timeout=left)
                left -= time.monotonic() - begun
            return execute(*query)

        with connection.execute_wrapper(wait):
            return self.get_response(request)
