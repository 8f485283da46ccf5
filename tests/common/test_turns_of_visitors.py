"""B1: one address' flood slows that address: turns, whom a request counts for, and passwords a few at a time."""

import asyncio
import threading
from typing import Any

import pytest
from django.test import RequestFactory

from spades_site.accounts.fair_pages import FairPages
from spades_site.accounts.sign_in import hashing
from spades_site.common.server import visitors
from spades_site.common.server.turns import TooBusy, Turns


def turns(**given: Any) -> Turns:
    """Return turns of a small kind."""
    return Turns(**{"at_once": 4, "each": 2, "waiting": 50, "patience": 5.0, **given})


async def _work(
    queue: Turns, who: str, order: list[str], running: list[str], most: list[int]
) -> None:
    async with queue.turn(who):
        order.append(who)
        running.append(who)
        most.append(running.count(who))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        running.remove(who)


async def test_b1_another_visitor_is_served_before_the_rest_of_a_flood() -> None:
    queue, order, running, most = turns(), list[str](), list[str](), list[int]()
    flood = [_work(queue, "flood", order, running, most) for _ in range(40)]
    others = [_work(queue, name, order, running, most) for name in ("ann", "bob", "ann")]
    await asyncio.gather(*flood, *others)
    assert order[:6] == ["flood", "flood", "ann", "bob", "flood", "ann"]
    assert (order.count("flood"), max(most), running) == (40, 2, [])


async def test_b1_whoever_waits_is_served_in_rotation() -> None:
    queue, order, running, most = turns(at_once=1), list[str](), list[str](), list[int]()
    names = ["a", "a", "a", "b", "b", "c"]
    await asyncio.gather(*(_work(queue, name, order, running, most) for name in names))
    # The first “a” begins at once; of those who wait, each in turn.
    assert order == ["a", "a", "b", "c", "a", "b"]


async def test_b1_what_waits_is_bounded_in_number_and_time() -> None:
    queue = turns(each=1, waiting=1, patience=0.01)
    async with queue.turn("flood"):
        waiting = asyncio.create_task(queue.turn("flood").__aenter__())
        await asyncio.sleep(0)
        with pytest.raises(TooBusy):
            await queue.turn("flood").__aenter__()
        async with queue.turn("ann"):
            pass
        with pytest.raises(TooBusy):
            await waiting
    async with queue.turn("flood"):
        pass


async def test_b1_a_request_that_was_given_up_leaves_no_turn_behind() -> None:
    queue = turns(at_once=1, each=1)
    first = queue.turn("ann")
    await first.__aenter__()
    gone = asyncio.create_task(queue.turn("bob").__aenter__())
    given = asyncio.create_task(queue.turn("bob").__aenter__())
    await asyncio.sleep(0)
    gone.cancel()
    await asyncio.sleep(0)
    await first.__aexit__(None, None, None)
    # Its turn came in the moment in which it was given up.
    given.cancel()
    await asyncio.gather(gone, given, return_exceptions=True)
    async with queue.turn("cat"):
        pass


def _scope(address: str = "192.0.2.1", cookie: str = "", path: str = "/") -> dict[str, Any]:
    headers = [(b"cookie", cookie.encode())] if cookie else []
    return {"type": "http", "path": path, "headers": headers, "client": (address, 1)}


def test_b1_visitors_of_a_network_count_together_and_people_for_themselves() -> None:
    assert visitors.of_scope(_scope()) == "192.0.2.1"
    assert visitors.of_scope(_scope("2001:db8::1")) == visitors.of_scope(_scope("2001:db8::2"))
    # A cookie that nobody has checked counts for nobody.
    assert visitors.of_scope(_scope(cookie="sessionid=of-a-member")) == "192.0.2.1"
    request = RequestFactory().get("/")
    request.COOKIES["sessionid"] = "of-a-member"
    visitors.remember_sender(request, 7)
    assert visitors.of_scope(_scope(cookie="sessionid=of-a-member")) == "user 7"
    # A phone at a room's table counts for itself, also with the cookie of a session that is over.
    visitors.remember_phone("of-a-phone", 3)
    assert visitors.of_scope(_scope(cookie="sessionid=over; room=of-a-phone")) == "phone 3"


async def _answer(pages: FairPages, scope: dict[str, Any]) -> tuple[int, dict[bytes, bytes], bytes]:
    said: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        said.append(message)

    await pages(scope, None, send)
    return said[0]["status"], dict(said[0]["headers"]), said[1]["body"]


