"""Games of a match: one or the best of several, and a time after which the hand in play is the last."""

from datetime import timedelta
from typing import Any

import pytest

from games.engine.record import verify_record
from games.fairness.verify import verify_game
from games.ratings.models import RatedResult
from games.tables.models import Table
from games.tables.replay.records import record_of
from games.tables.services import sweep_tables
from spades_site.common import outbox
from spades_site.common.clock import now
from tests.events.rows import rows_of
from tests.support.crashes import crash_everywhere
from tournaments.events import advance
from tournaments.events.actions.decisions import decide_match, replay_match
from tournaments.events.models import Match, MatchTable, Status
from tournaments.events.plan.stages import StagePlan
from tournaments.events.scoring.ranking import standings_of
from tournaments.events.setup.lengths import games_in_turn
from tournaments.events.setup.proposal import NotValid, proposal_of

pytestmark = pytest.mark.django_db


def only(club: Any, cup: Any) -> Match:
    """Return the one match in play."""
    (match,) = club.in_play(cup)
    return match


def said(match: Match) -> tuple[Any, ...]:
    """Return the match's present result: winner, games, points and hands."""
    result = match.results.get(current=True)
    return (
        result.winner,
        tuple(side.games for side in result.sides),
        result.points,
        result.hands,
    )


@pytest.mark.sweep(1)
@pytest.mark.parametrize(
    ("best_of", "games", "expected"),
    [
        (3, [(500, 300), (510, 200)], (0, (2, 0), (1010, 500), 4)),
        (3, [(500, 300), (200, 510), (300, 520)], (1, (1, 2), (1000, 1330), 6)),
        (5, [(500, 1), (1, 500), (500, 1), (500, 2)], (0, (3, 1), (1501, 504), 8)),
        (3, [(500, 300), (250, 250), (300, 500)], (None, (1, 1), (1050, 1050), 6)),
    ],
)
def test_a_match_is_won_by_most_of_its_games(
    club: Any, best_of: int, games: list[tuple[int, int]], expected: tuple[Any, ...]
) -> None:
    cup = club.started(2, format="swiss", best_of=best_of)
    match = only(club, cup)
    for points in games:
        assert (match.results.count(), len(club.in_play(cup))) == (0, 1)
        club.finish(match, *points)
    assert said(match) == expected
    cup.refresh_from_db()
    assert cup.status == Status.FINISHED
    assert MatchTable.objects.filter(match=match).count() == len(games)
    assert RatedResult.objects.count() == len(games)
    assert [row.score_for for row in standings_of(cup)] == sorted(expected[2], reverse=True)


@pytest.mark.slow
def test_games_follow_at_fresh_tables_and_the_deal_goes_round(club: Any) -> None:
    cup = club.started(2, format="knock_out", best_of=5)
    match = only(club, cup)
    for points in ((500, 1), (1, 500), (500, 1), (1, 500)):
        club.finish(match, *points)
    tables = [game.table for game in match.table_rows.order_by("number")]
    assert [(table.title, table.first_dealer, table.rated) for table in tables] == [
        (f"Cup · 1.1 · {number}/5", (number - 1) % 4, True) for number in (1, 2, 3, 4, 5)
    ]
    match.refresh_from_db()
    assert (match.table, len({table.pk for table in tables})) == (tables[-1], 5)


@pytest.mark.slow
def test_a_knock_out_that_its_games_leave_level_goes_on_with_one_hand(club: Any) -> None:
    cup = club.started(2, format="knock_out", best_of=3)
    match = only(club, cup)
    for points in ((500, 300), (300, 500), (250, 250), (60, 60), (50, 70)):
        club.finish(match, *points)
    assert said(match) == (1, (1, 1), (1160, 1180), 10)
    assert [game.kind for game in match.table_rows.order_by("number")] == ["game"] * 3 + [
        "decider"
    ] * 2
    assert match.results.get().reason == "Tied after the agreed hands; one more hand decided."
    assert RatedResult.objects.count() == 3
    match.refresh_from_db()
    # A table's title is stored: it has no words of one language in it.
    assert match.table.title == "Cup · 1.1 · +1"


@pytest.mark.slow
def test_a_third_place_and_a_second_final_are_played_over_several_games(club: Any) -> None:
    cup = club.started(4, format="knock_out", third_place=True, best_of=3)
    assert club.play_all(cup) == 8
    slots = cup.matches.order_by("slot").values_list("slot", flat=True)
    assert list(slots) == ["T1.1", "W1.1", "W1.2", "W2.1"]
    double = club.started(2, format="double_knock_out", best_of=3, name="Cup two")
    for seed in (1, 2, 2):
        match = only(club, double)
        for _ in range(2):
            first = match.entries[0].seed_no == seed
            club.finish(match, *((500, 300) if first else (300, 500)))
    double.refresh_from_db()
    assert (double.status, double.winner.seed_no) == (Status.FINISHED, 2)
    assert [MatchTable.objects.filter(match=match).count() for match in double.matches.all()] == [
        2,
        2,
        2,
    ]


