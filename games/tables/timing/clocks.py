"""The clock: a time for every turn, then a time bank for each player for the whole game (docs/protocol.md,
"Clocks").

The table's `deadline` ends the turn's own time. From then on the player's bank runs; a bot acts when it is empty
too. All times are the server's.
"""

from datetime import datetime, timedelta

from django.db.models import Q
from django.utils.translation import gettext as _

from games.tables.models import Seat, Table
from spades_site.common.errors import Refused

DAY = 24 * 3600
TURN_SECONDS = (5, 7 * DAY)
BANK_SECONDS = (0, 3600)
INVITATION_LIFE = timedelta(hours=24)
CORRESPONDENCE = 3600
"""From this number of seconds per turn on, nobody is expected to wait at the table."""
REVEAL_TIME = timedelta(seconds=10)
"""How long the players' browsers have to reveal their salts before the first deal."""
REVEALING = "reveal"
"""The `turn_key` of a table whose first deal waits for salts."""


def check_clock(turn_seconds: int, bank_seconds: int) -> None:
    """Raise Refused "bad_clock" for times outside the limits."""
    if not TURN_SECONDS[0] <= turn_seconds <= TURN_SECONDS[1]:
        raise Refused(
            "bad_clock",
            _("A turn must last from %(least)d seconds to %(most)d days.")
            % {"least": TURN_SECONDS[0], "most": TURN_SECONDS[1] // DAY},
        )
    if not BANK_SECONDS[0] <= bank_seconds <= BANK_SECONDS[1]:
        raise Refused(
            "bad_clock",
            _("A time bank may have at most %(most)d minutes.") % {"most": BANK_SECONDS[1] // 60},
        )


def compares_bots(table: Table) -> bool:
    """Return whether bots that search wait for their card, rather than play without searching.

    So it is at slow tables with shared deals, whose results are compared: there nobody waits at the table.
    """
    return table.deals_id is not None and table.turn_seconds >= CORRESPONDENCE


def has_no_clock(table: Table) -> bool:
    """Return whether the table's pages show no time of a turn.

    So it is where slow deals were fixed apart from tables, without a time for salts: a turn lasts longer than the event
    whose deals they are.
    """
    deals = table.deals
    fixed = deals is not None and deals.is_dealt and deals.reveal_by is None
    return fixed and compares_bots(table)


def reveal_time(table: Table) -> timedelta:
    """Return how long the players' browsers have to reveal their salts: a whole turn if a turn has an hour or
    more.
    """
    slow = table.turn_seconds >= CORRESPONDENCE
    return timedelta(seconds=table.turn_seconds) if slow else REVEAL_TIME


AWAITED = Q(salt="", user__isnull=False, salt_waived=False) & ~Q(salt_hash="")
"""Seats for which `is_awaited` is true."""


def is_awaited(seat: Seat) -> bool:
    """Return whether the seat's salt may still arrive: a person is there to reveal it, and hasn't said that they
    can't.
    """
    return bool(seat.salt_hash and not seat.salt and seat.user_id and not seat.salt_waived)


def expires_at(table: Table, seat: Seat) -> datetime | None:
    """Return when a bot acts for the seat in the current turn, after the turn's time and the bank; or None."""
    if table.deadline is None:
        return None
    return table.deadline + timedelta(seconds=seat.bank_left)


def spend(table: Table, seat: Seat, at: datetime) -> bool:
    """Deduct from the bank what the seat's turn used beyond its own time; returns whether it was anything."""
    if table.deadline is None or at <= table.deadline or not seat.bank_left:
        return False
    over = (at - table.deadline).total_seconds()
    seat.bank_left = round(max(0.0, seat.bank_left - over), 1)
    return True
