"""The screen for the wall: what it shows at each stage of an evening, and to whom."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import caches
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.tables.models import Table
from spades_site.common.clock import now
from tests.events.conftest import Club
from tournaments.events.actions import lifecycle, screens
from tournaments.events.core.screen_links import key_of, number_of
from tournaments.events.models import Match, Pad, Tournament
from tournaments.events.queries.screen import (
    Clock,
    EntryRow,
    MatchRow,
    Side,
    live_scores,
    screen_of,
)
from tournaments.leagues.models import League

pytestmark = pytest.mark.django_db
PAGE = "/tournaments/cup/screen/"


def slides(cup: Tournament) -> dict[str, Any]:
    """Return the rows of each slide by its key, and the clock."""
    cup = Tournament.objects.get(pk=cup.pk)
    screen = screen_of(cup, live_scores(cup))
    return {**{one.key: list(one.rows) for one in screen.slides}, "clock": screen.clock}


def in_hand(match: Match, hand: int, totals: list[int], ends: Any = None) -> None:
    """Let a match's table be in play, in this hand with these totals."""
    table = Table.objects.get(pk=match.table_id)
    state = {**(table.state or {}), "totals": totals, "hand_no": hand}
    Table.objects.filter(pk=table.pk).update(
        status="playing", started_at=now(), state=state, last_hand_after=ends
    )


def test_the_screen_follows_an_evening(club: Club) -> None:
    cup = club.with_entries(4, format="swiss", rounds=2, pause_between_rounds=600)
    shown = slides(cup)
    names = [f"a{n} & b{n}" for n in range(1, 5)]
    assert shown["entries-Entries-1"] == [EntryRow(name, False) for name in names]
    assert shown["clock"] == Clock(0, False, cup.starts_at, None)

    cup = lifecycle.start_now(tournament_id=cup.pk, by=club.organizer)
    first, second = club.in_play(cup)
    ends = now() + timedelta(minutes=7)
    in_hand(first, 3, [120, -85], ends)
    shown = slides(cup)
    assert shown["scores-Round 1-1"] == [
        MatchRow("1", [Side(first.side_names[0], 120), Side(first.side_names[1], -85)], "hand 3"),
        MatchRow("2", [Side(name) for name in second.side_names], "in play"),
    ]
    assert shown["clock"] == Clock(1, True, cup.rounds.get().starts_at, ends)
    assert not any(key.startswith("standings") for key in shown)

    Table.objects.filter(pk=first.table_id).update(state=None)
    for match in (first, second):
        club.finish(match, 500, 300)
    shown = slides(cup)
    drawn = cup.rounds.get(number=2)
    assert [row.label for row in shown["pairings-Round 2: pairings-1"]] == ["1", "2"]
    assert [row.row.rank for row in shown["standings-Standings-1"]] == [1, 2, 3, 4]
    assert shown["clock"] == Clock(2, False, drawn.starts_at, None)


def test_pages_turn_after_a_few_rows_and_are_filled_evenly(club: Club) -> None:
    cup = club.started(16, format="swiss", rounds=1, max_entries=16)
    shown = slides(cup)
    assert [len(shown[f"scores-Round 1-{page}"]) for page in (1, 2)] == [4, 4]
    assert "scores-Round 1-3" not in shown


def test_a_bracket_ends_with_its_winner(club: Club, client: Any) -> None:
    cup = club.started(4, format="knock_out")
    club.play_all(cup)
    cup.refresh_from_db()
    assert cup.winner is not None
    assert [key for key in slides(cup) if key != "clock"] == [
        f"winner-{cup.winner.name}-1",
        "bracket-Knock-out-1",
    ]
    picture = client.get(f"{PAGE}now/").json()["html"]
    assert [picture.count(text) for text in ("Semi-finals", "Final<", "Winner of Cup")] == [1, 1, 1]


