"""Signals about seats of one table that were connected from the same device or network.

A network or device that many entries of a tournament share, such as a club's Wi-Fi, gives no signals.
"""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import Any, Final

from django.db.models import Count, QuerySet

from games.fair_play.models import Connection
from games.tables.models import Seat
from tournaments.events.models import LineUp, MatchTable, Tournament
from tournaments.fair_play import signals
from tournaments.fair_play.models import Signal

MANY: Final = 4
"""A network of at least so many entries of a tournament is a place where people meet to play."""
KINDS: Final = {"device": Signal.Kind.DEVICE, "network": Signal.Kind.NETWORK}


def on_table_finished(payload: dict[str, Any]) -> None:
    """Handle the outbox topic "table.finished": look at the connections to a match's table."""
    found = MatchTable.objects.filter(table=payload["table"])
    row = found.select_related("table", "match__tournament__league").first()
    if row is not None and row.table is not None:
        look_at(row)


def look_at(row: MatchTable) -> None:
    """Make the signals that follow from the connections to a match's table. Idempotent and safe to call concurrently."""
    rows = list(Connection.objects.filter(table=row.table_id).order_by("first_at", "pk"))
    cup = row.match.tournament
    for name, kind in KINDS.items():
        shared: dict[str, list[Connection]] = defaultdict(list)
        for one in rows:
            if getattr(one, name):
                shared[getattr(one, name)].append(one)
        for source, same in sorted(shared.items()):
            people = {one.user_id for one in same}
            if len(people) < 2:
                continue
            if len(entries_at(cup, name, source)) >= MANY:
                signals.withdraw(cup, source)
            else:
                add = partial(_with_table, table=_table(row, same))
                signals.found(cup, kind, people, add, source=source)


def entries_at(cup: Tournament, name: str, source: str) -> set[int]:
    """Return the keys of the entries whose players were connected from a device or network."""
    users = _of(cup).filter(**{name: source}).values("user")
    line_ups = LineUp.objects.filter(match__tournament=cup, user__in=users)
    return set(line_ups.order_by().values_list("entry_id", flat=True))


def places_where_many_play(cup: Tournament) -> int:
    """Return how many networks were shared by so many players that they give no signals."""
    networks = _of(cup).exclude(network="").order_by().values("network")
    counted = networks.annotate(people=Count("user", distinct=True)).filter(people__gte=MANY)
    return sum(len(entries_at(cup, "network", one["network"])) >= MANY for one in counted[:5])


def _of(cup: Tournament) -> QuerySet[Connection]:
    tables = MatchTable.objects.filter(match__tournament=cup, table__isnull=False)
    return Connection.objects.filter(table__in=tables.values("table"))


def _table(row: MatchTable, same: Sequence[Connection]) -> dict[str, Any]:
    """Return what the evidence says of a table: by person, from when to when."""
    here = set(
        Seat.objects.filter(table=row.table_id, online=True).values_list("user_id", flat=True)
    )
    end = row.table.finished_at if row.table is not None else None
    times: dict[int, list[datetime]] = defaultdict(list)
    for one in same:
        until = max(one.last_at, end) if end is not None and one.user_id in here else one.last_at
        times[one.user_id] += [one.first_at, until]
    return {
        "table": row.table_id,
        "people": {
            str(key): [min(all_).isoformat(), max(all_).isoformat()] for key, all_ in times.items()
        },
    }


def _with_table(evidence: signals.Evidence, table: dict[str, Any]) -> signals.Evidence:
    others = [one for one in evidence.get("tables", []) if one["table"] != table["table"]]
    return {**evidence, "tables": sorted([*others, table], key=lambda one: one["table"])}
