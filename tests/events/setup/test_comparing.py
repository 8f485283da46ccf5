"""Standings by comparing the results of shared deals, in every format that can."""

from decimal import Decimal
from typing import Any

import pytest

from games import engine
from games.tables.models import SharedDeals, Table
from games.tables.server.autoplay import play_out
from games.tables.services import begin_match
from spades_site.common import outbox
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from tests.events.rows import give_result
from tests.events.shared import HANDS, come, dealt, play, shared
from tests.events.singles import begun, by_lot, finish, seats_of
from tournaments.events.actions import lifecycle
from tournaments.events.actions.decisions import decide_match, replay_match
from tournaments.events.draw.paired_rounds import scores_of
from tournaments.events.models import Match, Result, Round, Status
from tournaments.events.plan.stages import StagePlan
from tournaments.events.queries.selectors import match_view
from tournaments.events.scoring.ranking import standings_of, standings_of_stage
from tournaments.events.setup.proposal import NotValid
from tournaments.events.setup.shared_deals import compare
from tournaments.public.deal_sheet import sheet_of

pytestmark = pytest.mark.django_db


@pytest.mark.slow
def test_standings_compare_only_rounds_that_are_over(club: Any) -> None:
    cup = shared(club, 4, format="round_robin")
    here, there = club.in_play(cup)
    play(here)
    assert {row.points for row in standings_of(cup)} == {0}
    play(there)
    points = [row.points for row in standings_of(cup)]
    # Two tables: what one side wins over its peer at the other table, the peer loses.
    assert sum(points) == 200
    results = [match.results.get(current=True) for match in (here, there)]
    assert all(len(result.by_hand) == HANDS for result in results)
    for result in results:
        assert [sum(points) for points in zip(*result.by_hand, strict=True)] == list(result.points)


@pytest.mark.sweep(1)
@pytest.mark.parametrize(
    ("comparison", "points"),
    [("matchpoints", ("75", "25")), ("difference", ("75", "-75"))],
)
def test_what_a_match_comes_to(club: Any, comparison: str, points: tuple[str, str]) -> None:
    cup = club.started(4, comparison=comparison, match_hands=2, format="round_robin")
    here, there = club.in_play(cup)
    for match, hands in ((here, [[80, 20], [50, 50]]), (there, [[30, 45], [50, 50]])):
        finish(match, *[sum(side) for side in zip(*hands, strict=True)])
        match.results.filter(current=True).update(by_hand=hands)
    results = [
        match.results.select_related("match__round").get(current=True) for match in (here, there)
    ]
    compared = compare(cup, results)
    # The difference is 60 here and -15 there; beyond that both deals are level.
    assert compared[here.pk].points == tuple(map(Decimal, points))
    assert compared[there.pk].points == tuple(map(Decimal, reversed(points)))
    rows = {row.name: row.points for row in standings_of(cup)}
    assert rows[here.entries[0].name] == rows[there.entries[1].name] == Decimal(points[0])


@pytest.mark.slow
def test_absent_players_get_40_and_their_opponents_60(club: Any) -> None:
    cup = shared(club, 6, format="round_robin")
    absent, *others = club.in_play(cup)
    decide_match(match_id=absent.pk, by=club.organizer, winner=0, reason="Nobody came.")
    for match in others:
        play(match)
    rows = {row.name: row.points for row in standings_of(cup)}
    assert (rows[absent.entries[0].name], rows[absent.entries[1].name]) == (60, 40)


@pytest.mark.sweep(1)
@pytest.mark.parametrize(("comparison", "points"), [("matchpoints", 0), ("difference", -60)])
def test_p1_a_match_that_nobody_came_to_gives_neither_side_matchpoints(
    club: Any, comparison: str, points: int
) -> None:
    cup = club.started(6, comparison=comparison, match_hands=HANDS, format="round_robin")
    empty, *others = club.in_play(cup)
    for match in others:
        play(match)
    begin_match(empty.table_id)
    play_out(empty.table_id)
    outbox.deliver_due()
    result = empty.results.get()
    assert (result.kind, result.attended) == ("forfeit", False)
    rows = {row.name: row for row in standings_of(cup)}
    for name in (empty.entries[0].name, empty.entries[1].name):
        assert (rows[name].points, rows[name].played, rows[name].forfeits_lost) == (points, 0, 1)
    # Nothing there is compared with anything.
    assert match_view(empty.pk, club.organizer) is not None
    assert sheet_of(match_view(empty.pk, club.organizer)) is None


