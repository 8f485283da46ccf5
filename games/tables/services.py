"""The functions that change tables, importable from one module."""

from games.tables.game.arbiter import (
    add_bank,
    extend_turn,
    pause_table,
    reopen_table,
    resume_table,
    take_back_bank,
    take_back_turn_time,
    tell_table,
)
from games.tables.game.early_end import claim, vote_to_end
from games.tables.game.moves import Outcome, submit_action, take_back_seat
from games.tables.game.opening import abandon_table, open_table
from games.tables.game.rating_changes import note_rating_changes
from games.tables.game.salts import reveal_salt
from games.tables.game.shared_deals import (
    close_shared_deals,
    deal_with_salts,
    make_shared_deals,
    open_shared_deals,
)
from games.tables.game.terms import TableTerms
from games.tables.replay.records import record_of
from games.tables.seats.challenges import challenge
from games.tables.seats.invitations import accept_invitation, decline_invitation, invite
from games.tables.seats.rematch import rematch
from games.tables.seats.replacing import replace_player
from games.tables.seats.seating import (
    add_bot,
    arrive,
    fill_with_bots,
    leave_seat,
    open_with_bots,
    say_ready,
    swap_seats,
    take_seat,
)
from games.tables.server.wakeups import (
    begin_match,
    delay_match,
    sweep_tables,
    taken_over,
    wake_table,
)

__all__ = [
    "Outcome",
    "TableTerms",
    "abandon_table",
    "accept_invitation",
    "add_bank",
    "add_bot",
    "arrive",
    "begin_match",
    "challenge",
    "claim",
    "close_shared_deals",
    "deal_with_salts",
    "decline_invitation",
    "delay_match",
    "extend_turn",
    "fill_with_bots",
    "invite",
    "leave_seat",
    "make_shared_deals",
    "note_rating_changes",
    "open_shared_deals",
    "open_table",
    "open_with_bots",
    "pause_table",
    "record_of",
    "rematch",
    "reopen_table",
    "replace_player",
    "resume_table",
    "reveal_salt",
    "say_ready",
    "submit_action",
    "swap_seats",
    "sweep_tables",
    "take_back_bank",
    "take_back_seat",
    "take_back_turn_time",
    "take_seat",
    "taken_over",
    "tell_table",
    "vote_to_end",
    "wake_table",
]
