"""The preview in the organizer's form."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tournaments.events.plan.stages import StagePlan
from tournaments.organizer.pace import USUAL_HAND, Pace
from tournaments.organizer.preview import Size, preview

START = datetime(2026, 3, 14, 20, 0, tzinfo=UTC)


def test_it_counts_rounds_tables_and_time_for_the_fewest_and_the_most() -> None:
    plan = preview(
        starts_at=START,
        check_in_minutes=15,
        pause_between_rounds=60,
        match_hands=2,
        plans=[StagePlan("round_robin", double=True)],
        min_entries=3,
        max_entries=4,
    )
    assert plan.starts_at == START
    assert plan.check_in_at == START - timedelta(minutes=15)
    # 3 entries, twice: 6 rounds of 8 minutes with 5 pauses of one; 4 entries take as many.
    assert plan.sizes == [
        Size(3, 6, 6, 1, timedelta(minutes=53)),
        Size(4, 6, 12, 2, timedelta(minutes=53)),
    ]


@pytest.mark.parametrize(
    ("format_", "sizes"),
    [
        ("swiss", [Size(5, 3, 6, 2, None), Size(8, 3, 12, 4, None)]),
        ("knock_out", [Size(5, 3, 5, 2, None), Size(8, 3, 8, 4, None)]),
        ("double_knock_out", [Size(5, 6, 8, 2, None), Size(8, 6, 14, 4, None)]),
    ],
)
def test_each_format_counts_its_own_way(format_: str, sizes: list[Size]) -> None:
    plan = preview(
        starts_at=None,
        check_in_minutes=None,
        pause_between_rounds=None,
        match_hands=None,
        plans=[StagePlan(format_, third_place=format_ == "knock_out")],
        min_entries=5,
        max_entries=8,
    )
    assert plan.sizes == sizes


def test_missing_or_invalid_values_give_no_preview() -> None:
    plan = preview(
        starts_at=None,
        check_in_minutes=15,
        pause_between_rounds=None,
        match_hands=None,
        min_entries=1,
        max_entries=2,
    )
    assert (plan.starts_at, plan.check_in_at) == (None, None)
    assert plan.sizes == [Size(2, 1, 1, 1, None)]


def test_stages_follow_one_another_and_what_they_need_is_told() -> None:
    groups = StagePlan("groups", groups=4, advance=2)
    plan = preview(
        starts_at=None,
        check_in_minutes=None,
        pause_between_rounds=60,
        match_hands=4,
        plans=[groups, StagePlan("knock_out", third_place=True)],
        best_of=3,
        match_minutes=40,
        min_entries=8,
        max_entries=16,
    )
    # 16 entries: three rounds of groups and three of the bracket, of 44 minutes each, with five pauses.
    assert plan.sizes == [
        Size(8, 0, 0, 0, None, ("Everybody would advance to the next stage. Let fewer advance.",)),
        Size(16, 6, 24 + 8, 8, timedelta(minutes=6 * 44 + 5)),
    ]


def test_a_stage_with_its_own_rules_has_their_length_at_the_usual_pace() -> None:
    def lasts(**own: Any) -> timedelta | None:
        (size,) = preview(
            starts_at=None, check_in_minutes=None, pause_between_rounds=0, match_hands=4,
            plans=[StagePlan("knock_out", **own)], min_entries=2, max_entries=2,
            pace=Pace(timedelta(minutes=1), hands=9, games=50),
        ).sizes  # fmt: skip
        return size.lasts

    assert lasts() == timedelta(minutes=4)
    eight = {"preset": "cardgames_io", "max_hands": 8}
    assert lasts(rules=eight) == 8 * USUAL_HAND
    assert lasts(rules=eight, match_hands=2) == 2 * USUAL_HAND
    assert lasts(rules={"preset": "cardgames_io"}) is None
    assert lasts(match_target=500) == timedelta(minutes=9)
