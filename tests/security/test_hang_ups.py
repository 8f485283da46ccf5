"""S2 and D7 against the running server, behind a trusted proxy: peers that hang up while they are served lock nobody out and
leave no traceback, and no forged header opens more sockets than an address may have or puts the site elsewhere.
"""

import base64
import json
import os
import re
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

from tests import program
from tests.support.client import Visitor, table_id

MOST = 4
"""Sockets a user and an address may have here."""
TIMES = 32
PATIENCE = 10.0


@pytest.fixture(scope="module")
def site() -> Iterator[program.Platform]:
    """The running program, which lets in few sockets at once. Without a header the connection's address counts."""
    limits = {
        "SOCKETS_PER_USER": str(MOST), "SOCKETS_PER_ADDRESS": str(2 * MOST), "TRUSTED_PROXY_COUNT": "1",
    }  # fmt: skip
    with program.of_this_run(BOT_SECONDS="30", **limits) as platform:
        yield platform


@pytest.fixture(scope="module")
def visitor(site: program.Platform) -> Visitor:
    """A guest."""
    person = Visitor(site.url)
    person.become_guest()
    return person


@pytest.fixture(scope="module")
def table(visitor: Visitor) -> str:
    """The guest's own table."""
    form = {"preset": "cardgames_io", "turn_seconds": "600", "visibility": "link"}
    return table_id(visitor.post("/play/open/", form))


def masked(opcode: int, payload: bytes) -> bytes:
    """Return a client's frame: whole, short, masked with zeros."""
    assert len(payload) < 126
    return bytes([0x80 | opcode, 0x80 | len(payload)]) + bytes(4) + payload


def shake_hands(site: program.Platform, path: str, headers: dict[str, str]) -> socket.socket:
    """Open a socket by hand; returns it with the server's answer read."""
    lines = {
        "Host": f"localhost:{site.port}", "Upgrade": "websocket", "Connection": "Upgrade", "Origin": site.url,
        "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(), **headers,
    }  # fmt: skip
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    link = socket.create_connection(("localhost", site.port), timeout=20)
    link.sendall(f"GET {path} HTTP/1.1\r\n{head}\r\n".encode("latin1"))
    answer = b""
    while b"\r\n\r\n" not in answer:
        piece = link.recv(4096)
        assert piece, answer
        answer += piece
    assert b" 101 " in answer.splitlines()[0]
    return link


def read_to_the_end(link: socket.socket) -> None:
    # The server may close before it has read all that was sent.
    with suppress(ConnectionResetError):
        while link.recv(65_536):
            pass
    link.close()


def text(**frame: Any) -> bytes:
    return masked(1, json.dumps(frame).encode())


CLOSE = masked(8, (1000).to_bytes(2))
HELLO = text(t="hello", seen=0, hash="")
HANG_UPS = {
    "pings and a close frame": text(t="ping") * 20 + CLOSE,
    "a hello, requests and a close frame": HELLO + text(t="sync") * 5 + text(t="chats") * 5 + CLOSE,
    "a hello that asks for an error, and a close frame": HELLO + text(t="act") * 5 + CLOSE,
    "binary and a close frame": masked(2, b"x") * 3 + CLOSE,
    "a flood and a close frame": text(t="ping") * 120 + CLOSE,
    "a close frame": CLOSE,
}


@pytest.mark.slow
@pytest.mark.parametrize("signed_in", [True, False])
@pytest.mark.parametrize("sent", HANG_UPS.values(), ids=HANG_UPS)
def test_s2_d7_hanging_up_while_served_locks_nobody_out(
    site: program.Platform, visitor: Visitor, table: str, sent: bytes, signed_in: bool
) -> None:
    headers = visitor.headers() if signed_in else {}

    for _ in range(TIMES):
        link = shake_hands(site, f"/ws/t/{table}/", headers)
        link.sendall(sent)
        read_to_the_end(link)
    let_in(site, table, headers)
    assert "Traceback" not in site.log


def let_in(site: program.Platform, table: str, headers: dict[str, str]) -> None:
    """Have as many sockets open as one may. The last that hung up may still be on their way out, so the first try needn't succeed."""
    deadline = time.monotonic() + PATIENCE
    while True:
        links = [shake_hands(site, f"/ws/t/{table}/", headers) for _ in range(MOST)]
        try:
            if [first_frame(link) for link in links] == ["view"] * MOST:
                return
        finally:
            for link in links:
                link.close()
        assert time.monotonic() < deadline


