"""H1, where every byte of a table's sockets is produced: two games that look the same to a viewer.

`test_hidden_cards.py` holds the whole server to the same, with fewer pairs by default.
"""

import random
from datetime import UTC, datetime
from itertools import zip_longest

import pytest

from games.engine import State
from games.tables.models import Seat, Table
from games.tables.pictures.picture import frame, picture_of
from tests.security.twins import SPECTATOR, Twins, twins

AT = datetime(2026, 3, 1, 12, tzinfo=UTC)
PAIRS = 40
LONG_PAIRS = 500
VIEWERS = (0, 1, 2, 3, 4, SPECTATOR)


def frames(pair: Twins, viewer: int, *, other: bool) -> list[str]:
    """Return the frames that the viewer's socket gets in the one or the other game."""
    return [_frame(pair, state, viewer) for state in pair.states(other=other)]


def _frame(pair: Twins, state: State, viewer: int) -> str:
    table = Table(
        pk=1, public_id="twins", preset=pair.rules.preset, rules=pair.rules.to_dict(),
        status=Table.Status.PLAYING, commitment="0" * 64, deadline=AT, version=7,
    )  # fmt: skip
    seats = [
        Seat(table=table, index=index, user_id=index + 1, name=f"p{index}")
        for index in range(pair.rules.players)
    ]
    picture = picture_of(table, seats, state)
    user = None if viewer == SPECTATOR else viewer + 1
    return frame(picture, user, f"p{viewer}", AT.isoformat())


def hold(viewer: int, number: int) -> None:
    """Fail if one of so many pairs can be told apart by the viewer, or if the pairs are too alike to show
    anything.
    """
    dice = random.Random(f"h1 {viewer}")
    told_apart = 0
    for _ in range(number):
        pair = twins(viewer, dice)
        one, two = frames(pair, viewer, other=False), frames(pair, viewer, other=True)
        for step, (mine, theirs) in enumerate(zip_longest(one, two)):
            assert mine == theirs, f"{pair.rules} after {pair.actions[:step]}"
        told_apart += others_differ(pair)
    assert told_apart > 0.5 * number


def others_differ(pair: Twins) -> bool:
    """Return whether another seat's picture tells the games apart: the canary, which shows that the comparison
    can.
    """
    *_, one = pair.states(other=False)
    *_, two = pair.states(other=True)
    others = [seat for seat in range(pair.rules.players) if seat != pair.viewer]
    return any(_frame(pair, one, seat) != _frame(pair, two, seat) for seat in others)


@pytest.mark.sweep(2)
@pytest.mark.parametrize("viewer", VIEWERS)
def test_h1_no_frame_tells_two_deals_apart(viewer: int) -> None:
    hold(viewer, PAIRS)


@pytest.mark.long
@pytest.mark.parametrize("viewer", VIEWERS)
def test_h1_no_frame_tells_two_deals_apart_at_length(viewer: int) -> None:
    hold(viewer, LONG_PAIRS)