def test_both_sides_that_forfeit_a_match_to_which_somebody_came_get_40(club: Any) -> None:
    cup = shared(club, 6, format="round_robin")
    match, *others = club.in_play(cup)
    come(match)
    decide_match(match_id=match.pk, by=club.organizer, reason="They quarrelled.")
    for other in others:
        play(other)
    rows = {row.name: row.points for row in standings_of(cup)}
    assert (rows[match.entries[0].name], rows[match.entries[1].name]) == (40, 40)


def test_seats_are_balanced_over_a_round_robin(club: Any) -> None:
    cup = shared(club, 6, format="round_robin")
    sat: dict[str, list[int]] = {}
    for match in cup.matches.all():
        sat.setdefault(match.entries[0].name, [0, 0])[0] += 1
        sat.setdefault(match.entries[1].name, [0, 0])[1] += 1
    assert {abs(north - east) for north, east in sat.values()} == {1}


@pytest.mark.slow
@pytest.mark.parametrize("format_", ["swiss", "rotation", "solo"])
def test_every_format_can_share_deals(club: Any, format_: str) -> None:
    if format_ == "swiss":
        cup = shared(club, 4, format=format_, rounds=2)
    else:
        rules = engine.preset("bicycle_4" if format_ == "solo" else "cardgames_io")
        fields = {"rules": rules, "comparison": "difference", "match_hands": 4, "rounds": 2}
        cup = begun(club, 8, format=format_, **fields)
    rounds = 0
    while matches := club.in_play(cup):
        tables = [play(match) for match in matches]
        assert len({tuple(dealt(table)) for table in tables}) == 1
        rounds += 1
    cup.refresh_from_db()
    assert (cup.status, rounds) == (Status.FINISHED, 2)
    assert not SharedDeals.objects.filter(opened_at=None).exists()
    rows = list(standings_of(cup))
    average = 100 if format_ == "swiss" else 0
    assert abs(sum(row.points for row in rows) - average * len(rows)) < Decimal("0.1")


def test_shared_matches_are_not_played_anew(club: Any) -> None:
    cup = shared(club, 4, format="round_robin")
    match, _ = club.in_play(cup)
    with pytest.raises(Refused) as refusal:
        replay_match(match_id=match.pk, by=club.organizer, reason="Again.")
    assert refusal.value.code == "deals_known"


@pytest.mark.slow
def test_the_hand_that_decides_a_level_match_plays_other_cards(club: Any) -> None:
    cup = shared(club, 4, format="knock_out")
    level, other = club.in_play(cup)
    known = play(other)
    club.finish(level, 50, 50)
    level.refresh_from_db()
    decider = play(level)
    assert decider.pk != level.table_rows.get(kind="game").table_id
    assert decider.commitment != known.commitment
    assert len(dealt(decider)) == 1
    assert not {*dealt(decider)} & {*dealt(known)}


def test_an_early_end_opens_the_deals(club: Any) -> None:
    cup = shared(club, 4, format="round_robin")
    match, _ = club.in_play(cup)
    table = play(match)
    lifecycle.end_tournament(tournament_id=cup.pk, by=club.organizer, reason="Fire.")
    assert Table.objects.get(pk=table.pk).is_public


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"match_hands": None}, "match_hands"),
        ({"match_minutes": 30}, "match_minutes"),
        ({"best_of": 3}, "best_of"),
        (
            {"stages": (StagePlan("swiss", advance=4), StagePlan("knock_out", best_of=3))},
            "stages-1-best_of",
        ),
        ({"format": "knock_out", "semi_best_of": 3}, "stages-0-semi_best_of"),
        ({"format": "double_knock_out", "final_best_of": 3}, "stages-0-final_best_of"),
        (
            {"format": "knock_out", "third_place": True, "third_best_of": 5},
            "stages-0-third_best_of",
        ),
        ({"max_entries": 3}, "max_entries"),
        ({"comparison": "luck"}, "comparison"),
        ({"format": "rotation", "max_entries": 7}, "max_entries"),
    ],
)
def test_tournaments_without_comparable_deals_are_refused(
    club: Any, fields: dict[str, Any], field: str
) -> None:
    with pytest.raises(Refused) as refusal:
        club.tournament(
            **{"comparison": "matchpoints", "match_hands": 4, "max_entries": 8, **fields}
        )
    assert list(refusal.value.errors) == [field]


def test_tables_go_on_to_the_last_deal_whatever_the_score(club: Any) -> None:
    cup = club.tournament(comparison="difference", match_hands=16)
    assert (cup.rules["max_hands"], cup.rules["target"], cup.rules["loss_limit"]) == (
        16,
        None,
        None,
    )


