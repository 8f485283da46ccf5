"""One click on "Play now": which table it leads to, and what happens there."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.engine import preset
from games.tables import services
from games.tables.access import mutes
from games.tables.lobby.play_now import play_now
from games.tables.models import Seat, Table
from games.tables.server import presence
from spades_site.accounts.guests import create_guest
from spades_site.common.clock import now
from tests.tables.playing import wake

pytestmark = pytest.mark.django_db


def waiting(owner: Any, *others: Any, **terms: Any) -> Table:
    """An open table at which these people sit, all of them there."""
    terms.setdefault("turn_seconds", 20)
    rules = preset(terms.pop("preset", "cardgames_io"), **terms.pop("rules", {}))
    table: Table = services.open_table(services.TableTerms(rules=rules, **terms), created_by=owner)
    for user in (owner, *others):
        services.take_seat(table_id=table.pk, user=user, salt_hash="")
    table.refresh_from_db()
    return table


def experienced(user: Any) -> Any:
    """Give somebody a finished game."""
    table = services.open_table(services.TableTerms(rules=preset("cardgames_io")), created_by=user)
    services.take_seat(table_id=table.pk, user=user)
    Table.objects.filter(pk=table.pk).update(
        status=Table.Status.FINISHED,
        started_at=now(),
        finished_at=now(),
        wake_at=None,
        deadline=None,
    )
    return user


def names(table: Table) -> list[str]:
    return [seat.name for seat in table.seats.all()]


def test_the_fullest_table_is_chosen_and_of_those_the_oldest(member: Any, hands: Any) -> None:
    waiting(member("ann"))
    hands.forward(1)
    fullest = waiting(member("bob"), member("cy"))
    hands.forward(1)
    waiting(member("di"), member("eve"))
    table = play_now(user=member("zoe"))
    assert table.pk == fullest.pk
    assert names(table) == ["bob", "cy", "zoe", ""]


def test_without_a_fitting_table_one_is_opened_that_bots_fill_after_seconds(
    member: Any, hands: Any
) -> None:
    table = play_now(user=member("ann"))
    assert (table.preset, table.turn_seconds, table.bank_seconds, table.rated, table.visibility) == (
        "cardgames_io", 20, 120, False, "open",
    )  # fmt: skip
    services.arrive(table_id=table.pk, user=table.seats.get(index=0).user, salt_hash="")
    hands.forward(2)
    table = wake(table)
    assert (table.status, names(table)) == ("open", ["ann", "", "", ""])
    hands.forward(2)
    table = wake(table)
    assert (table.status, names(table)) == ("playing", ["ann", "Ada", "Blaise", "Carl"])


def test_players_who_arrive_in_time_play_too(member: Any, hands: Any) -> None:
    ann, bob = member("ann"), member("bob")
    table = play_now(user=ann)
    assert play_now(user=bob).pk == table.pk
    for user in (ann, bob):
        services.arrive(table_id=table.pk, user=user, salt_hash="")
    hands.forward(4)
    table = wake(table)
    assert (table.status, names(table)) == ("playing", ["ann", "bob", "Ada", "Blaise"])


def begun(user: Any, **terms: Any) -> Table:
    """A game that this person plays with bots."""
    table = waiting(user, **terms)
    services.fill_with_bots(table_id=table.pk, by=user)
    return wake(table)


def test_people_take_the_bots_seats_of_a_game_that_has_begun(
    client: Client, member: Any, hands: Any
) -> None:
    ann, cy = member("ann"), member("cy")
    game = begun(ann)
    hands.forward(1)
    later = begun(member("di"))
    assert play_now(user=experienced(member("bob"))).pk == later.pk  # It has the most hands ahead.
    hands.forward(1)
    presence.gone(later.pk, later.seats.get(index=0).user)
    presence.gone(later.pk, later.seats.get(index=1).user)
    services.take_seat(table_id=game.pk, user=cy, salt_hash="")
    eve = experienced(member("eve"))
    client.force_login(eve)
    shown = client.get(reverse("lobby")).content.decode()
    assert "2 seats for you from the next hand" in shown
    for _press in range(2):
        table = play_now(user=eve)
        seats = [(seat.name, seat.bot, seat.next_hand) for seat in table.seats.all()]
        # With the most people, and a second press changes nothing.
        assert (table.pk, table.rated) == (game.pk, False)
        assert seats == [("ann", False, False), ("cy", False, True), ("eve", False, True), ("Carl", True, False)]  # fmt: skip
    assert play_now(user=ann).pk == game.pk
    # Whoever waits comes first, and whoever left isn't led back.
    services.leave_seat(table_id=game.pk, user=eve)
    own = play_now(user=eve)
    assert own.pk != game.pk
    services.leave_seat(table_id=own.pk, user=eve)
    free = waiting(member("flo"))
    assert play_now(user=eve).pk == free.pk


def test_somebody_new_begins_a_deal_of_their_own(member: Any, hands: Any) -> None:
    game = begun(member("ann"))
    for user in (member("zoe"), create_guest()):
        table = play_now(user=user)
        assert table.pk != game.pk
        services.arrive(table_id=table.pk, user=user, salt_hash="")
        hands.forward(4)
        table = wake(table)
        assert (table.status, [seat.next_hand for seat in table.seats.all()]) == (
            "playing",
            [False] * 4,
        )


@pytest.mark.parametrize("why", ["last hands", "few hands", "nobody there", "blocked", "private"])
def test_games_in_which_nobody_takes_a_bots_seat_by_one_press(member: Any, why: str) -> None:
    ann, zoe = member("ann"), experienced(member("zoe"))
    rules = {"max_hands": 3} if why == "few hands" else {}
    game = begun(ann, rules=rules, visibility="link" if why == "private" else "open")
    if why == "last hands":
        Table.objects.filter(pk=game.pk).update(state={**game.state, "hand_no": 4})
    elif why == "nobody there":
        presence.gone(game.pk, ann)
    elif why == "blocked":
        mutes.set_block(user=ann, name="zoe", yes=True)
    assert play_now(user=zoe).pk != game.pk


def test_a_second_click_leads_back_to_the_same_table(member: Any) -> None:
    ann = member("ann")
    first = play_now(user=ann)
    assert play_now(user=ann).pk == first.pk
    assert Table.objects.count() == 1


@pytest.mark.parametrize(
    "terms",
    [
        {"turn_seconds": 86400},
        {"visibility": "link"},
        {"rated": True, "bots_allowed": False},
        {"min_rating": 1501},
        {"max_rating": 1499},
    ],
)
def test_tables_that_are_not_for_a_click(member: Any, terms: Any, monkeypatch: Any) -> None:
    # The opener is as strong as the table asks for.
    monkeypatch.setattr(
        "games.tables.hooks.ratings_of.function",
        lambda users, _pool: {
            pk: (terms.get("min_rating", terms.get("max_rating", 1500)), False)
            for pk in users
            if pk == ann.pk
        },
    )
    ann = member("ann")
    other = waiting(ann, **terms)
    table = play_now(user=member("zoe"))
    assert table.pk != other.pk
    assert names(other) == ["ann", "", "", ""]


def test_a_rating_range_that_fits_is_no_hindrance(member: Any) -> None:
    table = waiting(member("ann"), min_rating=1400, max_rating=1600)
    assert play_now(user=member("bob")).pk == table.pk
    # A guest has no rating.
    assert play_now(user=create_guest()).pk != table.pk


def test_rules_and_clock_are_kept_to(member: Any) -> None:
    waiting(member("ann"), turn_seconds=20)
    quick = waiting(member("bob"), turn_seconds=10)
    solo = waiting(member("cy"), preset="bicycle_3")
    assert play_now(user=member("x"), clock="quick").pk == quick.pk
    assert play_now(user=member("y"), wanted="bicycle_3").pk == solo.pk
    opened = play_now(user=member("z"), wanted="rubl_two_player", clock="relaxed")
    assert (opened.preset, opened.turn_seconds, opened.bank_seconds) == ("rubl_two_player", 60, 300)


def test_a_new_table_with_days_for_a_turn_waits_for_people(member: Any, hands: Any) -> None:
    table = play_now(user=member("ann"), clock="correspondence")
    assert (table.turn_seconds, table.bots_at) == (86_400, None)
    hands.forward(3600)
    assert not services.wake_table(table.pk)
    assert play_now(user=member("bob"), clock="correspondence").pk == table.pk
    assert Table.objects.get(pk=table.pk).status == "open"


def test_nobody_is_seated_with_somebody_they_blocked_or_who_blocked_them(member: Any) -> None:
    ann, bob, cy = member("ann"), member("bob"), member("cy")
    waiting(ann, bob)
    mutes.set_block(user=bob, name="cy", yes=True)
    assert names(play_now(user=cy)) == ["cy", "", "", ""]
    di = member("di")
    mutes.set_block(user=di, name="bob", yes=True)
    assert names(play_now(user=di)) == ["cy", "di", "", ""]


def test_nobody_is_seated_with_people_who_have_all_gone(member: Any) -> None:
    ann = member("ann")
    left = waiting(ann)
    presence.gone(left.pk, ann)
    assert play_now(user=member("bob")).pk != left.pk


def test_somebody_who_took_a_seat_and_never_came_isnt_waited_with(member: Any, hands: Any) -> None:
    terms = services.TableTerms(rules=preset("cardgames_io"))
    reserved = services.open_table(terms, created_by=member("ann"), seats=[member("bob"), None])
    taken = services.open_table(terms, created_by=member("cy"))
    services.take_seat(table_id=taken.pk, user=member("di"))
    # Whoever has just sat down has no socket yet, and is met.
    assert play_now(user=member("eve")).pk in (reserved.pk, taken.pk)
    hands.forward(31)
    Seat.objects.filter(user__username="eve").update(online=False)
    fresh = play_now(user=member("fay"))
    assert fresh.pk not in (reserved.pk, taken.pk)
    assert names(fresh) == ["fay", "", "", ""]


def test_the_page_passes_on_what_the_lobby_was_asked_for(client: Client, member: Any) -> None:
    page = client.get(reverse("lobby"), {"preset": "bicycle_3", "clock": "quick"}).content.decode()
    assert '<input type="hidden" name="preset" value="bicycle_3">' in page
    client.post(reverse("play_now"), {"preset": "bicycle_3", "clock": "quick"})
    table = Table.objects.get()
    assert (table.preset, table.turn_seconds) == ("bicycle_3", 10)
    assert table.bots_at is not None
    assert 1 < (table.bots_at - now()).total_seconds() <= 3


@pytest.mark.slow
def test_finding_a_table_costs_the_same_among_many(
    member: Any, django_assert_num_queries: Any
) -> None:
    users = [member(f"searcher{number}") for number in range(2)]
    counts = []
    for user in users:
        with CaptureQueriesContext(connection) as queries:
            play_now(user=user, wanted="bicycle_5")
        counts.append(len(queries))
        Table.objects.all().delete()
        for number in range(60):
            waiting(member(f"{user}-{number}"), preset="bicycle_4")
    assert counts[0] == counts[1]


@pytest.fixture
def visitors(transactional_db: None, member: Any) -> list[Any]:
    return [member(f"visitor{number}") for number in range(6)]


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_people_who_click_at_once_meet_at_one_table_and_nobody_sees_an_error(
    visitors: list[Any],
) -> None:
    start = Barrier(len(visitors))

    def click(user: Any) -> int:
        try:
            start.wait()
            return int(play_now(user=user).pk)
        finally:
            connection.close()

    with ThreadPoolExecutor(len(visitors)) as pool:
        chosen = list(pool.map(click, visitors))
    tables = {table.pk: sorted(filter(None, names(table))) for table in Table.objects.all()}
    # Four at the first table, two at the next.
    assert sorted(len(people) for people in tables.values()) == [2, 4]
    assert sorted(name for people in tables.values() for name in people) == [
        f"visitor{number}" for number in range(6)
    ]
    for user, table_id in zip(visitors, chosen, strict=True):
        assert user.username in tables[table_id]
