"""The first page, for visitors, guests and members."""

from datetime import timedelta
from typing import Any

import pytest

from games import engine
from games.engine.cards import NAMES
from games.learn.models import LessonProgress
from games.ratings.models import Pool, Rating
from games.tables import services
from games.tables.levels import LEVEL_NAMES
from games.tables.models import Seat, Table
from tests.events.conftest import Club
from tests.support.frozen import stop_the_clock
from tests.support.squeezed import squeezed
from tournaments.events import advance
from tournaments.events.actions import entering, roles
from tournaments.leagues.services import create_league
from tournaments.public.first_steps import FirstSteps

pytestmark = pytest.mark.django_db


def test_visitors_see_what_is_played_and_what_comes(client: Any, club: Club) -> None:
    club.started(2, name="Now")
    club.open(name="Soon")
    page = client.get("/")
    assert [match.tournament.name for match in page.context["live"]] == ["Now"]
    assert [one.name for one in page.context["soon"]] == ["Now", "Soon"]
    assert page.context["first"] is None


def test_members_see_first_what_waits_for_them(client: Any, club: Club) -> None:
    cup = club.open()
    ben, cem = club.player("ben"), club.player("cem")
    entering.enter(tournament_id=cup.pk, user=ben, partner="cem")
    client.force_login(cem)
    first = client.get("/").context["first"]
    assert (first.code, first.sentence) == ("answer", "ben asks you to be partners in Cup.")


@pytest.mark.slow
def test_somebody_asked_to_help_run_a_tournament_finds_the_invitation(
    client: Any, club: Club
) -> None:
    cup = club.open()
    ben, asked = club.player("ben"), {"tournament_id": cup.pk, "by": club.organizer}
    roles.invite(**asked, username="ben", role="arbiter")
    client.force_login(ben)
    first = client.get("/").context["first"]
    assert (first.code, first.sentence, client.get(first.url).status_code) == (
        "role",
        f"{club.organizer} asks you to be an arbiter of Cup.",
        200,
    )
    roles.accept(tournament_id=cup.pk, user=ben)
    assert client.get("/").context["first"] is None


def test_a_player_finds_the_way_to_the_table(client: Any, club: Club) -> None:
    cup = club.started(2)
    match = club.in_play(cup)[0]
    client.force_login(match.entries[0].players.first().user)
    first = client.get("/").context["first"]
    assert (first.code, first.url) == ("play", match.table.get_absolute_url())


@pytest.mark.slow
def test_V1_only_people_who_organize_something_are_led_to_what_they_organize(
    client: Any, club: Club
) -> None:
    def leads(user: Any) -> bool:
        client.force_login(user)
        return "Organized by you" in client.get("/").content.decode()

    ben = club.player("ben")
    assert [leads(club.organizer), leads(ben)] == [False, False]
    club.tournament()
    create_league(by=ben, name="Autumn")
    assert [leads(club.organizer), leads(ben), leads(club.player("cem"))] == [True, True, False]


def test_somebody_new_finds_the_first_steps_until_they_are_taken(
    client: Any, member: Any, hands: Any
) -> None:
    ann = member("ann")
    ann.time_zone = "Europe/Berlin"
    ann.save()
    client.force_login(ann)
    page = client.get("/")
    assert page.context["steps"] == FirstSteps(learned=False, played=False, joined=False)
    text = squeezed(page)
    for said in ("Start the first lesson", "Open a rated table", "See the leagues",
                 "Times are shown in the zone Europe/Berlin"):  # fmt: skip
        assert said in text
    seen = page.context["seen"]
    LessonProgress.objects.create(user=ann, lesson="tricks", done_at=ann.date_joined)
    create_league(by=ann, name="Autumn")
    page = client.get("/next/", {"seen": seen})
    assert page.context["steps"] == FirstSteps(learned=True, played=False, joined=True)
    Rating.objects.create(user=ann, pool=Pool.PARTNERSHIP, games=1)
    assert client.get("/").context["steps"] is None


