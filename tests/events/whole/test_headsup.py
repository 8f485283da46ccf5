"""Tournaments of two players a match: entries of one person, a pool of their own, every format."""

from typing import Any

import pytest

from games import engine
from games.ratings.models import RatedResult
from games.ratings.queries import ratings_of
from games.tables.server.autoplay import play_out
from games.tables.services import arrive
from spades_site.common import outbox
from spades_site.common.errors import Refused
from tournaments.events.actions import entering, lifecycle
from tournaments.events.models import Entry, MatchTable, Status, Tournament
from tournaments.events.plan.stages import StagePlan

pytestmark = pytest.mark.django_db


def cup_of(club: Any, number: int, preset: str = "bicycle_2", **fields: Any) -> Tournament:
    """Return a running tournament of this number of single players, p1, p2, …"""
    made = club.open(rules=engine.preset(preset), **fields)
    for each in range(1, number + 1):
        entering.enter(tournament_id=made.pk, user=club.player(f"p{each}"), alone=True)
    return lifecycle.start_now(tournament_id=made.pk, by=club.organizer)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("fields", "played"),
    [
        ({"format": "round_robin"}, 10),
        ({"format": "swiss", "rounds": 3}, 6),
        ({"format": "knock_out"}, 4),
        ({"format": "double_knock_out"}, 8),
        (
            {
                "stages": (StagePlan("groups", groups=2, advance=1), StagePlan("knock_out")),
                "min_entries": 5,
                "max_entries": 8,
            },
            1 + 3 + 1,
        ),
    ],
)
def test_every_format_is_played_by_two(club: Any, fields: dict[str, Any], played: int) -> None:
    cup = cup_of(club, 5, **fields)
    match = club.in_play(cup)[0]
    names = {seat.index: seat.name for seat in match.table.seats.all()}
    assert names == {0: match.entries[0].name, 1: match.entries[1].name}
    assert (cup.entry_with_partner, cup.side_size) == (False, 1)
    assert club.play_all(cup) == played
    cup.refresh_from_db()
    assert (cup.status, cup.winner.seed_no) == (Status.FINISHED, 1)


@pytest.mark.slow
@pytest.mark.parametrize("preset", ["bicycle_2", "rubl_two_player"])
def test_they_play_at_real_tables_and_are_rated_in_their_own_pool(club: Any, preset: str) -> None:
    cup = cup_of(club, 4, preset, format="knock_out", match_hands=4, best_of=3)
    tables = 0
    while matches := club.in_play(cup):
        for match in matches:
            for seat in match.table.seats.all():
                arrive(table_id=match.table_id, user=seat.user, salt_hash="")
            play_out(match.table_id)
            tables += 1
        outbox.deliver_due()
    cup.refresh_from_db()
    assert (cup.status, cup.matches.count()) == (Status.FINISHED, 3)
    users = [place.user_id for entry in cup.entries.all() for place in entry.players.all()]
    rated = RatedResult.objects.values_list("pool", flat=True)
    assert set(rated) == {"headsup"}
    # One hand more, which decides a level match, isn't rated.
    deciders = sum(match.table_rows.filter(kind="decider").count() for match in cup.matches.all())
    assert len(rated) == tables - deciders
    assert ratings_of(users, "partnership") == dict.fromkeys(users, 1500)
    champion = cup.winner.players.get().user_id
    assert ratings_of([champion], "headsup")[champion] > 1500
    assert all(
        len(set(match.results.get().games)) == 2
        or MatchTable.objects.filter(match=match).count() > 3
        for match in cup.matches.all()
    )


def test_nobody_brings_a_partner(club: Any) -> None:
    made = club.open(rules=engine.preset("bicycle_2"))
    with pytest.raises(Refused) as refusal:
        entering.enter(tournament_id=made.pk, user=club.player("p1"), partner="ann")
    assert (refusal.value.code, Entry.objects.count()) == ("no_partners", 0)


def test_they_are_seeded_by_their_own_pool(club: Any) -> None:
    cup = cup_of(club, 3, format="knock_out")
    assert [entry.rating for entry in cup.entries.all()] == [1500] * 3
    assert sorted(entry.name for entry in cup.entries.all()) == ["p1", "p2", "p3"]