def first_frame(link: socket.socket) -> str:
    """Say hello; returns the kind of the server's first frame, "" where it closed the connection."""
    with suppress(ConnectionError):
        link.sendall(HELLO)
        found = re.search(rb'"t": ?"(\w+)"', link.recv(200))
        return found[1].decode() if found else ""
    return ""


def test_s2_d7_cutting_the_line_while_served_locks_nobody_out(
    site: program.Platform, visitor: Visitor, table: str
) -> None:
    for _ in range(TIMES):
        link = shake_hands(site, f"/ws/t/{table}/", visitor.headers())
        link.sendall(HELLO + text(t="sync") * 10)
        # At once and without a word: the server meets a connection that was reset.
        link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, (1).to_bytes(4, "little") + bytes(4))
        link.close()
    let_in(site, table, visitor.headers())
    assert "Traceback" not in site.log


def refused(site: program.Platform, path: str, **headers: str) -> str:
    with pytest.raises(AssertionError) as told:
        shake_hands(site, path, headers)
    return str(told.value)


def test_s2_an_address_of_no_socket_is_refused_without_a_traceback(site: program.Platform) -> None:
    for path in ("/", "/ws/", "/ws/t/", "/ws/t/a/b/", "/ws/t/ä%F6/", "/ws/t/%00/", "//", "/play/"):
        refused(site, path)
    refused(site, "/ws/t/x/", Origin="https://evil.example")
    assert "Traceback" not in site.log


ODD_HEADERS = {
    "a name beyond ASCII": b"X-\xe9\xff: 1",
    "a name in UTF-8": "X-é€: 1".encode(),
    "a value beyond ASCII": b"X-Odd: \xe9\xff\xfe",
    "an odd known value": b"Accept-Language: \xe9\xff, de;q=\xb2",
    "an odd cookie": b"Cookie: sessionid=\xe9\xff; \xff=\xe9",
    "an odd origin": b"Origin: http://\xff\xe9:1",
    "an odd host": b"Host: \xff\xe9.example",
    "an odd length": b"Content-Length: \xb2",
    "an odd kind": b"Content-Type: \xff/\xe9; charset=\xb2",
    "no colon": b"nonsense\xff",
    "an odd protocol": b"Sec-WebSocket-Protocol: \xe9\xff",
    "an odd root": b"Daphne-Root-Path: /\xe9\xff",
    "an underscore": b"X_Odd\xff: 1",
}
UPGRADE = b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"


@pytest.mark.parametrize("odd", ODD_HEADERS.values(), ids=ODD_HEADERS)
@pytest.mark.parametrize("kind", [b"Connection: close\r\n", UPGRADE], ids=["page", "socket"])
def test_s2_odd_bytes_in_a_head_leave_no_traceback(
    site: program.Platform, odd: bytes, kind: bytes
) -> None:
    before = len(site.log)
    own = f"Host: localhost:{site.port}\r\nOrigin: {site.url}\r\n".encode()
    for place in (b"/", b"/ws/t/x/"):
        link = socket.create_connection(("localhost", site.port), timeout=20)
        link.sendall(b"GET " + place + b" HTTP/1.1\r\n" + own + kind + odd + b"\r\n\r\n")
        assert link.recv(65_536).startswith(b"HTTP/1.1 ")
        link.close()
    assert "Traceback" not in site.log[before:]


@pytest.mark.parametrize(
    "forged",
    [
        "198.51.100.{0}, {1}",
        "198.51.100.{0}\r\nX-Forwarded-For: {1}",
        "garbage{0},, {1}",
        "{0}, {1}:{0}",
    ],
)
def test_s2_a_forged_header_opens_no_more_sockets_than_an_address_may_have(
    site: program.Platform, table: str, forged: str
) -> None:
    def opened(number: int, address: str) -> socket.socket:
        header = {"X-Forwarded-For": forged.format(number + 1, address)}
        return shake_hands(site, f"/ws/t/{table}/", header)

    address = "203.0.113.5"
    deadline = time.monotonic() + PATIENCE
    while True:
        links = [opened(number, address) for number in range(3 * MOST)]
        links.append(opened(0, "203.0.113.6"))
        firsts = [first_frame(link) for link in links]
        for link in links:
            link.close()
        if firsts == ["view"] * 2 * MOST + [firsts[-2]] * MOST + ["view"]:
            break
        # Those of the case before may still be on their way out.
        assert firsts.count("view") <= 2 * MOST + 1
        assert time.monotonic() < deadline
    assert firsts[-2] in {"bye", ""}


