"""A believable club for demonstrations, created by the platform's own functions with the clock set back.

Everything goes through the domain functions: leagues are joined, tournaments entered and drawn, games played to
the end by bots and rated, as if the weeks had passed.
"""

import random
import secrets
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model

from games import fairness
from games.engine import preset
from games.tables.models import Table
from games.tables.server.autoplay import play_out
from games.tables.server.presence import gone
from games.tables.services import TableTerms, arrive, fill_with_bots, open_table, reveal_salt
from spades_site.common import outbox
from spades_site.common.clock import now
from spades_site.notices import services
from tournaments.events import advance
from tournaments.events.actions import entering, lifecycle
from tournaments.events.models import Entry, Match, Tournament
from tournaments.events.plan.stages import StagePlan
from tournaments.events.setup import creating
from tournaments.leagues import services as leagues
from tournaments.leagues import teams
from tournaments.leagues.models import League, Season
from tournaments.organizer.past import Past
from tournaments.seasons.planning import SeasonProposal, create_season

ORGANIZER = "maud"
PAIRS = (
    ("agnes", "bruno"),
    ("carla", "dmitri"),
    ("edith", "farid"),
    ("greta", "hugo"),
    ("ines", "jakob"),
    ("kirsten", "luis"),
)
TEAMS = ("Tenth Bag", "Nil and Void", "The Long Spades")
WEEKS = 6
FRIENDLIES_A_WEEK = 5
NEXT_ROUND = timedelta(minutes=2)
BETWEEN_ROUNDS = timedelta(minutes=10)
TABLES_TO_WATCH = ("cardgames_io", "playingcards_io", "bicycle_3")