def test_the_time_shown_is_that_of_the_platforms_clock(
    client: Any, member: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = member("ann")
    ann.time_zone = "Europe/Berlin"
    ann.save()
    client.force_login(ann)
    stop_the_clock(monkeypatch)
    assert "the zone Europe/Berlin, where it is 13:00 now." in squeezed(client.get("/"))


def test_somebody_who_came_long_ago_is_not_shown_the_first_steps(client: Any, member: Any) -> None:
    ann = member("ann")
    ann.date_joined -= timedelta(days=15)
    ann.save()
    client.force_login(ann)
    assert client.get("/").context["steps"] is None


def test_a_new_guest_finds_first_steps_too(client: Any, member: Any) -> None:
    client.force_login(member("guest-1", is_guest=True))
    page = client.get("/")
    assert page.context["steps"] == FirstSteps(learned=False, played=False, joined=True)
    assert "Create an account" in page.content.decode()
    assert "Open a rated table" not in page.content.decode()


def test_guests_are_welcome(client: Any, member: Any) -> None:
    client.force_login(member("guest-1", is_guest=True))
    assert client.get("/").status_code == 200


@pytest.mark.slow
def test_the_page_takes_as_many_queries_for_many_as_for_few(
    client: Any, club: Club, django_assert_max_num_queries: Any
) -> None:
    ben = club.player("ben")
    counts = []
    client.force_login(ben)
    client.get("/")  # The first page notes that ben is here.
    for number in (1, 4):
        for index in range(number):
            cup = club.open(name=f"Cup {number} {index}")
            asker = club.player(f"asker{number}x{index}")
            entering.enter(tournament_id=cup.pk, user=asker, partner="ben")
        with django_assert_max_num_queries(30) as queries:
            client.get("/")
        counts.append(len(queries))
    assert counts[0] == counts[1]


@pytest.fixture
def bots_table(db: None) -> Table:
    """A casual table of four bots, some moves into its game."""
    table = services.open_table(services.TableTerms(rules=engine.preset("cardgames_io")))
    services.fill_with_bots(table_id=table.pk)
    for _ in range(6):
        services.wake_table(table.pk)
    return Table.objects.get(pk=table.pk)


def test_visitors_see_a_table_as_spectators_do(client: Any, bots_table: Table) -> None:
    page = client.get("/")
    mini = page.context["mini"]
    state = engine.restore({**bots_table.state, "rules": bots_table.rules})
    view = engine.view_for(state, engine.SPECTATOR)
    lying = dict(view["trick"]["plays"]) if view["trick"] else {}
    assert lying != {}
    assert mini.table == bots_table
    assert [side.total for side in mini.sides] == view["totals"]
    assert [(seat.place, seat.card) for seat in mini.seats] == [
        ("s", lying.get(0, "")),
        ("w", lying.get(1, "")),
        ("n", lying.get(2, "")),
        ("e", lying.get(3, "")),
    ]
    Seat.objects.filter(table=bots_table, index=0).update(bot=False, stand_in=True, level=3)
    lines = " ".join(client.get("/").content.decode().split())
    relaxed = LEVEL_NAMES[bots_table.bots_level]
    assert (lines.count("a bot plays · Strong"), lines.count(f"bot · {relaxed}")) == (1, 3)
    shown = {name for name in NAMES if f"cards/{name}.svg" in page.content.decode()}
    assert shown == set(lying.values())


def test_the_small_table_is_drawn_anew_only_after_a_move(client: Any, bots_table: Table) -> None:
    address = f"/live/?table={bots_table.public_id}&version={bots_table.version}"
    assert client.get(address).status_code == 204
    services.wake_table(bots_table.pk)
    assert client.get(address).context["mini"].table.version > bots_table.version


def test_without_a_game_nothing_is_shown(client: Any, db: None) -> None:
    assert client.get("/").context["mini"] is None
    assert client.get("/live/?table=gone&version=3").context["mini"] is None


def test_an_open_page_is_told_when_something_waits(client: Any, club: Club) -> None:
    cup = club.open()
    ben, cem = club.player("ben"), club.player("cem")
    client.force_login(cem)
    before = client.get("/next/").context["seen"]
    assert client.get(f"/next/?seen={before}").status_code == 204
    entering.enter(tournament_id=cup.pk, user=ben, partner="cem")
    news = client.get(f"/next/?seen={before}")
    assert news.context["first"].code == "answer"
    assert client.get(f"/next/?seen={news.context['seen']}").status_code == 204


@pytest.mark.slow
def test_an_open_first_page_hears_of_the_next_rounds_table(
    client: Any, club: Club, hands: Any
) -> None:
    cup = club.started(2, double=True)
    first = club.in_play(cup)[0]
    client.force_login(first.entries[0].players.first().user)
    seen = client.get("/next/?seen=").context["seen"]
    club.finish(first, 100, 50)
    hands.forward(3600)
    advance.advance(cup.pk)
    second = club.in_play(cup)[0]

    news = client.get(f"/next/?seen={seen}")

    assert news.status_code == 200
    assert (
        news.context["first"].url
        == second.table.get_absolute_url()
        != first.table.get_absolute_url()
    )
