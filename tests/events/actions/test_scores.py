"""Scores entered by hand: of a match, of one of its games, of one deal; and what follows from them."""

from decimal import Decimal
from typing import Any

import pytest

from games import engine
from games.ratings.models import RatedResult
from spades_site.common.errors import Refused
from spades_site.common.models import AuditEntry
from tests.events.conftest import Club
from tournaments.events.actions import decisions
from tournaments.events.actions.decisions import scores
from tournaments.events.models import Match, Status
from tournaments.events.scoring.ranking import standings_of
from tournaments.organizer.desk.match_remedies import now_words

pytestmark = pytest.mark.django_db


def enter(
    club: Club, match: Match, *points: int, hands: int = 8, number: int = 1, **more: Any
) -> Any:
    """Enter a game's score as the organizer."""
    match.refresh_from_db()
    match.forget_tables()
    ask: dict[str, Any] = {"match_id": match.pk, "by": club.organizer, "reason": "Misread"}
    ask["games"] = {number: decisions.Given(points, hands)}
    made = decisions.enter_score(**(ask | more))
    made.refresh_from_db()
    return made


def code(act: Any) -> tuple[str, str]:
    """Return the code and the sentence with which something is refused."""
    with pytest.raises(Refused) as refused:
        act()
    return refused.value.code, str(refused.value)


def table_of(cup: Any) -> list[tuple[str, Decimal]]:
    cup.refresh_from_db()
    return [(row.name, row.points) for row in standings_of(cup)]


@pytest.mark.slow
def test_a_corrected_score_counts_at_once_and_can_be_undone(club: Club) -> None:
    cup = club.started(2)
    (match,) = club.in_play(cup)
    club.finish(match, 512, 340)
    home, guests = match.side_names
    result = enter(club, match, 304, 512, expected_version=1)
    assert (result.version, result.kind, result.points, result.hands) == (
        2,
        "played",
        (304, 512),
        8,
    )
    assert [side.bags for side in result.sides] == [4, 2]
    assert table_of(cup) == [(guests, Decimal(2)), (home, Decimal(0))]
    assert (cup.status, cup.winner.name) == (Status.FINISHED, guests)
    # Another side won than at the table. The game is still rated as it ended there.
    assert not RatedResult.objects.get().is_void
    row = AuditEntry.objects.get(verb="match.score_entered")
    assert (row.actor, row.reason) == (club.organizer, "Misread")
    assert row.data["before"] == {"result": "played, 512 : 340", "who": home}
    assert row.data["after"] == {"result": "played, 304 : 512", "who": guests}
    # Again the same: nothing. From an older page: refused.
    assert enter(club, match, 304, 512, expected_version=1).version == 2
    assert code(lambda: enter(club, match, 305, 512, expected_version=1))[0] == "stale"
    assert enter(club, match, 512, 304).version == 3
    ask: dict[str, Any] = {"match_id": match.pk, "by": club.organizer, "reason": "No"}
    back = decisions.undo_decision(expected_version=3, **ask)
    assert (back.version, back.points, back.entered[0]["points"]) == (4, (304, 512), [304, 512])
    # The table's own score, entered by hand, is the table's score.
    assert enter(club, match, 512, 340, hands=2).entered == []
    assert not RatedResult.objects.get().is_void


def test_a_score_is_entered_for_a_match_that_nobody_finished_here(club: Club) -> None:
    cup = club.started(2)
    (match,) = club.in_play(cup)
    club.abandon(match)
    assert enter(club, match, 512, 340).points == (512, 340)
    assert (now_words(match), RatedResult.objects.count()) == ("Now: 512 : 340.", 0)
    cup.refresh_from_db()
    assert (cup.status, cup.winner.name) == (Status.FINISHED, match.side_names[0])


def test_the_winner_is_named_where_the_points_dont_say_it(club: Club) -> None:
    cup = club.started(2, rules=engine.preset("cardgames_io", set_limit=2))
    (match,) = club.in_play(cup)
    club.abandon(match)
    games = {1: decisions.Given((212, 140), 5, winner=1)}
    result = enter(club, match, games=games)
    guests = match.side_names[1]
    assert ([side.place for side in result.sides], result.points) == ([2, 1], (212, 140))
    assert result.entered[0]["places"] == [2, 1]
    cup.refresh_from_db()
    assert cup.winner.name == guests
    # The side with more points won after all.
    result = enter(club, match, games={1: decisions.Given((212, 140), 5, winner=0)})
    assert [side.place for side in result.sides] == [1, 2]
    assert "places" not in result.entered[0]
    for points in ((140, 140), (212, 140)):
        unsaid = {1: decisions.Given(points, 5)}
        assert code(lambda games=unsaid: enter(club, match, games=games)) == (
            "winner_missing",
            "By these points alone the game isn’t over. Say how it ended, and who won.",
        )
    assert enter(club, match, 512, 140).points == (512, 140)
    nobody = {1: decisions.Given((212, 140), 5, winner=2)}
    assert code(lambda: enter(club, match, games=nobody))[0] == "winner_missing"


