"""Pages of large tournaments: kept for all without anything of anybody, paged, and loaded again at a measured pace."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import permutations
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.utils.translation import get_language

from tests.events.conftest import Club
from tournaments.events.core.permissions import Rights
from tournaments.events.models import Tournament
from tournaments.events.queries import shared_views
from tournaments.public import tournament_parts

pytestmark = pytest.mark.django_db
PAGE = "/tournaments/cup/"
CHANGING = re.compile(
    r'data-now="[^"]+"|(?:csrfmiddlewaretoken" value=|X-CSRFToken": )"\w+"|every \d+s|data-relative>[^<]+<'
)


@pytest.fixture(autouse=True)
def small_is_large(monkeypatch: Any) -> None:
    monkeypatch.setattr(shared_views, "LARGE", 2)


def page(user: Any, address: str = PAGE) -> str:
    """Return a page as the user sees it, without what changes at every request."""
    client = Client()
    if user is not None:
        client.force_login(user)
    return CHANGING.sub("", client.get(address).content.decode())


def test_everybody_sees_the_same_whoever_looked_before(club: Club, monkeypatch: Any) -> None:
    """The viewers: a visitor, players in play and with a finished match, the organizer, who sees the draw's compromises."""
    cup = club.started(5, format="swiss", rounds=3)
    cup.rounds.update(flags=["Somebody had to float."])
    first, _second = club.in_play(cup)
    club.finish(first, 500, 100)
    viewers = [None, club.player("a1"), club.player("b4"), club.player("zoe"), club.organizer]
    with monkeypatch.context() as alone:
        alone.setattr(shared_views, "LARGE", 1000)
        expected = [page(user) for user in viewers]
    assert len(set(expected)) == len(viewers)
    assert ["Somebody had to float." in text for text in expected] == [False] * 4 + [True]
    for order in [*permutations(range(len(viewers)))][::17]:
        shared_views.forget()
        assert [page(viewers[n]) for n in order] == [expected[n] for n in order]


def test_what_is_kept_holds_no_form_and_no_mark(club: Club) -> None:
    cup = club.started(4, format="swiss", rounds=3)
    assert ' class="mine"' in page(club.player("a1"))
    (kept,) = [
        part
        for shared in shared_views._views.values()
        for key, part in shared.parts.items()
        if key != "trf"
    ]
    assert ('class="mine"' in kept, 'class="own"' in kept, "csrf" in kept) == (False, False, False)
    assert cup.slug in kept


def test_long_lists_come_in_pages(club: Club, monkeypatch: Any) -> None:
    club.started(8, format="swiss", rounds=3)
    monkeypatch.setattr(tournament_parts, "ROWS_A_PAGE", 3)
    monkeypatch.setattr(tournament_parts, "MATCHES_A_PAGE", 2)

    def shown(query: str) -> tuple[int, int]:
        text = page(None, f"{PAGE}{query}")
        table = text[text.index('id="stage-1"') : text.index('class="why"')]
        rounds = text[text.index('id="rounds"') :]
        return table.count("<tr data-entries="), rounds.count("<li data-entries=")

    found = [shown(query) for query in ("", "?standings=3", "?matches=2", "?standings=2&matches=2")]
    assert found == [(3, 2), (2, 2), (3, 2), (3, 2)]
    # What is kept for an address doesn't hold what somebody added to theirs.
    page(None, f"{PAGE}?matches=somewhere&matches=1")
    kept = [part for one in shared_views._views.values() for part in one.parts.values()]
    assert "somewhere" not in "".join(kept)
    text = page(None, f"{PAGE}?matches=2")
    assert ("?matches=1" in text, "?matches=2&amp;standings=2" in text) == (True, True)


def test_results_of_a_round_come_at_a_pace_but_a_new_round_at_once(
    club: Club, monkeypatch: Any
) -> None:
    cup = club.started(4, format="swiss", rounds=3)
    one, other = club.in_play(cup)
    client = Client()
    monkeypatch.setattr(shared_views, "SHARE", 1e9)
    shown = page(None)
    version = Tournament.objects.get(pk=cup.pk).version
    now = f"{PAGE}now/?version={version}"
    club.finish(one, 500, 100)
    assert Tournament.objects.get(pk=cup.pk).version > version
    assert (client.get(now).status_code, page(None)) == (204, shown)
    # Who decides about results sees them at once.
    desk = Client()
    desk.force_login(club.organizer)
    assert "1 of 2 over" in desk.get(now).content.decode()
    assert "1 of 2 over" in page(club.organizer)
    monkeypatch.setattr(shared_views, "SHARE", 0)
    assert "1 of 2 over" in client.get(now).content.decode()
    monkeypatch.setattr(shared_views, "SHARE", 1e9)
    club.finish(other, 500, 100)
    assert "Round 2" in client.get(now).content.decode()


def test_who_waits_for_a_view_lets_other_pages_be_rendered(club: Club, monkeypatch: Any) -> None:
    cup = club.started(4, format="swiss", rounds=3)
    order: list[str] = []

    @contextmanager
    def aside() -> Iterator[None]:
        order.append("aside")
        yield
        order.append("back")

    class Place:
        def acquire(self) -> None:
            order.append("waited")

        def release(self) -> None:
            order.append("built")

    place: Any = Place()
    key = (cup.pk, Rights(), get_language() or "")
    monkeypatch.setitem(shared_views._building, key, place)
    monkeypatch.setattr(shared_views.precedence, "aside", aside)
    shared_views.view_for(cup, AnonymousUser())
    assert order == ["aside", "waited", "back", "built"]


def test_what_is_kept_opens_nothing(club: Club) -> None:
    names = [f"{letter}{n}" for n in range(1, 4) for letter in "ab"]
    league = club.league_of(*names)
    league.is_public = False
    league.save()
    own = club.started(3, league=league).get_absolute_url()
    assert "Round 1" in page(club.player("a1"), own)
    for user in (None, club.player("zoe")):
        client = Client()
        if user is not None:
            client.force_login(user)
        answers = [client.get(address).status_code for address in (own, f"{own}now/?version=1")]
        assert answers == [404, 404]
