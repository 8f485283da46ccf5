"""A club for tournament tests: people, entries, and tables that end as the test chooses."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection

from games import engine
from games.tables.models import Table
from spades_site.common import outbox
from spades_site.common.clock import now
from tests.support.recorded import Past, may_record, recorded
from tests.support.stages import in_stages
from tournaments.events import advance
from tournaments.events.actions import entering, lifecycle
from tournaments.events.models import Entry, Match, Tournament
from tournaments.events.setup.creating import create_tournament
from tournaments.leagues.joining import join_league
from tournaments.leagues.models import League
from tournaments.leagues.services import create_league


class Club:
    """Ann runs it; `player(n)` are its people. Tests finish tables by setting their outcome."""

    past = Past(recording=False)
    """What is stored so far, where it is recorded."""

    def __init__(self, member: Callable[..., Any], hands: Any, *, recording: bool = False) -> None:
        self.member, self.hands = member, hands
        self.past = Past(recording=recording)
        self.organizer = member("ann")
        self.people: dict[str, Any] = {}
        self.past.note(self.past.calls, hands.shift)

    def player(self, name: str) -> Any:
        """Return the person of that name, made at first need."""
        if name not in self.people:
            calls = self.past.calls if self.past.known else None
            self.people[name] = self.member(name)
            self.past.note(calls, self.past.shift)
        return self.people[name]

    @recorded
    def league_of(self, *names: str) -> League:
        """Return a league with these people as members."""
        league = create_league(by=self.organizer, name="Riverside")
        for name in names:
            join_league(league_id=league.pk, user=self.player(name))
        return league

    @recorded
    def tournament(self, **fields: Any) -> Tournament:
        """Return a draft that starts in an hour, without check-in, pauses, time bank and waiting list unless asked for."""
        values: dict[str, Any] = {
            "name": "Cup",
            "rules": engine.preset("cardgames_io"),
            "starts_at": now() + timedelta(hours=1),
            "check_in_minutes": 0,
            "pause_between_rounds": 0,
            "bank_seconds": 0,
            "waiting_list": False,
        }
        made = create_tournament(by=self.organizer, **in_stages(values | fields))
        made.seed = "5eed"
        made.save(update_fields=["seed"])
        return made

    @recorded
    def open(self, **fields: Any) -> Tournament:
        """Return a tournament that takes entries."""
        made = self.tournament(**fields)
        return lifecycle.open_registration(tournament_id=made.pk, by=self.organizer)

    @recorded
    def enter_pair(self, tournament: Tournament, first: str, second: str) -> Entry:
        """Enter two people as partners."""
        entry = entering.enter(
            tournament_id=tournament.pk,
            user=self.player(first),
            partner=self.player(second).username,
        )
        asked = entry.invitations.get()
        return entering.accept_invitation(invitation_id=asked.pk, user=self.player(second))

    @recorded
    def with_entries(self, number: int, **fields: Any) -> Tournament:
        """Return an open tournament with this number of entries: a1 & b1, a2 & b2, …"""
        made = self.open(**fields)
        for each in range(1, number + 1):
            self.enter_pair(made, f"a{each}", f"b{each}")
        return made

    @recorded
    def started(self, number: int, **fields: Any) -> Tournament:
        """Return a tournament of this number of entries whose first round is in play."""
        made = self.with_entries(number, **fields)
        return lifecycle.start_now(tournament_id=made.pk, by=self.organizer)

    @recorded
    def finish(self, match: Match, first: int, second: int, *, by_sets: bool = False) -> None:
        """End a match's table, to which all had come, with these totals, and have the message delivered.

        `by_sets`: the side with more points was set too often.
        """
        match.refresh_from_db()
        table = match.table
        table.seats.filter(arrived_at=None).update(arrived_at=now())
        winners = [0, 2] if first > second else [1, 3] if second > first else [0, 1, 2, 3]
        table.status, table.finished_at = Table.Status.FINISHED, now()
        table.started_at = table.started_at or table.finished_at
        table.wake_at = table.deadline = None
        table.result = {
            "winners": winners,
            "totals": [first, second],
            "bags": [first % 10, second % 10],
            "hands": 2,
        }
        if by_sets:
            places = [2, 1] if first > second else [1, 2]
            winners = [0, 2] if places[0] == 1 else [1, 3]
            table.result |= {"winners": winners, "places": places, "ended": "sets"}
        table.save()
        outbox.emit("table.finished", {"table": table.pk})
        outbox.deliver_due()

    @recorded
    def abandon(self, match: Match) -> None:
        """Abandon a match's table, and have the message delivered."""
        match.refresh_from_db()
        Table.objects.filter(pk=match.table_id).update(
            status=Table.Status.ABANDONED, finished_at=now(), wake_at=None, deadline=None
        )
        outbox.emit("table.finished", {"table": match.table_id})
        outbox.deliver_due()

    def in_play(self, tournament: Tournament) -> list[Match]:
        """Return the matches in play, by number."""
        playing = tournament.matches.filter(status=Match.Status.PLAYING)
        return list(playing.order_by("number"))

    @recorded
    def play_all(self, tournament: Tournament) -> int:
        """Play to the end, the better seed winning each match; returns how many matches there were."""
        played = 0
        while matches := self.in_play(tournament):
            for match in matches:
                a_wins = match.entries[0].seed_no < match.entries[1].seed_no
                self.finish(match, *((500, 300) if a_wins else (300, 500)))
                played += 1
            advance.advance(tournament.pk)
        return played


def number_people_from_one() -> None:
    """Let people's keys begin at 1 in every test, as they do on SQLite: the draws' lots fall by them."""
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT setval(pg_get_serial_sequence('accounts_user', 'id'),"
            " (SELECT coalesce(max(id), 0) + 1 FROM accounts_user), false)"
        )


@pytest.fixture
def club(member: Callable[..., Any], hands: Any, request: Any) -> Club:
    """The club."""
    number_people_from_one()
    return Club(member, hands, recording=may_record(request))
