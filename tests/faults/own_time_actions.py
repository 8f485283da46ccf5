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
from tournaments.own_time import changing, deals, making, pairs, salts, series
from tournaments.own_time.making import EventProposal
from tournaments.own_time.models import EventInvitation, OwnTimeEvent
from tournaments.seasons.lifecycle.planning import SeasonProposal, create_season

OF_OWN_TIME: dict[str, Prepare] = {}
action = partial(actions.action, into=OF_OWN_TIME)


def _proposal(count: int = 8, entrants: str = "player") -> EventProposal:
    opens = now() + timedelta(hours=1)
    return EventProposal(
        name="Week",
        opens_at=opens,
        closes_at=opens + timedelta(days=1),
        count=count,
        bots_level=1,
        entrants=entrants,
    )


def _event(club: Club, opens_at: datetime | None = None, entrants: str = "player") -> OwnTimeEvent:
    league = services.create_league(by=club.organizer, name="Club")
    joining.join_league(league_id=league.pk, user=club.player("p1"))
    made = making.create_event(
        league_id=league.pk, by=club.organizer, proposal=_proposal(8, entrants)
    )
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


def _asked(club: Club) -> tuple[OwnTimeEvent, EventInvitation]:
    event = _event(club, entrants="pair")
    joining.join_league(league_id=event.league_id, user=club.player("p2"))
    return event, pairs.ask(event_id=event.pk, user=club.player("p1"), partner="p2")


@action("changing.extend")
def _(club: Club) -> Call:
    event = _event(club, now() - timedelta(hours=1))
    later = event.closes_at + timedelta(days=1)
    return lambda: changing.extend(event_id=event.pk, by=club.organizer, closes_at=later)


@action("changing.call_off")
def _(club: Club) -> Call:
    event, _table = _begun(club)
    return lambda: changing.call_off(event_id=event.pk, by=club.organizer, reason="x")


@action("deals.announce_due")
def _(club: Club) -> Call:
    _event(club, now() - timedelta(hours=1))
    return deals.announce_due


@action("series.count_in")
def _(club: Club) -> Call:
    event, today = _event(club), now().date()
    season = create_season(
        league_id=event.league_id,
        by=club.organizer,
        proposal=SeasonProposal("Points", today, today + timedelta(days=30), "series"),
    )
    return lambda: series.count_in(event_id=event.pk, by=club.organizer, season_id=season.pk)


@action("pairs.ask")
def _(club: Club) -> Call:
    event = _event(club, entrants="pair")
    joining.join_league(league_id=event.league_id, user=club.player("p2"))
    return lambda: pairs.ask(event_id=event.pk, user=club.player("p1"), partner="p2")


@action("pairs.answer")
def _(club: Club) -> Call:
    event, asked = _asked(club)
    return lambda: pairs.answer(
        event_id=event.pk, invitation_id=asked.pk, user=club.player("p2"), accept=True
    )


@action("pairs.leave")
def _(club: Club) -> Call:
    event, asked = _asked(club)
    pairs.answer(event_id=event.pk, invitation_id=asked.pk, user=club.player("p2"), accept=True)
    return lambda: pairs.leave(event_id=event.pk, user=club.player("p2"))


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
