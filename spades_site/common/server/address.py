"""A visitor's network address, by one rule for pages and sockets.

A trusted proxy appends the address of its caller to `X-Forwarded-For`. So with n trusted proxies the outermost of
them wrote the n-th address from the right; the visitor may have written everything to the left of it.
"""

import ipaddress
from collections.abc import Mapping
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest

UNKNOWN: Final = "0.0.0.0"
"""The address of visitors without one, over a Unix socket without a proxy: they all share it."""


def address_of(source: HttpRequest | Mapping[str, Any]) -> str:
    """Return the visitor's IP address from a page's request or a socket's ASGI scope.

    If `TRUSTED_PROXY_COUNT` is 0, or the header has no address at that position, this is the address of the
    connection, so a header that no proxy can have written has no effect.
    """
    forwarded, peer = _of_request(source) if isinstance(source, HttpRequest) else _of_scope(source)
    words = forwarded.split(",")
    proxies = settings.TRUSTED_PROXY_COUNT
    client = _parsed(words[-proxies]) if 0 < proxies <= len(words) else None
    return str(client or _parsed(peer) or UNKNOWN)


def network_of(address: str) -> str:
    """Return what a limit counts as one visitor: an IPv4 address, or the /64 of an IPv6 address, since one
    customer has all of it.
    """
    parsed = _parsed(address)
    if isinstance(parsed, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((int(parsed), 64), strict=False))
    return str(parsed or UNKNOWN)


def _of_request(request: HttpRequest) -> tuple[str, str]:
    return request.META.get("HTTP_X_FORWARDED_FOR", ""), request.META.get("REMOTE_ADDR", "")


def _of_scope(scope: Mapping[str, Any]) -> tuple[str, str]:
    # A header that occurs several times counts as one, in order.
    lines = [value for name, value in scope.get("headers", ()) if name == b"x-forwarded-for"]
    return b",".join(lines).decode("latin1"), (scope.get("client") or ("",))[0]


def _parsed(word: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    word = word.strip()
    if word.startswith("["):
        word = word[1:].partition("]")[0]
    elif word.count(":") == 1:
        # Some proxies add the port.
        word = word.partition(":")[0]
    try:
        address = ipaddress.ip_address(word)
    except ValueError:
        return None
    if isinstance(address, ipaddress.IPv6Address):
        # Without the zone, which may be any text.
        return address.ipv4_mapped or ipaddress.IPv6Address(int(address))
    return address
