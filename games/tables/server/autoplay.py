"""Play a table's game to its end at once, with bots in every seat: for demonstrations, simulations and tests."""

from collections.abc import Callable
from functools import partial

from games.engine import State
from games.tables.game.bots import choice_for
from games.tables.game.dealing import deal_first, deal_next
from games.tables.game.locked_table import lock_table
from games.tables.game.moves import apply_action, apply_time_limit, finish
from games.tables.game.shared_deals import close_shared_deals
from games.tables.game.starting import begin
from games.tables.models import Action, Table

Choose = Callable[[State, int], str]
"""Chooses a seat's action."""


def play_out(table_id: int, choose: Choose | None = None) -> Table:
    """Play the table's game to its end now, in one transaction; bots choose for everybody, or `choose` does.

    The log is that of a live game, with choices for a person recorded as the person's own. Salts that weren't revealed
    are left out. Raises ValueError if a seat is free.
    """
    deals_id = Table.objects.values_list("deals_id", flat=True).get(pk=table_id)
    choose = choose or partial(choice_for, deals_id=deals_id)
    if deals_id is not None:
        close_shared_deals(deals_id, at_once=True)
    with lock_table(table_id) as locked:
        if any(seat.is_free for seat in locked.seats):
            raise ValueError(f"{locked.table} has a free seat")
        if locked.table.status == Table.Status.OPEN:
            begin(locked)
        if locked.state is None:
            deal_first(locked)
        while locked.table.status == Table.Status.PLAYING:
            apply_time_limit(locked)
            state = locked.game
            if state.phase == "over":
                finish(locked)
                break
            if state.phase == "deal":
                deal_next(locked)
                continue
            for index in state.to_act:
                seat = locked.seats[index]
                by = Action.By.BOT if seat.by_bot else Action.By.PLAYER
                apply_action(locked, seat, choose(state, index), by=by, user=seat.user)
        locked.save()
        return locked.table
