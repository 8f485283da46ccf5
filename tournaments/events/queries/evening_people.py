"""Attendance at one tournament of an evening: where each entry or single player is."""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

from tournaments.events.core.state import check_in_opens
from tournaments.events.models import Entry, Status, Tournament
from tournaments.events.queries.evening_rows import Attendee, State, TableRow


def in_check_in(tournament: Tournament, one: dict[str, Any]) -> Attendee:
    checking = tournament.status == Status.CHECK_IN
    checked_in_at = one["checked_in_at"]
    heard = one["on_the_way_at"] is not None and one["on_the_way_at"] >= check_in_opens(tournament)
    if not checking:
        state = State.FREE
    elif checked_in_at is not None:
        state = State.PRESENT
    else:
        state = State.ON_THE_WAY if heard else State.ABSENT
    return Attendee(
        cup=tournament.pk,
        place=f"{one['kind']}:{one['id']}",
        name=one["shown"],
        state=state,
        status=one["status"],
        since=checked_in_at,
        due=tournament.starts_at if checking and checked_in_at is None else None,
        called_at=one["called_at"],
        entry=one["id"] if one["kind"] == "entry" else None,
        on_the_way_at=one["on_the_way_at"],
        asked=one["asked"],
        asked_at=one["asked_at"],
    )


def at_table(
    cup: Tournament,
    one: dict[str, Any],
    rows: Iterable[dict[str, Any]],
    tables: Mapping[int, TableRow],
    at: datetime,
) -> Attendee:
    """Return where an entry of a tournament under way is, by the seats at its open tables."""
    rows = list(rows)
    gone = [row for row in rows if row["arrived_at"] is None or row["stand_in"]]
    about: dict[str, Any] = {
        "cup": one["tournament_id"], "place": f"entry:{one['id']}", "name": one["shown"], "status": one["status"],
        "entry": one["id"], "called_at": one["called_at"], "on_the_way_at": one["on_the_way_at"],
        "asked": one["asked"], "asked_at": one["asked_at"],
        "free_since": one["free_since"], "paused": one["paused"],
    }  # fmt: skip
    if not rows:
        return _without_table(cup, one, about, at)
    table = tables[(gone or rows)[0]["table_id"]]
    about |= {"match": table.match, "table": table.name, "waits": table.waits}
    if not gone:
        arrived = max(row["arrived_at"] for row in rows)
        return Attendee(state=State.PRESENT, since=arrived, **about)
    heard = one["on_the_way_at"] is not None and one["on_the_way_at"] >= table.opened_at
    return Attendee(
        state=State.ON_THE_WAY if heard else State.ABSENT,
        due=table.due,
        missing=tuple(row["name"] for row in gone),
        seat=f"{table.key}-{gone[0]['seat']}",
        **about,
    )


def _without_table(
    cup: Tournament, one: dict[str, Any], about: dict[str, Any], at: datetime
) -> Attendee:
    """Return an entry that no table awaits; while the first draw waits, one that was on the way at the start still is."""
    if one["released"] or not _is_held(cup, one):
        return Attendee(state=State.FREE, **about)
    ends = cup.starts_at + timedelta(minutes=cup.hold_minutes)
    state = State.ON_THE_WAY if at < ends else State.ABSENT
    return Attendee(state=state, due=ends, held=True, **about)


def _is_held(cup: Tournament, one: dict[str, Any]) -> bool:
    said = one["on_the_way_at"]
    return (
        one["status"] == Entry.Status.ENTERED
        and one["checked_in_at"] is None
        and cup.check_in_minutes > 0
        and said is not None
        and said >= check_in_opens(cup)
    )
