"""A tournament of three stages: qualifiers, carried points, byes, withdrawals between the stages."""

from typing import Any

import pytest

from tests.events.rows import rows_of
from tournaments.events import advance
from tournaments.events.actions import entering
from tournaments.events.models import Status, Tournament
from tournaments.events.plan.stages import StagePlan
from tournaments.events.queries.selectors import tournament_view
from tournaments.events.scoring.ranking import onset_of, standings_of_stage
from tournaments.events.setup.creating import edit_tournament
from tournaments.events.setup.lengths import length_of_stages
from tournaments.events.setup.proposal import proposal_of

pytestmark = pytest.mark.django_db
FINAL_TABLE = (
    StagePlan("groups", groups=3, advance=2),
    StagePlan("knock_out", advance=4),
    StagePlan("round_robin"),
)
FUNNEL = (
    StagePlan("swiss", rounds=3, advance=8),
    StagePlan("groups", groups=2, advance=2, carry="between"),
    StagePlan("knock_out", third_place=True),
)


def seeds(cup: Tournament, index: int) -> list[int]:
    """Return those of a later stage by their seeds in it, as seeds of the tournament."""
    rows = cup.stages.get(index=index).qualifiers.select_related("entry")
    return [row.entry.seed_no for row in rows.order_by("seed_no")]


def played(cup: Tournament, index: int) -> list[tuple[int, int]]:
    """Return the rounds of a stage with the number of their matches, byes left out."""
    rounds = cup.rounds.filter(stage__index=index).order_by("number")
    return [(each.number, each.matches.filter(sides__index=1).count()) for each in rounds]


def play_stage(club: Any, cup: Tournament, index: int) -> None:
    """Play until the stage after the one at `index` is drawn; its first round has not begun."""
    while not cup.rounds.filter(stage__index=index + 1).exists() and (matches := club.in_play(cup)):
        for match in matches:
            better = match.entries[0].seed_no < match.entries[1].seed_no
            club.finish(match, *((500, 300) if better else (300, 500)))
        advance.advance(cup.pk)
        if not cup.rounds.filter(stage__index=index + 1).exists():
            club.hands.forward(61)
            advance.advance(cup.pk)


@pytest.mark.slow
def test_groups_then_a_bracket_then_a_final_table(club: Any) -> None:
    """Ten entries leave byes in every group, six of them leave byes in the bracket."""
    cup = club.started(10, stages=FINAL_TABLE, min_entries=10, max_entries=10)
    assert cup.format_title == "3 groups, then Knock-out, then Round robin"
    length = length_of_stages(FINAL_TABLE, 10)
    assert (cup.rounds_planned, length.rounds, length.matches) == (9, 9, 12 + 5 + 6)
    assert club.play_all(cup) == length.matches
    cup.refresh_from_db()
    assert (cup.status, cup.winner.seed_no, cup.rounds.count()) == (Status.FINISHED, 1, 9)
    assert sorted(seeds(cup, 2)) == [1, 2, 3, 4, 5, 6]
    # 4, the second of its group, met 1 before the semi-finals.
    assert sorted(seeds(cup, 3)) == [1, 2, 3, 5]
    assert [played(cup, index) for index in (1, 2, 3)] == [
        [(1, 4), (2, 4), (3, 4)],
        [(4, 2), (5, 2), (6, 1)],
        [(7, 2), (8, 2), (9, 2)],
    ]
    first, bracket, last = tournament_view(cup, club.organizer).stages
    assert [table.title for table in first.tables] == ["Group A", "Group B", "Group C"]
    assert [(row.goes_on) for table in first.tables for row in table.rows].count(True) == 6
    assert bracket.tables == []
    assert bracket.bracket is not None
    places = [(each.entry.seed_no, each.goes_on) for each in bracket.bracket.places]
    assert sorted(places) == [(1, True), (2, True), (3, True), (4, False), (5, True), (6, False)]
    assert [row.entry.seed_no for row in last.tables[0].rows] == [1, 2, 3, 5]


@pytest.mark.slow
def test_a_swiss_then_groups_with_its_results_then_a_bracket(club: Any) -> None:
    cup = club.started(12, stages=FUNNEL, min_entries=12, max_entries=12)
    length = length_of_stages(FUNNEL, 12)
    assert (cup.rounds_planned, length.rounds) == (3 + 3 + 2, 8)
    club.play_all(cup)
    cup.refresh_from_db()
    assert (cup.status, cup.winner.seed_no, cup.rounds.count()) == (Status.FINISHED, 1, 8)
    groups = cup.stages.get(index=2)
    among = {row.entry_id for row in groups.qualifiers.all()}
    met = (
        {entry.pk for entry in match.entries} for match in cup.matches.filter(round__stage__index=1)
    )
    again = [pair for pair in met if len(pair) == 2 and pair <= among]
    rows = {row.key: row for group in (1, 2) for row in standings_of_stage(groups, group)}
    inside = [{row.key for row in standings_of_stage(groups, group)} for group in (1, 2)]
    brought = [pair for pair in again if any(pair <= group for group in inside)]
    assert brought != []
    assert sum(row.played for row in rows.values()) == 2 * (2 * 6 + len(brought))
    assert [played(cup, index) for index in (2, 3)] == [
        [(4, 4), (5, 4), (6, 4)],
        [(7, 2), (8, 2)],
    ]


