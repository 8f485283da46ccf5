"""Bots that search: they choose their bids and cards in the bots' queue, never under a table's lock or in a web process.

When such a bot's turn begins, a job is sent (`question`). It reads the game, and chooses and stores an action for that turn
(`think`). The wake-up after the bot's usual pause carries it out (`answer`); if there is none, the bot acts without
searching. So a dead queue delays nobody, except where bots must answer alike to alike play (`must_search`).
"""

from collections.abc import Sequence
from functools import cache

from django.conf import settings

from games import bots, engine
from games.bots.levels import RELAXED
from games.engine import State
from games.tables.game.bots import dice_of, dice_under, level_of
from games.tables.models import BotChoice, Seat, Table
from games.tables.storage import compiled_queries
from games.tables.timing.clocks import compares_bots
from spades_site.common.server import background

JOB = "games.tables.tasks.choose_for_bot"
LOOK = "look"


def question(
    table: Table, seats: Sequence[Seat], state: State | None
) -> tuple[int, int, int] | None:
    """Return the arguments of the job for the current turn: table, its version and the seat; None if nobody searches.

    Also sends jobs while cards are drawn or passed: the first one starts the bots' process and loads the search, which takes seconds.
    """
    if state is None or table.wake_at is None or table.status != Table.Status.PLAYING:
        return None
    for index in state.to_act:
        seat = seats[index]
        searches = seat.by_bot and level_of(table, seat) > RELAXED
        if searches and len(engine.legal_actions(state, index)) > 1:
            return table.pk, table.turn_version, index
    return None


def is_searched(table: Table, seat: Seat, state: State) -> bool:
    """Return whether the seat's bot searches for its bid or card in this turn."""
    searches = state.phase in bots.SEARCHED and level_of(table, seat) > RELAXED
    return searches and len(engine.legal_actions(state, seat.index)) > 1


def must_search(table: Table, seat: Seat, state: State) -> bool:
    """Return whether the seat's bot waits in this turn until its action is found."""
    return compares_bots(table) and bool(settings.BOTS_QUEUE) and is_searched(table, seat, state)


def send(job: tuple[int, int, int] | None) -> None:
    """Send the job for a turn, if there is one. Call after the commit."""
    if job is not None:
        background.send(JOB, *job, urgent=True)


def think(table_id: int, version: int, seat: int) -> None:
    """Choose and store a bid or card for the bot in a seat, if the turn that began with `version` isn't over.

    Holds no lock and no transaction meanwhile. Idempotent, and safe to call late or concurrently: the same turn always
    gets the same one.
    """
    if _stored.row(table_id, version) is not None:
        return
    table = _table.row(table_id, version, Table.Status.PLAYING)
    sitting = _seat.row(table_id, seat)
    if table is None or table.state is None or sitting is None or not sitting.by_bot:
        return
    level = level_of(table, sitting)
    state = engine.restore({**table.state, "rules": table.rules})
    if level == RELAXED or seat not in state.to_act:
        return
    if state.phase not in bots.SEARCHED:
        warm_up(level)
        return
    _store(table_id, version, seat, action_of(state, seat, level, table.deals_id))


def answer(table: Table, seat: Seat, state: State) -> str | None:
    """Return the action that the seat's bot found for the current turn, or None."""
    if state.phase not in bots.SEARCHED or level_of(table, seat) == RELAXED:
        return None
    stored = _stored.row(table.pk, table.turn_version)
    if stored is None or stored.seat != seat.index:
        return None
    legal = engine.legal_actions(state, seat.index)
    if stored.action in legal:
        return stored.action
    # The bid that was found may not be open before the look that precedes it.
    return LOOK if LOOK in legal else None


def forget(table: Table) -> None:
    """Delete a finished game's stored choice."""
    BotChoice.objects.filter(table_id=table.pk).delete()


_stored: compiled_queries.Select[BotChoice] = compiled_queries.Select(
    lambda: BotChoice.objects.filter(table_id=0).filter(version=0)
)
_table: compiled_queries.Select[Table] = compiled_queries.Select(
    lambda: (
        Table.objects.only("rules", "state", "bots_level", "deals_id")
        .filter(pk=0)
        .filter(turn_version=0)
        .filter(status=Table.Status.PLAYING)
    )
)
_seat: compiled_queries.Select[Seat] = compiled_queries.Select(
    lambda: (
        Seat.objects.only("bot", "stand_in", "level").filter(table_id=0).filter(index=0).order_by()
    )
)


def action_of(
    state: State, seat: int, level: int, deals_id: int | None = None, *, master: bytes | None = None
) -> str:
    """Return what a bot of a level does. Deterministic in the seat's view and the secret of shared deals, or of other deals that
    several people play (`master`), where boards are compared by their points.

    Only for the bots' queue.
    """
    view = engine.view_for(state, seat)
    dice = dice_of(view, deals_id) if master is None else dice_under(master, view)
    compared = deals_id is not None or master is not None
    action = bots.choose(view, state.rules, dice, level, points=compared)
    if action == LOOK:
        # Looking doesn't end a turn, which gets one answer: the bid after it.
        return action_of(engine.apply(state, seat, action), seat, level, deals_id, master=master)
    return action


@cache
def warm_up(level: int) -> None:
    """Load what a level needs (compile it the first time) by playing a hand; once per process."""
    rules = engine.preset("cardgames_io")
    state = engine.deal(engine.new_game(rules, first_dealer=0), engine.pack_for(rules))
    while not state.hand_results:
        state = engine.apply(state, state.to_act[0], action_of(state, state.to_act[0], level))


def _store(table_id: int, version: int, seat: int, action: str) -> None:
    """Store the choice, replacing that for an earlier turn."""
    choice = BotChoice(table_id=table_id, version=version, seat=seat, action=action)
    BotChoice.objects.bulk_create(
        [choice],
        update_conflicts=True,
        unique_fields=["table"],
        update_fields=["version", "seat", "action"],
    )
