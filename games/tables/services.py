"""The functions that change tables, by one name."""

from games.tables.acting import Outcome, submit_action, take_back_seat
from games.tables.notes import note_rating_changes
from games.tables.opening import (
    abandon_table,
    add_bot,
    arrive,
    fill_with_bots,
    leave_seat,
    open_table,
    start_table,
    take_seat,
)
from games.tables.records import record_of
from games.tables.waking import sweep_tables, wake_table

__all__ = [
    "Outcome",
    "abandon_table",
    "add_bot",
    "arrive",
    "fill_with_bots",
    "leave_seat",
    "note_rating_changes",
    "open_table",
    "record_of",
    "start_table",
    "submit_action",
    "sweep_tables",
    "take_back_seat",
    "take_seat",
    "wake_table",
]
