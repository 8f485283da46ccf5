"""The room's tables: cards, the digits of a round, and the pads of matches that begin.

Everything here works on rows of a tournament that the caller has locked.
"""

import secrets
from datetime import datetime, timedelta

from django.db.models import F

from tournaments.events.models import Match, Pad, RoomTable, Round, Tournament

DIGITS = 6


def open_pad(tournament: Tournament, match: Match, at: datetime) -> None:
    """Give a match that begins a table of the room and a pad. Its round has its digits and its time from the first one on."""
    round_ = match.round
    if not Round.objects.filter(pk=round_.pk).exclude(digits="").exists():
        new_digits(round_)
        minutes = tournament.terms_in(round_.stage_id).match_minutes
        if minutes is not None and round_.pairs_until is None:
            ends = at + timedelta(minutes=minutes)
            Round.objects.filter(pk=round_.pk).update(last_hand_at=ends)
    Pad.objects.get_or_create(match=match, defaults={"table": _free_table(tournament, match)})


def new_digits(round_: Round) -> str:
    """Give a round other digits, and let them be typed at tables that were closed by wrong ones. Returns them."""
    digits = f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"
    Round.objects.filter(pk=round_.pk).update(digits=digits)
    RoomTable.objects.filter(tournament=round_.tournament_id).exclude(wrong_tries=0).update(
        wrong_tries=0
    )
    return digits


def add_tables(tournament: Tournament, number: int) -> None:
    """Let the room have this many tables at least."""
    there = set(tournament.room_tables.values_list("number", flat=True))
    RoomTable.objects.bulk_create(
        RoomTable(tournament=tournament, number=each)
        for each in range(1, number + 1)
        if each not in there
    )


def _free_table(tournament: Tournament, match: Match) -> RoomTable:
    """Return the table with the match's number, or the first free one where many matches follow one another."""
    number = match.number
    playing = Pad.objects.filter(
        match__tournament=tournament,
        match__status=Match.Status.DRAWN,
        match__round__status=Round.Status.PLAYING,
    ).exclude(match=match)
    taken = set(playing.values_list(F("table__number"), flat=True))
    if match.round.pairs_until is not None or number in taken:
        number = next(each for each in range(1, len(taken) + 2) if each not in taken)
    table, _made = RoomTable.objects.get_or_create(tournament=tournament, number=number)
    return table
