"""Own-time events in a series of their league: its places count there as those of tournaments, once they are known."""

from collections.abc import Sequence
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils.translation import gettext as _

from spades_site.accounts.models import User
from spades_site.common import audit
from spades_site.common.errors import Refused, refuse
from tournaments.events.setup.proposal import NotValid
from tournaments.leagues.hooks import CountedEvent, why_not_counted
from tournaments.leagues.models import League, Season
from tournaments.own_time.core import lock_to_organize
from tournaments.own_time.models import EventEntry, OwnTimeEvent

TIMES = (1, 10)
"""By how much an event can multiply its points."""


def series_of(league: League) -> list[Season]:
    """Return the league's series that aren't over, the newest first."""
    running = league.seasons.filter(kind=Season.Kind.SERIES)
    return list(running.exclude(status=Season.Status.FINISHED))


def count_in(*, event_id: int, by: User, season_id: int, times: int = 1) -> OwnTimeEvent:
    """Let an event count in a series of its league, `times` the points, or in none (0). Also when it is over. Idempotent.

    Raises Refused: "unknown_event", "not_organizer", "unknown_season", "no_series", "season_finished", "other_kind",
    "outside_season", or NotValid.
    """
    least, most = TIMES
    if not least <= times <= most:
        sentence = _("Choose a number from %(least)d to %(most)d.")
        raise NotValid({"times": [sentence % {"least": least, "most": most}]})
    with transaction.atomic():
        event = lock_to_organize(event_id, by)
        season = event.league.seasons.filter(pk=season_id).first()
        if season is None and season_id:
            raise Refused("unknown_season", _("There is no such season any more."))
        if (event.season, event.times) == (season, times):
            return event
        # Out of a series that runs it can always be taken, even if it doesn't fit there any more.
        why = why_not_in(event, event.season)
        if why is not None and why.code == "season_finished":
            raise why
        refuse(why_not_in(event, season))
        before = {"series": event.season and event.season.name, "times": event.times}
        event.season, event.times = season, times
        event.save(update_fields=["season", "times"])
        made = audit.changes(before, {"series": season and season.name, "times": times})
        audit.record(actor=by, verb="own_time.counted", subject=event, **made)
    return event


def why_not_in(event: OwnTimeEvent, season: Season | None) -> Refused | None:
    """Return why an event can't count in a season by its window and entrants; None if it can, or without a season."""
    if season is None:
        return None
    day = event.closes_at.astimezone(ZoneInfo(season.zone)).date()
    return why_not_counted(season, event.is_pairs, day)


def keep_in_series(event: OwnTimeEvent) -> None:
    """Raise Refused "other_kind" or "outside_season" if a changed event no longer fits the series in which it counts."""
    why = why_not_in(event, event.season)
    if why is not None and why.code != "season_finished":
        raise why


def counted_in(season: Season) -> Sequence[CountedEvent]:
    """Return the events that count in a series, without those called off, the earliest first; two queries."""
    events = season.own_time_events.filter(called_off="").order_by("closes_at", "pk")
    over = [one.pk for one in events if one.closed_at is not None]
    placed = EventEntry.objects.filter(event__in=over, place__isnull=False) if over else ()
    entries = placed and placed.select_related("user", "partner").order_by("event", "place", "pk")
    places: dict[int, list[tuple[int, tuple[tuple[int, str], ...]]]] = {}
    for entry in entries:
        people = tuple((one.pk, one.get_username()) for one in entry.people)
        places.setdefault(entry.event_id, []).append((entry.place or 0, people))
    return [
        CountedEvent(
            pk=f"own_time:{one.pk}",
            name=one.name,
            url=one.get_absolute_url(),
            at=one.closes_at,
            times=one.times,
            is_pairs=one.is_pairs,
            is_over=one.closed_at is not None,
            places=places.get(one.pk, ()),
        )
        for one in events
    ]
