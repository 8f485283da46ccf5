"""The leaderboard and the profile as people get them."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from games.ratings import queries, services, views
from games.ratings.models import Rating
from spades_site.accounts.guests import create_guest
from tests.ratings.tables import FIRST, finished_table
from tests.support.squeezed import squeezed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("everybody_known")]


def text_of(response: Any) -> str:
    """The words of a page's main part."""
    assert response.status_code == 200
    page = response.content.decode()
    main = page[page.index('<main id="main"') : page.index("</main>")]
    words = re.sub(r"<svg.*?</svg>", "", main, flags=re.DOTALL)
    return " ".join(re.sub(r"<[^>]*>", " ", words).split())


def rows(response: Any) -> list[list[str]]:
    """The rows of a page's first table body or bodies, cell by cell."""
    page = response.content.decode()
    main = page[page.index('<main id="main"') : page.index("</main>")]
    main = re.sub(r'<figure class="distribution".*?</figure>', "", main, flags=re.DOTALL)
    found = []
    for row in re.findall(r"<tr.*?</tr>", main, flags=re.DOTALL):
        cells = re.findall(r"<t[dh][ >].*?</t[dh]>", row, flags=re.DOTALL)
        plain = [re.sub(r"<svg.*?</svg>|<[^>]*>", " ", cell, flags=re.DOTALL) for cell in cells]
        found.append([" ".join(cell.split()) for cell in plain])
    return found


def play(seats: list[Any], winners: tuple[int, ...], days: int = 0) -> Any:
    table = finished_table(seats, winners, at=FIRST + timedelta(days=days))
    services.rate_table(table.pk)
    return table


@pytest.fixture
def four(member: Callable[..., Any]) -> list[Any]:
    return [member(name) for name in ("ann", "bob", "cy", "di")]


def test_an_empty_leaderboard_says_what_would_fill_it(client: Client) -> None:
    assert "Nobody has a rating here yet" in text_of(client.get("/leaderboard/"))


APART = ["Provisional: fewer than 10 rated games"]


def test_provisional_ratings_stand_apart(client: Client, four: list[Any]) -> None:
    play(four, (0, 2))
    Rating.objects.filter(user=four[3]).update(games=10)
    Rating.objects.filter(user=four[1]).update(games=10)
    assert [row[:2] for row in rows(client.get("/leaderboard/"))] == [
        ["Rank", "Player"], ["1", "bob"], ["1", "di"], APART, ["1", "ann"], ["1", "cy"],
    ]  # fmt: skip
    place = queries.place_of(four[0], "partnership")
    assert place is not None
    assert (place.rank, place.provisional) == (1, True)


def test_the_leaderboard(client: Client, four: list[Any], monkeypatch: Any) -> None:
    play(four, (0, 2))
    monkeypatch.setattr(queries, "now", lambda: FIRST + timedelta(days=1))
    assert rows(client.get("/leaderboard/")) == [
        ["Rank", "Player", "Rating", "Games", "30 days"],
        APART,
        ["1", "ann", "1520 ?", "1", "+20"],
        ["1", "cy", "1520 ?", "1", "+20"],
        ["3", "bob", "1480 ?", "1", "−20"],
        ["3", "di", "1480 ?", "1", "−20"],
    ]


def test_pools_and_filters_are_links(client: Client, four: list[Any]) -> None:
    play(four, (0, 2))
    assert "Nobody has a rating here yet" in text_of(client.get("/leaderboard/?pool=solo"))
    page = client.get("/leaderboard/?games=10")
    assert "Nobody has played that many rated games" in text_of(page)
    assert len(rows(client.get("/leaderboard/?pool=nonsense&games=x&page=-4"))) == 6
    links = re.findall(r'href="(\?[^"]*)"', page.content.decode())
    assert links == [
        "?games=10&amp;pool=partnership",
        "?games=10&amp;pool=headsup",
        "?games=10&amp;pool=solo",
        "?games=1",
        "?games=10",
        "?games=30",
        "?games=10",
        "?games=10&amp;active=1",
        "?",
    ]


def test_the_own_row_stays_in_sight(client: Client, four: list[Any], monkeypatch: Any) -> None:
    play(four, (0, 2))
    monkeypatch.setattr(views, "ROWS", 2)
    client.force_login(four[3])

    def names(page: str) -> list[str]:
        return [row[1] for row in rows(client.get(page)) if row != APART]

    assert names("/leaderboard/") == ["Player", "ann", "cy", "di"]
    assert names("/leaderboard/?page=2") == ["Player", "bob", "di"]
    client.force_login(four[0])
    assert names("/leaderboard/?page=2") == ["Player", "ann", "bob", "di"]


