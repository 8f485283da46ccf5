"""In individual formats only the absent player forfeits: a bot plays, and the absent player gets nothing for it."""

from datetime import timedelta
from typing import Any

import pytest

from games import engine
from games.ratings.services import rate_table
from games.tables.models import Table
from spades_site.notices.models import Notice
from tests.events.entries.test_substitutes import come
from tests.events.singles import begun, finish, seats_of
from tournaments.events import advance
from tournaments.events.actions.decisions import decide_match, replay_match
from tournaments.events.models import Match
from tournaments.events.queries.selectors import match_view
from tournaments.events.scoring.ranking import standings_of

pytestmark = pytest.mark.django_db
ROTATION: dict[str, Any] = {"format": "rotation", "rounds": 1, "no_show": "forfeit"}
SOLO: dict[str, Any] = {
    "format": "solo",
    "rounds": 1,
    "rules": engine.preset("bicycle_4"),
    "no_show": "forfeit",
}


def without(club: Any, match: Match, *absent: str) -> list[str]:
    """Let everybody but `absent` come and the grace be over; returns the names by seat."""
    names = seats_of(match)
    come(match, *(name for name in names if name not in absent))
    club.hands.forward(61)
    assert advance.advance_due() == 1
    match.refresh_from_db()
    return names


def told(tournament: Any) -> dict[str, tuple[Any, ...]]:
    return {
        row.name: (row.points, row.won, row.lost, row.forfeits_lost, row.score_for)
        for row in standings_of(tournament)
    }


def test_one_who_does_not_come_to_a_rotation_table_forfeits_alone(club: Any) -> None:
    cup = begun(club, 4, scoring={"forfeit_loss": "-1", "tie_breaks": ["wins"]}, **ROTATION)
    (match,) = club.in_play(cup)
    a, b, c, d = names = seats_of(match)
    without(club, match, c)
    assert (match.table.status, match.table.seats.get(name=c).stand_in) == (
        Table.Status.PLAYING,
        True,
    )
    advance.advance(cup.pk)
    finish(match, 310, 262)
    assert told(cup) == {
        a: (2, 1, 0, 0, 310),
        b: (0, 0, 1, 0, 262),
        c: (-1, 0, 0, 1, 0),
        d: (0, 0, 1, 0, 262),
    }
    result = match.results.get()
    assert (result.kind, result.winner, result.absent) == ("played", 0, [match.seated[2].pk])
    assert result.reason == (f"{c} did not come and forfeits this round; a bot played for them.")
    assert rate_table(match.table_id) is not None
    outcomes = {
        notice.user.username: (notice.kind, notice.params["outcome"])
        for notice in Notice.objects.filter(kind__in=("result", "decided")).select_related("user")
    }
    assert outcomes == {
        a: ("result", "won"),
        b: ("result", "lost"),
        c: ("decided", "forfeit_lost"),
        d: ("result", "lost"),
    }
    assert sorted(names) == ["p1", "p2", "p3", "p4"]


def test_one_who_does_not_come_to_a_solo_table_forfeits_whatever_the_bot_won(club: Any) -> None:
    cup = begun(club, 4, **SOLO)
    (match,) = club.in_play(cup)
    names = seats_of(match)
    without(club, match, names[1])
    finish(match, 120, 260, -30, 150)
    assert told(cup) == {
        names[0]: (4, 0, 1, 0, 120),
        names[1]: (0, 0, 0, 1, 0),
        names[2]: (0, 0, 1, 0, -30),
        names[3]: (8, 0, 1, 0, 150),
    }


def test_where_nobody_comes_all_forfeit_without_play(club: Any) -> None:
    cup = begun(club, 4, **SOLO)
    (match,) = club.in_play(cup)
    opened = match.table.created_at
    without(club, match, *seats_of(match))
    result = match.results.get()
    assert (result.kind, result.winner, result.absent) == ("forfeit", None, [])
    assert result.at == opened + timedelta(minutes=1)
    assert set(told(cup).values()) == {(0, 0, 0, 1, 0)}
    match.table.refresh_from_db()
    assert match.table.status == Table.Status.ABANDONED


@pytest.mark.slow
def test_the_organizer_excuses_the_absent_one_and_takes_that_back(club: Any) -> None:
    cup = begun(club, 4, **ROTATION | {"rounds": 2})
    (match,) = club.in_play(cup)
    names = without(club, match, "p1")
    finish(match, 310, 262)
    word = {"match_id": match.pk, "by": club.organizer, "reason": "The train was late."}
    won = names.index("p1") % 2 == 0
    assert told(cup)["p1"] == (0, 0, 0, 1, 0)
    decide_match(**word, verdict="excused")
    assert told(cup)["p1"] == ((2, 1, 0, 0, 310) if won else (0, 0, 1, 0, 262))
    assert rate_table(match.table_id) is not None
    decide_match(**word, verdict="played")
    assert told(cup)["p1"] == (0, 0, 0, 1, 0)
    versions = [(each.kind, each.absent) for each in match.results.order_by("version")]
    away = cup.entries.get(name="p1").pk
    assert versions == [("played", [away]), ("played", []), ("played", [away])]


@pytest.mark.slow
def test_a_player_present_at_the_replayed_match_does_not_forfeit(club: Any) -> None:
    cup = begun(club, 4, **ROTATION)
    (match,) = club.in_play(cup)
    without(club, match, "p1")
    replay_match(match_id=match.pk, by=club.organizer, reason="They are here now.")
    match.refresh_from_db()
    come(match, "p1", "p2", "p3", "p4")
    finish(match, 310, 310)
    assert set(told(cup).values()) == {(1, 0, 0, 0, 310)}
    assert match.results.get(current=True).absent == []


@pytest.mark.parametrize("kind", [ROTATION, SOLO])
def test_a_bot_that_won_for_the_missing_is_no_winner(club: Any, kind: dict[str, Any]) -> None:
    cup = begun(club, 4, **kind)
    (match,) = club.in_play(cup)
    names = seats_of(match)
    without(club, match, *names[0 : 3 if kind is ROTATION else 1 : 2])
    finish(match, *((310, 262) if kind is ROTATION else (260, 120, -30, 150)))
    view = match_view(match.pk, club.organizer)
    assert view is not None
    assert view.state == "The best score at the table was a bot’s, for an absent player."
    assert [side.won for side in view.line.sides] == [False] * (2 if kind is ROTATION else 4)