async def test_b1_sixty_four_phones_of_one_address_are_served_at_once_while_its_visitors_wait() -> (
    None
):
    """One visitor's page hangs; the second fills the address' turns, and the 64 members don't notice."""
    release, served = asyncio.Event(), list[str]()

    async def site(scope: dict[str, Any], _receive: Any, send: Any) -> None:
        if scope["path"] == "/slow":
            await release.wait()
        served.append(scope["path"])
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    for number in range(64):
        visitors.remember(f"phone{number}", 1000 + number)
    pages = FairPages(site, turns(at_once=16, waiting=2, patience=10))
    slow = [asyncio.create_task(_answer(pages, _scope(path="/slow"))) for _ in range(4)]
    await asyncio.sleep(0)
    phones = [_scope(cookie=f"sessionid=phone{number}") for number in range(64)]
    answers = await asyncio.gather(*(_answer(pages, phone) for phone in phones))
    assert [status for status, _headers, _body in answers] == [200] * 64
    assert "/slow" not in served
    status, headers, body = await _answer(pages, _scope())
    assert (status, headers[b"retry-after"], headers[b"content-type"]) == (
        429,
        b"10",
        b"text/plain; charset=utf-8",
    )
    assert body == (
        b"Too many requests from you or your network are waiting. Try again in a few seconds."
    )
    status, headers, body = await _answer(pages, _scope(path="/api/v1/people"))
    assert (status, headers[b"content-type"]) == (429, b"application/json")
    assert body.startswith(b'{"code": "too_fast", "message": "Too many requests')
    release.set()
    assert [status for status, _headers, _body in await asyncio.gather(*slow)] == [200] * 4


async def test_b1_archives_wait_for_each_other_and_leave_the_pages_their_turns() -> None:
    release, begun = asyncio.Event(), list[str]()

    async def site(scope: dict[str, Any], _receive: Any, send: Any) -> None:
        begun.append(scope["path"])
        if scope["path"].endswith(".ndjson"):
            await release.wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    pages = FairPages(site, turns(at_once=3, each=2))
    archive = "/api/v1/games.ndjson"
    asked = []
    for number in range(5):
        visitors.remember(f"reader{number}", 2000 + number)
        for _twice in range(2):
            scope = _scope(path=archive, cookie=f"sessionid=reader{number}")
            asked.append(asyncio.create_task(_answer(pages, scope)))
    await asyncio.sleep(0)
    assert begun == [archive] * 2
    assert (await _answer(pages, _scope(cookie="sessionid=reader4")))[0] == 200
    release.set()
    assert [status for status, _headers, _body in await asyncio.gather(*asked)] == [200] * 10
    assert begun.count(archive) == 10


def test_b1_at_most_two_passwords_are_hashed_at_a_time_and_few_wait() -> None:
    lock, running, most = threading.Lock(), [0], list[int]()
    go_on, full = threading.Event(), threading.Barrier(hashing.AT_ONCE + 1, timeout=10)

    def hash_slowly() -> str:
        with lock:
            running[0] += 1
            most.append(running[0])
            first = len(most) <= hashing.AT_ONCE
        if first:
            full.wait()
        go_on.wait(10)
        with lock:
            running[0] -= 1
        return "hashed"

    answers: list[str] = []
    people = [
        threading.Thread(target=lambda: answers.append(hashing._in_turn(hash_slowly)))
        for _ in range(hashing.AT_ONCE + hashing.WAITING)
    ]
    for person in people:
        person.start()
    full.wait()
    while hashing._places._value:
        pass
    with pytest.raises(TooBusy):
        hashing._in_turn(hash_slowly)
    go_on.set()
    for person in people:
        person.join(10)
    assert (len(answers), max(most)) == (hashing.AT_ONCE + hashing.WAITING, hashing.AT_ONCE)


def test_b1_a_password_that_cant_be_checked_now_is_answered_in_words() -> None:
    def busy(_request: Any) -> Any:
        raise TooBusy

    middleware = hashing.TooBusyMiddleware(busy)
    answer = middleware.process_exception(RequestFactory().post("/account/login/"), TooBusy())
    assert answer is not None
    assert (answer.status_code, answer["Retry-After"], answer.content.decode()) == (
        503,
        "10",
        "Too many people are signing in at once. Try again in a few seconds.",
    )
    assert middleware.process_exception(RequestFactory().get("/"), ValueError()) is None
