"""The finished tables of a match, hand by hand, for deciding about a contested result."""

from collections.abc import Sequence
from dataclasses import dataclass

from games import engine
from tournaments.events.models import Match, MatchTable


@dataclass(frozen=True)
class PlayedTable:
    """A finished table: its number, the address of its table, and the points of each side of the match by hand and in
    total.
    """

    number: int
    address: str
    hands: Sequence[tuple[int, ...]]
    totals: tuple[int, ...]


def played_tables(match: Match) -> list[PlayedTable]:
    """Return the finished tables of a match that count."""
    found = (_played(at) for at in match.counting)
    return [one for one in found if one is not None]


def _played(at: MatchTable) -> PlayedTable | None:
    table = at.table
    if table is None or table.result is None or table.state is None:
        return None
    state = engine.restore({**table.state, "rules": table.rules})
    turn = -1 if at.crossed else 1
    hands = [
        tuple(side.points for side in hand.sides)[::turn]
        for hand in state.hand_results
        if not hand.shown
    ]
    return PlayedTable(at.number, table.public_id, hands, tuple(table.result["totals"])[::turn])
