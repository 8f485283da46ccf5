"""Players whose seats bots had to take over too often: somebody who stands by plays on for them, for good."""

from contextlib import suppress
from typing import Any

from django.db import transaction

from games.engine.sentences import message
from games.tables.models import Seat, Table
from games.tables.services import taken_over
from spades_site.common.errors import Refused
from tournaments.events.core.state import UNDER_WAY, lock
from tournaments.events.entries.replacing import take_over_for_good, why_not_take_over
from tournaments.events.entries.substitutes import has_stand_ins, standing_by, within_limit
from tournaments.events.models import LineUp, Tournament


def replace_disconnected(tournament: Tournament) -> int:
    """Call somebody who stands by for each player out of time whom bots have replaced `disconnections` times this evening.

    The tournament is locked. Nobody is called for a player who is back in their seat. Returns how many were called.
    """
    if (
        not tournament.disconnections
        or not has_stand_ins(tournament)
        or tournament.status not in UNDER_WAY
    ):
        return 0
    return sum(_replaced(tournament, row) for row in _away(tournament))


def on_taken_over(payload: dict[str, Any]) -> None:
    """Handle the outbox topic "seat.taken_over": a bot plays for somebody whose time ran out."""
    matches = LineUp.objects.filter(table__table=payload["table"], table__counts=True)
    for tournament_id in set(matches.values_list("match__tournament", flat=True)):
        replace_disconnected(lock(tournament_id))


def _away(tournament: Tournament) -> list[LineUp]:
    rows = (
        LineUp.objects.seated()
        .filter(
            match__tournament=tournament,
            table__counts=True,
            table__table__status=Table.Status.PLAYING,
            table__table__state__isnull=False,
        )
        .order_by("table__table", "seat")
    )
    away = set(
        Seat.objects.filter(table__in=rows.values("table__table"), stand_in=True).values_list(
            "table", "user"
        )
    )
    loaded = rows.select_related(
        "user", "entry", "side", "table__table", "table__match__round__stage"
    )
    return [row for row in loaded if row.table and (row.table.table_id, row.user_id) in away]


def _replaced(tournament: Tournament, row: LineUp) -> bool:
    at = row.table
    assert at is not None
    at.match.tournament = row.entry.tournament = tournament
    tables = Table.objects.filter(
        match_table__line_up__user=row.user, match_table__match__tournament=tournament
    )
    if taken_over(tables, row.user) < tournament.disconnections or not within_limit(
        at.match, [row]
    ):
        return False
    for single in standing_by(tournament):
        if why_not_take_over(at, row, single.user) is None:
            reason = message("%(name)s was disconnected too often.", name=row.user.username)
            with suppress(Refused), transaction.atomic():
                take_over_for_good(at, row, single.user, reason=reason)
                return True
            # The table has changed meanwhile.
            return False
    return False
