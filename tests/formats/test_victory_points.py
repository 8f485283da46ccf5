"""Victory points: the published scale, its shape, and the spread that a season estimates from its matches."""

from decimal import Decimal
from fractions import Fraction
from itertools import pairwise

import pytest

from tournaments.formats.shape import FormatError
from tournaments.formats.victory_points import (
    PAIRS_SPREAD,
    TEAMS_SPREAD,
    estimate_spread,
    total_margin,
    victory_points,
)


@pytest.mark.parametrize(
    ("margin", "won"),
    [(0, "10.00"), (1, "10.31"), (10, "12.80"), (30, "16.73"), (60, "20.00"), (90, "20.00")],
)
def test_the_published_scale_of_bridge(margin: int, won: str) -> None:
    # A match of 16 boards is a blitz at 15·√16 = 60 IMPs, which is 2.5 · 6 · √16.
    assert victory_points(margin, 16, 6) == (Decimal(won), 20 - Decimal(won))


@pytest.mark.parametrize(
    ("margin", "won"),
    [
        (0, "10.00"),
        (25, "10.92"),
        (100, "13.31"),
        (200, "15.79"),
        (300, "17.63"),
        (494, "19.99"),
        (495, "20.00"),
        (5000, "20.00"),
    ],
)
def test_two_pairs_after_eight_hands(margin: int, won: str) -> None:
    points = Decimal(won)
    assert victory_points(margin, 8, PAIRS_SPREAD) == (points, 20 - points)
    assert victory_points(-margin, 8, PAIRS_SPREAD) == (20 - points, points)


@pytest.mark.parametrize(
    ("margin", "won"),
    [(100, "12.04"), (200, "13.77"), (400, "16.45"), (700, "19.10"), (849, "19.99"), (850, "20")],
)
def test_two_teams_after_sixteen_deals(margin: int, won: str) -> None:
    # 2.5 · 85 · √16 = 850 points win 20 to 0.
    assert victory_points(margin, 16, TEAMS_SPREAD) == (Decimal(won), 20 - Decimal(won))


def test_no_point_is_worth_more_than_the_one_before() -> None:
    scale = [victory_points(margin, 16, TEAMS_SPREAD)[0] for margin in range(900)]
    steps = [after - before for before, after in pairwise(scale)]
    assert min(steps) >= 0
    # Rounding moves a step by a hundredth at most.
    assert all(after <= before + Decimal("0.01") for before, after in pairwise(steps))


def test_the_smallest_lead_is_worth_more_than_level() -> None:
    won = victory_points(Fraction(1, 100), 16, PAIRS_SPREAD)
    assert won == (Decimal("10.01"), Decimal("9.99"))
    with pytest.raises(FormatError) as refusal:
        victory_points(1, 0, PAIRS_SPREAD)
    assert refusal.value.sentence == (
        "Victory points need a hand that was played. Count 1 or more."
    )


def test_the_margin_of_deals_with_and_without_a_cap() -> None:
    differences = [30, -250, 210, 200, -5]
    assert total_margin(differences) == 185
    assert total_margin(differences, 200) == 30 - 200 + 200 + 200 - 5
    assert total_margin([]) == 0


def test_the_spread_of_deals_by_hand() -> None:
    # Means 20 and -5; squares 100 + 100 and 25 + 25; 1 + 1 degrees of freedom: the root of 125.
    assert estimate_spread([[10, 30], [-10, 0]]) == 11
    # How far ahead a team was in all deals alike doesn't count.
    assert estimate_spread([[510, 530], [-10, 0]]) == 11
    assert estimate_spread([[40], []]) is None
    assert estimate_spread([[40, 40]]) is None
    assert estimate_spread([]) is None