def test_how_a_game_ended_is_entered_with_its_winner(club: Club) -> None:
    cup = club.started(2, rules=engine.preset("cardgames_io", set_limit=2, slam_wins=True))
    (match,) = club.in_play(cup)
    club.abandon(match)

    def refused(*points: int, hands: int = 5, **more: Any) -> str:
        games = {1: decisions.Given(points, hands, **more)}
        return code(lambda: enter(club, match, games=games))[0]

    assert refused(212, 140, ended="sets") == "winner_missing"
    assert refused(212, 140, winner=1) == "end_missing"
    assert refused(512, 140, winner=1) == "end_missing"
    assert refused(212, 140, ended="boston", winner=1) == "winner_by_points"
    assert refused(212, 140, hands=1, ended="sets", winner=1) == "impossible_score"
    games = {1: decisions.Given((212, 140), 5, winner=1, ended="sets")}
    result = enter(club, match, games=games)
    assert (result.winner, result.ended, result.entered[0]["ended"]) == (1, "sets", "sets")
    assert now_words(match) == f"Now: 212 : 140, {match.side_names[1]} won by sets."
    assert enter(club, match, games=games).version == 1
    # It ended by points after all.
    result = enter(club, match, 512, 340)
    assert (result.winner, result.ended) == (0, "target")


def test_where_points_decide_nobody_else_can_be_named_the_winner(club: Club) -> None:
    cup = club.started(2)
    (match,) = club.in_play(cup)
    club.abandon(match)
    named = {1: decisions.Given((512, 340), 8, winner=1)}
    assert code(lambda: enter(club, match, games=named)) == (
        "winner_by_points",
        "Under these rules the side with the most points wins.",
    )
    same = {1: decisions.Given((512, 340), 8, winner=0)}
    assert enter(club, match, games=same).points == (512, 340)


def test_a_table_that_sets_decided_counts_for_its_winner(club: Club) -> None:
    cup = club.started(2, rules=engine.preset("cardgames_io", set_limit=2))
    (match,) = club.in_play(cup)
    club.finish(match, 212, 140, by_sets=True)
    cup.refresh_from_db()
    assert cup.winner.name == match.side_names[1]
    match.refresh_from_db()
    match.forget_tables()
    (slot,) = scores.slots_of(match)
    assert slot.now is not None
    assert (slot.now.points, slot.now.places) == ((212, 140), (2, 1))
    assert scores.other_ends(match, slot) == ("sets",)


@pytest.mark.parametrize(
    ("points", "played", "sentence"),
    [
        ((512, 7), 1, "No hand under these rules ends with 512 points. The nearest: 230."),
        ((480, 340), 8, "The game isn’t over: nobody has reached 500 points."),
        ((512, 512), 8, "The leaders are level, so the game goes on with another hand."),
        ((512, 340), 0, "Enter how many hands were played, at least one."),
    ],
)
def test_a_score_that_no_hands_can_make_is_refused(
    club: Club, points: tuple[int, int], played: int, sentence: str
) -> None:
    cup = club.started(2)
    (match,) = club.in_play(cup)
    club.finish(match, 512, 340)
    name = f"{match.side_names[0]}: " if "No hand" in sentence else ""
    refused = code(lambda: enter(club, match, *points, hands=played))
    assert refused == ("impossible_score", name + sentence)
    assert match.results.get().points == (512, 340)


@pytest.mark.slow
def test_one_game_of_several(club: Club) -> None:
    cup = club.started(2, best_of=3)
    (match,) = club.in_play(cup)
    for first, second in ((512, 340), (340, 512), (520, 300)):
        club.finish(match, first, second)
    assert match.results.get().games == (2, 1)
    result = enter(club, match, 290, 520, number=3)
    assert (result.games, result.points, result.winner) == ((1, 2), (1142, 1372), 1)
    assert [rated.is_void for rated in RatedResult.objects.order_by("pk")] == [False] * 3
    # With a level game the match would go on; without it there would be too few.
    impossible = code(lambda: enter(club, match, 510, 300, number=9))
    assert impossible[0] == "no_such_game"
    sentence = code(lambda: enter(club, match, 480, 300, number=2))[1]
    assert sentence == "Game 2: The game isn’t over: nobody has reached 500 points."


@pytest.mark.slow
def test_a_knock_out_needs_a_winner_and_keeps_what_is_drawn(club: Club) -> None:
    cup = club.started(4, format="knock_out", rules=engine.preset("cardgames_io", max_hands=8))
    match = club.in_play(cup)[0]
    club.finish(match, 512, 340)
    assert code(lambda: enter(club, match, 300, 300))[0] == "match_not_over"
    assert enter(club, match, 340, 512).winner == 1
    club.finish(club.in_play(cup)[0], 512, 340)
    assert code(lambda: enter(club, match, 512, 340))[0] == "next_round_drawn"
    assert enter(club, match, 350, 512).winner == 1
