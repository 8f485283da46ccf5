"""Addresses to which the server posts what users ask for: of push services, which browsers name, and of webhooks. They are
users' input, so the server connects only to public ones.
"""

import http.client
import ipaddress
import socket
import ssl
from collections.abc import Mapping
from concurrent.futures import Future
from threading import Thread, Timer
from time import monotonic
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from django.utils.translation import gettext as _

from spades_site.common.errors import Refused
from spades_site.notices.models import LONGEST_ENDPOINT

PATIENCE = 5.0
"""Seconds for each step of a connection."""
LONGEST = 15.0
"""Seconds for a whole attempt, from the host's name to the answer, even if the other side keeps it busy."""
NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
"""Leads to the IPv4 address in its last 32 bits (RFC 6052)."""
UNICAST = ipaddress.IPv6Network("2000::/3")
"""All public IPv6 addresses are in it."""


class NotPublic(OSError):
    """The host of an endpoint leads to an address that isn't public."""


def check_endpoint(endpoint: str) -> None:
    """Raise Refused "push_address" unless `may_post_to` the endpoint."""
    if not may_post_to(endpoint):
        raise Refused(
            "push_address",
            _("The browser named no address at a push service. Try another browser."),
        )


def may_post_to(endpoint: str) -> bool:
    """Return whether the endpoint is an https address at a public host, as far as its text says."""
    try:
        parts = urlsplit(endpoint)
        port, host = parts.port, parts.hostname or ""
        host.encode("idna")
    except ValueError:
        return False
    fits = len(endpoint) <= LONGEST_ENDPOINT and endpoint.isascii() and endpoint.isprintable()
    if not fits or not host or parts.username is not None or " " in endpoint:
        return False
    if settings.PUSH_TO_PRIVATE and parts.scheme in ("http", "https"):
        return True
    return parts.scheme == "https" and port in (None, 443) and _may_be_public(host)


def post(endpoint: str, body: bytes, headers: Mapping[str, str]) -> int:
    """Send a message to an endpoint within LONGEST, and return the status of the answer. Follows no redirects. Raises
    OSError or HTTPException.

    The connection goes to the address that was checked, whatever the name leads to a moment later.
    """
    parts = urlsplit(endpoint)
    secure = parts.scheme == "https"
    end = monotonic() + LONGEST
    with _connect(parts, 443 if secure else 80, end) as plain:
        sock = _secured(plain, parts.hostname) if secure else plain
        timer = Timer(end - monotonic(), _hang_up, [sock])
        timer.start()
        try:
            if isinstance(sock, ssl.SSLSocket):
                sock.do_handshake()
            connection = http.client.HTTPConnection(parts.netloc)
            connection.sock = sock
            path = f"{parts.path or '/'}{'?' if parts.query else ''}{parts.query}"
            connection.request("POST", path, body, dict(headers))
            return connection.getresponse().status
        finally:
            timer.cancel()
            sock.close()


def _secured(sock: socket.socket, host: str | None) -> ssl.SSLSocket:
    """Return the socket with TLS; its handshake, which the other side can draw out, is still to come."""
    context = ssl.create_default_context()
    return context.wrap_socket(sock, server_hostname=host, do_handshake_on_connect=False)


def _connect(parts: SplitResult, port: int, end: float) -> socket.socket:
    """Connect to the first of the host's addresses that answers, all of them checked, until `end`. Raises OSError."""
    host = parts.hostname or ""
    addresses = _addresses(host, parts.port or port, end - monotonic())
    if not settings.PUSH_TO_PRIVATE and not all(map(_is_public, addresses)):
        raise NotPublic(host)
    failure = OSError("no address")
    for address in addresses:
        patience = min(PATIENCE, end - monotonic())
        if patience <= 0:
            break
        try:
            return socket.create_connection((address, parts.port or port), timeout=patience)
        except OSError as error:
            failure = error
    raise failure


def _addresses(host: str, port: int, seconds: float) -> list[str]:
    """Return a host's addresses. Raises OSError, also if its name server takes longer than `seconds`."""
    found: Future[list[str]] = Future()

    def ask() -> None:
        try:
            answers = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except Exception as error:
            found.set_exception(error)
        else:
            found.set_result(list(dict.fromkeys(str(at[0]) for *_rest, at in answers)))

    # Nothing ends a query early, so a thread that nobody waits for asks.
    Thread(target=ask, daemon=True).start()
    return found.result(seconds)


def _hang_up(sock: socket.socket) -> None:
    try:
        # Below TLS: an SSLSocket's own shutdown would go on without encryption.
        socket.socket.shutdown(sock, socket.SHUT_RDWR)
    except OSError:
        return


def _may_be_public(host: str) -> bool:
    """Return False for private addresses, and for names that only a local network knows."""
    try:
        return _is_public(host)
    except ValueError:
        last = host.rstrip(".").rpartition(".")[2]
        return "." in host.rstrip(".") and last not in ("localhost", "local", "internal", "home")


def _is_public(address: str) -> bool:
    parsed = ipaddress.ip_address(address)
    if isinstance(parsed, ipaddress.IPv6Address):
        inner = parsed.ipv4_mapped or parsed.sixtofour or (parsed.teredo or (None, None))[1]
        if parsed in NAT64:
            inner = ipaddress.IPv4Address(parsed.packed[-4:])
        if inner is None:
            return parsed.is_global and parsed in UNICAST
        parsed = inner
    return parsed.is_global and not parsed.is_multicast
