"""S1 for `games/tables/access/audience.py`: who may see a table, and what lists, profiles and sockets show of it.

`test_routes.py` holds every address to the same.
"""

import json
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AnonymousUser
from django.test import Client

from games import engine
from games.live import base
from games.live.sockets import sockets_here
from games.ratings import services as ratings
from games.ratings.encounters import encounters_of
from games.ratings.profile import profile_of
from games.ratings.queries import history
from games.tables import services
from games.tables.access.audience import listed_to, visible_to
from games.tables.chat import reports
from games.tables.lobby.friends_here import friends_here
from games.tables.models import Seat, Table
from games.tables.pictures.picture import frame, picture_of
from spades_site.accounts import friends
from spades_site.common.clock import now
from tests.events.conftest import Club, club
from tests.leagues.members import add
from tests.live.line import Line
from tests.ratings.tables import finished_table
from tournaments.events.actions import lifecycle
from tournaments.events.models import Tournament
from tournaments.leagues import members
from tournaments.leagues import services as leagues
from tournaments.leagues.models import League

__all__ = ["club"]
pytestmark = pytest.mark.django_db
POOL = "partnership"


def private_cup(club: Club) -> tuple[League, Tournament]:
    """Return a private league and its tournament, whose one match of a1 & b1 against a2 & b2 is in play."""
    league = leagues.create_league(by=club.organizer, name="Hidden", is_public=False)
    for name in ("a1", "b1", "a2", "b2", "watcher"):
        add(league, club.player(name))
    cup = club.open(name="Secret cup", league=league)
    for each in (1, 2):
        club.enter_pair(cup, f"a{each}", f"b{each}")
    return league, lifecycle.start_now(tournament_id=cup.pk, by=club.organizer)


def match_table(cup: Tournament) -> Table:
    found: Table = cup.matches.get().table
    return found


def rated_at(table: Table) -> None:
    """End a match's table as a rated game that its players played."""
    table.status, table.rated = Table.Status.FINISHED, True
    table.started_at = table.finished_at = now()
    table.wake_at = table.deadline = None
    table.result = {"winners": [0, 2], "totals": [500, 300], "bags": [0, 0], "hands": 9}
    table.save()
    table.seats.update(arrived_at=table.created_at)
    ratings.rate_table(table.pk)


def seen(table: Table, *viewers: Any) -> list[bool]:
    return [visible_to(viewer).filter(pk=table.pk).exists() for viewer in viewers]


def listed(table: Table, *viewers: Any) -> list[bool]:
    return [listed_to(viewer).filter(pk=table.pk).exists() for viewer in viewers]


@pytest.mark.slow
def test_s1_a_private_tournaments_table_is_its_leagues(club: Club) -> None:
    league, cup = private_cup(club)
    table = match_table(cup)
    everybody = (
        *(None, AnonymousUser(), club.player("stranger")),
        *(club.player("watcher"), club.organizer, club.player("a1")),
    )
    expected = [False, False, False, True, True, True]
    assert seen(table, *everybody) == listed(table, *everybody) == expected
    # Former members can't see the league any more, but still see their own table.
    for name in ("watcher", "a1"):
        members.leave_league(league_id=league.pk, user=club.player(name))
    assert seen(table, club.player("watcher"), club.player("a1")) == [False, True]
    # What happens to the league happens to the tables of its past.
    terms = {"name": "Hidden", "description": "", "is_open": True}
    for public in (True, False):
        leagues.edit_league(league_id=league.pk, by=club.organizer, is_public=public, **terms)
        assert seen(table, None, club.player("stranger")) == [public, public]


@pytest.mark.slow
def test_s1_the_staff_see_a_private_table_while_a_report_from_it_waits(club: Club) -> None:
    _league, cup = private_cup(club)
    table = match_table(cup)
    staff = get_user_model().objects.create_superuser("staff", "staff@example.org")
    everybody = (None, club.player("stranger"), staff)
    assert seen(table, *everybody) == [False, False, False]
    report = reports.report(table_id=table.pk, user=club.player("a1"), name="a2", reason="cards")
    assert seen(table, *everybody) == [False, False, True]
    assert listed(table, *everybody) == [False, False, False]
    assert not visible_to(staff).filter(pk__lt=table.pk, visibility="event").exists()
    # As a watcher: no card that isn't for everybody.
    for seat in table.seats.select_related("user"):
        services.arrive(table_id=table.pk, user=seat.user, salt_hash="")
    table.refresh_from_db()
    seats = list(table.seats.all())
    picture = picture_of(table, seats, engine.restore({**table.state, "rules": table.rules}))
    game = json.loads(frame(picture, staff.pk, "staff", "now"))["game"]
    assert (game["hand"], game["seat"], game["hands_open"]) == (None, None, None)
    reports.close_report(report_id=report.pk, by=staff, note="Warned.")
    assert seen(table, *everybody) == [False, False, False]


