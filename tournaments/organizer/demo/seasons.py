"""The demonstration club's pairs leagues: one that is over, and one in its sixth week with two divisions."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from django.conf import settings

from spades_site.accounts.models import User
from spades_site.common import outbox
from tournaments.events import advance
from tournaments.events.actions.fixtures import time_offers
from tournaments.events.models import Match, Tournament
from tournaments.leagues.models import League, Season
from tournaments.organizer.demo.club import MORE_PAIRS, ORGANIZER, PAIRS, Club
from tournaments.seasons.entries import placing, signing_up
from tournaments.seasons.lifecycle import ending, planning, publishing
from tournaments.seasons.lifecycle.planning import DivisionPlan, SeasonProposal
from tournaments.seasons.terms import Terms

WEEK = 6
"""The present week of the league under way."""
OPEN_FOR = 2
"""How many days ago the week's window opened, and in how many days its matches are played."""
MATCH_HANDS = 2
EARLIER_PAIRS = PAIRS[:4]
"""The pairs of the finished league."""
MOVING = 2


class PairsLeagues:
    """The club's pairs leagues, on its agenda."""

    def __init__(self, club: Club, league: League) -> None:
        self.club, self.league = club, league
        self.organizer = club.people[ORGANIZER]
        zone = ZoneInfo(settings.TIME_ZONE)
        self.today = today = club.today.astimezone(zone).date()
        day = (today + timedelta(days=OPEN_FOR)).weekday()
        year = today.year
        terms = Terms(weekday=day, match_hands=MATCH_HANDS)
        begins = today - timedelta(days=OPEN_FOR, weeks=WEEK - 1)
        earlier = today - timedelta(weeks=4)
        self.plan_season(
            SeasonProposal(
                name=f"Sprint league {year}",
                starts_on=earlier,
                ends_on=earlier + timedelta(weeks=3, days=-1),
                zone=settings.TIME_ZONE,
                terms=terms,
                divisions=(DivisionPlan("Premier", len(EARLIER_PAIRS)),),
            ),
            EARLIER_PAIRS,
        )
        club.plan(_start_of(earlier + timedelta(weeks=3)), self.finish)
        self.plan_season(
            SeasonProposal(
                name=f"Pairs league {year}",
                starts_on=begins,
                ends_on=begins + timedelta(weeks=10, days=-1),
                zone=settings.TIME_ZONE,
                terms=Terms(weekday=day, match_hands=MATCH_HANDS, double=True),
                divisions=(
                    DivisionPlan("Premier", len(PAIRS), relegated=MOVING),
                    DivisionPlan("Second division", len(MORE_PAIRS), promoted=MOVING),
                ),
            ),
            (*PAIRS, *MORE_PAIRS),
        )

    def plan_season(self, proposal: SeasonProposal, pairs: Sequence[tuple[str, str]]) -> None:
        """Put a season on the agenda: sign-up two weeks before, the matches at their times."""
        opens = _start_of(proposal.starts_on) - timedelta(weeks=2)
        self.club.plan(opens, lambda: self.start(proposal, pairs))

    def start(self, proposal: SeasonProposal, pairs: Sequence[tuple[str, str]]) -> None:
        """Make a season, sign everybody up in the order of the divisions, and publish it."""
        season = planning.create_season(
            league_id=self.league.pk, by=self.organizer, proposal=proposal
        )
        planning.open_sign_up(season_id=season.pk, by=self.organizer)
        people = self.club.people
        for one, other in pairs:
            entry = signing_up.sign_up_pair(season_id=season.pk, user=people[one], partner=other)
            signing_up.answer(entry_id=entry.pk, user=people[other], accept=True)
        keys = list(season.entries.order_by("pk").values_list("pk", flat=True))
        arrangement = {}
        for level, plan in enumerate(proposal.divisions, start=1):
            arrangement[level], keys = keys[: plan.size], keys[plan.size :]
        placing.arrange(season_id=season.pk, by=self.organizer, arrangement=arrangement)
        season = publishing.publish(season_id=season.pk, by=self.organizer)
        self.plan_matches(season)

    def plan_matches(self, season: Season) -> None:
        """Put the rounds until now on the agenda."""
        for number, planned in enumerate(publishing.draw_of(season)[0].rounds, start=1):
            if planned.at < self.club.today:
                self.club.plan(planned.at, lambda: self.play_due(season))
            elif number == WEEK:
                self.club.plan(self.club.ago(hours=46), lambda: self.agree(season))

    def play_due(self, season: Season) -> None:
        """Play the matches whose time has come."""
        for division in season.divisions.select_related("tournament"):
            assert division.tournament is not None
            self.club.play_open_matches(division.tournament)

    def agree(self, season: Season) -> None:
        """Let sides of this week's matches agree on other times, or offer them; one match is postponed."""
        premier, second = (self.this_week(one.tournament) for one in season.divisions.all())
        played = self.evening(-1, 20)
        self.agree_on(premier[0], played)
        self.club.plan(played, lambda: self.play_due(season))
        self.agree_on(premier[1], self.evening(1, 20))
        offered = [self.evening(1, 18), self.evening(1, 21)]
        offering = self.player(premier[2], 0)
        self.club.plan(
            self.club.ago(hours=3),
            lambda: self.offer(premier[2], offering, offered),
        )
        closes = second[0].round.closes_at
        assert closes is not None
        time_offers.set_time(
            match_id=second[0].pk,
            by=self.organizer,
            starts_at=closes + timedelta(days=1, hours=20),
            reason="Two of the four are travelling.",
        )

    def evening(self, day: int, hour: int) -> datetime:
        """Return an hour of the day this many days from today, in the club's time zone."""
        return _start_of(self.today + timedelta(days=day)).replace(hour=hour)

    def this_week(self, tournament: Tournament | None) -> list[Match]:
        """Return the matches of the round whose window is open."""
        assert tournament is not None
        advance.advance(tournament.pk)
        found = tournament.matches.filter(round__number=WEEK).select_related("round", "tournament")
        return list(found.order_by("number"))

    def agree_on(self, match: Match, at: datetime) -> None:
        """Let one side offer a time that the other accepts."""
        self.offer(match, self.player(match, 0), [at])
        offer = match.time_offers.get()
        time_offers.accept_time(offer_id=offer.pk, user=self.player(match, 1))

    def offer(self, match: Match, user: User, times: Sequence[datetime]) -> None:
        """Let a player offer times for a match."""
        time_offers.offer_times(match_id=match.pk, user=user, times=times)

    def player(self, match: Match, side: int) -> User:
        """Return the first player of a side."""
        return match.sides[side].entries[0].players.order_by("position")[0].user

    def finish(self) -> None:
        """Finish the season whose matches are over."""
        outbox.deliver_due()
        ending.finish_due()


def _start_of(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=ZoneInfo(settings.TIME_ZONE))
