"""Tournaments in a room, by names only: from the first draw to the champion without a table of the site."""

from typing import Any

import pytest

from games.ratings.models import RatedResult
from games.tables.models import Table
from spades_site.common.people.by_name import plain
from tests.events.conftest import Club
from tournaments.events.actions import decisions, importing, lifecycle
from tournaments.events.actions.decisions import Verdict
from tournaments.events.actions.decisions.scores import Given
from tournaments.events.advance import advance
from tournaments.events.models import Match, Round, Tournament
from tournaments.events.plan.stages import StagePlan
from tournaments.events.queries.terms import terms_of

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
PAIRS = "\n".join(f"*Anna {n},*Bert {n}" for n in range(1, 7))
SINGLES = "\n".join(f"*Carl {n}" for n in range(1, 9))


def in_room(club: Club, names: str, **fields: Any) -> Tournament:
    """Return a tournament in a room whose first round has begun, with these people by name only."""
    cup = club.open(league=club.league_of(), where="room", **fields)
    importing.import_entries(tournament_id=cup.pk, by=club.organizer, text=names)
    return lifecycle.start_now(tournament_id=cup.pk, by=club.organizer)


def to_score(cup: Tournament) -> list[Match]:
    """Return the matches at the room's tables now, by number."""
    waiting = cup.matches.filter(status=Match.Status.DRAWN, round__status=Round.Status.PLAYING)
    return list(waiting.select_related("round", "tournament").order_by("round__number", "number"))


def score(club: Club, match: Match) -> Any:
    """Let the side with the better seed win; of partners for a round, the first side."""
    seeds = [min(entry.seed_no or 99 for entry in side.entries) for side in match.sides]
    points = (520, 310) if seeds[0] <= seeds[1] else (310, 520)
    given = {1: Given(points, hands=8)}
    return decisions.enter_score(
        match_id=match.pk, by=club.organizer, games=given, reason="Played in the room"
    )


@pytest.mark.parametrize(
    ("names", "stages"),
    [
        (PAIRS, (StagePlan("swiss", rounds=3),)),
        (PAIRS, (StagePlan("knock_out"),)),
        (PAIRS, (StagePlan("double_knock_out"),)),
        (PAIRS, (StagePlan("groups", groups=2, advance=2), StagePlan("knock_out"))),
        (SINGLES, (StagePlan("rotation"),)),
    ],
    ids=["swiss", "knock-out", "double", "groups", "rotation"],
)
def test_an_evening_by_names_only(club: Club, names: str, stages: Any) -> None:
    cup = in_room(club, names, stages=stages)
    while matches := to_score(cup):
        for match in matches:
            score(club, match)
        advance(cup.pk)
    cup.refresh_from_db()
    assert (cup.status, cup.winner is not None) == ("finished", True)
    assert (Table.objects.count(), RatedResult.objects.count()) == (0, 0)


def test_an_arena_pairs_whoever_has_finished(club: Club, hands: Any) -> None:
    cup = in_room(club, PAIRS, stages=(StagePlan("arena", minutes=60),))
    (first, *_others) = to_score(cup)
    assert len(_others) == 2
    for match in (first, _others[0]):
        score(club, match)
    hands.forward(120)
    advance(cup.pk)
    assert [match.number for match in to_score(cup)] == [3, 4, 5]
    hands.forward(3600)
    for match in to_score(cup):
        score(club, match)
    advance(cup.pk)
    cup.refresh_from_db()
    assert (cup.status, Table.objects.count()) == ("finished", 0)


def test_accounts_play_there_without_a_table_too(club: Club) -> None:
    cup = club.open(league=club.league_of("a1", "b1", "a2", "b2"), where="room")
    importing.import_entries(tournament_id=cup.pk, by=club.organizer, text="a1,b1\na2,b2")
    lifecycle.start_now(tournament_id=cup.pk, by=club.organizer)
    (match,) = to_score(cup)
    result = decisions.decide_match(
        match_id=match.pk, by=club.organizer, verdict=Verdict.FORFEIT, winner=0, reason="Ill"
    )
    assert result.winner == 0
    corrected = score(club, match)
    assert (corrected.version, corrected.points) == (2, (520, 310))
    cup.refresh_from_db()
    assert cup.status == "finished"
    assert cup.winner is not None
    assert plain(cup.winner.name) in ("a1 & b1", "a2 & b2")
    facts = dict(terms_of(cup).facts)
    assert (facts["Where"], facts["Rated"]) == (
        "in a room, with real cards",
        "No: games in a room aren’t rated.",
    )
    assert facts["Absent players"] == "The organizer decides when an absent side forfeits."
    assert "Pace" not in facts
