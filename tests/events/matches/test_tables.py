"""Matches at real tables: opened with the tournament's settings, played to the end, rated, and the next round
follows.
"""

from typing import Any

import pytest

from games import engine
from games.ratings.models import RatedResult
from games.ratings.queries import ratings_of
from games.tables.models import Table
from games.tables.services import sweep_tables
from spades_site.common import outbox
from tournaments.events import advance
from tournaments.events.models import Status

pytestmark = pytest.mark.django_db


def test_a_table_is_opened_as_the_tournament_says(club: Any) -> None:
    rules = engine.preset("classic_blind_nil", max_hands=4)
    cup = club.started(2, rules=rules, turn_seconds=17, bank_seconds=45)
    (match,) = club.in_play(cup)
    table = match.table
    assert (table.kind, table.status, table.rated, table.visibility) == (
        "match",
        "open",
        True,
        "event",
    )
    assert engine.RuleSet.from_dict(table.rules) == rules
    assert (table.turn_seconds, table.bank_seconds, table.start_seconds) == (17, 45, 60)
    assert (table.ref, table.match_url, table.title) == (
        f"match:{match.pk}",
        match.get_absolute_url(),
        "Cup · 1.1",
    )


@pytest.mark.slow
def test_a_tournament_to_which_nobody_comes_is_played_by_the_clock(club: Any) -> None:
    cup = club.started(2, double=True, match_hands=1, turn_seconds=5, pause_between_rounds=60)
    for _ in range(200):
        club.hands.forward(10)
        sweep_tables()
        outbox.deliver_due()
        advance.advance_due()
        cup.refresh_from_db()
        if cup.status != Status.RUNNING:
            break
    assert cup.status == Status.FINISHED
    first, second = (match.results.get() for match in cup.matches.order_by("round__number"))
    for result in (first, second):
        assert (result.kind, result.winner, result.hands) == ("forfeit", None, 0)
        assert result.match.table.result["hands"] == 1
    assert cup.winner is None
    assert [table.status for table in Table.objects.all()] == ["finished", "finished"]
    users = [place.user_id for entry in cup.entries.all() for place in entry.players.all()]
    # Bots played for people who weren't there: nobody is rated by that.
    assert ratings_of(users, "partnership") == dict.fromkeys(users, 1500)
    assert RatedResult.objects.count() == 0
    gap = cup.rounds.get(number=2).starts_at - cup.rounds.get(number=1).finished_at
    assert gap.total_seconds() == 60
