"""Finished tables, as the tables' own functions leave them."""

import random
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from games.engine import preset, sides
from games.ratings import services
from games.tables.models import Seat, Table

FIRST = datetime(2026, 3, 1, 20, 0, tzinfo=UTC)


def finished_table(
    people: Sequence[Any],
    winners: Sequence[int],
    *,
    key: str = "cardgames_io",
    totals: Sequence[int] | None = None,
    at: datetime = FIRST,
    **fields: Any,
) -> Table:
    """Make a rated, finished table with `people` on its seats, seat 0 first; None is a bot. `winners` are seats."""
    rules = preset(key)
    if totals is None:
        totals = [500 if set(side) & set(winners) else 300 for side in sides(rules)]
    table = Table.objects.create(
        preset=key,
        rules=rules.to_dict(),
        commitment="0" * 64,
        created_at=at - timedelta(hours=1),
        started_at=at - timedelta(hours=1),
        **{
            "finished_at": at,
            "rated": True,
            "status": Table.Status.FINISHED,
            "result": {
                "winners": list(winners),
                "totals": list(totals),
                "bags": [0] * len(totals),
                "hands": 9,
            },
            **fields,
        },
    )
    for index, person in enumerate(people):
        Seat.objects.create(
            table=table,
            index=index,
            user=person,
            bot=person is None,
            arrived_at=None if person is None else at - timedelta(hours=1),
            name="Bot" if person is None else person.username,
        )
    return table


def season(people: list[Any], games: int, seed: int = 4) -> list[Table]:
    """Play rated partnership games with changing partners and outcomes."""
    dice = random.Random(seed)
    tables = []
    for number in range(games):
        seats = dice.sample(people, 4)
        winners = dice.choice([(0, 2), (1, 3)])
        table = finished_table(seats, winners, at=FIRST + timedelta(hours=number))
        services.rate_table(table.pk)
        tables.append(table)
    return tables
