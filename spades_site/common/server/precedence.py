"""What players do at a table goes before pages, and pages are rendered one at a time, in turns between their queries.

Threads of one process share one interpreter. Each page that is being rendered takes part of an action's time again and again, whenever the
action passes from one thread to another or waits for the database (`script/bench flood`).
"""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, Final

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.http import HttpRequest, HttpResponseBase

MOST_SECONDS: Final = 0.25
"""How long one page waits for actions at most, all its queries together."""
MOST_FOR_PAGES: Final = 1.0
"""How long it waits for other pages, which may themselves wait for something."""

_free = threading.Condition()
_actions = 0
_rendered: "_Page | None" = None
_here = threading.local()


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


@contextmanager
def aside() -> Iterator[None]:
    """Let other pages be rendered while this one waits for something else than the interpreter."""
    page: _Page | None = getattr(_here, "page", None)
    # In a transaction it may hold what an action needs.
    if page is None or connection.in_atomic_block:
        yield
        return
    page.pause()
    try:
        yield
    finally:
        page.go_on()


class _Page:
    """A page's turns."""

    def __init__(self) -> None:
        self._for_actions, self._for_pages = MOST_SECONDS, MOST_FOR_PAGES

    def go_on(self) -> None:
        """Wait for actions and for the page that is being rendered, but not for ever; then it is this one's turn."""
        global _rendered
        with _free:
            if _actions and self._for_actions > 0:
                self._for_actions -= _waited(lambda: not _actions, self._for_actions)
            if _rendered is not None and self._for_pages > 0:
                self._for_pages -= _waited(lambda: _rendered is None, self._for_pages)
            if _rendered is None:
                _rendered = self

    def pause(self) -> None:
        """Give the turn up."""
        global _rendered
        with _free:
            if _rendered is self:
                _rendered = None
                _free.notify_all()


def _waited(met: Callable[[], bool], most: float) -> float:
    begun = time.monotonic()
    _free.wait_for(met, timeout=most)
    return time.monotonic() - begun


class ActionsFirstMiddleware:
    """Lets a page's queries wait for actions at tables, and for other pages."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        def aside_of(execute: Callable[..., Any], *query: Any) -> Any:
            with aside():
                return execute(*query)

        page = _here.page = _Page()
        page.go_on()
        try:
            with ExitStack() as wrapped:
                for alias in (DEFAULT_DB_ALIAS, *settings.DATABASE_REPLICAS):
                    wrapped.enter_context(connections[alias].execute_wrapper(aside_of))
                return self.get_response(request)
        finally:
            _here.page = None
            page.pause()
