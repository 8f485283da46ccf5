"""The statistics of a season, from whole games that bots play, against the scored hands themselves."""

from collections import Counter
from typing import Any

import pytest

from games import engine
from games.tables.models import Table
from games.tables.server.autoplay import play_out
from games.tables.services import arrive
from spades_site.common import outbox
from tests.seasons.conftest import SeasonClub
from tournaments.events.models import Match, Result, TableScore
from tournaments.leagues.models import Season
from tournaments.seasons.lifecycle.planning import DivisionPlan
from tournaments.seasons.lifecycle.publishing import draw_of
from tournaments.seasons.queries.statistics import FEWEST_HANDS, statistics_of
from tournaments.seasons.terms import Terms

pytestmark = pytest.mark.django_db


def played(match: Match) -> None:
    """Let everybody come, and bots choose their cards."""
    for seat in match.table.seats.select_related("user"):
        arrive(table_id=match.table_id, user=seat.user, salt_hash="")
    play_out(match.table_id)
    outbox.deliver_due()


def in_play(club: SeasonClub, **fields: Any) -> Season:
    """Return a season of four pairs whose first round is in play."""
    season = club.published(4, divisions=(DivisionPlan("First", 4),), **fields)
    club.go_to(draw_of(season)[0].rounds[0].at)
    return season


@pytest.mark.slow
def test_what_was_bid_and_made_is_counted_when_a_match_ends(club: SeasonClub, client: Any) -> None:
    season = in_play(club, terms=Terms(match_hands=12))
    tournament = season.divisions.get().tournament
    assert tournament is not None
    empty = client.get(season.get_absolute_url(), {"show": "statistics"}).content.decode()
    assert "no statistics before the first match" in empty
    for match in club.in_play(tournament):
        played(match)
    codes: Counter[str] = Counter()
    bags = points = hands = 0
    for table in Table.objects.filter(match_table__match__tournament=tournament):
        game = engine.restore({**(table.state or {}), "rules": table.rules})
        hands += len(game.hand_results)
        for hand in game.hand_results:
            for side in hand.sides:
                codes.update(line.code for line in side.lines)
                bags += side.bags
                points += side.points
    assert TableScore.objects.count() == 4
    found = statistics_of(season, club.people["a1"].pk)
    assert (found.matches, found.hands) == (2, hands)
    whole = found.all
    assert (whole.hands, whole.made, whole.sets) == (2 * hands, codes["contract"], codes["set"])
    assert (whole.nils_kept, whole.nils) == (
        codes["nil_kept"], codes["nil_kept"] + codes["nil_broken"],
    )  # fmt: skip
    assert (whole.overtricks, whole.points) == (bags, points)
    enough = TableScore.objects.filter(hands__gte=FEWEST_HANDS)
    assert len(found.scorers) == enough.count()
    values = [one.value for one in found.scorers]
    assert values == sorted(values, reverse=True)
    own = enough.filter(side__places__entry__name="a1 & b1")
    assert sum(one.mine for one in found.scorers) == own.count()
    results = Result.objects.filter(match__tournament=tournament, current=True)
    margins = [abs(first - second) for first, second in (one.points for one in results)]
    assert found.closest is not None
    assert found.widest is not None
    assert (found.closest.points, found.widest.points) == (min(margins), max(margins))
    page = client.get(season.get_absolute_url(), {"show": "statistics"}).content.decode()
    assert f"From 2 matches that were played, with {hands} hands." in page


def test_a_draw_is_the_closest_match_and_never_the_clearest_win(club: SeasonClub) -> None:
    season = in_play(club, terms=Terms(match_hands=2))
    tournament = season.divisions.get().tournament
    assert tournament is not None
    first, second = club.in_play(tournament)
    club.finish(first, 100, 100)
    found = statistics_of(season)
    assert (found.closest and found.closest.points, found.widest) == (0, None)
    club.finish(second, 120, 100)
    found = statistics_of(season)
    assert found.widest is not None
    assert (found.widest.match, found.widest.points) == (second, 20)
