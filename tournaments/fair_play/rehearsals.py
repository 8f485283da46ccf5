"""Signals about people who played the same deals of an own-time event from one device or network.

Whoever plays the deals with a second account first knows the cards. The signals are made once the event is closed. A device or
network that many entrants share, such as a club's Wi-Fi, gives none.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from games.fair_play.models import Connection
from tournaments.fair_play import signals
from tournaments.fair_play.connections import KINDS, MANY
from tournaments.fair_play.models import Signal
from tournaments.own_time.models import OwnTimeEvent


def on_event_closed(payload: dict[str, Any]) -> None:
    """Handle the outbox topic "own_time.closed": make the signals about an event. Idempotent and safe to call concurrently."""
    event = OwnTimeEvent.objects.select_related("league").filter(pk=payload["event"]).first()
    if event is None:
        return
    found: dict[tuple[int, ...], dict[str, Any]] = {}
    for name in KINDS:
        for people, evidence in _shared(event, name):
            # The device says more than the network, and comes first.
            found.setdefault(people, evidence)
    for people, evidence in found.items():
        _signal(event, people, evidence)


def _signal(event: OwnTimeEvent, people: tuple[int, ...], evidence: Mapping[str, Any]) -> None:
    kind = Signal.Kind.REHEARSAL
    signals.found(
        event.league, kind, people, lambda _before: dict(evidence), mark=f"event {event.pk}"
    )


def _shared(event: OwnTimeEvent, name: str) -> Iterable[tuple[tuple[int, ...], dict[str, Any]]]:
    """Yield who played the same deals at several tables from one device (or network, by `name`), and at which tables.

    Partners who share a device play at one table: of a pair, whoever was connected from there is named.
    """
    rows = Connection.objects.filter(table__own_time_play__entry__event=event)
    play = "table__own_time_play"
    fields = (name, "user_id", "table_id", f"{play}__deal", f"{play}__entry", "first_at", "last_at")
    sources: dict[str, list[tuple[Any, ...]]] = defaultdict(list)
    for source, *row in rows.exclude(**{name: ""}).order_by("first_at", "pk").values_list(*fields):
        sources[source].append(tuple(row))
    for _source, same in sorted(sources.items()):
        entries = {entry for _user, _table, _deal, entry, *_times in same}
        if len(entries) > 1 and len({user for user, *_rest in same}) < MANY:
            by_deal: dict[int, set[int]] = defaultdict(set)
            for _user, table, deal, *_rest in same:
                by_deal[deal].add(table)
            twice = {deal for deal, tables in by_deal.items() if len(tables) > 1}
            people = sorted({user for user, _table, deal, *_rest in same if deal in twice})
            if len(people) > 1:
                tables = _tables(row for row in same if row[2] in twice)
                said = {"from": name, "event": event.name, "deals": len(twice), "tables": tables}
                yield tuple(people), said


def _tables(rows: Iterable[tuple[Any, ...]]) -> list[dict[str, Any]]:
    """Return what the evidence says of each table: by person, from when to when."""
    found: dict[int, dict[str, Any]] = {}
    for user, table, _deal, _entry, first, last in rows:
        one = found.setdefault(table, {"table": table, "people": {}})
        begin, end = one["people"].get(str(user), (first.isoformat(), last.isoformat()))
        one["people"][str(user)] = [min(begin, first.isoformat()), max(end, last.isoformat())]
    return list(found.values())
