"""What stands in the calendars of a tournament, a league and a person; each takes a constant number of queries."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from spades_site.common.clock import now
from spades_site.common.telling import told
from tournaments.events.models import (
    SEATS,
    Entry,
    Match,
    Round,
    Single,
    Status,
    Substitution,
    Tournament,
)
from tournaments.events.permissions import visible_to
from tournaments.events.sides import of_entries
from tournaments.events.state import OVER
from tournaments.leagues.models import League
from tournaments.public.feeds.icalendar import CANCELLED, CONFIRMED, TENTATIVE, Event

KEPT = timedelta(days=180)
"""How long what is over stays in the calendars of leagues and people, from its start."""


def tournament_events(tournament: Tournament) -> list[Event]:
    """Return a tournament and those of its rounds whose time is known."""
    return _with_rounds([tournament])


def league_events(league: League, viewer: Any) -> list[Event]:
    """Return the tournaments of a league that the viewer may see, and their rounds; drafts are left out."""
    found = _recent(visible_to(viewer)).filter(league=league).exclude(status=Status.DRAFT)
    return _with_rounds(list(found.order_by("pk")))


def personal_events(user: Any) -> list[Event]:
    """Return the tournaments that a person has entered, and their matches, with those to which they were called as a
    substitute; what they may no longer see is left out.
    """
    shown = _recent(visible_to(user))
    live = Q(seed_no__isnull=False) | Q(status__in=Entry.LIVE)
    entries = list(
        Entry.objects.filter(live, players__user=user, tournament__in=shown)
        .select_related("tournament__league")
        .order_by("pk")
    )
    singles = Single.objects.filter(user=user, status__in=Single.LIVE, tournament__in=shown)
    places: list[Entry | Single] = [*entries, *singles.select_related("tournament__league")]
    own = {entry.pk: entry for entry in entries}
    called = {
        made.match_id: made.entry
        for made in Substitution.objects.filter(
            into=user, match__tournament__in=shown, undone_at=None
        ).select_related("entry")
    }
    matches = (
        Match.objects.filter(of_entries(list(own)) | Q(pk__in=list(called)))
        .filter(round__starts_at__isnull=False)
        .exclude(round__status=Round.Status.DRAFTED)
        .select_related("round", "tournament", "entry_a", "entry_b")
        .prefetch_related(SEATS)
        .order_by("pk")
    )
    return _in_order(
        [
            *(_tournament(place.tournament, _status_for(place)) for place in places),
            *(_match(each, called.get(each.pk) or _own_in(each, own)) for each in matches),
        ]
    )


def _own_in(match: Match, own: dict[int, Entry]) -> Entry:
    return next(own[entry.pk] for side in match.sides for entry in side if entry.pk in own)


def _recent(tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    return tournaments.exclude(status__in=OVER, starts_at__lt=now() - KEPT)


def _with_rounds(tournaments: list[Tournament]) -> list[Event]:
    rounds = Round.objects.filter(tournament__in=tournaments, starts_at__isnull=False)
    return _in_order(
        [
            *(_tournament(each, _status_of(each)) for each in tournaments),
            *(_round(each) for each in rounds.select_related("tournament").order_by("pk")),
        ]
    )


def _in_order(events: Iterable[Event]) -> list[Event]:
    """By start; a tournament stands before what is in it."""
    return sorted(events, key=lambda event: (event.start, not event.uid.startswith("tournament-")))


def _tournament(tournament: Tournament, status: str) -> Event:
    return _event(
        tournament,
        uid=f"tournament-{tournament.pk}",
        start=tournament.starts_at,
        end=tournament.finished_at,
        summary=tournament.name,
        description="\n".join(_said_of(tournament)),
        path=tournament.get_absolute_url(),
        status=status,
    )


def _said_of(tournament: Tournament) -> list[str]:
    said = [str(tournament.format_title)]
    if tournament.league is not None:
        said.append(tournament.league.name)
    minutes = tournament.check_in_minutes
    if minutes:
        said.append(
            ngettext(
                "Check-in opens %(n)d minute before the start.",
                "Check-in opens %(n)d minutes before the start.",
                minutes,
            )
            % {"n": minutes}
        )
    return [*said, told(tournament.status_reason)] if tournament.status_reason else said


def _round(round_: Round) -> Event:
    tournament = round_.tournament
    words = {"tournament": tournament.name, "number": round_.number}
    return _event(
        tournament,
        uid=f"round-{round_.pk}",
        start=_known(round_.starts_at),
        end=round_.finished_at if round_.closes_at is None else round_.closes_at,
        summary=_("%(tournament)s, round %(number)d") % words,
        path=f"{tournament.get_absolute_url()}#round-{round_.number}",
        status=_of_part(tournament, over=round_.status == Round.Status.DONE),
        busy=round_.closes_at is None,
    )


def _match(match: Match, entry: Entry) -> Event:
    round_, tournament = match.round, match.tournament
    words = {"tournament": tournament.name, "number": round_.number, "match": match.title}
    if match.is_bye:
        summary = _("%(tournament)s, round %(number)d: %(match)s sit out")
    else:
        summary = _("%(tournament)s, round %(number)d: %(match)s")
    over = match.status == Match.Status.DONE
    gone = entry.status == Entry.Status.WITHDRAWN and not over
    start, end = round_.starts_at, round_.finished_at
    unsettled = round_.closes_at is not None and match.starts_at is None
    if unsettled:
        # All the time in which it may be played; nobody is busy for a week because of it.
        end = round_.closes_at
    elif match.starts_at is not None:
        start, end = match.starts_at, None
    return _event(
        tournament,
        uid=f"match-{match.pk}",
        start=_known(start),
        end=end,
        summary=summary % words,
        description=_find_a_time() if unsettled and not over and not match.is_bye else "",
        path=tournament.get_absolute_url() if match.is_bye else match.get_absolute_url(),
        status=CANCELLED if gone else _of_part(tournament, over=over),
        busy=not match.is_bye and not unsettled,
    )


def _find_a_time() -> str:
    return _("No time is agreed yet. Offer one on the match’s page.")


def _event(tournament: Tournament, *, uid: str, path: str, **said: Any) -> Event:
    """Every change of a tournament, of its rounds or matches, raises the tournament's version: it is the SEQUENCE of all."""
    return Event(
        uid=f"{uid}@{urlsplit(settings.SITE_URL).hostname}",
        made=tournament.created_at,
        sequence=tournament.version,
        url=f"{settings.SITE_URL}{path}",
        **{"description": "", **said},
    )


def _status_of(tournament: Tournament) -> str:
    return {str(Status.CANCELLED): CANCELLED, str(Status.DRAFT): TENTATIVE}.get(
        tournament.status, CONFIRMED
    )


def _status_for(place: Entry | Single) -> str:
    """Return how sure it is that somebody plays: not yet while a partner is asked, no more after a withdrawal."""
    if place.status == Entry.Status.WITHDRAWN:
        return CANCELLED
    if place.status == Entry.Status.INVITED:
        return CANCELLED if place.tournament.status == Status.CANCELLED else TENTATIVE
    return _status_of(place.tournament)


def _of_part(tournament: Tournament, *, over: bool) -> str:
    """Return the status of a round or a match: one that the tournament's end left unplayed won't be."""
    return CANCELLED if tournament.status in OVER and not over else CONFIRMED


def _known(at: datetime | None) -> datetime:
    if at is None:
        raise ValueError("only rounds with a time stand in a calendar")
    return at
