"""Choosing, changing and leaving seats, bots that make room, and invitations."""

from typing import Any
from urllib.parse import quote

import pytest

from games import engine, fairness
from games.tables import services
from games.tables.access import mutes
from games.tables.models import Invitation, Table
from games.tables.pictures.picture import table_view
from spades_site.accounts.guests import create_guest
from spades_site.common.errors import Refused
from spades_site.notices.models import Notice
from tests.support.salts import hash_of, salt_of
from tests.tables.playing import can, play_on, seat, seated, state_of, wake

pytestmark = pytest.mark.django_db


def opened(owner: Any, **terms: Any) -> Table:
    """An open table at which the owner sits on seat 0, with the browser not yet there."""
    table: Table = services.open_table(
        services.TableTerms(rules=engine.preset("cardgames_io"), **terms), created_by=owner
    )
    services.take_seat(table_id=table.pk, user=owner, seat=0, salt_hash=hash_of(f"salt of {owner}"))
    return table


def names(table: Table) -> list[str]:
    return [one.name for one in table.seats.all()]


# ------------------------------------------------------------------------------------------- before the start
def test_a_player_moves_to_a_free_seat_with_the_hash(member: Any) -> None:
    ann = member("ann")
    table = opened(ann)
    assert "sit" in can(table, 0)
    services.take_seat(table_id=table.pk, user=ann, seat=2)
    assert names(table) == ["", "", "ann", ""]
    assert (seat(table, 2).salt_hash, seat(table, 0).salt_hash) == (hash_of("salt of ann"), "")
    services.take_seat(table_id=table.pk, user=ann, seat=1)
    assert names(table) == ["", "ann", "", ""]


def test_two_players_swap_when_both_want_to(member: Any) -> None:
    ann, bob = member("ann"), member("bob")
    table = opened(ann)
    services.take_seat(table_id=table.pk, user=bob, seat=1, salt_hash=hash_of("salt of bob"))
    services.swap_seats(table_id=table.pk, user=ann, seat=1)
    assert (names(table), seat(table, 0).swap_to) == (["ann", "bob", "", ""], 1)
    services.swap_seats(table_id=table.pk, user=bob, seat=0)
    assert names(table) == ["bob", "ann", "", ""]
    assert [one.swap_to for one in table.seats.all()] == [None] * 4
    assert [one.salt_hash for one in table.seats.all()] == [
        hash_of("salt of bob"), hash_of("salt of ann"), "", "",
    ]  # fmt: skip
    assert table.actions.filter(text="swap").count() == 1


def test_a_wish_to_swap_is_taken_back_and_ends_with_a_move(member: Any) -> None:
    ann, bob = member("ann"), member("bob")
    table = opened(ann)
    services.take_seat(table_id=table.pk, user=bob, seat=1)
    services.swap_seats(table_id=table.pk, user=ann, seat=1)
    services.swap_seats(table_id=table.pk, user=ann, seat=0)
    assert seat(table, 0).swap_to is None
    services.swap_seats(table_id=table.pk, user=ann, seat=1)
    services.take_seat(table_id=table.pk, user=bob, seat=3)
    assert seat(table, 0).swap_to is None
    assert names(table) == ["ann", "", "", "bob"]


def test_a_bot_swaps_at_once(member: Any) -> None:
    ann = member("ann")
    table = opened(ann)
    services.add_bot(table_id=table.pk, by=ann, seat=1)
    services.swap_seats(table_id=table.pk, user=ann, seat=1)
    assert [(one.name, one.bot) for one in table.seats.all()][:2] == [("Ada", True), ("ann", False)]


@pytest.mark.parametrize(
    ("index", "code"), [(7, "no_such_seat"), (-1, "no_such_seat"), (1, "seat_taken")]
)
def test_seats_that_cannot_be_moved_to(member: Any, index: int, code: str) -> None:
    ann, bob = member("ann"), member("bob")
    table = opened(ann)
    services.take_seat(table_id=table.pk, user=bob, seat=1)
    with pytest.raises(Refused) as refusal:
        services.take_seat(table_id=table.pk, user=ann, seat=index)
    assert refusal.value.code == code
    assert names(table) == ["ann", "bob", "", ""]


