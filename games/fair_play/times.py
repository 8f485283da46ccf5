"""Measure how long the players of matches take to follow to tricks. Only these functions write paces.

A time is measured between two rows of a table's log, so it includes the network's delay and the browser's wait before a
premove. Times during which anything else happened at the table, such as a pause, are ignored.
"""

from collections import defaultdict
from collections.abc import Iterator
from datetime import timedelta
from typing import Any, Final

from django.conf import settings

from games.engine.actions import parse_action
from games.engine.state import PLAY
from games.fair_play.models import Pace
from games.fair_play.pace import LONGEST, AtTable, Compared, Time, at_table, holding
from games.tables.models import Action, Table
from games.tables.replay.timeline import steps_of
from games.tables.timing.clocks import CORRESPONDENCE
from spades_site.common.clock import now

KEPT: Final = timedelta(days=400)
"""How long paces are kept: those of a season are tested together."""


def on_table_finished(payload: dict[str, Any]) -> None:
    """Handle the outbox topic "table.finished": measure a match's table, unless other tables still play its deals."""
    _measure(Table.objects.filter(pk=payload["table"]))


def on_deals_opened(payload: dict[str, Any]) -> None:
    """Handle the outbox topic "deals.opened": measure the matches' tables that shared these deals."""
    _measure(Table.objects.filter(deals=payload["deals"]))


def forget_old() -> int:
    """Delete paces of games that ended more than `KEPT` ago; returns how many.

    Idempotent and safe to call concurrently.
    """
    return Pace.objects.filter(at__lt=now() - KEPT).delete()[0]


def pace_of(row: Pace) -> AtTable:
    """Convert a stored pace."""
    choice, *held = (Compared(*each) for each in row.compared)
    return AtTable(choice, tuple(held), row.quick, row.spread, tuple(map(tuple, row.classes)))


def _measure(tables: Any) -> None:
    """Store people's paces at finished tables of matches, except by correspondence. Idempotent."""
    if not settings.FAIR_PLAY:
        return
    matches = tables.filter(kind=Table.Kind.MATCH, turn_seconds__lt=CORRESPONDENCE)
    for table in matches.select_related("deals").order_by("pk"):
        if not table.has_public_game:
            continue
        rows = []
        for user, times in sorted(_times(table).items()):
            found = at_table(times)
            rows.append(
                Pace(
                    table=table, user_id=user, forced=found.forced, quick=found.quick,
                    spread=found.spread, compared=[found.choice, *found.holding], classes=found.classes,
                    at=table.finished_at or now(),
                )
            )  # fmt: skip
        Pace.objects.bulk_create(rows, ignore_conflicts=True)


def _times(table: Table) -> dict[int, list[Time]]:
    """Return, by person, the times they took to follow to tricks, except to the last trick of a hand."""
    found: dict[int, list[Time]] = defaultdict(list)
    for (_hand, state, seat, text), (user, seconds) in zip(
        steps_of(table), _pauses(table), strict=True
    ):
        if user is None or seconds is None or seconds > LONGEST:
            continue
        if state.phase == PLAY and state.trick and state.tricks_left > 1:
            code = parse_action(text, state.rules.codes)
            found[user].append(Time(seconds, len(state.legal) > 1, holding(state, seat, code)))
    return found


def _pauses(table: Table) -> Iterator[tuple[int | None, float | None]]:
    """Yield the person and the seconds for each action of the game.

    The person is None for a bot or the clock; the seconds are None if anything else happened since the last action.
    """
    rows = table.actions.order_by("version").values_list("kind", "by", "user", "user__is_bot", "at")
    before = None
    for kind, by, user, is_bot, at in rows:
        if kind == Action.Kind.PLAY:
            person = user if by == Action.By.PLAYER and not is_bot else None
            yield person, None if before is None else (at - before).total_seconds()
        before = at if kind == Action.Kind.PLAY else None
