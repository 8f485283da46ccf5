"""The tables of tournaments in a room: the matches that are on at them, in one query."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any

from django.db.models import F, Q

from tournaments.events.models import Match, Round, SideEntry, Tournament


@dataclass(frozen=True)
class RoomRow:
    """A match that is on at a table of the room."""

    match: int
    cup: int
    """The key of the tournament."""
    round_no: int
    number: int
    """The table's number."""
    sides: tuple[str, ...]


def room_rows(tournaments: Iterable[Tournament], at: datetime) -> list[RoomRow]:
    """Return the matches that are on in these tournaments' rooms at `at`, by round and table. One query, or none."""
    cups = [one.pk for one in tournaments if one.is_in_room]
    if not cups:
        return []
    match = "side__match__"
    rows: Any = (
        SideEntry.objects.filter(
            Q(side__match__starts_at=None) | Q(side__match__starts_at__lte=at),
            side__match__tournament__in=cups,
            side__match__status=Match.Status.DRAWN,
            round__status=Round.Status.PLAYING,
        )
        .order_by(
            *(f"{match}tournament", f"{match}round__number", f"{match}number", "side__match"),
            *("side__index", "position"),
        )
        .values(
            "side__match", "side__index", name=F("entry__name"), number=F(f"{match}number"),
            round_no=F(f"{match}round__number"), cup=F(f"{match}tournament"),
        )
    )  # fmt: skip
    return [_row(list(own)) for _key, own in groupby(rows, lambda row: row["side__match"])]


def _row(places: Sequence[dict[str, Any]]) -> RoomRow:
    sides: dict[int, list[str]] = {}
    for place in places:
        sides.setdefault(place["side__index"], []).append(place["name"])
    first = places[0]
    return RoomRow(
        match=first["side__match"],
        cup=first["cup"],
        round_no=first["round_no"],
        number=first["number"],
        sides=tuple(" & ".join(sides[index]) for index in sorted(sides)),
    )
