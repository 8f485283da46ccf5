"""A page's queries wait while an action at a table is carried out."""

import threading
import time
from collections.abc import Callable

import pytest
from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from spades_site.common.server import precedence
from spades_site.common.server.precedence import ActionsFirstMiddleware


def _query() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def _page(view: Callable[[], None]) -> None:
    def respond(_request: HttpRequest) -> HttpResponse:
        view()
        return HttpResponse()

    ActionsFirstMiddleware(respond)(RequestFactory().get("/"))


@pytest.mark.django_db(transaction=True)
def test_a_pages_query_waits_for_an_action(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(precedence, "MOST_SECONDS", 60)
    order: list[str] = []
    acting, rendering = threading.Event(), threading.Event()

    def act() -> None:
        with precedence.action():
            acting.set()
            rendering.wait(10)
            order.append("action")

    def view() -> None:
        acting.wait(10)
        rendering.set()
        _query()
        order.append("page")

    actor = threading.Thread(target=act)
    actor.start()
    _page(view)
    actor.join()
    assert order == ["action", "page"]


@pytest.mark.django_db(transaction=True)
def test_a_page_waits_for_another_until_that_one_asks_the_database(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(precedence, "MOST_FOR_PAGES", 60)
    order: list[str] = []
    begun, waits = threading.Event(), threading.Event()
    waited = precedence._waited

    def waits_now(met: Callable[[], bool], most: float) -> float:
        waits.set()
        return waited(met, most)

    monkeypatch.setattr(precedence, "_waited", waits_now)

    def second() -> None:
        begun.wait(10)
        _page(lambda: order.append("second page"))

    other = threading.Thread(target=second)
    other.start()

    def view() -> None:
        begun.set()
        waits.wait(10)
        order.append("first page")
        with precedence.aside():
            other.join(10)
        order.append("first page again")

    _page(view)
    assert order == ["first page", "second page", "first page again"]


@pytest.mark.django_db(transaction=True)
def test_all_queries_of_a_page_wait_for_a_bounded_time(monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []
    moment = 100.0

    def wait_for(_met: Callable[[], bool], timeout: float) -> None:
        nonlocal moment
        waits.append(timeout)
        moment += timeout / 2 if len(waits) == 1 else timeout

    monkeypatch.setattr(precedence._free, "wait_for", wait_for)
    monkeypatch.setattr(time, "monotonic", lambda: moment)
    with precedence.action():
        _page(lambda: [_query() for _ in range(4)] and None)
    assert waits == [0.25, 0.125]


@pytest.mark.django_db(transaction=True)
def test_nothing_waits_in_a_transaction(monkeypatch: pytest.MonkeyPatch) -> None:
    """It might hold what the action needs."""
    monkeypatch.setattr(precedence._free, "wait_for", lambda *_args, **_kw: pytest.fail("waited"))

    def view() -> None:
        with transaction.atomic(), precedence.action():
            _query()

    _page(view)
