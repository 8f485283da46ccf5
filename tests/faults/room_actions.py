"""Every action at the tables of a room, for the tests of crashes and concurrency."""

from functools import partial
from typing import Any

from spades_site.common.clock import now
from tests.events.conftest import Club
from tests.faults import actions
from tests.faults.actions import Call, Prepare
from tournaments.events.actions import importing, lifecycle
from tournaments.events.actions.night import attendance
from tournaments.events.actions.room import desk, pads, phones
from tournaments.events.models import Match, PadPhone, RoomTable, Round

OF_ROOMS: dict[str, Prepare] = {}
action = partial(actions.action, into=OF_ROOMS)
HAND = {
    "bids": [{"value": value, "blind": False, "silent": False} for value in (4, 3, 2, 3)],
    "tricks": [6, 7, 0, 0],
    "renege": None,
}


def _match(club: Club) -> Match:
    """Return a match of one hand in a room; both sides have phones, "a" and "b"."""
    cup = club.open(league=club.league_of(), where="room", match_hands=1)
    text = "*Otto 1,*Ida 1\n*Otto 2,*Ida 2"
    importing.import_entries(tournament_id=cup.pk, by=club.organizer, text=text)
    lifecycle.start_now(tournament_id=cup.pk, by=club.organizer)
    match = cup.matches.select_related("round").get(round__number=1)
    for side, key in enumerate("ab"):
        phones.open_by_card(token=_token(match), key=key, side=side)
    return match


def _token(match: Match) -> str:
    return RoomTable.objects.get(pads__match=match).token


def _entered(match: Match, key: str = "a") -> dict[str, Any]:
    return {"match_id": match.pk, "key": key, "entry": key, "number": 1, "hand": HAND}


@action("pads.enter_hand")
def _(club: Club) -> Call:
    match = _match(club)
    return lambda: pads.enter_hand(**_entered(match))


@action("pads.confirm_hands")
def _(club: Club) -> Call:
    match = _match(club)
    pads.enter_hand(**_entered(match))
    return lambda: pads.confirm_hands(match_id=match.pk, key="b", seen=99)


@action("pads.raise_hand")
def _(club: Club) -> Call:
    match = _match(club)
    return lambda: pads.raise_hand(match_id=match.pk, key="b", up=True)


@action("phones.open_by_card")
def _(club: Club) -> Call:
    token = _token(_match(club))
    return lambda: phones.open_by_card(token=token, key="c", side=0)


@action("phones.open_by_digits")
def _(club: Club) -> Call:
    match = _match(club)
    said = {"slug": match.tournament.slug, "number": 1, "digits": Round.objects.get().digits}
    return lambda: phones.open_by_digits(**said, key="c", network="net")


@action("phones.take_side")
def _(club: Club) -> Call:
    match = _match(club)
    phones.open_by_card(token=_token(match), key="c")
    return lambda: phones.take_side(match_id=match.pk, key="c", side=0)


@action("phones.accept_phone")
def _(club: Club) -> Call:
    match = _match(club)
    phones.open_by_card(token=_token(match), key="c", side=0)
    asked = PadPhone.objects.get(key="c").pk
    return lambda: phones.accept_phone(match_id=match.pk, key="a", phone_id=asked, ok=True)


@action("attendance.note_paid")
def _(club: Club) -> Call:
    match = _match(club)
    place = f"entry:{match.entries[0].pk}"
    return lambda: attendance.note_paid(
        tournament_id=match.tournament_id, by=club.organizer, place=place, paid=True
    )


@action("desk.make_cards")
def _(club: Club) -> Call:
    match = _match(club)
    return lambda: desk.make_cards(tournament_id=match.tournament_id, by=club.organizer, tables=5)


@action("desk.renew_digits")
def _(club: Club) -> Call:
    round_ = _match(club).round
    round_.refresh_from_db()
    return lambda: desk.renew_digits(round_id=round_.pk, by=club.organizer, seen=round_.digits)


@action("desk.set_last_hand")
def _(club: Club) -> Call:
    round_, at = _match(club).round, now()
    return lambda: desk.set_last_hand(round_id=round_.pk, by=club.organizer, at=at, seen=None)