class Club:
    """The club being created."""

    def __init__(self, dice: random.Random) -> None:
        self.dice = dice
        self.people: dict[str, Any] = {}

    def fill(self, clock: Past, password: str) -> None:
        """Simulate the club's last weeks up to now; `password` is the organizer's."""
        clock.go_to(timedelta(weeks=WEEKS))
        self.sign_up(password)
        league = self.found_league()
        season = self.start_season(league)
        # The cups were played since, and games are rated in the order in which they end.
        for week in range(WEEKS, 1, -1):
            for game in range(FRIENDLIES_A_WEEK):
                clock.go_to(timedelta(weeks=week) - timedelta(days=game, hours=3))
                self.friendly()
        clock.go_to(timedelta(days=8))
        self.finished_cup(clock, league, season, 8, name="Club cup", match_hands=4)
        clock.go_to(timedelta(days=4))
        stages = (StagePlan("knock_out", third_place=True),)
        self.finished_cup(
            clock, league, season, 4, name="Sunday knock-out", match_hands=2, stages=stages
        )
        self.running_cup(clock, league, season)
        clock.go_to(timedelta())
        self.coming_cup(league, season)
        self.tables_to_watch()
        services.mark_old_read(before=now() - timedelta(days=1))

    def sign_up(self, password: str) -> None:
        """Create the members' accounts; only the organizer's has a usable password."""
        users = get_user_model().objects
        names = [ORGANIZER, *(name for pair in PAIRS for name in pair)]
        for name in names:
            self.people[name] = users.create_user(
                username=name,
                email=f"{name}@example.org",
                password=password if name == ORGANIZER else None,
                time_zone=settings.TIME_ZONE,
            )
            self.people[name].date_joined = now()
            self.people[name].save(update_fields=["date_joined"])

    def found_league(self) -> League:
        """Found the league, with its members and teams."""
        league = leagues.create_league(
            by=self.people[ORGANIZER],
            name="Riverside Spades Club",
            description="Thursdays at eight, and whenever four of us are awake. New players welcome.",
        )
        for name, person in self.people.items():
            if name != ORGANIZER:
                leagues.join_league(league_id=league.pk, user=person)
        for number, title in enumerate(TEAMS):
            founder, *others = (name for pair in PAIRS[2 * number :][:2] for name in pair)
            team = teams.create_team(league_id=league.pk, by=self.people[founder], name=title)
            for name in others:
                teams.join_team(team_id=team.pk, user=self.people[name])
        return league

    def start_season(self, league: League) -> Season:
        """Start a season that is half over by now."""
        today = now().date()
        proposal = SeasonProposal(
            name=f"Autumn {today.year}" if today.month > 6 else f"Spring {today.year}",
            starts_on=today,
            ends_on=today + timedelta(weeks=2 * WEEKS),
            kind=str(Season.Kind.SERIES),
        )
        return create_season(league_id=league.pk, by=self.people[ORGANIZER], proposal=proposal)

    def friendly(self) -> None:
        """Play a rated game between two pairs."""
        (a, b), (c, d) = self.dice.sample(PAIRS, 2)
        terms = TableTerms(
            rules=preset("cardgames_io", target=200),
            kind=Table.Kind.MATCH,
            title="Club night",
            rated=True,
        )
        table = open_table(terms, seats=[self.people[name] for name in (a, c, b, d)])
        self.play(table)
        outbox.deliver_due()

    def finished_cup(
        self, clock: Past, league: League, season: Season, days: int, **fields: Any
    ) -> None:
        """Play a whole tournament held `days` days ago; the clock stays there."""
        held = timedelta(days=days)
        cup = self.tournament(league, season, starts_at=now() + timedelta(hours=1), **fields)
        self.enter(cup, PAIRS)
        clock.go_to(held - timedelta(hours=1, minutes=1))
        elapsed = timedelta(hours=1, minutes=1)
        while self.still_on(cup):
            advance.advance(cup.pk)
            self.play_open_matches(cup)
            elapsed += BETWEEN_ROUNDS
            clock.go_to(held - elapsed)

    def running_cup(self, clock: Past, league: League, season: Season) -> None:
        """Play the first round of a tournament whose second begins in two minutes."""
        first_over = BETWEEN_ROUNDS - NEXT_ROUND
        clock.go_to(timedelta(days=1))
        cup = self.tournament(
            league,
            season,
            "Autumn pairs",
            starts_at=now() + timedelta(days=1) - first_over,
            match_hands=2,
        )
        self.enter(cup, PAIRS[:4])
        clock.go_to(first_over)
        advance.advance(cup.pk)
        self.play_open_matches(cup)
        advance.advance(cup.pk)

    def coming_cup(self, league: League, season: Season) -> None:
        """Open a tournament that visitors of the demonstration can enter."""
        cup = self.tournament(
            league,
            season,
            "Open evening",
            starts_at=_full_hour(now() + timedelta(hours=1)),
            match_hands=4,
            check_in_minutes=30,
        )
        lifecycle.open_registration(tournament_id=cup.pk, by=self.people[ORGANIZER])
        for one, other in PAIRS[4:]:
            self.enter_pair(cup, one, other)

    def tournament(
        self, league: League, season: Season, name: str, starts_at: datetime, **fields: Any
    ) -> Tournament:
        """Create a tournament of the league."""
        return creating.create_tournament(
            **{
                "by": self.people[ORGANIZER],
                "league": league,
                "season": season,
                "name": name,
                "starts_at": starts_at,
                "rules": preset("cardgames_io"),
                "check_in_minutes": 0,
                "pause_between_rounds": int(BETWEEN_ROUNDS.total_seconds()),
                **fields,
            }
        )

    def enter(self, cup: Tournament, pairs: tuple[tuple[str, str], ...]) -> None:
        """Open the tournament's registration and enter the pairs."""
        lifecycle.open_registration(tournament_id=cup.pk, by=self.people[ORGANIZER])
        for one, other in pairs:
            self.enter_pair(cup, one, other)

    def enter_pair(self, cup: Tournament, one: str, other: str) -> None:
        """Enter one with the other as partner, who accepts."""
        entry = entering.enter(tournament_id=cup.pk, user=self.people[one], partner=other)
        assert isinstance(entry, Entry)
        invitation = entry.invitations.get()
        entering.accept_invitation(invitation_id=invitation.pk, user=self.people[other])

    def play_open_matches(self, cup: Tournament) -> None:
        """Play every open match of the tournament to its end."""
        matches = Match.objects.filter(tournament=cup, status=Match.Status.PLAYING)
        for match in matches:
            self.play(match.table)
        outbox.deliver_due()

    def play(self, table: Table) -> None:
        """Let the table's four players arrive, and play their game to its end."""
        seats = table.seats.select_related("user")
        people = [seat.user for seat in seats if seat.user is not None]
        salts = {user: secrets.token_hex(fairness.SALT_BYTES) for user in people}
        for user, salt in salts.items():
            arrive(table_id=table.pk, user=user, salt_hash=fairness.salt_hash(salt))
        for user, salt in salts.items():
            reveal_salt(table_id=table.pk, user=user, salt=salt)
        play_out(table.pk)
        for user in people:
            gone(table.pk, user)

    def still_on(self, cup: Tournament) -> bool:
        """Return whether the tournament isn't over."""
        cup.refresh_from_db()
        return cup.finished_at is None

    def tables_to_watch(self) -> None:
        """Open tables at which bots play, for everybody to watch."""
        for key in TABLES_TO_WATCH:
            table = open_table(TableTerms(rules=preset(key), title="Bots at play"))
            fill_with_bots(table_id=table.pk)


def _full_hour(moment: datetime) -> datetime:
    return moment.replace(minute=0, second=0, microsecond=0) + timedelta(hours=1)
