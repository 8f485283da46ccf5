"""Friends: requests, answers, ending a friendship, and the visibility of presence."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.engine import preset
from games.tables import services
from games.tables.access import mutes
from games.tables.lobby.friends_here import Present, friends_here
from spades_site.accounts import friends
from spades_site.accounts.friends import Bond, bond
from spades_site.accounts.guests import create_guest
from spades_site.accounts.models import Friendship
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from tests.support.squeezed import squeezed

pytestmark = pytest.mark.django_db


def befriend(one: Any, two: Any) -> None:
    friends.ask(user=one, name=two.username)
    friends.accept(user=two, name=one.username)


def names(people: list[Any]) -> list[str]:
    return [getattr(one, "user", one).username for one in people]


def refused(call: Any, **asked: Any) -> tuple[str, str]:
    with pytest.raises(Refused) as refusal:
        call(**asked)
    return refusal.value.code, str(refusal.value)


# ---------------------------------------------------------------------------------------- asking and answering
def test_a_question_is_accepted_and_both_are_friends(member: Any) -> None:
    ann, bob = member("ann"), member("Bob")
    assert friends.ask(user=ann, name=" bob ") == Bond.ASKED
    assert (bond(ann, bob), bond(bob, ann)) == (Bond.ASKED, Bond.ASKS)
    assert (names(friends.questions_of(ann)), names(friends.questions_to(bob))) == (
        ["Bob"],
        ["ann"],
    )
    assert (friends.friends_of(ann), friends.friends_of(bob)) == ([], [])
    friends.accept(user=bob, name="ann")
    assert (bond(ann, bob), bond(bob, ann)) == (Bond.FRIENDS, Bond.FRIENDS)
    assert (names(friends.friends_of(ann)), names(friends.friends_of(bob))) == (["Bob"], ["ann"])
    assert (friends.questions_of(ann), friends.questions_to(bob)) == ([], [])


def test_asking_twice_changes_nothing_and_asking_back_is_a_yes(member: Any) -> None:
    ann, bob = member("ann"), member("bob")
    friends.ask(user=ann, name="bob")
    assert friends.ask(user=ann, name="bob") == Bond.ASKED
    assert Friendship.objects.count() == 1
    assert friends.ask(user=bob, name="ann") == Bond.FRIENDS
    assert friends.ask(user=ann, name="bob") == Bond.FRIENDS
    assert Friendship.objects.count() == 1


@pytest.mark.parametrize("who", ["ann", "bob"])
@pytest.mark.parametrize("accepted", [True, False])
def test_either_friend_ends_the_friendship(member: Any, who: str, accepted: bool) -> None:
    people = {name: member(name) for name in ("ann", "bob")}
    friends.ask(user=people["ann"], name="bob")
    if accepted:
        friends.accept(user=people["bob"], name="ann")
    (other,) = {"ann", "bob"} - {who}
    friends.remove(user=people[who], name=other)
    friends.remove(user=people[who], name=other)
    assert bond(people["ann"], people["bob"]) == Bond.NONE
    assert not Friendship.objects.exists()


def test_invalid_friend_requests_are_refused(member: Any, monkeypatch: Any) -> None:
    ann, bob, guest = member("ann"), member("bob"), create_guest()
    assert refused(friends.ask, user=ann, name="nobody") == (
        "unknown_user", "No member is called “nobody”. Check the name.",
    )  # fmt: skip
    assert refused(friends.ask, user=ann, name=guest.username)[0] == "unknown_user"
    assert refused(friends.ask, user=guest, name="ann") == (
        "members_only", "Guests can’t have friends. Create an account first.",
    )  # fmt: skip
    assert refused(friends.ask, user=ann, name="ANN") == (
        "yourself", "That is you. Choose somebody else.",
    )  # fmt: skip
    assert refused(friends.accept, user=ann, name="bob") == (
        "not_asked", "bob has withdrawn the friend request. Send one yourself.",
    )  # fmt: skip
    # Nobody accepts the own question.
    friends.ask(user=ann, name="bob")
    assert refused(friends.accept, user=ann, name="bob")[0] == "not_asked"
    monkeypatch.setattr(friends, "MOST_OPEN", 1)
    member("cy")
    assert refused(friends.ask, user=ann, name="cy") == (
        "too_many_friends", "1 of your friend requests are unanswered. Wait, or cancel one.",
    )  # fmt: skip
    friends.accept(user=bob, name="ann")
    monkeypatch.setattr(friends, "MOST_FRIENDS", 1)
    assert refused(friends.ask, user=ann, name="cy") == (
        "too_many_friends", "You have 1 friends, which is the limit. Remove one first.",
    )  # fmt: skip


def test_a_pair_is_stored_once_whoever_asked(member: Any) -> None:
    ann, bob = member("ann"), member("bob")
    Friendship.objects.create(asker=ann, asked=bob, at=now())
    for asker, asked in ((ann, bob), (bob, ann), (ann, ann)):
        with pytest.raises(IntegrityError), transaction.atomic():
            Friendship.objects.create(asker=asker, asked=asked, at=now())


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_who_ask_each_other_at_once_are_friends(member: Any) -> None:
    people = [member("ann"), member("bob")]
    start = Barrier(2)

    def ask(k: int) -> None:
        try:
            start.wait()
            friends.ask(user=people[k], name=people[1 - k].username)
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(ask, (0, 1)))
    assert bond(*people) == Bond.FRIENDS
    assert Friendship.objects.count() == 1


def test_a_block_ends_it_and_keeps_questions_away_without_a_word(member: Any) -> None:
    ann, bob = member("ann"), member("bob")
    befriend(ann, bob)
    mutes.set_block(user=bob, name="ann", yes=True)
    assert bond(ann, bob) == Bond.NONE
    assert friends.ask(user=ann, name="bob") == Bond.ASKED
    assert (bond(ann, bob), bond(bob, ann)) == (Bond.ASKED, Bond.NONE)
    assert friends.questions_to(bob) == []
    assert refused(friends.ask, user=bob, name="ann") == (
        "blocked", "You have blocked ann. Unblock them first.",
    )  # fmt: skip


# ----------------------------------------------------------------------------------------------- who is here
def test_being_here_is_noted_once_a_minute(client: Client, member: Any, hands: Any) -> None:
    ann = member("ann")
    client.force_login(ann)
    seen = []
    for seconds in (0, 30, 31):
        hands.forward(seconds)
        client.get(reverse("lobby"))
        ann.refresh_from_db()
        seen.append(ann.last_seen)
    assert seen[0] == seen[1] != seen[2]
    assert 60 <= (seen[2] - seen[0]).total_seconds() < 75


def test_guests_leave_no_trace(client: Client) -> None:
    guest = create_guest()
    client.force_login(guest)
    client.get(reverse("lobby"))
    guest.refresh_from_db()
    assert guest.last_seen is None


@pytest.mark.slow
def test_only_friends_see_that_somebody_is_online(client: Client, member: Any, hands: Any) -> None:
    ann, bob = member("ann"), member("bob")
    client.force_login(bob)
    client.get(reverse("lobby"))
    client.force_login(ann)
    friends.ask(user=ann, name="bob")
    for address in (reverse("lobby"), reverse("profile", args=["bob"]), reverse("friends")):
        page = client.get(address).content.decode()
        assert "browsing" not in page
        assert ">online</span>" not in page
    assert friends_here(ann) == ([], 0, 0)
    friends.accept(user=bob, name="ann")
    bob.refresh_from_db()
    assert friends_here(ann) == ([Present(bob, None, somewhere=False)], 0, 1)
    assert "browsing" in client.get(reverse("lobby")).content.decode()
    assert ">online</span>" in client.get(reverse("profile", args=["bob"])).content.decode()
    assert ">online</span>" in client.get(reverse("friends")).content.decode()
    hands.forward(181)
    assert friends_here(ann) == ([], 0, 1)
    assert "None of your friends are online." in client.get(reverse("lobby")).content.decode()


@pytest.mark.parametrize(
    ("terms", "begun", "words", "button"),
    [
        ({}, False, "waiting for players", "Join"),
        ({}, True, "in a game", "Watch"),
        ({"visibility": "link"}, False, "at a private table", ""),
        ({"visibility": "link"}, True, "at a private table", ""),
    ],
)
def test_the_lobby_leads_to_a_friends_table(
    client: Client, member: Any, terms: Any, begun: bool, words: str, button: str
) -> None:
    ann, bob = member("ann"), member("bob")
    befriend(ann, bob)
    table = services.open_table(
        services.TableTerms(rules=preset("cardgames_io"), **terms), created_by=bob
    )
    services.take_seat(table_id=table.pk, user=bob, salt_hash="")
    if begun:
        services.fill_with_bots(table_id=table.pk, by=bob)
    client.force_login(ann)
    page = squeezed(client.get(reverse("lobby")))
    aside = page[page.index('id="lobby-aside"') :]
    assert words in aside
    link = f'<a id="friend-{bob.pk}" class="button button-small" href="{table.get_absolute_url()}">'
    assert (link in aside) == bool(button)
    assert not button or f"{button}<span" in aside.replace(f"{button} <", f"{button}<")


@pytest.mark.slow
def test_many_friends_cost_as_many_queries_as_one(client: Client, member: Any) -> None:
    ann = member("ann")
    client.force_login(ann)
    counts = []
    for start, stop in ((0, 1), (1, 30)):
        for number in range(start, stop):
            friend = member(f"friend{number}", country="SE")
            befriend(ann, friend)
            asker = member(f"asker{number}")
            friends.ask(user=asker, name="ann")
            table = services.open_table(
                services.TableTerms(rules=preset("cardgames_io")), created_by=friend
            )
            services.take_seat(table_id=table.pk, user=friend, salt_hash="")
        count = []
        for address in (reverse("lobby"), reverse("friends")):
            client.get(address)
            with CaptureQueriesContext(connection) as queries:
                client.get(address)
            count.append(len(queries))
        counts.append(count)
    assert counts[0] == counts[1]


# ------------------------------------------------------------------------------------------------- the pages
def test_the_page_of_friends_does_it_all(client: Client, member: Any) -> None:
    ann, bob = member("ann"), member("bob")
    client.force_login(ann)
    assert "You have no friends here yet" in client.get(reverse("friends")).content.decode()
    page = client.post(reverse("friend_ask"), {"name": "bob"}, follow=True)
    assert page.redirect_chain == [(reverse("friends"), 302)]
    assert "Friend request sent to bob." in page.content.decode()
    assert "Sent requests" in page.content.decode()
    client.force_login(bob)
    assert "sent you a friend request." in client.get(reverse("lobby")).content.decode()
    assert "Friend requests" in client.get(reverse("friends")).content.decode()
    page = client.post(reverse("friend_accept"), {"name": "ann"}, follow=True)
    assert "You and ann are now friends." in page.content.decode()
    page = client.post(reverse("friend_remove"), {"name": "ann"}, follow=True)
    assert "You and ann are no longer friends." in page.content.decode()
    assert not Friendship.objects.exists()


@pytest.mark.slow
def test_the_buttons_of_a_profile(client: Client, member: Any) -> None:
    ann, bob = member("ann"), member("bob")
    address = reverse("profile", args=["bob"])
    assert "Add friend" not in client.get(address).content.decode()
    client.force_login(ann)
    assert "Add friend" in client.get(address).content.decode()
    page = client.post(reverse("friend_ask"), {"name": "bob", "next": address}, follow=True)
    assert page.redirect_chain == [(address, 302)]
    assert "Cancel request" in page.content.decode()
    client.force_login(bob)
    assert "Accept request" in client.get(reverse("profile", args=["ann"])).content.decode()
    friends.accept(user=bob, name="ann")
    assert "Remove friend" in client.get(reverse("profile", args=["ann"])).content.decode()
    own = client.get(address).content.decode()
    assert "friend_" not in own
    assert "Remove friend" not in own


def test_an_error_is_shown_at_the_form(client: Client, member: Any) -> None:
    client.force_login(member("ann"))
    page = client.post(
        reverse("friend_ask"), {"name": "nobody", "next": "https://elsewhere.example/"}, follow=True
    )
    assert page.redirect_chain == [(reverse("friends"), 302)]
    assert "No member is called “nobody”. Check the name." in page.content.decode()


@pytest.mark.parametrize("name", ["friends", "friend_ask", "friend_accept", "friend_remove"])
def test_visitors_and_guests_are_told_to_make_an_account(client: Client, name: str) -> None:
    call = client.get if name == "friends" else client.post
    assert call(reverse(name)).url.startswith(reverse("account_login"))
    client.force_login(create_guest())
    assert call(reverse(name)).url == reverse("home")