def test_many_walls_cost_one_picture_until_something_changes(club: Club, client: Any) -> None:
    caches["pictures"].clear()
    cup = club.started(4, format="swiss", rounds=2)
    picture = client.get(f"{PAGE}now/").json()
    with CaptureQueriesContext(connection) as asked:
        again = client.get(f"{PAGE}now/?seen={picture['mark']}").json()
    assert len(asked) == 2
    assert again == {"now": again["now"], "mark": picture["mark"]}
    in_hand(club.in_play(cup)[0], 2, [64, 33])
    changed = client.get(f"{PAGE}now/?seen={picture['mark']}").json()
    assert changed["mark"] != picture["mark"]
    assert "64 : 33" in " ".join(changed["html"].split())


@pytest.fixture
def secret(club: Club) -> Tournament:
    """Return a tournament in play of a private league."""
    league = club.league_of(*(f"{letter}{n}" for letter in "ab" for n in (1, 2)))
    cup = club.started(2, league=league)
    League.objects.filter(pk=league.pk).update(is_public=False)
    return Tournament.objects.get(pk=cup.pk)


def test_s1_a_private_screen_opens_by_its_present_link_alone(
    club: Club, client: Any, secret: Tournament
) -> None:
    own = secret.get_absolute_url()
    page = f"{own}screen/"

    def answers(key: str) -> list[int]:
        return [client.get(f"{page}{part}?key={key}").status_code for part in ("", "now/")]

    assert answers("") == answers(key_of(secret)) == [404, 404]
    one = screens.make_link(tournament_id=secret.pk, by=club.organizer)
    key = key_of(one)
    assert len(key) >= 43
    assert answers(key) == [200, 200]
    assert "a1 &amp; b1" in client.get(f"{page}?key={key}").content.decode()
    assert answers(key[:-1] + ("A" if key[-1] != "A" else "B")) == [404, 404]
    # It opens nothing else.
    for other in (own, f"{own}now/", f"{own}rounds/1/wall/", f"{own}results.json"):
        assert client.get(f"{other}?key={key}").status_code == 404
    # Pressed twice, it is renewed once.
    for _press in range(2):
        one = screens.make_link(tournament_id=secret.pk, by=club.organizer, after=key)
    assert (number_of(one), answers(key), answers(key_of(one))) == (2, [404, 404], [200, 200])
    other = club.tournament(name="Other")
    assert client.get(f"{other.get_absolute_url()}screen/?key={key_of(one)}").status_code == 404
    Tournament.objects.filter(pk=one.pk).update(hidden_at=now())
    assert answers(key_of(one)) == [404, 404]


def test_members_need_no_link_and_see_what_a_visitor_with_it_sees(
    club: Club, client: Any, secret: Tournament
) -> None:
    key = key_of(screens.make_link(tournament_id=secret.pk, by=club.organizer))
    page = f"{secret.get_absolute_url()}screen/now/"
    visitor = client.get(f"{page}?key={key}").json()["html"]
    client.force_login(club.player("a1"))
    assert client.get(page).json()["html"] == visitor


def test_a_room_shows_its_tables_pads_and_clock_and_the_digits_by_the_link_alone(
    club: Club, client: Any
) -> None:
    league = club.league_of(*(f"{letter}{n}" for letter in "ab" for n in range(1, 5)))
    cup = club.started(4, format="swiss", rounds=2, where="room", league=league, match_minutes=60)
    round_ = cup.rounds.get(number=1)
    first, second = cup.matches.order_by("number")
    score = {"points": [64, -30], "hands": 1, "over": False, "wait": False}
    Pad.objects.filter(match=first).update(score=score)
    shown = slides(cup)
    assert shown["scores-Round 1-1"] == [
        MatchRow("1", [Side(first.side_names[0], 64), Side(first.side_names[1], -30)], "hand 2"),
        MatchRow("2", [Side(name) for name in second.side_names], "in play"),
    ]
    assert round_.last_hand_at is not None
    assert shown["clock"] == Clock(1, True, round_.starts_at, round_.last_hand_at)
    digits = f"<b>{round_.digits[:3]} {round_.digits[3:]}</b>"
    key = key_of(screens.make_link(tournament_id=cup.pk, by=club.organizer))
    pictures = [client.get(f"{PAGE}now/?key={each}").json()["html"] for each in ("", "x", key)]
    assert [digits in one for one in pictures] == [False, False, True]
