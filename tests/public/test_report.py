"""The report of a finished tournament: places, prizes, the best of it, every game, the text to copy, and the export."""

from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.events.conftest import Club
from tournaments.events.actions import lifecycle
from tournaments.events.models import TableScore, Tournament
from tournaments.events.queries.report import FinalPlace, Prize, prizes_won
from tournaments.leagues import services
from tournaments.leagues.models import League
from tournaments.public.report import bars_of

PRIZES = "A cup\n\n A pack of cards \nA pen"


def place(first: int, last: int, name: str) -> FinalPlace:
    return FinalPlace(first, last, entry=None, name=name)  # type: ignore[arg-type]


def line(name: str, rank: int, points: float) -> Any:
    return SimpleNamespace(name=name, row=SimpleNamespace(rank=rank, points=points), mine=False)


def test_entries_on_a_shared_place_share_its_prizes() -> None:
    places = [place(1, 1, "Ann"), place(2, 3, "Bob"), place(2, 3, "Cy")]
    assert prizes_won(["Cup", "Cards", "Pen", "Book"], places) == [
        Prize(1, "Cup", ["Ann"]),
        Prize(2, "Cards", ["Bob", "Cy"]),
        Prize(3, "Pen", ["Bob", "Cy"]),
        Prize(4, "Book", []),
    ]


def test_bars_are_as_long_as_the_points_and_negative_points_have_the_shortest() -> None:
    drawn = bars_of([line("Ann", 1, 4), line("Bob", 2, 1), line("Cy", 3, -1)])
    assert [(bar.name, bar.length, bar.y) for bar in drawn.bars] == [
        ("Ann", 140, 0), ("Bob", 35, 26), ("Cy", 2, 52),
    ]  # fmt: skip
    assert (bars_of([line("Ann", 1, 0)]).bars, bars_of([]).bars) == ([], [])
    many = bars_of([line(f"E{number}", number, 1) for number in range(1, 41)])
    assert (len(many.bars), many.left_out) == (32, 8)


def finished(club: Club, number: int, **fields: Any) -> Tournament:
    cup = club.started(number, **fields)
    club.play_all(cup)
    cup.refresh_from_db()
    assert cup.status == "finished"
    return cup


@pytest.mark.slow
@pytest.mark.django_db
def test_the_report_names_the_places_the_prizes_and_the_best_and_can_be_copied(
    club: Club, client: Any, settings: Any
) -> None:
    settings.SITE_URL = "https://spades.example"
    cup = finished(club, 3, prizes=PRIZES)
    ranked = list(cup.entries.order_by("seed_no").values_list("name", flat=True))
    matches = list(cup.matches.filter(sides__index=1).order_by("round__number"))
    scores = TableScore.objects.filter(table__match=matches[0]).order_by("side__index")
    scores.filter(side__index=0).update(
        best_contract=9, best_tricks=10, best_hand=2, contracts=1, made=1
    )
    scores.filter(side__index=1).update(best_contract=9, best_tricks=9, nils=2, nils_kept=2)
    later = TableScore.objects.filter(table__match=matches[1])
    later.update(best_contract=9, best_tricks=10, best_hand=1)
    best, nils = matches[0].side_names
    page = client.get(f"/tournaments/{cup.slug}/report/")
    text = page.context["announcement"].splitlines()
    assert text == [
        "Cup: final result",
        *(f"{at}. {name}" for at, name in enumerate(ranked, start=1)),
        f"Best contract: {best} bid 9 and won 10 tricks, in hand 2 of round 1 against {nils}"
        " (as did 2 others)",
        f"Most nils kept: {nils}, 2",
        f"Closest match: {' – '.join(matches[0].side_names)} (by 200 points)",
        f"Prize 1 (A cup): {ranked[0]}",
        f"Prize 2 (A pack of cards): {ranked[1]}",
        f"Prize 3 (A pen): {ranked[2]}",
        f"All results and games: https://spades.example/tournaments/{cup.slug}/report/",
    ]
    shown = page.content.decode()
    assert shown.count("/replay/") == len(matches) + 1
    assert f'href="{matches[0].tables[0].table.get_absolute_url()}replay/#h2s0"' in shown
    assert (
        f'href="/tournaments/{cup.slug}/report/"'
        in client.get(f"/tournaments/{cup.slug}/").content.decode()
    )
    export = client.get(f"/tournaments/{cup.slug}/archive.json").json()
    assert export["tournament"]["prizes"] == ["A cup", "A pack of cards", "A pen"]
    assert [row["name"] for row in export["standings"]] == ranked
    assert {row["match"] for row in export["games"]} == {match.pk for match in matches}
    assert [len(export[what]) for what in ("entries", "pairings", "results")] == [3, 6, 6]


@pytest.mark.slow
@pytest.mark.django_db
def test_before_the_end_the_report_leads_to_the_tournament(club: Club, client: Any) -> None:
    cup = club.started(2, prizes=PRIZES)
    answer = client.get(f"/tournaments/{cup.slug}/report/")
    assert (answer.status_code, answer.url) == (302, cup.get_absolute_url())
    assert "1. A cup · 2. A pack of cards · 3. A pen" in client.get(answer.url).content.decode()
    lifecycle.end_tournament(tournament_id=cup.pk, by=club.organizer, reason="Fire alarm")
    page = client.get(f"/tournaments/{cup.slug}/report/").content.decode()
    assert "Fire alarm" in page


@pytest.mark.slow
@pytest.mark.django_db
def test_a_report_takes_as_many_queries_for_many_entries_as_for_few(
    club: Club, client: Any
) -> None:
    taken = []
    for number, fields in (
        (4, {"format": "knock_out"}),
        (6, {"format": "knock_out", "name": "Larger"}),
    ):
        cup = finished(club, number, **fields)
        TableScore.objects.filter(table__match__tournament=cup).update(
            best_contract=5, best_tricks=5, nils=1, nils_kept=1
        )
        with CaptureQueriesContext(connection) as queries:
            page = client.get(f"/tournaments/{cup.slug}/report/")
        assert page.status_code == 200
        taken.append(len(queries))
    assert taken[0] == taken[1]


@pytest.mark.slow
@pytest.mark.django_db
def test_the_hall_of_fame_has_the_winners_of_the_leagues_tournaments(
    club: Club, client: Any
) -> None:
    league = services.create_league(by=club.organizer, name="Club")
    address = f"{league.get_absolute_url()}?show=history"
    client.force_login(club.organizer)
    assert "is over yet" in client.get(address).content.decode()
    for name in ("a1", "b1", "a2", "b2"):
        services.join_league(league_id=league.pk, user=club.player(name))
    cups = [finished(club, 2, league=league, name=name) for name in ("First", "Second")]
    finished(club, 2, name="Elsewhere")
    page = client.get(address)
    assert [(one.name, one.winner.name) for one in page.context["won"]] == [
        (cup.name, cup.winner.name) for cup in reversed(cups)
    ]
    wins: dict[str, int] = {}
    for cup in cups:
        for name in cup.winner.name.split(" & "):
            wins[name] = wins.get(name, 0) + 1
    found = {one.name: one.wins for one in page.context["winners"]}
    assert found == wins
    League.objects.update(is_public=False)
    client.logout()
    assert client.get(address).status_code == 404
