"""One visitor who floods a site from an address of their own: `flood_clients PORT SECONDS`. Bounded, and for a loopback address only.

Prints how many requests of each kind were answered, and with which status, as JSON.
"""

import asyncio
import json
import re
import sys
import time
import urllib.parse
from collections import Counter
from contextlib import suppress

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

ADDRESS = "127.0.0.66"
SOCKETS, FRAMES_A_SECOND = 40, 10
PAGES, SIGN_UPS, ARCHIVES, PRACTICES = 12, 20, 4, 8
MOST_BYTES = 4 * 1024 * 1024


async def request(
    port: int, path: str, *, form: dict[str, str] | None = None, cookies: str = "", source: str
) -> tuple[int, str]:
    """Send one request from an address of this machine; returns the status and everything that was answered."""
    body = urllib.parse.urlencode(form or {})
    lines = [
        f"{'GET' if form is None else 'POST'} {path} HTTP/1.1",
        f"Host: localhost:{port}",
        "Connection: close",
        *([f"Cookie: {cookies}"] if cookies else []),
        f"Referer: http://localhost:{port}{path}",
    ]
    if form is not None:
        lines += [
            "Content-Type: application/x-www-form-urlencoded",
            f"Content-Length: {len(body)}",
        ]
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))
    try:
        writer.write("\r\n".join([*lines, "", body]).encode())
        text = (await reader.read(-1)).decode(errors="replace")
    finally:
        writer.close()
    return int(text.split(" ", 2)[1]) if text else 0, text


def cookies_in(text: str) -> dict[str, str]:
    """Return the cookies that an answer sets."""
    head = text.partition("\r\n\r\n")[0]
    return dict(re.findall(r"(?im)^set-cookie: ([^=]+)=([^;\r]*)", head))


async def send_form(
    port: int, path: str, fields: dict[str, str], *, source: str
) -> tuple[int, str]:
    """Fetch a page, and send its form with the token that it gave."""
    status, text = await request(port, path, source=source)
    token = cookies_in(text).get("csrftoken")
    if token is None:
        return status, text
    return await request(
        port,
        path,
        form={**fields, "csrfmiddlewaretoken": token},
        cookies=f"csrftoken={token}",
        source=source,
    )


async def _flood(port: int, table: str, archive: str, seconds: float) -> dict[str, Counter[str]]:
    until = time.monotonic() + seconds
    seen: dict[str, Counter[str]] = {
        kind: Counter() for kind in ("pages", "sign-ups", "archives", "practice", "frames")
    }

    async def often(kind: str, number: int) -> None:
        turn = 0
        while time.monotonic() < until:
            turn += 1
            with suppress(OSError):
                if kind == "pages":
                    status, _text = await request(port, "/", source=ADDRESS)
                elif kind == "archives":
                    status, _text = await request(port, archive, source=ADDRESS)
                elif kind == "practice":
                    status, _text = await send_form(
                        port, "/practice/new/", {"preset": "cardgames_io", "level": "1"},
                        source=ADDRESS,
                    )  # fmt: skip
                else:
                    word = f"Quartz-{number}-{turn}-heron"
                    status, _text = await send_form(
                        port, "/account/signup/",
                        {"username": f"flood{number}x{turn}", "email": f"f{number}.{turn}@example.org",
                         "password1": word},
                        source=ADDRESS,
                    )  # fmt: skip
                seen[kind][str(status)] += 1

    async def watch() -> None:
        while time.monotonic() < until:
            with suppress(OSError, WebSocketException, TimeoutError):
                async with connect(
                    f"ws://127.0.0.1:{port}/ws/t/{table}/",
                    origin=f"http://localhost:{port}",  # type: ignore[arg-type]
                    compression=None,
                    local_addr=(ADDRESS, 0),
                    open_timeout=30,
                ) as socket:
                    await socket.send(json.dumps({"t": "hello", "seen": 0, "hash": ""}))
                    reading = asyncio.create_task(_count(socket, seen["frames"]))
                    while time.monotonic() < until:
                        await socket.send('{"t": "sync"}')
                        await asyncio.sleep(1 / FRAMES_A_SECOND)
                    reading.cancel()
            await asyncio.sleep(0.2)

    tasks = [asyncio.create_task(watch()) for _ in range(SOCKETS)]
    for kind, many in (
        ("pages", PAGES),
        ("sign-ups", SIGN_UPS),
        ("archives", ARCHIVES),
        ("practice", PRACTICES),
    ):
        tasks += [asyncio.create_task(often(kind, number)) for number in range(many)]
    await asyncio.wait(tasks, timeout=seconds + 5)
    for task in tasks:
        task.cancel()
    return seen


async def _count(socket: object, seen: Counter[str]) -> None:
    with suppress(WebSocketException):
        async for text in socket:  # type: ignore[attr-defined]
            frame = json.loads(text)
            seen[frame.get("code", frame["t"])] += 1


def main() -> None:
    """Flood for as long as asked."""
    port, table, archive, seconds = sys.argv[1:]
    print(json.dumps(asyncio.run(_flood(int(port), table, archive, float(seconds)))))


if __name__ == "__main__":
    main()
