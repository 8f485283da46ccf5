"""Bots at a table: their names, their choices from their seat's view, and how many cards they played for people."""

import hmac
import random
import secrets
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import NamedTuple

import orjson
from django.db.models import Count, Q

from games import bots, engine
from games.engine import State
from games.tables.models import Action, Seat, SharedSecret, Table

_dice = secrets.SystemRandom()


def bot_name(seats: Sequence[Seat]) -> str:
    """Return a bot's name that isn't used at the table yet."""
    taken = {seat.name for seat in seats}
    return next(name for name in bots.NAMES if name not in taken)


def level_of(table: Table, seat: Seat) -> int:
    """Return the level of the bot that has the seat or stands in there."""
    return table.bots_level if seat.level is None else seat.level


def choice_for(state: State, seat: int, deals_id: int | None = None) -> str:
    """Return the action that a bot chooses in this seat without searching, from what a person there would see.

    At tables that share the deals `deals_id`, bots answer alike to alike play.
    """
    dice = _dice if deals_id is None else dice_of(engine.view_for(state, seat), deals_id)
    return choice_with(state, seat, dice)


def choice_with(state: State, seat: int, dice: bots.Dice) -> str:
    """Return the action that a bot with these dice chooses without searching."""
    return bots.choose(engine.view_for(state, seat), state.rules, dice)


def dice_of(view: engine.GameView, deals_id: int | None) -> random.Random:
    """Return the dice for a turn, seeded by the seat's view, so that nobody else can predict them.

    Where deals are shared, their secret is part of the seed: not even the seat's own view predicts them before it is revealed.
    """
    if deals_id is None:
        return random.Random(sha256(_seed(view)).digest())
    return dice_under(bytes(SharedSecret.objects.get(deals_id=deals_id).master), view)


def dice_under(master: bytes, view: engine.GameView) -> random.Random:
    """Return the dice for a turn under the secret of deals that several people play, alike for alike play."""
    return random.Random(hmac.digest(master, b"spades-bots/1 " + _seed(view), "sha256"))


def _seed(view: engine.GameView) -> bytes:
    return orjson.dumps(view, option=orjson.OPT_SORT_KEYS | orjson.OPT_NON_STR_KEYS)


class Cards(NamedTuple):
    """The number of cards played from a seat, and how many of them a bot chose."""

    played: int = 0
    by_bot: int = 0

    @property
    def mostly_bot(self) -> bool:
        """Return whether a bot chose more than half of the cards."""
        return 2 * self.by_bot > self.played

    def __add__(self, other: object) -> "Cards":
        """Return the sum for two seats, or for one seat at two tables."""
        if not isinstance(other, Cards):
            return NotImplemented
        return Cards(self.played + other.played, self.by_bot + other.by_bot)

    def __sub__(self, other: "Cards") -> "Cards":
        """Return the difference, for a seat that changed hands."""
        return Cards(self.played - other.played, self.by_bot - other.by_bot)


def cards_by_seat(tables: Iterable[int]) -> dict[tuple[int, int], Cards]:
    """Count the cards of each (table, seat) from the tables' logs, in one query.

    A card played on timeout counts as a bot's. Cards that the server played after a claim don't count, because
    nobody chose them.
    """
    log = Action.objects.filter(
        table__in=list(tables), kind=Action.Kind.PLAY, text__startswith="play "
    )
    bots = Q(by__in=(Action.By.BOT, Action.By.CLOCK))
    rows = (
        log.exclude(by=Action.By.SERVER)
        .values_list("table_id", "seat")
        .annotate(all=Count("pk"), bots=Count("pk", bots))
        .order_by()
    )
    return {(table, seat): Cards(played, by_bot) for table, seat, played, by_bot in rows}
