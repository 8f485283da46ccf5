"""The pages of a Swiss and of knock-outs: the bracket as drawing and table, places, the draw's compromises."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.events.conftest import Club
from tests.support.squeezed import squeezed
from tournaments.events.actions import lifecycle
from tournaments.events.models import Match, Tournament
from tournaments.events.queries.selectors import tournament_view
from tournaments.public.bracket_svg import (
    BOX_WIDTH,
    NAME_AT,
    SCORE_END,
    Box,
    Sheet,
    Side,
    breadth,
    sheets,
)

pytestmark = pytest.mark.django_db
PAGE = "/tournaments/cup/"


def drawn(club: Club, cup: Tournament) -> list[Sheet]:
    """Return the tournament's drawings as its organizer sees them."""
    bracket = tournament_view(cup, club.organizer).bracket
    assert bracket is not None
    return sheets(bracket)


def told(box: Box) -> tuple[int, str, list[tuple[int | None, str, str, bool]], str]:
    """Return a box's content: its number, round, sides (seed, name, score, won), and note."""
    sides = [(side.seed, side.name, side.score, side.won) for side in box.sides]
    return box.number, box.title, sides, box.note


def win(club: Club, match: Match, seed: int) -> None:
    """End a match's table with a win of the entry of that seed."""
    club.finish(match, *((500, 300) if match.entries[0].seed_no == seed else (300, 500)))


@pytest.mark.slow
def test_a_bracket_names_who_is_known_and_where_the_others_come_from(club: Club) -> None:
    cup = club.started(3, format="knock_out")
    names = dict(cup.entries.values_list("seed_no", "name"))
    (sheet,) = drawn(club, cup)
    assert [told(box) for box in sheet.boxes] == [
        (1, "Semi-finals", [(3, names[3], "", False), (2, names[2], "", False)], "in play"),
        (2, "Final", [(1, names[1], "", False), (None, "Winner of 1", "", False)], ""),
    ]
    (match,) = club.in_play(cup)
    win(club, match, 3)
    (sheet,) = drawn(club, cup)
    assert [told(box) for box in sheet.boxes] == [
        (1, "Semi-finals", [(3, names[3], "500", True), (2, names[2], "300", False)], ""),
        (2, "Final", [(1, names[1], "", False), (3, names[3], "", False)], "in play"),
    ]


@pytest.mark.slow
def test_boxes_stand_between_those_they_follow_and_never_over_each_other(club: Club) -> None:
    for number in (4, 5, 6, 7, 9):
        cup = club.started(number, name=f"Cup of {number}", format="double_knock_out")
        for sheet in drawn(club, cup):
            spots = [(box.x, box.y) for box in sheet.boxes]
            for x, y in spots:
                level = [other for left, other in spots if left == x and other != y]
                assert all(abs(other - y) >= sheet.box_height for other in level)
                assert 0 <= x <= sheet.width - sheet.box_width
                assert 0 <= y <= sheet.height - sheet.box_height
            assert len(set(spots)) == len(spots)
        lifecycle.cancel_tournament(tournament_id=cup.pk, by=club.organizer)


def test_lines_lead_from_each_match_to_that_of_its_winner(club: Club) -> None:
    cup = club.started(4, format="knock_out", third_place=True)
    (sheet,) = drawn(club, cup)
    assert [(box.x, box.y, box.caption) for box in sheet.boxes] == [
        (2, 30, "in play · 1"),
        (2, 100, "in play · 2"),
        (246, 65, "3"),
        (246, 170, "Third place · 4"),
    ]
    assert sheet.links == ["M210 56H228V91H246", "M210 126H228V91H246"]
    assert (sheet.heads, sheet.width, sheet.height) == (
        [(2, "Semi-finals"), (246, "Final")],
        456,
        224,
    )


@pytest.mark.slow
def test_a_double_elimination_has_two_sheets_and_a_second_final_if_needed(club: Club) -> None:
    cup = club.started(2, format="double_knock_out")
    (main,) = drawn(club, cup)
    assert [box.note for box in main.boxes] == ["in play", "", "if needed"]
    club.play_all(cup)
    (main,) = drawn(club, cup)
    assert [box.title for box in main.boxes] == ["Round 1", "Final"]
    cup = club.started(6, name="Six", format="double_knock_out")
    main, losers = drawn(club, cup)
    assert (main.title, losers.title) == ("Main bracket", "Losers’ bracket")
    assert [head for _, head in losers.heads] == [f"Losers’ round {n}" for n in (1, 2, 3)]


@pytest.mark.slow
def test_the_page_draws_the_bracket_and_tells_it_as_a_table(client: Any, club: Club) -> None:
    cup = club.started(4, format="knock_out", third_place=True)
    text = squeezed(client.get(PAGE))
    assert text.count('<svg class="bracket" role="img"') == 1
    assert "Bracket of Cup; all its matches are listed in the table below" in text
    assert "Loser of 1" in text
    assert " style=" not in text
    assert "Places so far" not in text
    assert "<h2>Standings</h2>" not in text
    club.play_all(cup)
    text = client.get(PAGE).content.decode()
    assert "Final places" in text
    view = tournament_view(Tournament.objects.get(), club.organizer)
    assert view.bracket is not None
    assert [(row.shown, row.entry.seed_no) for row in view.bracket.places] == [
        ("1", 1),
        ("2", 2),
        ("3", 3),
        ("4", 4),
    ]


