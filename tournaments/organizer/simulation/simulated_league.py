"""A league with simulated members: its people with their ratings, the clock, and the results of its matches."""

import random
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from math import sqrt
from typing import Any

from games.engine import RuleSet, new_game
from games.engine.scoring import HandResult, SideResult
from games.engine.snapshot import position
from games.ratings.models import Pool, Rating
from games.tables.models import Table
from spades_site.accounts.models import User
from spades_site.common import outbox
from spades_site.common.clock import now
from tournaments.events import advance
from tournaments.events.models import Match, Tournament, named, with_tables
from tournaments.formats.victory_points import TEAMS_SPREAD
from tournaments.leagues import joining, services
from tournaments.organizer.past import Past
from tournaments.organizer.simulation.judges import ByRatings, GameScore, ratings
from tournaments.organizer.simulation.season_plans import MATCH_HANDS, SeasonSimulation
from tournaments.standings.placing import places_by

LEVEL = 0.04
RATED_GAMES = 30
POINTS_A_RATING = 0.05
"""By how many points a deal a pair rated a point higher is ahead at its table."""
MOST_STEPS = 20_000
"""Far more than any season takes: a season that doesn't end is a fault of the platform."""


class SimulatedLeague:
    """A season being simulated. `incidents` are sentences about events other than play."""

    def __init__(self, plan: SeasonSimulation, clock: Past) -> None:
        self.plan, self.clock = plan, clock
        self.dice = random.Random(f"{plan.seed} season")
        self.incidents: list[str] = []
        self.strengths: dict[int, int] = {}
        self.people: list[User] = []
        self.at = now()
        self.drawn = 0
        self.organizer = User.objects.create_user("organizer")
        self.league = services.create_league(by=self.organizer, name="Simulated club")

    def seed_draw(self, sender: type[Tournament], instance: Tournament, **kwargs: object) -> None:
        """Give a new tournament a seed that follows from the plan's, so that a season can be repeated."""
        if instance._state.adding:
            self.drawn += 1
            instance.seed = f"{self.plan.seed}-{self.drawn}"

    def found(self, people: int) -> None:
        """Add members to the league, the strongest first, with ratings as if from earlier games."""
        drawn = ratings(people, random.Random(f"{self.plan.seed} ratings"))
        for number, rating in enumerate(drawn, start=1):
            user = User.objects.create_user(f"p{number}")
            joining.join_league(league_id=self.league.pk, user=user)
            self.people.append(user)
            self.strengths[user.pk] = rating
            millis = rating * 1000
            Rating.objects.create(
                user=user, pool=Pool.PARTNERSHIP, millis=millis, peak=millis, games=RATED_GAMES
            )

    def partners(self, people: Sequence[User]) -> list[tuple[User, User]]:
        """Return pairs of people of about the same strength."""
        order = list(people)
        for place in range(0, len(order) - 3, 2):
            other = place + self.dice.randrange(4)
            order[place], order[other] = order[other], order[place]
        return list(zip(order[::2], order[1::2], strict=True))

    def go_to(self, moment: datetime) -> None:
        """Move the clock forward to `moment`; do nothing if it is past."""
        self.at = max(self.at, moment)
        self.clock.go_to_moment(self.at + timedelta(seconds=1))

    def play_until_over(self, tournaments: Sequence[int]) -> None:
        """Run all due steps, from one due time to the next, until nothing is due."""
        running = Tournament.objects.filter(pk__in=tournaments, next_due_at__isnull=False)
        for _step in range(MOST_STEPS):
            due = running.order_by("next_due_at", "pk").first()
            if due is None or due.next_due_at is None:
                return
            self.go_to(due.next_due_at)
            advance.advance(due.pk)
            self.react(due)
            outbox.deliver_due()
        raise RuntimeError("the season doesn't end")

    def react(self, tournament: Tournament) -> None:
        """Simulate people's reactions after a change: play the open matches."""
        playing = tournament.matches.filter(status=Match.Status.PLAYING).select_related("round")
        for match in playing.prefetch_related(*named(), with_tables()).order_by("pk"):
            self.play_match(match)

    def play_match(self, match: Match) -> None:
        """End the open tables of a match with results drawn by the ratings of the people who sit there."""
        for at in match.open_tables:
            assert at.table is not None
            if at.table.deals_id is not None:
                self.play_deals(at.table)
                continue
            seats = at.table.seats.order_by("index").values_list("user_id", flat=True)
            rated = [self.strengths[user or 0] for user in seats]
            game = ByRatings(rated, self.dice, self.plan.rule_set).match((0, 2), (1, 3))
            if self.plan.match_hands and self.dice.random() < LEVEL:
                game = GameScore((game.totals[0],) * 2, (1, 1), "hands")
            _finish(at.table, game, [self.dice.randrange(5) for _side in game.totals])

    def play_deals(self, table: Table) -> None:
        """End a table of a team match, deal by deal: the difference of a deal has the usual spread of one table."""
        seats = list(table.seats.order_by("index").values_list("user_id", flat=True))
        rated = [self.strengths[user or 0] for user in seats]
        ahead = (rated[0] + rated[2] - rated[1] - rated[3]) / 2 * POINTS_A_RATING
        deals = []
        for _deal in range(table.rules["max_hands"]):
            difference = round(self.dice.gauss(ahead, TEAMS_SPREAD / sqrt(2)))
            first = 50 + difference // 2
            deals.append((first, first - difference))
        table.state = _state(table.rules, deals)
        totals = tuple(sum(side) for side in zip(*deals, strict=True))
        _finish(table, GameScore(totals, places_by(totals), "hands"), [0, 0], len(deals))


def _state(rules: Mapping[str, Any], deals: Sequence[tuple[int, int]]) -> dict[str, Any]:
    """The stored game of a table after these deals, each with both sides' points."""
    state = new_game(RuleSet.from_dict(dict(rules)), first_dealer=0)
    state.hand_results = tuple(
        HandResult(number, (), tuple(SideResult(points, 0, 0, 0, ()) for points in deal))
        for number, deal in enumerate(deals, start=1)
    )
    return position(state)


def _finish(table: Table, game: GameScore, bags: Sequence[int], hands: int = MATCH_HANDS) -> None:
    """End a table to which all came as if its game had been played."""
    table.seats.filter(arrived_at=None).update(arrived_at=now())
    table.status, table.finished_at = Table.Status.FINISHED, now()
    table.started_at = table.started_at or table.finished_at
    table.wake_at = table.deadline = None
    table.result = {
        "winners": [seat for seat in range(4) if game.places[seat % 2] == 1],
        "totals": list(game.totals),
        "places": list(game.places),
        "ended": game.ended,
        "bags": list(bags),
        "hands": hands,
    }
    table.save()
    outbox.emit("table.finished", {"table": table.pk})
