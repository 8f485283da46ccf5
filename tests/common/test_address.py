"""The client's address: the connection's without a trusted proxy, else the one from the outermost trusted proxy (S2,
S3).
"""

from typing import Any

import pytest
from django.conf import settings as django_settings
from django.test import Client, RequestFactory

from spades_site.accounts.sign_in.adapter import AccountAdapter
from spades_site.common.server.address import address_of, network_of

PEER = "192.0.2.1"
CASES = [
    # trusted proxies, lines of X-Forwarded-For, the visitor's address
    (0, [], PEER),
    (0, ["203.0.113.9"], PEER),
    (0, ["203.0.113.9, 203.0.113.8"], PEER),
    (1, [], PEER),
    (1, ["203.0.113.9"], "203.0.113.9"),
    (1, ["198.51.100.1, 203.0.113.9"], "203.0.113.9"),
    (1, ["198.51.100.1", "203.0.113.9"], "203.0.113.9"),
    (1, ["198.51.100.1,198.51.100.2", " 203.0.113.9 "], "203.0.113.9"),
    (1, ["198.51.100.1, "], PEER),
    (1, ["198.51.100.1, garbage"], PEER),
    (1, ["203.0.113.9:4711"], "203.0.113.9"),
    (1, ["[2001:db8::1]:4711"], "2001:db8::1"),
    (1, ["2001:DB8:0::1"], "2001:db8::1"),
    (1, ["2001:db8::1%anything"], "2001:db8::1"),
    (1, ["::ffff:203.0.113.9"], "203.0.113.9"),
    (1, ["203.0.113.9\xe4"], PEER),
    (1, ["unknown"], PEER),
    (2, ["198.51.100.1, 203.0.113.9, 10.0.0.1"], "203.0.113.9"),
    (2, ["198.51.100.1", "203.0.113.9", "10.0.0.1"], "203.0.113.9"),
    (2, ["10.0.0.1"], PEER),
    (-1, ["198.51.100.1, 203.0.113.9"], PEER),
]


@pytest.mark.parametrize(("proxies", "lines", "expected"), CASES)
def test_s2_s3_pages_sockets_and_sign_in_see_the_same_address(
    settings: Any, proxies: int, lines: list[str], expected: str
) -> None:
    settings.TRUSTED_PROXY_COUNT = proxies
    request = RequestFactory().get("/", REMOTE_ADDR=PEER)
    if lines:
        # As Django joins the lines of a header.
        request.META["HTTP_X_FORWARDED_FOR"] = ",".join(lines)
    headers = [(b"host", b"x"), *((b"x-forwarded-for", line.encode("latin1")) for line in lines)]
    scope = {"type": "websocket", "client": [PEER, 5], "headers": headers}
    assert (address_of(request), address_of(scope)) == (expected,) * 2
    # Sign-ins count by network.
    shown = AccountAdapter(request).get_client_ip(request)
    assert shown == network_of(expected).partition("/")[0]


def test_a_visitor_without_an_address_has_the_one_of_all_such_visitors() -> None:
    request = RequestFactory().get("/", REMOTE_ADDR="")
    scope = {"type": "websocket", "client": None, "headers": []}
    assert [address_of(source) for source in (request, scope, {})] == ["0.0.0.0"] * 3


def test_a_limit_counts_an_ipv6_network_as_one_visitor() -> None:
    asked = [
        "203.0.113.9",
        "2001:db8:1:2::9",
        "2001:db8:1:2:f::1",
        "2001:db8:1:3::9",
        "::ffff:203.0.113.9",
        "x",
    ]
    assert [network_of(address) for address in asked] == [
        "203.0.113.9",
        "2001:db8:1:2::/64",
        "2001:db8:1:2::/64",
        "2001:db8:1:3::/64",
        "203.0.113.9",
        "0.0.0.0",
    ]


def wrong_passwords(times: int, **environ: str) -> list[int]:
    """Try to sign in as ever other names; returns the answers' statuses. A forged header differs each time."""
    client = Client()
    return [
        client.post(
            "/account/login/",
            {"login": f"nobody{number}", "password": "wrong"},
            **{key: value.replace("N", str(number)) for key, value in environ.items()},
        ).status_code
        for number in range(times)
    ]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("proxies", "forged"),
    [(0, "198.51.100.N"), (0, "N.0.0.1, N.0.0.2"), (1, "198.51.100.N, 9.9.9.9")],
)
def test_s4_a_forged_header_does_not_escape_the_limit_of_sign_ins(
    settings: Any, proxies: int, forged: str
) -> None:
    from django.core.cache import cache

    cache.clear()
    settings.TRUSTED_PROXY_COUNT = proxies
    settings.ACCOUNT_RATE_LIMITS = {"login": "5/m/ip"}
    environ = {"REMOTE_ADDR": PEER, "HTTP_X_FORWARDED_FOR": forged}
    assert wrong_passwords(8, **environ) == [200] * 5 + [429] * 3
    # Behind a trusted proxy other clients aren't affected.
    elsewhere = {"REMOTE_ADDR": "192.0.2.2", "HTTP_X_FORWARDED_FOR": "198.51.100.1, 9.9.9.8"}
    assert wrong_passwords(1, **elsewhere) == [200]
    cache.clear()


def test_no_proxy_is_trusted_unless_the_settings_say_so() -> None:
    assert django_settings.TRUSTED_PROXY_COUNT == 0
