"""Firefox and WebKit (which iPhones use) as Debian ships them, each by the protocol that it speaks itself: WebDriver BiDi and
WebDriver. A page is asked in JavaScript; keys and clicks are the browser's own.
"""

import base64
import json
import os
import re
import shutil
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

from websockets.sync.client import ClientConnection, connect

from tests import services

SECONDS = 60.0
WIDTH, HEIGHT = 447, 900
"""MiniBrowser doesn't get narrower."""


class Driver(Protocol):
    """A browser with one window."""

    def goto(self, url: str) -> None:
        """Load a page."""

    def evaluate(self, expression: str) -> Any:
        """Return the value of an expression, as JSON has it."""

    def click(self, selector: str) -> None:
        """Click on the first element that matches."""

    def write(self, selector: str, text: str) -> None:
        """Click on a field and type."""

    def give_cookie(self, url: str, name: str, value: str) -> None:
        """Set a cookie of a page that was loaded."""

    def shoot(self, path: Path) -> None:
        """Leave a picture of the window."""


def wait_until(driver: Driver, expression: str, seconds: float = SECONDS) -> None:
    """Wait until an expression is true in the page. Fails with what the page shows."""
    until = time.monotonic() + seconds
    while not driver.evaluate(f"Boolean({expression})"):
        if time.monotonic() > until:
            shown = driver.evaluate("document.body.innerText.slice(0, 600)")
            raise AssertionError(f"{expression} never came true; the page shows:\n{shown}")
        time.sleep(0.1)


def there(selector: str) -> str:
    """Return the expression for whether an element exists and has a size."""
    return f"[...document.querySelectorAll({json.dumps(selector)})].some((one) => one.getClientRects().length)"