@pytest.mark.slow
def test_who_played_reads_the_place_reached(client: Any, club: Club) -> None:
    cup = club.started(6, format="knock_out")
    club.play_all(cup)
    beaten = cup.entries.get(seed_no=6).players.first()
    assert beaten is not None
    client.force_login(beaten.user)
    assert "Place 5–6 of 6." in client.get(PAGE).content.decode()


@pytest.mark.slow
def test_who_has_a_bye_reads_that_opponents_follow(client: Any, club: Club) -> None:
    cup = club.started(3, format="knock_out")
    places = {entry.seed_no: entry.players.first() for entry in cup.entries.all()}
    sentence = "Your next opponents will be known when their matches are over."
    for seed, told_so in ((1, True), (2, False)):
        client.force_login(places[seed].user)
        assert (sentence in client.get(PAGE).content.decode()) is told_so
    (match,) = club.in_play(cup)
    win(club, match, 2)
    client.force_login(places[3].user)
    text = client.get(PAGE).content.decode()
    assert ("Place 3 of 3." in text, "Withdraw" in text) == (True, False)
    client.force_login(places[1].user)
    assert "Withdraw" in client.get(PAGE).content.decode()


@pytest.mark.slow
def test_a_swiss_shows_the_standings_after_each_round_but_the_last(client: Any, club: Club) -> None:
    cup = club.started(4, format="swiss", rounds=2)
    assert "Standings after round" not in client.get(PAGE).content.decode()
    for match in club.in_play(cup):
        win(club, match, min(match.entries[0].seed_no, match.entries[1].seed_no))
    view = tournament_view(cup, club.organizer)
    rows = [(row.rank, row.name, row.points) for row in view.rounds[0].standings_then()]
    names = dict(cup.entries.values_list("seed_no", "name"))
    assert {(name, points) for _, name, points in rows} == {
        (names[1], 2),
        (names[2], 2),
        (names[3], 0),
        (names[4], 0),
    }
    assert view.rounds[1].standings_then() == ()
    club.play_all(cup)
    text = client.get(PAGE).content.decode()
    assert ("Standings after round 1" in text, "Standings after round 2" in text) == (True, False)
    assert "Swiss, 2 rounds" in text


@pytest.mark.slow
def test_organizers_alone_read_what_the_draw_had_to_give_up(client: Any, club: Club) -> None:
    club.started(4, format="swiss", rounds=3)
    sentence = "With 4 entries only 2 rounds are sure to need no rematch"
    assert sentence not in client.get(PAGE).content.decode()
    client.force_login(club.organizer)
    assert sentence in client.get(PAGE).content.decode()
    assert sentence in squeezed(client.get("/organize/tournaments/cup/"))


def test_the_next_sentence_counts_the_rounds_to_come(club: Club) -> None:
    cup = club.started(8, format="knock_out")
    assert tournament_view(cup, club.organizer).next.sentence == "Round 1 of 3 is in play."


@pytest.mark.slow
def test_a_level_match_says_that_one_more_hand_decides(client: Any, club: Club) -> None:
    cup = club.started(2, format="knock_out")
    (match,) = club.in_play(cup)
    club.finish(match, 250, 250)
    text = client.get(match.get_absolute_url()).content.decode()
    assert "The match ended in a tie; one more hand decides it." in text
    client.force_login(club.organizer)
    for language, sentence in (
        ("en", "b1</bdi><span class=\"muted\">· It ended in a tie, and one side must advance."),
        ("de", "b1</bdi><span class=\"muted\">· Es endete mit Gleichstand, und eine Seite muss weiterkommen."),
    ):  # fmt: skip
        client.cookies["django_language"] = language
        assert sentence in squeezed(client.get("/organize/tournaments/cup/"))


@pytest.mark.slow
@pytest.mark.parametrize("format_", ["swiss", "knock_out", "double_knock_out"])
def test_the_page_takes_as_many_queries_for_many_as_for_few(
    client: Any, club: Club, format_: str
) -> None:
    counts = []
    for number in (4, 9):
        cup = club.started(number, name=f"Cup of {number}", format=format_)
        for match in club.in_play(cup):
            win(club, match, match.entries[0].seed_no)
        club.people.clear()
        club.member = lambda username, base=club.member, n=number: base(f"{username}x{n}")
        client.force_login(club.organizer)
        client.get("/")  # Notes that the organizer is here, once a minute.
        with CaptureQueriesContext(connection) as queries:
            client.get(f"/tournaments/cup-of-{number}/")
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_names_in_a_bracket_leave_room_for_the_scores() -> None:
    name = "Nadia Lund & Quentin Ashworth"

    def shown(score: str, name: str = name) -> str:
        return Side(1, name, known=True, won=True, score=score).text

    assert (shown(""), shown("267"), shown("−1012")) == (
        "Nadia Lund & Quen…",
        "Nadia Lund & Q…",
        "Nadia Lund…",
    )
    assert shown("500", "Ann & Bob") == "Ann & Bob"
    assert shown("500", "山田太郎・佐藤花子・鈴木一郎") == "山田太郎・佐藤花…"
    for text in (shown("267"), shown("")):
        assert breadth(text) < BOX_WIDTH - NAME_AT - SCORE_END
