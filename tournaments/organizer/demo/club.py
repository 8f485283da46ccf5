"""The demonstration club: its people, its league, and games that bots play for them."""

import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model

from games import bots, engine, fairness
from games.engine import State
from games.fair_play import connections
from games.tables.models import Table
from games.tables.server.autoplay import play_out
from games.tables.server.presence import gone
from games.tables.services import arrive, reveal_salt
from spades_site.common import outbox
from spades_site.common.clock import now
from spades_site.common.server.address import UNKNOWN
from tournaments.events import advance
from tournaments.events.models import Match, Tournament
from tournaments.leagues import announcing, joining, services, teams
from tournaments.leagues.crests import Crest
from tournaments.leagues.models import League
from tournaments.organizer.past import Past

ORGANIZER = "maud"
STAFF = "sam"
"""Isn't in the club: sees the whole site."""
LEAGUE = "Riverside Spades Club"
ABOUT = "Thursdays at eight, and whenever four of us are awake. New players welcome."
PAIRS = (
    ("agnes", "bruno"),
    ("carla", "dmitri"),
    ("edith", "farid"),
    ("greta", "hugo"),
    ("ines", "jakob"),
    ("kirsten", "luis"),
)
MORE_PAIRS = (
    ("mira", "noor"),
    ("oskar", "paula"),
    ("quentin", "rosa"),
    ("stefan", "tilda"),
    ("ugo", "vera"),
    ("wim", "xenia"),
)
TEAMS = ("Tenth Bag", "Nil and Void", "The Long Spades", "Boston Club")
"""Each of two pairs, in their order."""

ONE_DEVICE = ("ines", "jakob")
"""Of late they play at the same device, which is a signal."""

MOST_CARELESS = 0.3
"""The share of random cards of the weakest member."""

Step = Callable[[], object]


class Club:
    """The club being created. Its events are put on an agenda first, then carried out in order."""

    def __init__(self, dice: random.Random, clock: Past) -> None:
        self.dice, self.clock = dice, clock
        self.people: dict[str, Any] = {}
        self.careless: dict[Any, float] = {}
        """Everybody's strength: the share of random cards that they play."""
        self.today = datetime.now(UTC)
        self.agenda: list[tuple[datetime, Step]] = []

    def ago(self, **time: float) -> datetime:
        """Return the time this long before the demonstration begins."""
        return self.today - timedelta(**time)

    def plan(self, moment: datetime, step: Step) -> None:
        """Put a step on the agenda; the step may add later ones."""
        self.agenda.append((moment, step))

    def live(self) -> None:
        """Carry out the agenda in the order of its times."""
        while self.agenda:
            self.agenda.sort(key=lambda one: one[0])
            moment, step = self.agenda.pop(0)
            self.clock.go_to_moment(moment)
            step()
        self.clock.go_to(timedelta())

    def sign_up(self, password: str) -> None:
        """Create the members' accounts; only the organizer's, and that of the site's staff, has a usable password."""
        users = get_user_model().objects
        users.create_superuser(username=STAFF, email=f"{STAFF}@example.org", password=password)
        names = [ORGANIZER, *(name for pair in (*PAIRS, *MORE_PAIRS) for name in pair)]
        for name in names:
            self.people[name] = users.create_user(
                username=name,
                email=f"{name}@example.org",
                password=password if name == ORGANIZER else None,
                time_zone=settings.TIME_ZONE,
            )
            self.people[name].date_joined = now()
            self.people[name].save(update_fields=["date_joined"])
            self.careless[self.people[name]] = self.dice.uniform(0, MOST_CARELESS)

    def found_league(self) -> League:
        """Found the league, with its members and teams."""
        owner = self.people[ORGANIZER]
        league = services.create_league(by=owner, name=LEAGUE, description=ABOUT)
        services.edit_league(
            league_id=league.pk,
            by=owner,
            name=LEAGUE,
            description=ABOUT,
            is_public=True,
            is_open=True,
            conduct="Be kind, and on time. If you can’t come, tell your opponents before the match.",
            rules={"preset": "cardgames_io"},
        )
        services.set_look(
            league_id=league.pk,
            by=owner,
            accent="teal",
            crest=Crest("shield", "spade", "teal", "white"),
        )
        for name, person in self.people.items():
            if name != ORGANIZER:
                joining.join_league(league_id=league.pk, user=person)
        pairs = (*PAIRS, *MORE_PAIRS)
        for number, title in enumerate(TEAMS):
            founder, *others = (name for pair in pairs[2 * number :][:2] for name in pair)
            team = teams.create_team(league_id=league.pk, by=self.people[founder], name=title)
            for name in others:
                teams.join_team(team_id=team.pk, user=self.people[name])
        announcing.announce(
            league_id=league.pk,
            by=owner,
            title="Welcome to the new season",
            text="The fixtures are in the calendar. Agree on other times with your opponents early.",
        )
        return league

    def play_open_matches(self, tournament: Tournament) -> None:
        """Advance the tournament, and play every open match to its end."""
        advance.advance(tournament.pk)
        for match in tournament.matches.filter(status=Match.Status.PLAYING).order_by("number"):
            self.play_match(match)
        # Record all results together, because each recording goes through the whole tournament.
        advance.advance(tournament.pk)
        outbox.deliver_due()

    def play_match(self, match: Match) -> None:
        """Play the open tables of a match to their ends."""
        self.come_to(match)
        for at in match.open_tables:
            assert at.table is not None
            self.play(at.table)

    def come_to(self, match: Match) -> None:
        """Let everybody come to a match's tables before any of them begins, because a team match deals at both at once."""
        for at in match.open_tables:
            assert at.table is not None
            if at.table.deals_id is not None:
                for user in _people_at(at.table):
                    arrive(table_id=at.table.pk, user=user)

    def play(self, table: Table) -> None:
        """Let the table's four players arrive, and play their game to its end, each as well as they can."""
        people = _people_at(table)
        if table.deals_id is None:
            salts = {user: self.dice.randbytes(fairness.SALT_BYTES).hex() for user in people}
            for user, salt in salts.items():
                arrive(table_id=table.pk, user=user, salt_hash=fairness.salt_hash(salt))
            for user, salt in salts.items():
                reveal_salt(table_id=table.pk, user=user, salt=salt)
        if now() > self.ago(days=5):
            for name in ONE_DEVICE:
                connections.note(table.pk, self.people[name], "kitchen tablet", UNKNOWN)
        self.play_cards(table)
        for user in people:
            gone(table.pk, user)

    def play_cards(self, table: Table) -> None:
        """Play the game of a table to which all have come."""
        people = _people_at(table)
        play_out(table.pk, lambda state, seat: self.choose(state, seat, people[seat]))

    def choose(self, state: State, seat: int, user: Any) -> str:
        """Return a member's action: a bot's, except that some cards are random legal ones."""
        if state.phase == "play" and self.dice.random() < self.careless[user]:
            return self.dice.choice(engine.legal_actions(state, seat))
        return bots.choose(engine.view_for(state, seat), state.rules, self.dice)


def _people_at(table: Table) -> list[Any]:
    """Return the people at a full table, by seat."""
    seats = table.seats.select_related("user").order_by("index")
    return [seat.user for seat in seats if seat.user is not None]
