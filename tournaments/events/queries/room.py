"""The tables of tournaments in a room: the matches that are on at them, in one query."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any

from django.db.models import Count, F, OuterRef, Q, Subquery, Value
from django.db.models.functions import Coalesce

from tournaments.events.models import Match, PadPhone, Round, SideEntry, Tournament


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
    points: tuple[int, ...] = ()
    """On its pad; () before the first hand."""
    hands: int = 0
    over: bool = False
    """The game on the pad has ended, and its score waits for confirmation."""
    raised_at: datetime | None = None
    """Since when the table asks for the organizer."""
    asking: int = 0
    """How many phones wait for consent."""
    has_pad: bool = False


def room_rows(tournaments: Iterable[Tournament], at: datetime) -> list[RoomRow]:
    """Return the matches that are on in these tournaments' rooms at `at`: those that ask for the organizer first, then by round and
    table. One query, or none.
    """
    cups = [one.pk for one in tournaments if one.is_in_room]
    if not cups:
        return []
    match = "side__match__"
    asking = PadPhone.objects.filter(
        pad__match=OuterRef("side__match"), side__isnull=False, accepted_at=None
    ).order_by()
    number = asking.values("pad").annotate(number=Count("pk")).values("number")
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
            table=F(f"{match}pad__table__number"), score=F(f"{match}pad__score"), raised_at=F(f"{match}pad__raised_at"),
            pad=F(f"{match}pad"), asking=Coalesce(Subquery(number), Value(0)),
        )
    )  # fmt: skip
    found = [_row(list(own)) for _key, own in groupby(rows, lambda row: row["side__match"])]
    return sorted(found, key=lambda row: (row.raised_at is None, row.round_no, row.number))


def _row(places: Sequence[dict[str, Any]]) -> RoomRow:
    sides: dict[int, list[str]] = {}
    for place in places:
        sides.setdefault(place["side__index"], []).append(place["name"])
    first = places[0]
    score = first["score"] or {}
    return RoomRow(
        match=first["side__match"],
        cup=first["cup"],
        round_no=first["round_no"],
        number=first["table"] or first["number"],
        points=tuple(score.get("points", ())) if score.get("hands") else (),
        hands=score.get("hands", 0),
        over=score.get("over", False),
        raised_at=first["raised_at"],
        asking=first["asking"],
        has_pad=first["pad"] is not None,
        sides=tuple(" & ".join(sides[index]) for index in sorted(sides)),
    )
