"""A table's page whose server is the test, which controls the time and order of every answer and picture."""

import json
import random
from typing import Any

from playwright.sync_api import Page, WebSocketRoute

from games import engine


class Script:
    """Takes the page's socket over. The page has seat 0 of a game of its own that begins where the play does.

    `frame` is a picture of the page's real table, for all of it that isn't the game. What the page sends is taken at
    once, by the rules; answers and pictures wait in `out` until the test sends them.
    """

    def __init__(self, page: Page, frame: dict[str, Any], *, seed: int) -> None:
        self.page, self.template = page, frame
        self.dice = random.Random(seed)
        self.version = int(frame["v"])
        self.acts: list[dict[str, Any]] = []
        self.out: list[dict[str, Any]] = []
        self.known: dict[str, int] = {}
        self.errors: list[str] = []
        self.sockets: list[WebSocketRoute] = []
        rules = engine.RuleSet.from_dict(frame["table"]["rules"])
        self.game = engine.new_game(rules, first_dealer=1)
        self.next_hand()
        page.route_web_socket("**/ws/t/**", self._connect)

    def next_hand(self) -> None:
        """Deal, and let everybody bid 3."""
        pack = list(engine.pack_for(self.game.rules))
        self.dice.shuffle(pack)
        self.game = engine.deal(self.game, pack)
        while self.game.phase == "bid":
            self.game = engine.apply(self.game, self.game.to_act[0], "bid 3")
        self.version += 1

    @property
    def mine(self) -> bool:
        """Whether the page's player is to play."""
        return self.game.to_act == (0,)

    def picture(self) -> dict[str, Any]:
        """Return the picture for the page's player."""
        own = self.template["you"]
        return {
            **self.template,
            "v": self.version,
            "game": engine.view_for(self.game, 0),
            "you": {**own, "seat": 0, "stand_in": False, "can": []},
        }

    def news(self) -> dict[str, Any]:
        """Count a change outside the game, such as a player's return; return the picture."""
        self.version += 1
        return self.picture()

    def other_plays(self, action: str = "") -> dict[str, Any]:
        """Let the other player at turn play; return the picture."""
        seat = self.game.to_act[0]
        assert seat != 0
        chosen = action or self.dice.choice(engine.legal_actions(self.game, seat))
        return self._play(seat, chosen)

    def send(self, *frames: dict[str, Any]) -> None:
        """Send frames to the page's newest socket, in this order."""
        for frame in frames:
            self.sockets[-1].send(json.dumps(frame))

    def flush(self) -> None:
        """Send all that waits."""
        waiting, self.out = self.out, []
        self.send(*waiting)

    def answer(self, *, backwards: bool = False) -> None:
        """Wait until there is an answer, and send all that waits."""
        for _ in range(1000):
            if self.out:
                break
            self.page.wait_for_timeout(20)
        if backwards:
            self.out.reverse()
        self.flush()

    def drop(self) -> None:
        """Cut the page's connection; what waits is lost."""
        self.out = []
        self.sockets[-1].close(code=1012)

    def until_acts(self, many: int, seconds: float = 20) -> None:
        """Wait until the page has sent this number of different actions."""
        for _ in range(int(seconds * 50)):
            if len(self.acts) >= many:
                return
            self.page.wait_for_timeout(20)
        raise TimeoutError(f"{len(self.acts)} of {many} actions came; {self.errors}")

    def _play(self, seat: int, action: str) -> dict[str, Any]:
        self.game = engine.apply(self.game, seat, action)
        self.version += 1
        return self.picture()

    def _connect(self, socket: WebSocketRoute) -> None:
        self.sockets.append(socket)
        socket.on_message(lambda text: self._take(socket, json.loads(text)))

    def _take(self, socket: WebSocketRoute, frame: dict[str, Any]) -> None:
        if frame["t"] in ("hello", "sync"):
            socket.send(json.dumps(self.picture()))
        elif frame["t"] == "ping":
            socket.send(json.dumps({"t": "pong", "v": self.version}))
        elif frame["t"] == "act":
            self._act(frame)

    def _act(self, frame: dict[str, Any]) -> None:
        if frame["id"] in self.known:
            # Sent again: it was done, and that is all there is to say.
            self.out.append({"t": "ack", "id": frame["id"], "v": self.known[frame["id"]]})
            return
        self.acts.append(frame)
        try:
            picture = self._play(0, frame["a"])
        except engine.EngineError as error:
            self.errors.append(f"{frame['a']}: {error}")
            self.refuse(frame, error.code)
            return
        self.known[frame["id"]] = self.version
        self.out += [{"t": "ack", "id": frame["id"], "v": self.version}, picture]

    def refuse(self, frame: dict[str, Any], code: str) -> None:
        """Answer with an error."""
        self.out.append(
            {"t": "error", "id": frame["id"], "code": code, "message": code, "v": self.version}
        )