def test_s1_a_leagues_casual_table_is_for_whoever_may_see_the_league(club: Club) -> None:
    ann, bob = club.organizer, club.player("bob")
    for name, public in (("Open", True), ("Hidden", False)):
        league = leagues.create_league(by=ann, name=name, is_public=public)
        table = services.open_table(
            services.TableTerms(
                rules=engine.preset("cardgames_io"), visibility="league", ref=f"league:{league.pk}"
            ),
            created_by=ann,
        )
        assert seen(table, None, bob, ann) == [public, public, True]
        assert listed(table, None, bob, ann) == [False, False, True]


def test_s1_a_table_for_the_link_is_listed_to_its_players_alone(club: Club) -> None:
    ann, bob = club.organizer, club.player("bob")
    table = services.open_table(
        services.TableTerms(rules=engine.preset("cardgames_io"), visibility="link"),
        created_by=ann,
        seats=[ann],
    )
    assert seen(table, None, bob, ann) == [True, True, True]
    assert listed(table, None, bob, ann) == [False, False, True]


@pytest.mark.slow
def test_s1_a_profile_tells_of_the_games_that_its_reader_may_see(club: Club) -> None:
    league, cup = private_cup(club)
    secret = match_table(cup)
    people = [club.player(name) for name in ("a1", "a2", "b1", "b2")]
    ann = people[0]
    rated_at(secret)
    public = finished_table(people, (1, 3))
    ratings.rate_table(public.pk)
    told = {}
    for viewer in (None, club.player("stranger"), club.player("watcher"), ann):
        shown = profile_of(ann, viewer=viewer)
        told[viewer and viewer.username] = (
            [game.table for game in history(ann, POOL, viewer=viewer)],
            [game.table for game in shown.games],
            len(shown.form),
            len(shown.line["points"]),
            sum(each.games for each in encounters_of(ann, POOL, viewer).partners),
            shown.unseen,
            shown.shown.standing.games,
        )
    less = ([public.public_id], [public.public_id], 1, 1, 1, True, 2)
    both = [public.public_id, secret.public_id]
    # The secret one ended last.
    all_of_it = (both, both[::-1], 2, 2, 2, False, 2)
    assert told == {None: less, "stranger": less, "watcher": all_of_it, "a1": all_of_it}
    page = Client().get("/people/a1/").content.decode()
    assert (public.public_id in page, secret.public_id in page) == (True, False)
    assert "Games at private events and tables count towards the rating" in page
    leagues.edit_league(
        league_id=league.pk, by=club.organizer, name="Hidden", description="",
        is_public=True, is_open=True,
    )  # fmt: skip
    assert profile_of(ann).unseen is False


@pytest.mark.slow
def test_s1_friends_are_shown_at_the_tables_that_one_may_see(club: Club) -> None:
    _league, cup = private_cup(club)
    table = match_table(cup)
    Seat.objects.filter(table=table, user=club.player("a1")).update(online=True)
    at = {}
    for name in ("stranger", "watcher"):
        friends.ask(user=club.player(name), name="a1")
        friends.accept(user=club.player("a1"), name=name)
        (friend,), _more, _count = friends_here(club.player(name))
        at[name] = (friend.table, friend.somewhere)
    assert at == {"stranger": (None, True), "watcher": (table, True)}


def test_s1_the_lobby_names_a_leagues_games_to_its_members(club: Club, client: Client) -> None:
    ann, bob = club.organizer, club.player("bob")
    league = leagues.create_league(by=ann, name="Hidden", is_public=False)
    table = finished_table(
        [ann, bob, club.player("cy"), club.player("di")], (0, 2),
        visibility="league", ref=f"league:{league.pk}",
    )  # fmt: skip
    shown = []
    for user in (None, club.player("eve"), ann):
        client.logout()
        if user is not None:
            client.force_login(user)
        shown.append(table.public_id in client.get("/play/?show=over").content.decode())
    assert shown == [False, False, True]


