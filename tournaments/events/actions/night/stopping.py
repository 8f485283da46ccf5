"""Stopping all tables of a tournament at once, and letting them go on."""

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games.tables import services
from games.tables.models import Table
from spades_site.accounts.models import User
from spades_site.common.errors import Refused
from tournaments.events.actions import lifecycle
from tournaments.events.actions.night.tables import note
from tournaments.events.core.permissions import require_organizer
from tournaments.events.core.state import UNDER_WAY, lock
from tournaments.events.entries.replacing import reason_of
from tournaments.events.models import MatchTable, Status, Tournament


def stop_tables(*, tournament_id: int, reason: str, by: User) -> int:
    """Pause the tournament and every table in play, all for this reason; return how many tables stopped. Idempotent.

    Tables that are paused already, or just now between two hands, stay as they are. Raises Refused:
    "unknown_tournament", "not_organizer", "not_under_way", "reason_missing".
    """
    reason = reason_of(reason)
    with transaction.atomic():
        tournament = _locked(tournament_id, by)
        if tournament.status == Status.RUNNING:
            lifecycle.pause(tournament_id=tournament_id, by=by, reason=reason)
        stopped = 0
        for at in tables_in_play(tournament).filter(table__paused_at=None):
            try:
                since = services.pause_table(table_id=at.table_id or 0, reason=reason, by=by)
            except Refused:
                # The game ended, or isn't dealt: there is nothing to stop.
                continue
            if since is not None:
                note(at, by, "match.table_paused", reason, since=since.isoformat())
                stopped += 1
    return stopped


def let_go_on(*, tournament_id: int, by: User) -> int:
    """Resume every paused table, and the tournament if it is paused; return how many tables go on. Idempotent.

    Raises Refused: "unknown_tournament", "not_organizer", "not_under_way".
    """
    with transaction.atomic():
        tournament = _locked(tournament_id, by)
        going = 0
        for at in tables_in_play(tournament).exclude(table__paused_at=None):
            because = at.table.pause_reason if at.table else ""
            lasted = services.resume_table(table_id=at.table_id or 0, by=by)
            if lasted:
                seconds = round(lasted.total_seconds())
                note(at, by, "match.table_resumed", seconds=seconds, pause_reason=because)
                going += 1
        if tournament.status == Status.PAUSED:
            lifecycle.resume(tournament_id=tournament_id, by=by)
    return going


def _locked(tournament_id: int, by: User) -> Tournament:
    tournament = lock(tournament_id)
    require_organizer(by, tournament)
    if tournament.status not in UNDER_WAY:
        raise Refused("not_under_way", _("The tournament is not under way."))
    return tournament


def tables_in_play(tournament: Tournament) -> QuerySet[MatchTable]:
    """Return the tables in play, in the order of their locks."""
    found = MatchTable.objects.filter(
        match__tournament=tournament, counts=True, table__status=Table.Status.PLAYING
    )
    return found.select_related("table", "match__round").order_by("table")
