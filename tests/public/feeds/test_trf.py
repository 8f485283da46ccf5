"""A tournament as a TRF16 file: every byte of a Swiss and of a round robin, and tournaments without one."""

from datetime import UTC, datetime
from typing import Any

import pytest

from tests.events.conftest import Club
from tournaments.events import advance
from tournaments.events.actions import decisions, penalties
from tournaments.events.models import Match, Tournament

pytestmark = pytest.mark.django_db
AT = datetime(2030, 5, 4, 18, 30, tzinfo=UTC)


def report(client: Any) -> list[str]:
    answer = client.get("/tournaments/cup/report.trf")
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/plain; charset=utf-8")
    text = answer.content.decode()
    assert text.endswith("\r\n")
    return str(text).split("\r\n")[:-1]


def test_a_round_robin_of_three(client: Any, club: Club) -> None:
    cup = club.started(3)
    (first,) = club.in_play(cup)
    club.finish(first, 500, 300)
    advance.advance(cup.pk)
    (second,) = club.in_play(cup)
    decisions.decide_match(match_id=second.pk, by=club.organizer, winner=1, reason="Never came.")
    Tournament.objects.filter(pk=cup.pk).update(starts_at=AT)
    lines = report(client)
    assert lines[:5] == ["012 Cup", "042 2030/05/04", "062 3", "092 Round robin", "XXR 3"]
    players = {int(line[4:8]): line for line in lines if line.startswith("001")}
    numbers = {entry.seed_no: entry for entry in cup.entries.all()}
    assert {number: line[14:47].rstrip() for number, line in players.items()} == {
        number: entry.name for number, entry in numbers.items()
    }
    assert {line[48:52] for line in players.values()} == {"1500"}
    blocks = {number: (line[91:99], line[101:109]) for number, line in players.items()}
    a, b = first.entries[0].seed_no, first.entries[1].seed_no
    (sat_out,) = {1, 2, 3} - {a, b}
    c, d = second.entries[0].seed_no, second.entries[1].seed_no
    (sat_next,) = {1, 2, 3} - {c, d}
    assert (blocks[a][0], blocks[b][0], blocks[sat_out][0]) == (
        f"{b:>4} w 1",
        f"{a:>4} b 0",
        "0000 - U",
    )
    assert (blocks[c][1], blocks[d][1], blocks[sat_next][1]) == (
        f"{d:>4} w -",
        f"{c:>4} b +",
        "0000 - U",
    )
    assert lines[-5:] == ["BBW  2.0", "BBD  1.0", "BBL  0.0", "BBU  0.0", "BBF  0.0"]
    points = {number: float(line[80:84]) for number, line in players.items()}
    assert sum(points.values()) == 4.0
    # A pairing program adds the rounds up, so deducted points are left out.
    off = {"entry_id": numbers[a].pk, "points": "0.5", "reason": "Late."}
    penalties.penalize(by=club.organizer, **off)
    told = {int(line[4:8]): float(line[80:84]) for line in report(client) if line[:3] == "001"}
    assert told == points


def test_undrawn_and_knock_out_tournaments_have_no_file(client: Any, club: Club) -> None:
    club.with_entries(3)
    assert client.get("/tournaments/cup/report.trf").status_code == 404  # not drawn
    for fields in ({"format": "knock_out"}, {"format": "double_knock_out"}):
        cup = club.tournament(**fields, name="Bracket")
        assert client.get(f"/tournaments/{cup.slug}/report.trf").status_code == 404


@pytest.mark.slow
def test_points_that_its_columns_do_not_hold_have_none(client: Any, club: Club) -> None:
    shared = club.started(4, format="swiss", rounds=1, comparison="difference", match_hands=2)
    large = club.started(
        4, format="swiss", rounds=1, name="Large", scoring={"win": "100", "draw": "50", "loss": "0"}
    )
    fine = club.started(
        4,
        format="swiss",
        rounds=1,
        name="Fine",
        scoring={"win": "1.25", "draw": "0.5", "bye": "1.25"},
    )
    for cup in (shared, large, fine):
        answer = client.get(f"/tournaments/{cup.slug}/report.trf")
        assert answer.status_code == 404
        assert "as CSV or JSON" in answer.content.decode()
        assert "report.trf" not in client.get(f"/tournaments/{cup.slug}/").content.decode()


def test_the_page_links_it_where_there_is_one(client: Any, club: Club) -> None:
    club.started(4, format="swiss")
    page = client.get("/tournaments/cup/").content.decode()
    assert 'href="/tournaments/cup/report.trf"' in page
    lines = report(client)
    assert [line[91:97] for line in lines if line.startswith("001")] == ["   3 w", "   4 b", "   1 b", "   2 w"]  # fmt: skip


def test_a_name_of_several_lines_stays_in_its_columns(client: Any, club: Club) -> None:
    cup = club.started(2)
    cup.entries.filter(seed_no=1).update(name="ann\n& " + "b" * 60)
    line = next(each for each in report(client) if each.startswith("001    1"))
    assert line[14:47] == "ann & " + "b" * 27
    assert line[91:97] in ("   2 w", "   2 b")


@pytest.mark.slow
def test_an_undecided_match_of_a_begun_round_is_opponent_and_colour(
    client: Any, club: Club
) -> None:
    cup = club.started(4, format="swiss", rounds=2)
    first, second = club.in_play(cup)
    club.finish(first, 500, 300)
    Match.objects.filter(pk=second.pk).update(status=Match.Status.UNDECIDED)
    a, b = (entry.seed_no for entry in second.entries)
    blocks = {int(line[4:8]): line[91:99].rstrip() for line in report(client) if line[:3] == "001"}
    assert (blocks[a], blocks[b]) == (f"{b:>4} w", f"{a:>4} b")


@pytest.mark.slow
@pytest.mark.parametrize(("forfeit_win", "status"), [("", 200), ("1", 404)])
def test_totals_that_do_not_add_up_from_the_file_have_none(
    client: Any, club: Club, forfeit_win: str, status: int
) -> None:
    worth = {"win": "2", "forfeit_win": forfeit_win}
    cup = club.started(4, format="swiss", rounds=2, scoring=worth)
    first, second = club.in_play(cup)
    club.finish(first, 500, 300)
    assert client.get("/tournaments/cup/report.trf").status_code == 200
    decisions.decide_match(match_id=second.pk, by=club.organizer, winner=1, reason="Never came.")
    assert client.get("/tournaments/cup/report.trf").status_code == status