@pytest.mark.slow
def test_played_anew_it_begins_with_its_first_game(club: Any) -> None:
    cup = club.started(4, format="knock_out", best_of=3)
    match = club.in_play(cup)[0]
    club.finish(match, 500, 300)
    replay_match(match_id=match.pk, by=club.organizer, reason="Wrong rules explained")
    assert [game.counts for game in match.table_rows.order_by("number")] == [False, False, True]
    for points in ((300, 500), (300, 500)):
        club.finish(match, *points)
    assert said(match) == (1, (0, 2), (600, 1000), 4)
    assert [each.is_void for each in RatedResult.objects.order_by("pk")] == [False] * 3


def test_an_organizers_word_changes_the_match_and_no_rating(club: Any) -> None:
    cup = club.started(2, format="swiss", best_of=3)
    match = only(club, cup)
    club.finish(match, 500, 300)
    club.finish(match, 500, 300)
    decide_match(match_id=match.pk, by=club.organizer, winner=1, reason="Signals")
    assert [each.is_void for each in RatedResult.objects.all()] == [False, False]
    decide_match(match_id=match.pk, by=club.organizer, verdict="played", reason="Appeal upheld")
    assert [each.is_void for each in RatedResult.objects.all()] == [False, False]
    assert said(match) == (0, (2, 0), (1000, 600), 4)


def test_a_crash_between_two_games_changes_nothing(club: Any, monkeypatch: Any) -> None:
    cup = club.started(2, format="knock_out", best_of=3)
    match = only(club, cup)
    with monkeypatch.context() as silent:
        silent.setattr("spades_site.common.outbox.emit", lambda topic, payload: None)
        club.finish(match, 500, 300)
    assert crash_everywhere(lambda: advance.advance(cup.pk)) > 4
    assert (MatchTable.objects.filter(match=match).count(), Table.objects.count()) == (2, 2)
    before = rows_of(cup)
    advance.on_table_finished({"table": match.table_id})
    advance.advance(cup.pk)
    assert (rows_of(cup), MatchTable.objects.filter(match=match).count()) == (before, 2)


# ------------------------------------------------------------------------------------------------ time limits
def test_with_the_time_up_no_further_game_begins(club: Any) -> None:
    cup = club.started(2, format="swiss", best_of=3, match_minutes=30)
    match = only(club, cup)
    limit = match.table.last_hand_after
    assert round((limit - match.table.created_at).total_seconds()) == 30 * 60
    club.hands.forward(20 * 60)
    club.finish(match, 500, 300)
    match.refresh_from_db()
    assert (match.table.last_hand_after, MatchTable.objects.filter(match=match).count()) == (
        limit,
        2,
    )
    club.hands.forward(11 * 60)
    club.finish(match, 300, 500)
    assert said(match) == (None, (1, 1), (800, 800), 4)


@pytest.mark.slow
@pytest.mark.parametrize("most", [None, 12])
def test_the_hand_in_play_when_the_time_is_up_is_the_last(club: Any, most: int | None) -> None:
    cup = club.started(2, format="swiss", match_hands=most, match_minutes=5, turn_seconds=5)
    table = only(club, cup).table
    limit = table.last_hand_after
    noticed = 0
    for _ in range(2000):
        club.hands.forward(3)
        sweep_tables()
        table.refresh_from_db()
        if table.actions.filter(text="last_hand").exists() and not noticed:
            noticed = table.state["hand_no"]
            assert limit <= now() < limit + timedelta(seconds=6)
        if table.is_over:
            break
    assert (table.status, noticed > 0) == ("finished", True)
    assert (table.rules["max_hands"], table.result["hands"]) == (noticed, noticed)
    outbox.deliver_due()
    cup.refresh_from_db()
    assert cup.status == Status.FINISHED
    record = record_of(table)
    assert verify_record(record) == {
        "winners": table.result["winners"],
        "totals": table.result["totals"],
    }
    assert record["x-fairness"]["first_dealer"] == "assigned"
    assert [finding for finding in verify_game(record) if not finding.ok] == []


