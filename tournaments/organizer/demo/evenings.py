"""The demonstration club's evenings: rated games between friends; past, present and future cups; tables to watch."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from games.engine import preset
from games.tables.models import Table
from games.tables.services import TableTerms, fill_with_bots, open_table
from spades_site.common import outbox
from spades_site.common.clock import now
from tournaments.events.actions import entering, lifecycle
from tournaments.events.models import Entry, Tournament
from tournaments.events.plan.stages import StagePlan
from tournaments.events.setup import creating
from tournaments.leagues.models import League, Season
from tournaments.organizer.demo.club import MORE_PAIRS, ORGANIZER, PAIRS, Club
from tournaments.organizer.demo.everyday import Everyday
from tournaments.seasons.lifecycle.planning import SeasonProposal, create_season

WEEKS = 6
BETWEEN_ROUNDS = timedelta(minutes=10)
NEXT_ROUND = timedelta(minutes=2)
ARENA_STEPS = (12, 24, 36)
"""Minutes after an arena's start at which its matches end."""
TABLES_TO_WATCH = ("cardgames_io", "playingcards_io", "bicycle_3")


class Evenings:
    """The club's evenings, on its agenda; the cups count for a series."""

    def __init__(self, club: Club, league: League, everyday: Everyday) -> None:
        self.club, self.league = club, league
        self.organizer = club.people[ORGANIZER]
        self.series = self.found_series()
        for week in range(WEEKS, 1, -1):
            club.plan(club.ago(weeks=week, hours=-3), self.friendly)
        quarrelling = (("carla", "dmitri"), ("edith", "farid"))
        club.plan(club.ago(hours=22), lambda: everyday.quarrel(self.friendly(quarrelling)))
        stages = (StagePlan("knock_out", third_place=True),)
        self.plan_cup(club.ago(days=8), PAIRS[1:5], name="Club cup", match_hands=2)
        self.plan_cup(club.ago(days=4), name="Sunday knock-out", match_hands=2, stages=stages)
        # The first round is over, and the second begins in two minutes.
        begins = club.ago() - BETWEEN_ROUNDS + NEXT_ROUND
        self.plan_cup(begins, PAIRS[:4], name="Autumn pairs", match_hands=2)
        self.plan_arena(club.ago(minutes=ARENA_STEPS[-1] + 1))
        club.plan(club.ago(), self.coming_cup)
        club.plan(club.ago(), self.tables_to_watch)

    def found_series(self) -> Season:
        """Start a series for the club's cups that is half over by now."""
        today = self.club.today.date()
        proposal = SeasonProposal(
            name=f"Club evenings {today.year}",
            starts_on=today - timedelta(weeks=WEEKS),
            ends_on=today + timedelta(weeks=WEEKS),
            kind=str(Season.Kind.SERIES),
        )
        return create_season(league_id=self.league.pk, by=self.organizer, proposal=proposal)

    def friendly(self, pairs: Sequence[tuple[str, str]] = ()) -> Table:
        """Play a rated game between two pairs, random ones by default."""
        (a, b), (c, d) = pairs or self.club.dice.sample(PAIRS, 2)
        terms = TableTerms(
            rules=preset("cardgames_io", target=200),
            kind=Table.Kind.MATCH,
            title="Club night",
            rated=True,
        )
        table = open_table(terms, seats=[self.club.people[name] for name in (a, c, b, d)])
        self.club.play(table)
        outbox.deliver_due()
        return table

    def plan_cup(
        self,
        begins: datetime,
        pairs: Sequence[tuple[str, str]] = PAIRS,
        **fields: Any,
    ) -> None:
        """Put a tournament and its rounds until now on the agenda."""

        def enter() -> None:
            cup = self.tournament(starts_at=begins, **fields)
            lifecycle.open_registration(tournament_id=cup.pk, by=self.organizer)
            for one, other in pairs:
                self.enter_pair(cup, one, other)
            self.club.plan(begins, lambda: self.play_round(cup, begins))

        self.club.plan(begins - timedelta(hours=1), enter)

    def plan_arena(self, begins: datetime) -> None:
        """Put an arena on the agenda that is open now: some matches are over, two tables wait for their people."""

        def enter() -> None:
            stages = (StagePlan("arena", minutes=120, advance=2), StagePlan("knock_out"))
            cup = self.tournament(
                name="Open arena",
                starts_at=begins,
                match_hands=2,
                stages=stages,
                late_until_round=1,
            )
            lifecycle.open_registration(tournament_id=cup.pk, by=self.organizer)
            for one, other in MORE_PAIRS[:5]:
                self.enter_pair(cup, one, other)
            for minutes in ARENA_STEPS:
                at = begins + timedelta(minutes=minutes)
                self.club.plan(at, lambda: self.club.play_open_matches(cup))

        self.club.plan(begins - timedelta(hours=1), enter)

    def play_round(self, cup: Tournament, at: datetime) -> None:
        """Play a tournament's open matches, and put its next round on the agenda unless it is in the future."""
        self.club.play_open_matches(cup)
        cup.refresh_from_db()
        following = at + BETWEEN_ROUNDS
        if cup.finished_at is None and following < self.club.today:
            self.club.plan(following, lambda: self.play_round(cup, following))

    def coming_cup(self) -> None:
        """Open a tournament that visitors of the demonstration can enter."""
        cup = self.tournament(
            name="Open evening",
            starts_at=_full_hour(now() + timedelta(hours=1)),
            match_hands=4,
            check_in_minutes=30,
        )
        lifecycle.open_registration(tournament_id=cup.pk, by=self.organizer)
        for one, other in PAIRS[4:]:
            self.enter_pair(cup, one, other)

    def tournament(self, **fields: Any) -> Tournament:
        """Create a tournament of the series."""
        return creating.create_tournament(
            **{
                "by": self.organizer,
                "league": self.league,
                "season": self.series,
                "rules": preset("cardgames_io"),
                "check_in_minutes": 0,
                "pause_between_rounds": int(BETWEEN_ROUNDS.total_seconds()),
                **fields,
            }
        )

    def enter_pair(self, cup: Tournament, one: str, other: str) -> None:
        """Enter `one` with the partner `other`, who accepts."""
        people = self.club.people
        entry = entering.enter(tournament_id=cup.pk, user=people[one], partner=other)
        assert isinstance(entry, Entry)
        invitation = entry.invitations.get()
        entering.accept_invitation(invitation_id=invitation.pk, user=people[other])

    def tables_to_watch(self) -> None:
        """Open tables at which bots play, for everybody to watch."""
        for key in TABLES_TO_WATCH:
            table = open_table(TableTerms(rules=preset(key), title="Bots at play"))
            fill_with_bots(table_id=table.pk)


def _full_hour(moment: datetime) -> datetime:
    return moment.replace(minute=0, second=0, microsecond=0) + timedelta(hours=1)
