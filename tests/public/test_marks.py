"""What scores and standings don't say by themselves is said beside them."""

from decimal import Decimal
from types import SimpleNamespace
from typing import Any

import pytest

from tests.events.conftest import Club
from tests.events.singles import finish
from tournaments.events.actions.decisions import decide_match
from tournaments.events.models import Result
from tournaments.events.queries.selectors import match_view
from tournaments.public.deal_sheet import sheet_of

pytestmark = pytest.mark.django_db


def page(client: Any) -> str:
    return " ".join(client.get("/tournaments/cup/").content.decode().split())


def test_standings_mark_corrected_results_and_explain_the_order_in_columns(
    client: Any, club: Club
) -> None:
    cup = club.started(2)
    (match,) = club.in_play(cup)
    club.finish(match, 512, 340)
    assert "result corrected" not in page(client)
    decide_match(match_id=match.pk, by=club.organizer, winner=1, reason="Signals")
    html = page(client)
    assert html.count("1 result corrected") == 2
    assert html.count('class="why-column">') == 3
    assert '<td class="why-column">points (2 : 0)</td>' in html


def test_a_bracket_marks_a_corrected_result(client: Any, club: Club) -> None:
    cup = club.started(2, format="knock_out")
    (match,) = club.in_play(cup)
    club.finish(match, 512, 340)
    assert "corrected" not in page(client)
    decide_match(match_id=match.pk, by=club.organizer, winner=1, reason="Signals")
    assert "forfeit · corrected · 1 </text>" in page(client).replace("1</text>", "1 </text>")


@pytest.mark.parametrize(
    ("games", "winner", "extra"),
    [((1, 1), 0, True), ((1, 1), None, False), ((2, 1), 0, False), ((), 0, False)],
)
def test_level_games_with_a_winner_were_decided_by_one_more_hand(
    games: tuple[int, ...], winner: int | None, extra: bool
) -> None:
    result: Any = SimpleNamespace(games=games, winner=winner)
    assert Result.by_extra_hand.fget(result) is extra  # type: ignore[attr-defined]


def test_a_deal_shows_what_its_cap_has_cut(club: Any) -> None:
    cup = club.started(4, comparison="difference", match_hands=2, format="round_robin")
    here, there = club.in_play(cup)
    for match, hands in ((here, [[300, 0], [50, 50]]), (there, [[0, 45], [50, 50]])):
        finish(match, *[sum(side) for side in zip(*hands, strict=True)])
        match.results.filter(current=True).update(by_hand=hands)
    view = match_view(here.pk, club.organizer)
    assert view is not None
    sheet = sheet_of(view)
    assert sheet is not None
    told = [[(cell.value, cell.uncapped) for cell in row.cells] for row in sheet.rows]
    assert told == [
        [(Decimal(150), Decimal(345)), (Decimal(-150), Decimal(-345))],
        [(Decimal(0), None), (Decimal(0), None)],
    ]