@pytest.mark.slow
def test_between_two_hands_the_game_is_over_with_the_time(club: Any, settings: Any) -> None:
    settings.HAND_PAUSE_SECONDS = 600
    cup = club.started(2, format="swiss", match_minutes=5, turn_seconds=5)
    table = only(club, cup).table
    while table.state is None or table.state["phase"] != "deal":
        club.hands.forward(3)
        sweep_tables()
        table.refresh_from_db()
    assert now() < table.last_hand_after == table.wake_at
    club.hands.forward(301)
    sweep_tables()
    table.refresh_from_db()
    assert (table.status, table.result["hands"], table.rules["max_hands"]) == ("finished", 1, 1)
    assert verify_record(record_of(table))["totals"] == table.result["totals"]


@pytest.mark.slow
def test_a_player_is_taken_to_the_table_of_the_next_game(client: Any, club: Any) -> None:
    cup = club.started(2, format="knock_out", best_of=3)
    match = only(club, cup)
    client.force_login(club.player("a1"))
    page = match.get_absolute_url()
    news = f"{page}now/?was=playing&at={match.table_id}"
    assert client.get(news).status_code == 204
    club.finish(match, 500, 300)
    match.refresh_from_db()
    assert client.get(news)["HX-Redirect"] == match.table.get_absolute_url()
    club.finish(match, 500, 300)
    text = client.get(page).content.decode()
    assert ("2 : 0" in text, "Game 1" in text, "Game 2" in text, ", 2 : 0." in text) == (True,) * 4


@pytest.mark.slow
def test_a_final_may_have_more_games_than_the_matches_before_it(club: Any) -> None:
    cup = club.started(
        5, format="knock_out", third_place=True, semi_best_of=3, final_best_of=5, third_best_of=1,
        min_entries=5, max_entries=5,
    )  # fmt: skip
    assert cup.games_title == (
        "semi-finals: best of 3, final: best of 5, third-place match: one game"
    )
    assert club.play_all(cup) == 1 + 2 * 2 + 3 + 1
    rows = cup.matches.filter(sides__index=1).order_by("round__number", "number")
    played = [(match.slot, match.best_of, said(match)[1]) for match in rows]
    assert played == [
        ("W1.2", 1, (0, 0)),
        ("W2.1", 3, (2, 0)),
        ("W2.2", 3, (2, 0)),
        ("W3.1", 5, (3, 0)),
        ("T1.1", 1, (0, 0)),
    ]
    cup.refresh_from_db()
    assert (cup.status, cup.winner.seed_no) == (Status.FINISHED, 1)


@pytest.mark.slow
def test_a_second_stage_may_have_more_games_a_match(club: Any) -> None:
    fields = {
        "stages": (StagePlan("swiss", rounds=2, advance=2), StagePlan("knock_out", best_of=3)), "min_entries": 4, "max_entries": 4,
    }  # fmt: skip
    cup = club.started(4, **fields)
    assert cup.games_title == "Knock-out: best of 3"
    assert proposal_of(cup).stages[1].best_of == 3
    assert club.play_all(cup) == 4 + 2


def test_the_preview_reckons_with_the_longer_final() -> None:
    plan = StagePlan("knock_out", final_best_of=5, semi_best_of=3)
    assert games_in_turn(plan, 8, 1) == 1 + 3 + 5
    assert games_in_turn(StagePlan("round_robin", advance=2), 4, 3) == 3 * 3


@pytest.mark.parametrize(
    ("fields", "errors"),
    [
        (
            {"format": "swiss", "final_best_of": 3},
            {
                "stages-0-final_best_of": [
                    "Only a knock-out has such a match. Choose it, or leave this out."
                ]
            },
        ),
        (
            {"format": "knock_out", "semi_best_of": 2},
            {"stages-0-semi_best_of": ["A match has 1, 3 or 5 games. Choose one of these."]},
        ),
        (
            {"format": "knock_out", "third_best_of": 3},
            {
                "stages-0-third_best_of": [
                    "There is no third-place match. Turn it on, or leave this out."
                ]
            },
        ),
        (
            {"stages": (StagePlan("rotation", best_of=3),)},
            {
                "stages-0-best_of": [
                    "Several games need sides that stay together. Choose 1 game, or more rounds."
                ]
            },
        ),
        (
            {
                "format": "knock_out", "final_best_of": 3, "comparison": "matchpoints",
                "match_hands": 4,
            },
            {
                "stages-0-final_best_of": [
                    "With shared deals a match is one game. Choose 1."
                ]
            },
        ),
    ],
)  # fmt: skip
def test_numbers_of_games_that_cannot_be(
    club: Any, fields: dict[str, Any], errors: dict[str, Any]
) -> None:
    with pytest.raises(NotValid) as refused:
        club.tournament(**fields)
    assert refused.value.errors == errors