@pytest.mark.slow
def test_a_qualifier_withdrawn_between_stages_is_replaced_by_the_next(club: Any) -> None:
    cup = club.started(
        10, stages=FINAL_TABLE, min_entries=10, max_entries=10, pause_between_rounds=60
    )
    play_stage(club, cup, 1)
    assert sorted(seeds(cup, 2)) == [1, 2, 3, 4, 5, 6]
    # In the pause before the bracket one of it goes: they forfeit, and don't come to the final table.
    gone = cup.entries.get(seed_no=2)
    entering.withdraw(tournament_id=cup.pk, user=gone.players.first().user)
    club.hands.forward(61)
    advance.advance(cup.pk)
    play_stage(club, cup, 2)
    assert len(seeds(cup, 3)) == 4
    assert 2 not in seeds(cup, 3)
    before = rows_of(cup)
    assert [advance.advance(cup.pk) for _ in range(2)] == [False] * 2
    assert rows_of(cup) == before
    club.hands.forward(61)
    advance.advance(cup.pk)
    while club.in_play(cup):
        club.play_all(cup)
        club.hands.forward(61)
        advance.advance(cup.pk)
    cup.refresh_from_db()
    assert (cup.status, cup.winner.seed_no) == (Status.FINISHED, 1)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("leavers", "groups", "rounds", "final"),
    [(9, [3], 3 + 3 + 2, 3), (11, [], 3, 0)],
)
def test_too_few_for_the_groups_play_in_fewer_or_end_it(
    club: Any, leavers: int, groups: list[int], rounds: int, final: int
) -> None:
    """With three left for two groups they meet in one; one who is left alone has won."""
    cup = club.started(12, stages=FUNNEL, min_entries=12, max_entries=12, pause_between_rounds=60)
    while cup.rounds.filter(status="done").count() < 2:
        for match in club.in_play(cup):
            better = match.entries[0].seed_no < match.entries[1].seed_no
            club.finish(match, *((500, 300) if better else (300, 500)))
        club.hands.forward(61)
        advance.advance(cup.pk)
    for entry in cup.entries.order_by("-seed_no")[:leavers]:
        entering.withdraw(tournament_id=cup.pk, user=entry.players.first().user)
    advance.advance(cup.pk)
    while cup.status != Status.FINISHED:
        club.play_all(cup)
        club.hands.forward(61)
        advance.advance(cup.pk)
        cup.refresh_from_db()
    stages = tournament_view(cup, club.organizer).stages
    assert [len(table.rows) for stage in stages[1:2] for table in stage.tables] == groups
    assert (cup.winner.seed_no, cup.rounds.count(), len(seeds(cup, 3))) == (1, rounds, final)


@pytest.mark.slow
def test_points_and_results_are_carried_through_all_stages(club: Any) -> None:
    """What counted again in the second stage counts again in the third."""
    for carry in ("all", "between"):
        stages = (
            StagePlan("round_robin", advance=4),
            StagePlan("round_robin", advance=3, carry=carry),
            StagePlan("swiss", rounds=1, carry=carry),
        )
        cup = club.started(5, name=f"Cup {carry}", stages=stages, min_entries=5, max_entries=5)
        club.play_all(cup)
        last = cup.stages.get(index=3)
        rows = {cup.entries.get(pk=row.key).seed_no: row for row in standings_of_stage(last)}
        if carry == "all":
            # A bye and wins of 4, 3, 2 matches, and then wins of 3, 2, 1: two points each.
            assert [int(rows[seed].brought) for seed in (1, 2, 3)] == [16, 12, 8]
        else:
            # All ten matches and five byes of the first stage, six matches of the second.
            assert len(onset_of(last).results) == 15 + 6
            assert [rows[seed].played + rows[seed].byes for seed in (1, 2, 3)] == [5, 5, 5]


def test_stages_are_edited_in_place_until_people_enter(club: Any) -> None:
    cup = club.tournament(stages=FINAL_TABLE, min_entries=10, max_entries=10)
    before = list(cup.stages.values_list("pk", flat=True))
    held = vars(proposal_of(cup))
    assert held["stages"] == FINAL_TABLE
    fields = held | {"stages": FUNNEL}
    changed = edit_tournament(tournament_id=cup.pk, by=club.organizer, **fields)
    assert (changed.plans, list(changed.stages.values_list("pk", flat=True))) == (FUNNEL, before)
    fields = held | {"stages": (StagePlan("swiss"),)}
    changed = edit_tournament(tournament_id=cup.pk, by=club.organizer, **fields)
    assert changed.plans == (StagePlan("swiss"),)
    assert list(changed.stages.values_list("pk", flat=True)) == before[:1]