def test_s1_what_is_private_is_kept_by_no_cache_between(club: Club, client: Client) -> None:
    _league, cup = private_cup(club)
    client.force_login(club.player("watcher"))
    answer = client.get(f"{match_table(cup).get_absolute_url()}picture.png")
    assert (answer.status_code, answer["Cache-Control"]) == (200, "private, no-cache")


def test_s1_an_invitation_to_what_one_may_no_longer_see_is_gone(club: Club, client: Client) -> None:
    ann, bob = club.organizer, club.player("bob")
    league = leagues.create_league(by=ann, name="Hidden", is_public=False)
    add(league, bob)
    table = services.open_table(services.TableTerms(rules=engine.preset("cardgames_io"), visibility="league", ref=f"league:{league.pk}"), created_by=ann, seats=[ann])  # fmt: skip
    services.invite(table_id=table.pk, by=ann, name="bob")
    client.force_login(bob)
    assert table.public_id in client.get("/play/").content.decode()
    members.leave_league(league_id=league.pk, user=bob)
    assert table.public_id not in client.get("/play/").content.decode()
    assert client.post(f"{table.get_absolute_url()}accept/").status_code == 404


@pytest.mark.slow
def test_s1_the_first_page_names_the_matches_that_one_may_see(club: Club, client: Client) -> None:
    _league, cup = private_cup(club)
    table = match_table(cup)
    shown = {}
    for name in ("stranger", "watcher"):
        client.force_login(club.player(name))
        shown[name] = table.public_id in client.get("/").content.decode()
    assert shown == {"stranger": False, "watcher": True}


@pytest.mark.django_db(transaction=True)
async def test_s1_a_socket_to_a_forbidden_table_is_answered_as_to_an_unknown_one() -> None:
    table, people = await database_sync_to_async(hidden_table)()
    heard = {}
    for name, address in (("secret", table.public_id), ("unknown", "nowhere")):
        for who in (None, people["stranger"]):
            line = Line(address, who)
            await line.socket.connect()
            bye = await line.until("bye")
            heard[name, who and who.username] = (bye, await line.closed())
    unknown = {"t": "bye", "code": "unknown_table", "message": "There is no such table."}
    assert heard == dict.fromkeys(heard, (unknown, base.UNKNOWN_TABLE))
    assert len(heard) == 4
    watching = Line(table, people["watcher"])
    assert (await watching.open())["you"]["seat"] is None
    await watching.close()


@pytest.mark.django_db(transaction=True)
async def test_s1_a_socket_is_closed_when_its_viewer_may_not_see_the_table_any_more() -> None:
    table, people = await database_sync_to_async(hidden_table)()
    watcher, player = Line(table, people["watcher"]), Line(table, people["ann"])
    for line in (watcher, player):
        await line.open()

    def leave() -> None:
        league = League.objects.get()
        members.hand_over(league_id=league.pk, by=people["ann"], user_id=people["watcher"].pk)
        members.leave_league(league_id=league.pk, user=people["ann"])
        league.memberships.all().delete()

    await database_sync_to_async(leave)()
    await sockets_here().check_all()
    assert await watcher.closed() == base.UNKNOWN_TABLE
    # The seat is a player's own, whatever becomes of the league.
    await player.send({"t": "sync"})
    assert (await player.until("view"))["you"]["seat"] == 0
    await player.close()


def hidden_table() -> tuple[Table, dict[str, Any]]:
    """Make a private league with a table in play."""
    make = get_user_model().objects.create_user
    people = {name: make(name, f"{name}@example.org") for name in ("ann", "watcher", "stranger")}
    league = leagues.create_league(by=people["ann"], name="Hidden", is_public=False)
    add(league, people["watcher"])
    table = services.open_table(services.TableTerms(rules=engine.preset("cardgames_io"), visibility="league", ref=f"league:{league.pk}"), created_by=people["ann"], seats=[people["ann"]])  # fmt: skip
    return table, people
