"""Scripted clients that play game after game at several tables of a deployment, whatever happens to it, and what came of that."""

import asyncio
import json
import random
import time
import urllib.error
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from websockets.exceptions import WebSocketException

from games.engine.record import verify_record
from games.fairness.verify import verify_game
from tests.faults.deployed.site import Site
from tests.support import protocol
from tests.support.client import Player, Visitor, table_id

BEGIN_SECONDS = 45.0
"""A table that hasn't begun by then has lost somebody to a fault while it filled; its people open another."""
PATIENCE = 150.0
BROKEN = (OSError, WebSocketException, TimeoutError, urllib.error.URLError)


@dataclass
class Figures:
    """What was counted over all games."""

    games: int = 0
    acknowledged: int = 0
    lost: int = 0
    doubled: int = 0
    wrong: list[str] = field(default_factory=list)
    refusals: Counter[str] = field(default_factory=Counter)
    """What players were told that had to send something again, and how often."""
    moments: list[tuple[int, float]] = field(default_factory=list)
    """For each acknowledged action the number of its game, and when the acknowledgement came."""
    stand_ins: dict[tuple[str, int], float] = field(default_factory=dict)
    """When a bot was first seen to play for a person, by the table's id and the seat."""
    not_begun: list[tuple[float, str]] = field(default_factory=list)
    """When people gave a table up that didn't begin, and what they saw of it."""

    def longest_gap(self, begun: float, ended: float) -> float:
        """Return the longest time without an acknowledged action in any game that was in play both before and after it, of gaps that
        touch the time from `begun` to `ended`.
        """
        longest = 0.0
        last: dict[int, float] = {}
        for game, moment in sorted(self.moments, key=lambda each: each[1]):
            if game in last and last[game] < ended and moment > begun:
                longest = max(longest, moment - last[game])
            last[game] = moment
        return longest

    def acknowledged_between(self, begun: float, ended: float) -> int:
        """Return how many actions were acknowledged from `begun` to `ended`."""
        return sum(begun <= moment <= ended for _, moment in self.moments)