def test_nobody_moves_in_a_running_game(member: Any) -> None:
    ann, bob = member("ann"), member("bob")
    table = wake(seated([ann, bob]))
    for call, code in ((services.take_seat, "already_seated"), (services.swap_seats, "not_open")):
        with pytest.raises(Refused) as refusal:
            call(table_id=table.pk, user=ann, seat=1)
        assert refusal.value.code == code


# ------------------------------------------------------------------------------------- leaving and taking over
@pytest.mark.slow
def test_a_bot_goes_on_for_a_leaver_and_makes_room_for_another(member: Any, hands: Any) -> None:
    ann, bob, cy = member("ann"), member("bob"), member("cy")
    table = wake(seated([ann, bob], max_hands=2))
    services.leave_seat(table_id=table.pk, user=bob)
    left = seat(table, 1)
    assert (left.bot, left.user, left.salt) == (True, None, salt_of("salt 1"))
    services.take_seat(table_id=table.pk, user=cy, seat=1, salt_hash=hash_of("late"))
    taken = seat(table, 1)
    assert (taken.name, taken.bot, taken.online, taken.salt) == (
        "cy",
        False,
        True,
        salt_of("salt 1"),
    )
    table = play_on(table, [ann, cy])
    record = services.record_of(table)
    assert record["players"][:2] == ["ann", "cy"]
    # The deals before and after agree with the same salts.
    secret = record["x-fairness"]
    for number, hand in enumerate(record["hands"], start=1):
        order = fairness.shuffled_names(
            map(engine.card_name, range(52)),
            master=bytes.fromhex(secret["master"]),
            salts=secret["salts"],
            hand_no=number,
        )
        dealer = fairness.dealer_of(number, first=record["first_dealer"], players=4)
        dealt = fairness.dealt_names(order, players=4, dealer=dealer)
        assert [cards.split(" ") for cards in hand["deal"]] == [list(cards) for cards in dealt]


def test_nobody_gains_time_by_leaving_and_coming_back(member: Any, hands: Any) -> None:
    ann, bob = member("ann"), member("bob")
    table = wake(seated([bob, ann], turn_seconds=20))
    (turn,) = state_of(table).to_act
    mover = (bob, ann)[turn]
    hands.forward(15)
    services.leave_seat(table_id=table.pk, user=mover)
    services.take_seat(table_id=table.pk, user=mover, seat=turn, salt_hash="")
    before = table.deadline
    table.refresh_from_db()
    assert (table.deadline, table.wake_at) == (before, before)
    # In a rated game the seat stays one's own, and is taken back.
    table, users = rated(lambda name: member(f"{name}2"), turn_seconds=20)
    (turn,) = state_of(table).to_act
    hands.forward(15)
    before = table.deadline
    services.leave_seat(table_id=table.pk, user=users[turn])
    services.take_back_seat(table_id=table.pk, user=users[turn])
    table.refresh_from_db()
    assert (table.deadline, table.wake_at) == (before, before)


def test_a_persons_seat_is_not_taken_over(member: Any) -> None:
    table = wake(seated([member("ann"), member("bob")]))
    with pytest.raises(Refused) as refusal:
        services.take_seat(table_id=table.pk, user=member("cy"), seat=1)
    assert refusal.value.code == "seat_taken"


def rated(member: Any, **terms: Any) -> tuple[Table, list[Any]]:
    users = [member(name) for name in ("ann", "bob", "cy", "di")]
    table = wake(seated(users, rated=True, bots_allowed=False, **terms))
    return table, users


@pytest.mark.slow
def test_leaving_a_rated_game_leaves_it_rated(member: Any) -> None:
    table, users = rated(member, max_hands=4)
    assert "leave" in can(table, 1)
    services.leave_seat(table_id=table.pk, user=users[1])
    left = seat(table, 1)
    assert (left.user, left.stand_in, left.bot) == (users[1], True, False)
    assert "leave" not in can(table, 1)
    with pytest.raises(Refused) as refusal:
        services.take_seat(table_id=table.pk, user=member("eve"), seat=1)
    assert refusal.value.code == "not_open"
    services.take_back_seat(table_id=table.pk, user=users[1])
    table = play_on(table, users)
    assert (table.status, table.rated) == ("finished", True)


