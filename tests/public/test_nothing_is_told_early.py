"""H4: while other tables play the same deals, nobody but its players learns anything of a table, not even that it is over."""

import re
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from spades_site.common import outbox
from tests.events import shared
from tests.events.conftest import Club
from tournaments.events.actions import lifecycle
from tournaments.events.core.result_events import TOPIC
from tournaments.events.models import Match, Tournament

pytestmark = pytest.mark.django_db

CHANGING = (
    # The clock, the token of forms, and the tournament's number of changes, which also grows by messages and check-ins.
    (re.compile(r'data-now="[^"]+"|"now": "[^"]+"|data-relative>[^<]+<'), "clock"),
    (re.compile(r'(?:csrfmiddlewaretoken" value=|X-CSRFToken": )"\w+"'), "token"),
    (re.compile(r'"version": ?\d+|version=\d+|SEQUENCE:\d+'), "version"),
)


@pytest.fixture
def cup(club: Club, monkeypatch: Any) -> Tournament:
    """Return a cup in play of a league’s pairs, with shared deals, whose page is kept for all as those of large tournaments are. Ann,
    who runs it, plays for the last pair.
    """
    monkeypatch.setattr("tournaments.events.queries.shared_views.LARGE", 2)
    club.people["a4"] = club.organizer
    names = [f"{letter}{n}" for n in range(1, 5) for letter in "ab"]
    league = club.league_of(*(name for name in names if name != "a4"), "zoe")
    made = club.tournament(
        league=league, comparison="matchpoints", match_hands=shared.HANDS, format="round_robin"
    )
    lifecycle.open_registration(tournament_id=made.pk, by=club.organizer)
    for number in range(1, 5):
        club.enter_pair(made, f"a{number}", f"b{number}")
    return lifecycle.start_now(tournament_id=made.pk, by=club.organizer)


def addresses(cup: Tournament, match: Match) -> list[str]:
    """Return everything that tells of a cup's matches."""
    own, api = cup.get_absolute_url(), f"/api/v1/tournaments/{cup.slug}"
    at, table = match.get_absolute_url(), match.table.get_absolute_url()
    tables = ("entries", "pairings", "results", "standings")
    return [
        *("/", "/tournaments/", "/play/", "/leaderboard/", "/leagues/riverside/", own, f"{own}now/", f"{own}rounds/1/wall/", f"{own}screen/", f"{own}screen/now/"),
        *(f"{own}?show={tab}" for tab in ("rounds", "standings", "entries")),
        *(at, f"{at}now/?was=drawn&at=0", table, f"{table}record/", f"{table}replay/"),
        *(f"{own}{what}.{kind}" for what in tables for kind in ("json", "csv")),
        *(f"{own}archive.json", f"{own}report.trf", f"{own}calendar.ics", "/leagues/riverside/calendar.ics"),
        *(api, *(f"{api}/{what}" for what in tables), f"/api/v1/matches/{match.pk}"),
        *("/api/v1/games", "/api/v1/games.ndjson", "/api/v1/players/a1", *(f"/people/{name}/{page}" for name in ("a1", "a3") for page in ("", "record/", "statistics/"))),
    ]  # fmt: skip


def seen(club: Club, cup: Tournament, match: Match, name: str | None) -> dict[str, Any]:
    """Return each address' answer to a viewer (None: a visitor), without what changes at every request."""
    cache.clear()  # Of how many requests were made.
    client = Client()
    if name is not None:
        client.force_login(club.player(name))
    found = {}
    for address in addresses(cup, match):
        answer = client.get(address)
        body = async_to_sync(whole)(answer) if answer.streaming else answer.content
        text = body.decode()
        for changing, word in CHANGING:
            text = changing.sub(word, text)
        found[address] = (answer.status_code, answer.headers.get("Location"), text)
    return found


async def whole(answer: Any) -> bytes:
    """Return a streamed answer's body."""
    return b"".join([part async for part in answer.streaming_content])


