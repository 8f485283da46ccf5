"""Bots at a table: their names, and their choices, which use only the view of their seat."""

import secrets
from collections.abc import Sequence

from games import bots, engine
from games.engine import State
from games.tables.models import Seat

_dice = secrets.SystemRandom()


def bot_name(seats: Sequence[Seat]) -> str:
    """Return a bot's name that is unused at the table."""
    taken = {seat.name for seat in seats}
    return next(name for name in bots.NAMES if name not in taken)


def choice_for(state: State, seat: int) -> str:
    """Return the action that a bot chooses in this seat; it sees what a person there would see."""
    return bots.choose(engine.view_for(state, seat), _dice)