def test_rated_tables_are_for_members(member: Any) -> None:
    table = opened(member("ann"), rated=True, bots_allowed=False)
    with pytest.raises(Refused) as refusal:
        services.take_seat(table_id=table.pk, user=create_guest(), seat=1)
    assert refusal.value.code == "members_only"
    with pytest.raises(Refused) as refusal:
        services.fill_with_bots(table_id=table.pk)
    assert refusal.value.code == "no_bots"
    for creator, bots_allowed, code in (
        (create_guest(), False, "members_only"),
        (member("bob"), True, "rated_bots"),
    ):
        with pytest.raises(Refused) as refusal:
            services.open_table(
                services.TableTerms(
                    rules=engine.preset("cardgames_io"), rated=True, bots_allowed=bots_allowed
                ),
                created_by=creator,
            )
        assert refusal.value.code == code


def test_a_leave_whose_answer_was_lost_can_be_sent_again(member: Any) -> None:
    ann, bob = member("ann"), member("bob")
    table = opened(ann)
    services.take_seat(table_id=table.pk, user=bob, seat=1)
    services.leave_seat(table_id=table.pk, user=bob)
    version = Table.objects.get(pk=table.pk).version
    again = services.leave_seat(table_id=table.pk, user=bob)
    assert (again.pk, again.version) == (table.pk, version)
    with pytest.raises(Refused) as refusal:
        services.leave_seat(table_id=table.pk, user=member("eve"))
    assert refusal.value.code == "not_seated"
    # The last one out closes the table; that answer too may have been lost.
    services.leave_seat(table_id=table.pk, user=ann)
    assert services.leave_seat(table_id=table.pk, user=ann).is_over


# ------------------------------------------------------------------------------------------------- invitations
def test_somebody_is_asked_by_name_and_finds_it_in_the_lobby(member: Any, client: Any) -> None:
    ann, bob = member("ann"), member("Bob")
    table = opened(ann, visibility="link")
    services.invite(table_id=table.pk, by=ann, name="bob ")
    services.invite(table_id=table.pk, by=ann, name="Bob")
    assert Invitation.objects.count() == 1
    told = Notice.objects.get(user=bob)
    assert (told.kind, told.params, told.path) == (
        "table",
        {"who": "ann"},
        table.get_absolute_url(),
    )
    client.force_login(bob)
    page = client.get("/play/").content.decode()
    assert "ann invites you to a table" in page
    assert f'href="{table.get_absolute_url()}"' in page
    assert f'action="{table.get_absolute_url()}accept/"' in page
    # Once the game runs the invitation is over.
    services.fill_with_bots(table_id=table.pk, by=ann)
    assert "invites you to a table" not in client.get("/play/").content.decode()


def test_an_invitation_is_declined(member: Any, client: Any) -> None:
    ann, bob = member("ann"), member("bob")
    table = opened(ann)
    services.invite(table_id=table.pk, by=ann, name="bob")
    client.force_login(bob)
    answer = client.post(f"{table.get_absolute_url()}decline/")
    assert (answer.status_code, answer.url) == (302, "/play/")
    assert "invites you to a table" not in client.get("/play/").content.decode()
    with pytest.raises(Refused) as refusal:
        services.invite(table_id=table.pk, by=ann, name="bob")
    assert (refusal.value.code, str(refusal.value)) == (
        "declined",
        "bob has declined. Ask somebody else.",
    )


@pytest.mark.parametrize(
    ("name", "code"),
    [("nobody", "unknown_user"), ("ann", "seated_there"), ("guest", "members_only")],
)
def test_who_can_not_be_asked(member: Any, name: str, code: str) -> None:
    ann = member("ann")
    member("guest", is_guest=True)
    table = opened(ann, rated=True, bots_allowed=False)
    with pytest.raises(Refused) as refusal:
        services.invite(table_id=table.pk, by=ann, name=name)
    assert refusal.value.code == code
    assert not Invitation.objects.exists()


def test_only_the_person_who_blocked_learns_why_seating_is_refused(member: Any) -> None:
    ann, bob = member("ann"), member("bob")
    mutes.set_block(user=ann, name="bob", yes=True)
    for owner, name, code, sentence in (
        (
            ann,
            "bob",
            "blocked",
            "You have blocked bob. Unblock them in your settings to ask them.",
        ),
        (bob, "ann", "declined", "ann has declined. Ask somebody else."),
    ):
        table = opened(owner)
        with pytest.raises(Refused) as refusal:
            services.invite(table_id=table.pk, by=owner, name=name)
        assert (refusal.value.code, str(refusal.value)) == (code, sentence)
    assert not Invitation.objects.exists()


