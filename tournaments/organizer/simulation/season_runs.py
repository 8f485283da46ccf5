"""Playing a season to its end by the domain functions: sign-up, placing, publishing, weeks, promotion.

The clock jumps from one due time to the next. People's actions (offering times, answering or not, needing a substitute,
not coming, leaving) are random; the result of a match is drawn by Elo's formula from its players' ratings.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, time, timedelta

from django.db.models.signals import pre_save

from spades_site.accounts.models import User
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from tournaments.events.actions import entering, lifecycle
from tournaments.events.actions.fixtures import time_offers
from tournaments.events.entries import substitute_offers
from tournaments.events.models import (
    Entry,
    LineUp,
    Match,
    Round,
    TimeOffer,
    Tournament,
    named,
)
from tournaments.events.plan.stages import StagePlan
from tournaments.events.setup.creating import create_tournament
from tournaments.leagues import teams
from tournaments.leagues.models import Season
from tournaments.organizer.past import past
from tournaments.organizer.simulation.own_database import own_database
from tournaments.organizer.simulation.season_plans import (
    TEAM_PLAYERS,
    SeasonSimulation,
    check,
    proposal_of,
)
from tournaments.organizer.simulation.season_report import SeasonReport, report_of
from tournaments.organizer.simulation.simulated_league import SimulatedLeague
from tournaments.seasons.entries import placing, signing_up, withdrawing
from tournaments.seasons.lifecycle import ending, planning, publishing
from tournaments.seasons.models import SeasonEntry

BEGINS = datetime(2027, 1, 1, 12, tzinfo=UTC)
"""The start of every simulation's clock, so that a seed always gives the same season."""
SPARE = 6
"""Members of the league without a place in the season, who stand in for others."""
OFFERED, ACCEPTED, DECLINED = 0.3, 0.5, 0.2
"""How many matches have a time offered; how many offers are accepted and declined. The rest lapse."""
SUBSTITUTED = 0.06
ATTENDANCE, FEWEST = 0.8, 4
"""The share of the pairs who come to an evening of a series, and how many at least."""
EVENING_ROUNDS = 4


def simulate_season(plan: SeasonSimulation) -> SeasonReport:
    """Play the season to its end in a separate database, and return its report.

    Raises FormatError, with a remedy, for plans that can't be played.
    """
    check(plan)
    with past() as clock, own_database():
        clock.go_to_moment(BEGINS)
        run = _KINDS[plan.kind](plan, clock)
        pre_save.connect(run.seed_draw, sender=Tournament)
        try:
            season = run.play()
        finally:
            pre_save.disconnect(run.seed_draw, sender=Tournament)
        return report_of(plan, season, run.incidents)


class _Pairs(SimulatedLeague):
    """A pairs league in divisions."""

    players_of_entry = 2

    def sign_up(self, season: Season, players: Sequence[User]) -> None:
        """Enter everybody."""
        for one, other in self.partners(players):
            entry = signing_up.sign_up_pair(season_id=season.pk, user=one, partner=other.username)
            signing_up.answer(entry_id=entry.pk, user=other, accept=True)

    def play(self) -> Season:
        """Play the whole season; return it, finished."""
        plan = self.plan
        self.found(self.players_of_entry * plan.divisions * plan.size + SPARE)
        players, self.spare = self.people[:-SPARE], self.people[-SPARE:]
        proposal = proposal_of(plan, self.at.date())
        season = planning.create_season(
            league_id=self.league.pk, by=self.organizer, proposal=proposal
        )
        planning.open_sign_up(season_id=season.pk, by=self.organizer)
        self.sign_up(season, players)
        placing.place_by_rating(season_id=season.pk, by=self.organizer)
        publishing.publish(season_id=season.pk, by=self.organizer)
        season.refresh_from_db()

        self.lowest = season.divisions.order_by("-level")[0]
        self.third = plan.weeks // 3 + 1
        self.begun: set[int] = set()
        """Rounds whose sides have offered times."""
        self.answered: set[int] = set()
        """Time offers already considered; those left open lapse."""
        self.absent: set[int] = set()
        """Matches to which a side doesn't come."""
        keys = season.divisions.values_list("tournament_id", flat=True)
        self.play_until_over([key for key in keys if key])
        ending.finish_due()
        season.refresh_from_db()
        return season

    def react(self, tournament: Tournament) -> None:
        """Offer times once a window opens, withdraw entries, answer offers, and play open matches."""
        opened = tournament.rounds.filter(status=Round.Status.PLAYING).exclude(pk__in=self.begun)
        for round_ in opened:
            self.begun.add(round_.pk)
            if round_.number == self.third and tournament.pk == self.lowest.tournament_id:
                self.withdraw_one()
            drawn = round_.matches.filter(status=Match.Status.DRAWN).select_related("round")
            for match in drawn.prefetch_related(*named()).order_by("number"):
                if not match.is_bye:
                    self.before(match)
        self.answer_offers(tournament)
        super().react(tournament)

    def play_match(self, match: Match) -> None:
        """Play a match, unless it is the one to which a side doesn't come."""
        if not self.absent and match.round.number == self.third + 1:
            self.absent.add(match.pk)
            absent, present = match.side_names
            came = LineUp.objects.filter(match=match, side=match.sides[1])
            for at in match.open_tables:
                assert at.table is not None
                seats = came.filter(table=at).values("seat")
                at.table.seats.filter(index__in=seats).update(arrived_at=now())
            self.note(match, f"{absent} don't come, {present} do")
        if match.pk not in self.absent:
            super().play_match(match)

    def before(self, match: Match) -> None:
        """Simulate events before a match: it is postponed, a player falls ill, a side offers times."""
        stands, closes = match.starts_at, match.round.closes_at
        assert stands is not None
        assert closes is not None
        if match.round.number == self.third and match.number == 2:
            time_offers.set_time(
                match_id=match.pk, by=self.organizer, starts_at=closes + timedelta(hours=20),
                reason="Club house closed",
            )  # fmt: skip
            self.note(match, "postponed to the next window by the organizer")
            return
        side = match.sides[self.dice.randrange(2)]
        if self.spare and self.dice.random() < SUBSTITUTED:
            self.substitute(match, side.entries[0], self.spare.pop())
        if self.dice.random() >= OFFERED:
            return
        days = self.dice.sample((-2, -1, 1, 2), 2)
        times = [stands + timedelta(days=day, hours=self.dice.randrange(-2, 2)) for day in days]
        times = [moment for moment in times if now() < moment < closes]
        user = side.entries[0].players.get(position=0).user
        try:
            time_offers.offer_times(match_id=match.pk, user=user, times=times)
        except Refused as refusal:
            self.note(match, f"no time offered: {refusal}")

    def answer_offers(self, tournament: Tournament) -> None:
        """Answer each open offer at once, or never."""
        waiting = TimeOffer.objects.filter(
            match__tournament=tournament, status=TimeOffer.Status.OPEN
        ).exclude(pk__in=self.answered)
        for offer in waiting.select_related("match__round").order_by("pk"):
            self.answered.add(offer.pk)
            other = next(one for one in offer.match.entries if one.pk != offer.entry_id)
            user = other.players.get(position=1).user
            drawn = self.dice.random()
            if drawn < ACCEPTED:
                chosen = self.dice.choice(offer.moments)
                time_offers.accept_time(offer_id=offer.pk, user=user, starts_at=chosen)
            elif drawn < ACCEPTED + DECLINED:
                time_offers.decline_time(offer_id=offer.pk, user=user)

    def substitute(self, match: Match, entry: Entry, into: User) -> None:
        """Replace a player permanently by a spare one; the replaced player becomes spare."""
        out = entry.players.get(position=self.dice.randrange(2)).user
        asked = substitute_offers.offer(
            entry_id=entry.pk,
            out_id=out.pk,
            username=into.username,
            by=self.organizer,
            reason="Ill",
        )
        substitute_offers.accept(offer_id=asked.pk, user=into)
        self.note(match, f"{into} plays for {out} from now on")

    def withdraw_one(self) -> None:
        """Let a pair of the last division leave the season."""
        entries = self.lowest.entries.filter(status=SeasonEntry.Status.ENTERED)
        leaver = self.dice.choice(list(entries.order_by("seed_no")))
        withdrawing.withdraw_entry(entry_id=leaver.pk, by=self.organizer, reason="Moved away")
        self.incidents.append(
            f"{self.lowest.name}, before round {self.third}: {leaver.name} withdraw"
        )

    def note(self, match: Match, text: str) -> None:
        """Store an incident about a match."""
        where = f"{match.tournament.name.split(' · ')[-1]}, round {match.round.number}"
        self.incidents.append(f"{where}, {match.title}: {text}")


