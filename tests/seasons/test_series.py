"""Points of a series, against tables worked out by hand."""

from tournaments.seasons.series import Evening, score
from tournaments.seasons.terms import Terms

FIRST, SECOND, THIRD = 101, 102, 103


def table(places: dict[int, list[tuple[int, int]]], **terms: object) -> list[tuple[int, int]]:
    found = score(places, Terms(scale=(10, 6, 4, 1), **terms))  # type: ignore[arg-type]
    return [(one.player, one.points) for one in found]


def test_places_are_worth_the_scale_and_everybody_who_came_gets_something() -> None:
    places = {1: [(FIRST, 1), (SECOND, 3)], 2: [(FIRST, 2)], 3: [(SECOND, 5)]}
    assert table(places) == [(1, 14), (2, 6), (3, 0)]
    assert table(places, attendance=2) == [(1, 18), (2, 8), (3, 2)]


def test_only_the_best_evenings_count() -> None:
    (one,) = score(
        {1: [(FIRST, 3), (SECOND, 1), (THIRD, 3)]}, Terms(scale=(10, 6, 4), best=2, attendance=1)
    )
    assert one.points == 11 + 5
    assert one.evenings == (
        Evening(FIRST, 3, 5, True), Evening(SECOND, 1, 11, True), Evening(THIRD, 3, 5, False),
    )  # fmt: skip


def test_ties_go_to_more_first_places_then_to_more_evenings() -> None:
    # Both have 10: one first place against a second and a third.
    assert table({1: [(FIRST, 2), (SECOND, 3)], 2: [(FIRST, 1)]}) == [(2, 10), (1, 10)]
    # Both have 4: the second came twice.
    assert table({1: [(FIRST, 3)], 2: [(FIRST, 3), (SECOND, 9)]}) == [(2, 4), (1, 4)]