class Firefox:
    """Firefox by WebDriver BiDi."""

    def __init__(self, line: ClientConnection) -> None:
        self._line, self._number = line, 0
        self._send("session.new", capabilities={})
        self._context = self._send("browsingContext.getTree")["contexts"][0]["context"]
        size = {"width": WIDTH, "height": HEIGHT}
        self._send("browsingContext.setViewport", context=self._context, viewport=size)

    def goto(self, url: str) -> None:
        self._send("browsingContext.navigate", context=self._context, url=url, wait="complete")

    def evaluate(self, expression: str) -> Any:
        answer = self._send(
            "script.evaluate",
            expression=f"JSON.stringify({expression})",
            target={"context": self._context},
            awaitPromise=False,
        )
        assert answer["type"] == "success", answer
        return json.loads(answer["result"].get("value", "null"))

    def click(self, selector: str) -> None:
        (node, *_rest) = self._nodes(selector)
        show = "(one) => one.scrollIntoView({ block: 'center', behavior: 'instant' })"
        self._send(
            "script.callFunction",
            functionDeclaration=show,
            arguments=[{"sharedId": node}],
            target={"context": self._context},
            awaitPromise=False,
        )
        origin = {"type": "element", "element": {"sharedId": node}}
        moves = [
            {"type": "pointerMove", "x": 0, "y": 0, "origin": origin},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        self._act({"type": "pointer", "id": "mouse", "actions": moves})

    def write(self, selector: str, text: str) -> None:
        self.click(selector)
        keys = [{"type": kind, "value": key} for key in text for kind in ("keyDown", "keyUp")]
        self._act({"type": "key", "id": "keyboard", "actions": keys})

    def give_cookie(self, url: str, name: str, value: str) -> None:
        cookie = {"name": name, "value": {"type": "string", "value": value}, "domain": "localhost"}
        self._send("storage.setCookie", cookie=cookie)

    def shoot(self, path: Path) -> None:
        picture = self._send("browsingContext.captureScreenshot", context=self._context)["data"]
        path.write_bytes(base64.b64decode(picture))

    def _nodes(self, selector: str) -> list[str]:
        locator = {"type": "css", "value": selector}
        found = self._send("browsingContext.locateNodes", context=self._context, locator=locator)
        return [node["sharedId"] for node in found["nodes"]]

    def _act(self, source: dict[str, Any]) -> None:
        self._send("input.performActions", context=self._context, actions=[source])

    def _send(self, method: str, **given: Any) -> Any:
        self._number += 1
        self._line.send(json.dumps({"id": self._number, "method": method, "params": given}))
        while True:
            answer = json.loads(self._line.recv(timeout=SECONDS))
            if answer.get("id") == self._number:
                assert answer["type"] == "success", (method, answer)
                return answer["result"]


@contextmanager
def firefox() -> Iterator[Firefox]:
    """Run Firefox without a screen."""
    program = services.need("firefox-esr", "firefox-esr")
    with _folder() as folder:
        command = [program, "--headless", "--no-remote", "--profile", str(folder)]
        env = {**os.environ, "HOME": str(folder), "LANG": "en_GB.UTF-8"}
        with _process([*command, "--remote-debugging-port", "0"], folder, env) as said:
            address = _found(said, r"WebDriver BiDi listening on (ws://\S+)")
            with connect(f"{address}/session", max_size=None) as line:
                yield Firefox(line)


ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
"""The key of an element's id, as the WebDriver standard has it."""


class WebKit:
    """WebKitGTK's small browser by WebDriver."""

    def __init__(self, port: int, browser: str) -> None:
        self._url = f"http://127.0.0.1:{port}/session"
        wanted = {"binary": browser, "args": ["--automation"]}
        told = self._send("", capabilities={"alwaysMatch": {"webkitgtk:browserOptions": wanted}})
        self._url += f"/{told['sessionId']}"
        self._send("/window/rect", width=WIDTH, height=HEIGHT)

    def goto(self, url: str) -> None:
        self._send("/url", url=url)

    def evaluate(self, expression: str) -> Any:
        script = f"return JSON.stringify({expression})"
        text = self._send("/execute/sync", script=script, args=[])
        return None if text is None else json.loads(text)

    def click(self, selector: str) -> None:
        until = time.monotonic() + SECONDS
        while True:
            try:
                self._send(f"/element/{self._element(selector)}/click")
                return
            except AssertionError as error:
                # While it moves it can't be clicked on.
                if "not interactable" not in str(error) or time.monotonic() > until:
                    raise
            time.sleep(0.1)

    def write(self, selector: str, text: str) -> None:
        self._send(f"/element/{self._element(selector)}/value", text=text)

    def give_cookie(self, url: str, name: str, value: str) -> None:
        self._send("/cookie", cookie={"name": name, "value": value, "path": "/"})

    def shoot(self, path: Path) -> None:
        with urllib.request.urlopen(f"{self._url}/screenshot", timeout=SECONDS) as answer:
            path.write_bytes(base64.b64decode(json.load(answer)["value"]))

    def _element(self, selector: str) -> str:
        found: dict[str, str] = self._send("/element", using="css selector", value=selector)
        return found[ELEMENT]

    def _send(self, path: str, **given: Any) -> Any:
        asked = urllib.request.Request(
            self._url + path, json.dumps(given).encode(), {"Content-Type": "application/json"}
        )
        try:
            with urllib.request.urlopen(asked, timeout=SECONDS) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(f"{path} {given}: {error.read().decode()[:400]}") from None

    def end(self) -> None:
        """Close the window."""
        asked = urllib.request.Request(self._url, method="DELETE")
        urllib.request.urlopen(asked, timeout=SECONDS).close()


@contextmanager
def webkit() -> Iterator[WebKit]:
    """Run WebKitGTK's MiniBrowser on a screen of its own that nobody sees."""
    driver = services.need("WebKitWebDriver", "webkit2gtk-driver")
    screen = services.need("Xvfb", "xvfb")
    (browser, *_rest) = sorted(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))
    with _folder() as folder:
        show = [screen, "-displayfd", "1", "-screen", "0", "1300x1000x24", "-nolisten", "tcp"]
        with _process(show, folder, {**os.environ}) as said:
            env = {**os.environ, "HOME": str(folder), "LANG": "en_GB.UTF-8", "GDK_BACKEND": "x11"}
            env |= {
                "DISPLAY": f":{_found(said, r'(\d+)')}",
                "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",
            }
            port = services.free_port()
            with _process([driver, f"--port={port}"], folder, env) as log:
                _answers(port, log)
                one = WebKit(port, str(browser))
                yield one
                one.end()


BROWSERS: dict[str, Callable[[], Any]] = {"firefox": firefox, "webkit": webkit}


@contextmanager
def _folder() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="browser-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _process(command: list[str], folder: Path, env: dict[str, str]) -> Iterator[Callable[[], str]]:
    """Run a program; yields a function that returns what it has printed."""
    log = folder / f"{Path(command[0]).name}.log"
    with log.open("wb") as out:
        process = subprocess.Popen(command, stdout=out, stderr=out, env=env)
    try:
        yield log.read_text
    finally:
        process.terminate()
        process.wait(timeout=30)


def _found(said: Callable[[], str], pattern: str) -> str:
    """Wait for a line and return its first group."""
    until = time.monotonic() + SECONDS
    while not (match := re.search(pattern, said())):
        if time.monotonic() > until:
            raise AssertionError(f"{pattern} was never printed:\n{said()}")
        time.sleep(0.1)
    return match[1]


def _answers(port: int, log: Callable[[], str]) -> None:
    until = time.monotonic() + SECONDS
    while True:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/status", timeout=5).close()
            return
        except OSError:
            if time.monotonic() > until:
                raise AssertionError(f"the driver never answered:\n{log()}") from None
            time.sleep(0.1)
