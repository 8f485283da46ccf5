"""Reminders of starts, and of players who wait at a table. Idempotent: each is sent once."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q

from games.engine.sentences import message
from games.tables.models import Seat, Table
from spades_site.common.clock import now
from spades_site.notices.services import send_notice
from tournaments.events.models import (
    Match,
    MatchReminder,
    Round,
    Status,
    TimeOffer,
    Timing,
    Tournament,
)
from tournaments.events.notices.recipients import everybody_in, players_of_match, players_of_round

SOON = timedelta(minutes=30)
"""How long before the start of a tournament or a round its players are reminded."""
MINUTE = timedelta(minutes=1)
BEFORE_FIXTURES = (timedelta(days=1), timedelta(hours=1), timedelta(minutes=10))
"""How long before a match in a window its players are reminded; of several late reminders only the last is sent."""
NOTICED = timedelta(minutes=5)
"""Starts nearer than this need no reminder, because their players have just been notified."""
PATIENCE = timedelta(seconds=60)
"""How long people wait at a table before absent players are notified."""


def remind(at: datetime | None = None) -> None:
    """Send reminders of upcoming starts, and call absent players. Idempotent and safe to call late or concurrently."""
    at = at or now()
    soon = Q(starts_at__gt=at, starts_at__lte=at + SOON)
    for tournament in Tournament.objects.filter(
        soon, status__in=(Status.REGISTRATION, Status.CHECK_IN)
    ):
        _soon(
            everybody_in(tournament),
            # A moved start gets another reminder.
            f"tournament:{tournament.pk}:{tournament.starts_at.isoformat()}",
            tournament.get_absolute_url(),
            tournament.name,
            tournament.starts_at,
        )
    for round_ in (
        Round.objects.filter(soon, status=Round.Status.CONFIRMED, tournament__status=Status.RUNNING)
        # Skip windows: their matches start at the times on which the sides agree.
        .exclude(tournament__timing=Timing.WINDOWS)
        .select_related("tournament")
    ):
        assert round_.starts_at is not None
        if round_.starts_at - at > NOTICED:
            _soon(
                players_of_round(round_, at_its_start=True),
                f"round:{round_.pk}",
                round_.tournament.get_absolute_url(),
                _called(round_),
                round_.starts_at,
            )
    for before, nearer in pairwise((*BEFORE_FIXTURES, timedelta(0))):
        for match in _fixtures(at + nearer, at + before, before):
            _remind_of(match, before, at)
    _call_the_missing(at)


def _fixtures(after: datetime, until: datetime, before: timedelta) -> Iterable[Match]:
    """Return the fixtures that begin between two times and whose players haven't had the reminder `before` them."""
    sent = MatchReminder.objects.filter(
        match=OuterRef("pk"), starts_at=OuterRef("starts_at"), minutes=before // MINUTE
    )
    # Players who have just agreed on the time need no reminder.
    fresh = TimeOffer.objects.filter(
        match=OuterRef("pk"),
        status=TimeOffer.Status.ACCEPTED,
        starts_at__lte=F("answered_at") + before,
    )
    return (
        Match.objects.filter(
            ~Exists(sent),
            ~Exists(fresh),
            starts_at__gt=after,
            starts_at__lte=until,
            status=Match.Status.DRAWN,
            round__status__in=(Round.Status.CONFIRMED, Round.Status.PLAYING),
            tournament__status=Status.RUNNING,
        )
        .select_related("round__tournament", "tournament")
        .order_by("pk")
    )


def _remind_of(match: Match, before: timedelta, at: datetime) -> None:
    """Remind the players of a fixture, and store that it was done; a moved time gets its own rows."""
    assert match.starts_at is not None
    minutes = before // MINUTE
    with transaction.atomic():
        MatchReminder.objects.bulk_create(
            [MatchReminder(match=match, starts_at=match.starts_at, minutes=minutes, at=at)],
            ignore_conflicts=True,
        )
        send_notice(
            players_of_match(match),
            "starts_soon",
            f"match:{match.pk}:{match.starts_at.isoformat()}:{minutes}",
            match.get_absolute_url(),
            {"what": _called(match.round), "start_at": match.starts_at.isoformat()},
            until=match.starts_at,
        )


def _called(round_: Round) -> str:
    return message(
        "%(tournament)s, round %(number)d",
        tournament=round_.tournament.name,
        number=round_.number,
    )


def _soon(users: Iterable[Any], key: str, path: str, what: str, start: datetime) -> None:
    send_notice(users, "starts_soon", key, path, {"what": what, "start_at": start.isoformat()})


def _call_the_missing(at: datetime) -> None:
    """Notify absent players at whose tables others have waited for a while."""
    patient = Seat.objects.filter(table=OuterRef("table"), arrived_at__lte=at - PATIENCE)
    missing = (
        Seat.objects.filter(
            Exists(patient),
            table__kind=Table.Kind.MATCH,
            table__status__in=(Table.Status.OPEN, Table.Status.PLAYING),
            table__match_table__isnull=False,
            user__isnull=False,
            arrived_at=None,
        )
        .select_related(
            "user", "table__match_table__match__tournament", "table__match_table__match__round"
        )
        .defer("table__state", "table__rules")
    )
    for seat in missing:
        match = seat.table.match_table.match
        assert seat.user is not None
        send_notice(
            [seat.user],
            "waits",
            f"table:{seat.table_id}",
            match.get_absolute_url(),
            {"tournament": match.tournament.name, "round": match.round.number},
        )
