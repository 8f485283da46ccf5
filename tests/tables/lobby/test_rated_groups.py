"""Who plays a rated game with whom, by the time waited: the pure part of rated Play now."""

from datetime import UTC, datetime, timedelta
from itertools import permutations

import pytest

from games.tables.lobby.rated_groups import (
    Searcher,
    clock_of_group,
    fit,
    group_of,
    range_after,
    seats_of,
)

AT = datetime(2026, 11, 28, 20, tzinfo=UTC)


def one(key: int, rating: int, waited: float = 0, **more: object) -> Searcher:
    """Return somebody who has waited that many seconds."""
    return Searcher(key, rating, AT - timedelta(seconds=waited), **more)  # type: ignore[arg-type]


def keys(group: list[Searcher]) -> list[int]:
    return [each.key for each in group]


@pytest.mark.parametrize(
    ("seconds", "points"),
    [(-5, 100), (0, 100), (9.9, 100), (10, 150), (30, 250), (59.9, 350), (60, None), (900, None)],
)
def test_the_range_widens_with_the_time_waited(seconds: float, points: int | None) -> None:
    assert range_after(timedelta(seconds=seconds)) == points


def test_each_must_be_within_the_other_s_range() -> None:
    patient, new = one(1, 1500, 60), one(2, 1640)
    assert not fit(patient, new, AT)
    assert not fit(new, patient, AT)
    waits = one(2, 1640, 10)
    assert fit(patient, waits, AT)
    assert fit(waits, patient, AT)


def test_blocked_people_and_other_clocks_dont_fit() -> None:
    ann = one(1, 1500, blocked=frozenset({2}))
    assert not fit(ann, one(2, 1500, blocked=frozenset({1})), AT)
    assert fit(ann, one(3, 1500), AT)
    quick = one(1, 1500, clock="quick")
    assert [fit(quick, one(2, 1500, clock=clock), AT) for clock in ("", "quick", "normal")] == [True, True, False]  # fmt: skip


def test_people_of_different_ratings_in_any_order_make_the_same_group() -> None:
    crowd = [one(1, 1500, 5), one(2, 1420, 9), one(3, 1580, 3), one(4, 1510, 2), one(5, 1490, 1)]
    # 2 waited longest, but 1, 4 and 5 are within 100 points of it, and 3 isn't.
    for order in permutations(crowd):
        assert keys(group_of(order, 4, AT)) == [2, 1, 4, 5]


def test_whoever_waited_longest_comes_first_and_then_the_closest_ratings() -> None:
    crowd = [one(1, 1500, 8), *(one(key, 1500 + 10 * key, 7) for key in range(2, 9))]
    assert keys(group_of(crowd, 4, AT)) == [1, 2, 3, 4]
    # Equally close: who has waited longer.
    crowd = [one(1, 1500, 8), one(2, 1500, 1), one(3, 1500, 2), one(4, 1500, 3), one(5, 1500, 4)]
    assert keys(group_of(crowd, 4, AT)) == [1, 5, 4, 3]


def test_nobody_holds_up_others_who_fit() -> None:
    crowd = [one(1, 2400, 30), *(one(key, 1500, 1) for key in range(2, 6))]
    assert keys(group_of(crowd, 4, AT)) == [2, 3, 4, 5]
    assert group_of(crowd[:4], 4, AT) == []
    assert group_of([], 4, AT) == []


def test_partners_are_the_strongest_and_the_weakest() -> None:
    group = [one(1, 1500), one(2, 1700), one(3, 1400), one(4, 1600)]
    assert [each.rating for each in seats_of(group, partners=True)] == [1700, 1600, 1400, 1500]
    assert seats_of(group[:3], partners=False) == group[:3]
    assert clock_of_group([one(1, 1500), one(2, 1500, clock="quick")], "normal") == "quick"
    assert clock_of_group([one(1, 1500)], "normal") == "normal"
