"""Every action of own-time events, for the tests of crashes and concurrency."""

from datetime import datetime, timedelta
from functools import partial

from games.tables.models import Table
from games.tables.server.autoplay import play_out
from spades_site.common.clock import now
from tests.events.conftest import Club
from tests.faults import actions
from tests.faults.actions import Call, Prepare
from tournaments.leagues import joining, services
from tournaments.leagues.models import League
from tournaments.own_time import deals, making, salts
from tournaments.own_time.making import EventProposal
from tournaments.own_time.models import OwnTimeEvent

OF_OWN_TIME: dict[str, Prepare] = {}
action = partial(actions.action, into=OF_OWN_TIME)


def _proposal(count: int = 8) -> EventProposal:
    opens = now() + timedelta(hours=1)
    return EventProposal(
        name="Week", opens_at=opens, closes_at=opens + timedelta(days=1), count=count, bots_level=1
    )


def _event(club: Club, opens_at: datetime | None = None) -> OwnTimeEvent:
    league = services.create_league(by=club.organizer, name="Club")
    joining.join_league(league_id=league.pk, user=club.player("p1"))
    made = making.create_event(league_id=league.pk, by=club.organizer, proposal=_proposal())
    if opens_at is not None:
        OwnTimeEvent.objects.filter(pk=made.pk).update(opens_at=opens_at)
    return made


def _begun(club: Club) -> tuple[OwnTimeEvent, Table]:
    event = _event(club, now() - timedelta(hours=1))
    return event, deals.play_next(event_id=event.pk, user=club.player("p1"))


@action("making.create_event")
def _(club: Club) -> Call:
    league: League = services.create_league(by=club.organizer, name="Club")
    proposal = _proposal()
    return lambda: making.create_event(league_id=league.pk, by=club.organizer, proposal=proposal)


@action("making.edit_event")
def _(club: Club) -> Call:
    event, proposal = _event(club), _proposal(9)
    return lambda: making.edit_event(event_id=event.pk, by=club.organizer, proposal=proposal)


@action("making.delete_event")
def _(club: Club) -> Call:
    event = _event(club)
    return lambda: making.delete_event(event_id=event.pk, by=club.organizer)


@action("salts.give_salt")
def _(club: Club) -> Call:
    event = _event(club)
    return lambda: salts.give_salt(event_id=event.pk, user=club.player("p1"), text="x")


@action("deals.play_next")
def _(club: Club) -> Call:
    event = _event(club, now() - timedelta(hours=1))
    return lambda: deals.play_next(event_id=event.pk, user=club.player("p1"))


@action("deals.on_table_finished")
def _(club: Club) -> Call:
    _event, table = _begun(club)
    play_out(table.pk)
    return lambda: deals.on_table_finished({"table": table.pk})


@action("deals.close")
def _(club: Club) -> Call:
    event, table = _begun(club)
    play_out(table.pk)
    later = now() + timedelta(days=2)
    return lambda: deals.close(event.pk, later)
