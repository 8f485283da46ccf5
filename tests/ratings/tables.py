"""Finished tables, as the tables' own functions leave them."""

import random
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from games.engine import preset, sides
from games.ratings import services
from games.tables.models import Action, Seat, Table

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


def choose(table: Table, seat: int, own: int, bots: int, *, hand: int = 1, by: str = "bot") -> None:
    """Log cards of a hand: first those that the seat's player chose, then those of others."""
    user, last = table.seats.get(index=seat).user, table.actions.count()
    Action.objects.bulk_create(
        Action(
            table=table, version=last + 1 + number, kind="play", hand_no=hand, seat=seat, text="play 2C",
            by="player" if number < own else by, user=user if number < own else None, at=FIRST,
        )
        for number in range(own + bots)
    )  # fmt: skip


def note(table: Table, text: str, seat: int, user: Any) -> None:
    """Log an event of a seat, and the start before the first one."""
    for each, *whose in (("start", None, None), (text, seat, user)):
        if each != "start" or not table.actions.filter(text="start").exists():
            Action.objects.create(
                table=table, version=table.actions.count() + 1, kind="table", text=each,
                seat=whose[0], user=whose[1], by="player", at=FIRST,
            )  # fmt: skip


def season(
    people: list[Any], games: int, seed: int = 4, apart: timedelta = timedelta(hours=1)
) -> list[Table]:
    """Play rated partnership games with changing partners and outcomes, one after the other `apart`."""
    dice = random.Random(seed)
    tables = []
    for number in range(games):
        seats = dice.sample(people, 4)
        winners = dice.choice([(0, 2), (1, 3)])
        table = finished_table(seats, winners, at=FIRST + number * apart)
        services.rate_table(table.pk)
        tables.append(table)
    return tables