def test_only_players_invite_and_only_within_limits(member: Any) -> None:
    ann = member("ann")
    table = opened(ann)
    with pytest.raises(Refused) as refusal:
        services.invite(table_id=table.pk, by=member("eve"), name="ann")
    assert refusal.value.code == "not_seated"
    for number in range(12):
        member(f"player{number}")
        services.invite(table_id=table.pk, by=ann, name=f"player{number}")
    with pytest.raises(Refused) as refusal:
        services.invite(table_id=table.pk, by=ann, name="eve")
    assert refusal.value.code == "too_many_invitations"


def test_an_invitation_is_accepted_with_one_click(member: Any, client: Any) -> None:
    ann, bob = member("ann"), member("bob")
    table = opened(ann, visibility="link")
    services.invite(table_id=table.pk, by=ann, name="bob")
    client.force_login(bob)
    answer = client.post(f"{table.get_absolute_url()}accept/")
    assert (answer.status_code, answer.url) == (302, table.get_absolute_url())
    assert names(table) == ["ann", "bob", "", ""]
    assert "invites you to a table" not in client.get("/play/").content.decode()


@pytest.mark.parametrize(("word", "back"), [("accept", "TABLE"), ("decline", "/play/")])
def test_a_signed_out_player_answers_an_invitation_after_signing_in(
    member: Any, client: Any, word: str, back: str
) -> None:
    ann, bob = member("ann"), member("bob")
    table = opened(ann)
    services.invite(table_id=table.pk, by=ann, name="bob")
    answer = client.post(f"{table.get_absolute_url()}{word}/")
    back = back.replace("TABLE", table.get_absolute_url())
    assert answer.url == f"/account/login/?next={quote(back, safe='')}"
    assert "You were signed out in the meantime." in client.get(answer.url).content.decode()
    assert names(table) == ["ann", "", "", ""]
    client.force_login(bob)
    assert "ann invites you to a table" in client.get("/play/").content.decode()


def test_an_invitation_expires_after_a_day_and_can_be_renewed(
    member: Any, client: Any, hands: Any
) -> None:
    ann, bob = member("ann"), member("bob")
    table = opened(ann, turn_seconds=86400)
    services.invite(table_id=table.pk, by=ann, name="bob")
    assert table_view(table, list(table.seats.all()))["invited"] == ["bob"]
    hands.forward(24 * 3600 + 1)
    client.force_login(bob)
    assert "invites you to a table" not in client.get("/play/").content.decode()
    assert table_view(table, list(table.seats.all()))["invited"] == []
    page = client.post(f"{table.get_absolute_url()}accept/", follow=True)
    assert page.redirect_chain == [("/play/", 302)]
    assert "That invitation has expired. Ask for a new one, or for the link." in (
        page.content.decode().replace("&#x27;", "'")
    )
    assert names(table) == ["ann", "", "", ""]
    services.invite(table_id=table.pk, by=ann, name="bob")
    client.post(f"{table.get_absolute_url()}accept/")
    assert names(table) == ["ann", "bob", "", ""]


@pytest.mark.parametrize(
    ("case", "code", "sentence"),
    [
        ("begun", "expired", "That invitation has expired: the table isn’t open any more. Choose another."),
        ("full", "table_full", "All seats are taken. Choose another table."),
        ("declined", "not_invited", "You aren’t invited to that table. Choose one in the lobby."),
        ("never", "not_invited", "You aren’t invited to that table. Choose one in the lobby."),
    ],
)  # fmt: skip
def test_invitations_that_lead_nowhere(member: Any, case: str, code: str, sentence: str) -> None:
    ann, bob = member("ann"), member("bob")
    table = opened(ann)
    if case != "never":
        services.invite(table_id=table.pk, by=ann, name="bob")
    if case == "declined":
        services.decline_invitation(table_id=table.pk, user=bob)
    if case == "full":
        # With a person who hasn't come yet, so that the game doesn't begin.
        services.take_seat(table_id=table.pk, user=member("cy"))
    if case in ("begun", "full"):
        services.fill_with_bots(table_id=table.pk, by=ann)
    before = names(table)
    with pytest.raises(Refused) as refusal:
        services.accept_invitation(table_id=table.pk, user=bob)
    assert (refusal.value.code, str(refusal.value)) == (code, sentence)
    assert names(table) == before
