"""V1 for the organizer's pages: what they count is all there is, and every list's rest is on its other pages."""

import re
from typing import Any

import pytest

from spades_site.common import audit
from spades_site.common.clock import now
from tests.events.conftest import Club
from tests.support.squeezed import squeezed
from tournaments.events.models import Match
from tournaments.leagues.models import League, Membership

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann(client: Any, club: Club) -> Any:
    """The organizer, signed in."""
    client.force_login(club.organizer)
    return club.organizer


def shown(page: Any) -> dict[str, tuple[str, int, int]]:
    """Return each section of a page: its heading, the count beside it, how many rows it lists and how many pages."""
    found = {}
    for part in re.findall(r"<section.*?</section>", squeezed(page), re.S):
        heading = re.search(r"<h2[^>]*>(.*?)</h2>", part, re.S)
        count = re.search(r'</h2><span class="muted num">(\d+)</span>', part)
        pages = re.findall(r'href="(\?[^"]*)">\d+</a>', part)
        if heading and count:
            found[heading[1]] = (count[1], part.count("<li"), 1 + len(pages))
    return found


@pytest.mark.slow
def test_V1_the_evening_counts_and_pages_every_table_in_play(
    client: Any, club: Club, ann: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournaments.organizer.views.dashboard.TABLES_A_PAGE", 4)
    cup = club.started(18, max_entries=18)
    page = client.get("/organize/")
    assert shown(page)["Tables in play"] == ("9", 4, 3)
    numbers = [
        match.number
        for number in (1, 2, 3)
        for match in client.get(f"/organize/?tables={number}").context["matches"]
    ]
    assert numbers == list(range(1, 10))
    assert cup.matches.filter(status=Match.Status.PLAYING).count() == 9


@pytest.mark.slow
def test_V1_no_decision_is_hidden(
    client: Any, club: Club, ann: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("spades_site.common.pages.page_of.__defaults__", (3, "page"))
    cup = club.started(10)
    for match in club.in_play(cup):
        club.abandon(match)
    for address in ("/organize/", f"/organize/tournaments/{cup.slug}/"):
        page = client.get(address)
        assert shown(page)["Decisions needed"] == ("5", 3, 2)
        rest = client.get(f"{address}?decisions=2")
        assert shown(rest)["Decisions needed"] == ("5", 2, 2)


def test_V1_leagues_and_what_was_done_have_pages(client: Any, club: Club, ann: Any) -> None:
    for number in range(26):
        league = League.objects.create(
            name=f"League {number:02}", slug=f"league-{number}", created_by=ann, created_at=now()
        )
        Membership.objects.create(
            league=league, user=ann, role=Membership.Role.ORGANIZER, joined_at=now()
        )
    assert [len(client.get(f"/organize/?leagues={n}").context["leagues"]) for n in (1, 2)] == [
        25,
        1,
    ]
    cup = club.open()
    for number in range(60):
        audit.record(actor=ann, verb="tournament.edited", subject=cup, reason=str(number))
    address = f"/organize/tournaments/{cup.slug}/"
    history = client.get(address).context["running"].history
    assert (history.paginator.count, len(history), history.paginator.num_pages) == (62, 25, 3)
    assert len(client.get(f"{address}?history=3").context["running"].history) == 12


@pytest.mark.slow
def test_V1_links_to_other_pages_are_never_answered_with_nothing_new(
    client: Any, club: Club, ann: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournaments.organizer.views.dashboard.TABLES_A_PAGE", 1)
    club.started(4)
    mark = client.get("/organize/?tables=2").context["mark"]
    assert client.get(f"/organize/?tables=2&seen={mark}").status_code == 204
    followed = client.get("/organize/?tables=2&seen=older")
    links = re.findall(r'<nav class="pages".*?</nav>', followed.content.decode(), re.S)
    assert re.findall(r'href="(.*?)"', links[0]) == ["?tables=1", "?tables=1"]
    assert f"/organize/?tables=2&amp;seen={mark}" in followed.content.decode()
    club.abandon(Match.objects.order_by("pk")[0])
    assert client.get(f"/organize/?tables=2&seen={mark}").status_code == 200
