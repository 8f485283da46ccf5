"""A tournament in a room with a round in play, for the tables of routes."""

from typing import Any

from tests.events.conftest import Club
from tournaments.events.actions import importing, lifecycle
from tournaments.events.models import RoomTable
from tournaments.leagues.models import League


def room_of(club: Club, name: str, league: League) -> dict[str, Any]:
    """Return what the routes of a room name."""
    cup = club.open(
        name=name, league=league, where="room", format="swiss", rounds=2, late_until_round=2
    )
    text = "*Otto 1,*Ida 1\n*Otto 2,*Ida 2"
    importing.import_entries(tournament_id=cup.pk, by=club.organizer, text=text)
    lifecycle.start_now(tournament_id=cup.pk, by=club.organizer)
    round_ = cup.rounds.get(number=1)
    return {
        "room": cup.slug,
        "room_place": f"entry:{cup.entries.order_by('pk')[0].pk}",
        "room_match": round_.matches.get().pk,
        "room_round": round_.pk,
        "room_digits": round_.digits,
        "room_token": RoomTable.objects.get(tournament=cup, number=1).token,
    }
