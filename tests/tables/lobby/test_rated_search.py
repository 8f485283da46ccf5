"""Rated *Play now*: places, tables and groups, with a clock that is moved."""

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from itertools import permutations
from threading import Barrier
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from games.engine import preset
from games.tables import services
from games.tables.access import mutes
from games.tables.lobby import rated_search
from games.tables.lobby.calls import calls_for
from games.tables.lobby.play_now import play_now
from games.tables.lobby.rated_search import GONE_AFTER, is_here, search, stop, sweep, table_found
from games.tables.models import RatedSearch, Table
from games.tables.server import presence
from games.tables.tasks import seat_searchers
from games.tables.timing.turns import READY_GRACE
from spades_site.accounts.guests import create_guest
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from tests.tables.playing import wake

pytestmark = pytest.mark.django_db
GONE = GONE_AFTER.total_seconds()


@pytest.fixture
def rated(member: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Make a member with a rating."""
    ratings: dict[int, tuple[int, bool]] = {}
    monkeypatch.setattr(
        "games.tables.hooks.ratings_of.function",
        lambda users, _pool: {pk: ratings[pk] for pk in users if pk in ratings},
    )

    def make(name: str, rating: int = 1500) -> Any:
        user = member(name)
        ratings[user.pk] = (rating, False)
        return user

    return make


def waiting(owner: Any, **terms: Any) -> Table:
    """An open rated table at which this person waits."""
    terms = {"turn_seconds": 20, "rated": True, "bots_allowed": False} | terms
    rules = preset(terms.pop("preset", "cardgames_io"))
    table: Table = services.open_table(services.TableTerms(rules=rules, **terms), created_by=owner)
    services.take_seat(table_id=table.pk, user=owner, salt_hash="")
    return table


def names(table: Table) -> list[str]:
    return [seat.name for seat in table.seats.all()]


def here(*users: Any) -> None:
    """Have these people's pages ask."""
    for user in users:
        is_here(user)


def refused(**search_for: Any) -> str:
    with pytest.raises(Refused) as refusal:
        search(**search_for)
    return refusal.value.code


def test_four_people_of_about_the_same_rating_play_at_once(rated: Any) -> None:
    ann, *_two, dee = people = [rated("ann", 1540), rated("bob", 1500), rated("cy", 1460), rated("dee", 1510)]  # fmt: skip
    assert [search(user=user) for user in people[:3]] == [None] * 3
    table = search(user=dee)
    assert table is not None
    # The strongest plays with the weakest.
    assert names(table) == ["ann", "dee", "cy", "bob"]
    assert (table.rated, table.bots_allowed, table.turn_seconds, table.bank_seconds, table.status) == (
        True, False, 20, 120, "open",
    )  # fmt: skip
    assert [table_found(user) for user in people] == [table] * 4
    assert [(one.title, one.rings) for one in calls_for(ann)] == [("Your table is full: ready to play?", True)]  # fmt: skip
    for user in people:
        services.arrive(table_id=table.pk, user=user, salt_hash="")
    table.refresh_from_db()
    assert (table.status, table.rated) == ("playing", True)


@pytest.mark.parametrize("order", list(permutations(range(4)))[::5])
def test_the_range_widens_until_the_four_fit(rated: Any, hands: Any, order: Any) -> None:
    people = [rated(f"p{rating}", rating) for rating in (1400, 1500, 1600, 1740)]
    for index in order:
        assert search(user=people[index]) is None
    for seconds in range(0, 50, 5):
        here(*people)
        assert sweep() == 0, seconds
        hands.forward(5)
    here(*people)
    # 340 points apart: 350 after 50 seconds.
    assert sweep() == 4
    (table,) = Table.objects.all()
    assert names(table) == ["p1740", "p1600", "p1400", "p1500"]
    assert sweep() == 0


def test_after_a_minute_anybody_fits_who_has_waited_as_long(rated: Any, hands: Any) -> None:
    people = [rated(f"p{rating}", rating) for rating in (900, 1500, 1600, 2400)]
    for user in people[:3]:
        search(user=user)
    hands.forward(60)
    assert search(user=people[3]) is None
    for _step in range(11):
        here(*people)
        assert sweep() == 0
        hands.forward(5)
    hands.forward(5)
    here(*people)
    assert sweep() == 4


def test_a_table_that_waits_is_taken_first_if_its_people_are_within_the_range(
    rated: Any, hands: Any
) -> None:
    ann, zoe = rated("ann", 1660), rated("zoe")
    table = waiting(ann)
    assert search(user=zoe) is None
    hands.forward(10)
    here(zoe)
    assert sweep() == 0
    hands.forward(10)
    here(zoe)
    assert sweep() == 1
    assert (names(table), table_found(zoe)) == (["ann", "zoe", "", ""], table)
    assert [(one.title, one.rings) for one in calls_for(zoe)] == [("A rated game for you", True)]
    services.arrive(table_id=table.pk, user=zoe, salt_hash="")
    assert calls_for(zoe) == []
    # Pressed again, it leads back.
    assert search(user=zoe) == table


@pytest.mark.parametrize(
    "terms",
    [
        {"rated": False}, {"turn_seconds": 86400}, {"visibility": "link"}, {"preset": "bicycle_4"},
        {"min_rating": 1501}, {"max_rating": 1499},
    ],
)  # fmt: skip
def test_tables_that_arent_for_a_search(rated: Any, terms: Any, hands: Any) -> None:
    ann = rated("ann", terms.get("min_rating", terms.get("max_rating", 1500)))
    waiting(ann, **terms)
    assert search(user=rated("zoe")) is None


def test_rules_and_clock_are_kept_to(rated: Any) -> None:
    people = [rated(f"p{number}") for number in range(5)]
    assert search(user=people[0], clock="relaxed") is None
    for user in people[1:4]:
        assert search(user=user, clock="quick") is None
    table = search(user=people[4])
    assert table is not None
    assert (table.turn_seconds, table.bank_seconds) == (10, 60)
    two = [rated("x"), rated("y")]
    assert search(user=two[0], wanted="rubl_two_player") is None
    duel = search(user=two[1], wanted="rubl_two_player")
    assert duel is not None
    assert (duel.preset, names(duel)) == ("rubl_two_player", ["x", "y"])


def test_pressing_twice_keeps_one_place_and_its_time(rated: Any, hands: Any) -> None:
    ann = rated("ann")
    search(user=ann)
    since = RatedSearch.objects.get().since
    hands.forward(10)
    search(user=ann)
    assert RatedSearch.objects.get().since == since
    search(user=ann, clock="quick")
    assert RatedSearch.objects.get().since - since >= timedelta(seconds=10)


def test_a_cancelled_search_is_over(rated: Any) -> None:
    people = [rated(f"p{number}") for number in range(5)]
    for user in people[:3]:
        search(user=user)
    assert stop(user=people[0]) is None
    assert stop(user=people[0]) is None
    assert search(user=people[3]) is None
    table = search(user=people[4])
    assert table is not None
    assert "p0" not in names(table)
    # Too late: the seat has to be left at the table.
    assert stop(user=people[1]) == table


def test_whoever_closes_the_browser_loses_the_place(rated: Any, hands: Any) -> None:
    people = [rated(f"p{number}") for number in range(4)]
    search(user=people[0])
    hands.forward(GONE)
    for user in people[1:]:
        assert search(user=user) is None
    assert is_here(people[0]) is None
    sweep()
    assert set(RatedSearch.objects.values_list("user__username", flat=True)) == {"p1", "p2", "p3"}


def test_whoever_doesnt_come_to_the_table_loses_the_seat(rated: Any, hands: Any) -> None:
    people = [rated(f"p{number}") for number in range(5)]
    for user in people[:3]:
        search(user=user)
    table = search(user=people[3])
    assert table is not None
    for user in people[:3]:
        services.arrive(table_id=table.pk, user=user, salt_hash="")
    hands.forward(READY_GRACE.total_seconds() + 1)
    table = wake(table)
    assert (table.status, "p3" in names(table)) == ("open", False)
    assert table_found(people[3]) is None
    assert search(user=people[4]) == table
    services.arrive(table_id=table.pk, user=people[4], salt_hash="")
    table.refresh_from_db()
    assert (table.status, table.rated) == ("playing", True)


def test_blocked_people_never_meet(rated: Any) -> None:
    people = [rated(f"p{number}") for number in range(5)]
    mutes.set_block(user=people[0], name="p3", yes=True)
    for user in people[:4]:
        assert search(user=user) is None
    table = search(user=people[4])
    assert table is not None
    assert len({"p0", "p3"} & set(names(table))) == 1
    other = rated("other")
    host = rated("host", 1900)
    mutes.set_block(user=other, name="host", yes=True)
    waiting(host)
    assert search(user=other) is None


def test_nobody_is_called_away_from_another_table(rated: Any, hands: Any) -> None:
    people = [rated(f"p{number}") for number in range(4)]
    search(user=people[0])
    casual = waiting(people[0], rated=False)
    for user in people[1:]:
        assert search(user=user) is None
    presence.gone(casual.pk, people[0])
    here(*people)
    assert sweep() == 4


def test_an_unrated_game_instead_ends_the_search(rated: Any) -> None:
    ann = rated("ann")
    search(user=ann)
    assert play_now(user=ann).rated is False
    assert not RatedSearch.objects.exists()


def test_who_may_not_look_for_a_rated_game(rated: Any, member: Any) -> None:
    assert refused(user=create_guest()) == "members_only"
    ann = rated("ann")
    assert refused(user=ann, clock="correspondence") == "no_date"
    for _number in range(5):
        services.take_seat(
            table_id=services.open_table(
                services.TableTerms(rules=preset("cardgames_io")), created_by=ann
            ).pk,
            user=ann,
        )
    assert refused(user=ann) == "too_many_tables"
    closed = rated("closed")
    search(user=closed)
    closed.is_active = False
    closed.save()
    assert refused(user=closed) == "account_closed"
    assert not RatedSearch.objects.exclude(user=closed).exists()


def test_the_task_seats_whoever_waits(rated: Any, hands: Any) -> None:
    people = [rated(f"p{rating}", rating) for rating in (1400, 1450, 1500, 1550)]
    for user in people:
        search(user=user)
    hands.forward(10)
    here(*people)
    seat_searchers()
    assert Table.objects.get().seats.filter(user__in=people).count() == 4


def test_the_page_waits_and_leads_to_the_table(rated: Any, client: Client, hands: Any) -> None:
    people = [rated(f"p{number}", 1500 + 10 * number) for number in range(4)]
    address = reverse("rated_now")
    client.force_login(people[0])
    assert "Look for players" in client.get(address).content.decode()
    begun = client.post(reverse("rated_begin"), {"clock": "quick"})
    assert begun.headers["Location"] == address
    hands.forward(24)
    search(user=people[1])
    page = client.get(address).content.decode()
    for shown in ("Looking for 3 players", "Quick", "1500", "1300–1700", "2 people, 1 besides you within your range"):  # fmt: skip
        assert shown in page
    assert re.search(r"0:2[4-9]", page)
    part = client.get(address, HTTP_HX_REQUEST="true")
    assert part.content.decode().strip().startswith("<section")
    for user in people[2:]:
        search(user=user)
    table = Table.objects.get()
    for answer in (client.get(address), client.post(reverse("rated_begin"), {"clock": "quick"})):
        assert answer.headers["Location"] == table.get_absolute_url()
    told = client.get(address, HTTP_HX_REQUEST="true")
    assert told.headers["HX-Redirect"] == table.get_absolute_url()
    services.leave_seat(table_id=table.pk, user=people[0])
    assert "Look for players" in client.get(address).content.decode()


def test_a_call_from_any_page_keeps_the_place(rated: Any, client: Client, hands: Any) -> None:
    ann = rated("ann")
    client.force_login(ann)
    client.post(reverse("rated_begin"), follow=True)
    for _minute in range(3):
        hands.forward(60)
        client.get(reverse("calls"), {"for": ann.pk})
    assert is_here(ann) is not None
    assert "any" in client.get(reverse("rated_now")).content.decode()
    client.post(reverse("rated_stop"))
    assert not RatedSearch.objects.exists()
    assert client.get(reverse("rated_now"), HTTP_HX_REQUEST="true").headers["HX-Redirect"] == (
        reverse("rated_now")
    )


def test_guests_and_visitors_are_told_how(client: Client) -> None:
    page = client.get(reverse("rated_now")).content.decode()
    assert "Rated games are for members." in page
    client.force_login(create_guest())
    page = client.get(reverse("rated_now")).content.decode()
    assert "Guests have no rating." in page
    assert "Look for players" not in page


def test_looking_costs_the_same_however_many_wait(
    rated: Any, django_assert_num_queries: Any
) -> None:
    ann = rated("ann")
    search(user=ann)
    place = RatedSearch.objects.get()
    for number in range(20):
        search(user=rated(f"p{number}", 2000 + 500 * number))
    with django_assert_num_queries(2):
        assert rated_search.looking(place, now()) == (21, 0)
    assert rated_search.looking(place, now() + timedelta(seconds=60)) == (21, 20)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_people_who_press_at_once_meet_at_one_table(member: Any) -> None:
    people = [member(f"p{number}") for number in range(8)]
    start = Barrier(len(people))

    def press(user: Any) -> None:
        try:
            start.wait()
            search(user=user)
        finally:
            connection.close()

    with ThreadPoolExecutor(len(people)) as pool:
        list(pool.map(press, people))
    assert [len([name for name in names(table) if name]) for table in Table.objects.all()] == [4, 4]
    assert sorted(name for table in Table.objects.all() for name in names(table)) == sorted(
        user.username for user in people
    )