@pytest.mark.slow
def test_h4_a_table_that_is_over_looks_like_one_in_play(club: Club, cup: Tournament) -> None:
    here, there = club.in_play(cup)
    for match in (here, there):
        shared.come(match)
    own = here.entries[0].players.first().user.username
    others = [
        name
        for name in (
            None,
            "zoe",
            "a4",
            *(one.players.last().user.username for one in there.entries),
        )
        if name is None or not here.table.seats.filter(user__username=name).exists()
    ]
    before = {name: seen(club, cup, here, name) for name in (*others, own)}
    assert len(others) >= 4
    assert {status for status, *_rest in before[None].values()} == {200, 302, 404}
    shared.play(here)
    assert (here.status, there.status) == ("done", "playing")
    after = {name: seen(club, cup, here, name) for name in (*others, own)}
    for name in others:
        for address, answer in before[name].items():
            assert after[name][address] == answer, (name, address)
    # Its own players know how it ended.
    result = here.results.get()
    score = " : ".join(f"{points}".replace("-", "−") for points in result.points)
    page = after[own][here.get_absolute_url()][2]
    assert score in " ".join(re.sub("<[^>]+>", " ", page).split())
    shared.play(there)
    opened = seen(club, cup, here, None)
    assert f'"score_a": {result.points[0]}' in opened[f"{cup.get_absolute_url()}results.json"][2]


@pytest.mark.slow
def test_h4_what_happened_is_announced_once_everybody_has_played(
    club: Club, cup: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[tuple[int, str, int]] = []

    def note(topic: str, payload: dict[str, Any]) -> None:
        if topic == TOPIC:
            said.append((payload["match"], payload["event"], payload["version"]))

    monkeypatch.setattr(outbox, "hand_over", note)
    here, there = club.in_play(cup)
    for match in (here, there):
        shared.come(match)
    shared.play(here)
    assert said == []
    shared.play(there)
    assert said[:2] == [(match.pk, "result.recorded", 1) for match in (here, there)]
    assert len(said) == 2


@pytest.mark.slow
def test_h4_the_desk_says_which_tables_are_over_but_no_score(club: Club, cup: Tournament) -> None:
    here, there = club.in_play(cup)
    for match in (here, there):
        shared.come(match)
    shared.play(here)
    result = here.results.get()
    score = tuple(f"{points}".replace("-", "−") for points in result.points)
    client = Client()
    client.force_login(club.organizer)
    desk = f"{reverse('tournament_desk', args=[cup.slug])}?over=1"
    asked = [
        desk,
        *(reverse("desk_ask", args=[cup.slug, what, here.pk]) for what in ("award-0", "replay")),
    ]

    def said(address: str) -> str:
        return " ".join(re.sub("<[^>]+>", " ", client.get(address).content.decode()).split())

    for address in asked:
        page = said(address)
        assert " – ".join(score) not in page, address
        assert " : ".join(score) not in page, address
    assert "score hidden until all have played" in said(desk)
    shared.play(there)
    assert " – ".join(score) in said(desk)


def test_h4_a_bye_is_announced_once(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[tuple[int, str, int]] = []

    def note(topic: str, payload: dict[str, Any]) -> None:
        if topic == TOPIC:
            said.append((payload["match"], payload["event"], payload["version"]))

    monkeypatch.setattr(outbox, "hand_over", note)
    made = club.tournament(comparison="matchpoints", match_hands=shared.HANDS, format="round_robin")
    lifecycle.open_registration(tournament_id=made.pk, by=club.organizer)
    for number in range(1, 6):
        club.enter_pair(made, f"a{number}", f"b{number}")
    cup = lifecycle.start_now(tournament_id=made.pk, by=club.organizer)
    bye = cup.matches.get(round__number=1, results__kind="bye")
    assert [match for match, *_rest in said] == [bye.pk]
    for match in club.in_play(cup):
        shared.come(match)
        shared.play(match)
    assert [match for match, *_rest in said].count(bye.pk) == 1
