"""Tournaments with shared deals, for tests."""

import json
from typing import Any

from games import engine
from games.tables.models import Table
from games.tables.pictures.picture import frame, picture_of
from games.tables.server.autoplay import play_out
from games.tables.services import arrive, sweep_tables
from spades_site.common import outbox
from spades_site.common.clock import now
from tests.support.salts import hash_of
from tournaments.events.models import Match, Tournament

HANDS = 2


def shared(club: Any, number: int, **fields: Any) -> Tournament:
    """Return a tournament of pairs under way whose tables share their deals."""
    return club.started(number, comparison="matchpoints", match_hands=HANDS, **fields)


def play(match: Match) -> Table:
    """Let bots choose for those who have come to a match's table, to its end, and have the message delivered."""
    match.refresh_from_db()
    match.table.seats.filter(arrived_at=None).update(arrived_at=now())
    play_out(match.table_id)
    outbox.deliver_due()
    match.refresh_from_db()
    return match.table


def dealt(table: Table) -> list[str]:
    """Return the packs as they lay before each hand."""
    return list(
        table.actions.filter(kind="deal").order_by("version").values_list("text", flat=True)
    )


def game_of(table: Table, viewer: int | None) -> Any:
    """Return the game as the socket tells it to a viewer (a user's key)."""
    table = Table.objects.get(pk=table.pk)
    state = table.state and engine.restore({**table.state, "rules": table.rules})
    told = frame(picture_of(table, list(table.seats.all()), state), viewer, "", "now")
    return json.loads(told)


# ---------------------------------------------------------------------------------- F1: salts of all tables
def come(match: Match, *, salts: bool = False) -> Table:
    """Let all players of a match come to its table, with salts of their names or without; returns the table."""
    for place in match.table.seats.select_related("user"):
        name = place.user.username
        salt_hash = hash_of(name) if salts else ""
        arrive(table_id=match.table_id, user=place.user, salt_hash=salt_hash)
    # What happens after the commit: here it is the sweep that finds it.
    sweep_tables()
    return Table.objects.get(pk=match.table_id)


def names_at(*matches: Match) -> list[str]:
    """Return the names of the players by table and seat."""
    return [
        name
        for match in matches
        for name in match.table.seats.order_by("index").values_list("user__username", flat=True)
    ]


def salts_shown(table: Table) -> Any:
    return game_of(table, None)["table"]["salts"]
