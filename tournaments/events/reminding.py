"""What players are reminded of: that something starts soon, that others wait. Each thing once, however often it is looked for."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Exists, OuterRef, Q

from games.engine.said import said
from games.tables.models import Seat, Table
from spades_site.common.clock import now
from spades_site.notices.services import tell
from tournaments.events.audience import everybody_in, players_of_round
from tournaments.events.models import Round, Status, Tournament

SOON = timedelta(minutes=30)
"""How long before its start a tournament or a round is called to mind."""
PATIENCE = timedelta(seconds=60)
"""How long the others have been at a table before who is missing is told."""


def remind(at: datetime | None = None) -> None:
    """Call to mind what starts soon, and call those for whom the others wait. May run twice, late, or at once."""
    at = at or now()
    soon = Q(starts_at__gt=at, starts_at__lte=at + SOON)
    for tournament in Tournament.objects.filter(
        soon, status__in=(Status.REGISTRATION, Status.CHECK_IN)
    ):
        _soon(
            everybody_in(tournament),
            # A start that is moved is called to mind again.
            f"tournament:{tournament.pk}:{tournament.starts_at.isoformat()}",
            tournament.get_absolute_url(),
            tournament.name,
            tournament.starts_at,
        )
    for round_ in Round.objects.filter(
        soon, status=Round.Status.CONFIRMED, tournament__status=Status.RUNNING
    ).select_related("tournament"):
        if round_.starts_at - at > timedelta(minutes=5):
            _soon(
                players_of_round(round_),
                f"round:{round_.pk}",
                round_.tournament.get_absolute_url(),
                said(
                    "%(tournament)s, round %(number)d",
                    tournament=round_.tournament.name,
                    number=round_.number,
                ),
                round_.starts_at,
            )
    _call_the_missing(at)


def _soon(users: Iterable[Any], key: str, path: str, what: str, start: datetime) -> None:
    tell(users, "starts_soon", key, path, {"what": what, "start_at": start.isoformat()})


def _call_the_missing(at: datetime) -> None:
    """Somebody has been at the table for a while; who has a seat and never came is told."""
    patient = Seat.objects.filter(table=OuterRef("table"), arrived_at__lte=at - PATIENCE)
    missing = (
        Seat.objects.filter(
            Exists(patient),
            table__kind=Table.Kind.MATCH,
            table__status__in=(Table.Status.OPEN, Table.Status.PLAYING),
            table__match__isnull=False,
            user__isnull=False,
            arrived_at=None,
        )
        .select_related("user", "table__match__tournament", "table__match__round")
        .defer("table__state", "table__rules")
    )
    for seat in missing:
        match = seat.table.match
        tell(
            [seat.user],
            "waits",
            f"table:{seat.table_id}",
            match.get_absolute_url(),
            {"tournament": match.tournament.name, "round": match.round.number},
        )
