"""The demonstration club's team league: a round is over, one match of the second is over, and one is in play."""

from datetime import timedelta
from zoneinfo import ZoneInfo

from django.conf import settings

from spades_site.common import outbox
from tournaments.events import advance
from tournaments.events.models import Match, Tournament
from tournaments.leagues.models import League, Season
from tournaments.organizer.demo.club import ORGANIZER, Club
from tournaments.seasons.entries import placing, signing_up
from tournaments.seasons.lifecycle import planning, publishing
from tournaments.seasons.lifecycle.planning import DivisionPlan, SeasonProposal
from tournaments.seasons.terms import Terms

DEALS = 12
BEGAN = timedelta(minutes=10)
"""How long ago the match in play began."""


class TeamLeague:
    """The league of the club's teams, on its agenda."""

    def __init__(self, club: Club, league: League) -> None:
        self.club, self.league = club, league
        self.organizer = club.people[ORGANIZER]
        began = (club.today - BEGAN).astimezone(ZoneInfo(settings.TIME_ZONE))
        starts_on = began.date() - timedelta(weeks=1)
        self.proposal = SeasonProposal(
            name=f"Team league {began.year}",
            starts_on=starts_on,
            ends_on=starts_on + timedelta(weeks=3, days=-1),
            kind=str(Season.Kind.TEAMS),
            zone=settings.TIME_ZONE,
            terms=Terms(weekday=began.weekday(), at=f"{began:%H:%M}", deals=DEALS),
            divisions=(DivisionPlan("Team league", league.teams.count()),),
        )
        club.plan(club.ago(weeks=2), self.start)

    def start(self) -> None:
        """Make the season, enter every team by its captain, and publish it."""
        season = planning.create_season(
            league_id=self.league.pk, by=self.organizer, proposal=self.proposal
        )
        planning.open_sign_up(season_id=season.pk, by=self.organizer)
        for team in self.league.teams.select_related("captain").order_by("pk"):
            assert team.captain is not None
            signing_up.sign_up_team(season_id=season.pk, by=team.captain, team_id=team.pk)
        placing.place_by_rating(season_id=season.pk, by=self.organizer)
        season = publishing.publish(season_id=season.pk, by=self.organizer)
        tournament = season.divisions.get().tournament
        assert tournament is not None
        first, second, *_later = publishing.draw_of(season)[0].rounds
        club = self.club
        club.plan(first.at, lambda: club.play_open_matches(tournament))
        club.plan(second.at, lambda: self.begin(tournament))

    def begin(self, tournament: Tournament) -> None:
        """Play the first match of a round, and one table of the second."""
        advance.advance(tournament.pk)
        playing = tournament.matches.filter(status=Match.Status.PLAYING).order_by("number")
        done, going_on = playing
        self.club.play_match(done)
        self.club.come_to(going_on)
        table = going_on.open_tables[0].table
        assert table is not None
        self.club.play_cards(table)
        outbox.deliver_due()
