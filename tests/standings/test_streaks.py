"""Extra points on a streak, by hand."""

from decimal import Decimal

from tournaments.standings import Ending, MatchResult, Policy, Side, rank
from tournaments.standings.model import Entrant
from tournaments.standings.streaks import with_streaks


def met(number: int, winner: int, loser: int, ending: Ending = Ending.PLAYED) -> MatchResult:
    return MatchResult(number, (Side((winner,), 1, 300), Side((loser,), 2, 200)), ending)


def test_each_win_after_two_running_brings_more_until_a_draw_or_a_loss() -> None:
    level = MatchResult(5, (Side((1,), 1, 250), Side((2,), 1, 250)))
    played = [
        met(1, 1, 2), met(2, 1, 3), met(3, 1, 2), met(4, 1, 3, Ending.FORFEIT),
        level, met(6, 1, 3), met(7, 3, 2), met(8, 3, 1),
    ]  # fmt: skip
    found = with_streaks(played[::-1], 1, Policy.arena())
    assert {one.round: one.points for one in found if one.points} == {
        3: (Decimal(3), Decimal(0)),
        4: (Decimal(3), Decimal(0)),
    }
    table = rank([Entrant(key) for key in (1, 2, 3)], found, Policy.arena())
    assert [(row.key, row.points) for row in table] == [
        (1, Decimal(13)), (3, Decimal(4)), (2, Decimal(1)),
    ]  # fmt: skip