def test_s3_s4_nobody_says_by_a_header_where_the_links_of_pages_and_mails_lead(
    site: program.Platform,
) -> None:
    """Else whoever asks for another's new password would have the link to it lead to their own site."""
    password = "seven-of-hearts-9"
    fields = {"username": "victoria", "email": "victoria@example.org"}
    Visitor(site.url).post("/account/signup/", {**fields, "password1": password})
    led_to = Visitor(site.url).post(
        "/account/password/reset/",
        {"email": "victoria@example.org"},
        **{"Daphne-Root-Path": "https://evil.example"},
    )
    assert led_to == f"{site.url}/account/password/reset/done/"
    found = re.findall(r"(\S*)/account/password/reset/key/", site.log)
    assert found == [site.url]


def test_s2_a_socket_is_found_whatever_its_header_says_of_the_root(
    site: program.Platform, visitor: Visitor, table: str
) -> None:
    headers = {**visitor.headers(), "Daphne-Root-Path": "/elsewhere"}
    answer = shake_hands(site, f"/ws/t/{table}/", headers)
    answer.close()


@pytest.mark.parametrize(
    "kind", ["multipart/form-data", "multipart/form-data; boundary=x", "text/plain; charset=x"]
)
def test_a_body_that_no_form_has_is_refused_in_the_apis_own_shape(
    site: program.Platform, kind: str
) -> None:
    lines = f"Host: localhost\r\nContent-Type: {kind}\r\nContent-Length: 3\r\n\r\nfoo"
    link = socket.create_connection(("localhost", site.port), timeout=20)
    link.sendall(f"POST /api/v1/leagues HTTP/1.0\r\n{lines}".encode())
    answer = b""
    while piece := link.recv(4096):
        answer += piece
    head, _blank, body = answer.partition(b"\r\n\r\n")
    assert head.startswith((b"HTTP/1.0 4", b"HTTP/1.1 4"))
    assert sorted(json.loads(body)) == ["code", "message"]


AMBIGUOUS = (
    b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: x\r\n\r\n",
    b"Content-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef",
    b"Content-Length: +5\r\n\r\nabcde",
    b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
    b"Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
)


def test_s2_a_request_whose_end_is_ambiguous_is_refused_and_no_second_one_is_read(
    site: program.Platform,
) -> None:
    for rest in AMBIGUOUS:
        with socket.create_connection(("localhost", site.port), timeout=PATIENCE) as peer:
            peer.sendall(b"POST /healthz HTTP/1.1\r\nHost: localhost\r\n" + rest)
            answer = b"".join(iter(lambda peer=peer: peer.recv(4096), b""))
        assert re.findall(rb"HTTP/1.1 \d+", answer) == [b"HTTP/1.1 400"], rest


MEGABYTES = {
    "announced": [b"Content-Length: 900000000\r\n\r\n"],
    "in chunks": [
        b"Transfer-Encoding: chunked\r\n\r\n",
        *[b"100000\r\n" + bytes(2**20) + b"\r\n"] * 5,
    ],
}


@pytest.mark.slow
@pytest.mark.parametrize("parts", MEGABYTES.values(), ids=MEGABYTES)
def test_s2_a_request_of_more_than_four_megabytes_is_refused_before_it_has_been_read(
    site: program.Platform, parts: list[bytes]
) -> None:
    with socket.create_connection(("localhost", site.port), timeout=PATIENCE) as peer:
        peer.sendall(f"POST /account/login/ HTTP/1.1\r\nHost: localhost:{site.port}\r\n".encode())
        with suppress(ConnectionError):
            for part in parts:
                peer.sendall(part)
        answer = peer.recv(200)
    assert answer.partition(b"\r\n")[0] == b"HTTP/1.1 413 Content Too Large"
