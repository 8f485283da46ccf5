"""Whether the site works by its public address: reached, told the truth by its proxies, with a live table's socket.

The program is asked by its own address, with headers as a visitor might forge them, how the request arrived.
"""

import json
import socket
import ssl
import time
from collections.abc import Iterator
from typing import Any, NamedTuple
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from django.conf import settings
from websockets.exceptions import InvalidStatus, WebSocketException
from websockets.sync.client import connect
from websockets.typing import Origin

from spades_site.staff.probes import QUESTION_HEADER, question

PATIENCE = 10.0
"""In seconds."""
FORGED = "198.51.100.7"
"""An address of documentation (RFC 5737), which no visitor has."""
NO_TABLE = "/ws/t/doctor/"
ELSEWHERE = "https://elsewhere.invalid"
RENEW_DAYS = 14


class Fact(NamedTuple):
    """What was found; `remedy` says what to do if it is bad."""

    title: str
    is_bad: bool
    words: str
    remedy: str = ""


def faults_and_facts(site_url: str) -> Iterator[Fact]:
    """Yield what is found by the site's public address; the proxy is only asked about if it can be reached."""
    trust = ssl.create_default_context()
    try:
        try:
            seen = _ask(site_url, trust)
        except URLError as error:
            if not isinstance(error.reason, ssl.SSLCertVerificationError):
                raise
            yield Fact(
                "Certificate", True, f"browsers refuse it: {error.reason.verify_message}",
                "Renew it, or have the proxy send the one for this name with its intermediate certificates.",
            )  # fmt: skip
            # What else is wrong is found as well.
            trust.check_hostname, trust.verify_mode = False, ssl.CERT_NONE
            seen = _ask(site_url, trust)
    except (URLError, OSError, ValueError) as error:
        reason = getattr(error, "reason", "") or getattr(error, "code", "")
        yield Fact(
            "Public address", True, f"{site_url}: {type(error).__name__} {reason}".rstrip(),
            "Check the site's name (DNS), its certificate, the firewall and the proxy; that the proxy passes everything"
            " on to the program; and that this process has the same SECRET_KEY as the site.",
        )  # fmt: skip
        return
    yield Fact("Public address", False, f"{site_url} answers")
    yield from proxy_facts(seen, site_url, settings.TRUSTED_PROXY_COUNT)
    if site_url.startswith("https:") and trust.check_hostname:
        yield certificate_fact(_certificate_ends(site_url) - time.time())
    yield _socket(site_url, trust)


def _ask(site_url: str, trust: ssl.SSLContext) -> dict[str, Any]:
    headers = {QUESTION_HEADER.decode(): question(), "X-Forwarded-For": FORGED}
    try:
        with urlopen(
            Request(f"{site_url}/readyz", headers=headers), timeout=PATIENCE, context=trust
        ) as answer:
            body = answer.read()
    except HTTPError as error:
        # Not ready: it says so itself, and still how it was asked.
        if error.code != 503:
            raise
        body = error.read()
    answered: dict[str, Any] = json.loads(body)
    if "seen" not in answered:
        raise ValueError("another SECRET_KEY")
    seen: dict[str, Any] = answered["seen"]
    return seen


def proxy_facts(seen: dict[str, Any], site_url: str, count: int) -> Iterator[Fact]:
    """Yield whether the proxies' headers tell the truth, from how a request with a forged one arrived."""
    site = urlsplit(site_url)
    if seen["host"] != site.netloc:
        yield Fact(
            "Proxy: host", True, f"passes on the host as {seen['host']!r}, not {site.netloc!r}",
            "Have the proxy pass on the Host header as it came (nginx: proxy_set_header Host $host).",
        )  # fmt: skip
    if site.scheme == "https" and not seen["secure"]:
        yield Fact(
            "Proxy: https", True, "X-Forwarded-Proto doesn't say https",
            "Have the proxy set X-Forwarded-Proto to https; otherwise every page redirects for ever.",
        )  # fmt: skip
    chain = [word.strip() for word in seen["forwarded_for"].split(",") if word.strip()]
    added = len([word for word in chain if word != FORGED])
    is_forgeable = count > 0 and seen["address"] == FORGED
    if is_forgeable or added != count:
        yield Fact(
            "Proxy: visitors' address", True,
            f"{added} proxies add an address, TRUSTED_PROXY_COUNT is {count}"
            + ("; visitors can forge theirs" if is_forgeable else ""),
            f"Set TRUSTED_PROXY_COUNT={added}, or have each proxy append the address of its client"
            " to X-Forwarded-For (docs/operations.md, “Behind a proxy”).",
        )  # fmt: skip
        return
    yield Fact("Proxy: visitors' address", False, f"{seen['address']} (this machine, from there)")


def certificate_fact(seconds: float) -> Fact:
    """Return what to say of a certificate that ends in so many seconds."""
    days = int(seconds // 86_400)
    return Fact(
        "Certificate", days < RENEW_DAYS, f"valid for {days} more days",
        "Renew it, and check what should have renewed it." if days < RENEW_DAYS else "",
    )  # fmt: skip


def _certificate_ends(site_url: str) -> float:
    site = urlsplit(site_url)
    host = site.hostname or ""
    context = ssl.create_default_context()
    with (
        socket.create_connection((host, site.port or 443), PATIENCE) as link,
        context.wrap_socket(link, server_hostname=host) as secured,
    ):
        certificate = secured.getpeercert() or {}
    return ssl.cert_time_to_seconds(str(certificate["notAfter"]))


def _socket(site_url: str, trust: ssl.SSLContext) -> Fact:
    """Return whether a socket opens from the site's own pages, and from no other site's."""
    title = "Live table"
    try:
        said = _said_to(site_url, trust, origin=site_url)
    except InvalidStatus as error:
        status = error.response.status_code
        return Fact(
            title, True, f"the socket is answered with {status}",
            "SITE_URL must be exactly the address in the browser's bar; or name it in SOCKET_ORIGINS."
            if status == 403
            else "Have the proxy pass on WebSockets (the headers Upgrade and Connection, HTTP/1.1) under /ws/.",
        )  # fmt: skip
    except (WebSocketException, OSError, TimeoutError) as error:
        return Fact(
            title, True, f"the socket doesn't open ({type(error).__name__})",
            "Have the proxy pass on WebSockets (the headers Upgrade and Connection, HTTP/1.1) under /ws/.",
        )  # fmt: skip
    if said.get("code") != "unknown_table":
        return Fact(title, True, f"the socket says {said.get('code')!r}", "See the program's log.")
    try:
        _said_to(site_url, trust, origin=ELSEWHERE)
    except (WebSocketException, OSError):
        return Fact(
            title, False, "its socket opens through the proxy, and for this site's pages alone"
        )
    return Fact(
        title, True, "the socket opens for other sites' pages too",
        "Remove foreign addresses from SOCKET_ORIGINS, and have the proxy leave the Origin header as it is.",
    )  # fmt: skip


def _said_to(site_url: str, trust: ssl.SSLContext, *, origin: str) -> dict[str, Any]:
    address = f"ws{site_url.removeprefix('http')}{NO_TABLE}"
    with connect(
        address, origin=Origin(origin), open_timeout=PATIENCE, close_timeout=PATIENCE, proxy=None,
        ssl=trust if address.startswith("wss:") else None,
    ) as link:  # fmt: skip
        said: dict[str, Any] = json.loads(link.recv(PATIENCE))
        return said
