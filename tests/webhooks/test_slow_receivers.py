"""Slow receivers: they hold up neither the platform nor, for long, other receivers, and nothing is sent twice."""

from collections.abc import Callable
from threading import Event, Lock

import pytest
from django.db import connection

from spades_site.common.clock import now
from spades_site.notices import endpoints, outgoing
from tests.events.conftest import Club, club
from tournaments.leagues.models import League
from tournaments.webhooks import sending
from tournaments.webhooks.models import Delivery, Webhook
from tournaments.webhooks.queue import queue_test

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
__all__ = ["club"]
PATIENCE = 20
"""Seconds until a test fails that would otherwise wait for ever."""


def hooked(club: Club, host: str, *, tests: int = 1, is_slow: bool = True) -> list[str]:
    """Add a webhook with some messages; returns their ids."""
    league = League.objects.first() or club.league_of()
    webhook = Webhook.objects.create(
        league=league, owner=club.organizer, url=f"https://{host}/x", secret="x",
        created_at=now(), is_slow=is_slow,
    )  # fmt: skip
    return [str(queue_test(webhook).code) for _each in range(tests)]


class Receivers:
    """What was sent, as (host, id), and how many messages were under way at most."""

    def __init__(self, answer: Callable[[str], int]) -> None:
        self.answer = answer
        self.sent: list[tuple[str, str]] = []
        self.most, self._now, self._lock = 0, 0, Lock()

    def post(self, endpoint: str, _body: bytes, headers: dict[str, str]) -> int:
        host = endpoint.split("/")[2]
        with self._lock:
            self.sent.append((host, headers["X-Spades-Delivery"]))
            self._now += 1
            self.most = max(self.most, self._now)
        try:
            return self.answer(host)
        finally:
            with self._lock:
                self._now -= 1


@pytest.fixture
def receivers(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Receivers]:
    def begin(answer: Callable[[str], int]) -> Receivers:
        made = Receivers(answer)
        monkeypatch.setattr(endpoints, "post", made.post)
        return made

    return begin


def test_fifty_tarpits_do_not_delay_a_quick_receiver(
    club: Club, receivers: Callable[..., Receivers]
) -> None:
    for number in range(50):
        hooked(club, f"tarpit-{number}.example.org")
    codes = hooked(club, "quick.example.org", tests=3, is_slow=False)
    done = Event()

    def answer(host: str) -> int:
        if host == "quick.example.org":
            if [name for name, _code in script.sent].count(host) == 3:
                done.set()
            return 204
        return 0 if done.wait(PATIENCE) else 500

    script = receivers(answer)
    assert sending.send_due() == 3
    first = script.sent[:7]
    assert [code for host, code in first if host == "quick.example.org"] == codes
    assert sum(host.startswith("tarpit") for host, _code in first) == outgoing.SLOW_AT_ONCE
    assert script.most == outgoing.SLOW_AT_ONCE + 1
    assert {*Webhook.objects.values_list("last_status", "is_slow")} == {(0, True), (204, False)}
    assert len(script.sent) == 53


def test_one_host_gets_only_some_of_the_places(
    club: Club, receivers: Callable[..., Receivers]
) -> None:
    for _each in range(12):
        hooked(club, "one.example.org", is_slow=False)
    hooked(club, "other.example.org", is_slow=False)
    done = Event()

    def answer(host: str) -> int:
        if host == "other.example.org":
            done.set()
            return 200
        return 200 if done.wait(PATIENCE) else 500

    script = receivers(answer)
    assert sending.send_due() == 13
    first = [host for host, _code in script.sent[: outgoing.SAME_HOST_AT_ONCE + 1]]
    assert sorted(first) == ["one.example.org"] * outgoing.SAME_HOST_AT_ONCE + ["other.example.org"]


@pytest.mark.parametrize(("takes", "runs", "is_slow"), [(15, [2, 2, 1], True), (1, [5], False)])
def test_a_run_ends_by_itself_and_every_claim_outlives_its_attempt(
    club: Club, receivers: Callable[..., Receivers], monkeypatch: pytest.MonkeyPatch,
    takes: int, runs: list[int], is_slow: bool,
) -> None:  # fmt: skip
    monkeypatch.setattr(outgoing, "AT_ONCE", 1)
    monkeypatch.setattr(outgoing, "monotonic", lambda: club.hands.shift)
    codes = [hooked(club, f"{number}.example.org") for number in range(5)]
    left: list[float] = []
    post = sending._post

    def timed(job: sending.Job) -> int:
        answer = post(job)
        left.append((job.claimed_until - now()).total_seconds())
        return answer

    def answer(_host: str) -> int:
        club.hands.forward(takes)
        return 200

    script = receivers(answer)
    monkeypatch.setattr(sending, "_post", timed)
    assert [sending.send_due() for _run in runs] == runs
    assert [[code] for _host, code in script.sent] == codes
    assert min(left) > 60 - takes - 5
    assert {*Webhook.objects.values_list("is_slow", flat=True)} == {is_slow}
    assert sending.send_due() == 0


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("takes", [15, 50])
def test_d3_while_a_run_waits_for_receivers_no_other_sends_the_same(
    club: Club, receivers: Callable[..., Receivers], monkeypatch: pytest.MonkeyPatch, takes: int
) -> None:
    monkeypatch.setattr(outgoing, "AT_ONCE", 1)
    monkeypatch.setattr(outgoing, "monotonic", lambda: club.hands.shift)
    codes = {code for number in range(6) for code in hooked(club, f"{number}.example.org")}
    others: list[int] = []
    busy = Event()

    def answer(_host: str) -> int:
        # Another worker begins a run while this one waits. After 50 s it has its turn, but the claim still holds.
        club.hands.forward(takes)
        if not busy.is_set():
            busy.set()
            others.append(sending.send_due())
            connection.close()
            busy.clear()
        return 200

    script = receivers(answer)
    ran = 0
    while Delivery.objects.filter(waits=True).exists():
        ran += sending.send_due()
    assert ran + sum(others) == len(script.sent) == 6
    assert {code for _host, code in script.sent} == codes
    assert (sum(others) > 0) == (takes == 50)
