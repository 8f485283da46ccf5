"""Every tie-break against a published table."""

from decimal import Decimal
from typing import Any

import pytest

from tests.standings.crosstables import (
    BULGARIA,
    COLOMBIA,
    DENMARK,
    GROUP_C,
    GROUP_H,
    ITALY,
    JAPAN,
    MEDIAN_WITH_BYES,
    PL_SWISS,
    POLAND,
    SENEGAL,
    SWEDEN,
    TEC_ROUND_ROBIN,
    TEC_SWISS,
    TEC_SWISS_NINE_ROUNDS,
    TEC_SWISS_RATINGS,
    chess_round_robin,
    chess_swiss,
    football,
    read,
)
from tests.standings.duels import rank
from tournaments.standings import Entrant, Policy, Standings


def entrants(count: int, ratings: range | None = None) -> list[Entrant]:
    return [
        Entrant(key, rating=ratings[key - 1] if ratings else None) for key in range(1, count + 1)
    ]


def tec_swiss(code: str) -> Standings:
    return rank(entrants(16, TEC_SWISS_RATINGS), read(TEC_SWISS), chess_swiss(code))


def values(standings: Standings, code: str) -> list[Any]:
    """Return the values of a tie-break in the order of the entrants' numbers."""
    return [row.tie_breaks[code] for row in sorted(standings, key=lambda row: row.key)]


def exact(text: str) -> list[Decimal]:
    return [Decimal(value) for value in text.split()]


def test_points_of_the_tec_swiss() -> None:
    rows = sorted(tec_swiss("wins"), key=lambda row: row.key)
    assert [row.points for row in rows] == exact(
        "3.5 4 3.5 3.5 2.5 3 1.5 2.5 1.5 1 2.5 2 1.5 2 2 3.5"
    )


PUBLISHED_SWISS = {
    "wins": "2 3 2 2 2 2 1 2 0 1 1 0 1 2 2 3",
    "wins_and_byes": "2 3 2 2 2 3 1 2 1 1 2 2 1 2 2 3",
    # The exercises were solved by the edition of 2023. That of March 2026 holds the dummy of an unplayed round down to
    # half the rounds, or to the absent opponent: 4 has 14 (was 15), 6 has 11.5 (was 12), 11 has 12.5 (was 13.5), and
    # likewise below. All the others are as printed.
    "buchholz": "12.5 13 15.5 14 8.5 11.5 14.5 13.5 9 13 12.5 11.5 14 11 12 12.5",
    "buchholz_cut1": "11 12 13 11.5 7.5 10.5 12.5 12 7.5 11.5 11 9.5 12 9 11 11",
    "sonneborn_berger": "8 9.5 10.5 9.25 4.25 6 3.25 5.25 2.25 1.5 4.75 4 4.25 4.5 3.5 7.25",
    "average_rating": (
        "1820 1880 1940 1888 1690 1813 1760 1730 1975 1880 1863 2050 1930 1800 1860 1820"
    ),
}


@pytest.mark.parametrize("code", PUBLISHED_SWISS)
def test_tie_breaks_of_the_tec_swiss(code: str) -> None:
    assert values(tec_swiss(code), code) == exact(PUBLISHED_SWISS[code])


def test_buchholz_of_a_swiss_solved_by_the_edition_of_2026() -> None:
    standings = rank(entrants(14), read(PL_SWISS), chess_swiss("buchholz", "buchholz_cut1"))
    assert values(standings, "buchholz") == exact(
        "14.5 15 14 14.5 13.5 13.5 13.5 10.5 11.5 11 13 10 9 11"
    )
    cut = {row.key: row.tie_breaks["buchholz_cut1"] for row in standings}
    assert (cut[9], cut[12]) == (Decimal(10), Decimal("9.5"))


def test_cut_and_median_take_a_requested_bye_first() -> None:
    codes = ("buchholz", "buchholz_cut1", "buchholz_median")
    standings = rank(entrants(6), read(MEDIAN_WITH_BYES), chess_swiss(*codes))
    assert dict(standings.row(1).tie_breaks) == {
        "buchholz": Decimal(8),
        "buchholz_cut1": Decimal("5.5"),
        "buchholz_median": Decimal(3),
    }


def test_sonneborn_berger_of_the_tec_round_robin() -> None:
    standings = rank(entrants(6), read(TEC_ROUND_ROBIN), chess_round_robin("sonneborn_berger"))
    assert values(standings, "sonneborn_berger") == exact("9.25 6.25 6.25 4.25 3.25 2.25")


def test_head_to_head_of_the_tec_round_robin() -> None:
    standings = rank(entrants(6), read(TEC_ROUND_ROBIN), chess_round_robin("head_to_head"))
    assert [(row.rank, row.shared, row.key) for row in standings] == [
        (1, False, 1),
        (2, True, 2),
        (2, True, 3),
        (4, False, 6),
        (5, False, 5),
        (6, False, 4),
    ]
    assert values(standings, "head_to_head") == exact("2 0.5 0.5 0.5 1 1.5")


def test_head_to_head_of_the_tec_swiss_over_nine_rounds() -> None:
    standings = rank(entrants(16), read(TEC_SWISS_NINE_ROUNDS), chess_swiss("head_to_head"))
    first = [(row.rank, row.shared, row.key, row.points) for row in standings][:5]
    assert first == [
        (1, False, 3, Decimal("6.5")),
        (2, False, 6, Decimal(6)),
        (3, True, 1, Decimal(6)),
        (3, True, 4, Decimal(6)),
        (5, False, 2, Decimal(6)),
    ]
    assert [standings.row(key).tie_breaks["head_to_head"] for key in (6, 1, 4, 2)] == exact(
        "2 1.5 1.5 1"
    )


def test_goals_as_uefa_ranked_them() -> None:
    policy = Policy(
        win=3,
        predetermined=True,
        bye=0,
        tie_breaks=("head_to_head", "score_difference", "points_for"),
    )
    standings = rank(entrants(4), football(GROUP_C), policy)
    assert [
        (row.key, row.points, row.tie_breaks["score_difference"], row.tie_breaks["points_for"])
        for row in standings
    ] == [(SWEDEN, 5, 5, 8), (DENMARK, 5, 2, 4), (ITALY, 5, 1, 3), (BULGARIA, 0, -8, 1)]
    assert [row.tie_breaks["head_to_head"] for row in standings] == [2, 2, 2, None]


def test_a_group_in_which_nothing_but_cards_could_decide() -> None:
    codes = ("score_difference", "points_for", "head_to_head")
    standings = rank(entrants(4), football(GROUP_H), Policy(win=3, tie_breaks=codes))
    assert [(row.rank, row.shared, row.key, row.points) for row in standings] == [
        (1, False, COLOMBIA, 6),
        (2, True, JAPAN, 4),
        (2, True, SENEGAL, 4),
        (4, False, POLAND, 3),
    ]
    assert dict(standings.row(JAPAN).tie_breaks) == dict(standings.row(SENEGAL).tie_breaks)
    assert dict(standings.row(JAPAN).tie_breaks) == {
        "score_difference": 0,
        "points_for": 4,
        "head_to_head": 1,
    }
