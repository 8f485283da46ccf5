"""What entries carry over into a second stage: nothing, results between qualifiers, or all points."""

from typing import Any

import pytest

from tournaments.events.draw.paired_rounds import scores_of
from tournaments.events.models import Status, Tournament
from tournaments.events.plan.stages import StagePlan
from tournaments.events.queries.selectors import tournament_view
from tournaments.events.scoring.ranking import standings_of_stage
from tournaments.events.setup.proposal import NotValid, proposal_of

pytestmark = pytest.mark.django_db


def until_second(club: Any, cup: Tournament) -> None:
    """Play the first stage to its end, the better seed winning each match."""
    while not cup.stages.get(index=2).rounds.exists():
        for match in club.in_play(cup):
            better = match.entries[0].seed_no < match.entries[1].seed_no
            club.finish(match, *((500, 300) if better else (300, 500)))


def table_of(cup: Tournament, index: int = 2) -> list[tuple[int, str, str, int]]:
    """Return a stage's standings: the tournament's seed, points, those brought along, and matches that count."""
    seeds = dict(cup.entries.values_list("pk", "seed_no"))
    return [
        (seeds[row.key], str(row.points), str(row.brought), row.played)
        for row in standings_of_stage(cup.stages.get(index=index))
    ]


def shown(cup: Tournament, by: Any) -> list[tuple[int, str, str, int]]:
    """Return the page's last stage, in the same form."""
    (table,) = tournament_view(cup, by).stages[-1].tables
    return [
        (each.entry.seed_no, str(each.row.points), str(each.row.brought), each.row.played)
        for each in table.rows
    ]


def made(club: Any, entries: int, **fields: Any) -> Tournament:
    """Return a tournament of exactly this number of entries whose first round is in play."""
    return club.started(entries, min_entries=entries, max_entries=entries, **fields)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("carry", "before", "after"),
    [
        (
            "",
            [(1, "0", "0", 0), (2, "0", "0", 0), (3, "0", "0", 0)],
            [(1, "4", "0", 2), (2, "2", "0", 2), (3, "0", "0", 2)],
        ),
        (
            "between",
            [(1, "4", "0", 2), (2, "2", "0", 2), (3, "0", "0", 2)],
            [(1, "8", "0", 4), (2, "4", "0", 4), (3, "0", "0", 4)],
        ),
        (
            "all",
            [(1, "8", "8", 0), (2, "6", "6", 0), (3, "4", "4", 0)],
            [(1, "12", "8", 2), (2, "8", "6", 2), (3, "4", "4", 2)],
        ),
    ],
)
def test_what_is_brought_along_counts_from_the_start(
    club: Any, carry: str, before: list[Any], after: list[Any]
) -> None:
    cup = made(
        club, 5, stages=(StagePlan("round_robin", advance=3), StagePlan("round_robin", carry=carry))
    )
    until_second(club, cup)
    assert table_of(cup) == shown(cup, club.organizer)
    if carry:
        assert table_of(cup) == before
    club.play_all(cup)
    cup.refresh_from_db()
    assert (cup.status, cup.winner.seed_no) == (Status.FINISHED, 1)
    assert table_of(cup) == shown(cup, club.organizer) == after


@pytest.mark.slow
def test_the_first_draw_of_a_swiss_goes_by_the_points_brought_along(club: Any) -> None:
    cup = made(
        club, 8, stages=(StagePlan("groups", groups=4, advance=1), StagePlan("swiss", carry="all"))
    )
    until_second(club, cup)
    stage = cup.stages.get(index=2)
    # Two points are brought along; the match in play counts as drawn.
    assert sorted(scores_of(stage).values()) == [3, 3, 3, 3]
    club.play_all(cup)
    assert sorted(row.points for row in standings_of_stage(stage)) == [2, 4, 4, 6]


@pytest.mark.slow
def test_a_swiss_with_results_brought_along_has_no_match_again_that_can_be_avoided(
    club: Any,
) -> None:
    cup = made(
        club, 8, stages=(StagePlan("groups", groups=2, advance=2), StagePlan("swiss", rounds=2, carry="between")), )  # fmt: skip
    until_second(club, cup)
    club.play_all(cup)
    met = [
        frozenset((match.entries[0].seed_no, match.entries[1].seed_no))
        for match in cup.matches.filter(round__stage__index=2)
    ]
    # 1 and 4 met in a group, 2 and 3 in the other; two rounds can do without these.
    assert sorted(sorted(pair) for pair in met) == [[1, 2], [1, 3], [2, 4], [3, 4]]


@pytest.mark.slow
def test_rounds_of_the_first_stage_are_no_rounds_missed_in_a_second_swiss(club: Any) -> None:
    cup = made(club, 8, stages=(StagePlan("swiss", advance=4), StagePlan("swiss")))
    club.play_all(cup)
    rows = list(standings_of_stage(cup.stages.get(index=2)))
    assert [row.played for row in rows] == [2, 2, 2, 2]
    # Two rounds of four: the winner has met both who have two points in the end, or one of them and the last.
    assert [str(row.tie_breaks["buchholz"]) for row in rows] == ["4", "4", "4", "4"]


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        (
            {"stages": (StagePlan("swiss", advance=4), StagePlan("knock_out", carry="all"))},
            "In a knock-out only the winner of each match counts. Carry nothing over, or choose"
            " another format.",
        ),
        (
            {"stages": (StagePlan("knock_out", advance=4), StagePlan("swiss", carry="between"))},
            "A knock-out gives places, not points that could be carried over. Choose nothing here,"
            " or another format for the previous stage.",
        ),
        (
            {"format": "swiss", "carry": "all"},
            "Nothing precedes the first stage. Leave this out.",
        ),
        (
            {"stages": (StagePlan("swiss", advance=4), StagePlan("swiss", carry="half"))},
            "Choose one of: nothing: everybody starts afresh, results between qualifiers, all points.",
        ),
    ],
)
def test_what_cannot_be_brought_along(club: Any, fields: dict[str, Any], sentence: str) -> None:
    with pytest.raises(NotValid) as refused:
        club.tournament(**{"min_entries": 8, **fields})
    place = len(fields.get("stages", " ")) - 1
    assert refused.value.errors == {f"stages-{place}-carry": [sentence]}


def test_it_is_edited_as_it_was_made(club: Any) -> None:
    cup = club.tournament(
        stages=(StagePlan("swiss", advance=4), StagePlan("round_robin", carry="all")), min_entries=8
    )
    assert (proposal_of(cup).stages[1].carry, cup.stages.get(index=2).options["carry"]) == (
        "all",
        "all",
    )
