"""D2 for pages: while Redis is away they go on, and nobody signs in uncounted."""

from collections.abc import Callable
from typing import Any

import pytest
import redis
from django.core.cache import cache, caches
from django.core.cache.backends.redis import RedisCacheClient
from django.test import Client
from django.urls import reverse

from games.tables.models import Table
from spades_site.common.server import cache as redis_cache
from spades_site.staff import health
from tests.events.conftest import Club, club

pytestmark = pytest.mark.django_db
__all__ = ["club"]
BACKEND = "spades_site.common.server.cache.LenientRedisCache"
PASSWORD = "seven-of-hearts-9"
SENTENCE = "The site can’t count failed sign-ins at the moment, so nobody can sign in"


class Moment:
    """A monotonic clock moved by hand."""

    at = 1000.0


@pytest.fixture(autouse=True)
def moment(settings: Any, monkeypatch: pytest.MonkeyPatch) -> type[Moment]:
    """No Redis listens, and this process doesn't know yet."""
    nowhere = {"BACKEND": BACKEND, "LOCATION": "redis://127.0.0.1:1/0"}
    settings.CACHES = {"default": nowhere, "pictures": nowhere}
    monkeypatch.setattr(redis_cache, "_reach", redis_cache._Reach())
    monkeypatch.setattr(redis_cache, "monotonic", lambda: Moment.at)
    return Moment


@pytest.mark.slow
def test_d2_pages_and_the_api_answer_and_the_log_says_it_once(
    club: Club, client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    cup = club.with_entries(2, name="Cup")
    public = ["/", "/people/a1/statistics/", "/play/", *["/api/v1/tournaments"] * 3]
    public += [cup.get_absolute_url()]
    visitors = [client.get(path).status_code for path in [*public, reverse("account_login")]]
    client.force_login(club.organizer)
    members = [client.get(path).status_code for path in [*public, "/organize/tournaments/new/"]]
    assert visitors == members == [200] * 8
    messages = [one.getMessage() for one in caplog.records if one.name == "spades.cache"]
    assert messages == [
        "Redis doesn't answer (ConnectionError): nobody can sign in, and the API has no rate limit"
    ]


def test_d2_members_and_guests_open_tables(member: Any, client: Client) -> None:
    client.force_login(member("ann"))
    guest = Client()
    assert guest.post(reverse("become_guest")).status_code == 302
    for one in (client, guest):
        one.post(
            reverse("table_open"),
            {"preset": "cardgames_io", "visibility": "open", "pace": "20+120"},
        )
    assert [table.created_by.is_guest for table in Table.objects.order_by("pk")] == [False, True]
    table = Table.objects.order_by("pk")[0]
    assert client.get(table.get_absolute_url()).status_code == 200


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("account_login", {"login": "ann", "password": PASSWORD}),
        ("account_login", {"login": "ann", "password": "wrong"}),
        ("account_reset_password", {"email": "ann@example.org"}),
        ("account_signup", {"username": "bob", "email": "", "password1": "x"}),
    ],
)
def test_s4_d2_nobody_signs_in_uncounted_and_the_page_says_why(
    member: Any, client: Client, name: str, fields: dict[str, str]
) -> None:
    member("ann", password=PASSWORD)
    answer = client.post(reverse(name), fields)
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert SENTENCE in answer.content.decode()
    assert "_auth_user_id" not in client.session


def test_d2_what_needs_no_count_is_missed_and_what_counts_is_refused() -> None:
    seen: list[Callable[[], Any]] = [
        lambda: cache.get("a"), lambda: cache.get("a", 1), lambda: cache.get_many(["a"]),
        lambda: cache.has_key("a"), lambda: cache.set("a", 1), lambda: cache.set_many({"a": 1}),
        lambda: cache.touch("a"), lambda: cache.delete("a"), lambda: cache.delete_many(["a"]),
        lambda: caches["pictures"].get_or_set("a", lambda: b"drawn"),
    ]  # fmt: skip
    answers = [ask() for ask in seen]
    assert answers == [None, 1, {}, False, None, ["a"], False, False, None, b"drawn"]
    for count in (cache.add, cache.incr):
        with pytest.raises(redis_cache.Uncounted):
            count("a", 1)


def test_d2_redis_is_asked_again_after_a_while(
    moment: type[Moment], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    asked: list[float] = []

    def away(*_given: Any) -> Any:
        asked.append(moment.at)
        raise redis.TimeoutError

    def here(*_given: Any) -> bool:
        asked.append(moment.at)
        return True

    monkeypatch.setattr(RedisCacheClient, "add", away)
    for seconds in (0.0, 4.9, 0.2, 4.9):
        moment.at += seconds
        with pytest.raises(redis_cache.Uncounted):
            cache.add("a", 1)
    monkeypatch.setattr(RedisCacheClient, "add", here)
    moment.at += 0.2
    assert [cache.add("a", 1), cache.add("a", 1)] == [True, True]
    assert [round(at - asked[0], 1) for at in asked] == [0.0, 5.1, 10.2, 10.2]
    assert [one.getMessage() for one in caplog.records] == [
        "Redis doesn't answer (TimeoutError): nobody can sign in, and the API has no rate limit",
        "Redis answers again",
    ]


def test_the_page_health_says_what_it_means() -> None:
    (found,) = [one for one in health.checks() if one.title == "Cache"]
    assert (found.state, found.words) == (health.BAD, "Doesn’t keep what it is given")
    assert found.remedy == (
        "Start Redis. Until then nobody can sign in, because failed sign-ins can’t be counted, and the API has no rate limit. "
        "People who are signed in stay signed in."
    )
