"""The cache in Redis, for sites whose Redis may be away.

While Redis doesn't answer, the cache is empty and stores nothing, so pages and the API go on: pages compute what they
would have read, and the API's rate limit counts nobody. Counts that protect sign-ins must not fail like that. They begin
with `add` (allauth's limits take a lock with it, authenticator codes are marked as used), which raises Uncounted instead;
the middleware answers with 503. Counting in the database meanwhile would need a second store of expiring values, cleared
when Redis returns, for outages in which people who are signed in stay and guests can still come. So sign-ins wait.
"""

import logging
from collections.abc import Callable
from time import monotonic
from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.redis import RedisCache
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from redis.exceptions import RedisError

log = logging.getLogger("spades.cache")
PATIENCE = 1.0
"""How many seconds Redis may take to connect, and to answer."""
TRIED_EVERY = 5.0
"""For how many seconds Redis isn't asked again after a failure."""
UNAVAILABLE = 503
_MISSING = object()


class Uncounted(Exception):
    """Redis doesn't answer, so nothing can be counted there."""


class _Reach:
    """Whether Redis answers this process; logs when that changes."""

    def __init__(self) -> None:
        self.is_away = False
        self.asked_again_at = 0.0

    def may_ask(self) -> bool:
        """Return whether Redis answers, or is to be tried again."""
        return not self.is_away or monotonic() >= self.asked_again_at

    def lost(self, error: RedisError) -> None:
        """Note that Redis didn't answer."""
        self.asked_again_at = monotonic() + TRIED_EVERY
        if not self.is_away:
            self.is_away = True
            log.error(
                "Redis doesn't answer (%s): nobody can sign in, and the API has no rate limit",
                type(error).__name__,
            )

    def found(self) -> None:
        """Note that Redis answered."""
        if self.is_away:
            self.is_away = False
            log.warning("Redis answers again")


_reach = _Reach()


class LenientRedisCache(RedisCache):
    """Django's cache in Redis; while Redis is away it is empty, and `add` and `incr` raise Uncounted."""

    def __init__(self, server: Any, params: dict[str, Any]) -> None:
        patience = {"socket_connect_timeout": PATIENCE, "socket_timeout": PATIENCE}
        super().__init__(server, {**params, "OPTIONS": {**patience, **params.get("OPTIONS", {})}})

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        """Return what is stored, or `default`."""
        return self._ask(default, super().get, key, default, version)

    def get_many(self, keys: Any, version: int | None = None) -> dict[Any, Any]:
        """Return what is stored of several keys."""
        found: dict[Any, Any] = self._ask({}, super().get_many, keys, version)
        return found

    def has_key(self, key: Any, version: int | None = None) -> bool:
        """Return whether something is stored."""
        return bool(self._ask(False, super().has_key, key, version))

    def set(
        self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None
    ) -> None:
        """Store something, if Redis answers."""
        self._ask(None, super().set, key, value, timeout, version)

    def set_many(
        self, data: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None
    ) -> list[Any]:
        """Store several things; returns the keys of those that weren't stored."""
        lost: list[Any] = self._ask([*data], super().set_many, data, timeout, version)
        return lost

    def get_or_set(
        self, key: Any, default: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None
    ) -> Any:
        """Return what is stored; else store and return `default`, or what it returns."""
        found = self.get(key, _MISSING, version)
        if found is _MISSING:
            found = default() if callable(default) else default
            self.set(key, found, timeout, version)
        return found

    def touch(self, key: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        """Keep something for longer; returns whether it is stored."""
        return bool(self._ask(False, super().touch, key, timeout, version))

    def delete(self, key: Any, version: int | None = None) -> bool:
        """Delete something; returns whether it was stored."""
        return bool(self._ask(False, super().delete, key, version))

    def delete_many(self, keys: Any, version: int | None = None) -> None:
        """Delete several things."""
        self._ask(None, super().delete_many, keys, version)

    def add(
        self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None
    ) -> bool:
        """Store something unless the key is taken; returns whether it wasn't. Raises Uncounted."""
        return bool(self._count(super().add, key, value, timeout, version))

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> int:
        """Raise a number and return it. Raises Uncounted, and ValueError if nothing is stored."""
        return int(self._count(super().incr, key, delta, version))

    def _ask(self, missing: Any, ask: Callable[..., Any], *args: Any) -> Any:
        """Return Redis' answer, or `missing` if it is away."""
        if not _reach.may_ask():
            return missing
        try:
            answer = ask(*args)
        except RedisError as error:
            _reach.lost(error)
            return missing
        _reach.found()
        return answer

    def _count(self, ask: Callable[..., Any], *args: Any) -> Any:
        answer = self._ask(_MISSING, ask, *args)
        if answer is _MISSING:
            raise Uncounted
        return answer


class UncountedMiddleware:
    """Answers what can't be counted now, such as signing in, with 503 and a sentence."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, failure: Exception) -> HttpResponse | None:
        """Return the page that says so."""
        if not isinstance(failure, Uncounted):
            return None
        answer = render(request, "503.html", status=UNAVAILABLE)
        answer["Retry-After"] = str(int(TRIED_EVERY))
        return answer
