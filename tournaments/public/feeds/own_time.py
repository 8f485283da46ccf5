"""An own-time event as JSON: its settings and commitments, and everybody's results once it is closed."""

from typing import Any

from django.db.models import F, Prefetch

from spades_site.common.clock import now
from tournaments.own_time.models import EventEntry, EventPlay, OwnTimeEvent
from tournaments.own_time.salts import salts_of
from tournaments.public.feeds.tables import iso


def document(event: OwnTimeEvent) -> dict[str, Any]:
    """Return the document of an event (docs/own-time.md)."""
    found: dict[str, Any] = {
        "document": "own-time event",
        "version": 1,
        "event": {
            "name": event.name,
            "league": event.league.slug,
            "rules": event.rules,
            "entrants": event.entrants,
            "count": event.count,
            "scoring": event.scoring,
            "bots_level": event.bots_level,
            "series": event.season and event.season.slug,
            "times": event.times,
            "called_off": event.called_off or None,
            "opens_at": iso(event.opens_at),
            "closes_at": iso(event.closes_at),
            "closed_at": iso(event.closed_at),
        },
        "deals": [
            {"number": deal.number, "commitment": deal.deals.commitment}
            for deal in event.deals.select_related("deals")
        ],
    }
    if event.has_opened(now()):
        found["salts"] = salts_of(event)
    if event.closed_at is not None and not event.called_off:
        found["entries"] = [_entry(one) for one in _entries(event)]
    return found


def _entries(event: OwnTimeEvent) -> Any:
    # Without the tables' games.
    shown = ("entry", "bid", "tricks", "score", "matchpoints", "table__public_id", "deal__number")
    plays = EventPlay.objects.select_related("table", "deal").only(*shown)
    found = event.entries.select_related("user", "partner").prefetch_related(
        Prefetch("plays", plays)
    )
    return found.order_by(F("place").asc(nulls_last=True), "pk")


def _entry(entry: EventEntry) -> dict[str, Any]:
    plays = sorted(entry.plays.all(), key=lambda play: play.deal.number)
    return {
        "player": entry.user.username,
        "partner": entry.partner and entry.partner.username,
        "place": entry.place,
        "played": entry.played,
        "matchpoints": _number(entry.matchpoints),
        "total": _number(entry.total),
        "deals": [_play(one) for one in plays],
    }


def _play(play: EventPlay) -> dict[str, Any]:
    return {
        "number": play.deal.number,
        "table": play.table.public_id,
        "bid": play.bid,
        "tricks": play.tricks,
        "score": _number(play.score),
        "matchpoints": _number(play.matchpoints),
    }


def _number(value: Any) -> str | None:
    """Return a decimal exactly, as text."""
    return None if value is None else str(value)