class _Teams(_Pairs):
    """A team league in divisions: a match is played at two tables with the same deals."""

    players_of_entry = TEAM_PLAYERS

    def sign_up(self, season: Season, players: Sequence[User]) -> None:
        """Found the teams, and enter each by its captain."""
        pairs = self.partners(players)
        for number, (one, other) in enumerate(zip(pairs[::2], pairs[1::2], strict=True), start=1):
            captain, *others = (*one, *other)
            team = teams.create_team(league_id=self.league.pk, by=captain, name=f"Team {number}")
            for user in others:
                teams.join_team(team_id=team.pk, user=user)
            signing_up.sign_up_team(season_id=season.pk, by=captain, team_id=team.pk)


class _Series(SimulatedLeague):
    """A series of evenings: a Swiss of whoever comes, every week."""

    def play(self) -> Season:
        """Play the whole series; return it, finished."""
        plan = self.plan
        self.found(2 * plan.size)
        pairs = self.partners(self.people)
        proposal = proposal_of(plan, self.at.date())
        season = planning.create_season(
            league_id=self.league.pk, by=self.organizer, proposal=proposal
        )
        first = datetime.combine(season.starts_on, time(19, 30), UTC)
        for week in range(plan.weeks):
            self.evening(season, first + timedelta(weeks=week), week + 1, pairs)
        self.go_to(datetime.combine(season.ends_on, time(12), UTC) + timedelta(days=2))
        ending.finish_due()
        season.refresh_from_db()
        return season

    def evening(
        self, season: Season, at: datetime, number: int, pairs: Sequence[tuple[User, User]]
    ) -> None:
        """Play one tournament of the series, with most of the pairs."""
        self.go_to(at - timedelta(days=1))
        made = create_tournament(
            by=self.organizer,
            league=self.league,
            season=season,
            name=f"Evening {number}",
            rules=self.plan.rule_set,
            stages=(StagePlan("swiss", rounds=EVENING_ROUNDS),),
            starts_at=at,
            match_hands=self.plan.match_hands,
            check_in_minutes=0,
        )
        lifecycle.open_registration(tournament_id=made.pk, by=self.organizer)
        come = [pair for pair in pairs if self.dice.random() < ATTENDANCE]
        for one, other in come if len(come) >= FEWEST else pairs[:FEWEST]:
            entry = entering.enter(tournament_id=made.pk, user=one, partner=other.username)
            assert isinstance(entry, Entry)
            entering.accept_invitation(invitation_id=entry.invitations.get().pk, user=other)
        self.play_until_over([made.pk])


_KINDS: dict[str, type[_Pairs | _Series]] = {"pairs": _Pairs, "team": _Teams, "series": _Series}