@dataclass
class Club:
    """The people at their tables: four at each, and at the last one two with two bots that search."""

    site: Site
    tables: int
    turn_seconds: int
    think: tuple[float, float] = (0.1, 0.3)
    figures: Figures = field(default_factory=Figures)
    closing: asyncio.Event = field(default_factory=asyncio.Event)
    in_play: dict[int, list[Player]] = field(default_factory=dict)
    """The players of each game in play, by its number."""
    absent: set[int] = field(default_factory=set)
    """Players who don't act any more, by `id`."""
    dice: random.Random = field(default_factory=lambda: random.Random("faults"))
    _numbers: int = 0

    async def play(self) -> None:
        """Play until `closing` is set and the games that were in play then are over."""
        await asyncio.gather(*(self._sit(number) for number in range(self.tables)))

    async def _sit(self, table: int) -> None:
        people = 2 if table == self.tables - 1 else 4
        visitors: list[Visitor] = []
        while not self.closing.is_set():
            players: list[Player] = []
            try:
                visitors = visitors or await self._guests(people)
                if not await self._game(visitors, players):
                    # They still sit at the table that didn't begin, and nobody may sit at many.
                    visitors = []
            finally:
                for player in players:
                    with suppress(*BROKEN):
                        await player.close()

    async def _guests(self, number: int) -> list[Visitor]:
        visitors = [Visitor(self.site.url) for _ in range(number)]
        for visitor in visitors:
            await self._persist(lambda visitor=visitor: asyncio.to_thread(visitor.become_guest))
        return visitors

    async def _game(self, visitors: list[Visitor], players: list[Player]) -> bool:
        """Open a table and play there to the end; returns False if the game didn't begin."""
        form = {
            "preset": "cardgames_io", "max_hands": "1", "target": "2000", "pace": "own",
            "turn_seconds": str(self.turn_seconds), "bank_seconds": "0", "visibility": "link", "bots_level": "2",
        }  # fmt: skip
        address = await self._persist(
            lambda: asyncio.to_thread(visitors[0].post, "/play/open/", form)
        )
        table = table_id(address)
        self._numbers += 1
        number = self._numbers
        for visitor in visitors:
            player = Player(
                self.site.url, table, visitor.headers(), stay=True, check=partial(self._check, table),
                choose=lambda view: self.dice.choice(view["legal"]),
            )  # fmt: skip
            players.append(player)
            await self._persist(player.open)
        try:
            async with asyncio.timeout(BEGIN_SECONDS):
                for seat, player in enumerate(players):
                    if player.view["you"]["seat"] is None:
                        await player.ask("sit", seat=seat, hash=player.hash)
                if len(players) < 4:
                    await players[0].ask("fill")
                for player in players:
                    await player.until(
                        lambda view: view["table"]["status"] == "playing", BEGIN_SECONDS
                    )
        except TimeoutError:
            seen = "; ".join(_what_they_see(player) for player in players)
            self.figures.not_begun.append((time.monotonic(), f"{table}: {seen}"))
            return False
        self.in_play[number] = players
        try:
            await asyncio.gather(*(self._play_on(number, player) for player in players))
            await self._hold_against_record(players)
        finally:
            del self.in_play[number]
        return True

    def _check(self, table: str, side: str, frame: dict[str, Any]) -> list[str]:
        if frame.get("code") == "try_again":
            self.figures.refusals[frame["message"]] += 1
        if frame["t"] == "view":
            for seat, holder in enumerate(frame["table"]["seats"]):
                if holder["stand_in"]:
                    self.figures.stand_ins.setdefault((table, seat), time.monotonic())
        return protocol.faults(side, frame)

    async def _play_on(self, number: int, player: Player) -> None:
        while True:
            await player.until(lambda _: player.is_over() or player.is_our_turn(), PATIENCE)
            if player.is_over():
                return
            if id(player) in self.absent:
                await asyncio.sleep(1)
                continue
            request = await player.act(player.choose(player.view["game"]))
            if request in player.acked:
                self.figures.moments.append((number, time.monotonic()))
            await asyncio.sleep(self.dice.uniform(*self.think))

    async def _hold_against_record(self, players: list[Player]) -> None:
        """Compare what was acknowledged to each player with the game's record, and replay that."""
        figures = self.figures
        visitor = Visitor(self.site.url)
        address = f"/play/t/{players[0].table}/record/"
        text = await self._persist(lambda: asyncio.to_thread(visitor.get, address))
        record: dict[str, Any] = json.loads(text)
        figures.games += 1
        if verify_record(record) != players[0].view["game"]["result"]:
            figures.wrong.append(f"{address}: another result")
        figures.wrong += [f"{address}: {one}" for one in verify_game(record) if not one.ok]
        for seat, player in enumerate(players):
            stored = [
                text
                for hand in record["hands"]
                for actor, _, text in (action.partition(" ") for action in hand["actions"])
                if actor == str(seat)
            ]
            told = [
                player.acts[request]
                for request in sorted(player.acts, key=lambda one: player.accepted.get(one, 0))
                if request in player.acked
            ]
            figures.acknowledged += len(told)
            # A hand has each card once, and one bid: what is missing or too much shows by itself. So does what a bot played for
            # a person, because no turn may time out.
            figures.lost += sum(max(0, told.count(one) - stored.count(one)) for one in set(told))
            figures.doubled += sum(
                max(0, stored.count(one) - told.count(one)) for one in set(stored)
            )
            if told != stored:
                figures.wrong.append(f"{address}: seat {seat} was told {told}, stored is {stored}")
            refused = {error["code"] for error in player.errors} - {"stale"}
            if refused or player.faults:
                figures.wrong.append(f"{address}: seat {seat}: {refused} {player.faults}")

    async def _persist[T](self, call: Callable[[], Awaitable[T]]) -> T:
        """Call until it works: while something is away, pages fail."""
        until = time.monotonic() + PATIENCE
        while True:
            try:
                return await call()
            except BROKEN:
                if time.monotonic() > until:
                    raise
                await asyncio.sleep(0.5)

    async def catch_up(self, seconds: float) -> float:
        """Wait until every player has the newest picture that anybody at the table has now; returns how long the last one took, in
        seconds. Raises TimeoutError.
        """
        begun = time.monotonic()
        newest = [
            (player, max(each.view["v"] for each in players))
            for players in self.in_play.values()
            for player in players
        ]
        await asyncio.gather(
            *(
                player.until(lambda view, version=version: view["v"] >= version, seconds)
                for player, version in newest
            )
        )
        return time.monotonic() - begun


def _what_they_see(player: Player) -> str:
    """Describe a player's picture of a table that doesn't begin, and what they were refused."""
    view = player.view
    holders = [holder.get("name") for holder in view["table"]["seats"]]
    refused = [error["code"] for error in player.errors]
    waits = [frame["t"] for frame in player.unanswered.values()]
    return f"{view['table']['status']} v{view['v']} {holders}, refused {refused}, unanswered {waits}, {player.connections} connections"
