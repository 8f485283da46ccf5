"""Visitors' pages come from a streaming replica while it is fit, and nobody notices when it isn't."""

import json
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import psycopg
import pytest
from django.db import OperationalError, connection
from django.test import RequestFactory

from spades_site.common.server import replicas
from tests import program, services

TOKEN = "a-token-of-this-test-alone"
CODE = """
import json
from django.contrib.auth import get_user_model
from tools.bench.storm_tables import _session
from tournaments.leagues.services import create_league
ann = get_user_model().objects.create_user("ann", "ann@example.org")
open_to_all = create_league(by=ann, name="Old name")
hidden = create_league(by=ann, name="Hidden", is_public=False)
print(json.dumps([open_to_all.slug, hidden.slug, _session(ann)]))
"""
WRITE = """
from django.db import connections
from tournaments.leagues.models import League
try:
    League.objects.using("replica1").update(name="written")
except Exception as error:
    print(type(error.__cause__).__name__)
league = League.objects.using("replica1").get(name="New name")
league.description = "by the primary"
league.save()
print(League.objects.using("default").get(pk=league.pk).description)
"""


@contextmanager
def linked(url: str) -> Iterator[Any]:
    """Connect to the database at the address."""
    name, _, host = url.rpartition("spades@/")[2].partition("?host=")
    with psycopg.connect(f"host={host} user=spades dbname={name}", autocommit=True) as link:
        yield link


def _page(url: str, **headers: str) -> tuple[int, str]:
    try:
        with urlopen(Request(url, headers=headers), timeout=30) as answer:
            return answer.status, answer.read().decode()
    except HTTPError as error:
        return error.code, error.read().decode()


def _wait_until(what: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not what():
        assert time.monotonic() < deadline
        time.sleep(0.2)


@pytest.mark.long
@pytest.mark.skipif("connection.vendor != 'postgresql'", reason="replicas of Postgres only")
def test_visitors_read_from_a_replica_that_keeps_up_and_everybody_else_from_the_primary() -> None:
    with (
        services.postgres() as server,
        program.database(server) as url,
        services.replica(url) as (copy, process),
        program.running(
            database_url=url, SPADES_DATABASE_REPLICA_URL=copy, METRICS_TOKEN=TOKEN
        ) as site,
        linked(url) as primary,
        linked(copy) as replica,
    ):
        slug, hidden, session = json.loads(site.manage("shell", "-v0", "-c", CODE))
        league, cookie = f"{site.url}/leagues/{slug}/", f"sessionid={session}"
        api = f"{site.url}/api/v1/leagues/{slug}"

        def behind() -> float:
            metrics = _page(f"{site.url}/metrics", Authorization=f"Bearer {TOKEN}")[1]
            return float(metrics.partition('behind_seconds{replica="replica1"} ')[2].split()[0])

        # Warm, and the replica has it all.
        _wait_until(lambda: "Old name" in _page(league)[1] and behind() < 3)
        replica.execute("SELECT pg_wal_replay_pause()")
        primary.execute("UPDATE leagues_league SET name = 'New name' WHERE slug = %s", [slug])
        for address in (league, api):
            assert "Old name" in _page(address)[1]
        for headers in ({"Cookie": cookie}, {"Cookie": "sessionid=outdated"}):
            assert "New name" in _page(league, **headers)[1]
        # What isn't there yet is asked of the primary; what is nobody's business stays so.
        primary.execute("UPDATE leagues_league SET slug = 'moved' WHERE slug = %s", [slug])
        assert "New name" in _page(f"{site.url}/leagues/moved/")[1]
        assert _page(f"{site.url}/leagues/{hidden}/")[0] == 404
        primary.execute("UPDATE leagues_league SET slug = %s WHERE slug = 'moved'", [slug])
        # Too far behind, it isn't read; when it has caught up, it is.
        _wait_until(lambda: "New name" in _page(league)[1])
        assert behind() > 4
        replica.execute("SELECT pg_wal_replay_resume()")
        _wait_until(lambda: behind() < 3)
        assert "Read replica 1: 0." in site.manage("doctor", "--inside").replace("1.", "0.")
        refused, written = site.manage("shell", "-v0", "-c", WRITE).splitlines()
        assert (refused, written) == ("ReadOnlySqlTransaction", "by the primary")

        services._stop(process, signal.SIGINT)
        for _ in range(10):
            assert [_page(address)[0] for address in (league, api)] == [200, 200]
        assert behind() == float("inf")


@pytest.mark.parametrize(("method", "address", "more", "expected"), [
    ("get", "/", {}, True),
    ("head", "/leagues/", {}, True),
    ("get", "/tournaments/cup/standings.csv", {}, True),
    ("get", "/api/v1/leagues/club/", {}, True),
    ("get", "/api/v1/leagues/club/", {"HTTP_AUTHORIZATION": "Bearer token"}, False),
    ("get", "/calendar.ics?key=1", {}, False),
    ("get", "/leagues/", {"HTTP_COOKIE": "sessionid=any"}, False),
    ("post", "/leagues/club/ask/", {}, False),
    ("get", "/play/bcdfghjkmn/", {}, False),
    ("get", "/account/login/", {}, False),
    ("get", "/no/such/page/", {}, False),
])  # fmt: skip
def test_only_public_pages_are_read_from_a_replica_and_only_by_visitors(
    method: str, address: str, more: dict[str, str], expected: bool
) -> None:
    request = getattr(RequestFactory(), method)(address, **more)
    assert replicas.may_read_from_replica(request) is expected


def test_a_replica_is_asked_by_one_request_at_a_time_and_is_fit_for_a_while(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock, answers = [100.0], [0.5, 5.5, OperationalError("away"), None, 0.0]
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])

    def answer(_alias: str) -> float | None:
        # Whoever comes meanwhile doesn't ask, and goes by what was known before.
        assert replica.is_fit() is known
        found: Any = answers.pop(0)
        if isinstance(found, Exception):
            raise found
        return found

    monkeypatch.setattr(replicas, "seconds_behind", answer)
    monkeypatch.setattr(replicas, "connections", {"replica1": connection})
    monkeypatch.setattr(connection, "close", lambda: None)
    replica, known, found = replicas.Replica("replica1"), False, []
    for step in (0.0, 1.9, 0.2, 2.1, 9.0, 1.1, 2.1, 10.1):
        clock[0] += step
        known = bool(found) and found[-1] and step < 4
        found.append(replica.is_fit())
    assert (found, answers) == ([True, True, False, False, False, False, False, True], [])