def test_the_own_row_is_marked(client: Client, four: list[Any]) -> None:
    play(four, (0, 2))
    client.force_login(four[1])
    page = client.get("/leaderboard/").content.decode()
    marked = re.findall(r'<tr class="own">.*?</tr>', page, flags=re.DOTALL)
    assert len(marked) == 1
    assert "bob" in marked[0]


def test_a_profile(client: Client, four: list[Any]) -> None:
    first = play(four, (0, 2))
    play(four, (1, 3), 7)
    page = client.get("/people/ann/")
    words = text_of(page)
    assert "Last results, newest on the right won lost" in words
    line, games = rows(page)[:3], rows(page)[3:]
    assert [row[1] for row in line] == ["Rating", "1498", "1520"]
    assert [row[1:] for row in games] == [
        ["Result", "With", "Against", "Rating", "Change"],
        ["lost", "cy", "bob di", "1520 → 1498", "−22"],
        ["won", "cy", "bob di", "1500 → 1520", "+20"],
    ]
    assert first.public_id in page.content.decode()


def test_a_solo_game_shows_the_place(client: Client, four: list[Any]) -> None:
    table = finished_table(four, (2,), key="bicycle_4", totals=[300, 200, 510, 310])
    services.rate_table(table.pk)
    games = rows(client.get("/people/ann/?pool=solo"))[3:4]
    assert [row[1] for row in games] == ["3 of 4"]


def test_a_profile_without_games_says_so(client: Client, member: Callable[..., Any]) -> None:
    member("ann")
    assert "No rated games yet" in text_of(client.get("/people/ann/"))


def test_a_profile_is_found_in_either_case(client: Client, member: Callable[..., Any]) -> None:
    member("ann")
    assert client.get("/people/ANN/").status_code == 200


def test_there_is_no_profile_of_guests_strangers_and_closed_accounts(
    client: Client, member: Callable[..., Any]
) -> None:
    names = ["nobody", create_guest().username, member("gone", is_active=False).username]
    assert [client.get(f"/people/{name}/").status_code for name in names] == [404, 404, 404]


def test_only_the_own_profile_leads_to_the_settings(client: Client, four: list[Any]) -> None:
    client.force_login(four[0])
    assert "Settings" in text_of(client.get("/people/ann/"))
    assert "Settings" not in text_of(client.get("/people/bob/"))


@pytest.mark.parametrize("path", ["/leaderboard/", "/people/ann/", "/verify/"])
def test_pages_have_no_inline_styles_or_scripts(client: Client, four: list[Any], path: str) -> None:
    play(four, (0, 2))
    page = client.get(path).content.decode()
    assert re.findall(r"<style|\sstyle=|\son\w+=", page) == []
    scripts = re.findall(r"<script(?![^>]*\bsrc=)([^>]*)>", page)
    assert [kind for kind in scripts if "application/json" not in kind] == []


def test_the_leaderboard_leaves_out_who_has_not_played_lately(
    client: Client, four: list[Any], monkeypatch: Any
) -> None:
    play(four, (0, 2))
    monkeypatch.setattr(views, "now", lambda: FIRST + timedelta(days=views.ACTIVE_DAYS + 1))
    assert "1520" in text_of(client.get("/leaderboard/"))
    words = text_of(client.get("/leaderboard/?active=1"))
    assert "Nobody has played recently" in words
    monkeypatch.setattr(views, "now", lambda: FIRST + timedelta(days=views.ACTIVE_DAYS - 1))
    assert "1520" in text_of(client.get("/leaderboard/?active=1"))


def test_the_spread_stands_below_the_leaderboard(client: Client, four: list[Any]) -> None:
    play(four, (0, 2))
    client.force_login(four[0])
    page = squeezed(client.get("/leaderboard/"))
    assert page.count("<rect") == 2
    assert page.count("bar-own") == 1
    assert '1500–1549 <span class="badge">you</span>' in page


def test_the_record_page(client: Client, four: list[Any]) -> None:
    play(four, (0, 2))
    partners = client.get("/people/ann/record/")
    assert rows(partners)[1:] == [["cy", "1", "1", "0", "0", "100"]]
    opponents = client.get("/people/ann/record/?side=opponents")
    assert rows(opponents)[1:] == [["bob", "1", "1", "0", "0", "100"], ["di", "1", "1", "0", "0", "100"]]  # fmt: skip
    assert "Nobody yet" in text_of(client.get("/people/ann/record/?pool=solo"))
    assert client.get("/people/nobody/record/").status_code == 404


def test_pages_link_no_closed_account(four: list[Any], client: Client) -> None:
    """Its profile isn't there any more; in other people's games the name stays."""
    play(four, (0, 2))
    four[2].is_active = False
    four[2].save()
    for path in ("/people/ann/", "/people/ann/record/"):
        page = client.get(path).content.decode()
        assert ("cy" in page, 'href="/people/cy/"' in page) == (True, False)
        assert client.get("/people/cy/").status_code == 404