def test_each_match_of_a_rotation_seats_four(club: Any) -> None:
    cup = begun(club, 8, format="rotation", comparison="matchpoints", match_hands=2, rounds=1)
    assert [len(seats_of(match)) for match in club.in_play(cup)] == [4, 4]
    for match in club.in_play(cup):
        finish(match, *by_lot(match))
        match.results.filter(current=True).update(by_hand=[[10, 20], [30, 5]])
    assert {row.points for row in standings_of(cup)} == {50}


@pytest.mark.slow
def test_groups_are_compared_over_the_tables_of_all_groups(club: Any) -> None:
    cup = shared(
        club, 6, stages=(StagePlan("groups", groups=2, advance=1), StagePlan("knock_out")), min_entries=6,
        max_entries=6,
    )  # fmt: skip
    # One table a group in each round: alone neither would have anything to compare with.
    for match in club.in_play(cup):
        play(match)
    first = list(Result.objects.filter(match__sides__index=1, match__round__number=1))
    for result, lead in zip(first, (100, 50), strict=True):
        result.by_hand = [[lead, 0]] * HANDS
        result.save()
    stage = cup.stages.get(index=1)
    rows = {row.key: row.points for group in (1, 2) for row in standings_of_stage(stage, group)}
    points = [
        (rows[result.match.entries[0].pk], rows[result.match.entries[1].pk]) for result in first
    ]
    # Who led by more beats the other table's side of the same cards; whose opponents led by less beats theirs.
    assert points == [(100, 0), (0, 100)]


@pytest.mark.parametrize(
    ("fields", "errors"),
    [
        (
            {"stages": (StagePlan("swiss", advance=3), StagePlan("round_robin"))},
            {
                "stages-0-advance": [
                    "In the next stage a single table would have nothing to compare with. Let 4 or"
                    " more advance, or choose a knock-out."
                ]
            },
        ),
        (
            {"format": "swiss", "max_entries": 3},
            {"max_entries": ["A single table has nothing to compare with. Allow 4 or more."]},
        ),
    ],
)
def test_one_table_has_nothing_to_compare_with(
    club: Any, fields: dict[str, Any], errors: dict[str, Any]
) -> None:
    with pytest.raises(NotValid) as refused:
        club.tournament(comparison="matchpoints", match_hands=2, **{"min_entries": 2, **fields})
    assert {name: refused.value.errors[name] for name in errors} == errors


def test_too_few_to_compare_do_not_begin(club: Any) -> None:
    cup = club.tournament(comparison="difference", match_hands=2, format="swiss", min_entries=2)
    assert cup.min_entries == 4


def test_a_swiss_pairs_by_the_fractions_that_comparing_gives(club: Any) -> None:
    cup = club.started(8, comparison="difference", match_hands=2, format="swiss", rounds=3)
    hands = ([[40, 30], [50, 62]], [[80, -30], [51, 20]], [[30, 30], [62, 51]], [[20, 40], [8, 9]])
    for match, by_hand in zip(club.in_play(cup), hands, strict=True):
        Table.objects.filter(pk=match.table_id).update(
            status="abandoned", finished_at=now(), wake_at=None, deadline=None
        )
        give_result(match, "played", 1, 2, by_hand=by_hand, at=cup.starts_at)
        match.status = Match.Status.DONE
        match.save()
    cup.rounds.update(status=Round.Status.DONE, finished_at=now())
    stage = cup.stages.get()
    points = {row.key: row.points for row in standings_of_stage(stage)}
    assert any(each % 1 for each in points.values())
    assert scores_of(stage) == {key: int(each * 100) for key, each in points.items()}


@pytest.mark.parametrize(
    ("house", "remedy"),
    [
        ({"throw_in": "no_spades"}, "Set “Hands thrown in on request” to “never”."),
        (
            {"throw_in_below": 11},
            "Set “Hands thrown in when all bids total less than” to “0”.",
        ),
    ],
)
def test_tables_that_share_deals_throw_no_hand_in(
    club: Any, house: dict[str, Any], remedy: str
) -> None:
    rules = engine.preset("cardgames_io", **house)
    for fields in ({"comparison": "matchpoints", "match_hands": 4}, {"is_team": True}):
        with pytest.raises(NotValid) as refused:
            club.tournament(rules=rules, **fields)
        (sentence,) = refused.value.errors["rules"]
        assert sentence.startswith("Tables that share their deals must play the same hands")
        assert sentence.endswith(remedy)
    assert club.tournament(rules=rules).rules.items() >= house.items()
