"""Read replicas of the database: which reads use them, and whether one is healthy.

Visitors without a session read public pages from a replica. Everything else, including writes and transactions, uses the
primary, so that people always see their own changes.
"""

import logging
import time
from collections.abc import Callable
from contextvars import ContextVar
from itertools import count
from threading import Lock
from typing import Any, Final

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.db import DEFAULT_DB_ALIAS, DatabaseError, InterfaceError, OperationalError, connections
from django.http import Http404, HttpRequest, HttpResponseBase
from django.urls import Resolver404, ResolverMatch, resolve

log = logging.getLogger("spades.replicas")

MOST_BEHIND = 5.0
"""The maximum lag of a replica in seconds. The sweep commits every second, so that an idle site shows no lag."""
CHECKED_EVERY, TRIED_EVERY = 2.0, 10.0
"""The intervals, in seconds, for checking a healthy and a failed replica; one request at a time does it."""
PUBLIC = ("tournaments.public.", "games.ratings.", "games.statistics.", "games.problems.")
"""The packages whose pages visitors read from a replica. Tables aren't among them."""
API: Final = "api/"
_BEHIND = """
    SELECT CASE WHEN pg_is_in_recovery()
        THEN EXTRACT(EPOCH FROM clock_timestamp() - pg_last_xact_replay_timestamp())::float8 END
"""

_chosen: ContextVar[str | None] = ContextVar("replica", default=None)
"""The replica from which this request reads."""


class Router:
    """Sends reads to the request's replica, if it has one, and everything else to the primary."""

    def db_for_read(self, _model: Any, **_hints: Any) -> str:
        """Return the database for a read: the primary within a transaction."""
        alias = _chosen.get()
        if alias is None or connections[DEFAULT_DB_ALIAS].in_atomic_block:
            return DEFAULT_DB_ALIAS
        return alias

    def db_for_write(self, _model: Any, **_hints: Any) -> str:
        """Return the primary, wherever the row was read from."""
        return DEFAULT_DB_ALIAS

    def allow_relation(self, *_rows: Any, **_hints: Any) -> bool:
        """Return True: primary and replica have the same rows."""
        return True

    def allow_migrate(self, db: str, *_given: Any, **_hints: Any) -> bool:
        """Migrate only the primary; replicas get their tables from it."""
        return db == DEFAULT_DB_ALIAS


class ReplicaMiddleware:
    """Chooses a replica for visitors' public pages, and falls back to the primary if it fails or lacks something."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        if not settings.DATABASE_REPLICAS:
            raise MiddlewareNotUsed
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        token = _chosen.set(fit_replica() if may_read_from_replica(request) else None)
        try:
            return self.get_response(request)
        finally:
            _chosen.reset(token)

    def process_exception(
        self, request: HttpRequest, failure: Exception
    ) -> HttpResponseBase | None:
        """Answer from the primary if the replica is down, or doesn't have the page's data yet."""
        alias, match = _chosen.get(), request.resolver_match
        wanted = (OperationalError, InterfaceError, Http404)
        if alias is None or match is None or not isinstance(failure, wanted):
            return None
        if not isinstance(failure, Http404):
            connections[alias].close()
            _replicas[alias].failed()
        _chosen.set(None)
        answer: HttpResponseBase = match.func(request, *match.args, **match.kwargs)
        return answer


def may_read_from_replica(request: HttpRequest) -> bool:
    """Return whether a visitor without a session, token or key requests a public page."""
    if (
        request.method not in ("GET", "HEAD")
        or settings.SESSION_COOKIE_NAME in request.COOKIES
        or "Authorization" in request.headers
        or "key" in request.GET
    ):
        return False
    try:
        return _is_public(resolve(request.path_info))
    except Resolver404:
        return False


def _is_public(match: ResolverMatch) -> bool:
    return match.route.startswith(API) or match.func.__module__.startswith(PUBLIC)


class Replica:
    """A replica's state, as this process knows it."""

    def __init__(self, alias: str) -> None:
        self.alias = alias
        self._behind: float | None = None
        self._asked_at = -TRIED_EVERY
        self._asking = Lock()

    def is_fit(self) -> bool:
        """Return whether it has answered lately and its lag is acceptable. One request at a time checks; others don't wait."""
        every = TRIED_EVERY if self._behind is None else CHECKED_EVERY
        if time.monotonic() - self._asked_at >= every and self._asking.acquire(blocking=False):
            try:
                self._ask()
            finally:
                self._asking.release()
        # The check may hang, so an old result expires.
        is_recent = time.monotonic() - self._asked_at < 2 * CHECKED_EVERY
        return is_recent and self._behind is not None and self._behind <= MOST_BEHIND

    def failed(self) -> None:
        """Mark it as down."""
        log.warning("%s doesn't answer: its pages come from the primary", self.alias)
        self._behind, self._asked_at = None, time.monotonic()

    def _ask(self) -> None:
        try:
            self._behind = seconds_behind(self.alias)
        except DatabaseError:
            connections[self.alias].close()
            self.failed()
        self._asked_at = time.monotonic()


_replicas = {alias: Replica(alias) for alias in settings.DATABASE_REPLICAS}
_turns = count()


def fit_replica() -> str | None:
    """Return a healthy replica (round robin), or None."""
    names, turn = settings.DATABASE_REPLICAS, next(_turns)
    turned = (names[(turn + place) % len(names)] for place in range(len(names)))
    return next((alias for alias in turned if _replicas[alias].is_fit()), None)


def seconds_behind(alias: str) -> float | None:
    """Return a replica's lag in seconds; None if it isn't a replica, or has replayed nothing yet.

    Raises DatabaseError if it can't be reached.
    """
    with connections[alias].cursor() as cursor:
        cursor.execute(_BEHIND)
        (behind,) = cursor.fetchone()
    return None if behind is None else max(0.0, float(behind))
