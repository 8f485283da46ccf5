"""A league with an own-time event, whose deals are played out at once."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from games import engine
from games.engine import State
from games.tables.game.bots import choice_for
from games.tables.models import Table
from games.tables.server.autoplay import play_out
from games.tables.services import arrive
from spades_site.common import outbox
from spades_site.common.clock import now
from tournaments.leagues import joining, services
from tournaments.leagues.models import League
from tournaments.own_time import deals, making, pairs
from tournaments.own_time.making import EventProposal
from tournaments.own_time.models import OwnTimeEvent

Way = Callable[[State], str]


def first(state: State) -> str:
    """Choose the first legal action."""
    return engine.legal_actions(state, state.to_act[0])[0]


def last(state: State) -> str:
    """Choose the last legal action."""
    return engine.legal_actions(state, state.to_act[0])[-1]


class OwnTimeClub:
    """Ann organizes the league "Club"; `p1` and so on are members."""

    def __init__(self, member: Callable[..., Any], hands: Any) -> None:
        self.member, self.hands = member, hands
        self.organizer = member("ann")
        self.people: dict[str, Any] = {}
        self.league: League = services.create_league(by=self.organizer, name="Club")

    def joined(self, name: str) -> Any:
        """Return a member of the league by name."""
        if name not in self.people:
            self.people[name] = self.member(name)
            joining.join_league(league_id=self.league.pk, user=self.people[name])
        return self.people[name]

    def event(self, **fields: Any) -> OwnTimeEvent:
        """Return an event of eight deals that opens in an hour, for a day."""
        opens = now() + timedelta(hours=1)
        values = {
            "name": "Week", "opens_at": opens, "closes_at": opens + timedelta(days=1), "bots_level": 1,
        }  # fmt: skip
        proposal = EventProposal(**values | fields)
        return making.create_event(league_id=self.league.pk, by=self.organizer, proposal=proposal)

    def opened(self, **fields: Any) -> OwnTimeEvent:
        """Return an event that is open."""
        event = self.event(**fields)
        self.later(hours=2)
        return event

    def begin(self, event: OwnTimeEvent, name: str) -> Table:
        """Return the table of a member's next deal."""
        return deals.play_next(event_id=event.pk, user=self.joined(name))

    def pair(self, event: OwnTimeEvent, one: str, two: str) -> None:
        """Let two members be partners in an event."""
        asked = pairs.ask(
            event_id=event.pk, user=self.joined(one), partner=self.joined(two).username
        )
        pairs.answer(event_id=event.pk, invitation_id=asked.pk, user=self.people[two], accept=True)

    def play(self, event: OwnTimeEvent, name: str, way: Way = first) -> Table:
        """Play the next deal of a member or their pair to its end, and deliver what follows from it."""
        table = self.begin(event, name)
        people = {seat.index: seat.user for seat in table.seats.exclude(user=None)}
        for user in people.values():
            arrive(table_id=table.pk, user=user)
        bots = partial(choice_for, deals_id=table.deals_id)
        table = play_out(
            table.pk, lambda state, seat: way(state) if seat in people else bots(state, seat)
        )
        outbox.deliver_due()
        return table

    def close(self, event: OwnTimeEvent) -> None:
        """Let the window pass, and close."""
        self.later(days=2)
        deals.close_due()
        outbox.deliver_due()
        event.refresh_from_db()

    def later(self, **time: float) -> None:
        """Let time pass."""
        self.hands.forward(timedelta(**time).total_seconds())


@pytest.fixture
def club(member: Callable[..., Any], hands: Any) -> OwnTimeClub:
    """Return the club."""
    return OwnTimeClub(member, hands)
