"""How long one attempt, and one run, may take, however slow the other side is."""

import socket
from collections.abc import Callable, Iterator
from http.client import HTTPException
from threading import Event, Timer
from typing import Any

import pytest
from django.test import Client

from spades_site.notices import endpoints, outgoing, pushing, services
from spades_site.notices.models import Notice, PushDevice
from tests.notices.push_service import Subscribed

pytestmark = pytest.mark.django_db
URL = "http://hooks.example.org/x"
BODY = (b"{}", {"Content-Length": "2"})
ADDRESSES = [f"192.0.2.{number}" for number in range(1, 6)]
TURN = {"table": "Thursday", "others": "bob, cy", "until_at": "2026-03-01T19:00:00+00:00"}


@pytest.fixture(autouse=True)
def private(settings: Any) -> None:
    settings.PUSH_TO_PRIVATE = True


def resolved(*_host: Any, **_kind: Any) -> list[Any]:
    return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, 80)) for one in ADDRESSES]


class Steps:
    """A monotonic clock that connecting moves, what connecting was given, and when the timer would end the attempt."""

    def __init__(self, seconds: list[float]) -> None:
        self.seconds, self.at = iter(seconds), 100.0
        self.patience: list[float] = []
        self.timers: list[float] = []
        self.theirs: socket.socket | None = None

    def connect(self, _address: Any, timeout: float) -> socket.socket:
        self.patience.append(timeout)
        took = next(self.seconds)
        self.at += min(took, timeout)
        if took >= timeout:
            raise TimeoutError
        ours, theirs = socket.socketpair()
        theirs.sendall(b"HTTP/1.1 204 No Content\r\n\r\n")
        self.theirs = theirs
        return ours

    def timer(self, seconds: float, *_what: Any) -> Any:
        self.timers.append(seconds)
        return self

    def start(self) -> None: ...

    def cancel(self) -> None: ...


@pytest.mark.parametrize(
    ("seconds", "answer", "patience", "timers"),
    [([1], 204, [5], [14]), ([5, 5, 2], 204, [5, 5, 5], [3]), ([5] * 5, 0, [5, 5, 5], [])],
)
def test_connecting_and_sending_share_one_limit(
    monkeypatch: pytest.MonkeyPatch,
    seconds: list[float], answer: int, patience: list[float], timers: list[float],
) -> None:  # fmt: skip
    steps = Steps(seconds)
    monkeypatch.setattr(endpoints, "monotonic", lambda: steps.at)
    monkeypatch.setattr(endpoints, "Timer", steps.timer)
    monkeypatch.setattr("socket.getaddrinfo", resolved)
    monkeypatch.setattr("socket.create_connection", steps.connect)
    try:
        status = endpoints.post(URL, *BODY)
    except (OSError, HTTPException):
        status = 0
    assert (status, steps.patience, steps.timers) == (answer, patience, timers)
    if steps.theirs is not None:
        steps.theirs.close()


@pytest.fixture
def silent() -> Iterator[str]:
    """A server that takes connections and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield f"127.0.0.1:{server.getsockname()[1]}"


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_a_server_that_never_answers_is_left(
    silent: str, scheme: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(endpoints, "PATIENCE", 60.0)
    monkeypatch.setattr(endpoints, "Timer", lambda _seconds, *what: Timer(0.05, *what))
    with pytest.raises((OSError, HTTPException)) as raised:
        endpoints.post(f"{scheme}://{silent}/x", *BODY)
    # The timer hung up, long before a single step would have taken too long.
    assert not isinstance(raised.value, TimeoutError)


def test_a_name_server_that_never_answers_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    never = Event()
    monkeypatch.setattr(endpoints, "LONGEST", 0.1)
    monkeypatch.setattr("socket.getaddrinfo", lambda *_host, **_kind: [never.wait(60)][:0])
    with pytest.raises(TimeoutError):
        endpoints.post(URL, *BODY)
    never.set()


def test_a_run_takes_only_the_pushes_that_it_can_send(
    member: Callable[..., Any], hands: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outgoing, "AT_ONCE", 1)
    monkeypatch.setattr(outgoing, "monotonic", lambda: hands.shift)
    names = ["ann", "bob", "cy", "dee", "eve"]
    for name in names:
        user, client = member(name), Client()
        client.force_login(user)
        browser = Subscribed(f"https://{name}.example.org/x")
        assert client.post("/account/notices/devices/", browser.fields).status_code == 204
        services.send_notice([user], "turn", "turn:1", "/play/t/abc/", TURN)
    sent: list[str] = []
    others: list[int] = []

    def post(endpoint: str, *_message: Any) -> int:
        hands.forward(15)
        sent.append(endpoint.split("/")[2].partition(".")[0])
        return 201 if len(sent) < 5 else 0

    monkeypatch.setattr(endpoints, "post", post)
    for _run in range(3):
        others.append(pushing.send_due())
        taken = Notice.objects.exclude(push_taken_at=None).count()
        assert taken == len(sent)
    assert (sent, others) == (names, [2, 2, 0])
    assert [*PushDevice.objects.order_by("pk").values_list("failures", flat=True)] == [0] * 4 + [1]
