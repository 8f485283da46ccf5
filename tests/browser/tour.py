"""Takes a table through all its phases and stops in each, so that tests can inspect it."""

from collections.abc import Iterator, Sequence
from typing import Any

from tests.browser.tables import Mate
from tests.program import Platform

HAND_PAUSE = 30
"""Seconds between two hands, on the platform that a tour is made on; it moves the clock on. Not so long
that players seem to be away."""
TITLES = {
    "waiting": "Waiting for players",
    "dealer": "Drawing for the deal",
    "draw": "The two-player draw",
    "blind": "Look, or bid blind",
    "bid": "Bidding",
    "pass": "Passing",
    "play": "Playing to a trick",
    "last": "The trick’s last card",
    "trick": "The trick is won",
    "score": "The hand’s score",
    "over": "The end of the game",
}
"""The moments of a tour, in order. In "last" the next card ends a trick."""


class Tour:
    """Two hands at one table, all seats played by mates; `mates[0]` has seat 0 already, whose view decides what
    comes.
    """

    def __init__(self, site: Platform, table: str, mates: Sequence[Mate]) -> None:
        self.site = site
        self.table = table
        self.mates = mates
        self.seen: set[str] = set()
        self.blind_wishes = ["blind nil"]

    @property
    def version(self) -> int:
        """The version at which the table stands."""
        return int(self.mates[0].view["v"])

    def moments(self) -> Iterator[str]:
        """Go through the game; yields each moment's name (TITLES) once, the table standing still meanwhile."""
        first, *others = self.mates
        first.come(self.table)
        for seat, mate in enumerate(others[:-1], 1):
            mate.come(self.table).sit(seat)
        first.look()
        yield "waiting"
        others[-1].come(self.table).sit(len(others))
        view = first.until(lambda view: view["game"] is not None)
        while view["table"]["status"] == "playing":
            name = self._moment(view["game"])
            if name and name not in self.seen:
                self.seen.add(name)
                yield name
                view = first.look()
                for mate in others:
                    mate.look()
            view = self._go_on(view)
        yield "over"

    def _moment(self, game: dict[str, Any]) -> str | None:
        phase, mine = game["phase"], 0 in game["to_act"]
        tricks, size = sum(game["tricks_won"]), game["players"]
        plays = (game["trick"] or {}).get("plays", [])
        if phase == "deal":
            return "score"
        if (
            phase == "bid"
            and game["draw_for_deal"]
            and game["hand_no"] == 1
            and "dealer" not in self.seen
        ):
            return "dealer"
        if phase == "bid" and mine:
            return "blind" if game["hand"] is None else self._bidding(game)
        if phase == "draw":
            return "draw" if mine and len(game["hand"]) > 4 else None
        if phase == "pass":
            return "pass" if mine else None
        if (
            phase == "play"
            and mine
            and plays
            and ((tricks > 2 and len(plays) > size / 2 - 1) or tricks > 8)
        ):
            return "play"
        if "trick" not in self.seen and "last" in self.seen and phase == "play" and not plays:
            return "trick"
        # The hand's last trick gives way to the score: nothing of it would be left to look at.
        if "play" in self.seen and len(plays) == size - 1 and max(game["counts"]) > 1:
            return "last"
        return None

    def _bidding(self, game: dict[str, Any]) -> str | None:
        """Wait for a hand in which the partner has bid before; the second must do."""
        partners = len(game["sides"]) < game["players"]
        return "bid" if not partners or game["bids"][2] or game["hand_no"] > 1 else None

    def _go_on(self, view: dict[str, Any]) -> dict[str, Any]:
        """Let the next of the mates act, or the next hand be dealt."""
        first, game = self.mates[0], view["game"]
        if game["phase"] == "deal":
            self.site.forward(HAND_PAUSE)
            for mate in self.mates:
                mate.look()
            return first.until(
                lambda view: view["game"]["hand_no"] > game["hand_no"] and self._all_here(view)
            )
        mate = self.mates[game["to_act"][0]]
        mate.until(lambda own: own["v"] >= view["v"])
        mate.act(self._wish(mate))
        return first.until(lambda own: own["v"] >= mate.view["v"])

    def _wish(self, mate: Mate) -> str:
        """Bid one blind nil where that leads to passing cards, else look at them."""
        if not mate.view["game"]["blind_offer"] or mate.view["game"]["hand"] is not None:
            return ""
        passing = mate.view["table"]["rules"]["blind_nil_pass"]
        return (
            self.blind_wishes.pop()
            if passing and mate is self.mates[0] and self.blind_wishes
            else "look"
        )

    def _all_here(self, view: dict[str, Any]) -> bool:
        """Return whether nobody is shown as away; players who are confirm that they are there."""
        away = [seat["seat"] for seat in view["table"]["seats"] if not seat["online"]]
        for seat in away:
            self.mates[seat].look()
        return not away
